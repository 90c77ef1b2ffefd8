import type { Schema } from '../../core/api.ts';
import type { EnLista } from '../../core/obras/lista/partes.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { cifrasOf } from './cifras.ts';

/** The figures that decide the motives to review which a list goes by. */
const Marca: EnLista['Marca'] = ({ marcha, filtros }) => {
  const fila = marcha as Schema<'FilaDeSeguimiento'> | undefined;
  return (
    fila &&
    cifrasOf(filtros, fila).map((cifra) => (
      <small key={cifra} className={piezas.rezago}>
        {cifra}
      </small>
    ))
  );
};

export const lista: EnLista = { Marca };
