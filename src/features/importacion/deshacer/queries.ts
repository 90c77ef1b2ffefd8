import type { Db, Statement } from '../../../core/db/db.ts';
import type { Later, Tie, Touched, Undo } from '../../../hojas-de-obras/hojas.ts';

// What an import wrote, and what has become of it, by the ledger's own rows. There is no other record of it.

/** An import as the ledger has it. */
export interface Importada {
  archivo: string;
  /** Whoever imported it; null where it is not known. */
  usuario: string | null;
  /** The resource of a row of it. */
  recurso: string;
}

/** The import of this name; undefined where the ledger has no row of it. */
export function findImportada(db: Db, importacion: string): Promise<Importada | undefined> {
  return db.one<Importada>(
    `SELECT archivo, usuario_id AS usuario, recurso
     FROM bitacora WHERE importacion = $1 AND NOT deshace ORDER BY id LIMIT 1`,
    [importacion],
  );
}

/** A recent import of which the ledger says nothing: what it was, and whether it wrote rows. */
export interface Unnamed {
  deshace: string | null;
  escritas: number;
  /** The name that its rows bear, where it finished another import. */
  serie: string | null;
}

export function findUnnamed(
  db: Db,
  id: string,
  clase: string,
  usuario: string | undefined,
): Promise<Unnamed | undefined> {
  return db.one<Unnamed>(
    `SELECT deshace, serie, CASE WHEN simular THEN 0 ELSE filas_escritas END AS escritas
     FROM importaciones WHERE id = $1 AND clase = $2 AND ($3::uuid IS NULL OR usuario_id = $3)`,
    [id, clase, usuario],
  );
}

/** A work of an import: its rows in the ledger, their records, and the bytes of their changes. */
export interface Share {
  obra: number;
  registros: number;
  renglones: number;
  bytes: number;
}

/** The works of an import, by their ids. */
export function listShares(db: Db, importacion: string, tablas: string[]): Promise<Share[]> {
  return db.query<Share>(
    `SELECT coalesce(obra_id, registro::integer) AS obra, count(DISTINCT (recurso, registro))::integer AS registros,
       count(*)::integer AS renglones, sum(bytes)::double precision AS bytes
     FROM bitacora
     WHERE importacion = $1 AND NOT deshace AND recurso = ANY ($2::text[]) GROUP BY 1 ORDER BY 1`,
    [importacion, tablas],
  );
}

/** True where a row `b` of the ledger changed a record after the import, and stands: neither is part of an undo. */
const STANDS = `b.importacion IS DISTINCT FROM $1::uuid AND NOT b.deshace AND NOT EXISTS (
  SELECT FROM bitacora d
  WHERE d.recurso = b.recurso AND d.registro = b.registro AND d.id > b.id AND d.deshace AND d.importacion = b.importacion)`;

/** The last such row behind `g.ultimo`. */
const LATER = `(
  SELECT json_build_object(
    'quien', coalesce((SELECT nombre_completo FROM users WHERE id = b.usuario_id), b.usuario_email,
      'alguien desde el programa ' || b.programa),
    'dia', (b.instante AT TIME ZONE 'America/Merida')::date, 'accion', b.accion)
  FROM bitacora b WHERE b.recurso = g.recurso AND b.registro = g.registro AND b.id > g.ultimo AND ${STANDS}
  ORDER BY b.id DESC LIMIT 1)`;

const IS_UNDONE = `EXISTS (
  SELECT FROM bitacora b WHERE b.recurso = g.recurso AND b.registro = g.registro AND b.id > g.ultimo
    AND b.deshace AND b.importacion = $1::uuid)`;

const nameWhere = (name: string, condition: string) => `CASE WHEN ${condition} THEN '${name}' END`;
const has = (table: string, column: string, id: string) =>
  `EXISTS (SELECT FROM ${table} WHERE ${column} = ${id})`;

const FAVORITES: Tie = {
  recurso: 'obras',
  isCreated: true,
  called: 'quien la tiene entre sus favoritas',
  is: has('favorites', 'obra_id', 'g.obra'),
};

