import {
  type Equivalents,
  type NamedValues,
  recordsMeant,
} from '../../hojas-de-obras/equivalentes.ts';
import { createFinder } from '../../hojas-de-obras/nombres.ts';
import { type Catalogs, OTHER_MUNICIPIOS } from './catalogs.ts';
import type { Mapped } from './columnas.ts';
import { GROWING } from './schema.ts';

/**
 * Finds the records for names in a file of works.
 *
 * @throws HttpError 400 as `recordsMeant` does
 */
export function equivalentsOf(named: NamedValues<Mapped>, catalogs: Catalogs): Equivalents<Mapped> {
  const years = catalogs.ejercicios.map(({ anio, ...rest }) => ({ ...rest, nombre: `${anio}` }));
  return recordsMeant(
    named,
    {
      estatus: ['el estatus', createFinder(catalogs.estatus)],
      municipio: ['el municipio', createFinder(catalogs.municipios, OTHER_MUNICIPIOS)],
      dependencia: ['la dependencia', createFinder(catalogs.dependencias)],
      tipoProyecto: ['el tipo de proyecto', createFinder(catalogs.tiposProyecto)],
      ejercicioFiscal: ['el ejercicio fiscal', createFinder(years)],
    },
    GROWING,
  );
}
