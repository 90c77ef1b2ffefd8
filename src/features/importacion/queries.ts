import type { Db, Statement } from '../../core/db/db.ts';
import {
  CATALOG_FIELDS,
  type CatalogField,
  OBRA,
  OBRA_NUMBERS,
  OBRA_TEXTS,
  type ObraNumber,
  type ObraText,
  recordOf,
  UBICACION,
  UBICACION_TEXTS,
  type UbicacionText,
} from '../../core/obras/campos.ts';
import { isWritten, type PlaceRow, type Written, writeRows } from '../../core/obras/escribir.ts';
import { LONGEST_CELL } from '../../hojas/celdas/index.ts';
import { addRecords } from '../../hojas-de-obras/agregar.ts';
import type { Field, Stated } from './stated.ts';

/** A row's change: a new obra, or changes of the obra with that id. */
export interface WorkChange extends Stated {
  fila: number;
  claveUnica: string;
  id?: number;
  lugar?: ListPosition;
}
/** A new ubicación, or changes of the one with that id. */
export type ListPosition = Omit<PlaceRow, 'fila' | 'lugar' | 'obra'>;

/** An obra with a row's key, and its differences from the row. */
export interface Compared {
  id: number;
  /** The fields with another value in the row. */
  changes: Field[];
  municipioId: number;
  /** Its first ubicación; null where it has none. */
  ubicacion: number | null;
  /** True where that is a point, and the only ubicación. */
  isPoint: boolean;
  /** True where that is in the obra's municipio. */
  isInMunicipio: boolean;
  /** Its description, where it has no ubicación and the row has a place. */
  descripcion: string | null;
}

/** Ids by key, of the obras that have one of these keys, or one of these ids. */
export async function findClaves(
  db: Db,
  claves: string[],
  ids: number[] = [],
): Promise<Map<string, number>> {
  const rows = await db.query<{ clave: string; id: number }>(
    `SELECT clave_unica AS clave, id FROM obras WHERE clave_unica = ANY ($1::text[])
     UNION SELECT clave_unica, id FROM obras WHERE id = ANY ($2::integer[])`,
    [claves, ids],
  );
  return new Map(rows.map(({ clave, id }) => [clave, id]));
}

/** A key as a spreadsheet program may change it: without leading zeros and a final «.0», in lower case. */
const bareKey = (clave: string) =>
  `fold_case(regexp_replace(${clave}, '^0+(?=[^.])|\\.0+$', '', 'g'))`;

/** Registered keys by these keys, which differ from them only in leading zeros, a final «.0», or capitals. */
export async function findAlike(db: Db, claves: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ clave: string; other: string }>(
    `SELECT DISTINCT ON (f.clave) f.clave, o.clave_unica AS other FROM unnest($1::text[]) AS f (clave)
     JOIN obras o ON ${bareKey('o.clave_unica')} = ${bareKey('f.clave')} AND o.clave_unica <> f.clave
     ORDER BY f.clave, o.id`,
    [claves],
  );
  return new Map(rows.map(({ clave, other }) => [clave, other]));
}

/** A text with the line ends that spreadsheet programs have within cells. */
const lines = (text: string) => `regexp_replace(${text}, E'\\r\\n?', E'\\n', 'g')`;

/**
 * A text differs from the registered one, unless they are equal without line ends, or up to the length of a spreadsheet's cell.
 */
const differs = (field: string, column: string) =>
  `WHEN f."${field}" <> coalesce(${column}, '')
     AND CASE WHEN coalesce(f.recorte, false) AND right(f."${field}", 1) = '…'
       THEN NOT starts_with(${lines(`coalesce(${column}, '')`)}, ${lines(`left(f."${field}", -1)`)})
       ELSE ${lines(`f."${field}"`)} <> ${lines(`coalesce(${column}, '')`)} END THEN '${field}'`;

const COMPARE = `
  SELECT f.fila, o.id, o.municipio_id AS "municipioId", u.id AS ubicacion,
    coalesce(u.is_point, false) AS "isPoint", coalesce(u.municipio_id = o.municipio_id, false) AS "isInMunicipio",
    CASE WHEN u.id IS NULL
        AND coalesce(f.punto::text, ${UBICACION_TEXTS.map((name) => `f."${name}"`).join(', ')}) IS NOT NULL
      THEN o.descripcion END AS descripcion,
    array_remove(ARRAY[
      ${OBRA_TEXTS.map((name) => `CASE ${differs(name, `o.${OBRA[name].column}`)} END,`).join('\n      ')}
      ${OBRA_NUMBERS.map(
        (name) =>
          `CASE WHEN f."${name}" IS NOT NULL AND f."${name}" IS DISTINCT FROM o.${OBRA[name].column} THEN '${name}' END,`,
      ).join('\n      ')}
      CASE WHEN f.anio IS NOT NULL OR f."ejercicioFiscalId" <> o.ejercicio_fiscal_id
        THEN 'ejercicioFiscalId' END,
      CASE WHEN f.dependencia IS NOT NULL OR f."dependenciaId" <> o.dependencia_id THEN 'dependenciaId' END,
      CASE WHEN f."municipioId" <> o.municipio_id THEN 'municipioId' END,
      CASE WHEN f."tipoProyecto" IS NOT NULL
          OR (f."tipoProyectoId" IS NOT NULL AND f."tipoProyectoId" IS DISTINCT FROM o.tipo_proyecto_id)
        THEN 'tipoProyectoId' END,
      CASE WHEN f."estatusObraId" <> o.estatus_obra_id THEN 'estatusObraId' END,
      ${UBICACION_TEXTS.map(
        (name) =>
          `CASE WHEN u.id IS NOT NULL THEN CASE ${differs(name, `u.${UBICACION[name].column}`)} END END,`,
      ).join('\n      ')}
      CASE WHEN f.punto IS NOT NULL AND (u.id IS NULL OR (u.is_point
          AND ((u.position_json ->> 0)::float8, (u.position_json ->> 1)::float8)
            <> ((f.punto ->> 0)::float8, (f.punto ->> 1)::float8)))
        THEN 'punto' END
    ], NULL) AS changes
  FROM json_to_recordset($1) AS f (
    fila integer, id integer, ${recordOf(OBRA, 'numeric')}, anio integer, dependencia text, "tipoProyecto" text,
    ${UBICACION_TEXTS.map((name) => `"${name}" text`).join(', ')}, punto json, recorte boolean)
  JOIN obras o ON o.id = f.id
  LEFT JOIN LATERAL (
    SELECT u.id, u.direccion, u.localidad_referencia, u.referencia_lugar, u.municipio_id,
      u.geometria_json -> 'coordinates' AS position_json,
      count(*) OVER () = 1 AND u.geometria_json ->> 'type' = 'Point' AS is_point
    FROM ubicaciones u WHERE u.obra_id = o.id ORDER BY u.orden, u.id LIMIT 1
  ) u ON true`;

