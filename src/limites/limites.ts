import { readFileSync } from 'node:fs';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { ClientBase } from 'pg';
import { type Bounded, boundsOf, ringsOf } from '../core/base/geo.ts';

const LIMITES_FILE = new URL('../../../sources/limites-municipales.geojson', import.meta.url);

/** The limits of a municipio: INEGI's, simplified by up to 550 m (sources/README.md). */
export interface Limite extends Bounded {
  /** INEGI's number in Yucatán, 1 to 106. */
  id: number;
  clave: string;
  nombre: string;
}

let read: Limite[] | undefined;

/** The limits of the 106 municipios, by id; read from their file once. */
export function limites(): Limite[] {
  read ??= readLimites();
  return read;
}

function readLimites(): Limite[] {
  const { features } = JSON.parse(readFileSync(LIMITES_FILE, 'utf8')) as FeatureCollection<
    Polygon | MultiPolygon,
    { clave: string; nombre: string }
  >;
  return features
    .map(({ properties: { clave, nombre }, geometry }) => ({
      id: Number(clave.slice(2)),
      clave,
      nombre,
      geometry,
      bbox: boundsOf(ringsOf(geometry).flat()),
    }))
    .sort((a, b) => a.id - b.id);
}

/** Writes the limits, with 1 km around them, into a database that lacks them, for the rule of features/calidad/calidad.sql. */
export async function keepLimites(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    'SELECT EXISTS (SELECT FROM municipios_limites) AS is_there',
  );
  if (rows[0]?.is_there) return;
  await client.query(
    `INSERT INTO municipios_limites (municipio_id, alrededores)
     SELECT id, ST_Buffer(ST_SetSRID(ST_GeomFromGeoJSON(geometry), 4326)::geography, 1000)::geometry
     FROM json_to_recordset($1) AS l (id integer, geometry json)
     WHERE id IN (SELECT id FROM municipios)`,
    [JSON.stringify(limites().map(({ id, geometry }) => ({ id, geometry })))],
  );
}
