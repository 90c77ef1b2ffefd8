import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf } from '../../../src/core/base/time.ts';
import { api, read } from '../../core/api.ts';
import { useMutacion } from '../../core/mutacion.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoTexto } from '../../core/piezas/campo-texto.tsx';
import { Dialogo } from '../../core/piezas/dialogo.tsx';
import { failuresOf, NO_FAILURES } from '../../core/piezas/fallas.ts';
import { Formulario } from '../../core/piezas/formulario.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { NuevoCorte as ETIQUETAS } from '../../generado/etiquetas.ts';
import { claveIn, propuestaDe } from './claves.ts';
import { TRABAJOS, type Trabajo } from './consultas.ts';

/**
 * Asks for the key and the title of a new cut, which are proposed.
 *
 * @param claves those of all cuts
 * @param onMade is called with the job of the cut
 */
export function Hacer({
  claves,
  onMade,
  onClose,
}: {
  claves: string[];
  onMade: (trabajo: Trabajo) => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [{ clave, titulo }, setTyped] = useState(() => propuestaDe(dayOf(new Date()), claves));
  const make = useMutacion({
    mutationFn: () =>
      read(api.POST('/cortes', { body: { clave: claveIn(clave), titulo: titulo.trim() } })),
    onSuccess: async (trabajo) => {
      onMade(trabajo);
      await queries.invalidateQueries({ queryKey: TRABAJOS.queryKey });
      onClose();
    },
  });
  const fallas = make.error ? failuresOf(make.error, ['clave', 'titulo']) : NO_FAILURES;
  return (
    <Dialogo titulo="Hacer un corte" isOpen onClose={onClose} isDismissable={!make.isPending}>
      <Formulario fallas={fallas} etiquetas={ETIQUETAS} onSubmit={() => make.mutate()}>
        <p className={piezas.ayuda}>
          Guarda todas las obras como están al empezar. Después no se puede cambiar ni eliminar.
        </p>
        <CampoTexto
          etiqueta={ETIQUETAS.clave}
          name="clave"
          ayuda="Mayúsculas, dígitos y guiones, por ejemplo 2026-T4."
          value={clave}
          onChange={(text) => setTyped({ clave: text, titulo })}
          error={fallas.fields.clave}
          isRequired
        />
        <CampoTexto
          etiqueta={ETIQUETAS.titulo}
          name="titulo"
          value={titulo}
          onChange={(text) => setTyped({ clave, titulo: text })}
          error={fallas.fields.titulo}
          isRequired
        />
        <footer>
          <Boton onPress={onClose}>Cancelar</Boton>
          <Boton tono="principal" type="submit" isPending={make.isPending}>
            Hacer el corte
          </Boton>
        </footer>
      </Formulario>
    </Dialogo>
  );
}