/**
 * Compares obras with their rows. Returns the differences by the rows' numbers. `recorte` marks texts that may have been cut.
 */
export async function compareObras(
  db: Db,
  rows: (Stated & { fila: number; id: number; recorte: boolean })[],
): Promise<Map<number, Compared>> {
  const answers = await db.query<Compared & { fila: number }>(COMPARE, [JSON.stringify(rows)]);
  return new Map(answers.map(({ fila, ...compared }) => [fila, compared]));
}

/** The registered values of an obra that a row changes, and of its first ubicación. */
export interface Standing
  extends Record<CatalogField, number | null>,
    Record<ObraText | ObraNumber | UbicacionText, string | null> {
  id: number;
  /** Degrees, where its only ubicación is a point. */
  longitud: number | null;
  latitud: number | null;
}

/** A text up to the length of a cell: no row changes more of it. */
const upToCell = (column: string) => `left(${column}, ${LONGEST_CELL})`;

const STANDING = `
  SELECT o.id,
    ${OBRA_TEXTS.map((name) => `${upToCell(`o.${OBRA[name].column}`)} AS "${name}"`).join(', ')},
    ${[...OBRA_NUMBERS, ...CATALOG_FIELDS].map((name) => `o.${OBRA[name].column} AS "${name}"`).join(', ')},
    ${UBICACION_TEXTS.map((name) => `${upToCell(`u.${UBICACION[name].column}`)} AS "${name}"`).join(', ')},
    (u.point ->> 0)::float8 AS longitud, (u.point ->> 1)::float8 AS latitud
  FROM obras o
  LEFT JOIN LATERAL (
    SELECT u.*, CASE WHEN count(*) OVER () = 1 AND u.geometria_json ->> 'type' = 'Point'
      THEN u.geometria_json -> 'coordinates' END AS point
    FROM ubicaciones u WHERE u.obra_id = o.id ORDER BY u.orden, u.id LIMIT 1
  ) u ON true
  WHERE o.id = ANY ($1::integer[])`;

/** Reads the registered values of obras, by id. */
export async function findStanding(db: Db, ids: number[]): Promise<Map<number, Standing>> {
  const rows = await db.query<Standing>(STANDING, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

// Writing -----------------------------------------------------------------------------------------

/** Locks the year's row before the statement that assigns numbers, so that this statement sees all registered obras. */
const LOCK_EJERCICIO = 'SELECT FROM ejercicios_fiscales WHERE id = $1 FOR NO KEY UPDATE';

/** Transactions that change the same obras wait here, in one order. */
const LOCK_OBRAS = 'SELECT FROM obras WHERE id = ANY ($1::integer[]) ORDER BY id FOR UPDATE';

/**
 * Writes a batch in one transaction and one round trip, and returns the written rows. A batch has new obras of one year, or
 * changes.
 *
 * @param right statements that check the right to import, after all locks are taken
 */
export async function writeBatch(
  db: Db,
  batch: WorkChange[],
  right: Statement[],
): Promise<Set<number>> {
  const [first] = batch;
  const year = first?.ejercicioFiscalId;
  const isNew = first?.id === undefined;
  // The key of a registered obra only identified it.
  const rows = batch.map(({ lugar: _, claveUnica, ...row }) =>
    isNew ? { ...row, claveUnica } : row,
  );
  const places = batch.flatMap(({ fila, id, lugar }) =>
    lugar ? { ...lugar, fila, lugar: 0, obra: id } : [],
  );
  const statements: Statement[] = [
    ...addRecords({
      dependencias: distinct(
        batch.flatMap(({ dependencia, siglas }) =>
          dependencia === undefined ? [] : { nombre: dependencia, siglas },
        ),
      ),
      tipos: distinct(batch.flatMap(({ tipoProyecto }) => tipoProyecto ?? [])),
      anios: distinct(batch.flatMap(({ anio }) => anio ?? [])),
    }),
    isNew ? [LOCK_EJERCICIO, [year]] : [LOCK_OBRAS, [batch.map(({ id }) => id)]],
    ...right,
    writeRows(rows, places),
  ];
  const results = await (isNew && year
    ? db.groupCommit(statements, { name: `ejercicio ${year}` })
    : db.batch(statements));
  return new Set((results.at(-1) as Written[]).filter(isWritten).map(({ fila }) => fila));
}

const distinct = <T>(values: T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