/** A tie's name where it holds the record. */
const held = ({ recurso, isCreated, called, is }: Tie) =>
  nameWhere(called, `g.recurso = '${recurso}' AND ${isCreated ? '' : 'NOT '}g.creado AND ${is}`);

/**
 * The statement that finds the records of an import in some works.
 *
 * @param ties what keeps a record that goes, or the ubicaciones that go
 */
export const touchedOf = ({ ofWorks, tablas }: Undo, ties: Tie[]): string => `
  WITH own_row AS MATERIALIZED (
    SELECT id, recurso, registro, coalesce(obra_id, registro::integer) AS obra, accion, antes, despues, fila
    FROM bitacora WHERE importacion = $1 AND NOT deshace AND ${ofWorks}
  ), own_record AS (
    SELECT recurso, registro, registro::integer AS numero, obra, max(id) AS ultimo, min(fila) AS fila,
      bool_or(accion = 'crear') AS creado
    FROM own_row GROUP BY recurso, registro, obra
  )
  SELECT g.recurso, g.registro, g.obra, g.fila, g.creado, ${IS_UNDONE} AS hecho, ${LATER} AS later,
    coalesce(o.clave_unica, v.despues ->> 'claveUnica', gone ->> 'claveUnica') AS "claveUnica",
    coalesce(o.nombre, v.despues ->> 'nombre', gone ->> 'nombre') AS nombre,
    CASE g.recurso ${Object.entries(tablas)
      .map(([each, { tabla, llave }]) => `WHEN '${each}' THEN ${has(tabla, llave, 'g.numero')}`)
      .join(' ')} END AS "isThere",
    array_remove(ARRAY[${[...ties, FAVORITES].map(held).join(', ')}]::text[], NULL) AS ligados,
    $3::uuid IS NOT NULL AND NOT EXISTS (SELECT FROM users WHERE id = $3 AND roles = 'admin') AND NOT EXISTS (
      SELECT FROM capturistas c WHERE c.user_id = $3 AND c.dependencia_id = o.dependencia_id) AS "isOthers",
    v.antes, v.despues
  FROM own_record g LEFT JOIN obras o ON o.id = g.obra
  -- Of several changes of a field the first value before, and the last one after.
  CROSS JOIN LATERAL (
    SELECT
      (SELECT jsonb_object_agg(key, value ORDER BY r.id DESC) FROM own_row r, jsonb_each(r.antes)
       WHERE NOT g.creado AND r.recurso = g.recurso AND r.registro = g.registro) AS antes,
      (SELECT jsonb_object_agg(key, value ORDER BY r.id) FROM own_row r, jsonb_each(r.despues)
       WHERE r.recurso = g.recurso AND r.registro = g.registro) AS despues) v
  LEFT JOIN LATERAL (
    SELECT antes AS gone FROM bitacora
    WHERE o.id IS NULL AND recurso = 'obras' AND registro = g.obra::text AND accion = 'eliminar'
    ORDER BY id DESC LIMIT 1) last ON true
  ORDER BY g.fila, g.obra, g.recurso, g.numero`;

/**
 * The records of an import in these works.
 *
 * @param touched the statement (`touchedOf`)
 * @param caller the clerk whose agencies' works alone may be written; null for all works
 */
export async function findTouched(
  db: Db,
  { importacion, touched, caller }: { importacion: string; touched: string; caller: string | null },
  obras: number[],
): Promise<Touched[]> {
  const rows = await db.query<Touched>(touched, [importacion, obras.map(String), caller]);
  return rows.map((row) => parsed(row, 'later', 'antes', 'despues'));
}

/** A row with these columns of JSON, which the driver leaves as text, as values. */
const parsed = <Row extends object>(row: Row, ...columns: (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(columns.map((column) => [column, JSON.parse(String(row[column]))])),
});

/** Other writers of the same works wait here, in one order. */
export const lockObras = (obras: number[]): Statement => [
  'SELECT FROM obras WHERE id = ANY ($1::integer[]) ORDER BY id FOR UPDATE',
  [obras],
];

// Catalogs ----------------------------------------------------------------------------------------

