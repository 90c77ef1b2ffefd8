import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { MOST_AT_ONCE } from '../../../../src/core/obras/reglas.ts';
import { sentencesOf } from '../../errores.ts';
import { counted, grouped } from '../../formato.ts';
import { useMutacion } from '../../mutacion.ts';
import { announceError } from '../../piezas/avisos.tsx';
import { Boton } from '../../piezas/boton.tsx';
import { readFilas } from '../consultas.ts';
import type { Orden } from '../filas.ts';
import type { Filtros } from '../filtros/direccion.ts';
import { Acciones } from './acciones.ts';
import type { Seleccion } from './elegidas.ts';
import css from './seleccion.module.css';
import { addSeleccionadas } from './seleccion.ts';

/** The bar of a selection: the number of selected works, and their actions. */
export default function BarraSeleccion({
  seleccion,
  filtros,
  orden,
  total = 0,
}: {
  seleccion: NonNullable<Seleccion>;
  filtros: Filtros;
  orden: Orden;
  /** The number of works in the list. */
  total: number | undefined;
}) {
  const queries = useQueryClient();
  const first = useMutacion({
    mutationFn: () => readFilas(queries, filtros, orden, 0, MOST_AT_ONCE - 1),
    onSuccess: addSeleccionadas,
    onError: (error) => announceError(sentencesOf(error).join(' ')),
  });
  const many = seleccion.size;
  const status = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p role="status" ref={status} tabIndex={-1}>
        <strong>{counted(many, 'obra seleccionada', 'obras seleccionadas')}</strong>
        {many >= MOST_AT_ONCE && <small> No se cambian más a la vez.</small>}
      </p>
      <Acciones seleccion={seleccion} focusElse={() => status.current?.focus()} />
      {total > 0 && (
        // A phone has room for one of the two.
        <Boton
          className={many > 0 ? css.siCabe : ''}
          isPending={first.isPending}
          onPress={() => first.mutate()}
        >
          {total <= MOST_AT_ONCE
            ? `Seleccionar todas (${grouped(total)})`
            : `Seleccionar las primeras ${MOST_AT_ONCE}`}
        </Boton>
      )}
    </>
  );
}
