import type { Db } from '../../db/db.ts';
import type { DemoObra, Dependencia } from './obra.ts';

/** Puts works into the database in batches, giving each the next number of its fiscal year. */
export interface Loader {
  load(obras: DemoObra[]): Promise<void>;
  /** To be called once after the last batch: notes the last number given in each year. */
  finish(): Promise<void>;
}

interface Catalogs {
  dependencias: Dependencia[];
  tipos: string[];
  anios: number[];
}

/** Adds what is missing of the catalogs that the works refer to, and gets ready to load them. */
export async function prepareLoader(tx: Db, catalogs: Catalogs): Promise<Loader> {
  const dependencias = await addDependencias(tx, catalogs.dependencias);
  const tipos = await addTipos(tx, catalogs.tipos);
  const ejercicios = await addEjercicios(tx, catalogs.anios);
  const estatus = new Map(
    (await tx.query<Named>('SELECT nombre AS key, id FROM estatus_obra')).map(entry),
  );
  return {
    load: async (obras) => {
      const filas = obras.map((obra) => {
        const ejercicio = known(ejercicios, obra.anio);
        ejercicio.ultimo += 1;
        return {
          clave: obra.claveUnica,
          numero: ejercicio.ultimo,
          nombre: obra.nombre,
          descripcion: obra.descripcion,
          monto: obra.monto,
          ejercicio: ejercicio.id,
          dependencia: known(dependencias, obra.dependencia),
          municipio: obra.municipioId,
          tipo: obra.tipo === null ? null : known(tipos, obra.tipo),
          estatus: known(estatus, obra.estatus),
        };
      });
      const lugares = obras.flatMap(({ claveUnica, municipioId, ubicaciones }) =>
        ubicaciones.map((ubicacion, index) => ({
          clave: claveUnica,
          municipio: municipioId,
          direccion: ubicacion.direccion,
          localidad: ubicacion.localidadReferencia,
          referencia: ubicacion.referenciaLugar,
          tipo: ubicacion.tipoGeometria,
          geometria: ubicacion.geometriaJson,
          orden: index + 1,
        })),
      );
      await insertObras(tx, JSON.stringify(filas), JSON.stringify(lugares));
    },
    finish: async () => {
      await tx.query(
        `UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo
         FROM json_to_recordset($1) AS r (id integer, ultimo integer)
         WHERE ejercicios_fiscales.id = r.id`,
        [JSON.stringify([...ejercicios.values()])],
      );
    },
  };
}

/** One batch in one statement; the ubicaciones find their obra by its clave. */
async function insertObras(tx: Db, obras: string, ubicaciones: string): Promise<void> {
  await tx.query(
    `WITH nuevas AS (
       INSERT INTO obras (
         clave_unica, numero_obra, nombre, descripcion, monto, ejercicio_fiscal_id,
         dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
       SELECT clave, numero, nombre, descripcion, monto, ejercicio, dependencia, municipio, tipo, estatus
       FROM json_to_recordset($1) AS f (
         clave text, numero integer, nombre text, descripcion text, monto numeric, ejercicio integer,
         dependencia integer, municipio integer, tipo integer, estatus integer)
       RETURNING id, clave_unica
     )
     INSERT INTO ubicaciones (
       obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
       tipo_geometria, geometria_json, orden)
     SELECT nuevas.id, municipio, direccion, localidad, referencia, tipo, geometria, orden
     FROM json_to_recordset($2) AS l (
       clave text, municipio integer, direccion text, localidad text, referencia text,
       tipo text, geometria json, orden integer)
     JOIN nuevas ON nuevas.clave_unica = l.clave
     ORDER BY nuevas.id, orden`,
    [obras, ubicaciones],
  );
}

// Catalogs: what is there already, however written, is used and stays as it is ----------------------

interface Named {
  key: string;
  id: number;
}

async function addDependencias(tx: Db, dependencias: Dependencia[]): Promise<Map<string, number>> {
  await tx.query(
    `INSERT INTO dependencias (nombre, siglas)
     SELECT nombre, siglas FROM json_to_recordset($1) AS d (nombre text, siglas text)
     ON CONFLICT (md5(fold_case(nombre))) DO NOTHING`,
    [JSON.stringify(dependencias)],
  );
  const rows = await tx.query<Named>(
    `SELECT key, id FROM unnest($1::text[]) AS key
     JOIN dependencias ON md5(fold_case(nombre)) = md5(fold_case(key))`,
    [dependencias.map(({ nombre }) => nombre)],
  );
  return new Map(rows.map(entry));
}

async function addTipos(tx: Db, tipos: string[]): Promise<Map<string, number>> {
  await tx.query(
    `INSERT INTO tipos_proyecto (nombre) SELECT unnest($1::text[])
     ON CONFLICT (fold_case(nombre)) DO NOTHING`,
    [tipos],
  );
  const rows = await tx.query<Named>(
    `SELECT key, id FROM unnest($1::text[]) AS key
     JOIN tipos_proyecto ON fold_case(nombre) = fold_case(key)`,
    [tipos],
  );
  return new Map(rows.map(entry));
}

/** The years by number, each with the last numeroObra given. Their rows stay locked, so that nobody else gives one. */
async function addEjercicios(tx: Db, anios: number[]) {
  await tx.query(
    `INSERT INTO ejercicios_fiscales (anio) SELECT unnest($1::integer[])
     ON CONFLICT (anio) DO NOTHING`,
    [anios],
  );
  const rows = await tx.query<{ anio: number; id: number; ultimo: number }>(
    `SELECT anio, id, ultimo_numero_obra AS ultimo FROM ejercicios_fiscales
     WHERE anio = ANY ($1::integer[]) FOR UPDATE`,
    [anios],
  );
  return new Map(rows.map(({ anio, id, ultimo }) => [anio, { id, ultimo }]));
}

function entry({ key, id }: Named): [string, number] {
  return [key, id];
}

function known<K, V>(catalog: ReadonlyMap<K, V>, key: K): V {
  const value = catalog.get(key);
  if (value === undefined) throw new Error(`not in the catalog: ${key}`);
  return value;
}

// Indexes -----------------------------------------------------------------------------------------

/**
 * Drops the indexes of obras, ubicaciones and the map that enforce nothing, and answers how to make them again exactly as they
 * were. One sort at the end costs far less than an insertion for every row, above all in the trigram index. Only the
 * index by which each obra's document finds its ubicaciones stays.
 */
export async function dropIndexes(tx: Db): Promise<() => Promise<void>> {
  const indexes = await tx.query<{ nombre: string; definicion: string }>(
    `SELECT indexrelid::regclass::text AS nombre, pg_get_indexdef(indexrelid) AS definicion
     FROM pg_index
     WHERE indrelid IN ('obras'::regclass, 'ubicaciones'::regclass, 'obras_mapa'::regclass) AND NOT indisunique
       AND indexrelid <> 'ubicaciones_obra_id_idx'::regclass
     ORDER BY indexrelid`,
  );
  for (const { nombre } of indexes) await tx.query(`DROP INDEX ${nombre}`);
  return async () => {
    for (const { definicion } of indexes) await tx.query(definicion);
  };
}
