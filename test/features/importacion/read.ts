import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Catalogs } from '../../../src/features/importacion/catalogs.ts';
import type { Mapped } from '../../../src/features/importacion/columnas.ts';
import { equivalentsOf } from '../../../src/features/importacion/equivalents.ts';
import { fila as filaDeObra } from '../../../src/features/importacion/fila.ts';
import type { Fallbacks } from '../../../src/features/importacion/stated.ts';
import { createRefusedRows } from '../../../src/hojas/importacion/refused.ts';
import type { NamedValues } from '../../../src/hojas-de-obras/equivalentes.ts';
import { limites } from '../../../src/limites/limites.ts';
import { type Asked, type Reading, readAll, sentences } from '../../hojas/read.ts';
import { bookOf, type CellValue, linesOf, type Row, rowsLike } from '../../spreadsheet.ts';
import { readSeguimiento } from '../seguimiento/read.ts';

/** The catalogs of a registry that has one record of each that people make. */
export const CATALOGS: Catalogs = {
  dependencias: [{ id: 1, nombre: 'Secretaría de Obras', siglas: 'SOP', activo: true }],
  tiposProyecto: [{ id: 1, nombre: 'Vialidades', activo: true }],
  municipios: limites().map(({ id, nombre }) => ({ id, nombre, activo: true })),
  estatus: [
    'Planeada',
    'En licitación',
    'Contratada',
    'En proceso',
    'Suspendida',
    'Terminada',
    'Cancelada',
  ].map((nombre, i) => ({ id: i + 1, nombre, activo: true })),
  ejercicios: [{ id: 1, anio: 2026, activo: true }],
};

export interface ObrasOptions extends Asked {
  crearCatalogos?: boolean;
  valores?: NamedValues<Mapped>;
  fallbacks?: Fallbacks;
  catalogs?: Catalogs;
}

/**
 * Reads a file of obras.
 *
 * @throws Unreadable where it can't be read
 */
export async function readObras(
  file: string | Buffer,
  { crearCatalogos = false, valores = {}, fallbacks = {}, ...rest }: ObrasOptions = {},
): Promise<Reading> {
  const { catalogs = CATALOGS, ...asked } = rest;
  const equivalents = equivalentsOf(valores, catalogs);
  const options = { catalogs, fallbacks, creates: crearCatalogos, equivalents };
  return readAll(
    file,
    filaDeObra,
    { ...asked, ...options, withCells: true },
    ({ clave, stated, fallback }) => ({ claveUnica: clave, ...fallback, ...stated }),
  );
}

/** A work that is right, by its headings. */
export const WORK = {
  clave: 'A-1',
  nombre: 'Calle 60',
  ejercicio: '2026',
  dependencia: 'SOP',
  municipio: 'Mérida',
  estatus: 'En proceso',
  monto: '5',
};
const rowsOf = (rows: Row[]) =>
  rowsLike(
    WORK,
    rows.map((row, i) => ({ clave: `A-${i}`, ...row })),
  );
/** A text of works, each with a key of its own, that are right but for these cells. */
export const works = (...rows: Row[]) => linesOf(rowsOf(rows));
/** The same as a workbook. */
export const bookOfWorks = (rows: Row[], formats: (number | string)[] = []) =>
  bookOf([{ name: 'Obras', rows: rowsOf(rows) }], { formats });

/** A file of hojas/ or libreoffice/. */
export const fixture = (path: string) =>
  readFileSync(new URL(`../../../../test/features/importacion/${path}`, import.meta.url));
/** The agency of files that were made with other programs. */
export const PRUEBA: ObrasOptions = {
  valores: { dependencia: { 'Secretaría de Obras de Prueba': 'Secretaría de Obras' } },
};

/** The value that each row has of a field, or the sentences that refuse it. */
export const readAs = ({ rows }: Pick<Reading, 'rows'>, field: string) =>
  rows.map((row) => (row.sentences.length > 0 ? row.sentences : row.values[field]));
/** Why rows of a file of works are refused. */
export const errorsIn = async (file: string | Buffer, options?: ObrasOptions) =>
  sentences((await readObras(file, options)).errores);
/** The notes on a file of works. */
export const notesIn = async (file: string | Buffer, options?: ObrasOptions) =>
  sentences((await readObras(file, options)).avisos);

/** Rows of follow-up with these cuts, below their headings. */
export const rowsOfCuts = (days: CellValue[]): CellValue[][] => [
  ['clave', 'corte', 'avance'],
  ...days.map((day, i) => [`A-${i}`, day, 45]),
];
/** The cut of each row of such a sheet, or the sentences that refuse it. */
export const cutsIn = async (file: string | Buffer) =>
  (await readSeguimiento(file)).rows.map(
    ({ values, sentences: found }) =>
      found.join(' ') || (values.avance as { fechaCorte: string }).fechaCorte,
  );

/** The file of what was refused. */
export async function leave({ layout, rows }: Reading) {
  const refused = await createRefusedRows({ names: {}, words: filaDeObra.fields.words });
  refused.onLayout(layout);
  for (const row of rows) {
    const why = row.sentences.map((text) => ({ field: '', text, columna: '', valor: null }));
    if (!row.isTaken) refused.onRow(row.fila, row.cells, why);
    await refused.keep();
  }
  const file = refused.toFile();
  if (!file) await refused.close();
  return { extension: file?.extension, bytes: file ? await buffer(file.content) : Buffer.alloc(0) };
}
