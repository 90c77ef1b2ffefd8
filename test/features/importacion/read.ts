import { buffer } from 'node:stream/consumers';
import type { Catalogs } from '../../../src/features/importacion/catalogs.ts';
import { equivalentsOf, type NamedValues } from '../../../src/features/importacion/equivalents.ts';
import { fila as filaDeObra } from '../../../src/features/importacion/fila.ts';
import type { Fallbacks } from '../../../src/features/importacion/stated.ts';
import { createRefusedRows } from '../../../src/hojas/importacion/refused.ts';
import { limites } from '../../../src/limites/limites.ts';
import { type Asked, type Reading, readAll } from '../../hojas/read.ts';

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
  valores?: NamedValues;
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