/** The catalogs that an import adds to, by their resources in the ledger. */
export const CATALOGS = {
  dependencias: { table: 'dependencias', column: 'dependencia_id', nombre: 'nombre' },
  'tipo-proyecto': { table: 'tipos_proyecto', column: 'tipo_proyecto_id', nombre: 'nombre' },
  'ejercicio-fiscal': {
    table: 'ejercicios_fiscales',
    column: 'ejercicio_fiscal_id',
    nombre: 'anio::text',
  },
} as const;
type Catalog = keyof typeof CATALOGS;

/** A catalog's record that an import added. */
export interface Added {
  recurso: Catalog;
  id: number;
  nombre: string;
  isThere: boolean;
  later: Later | null;
  /** The works that have it, and whether clerks write for it. */
  obras: number;
  isCaptured: boolean;
}

const ADDED = `
  WITH own_record AS (
    SELECT recurso, registro, registro::integer AS numero, max(id) AS ultimo,
      max(coalesce(despues ->> 'nombre', despues ->> 'anio')) AS nombre
    FROM bitacora
    WHERE importacion = $1 AND NOT deshace AND accion = 'crear' AND recurso IN ('${Object.keys(CATALOGS).join("', '")}')
    GROUP BY recurso, registro
  )
  ${Object.entries(CATALOGS)
    .map(
      ([recurso, { table, column, nombre }]) => `
  SELECT g.recurso, g.numero AS id, coalesce(c.${nombre}, g.nombre) AS nombre, c.id IS NOT NULL AS "isThere", ${LATER} AS later,
    (SELECT count(*)::integer FROM obras WHERE ${column} = g.numero) AS obras,
    ${recurso === 'dependencias' ? has('capturistas', 'dependencia_id', 'g.numero') : 'false'} AS "isCaptured"
  FROM own_record g LEFT JOIN ${table} c ON c.id = g.numero WHERE g.recurso = '${recurso}'`,
    )
    .join(' UNION ALL ')}
  ORDER BY 1, 2`;

/** The records that an import added to catalogs. */
export const listAdded = async (db: Db, importacion: string): Promise<Added[]> =>
  (await db.query<Added>(ADDED, [importacion])).map((row) => parsed(row, 'later'));

/** The statements that lock these records: whoever would refer to one waits. */
export const lockAdded = (added: Added[]): Statement[] =>
  byCatalog(added).map(([catalog, ids]) => [
    `SELECT FROM ${CATALOGS[catalog].table} WHERE id = ANY ($1::integer[]) ORDER BY id FOR UPDATE`,
    [ids],
  ]);

export const deleteAdded = (added: Added[]): Statement[] =>
  byCatalog(added).map(([catalog, ids]) => [
    `DELETE FROM ${CATALOGS[catalog].table} WHERE id = ANY ($1::integer[]) RETURNING id`,
    [ids],
  ]);

const byCatalog = (added: Added[]): [Catalog, number[]][] =>
  (Object.keys(CATALOGS) as Catalog[]).flatMap((catalog) => {
    const ids = added.filter(({ recurso }) => recurso === catalog).map(({ id }) => id);
    return ids.length > 0 ? [[catalog, ids] as [Catalog, number[]]] : [];
  });

/** The catalog of a field of obras. */
export const CATALOG_OF: Record<string, Catalog> = {
  dependenciaId: 'dependencias',
  tipoProyectoId: 'tipo-proyecto',
  ejercicioFiscalId: 'ejercicio-fiscal',
};

/**
 * The ledger's one entry for an undo, with its numbers. Where nothing was taken back now, there is none but for the first time.
 *
 * @param isAnything whether anything was taken back now
 */
export const noteUndo = (importacion: string, numbers: object, isAnything: boolean): Statement => [
  `SELECT write_ledger('eliminar', 'importaciones', $1, $2::jsonb, NULL)
   WHERE $3 OR NOT EXISTS (SELECT FROM bitacora WHERE recurso = 'importaciones' AND registro = $1)`,
  [importacion, JSON.stringify(numbers), isAnything],
];
