import type { LineString, Point, Polygon } from 'geojson';
import type { Db } from '../../core/db/db.ts';
import { isWritten, type Written, writeRows } from '../../core/obras/escribir.ts';

// The parts of works that no sheet has: routes and plots, further places, and what features add.

/** The folder of the demonstration's files (sources/README.md). */
export const DEMO_FOLDER = new URL('../../../../sources/demostracion/', import.meta.url);

/** The parts of one work, by the names of the interface. */
export interface Expediente {
  claveUnica: string;
  /** The ubicaciones after the one of the sheet, if any. */
  ubicaciones?: (UbicacionDeDemo & { orden: number })[];
}

export interface UbicacionDeDemo {
  direccion: string;
  localidadReferencia: string | null;
  referenciaLugar: string | null;
  tipoGeometria: 'PUNTO' | 'RUTA' | 'POLIGONO';
  geometriaJson: Point | LineString | Polygon;
}

/** Loads their ubicaciones into the database, which has the works by these ids. */
export async function loadUbicaciones(
  tx: Db,
  expedientes: Expediente[],
  ids: Map<string, number>,
): Promise<void> {
  const placed = expedientes.filter(({ ubicaciones }) => ubicaciones);
  const rows = placed.map(({ claveUnica }, fila) => ({ fila, id: ids.get(claveUnica) as number }));
  const places = placed.flatMap(({ claveUnica, ubicaciones = [] }, fila) =>
    ubicaciones.map((each, lugar) => ({
      ...each,
      fila,
      lugar,
      obra: ids.get(claveUnica) as number,
    })),
  );
  const written = await tx.query<Written>(...writeRows(rows, places));
  const refused = written.find((each) => !isWritten(each));
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
}

/** The ids of works by their keys. */
export async function findIds(
  tx: Db,
  works: { claveUnica: string }[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ clave: string; id: number }>(
    'SELECT clave_unica AS clave, id FROM obras WHERE clave_unica = ANY ($1::text[])',
    [works.map(({ claveUnica }) => claveUnica)],
  );
  return new Map(rows.map(({ clave, id }) => [clave, id]));
}
