import type { Db, Statement } from '../../db/db.ts';
import type { Field, Says } from './judge.ts';

/** What a row of the file is to make of an obra: a new one, or changes of the one with that id. */
export interface Change extends Says {
  fila: number;
  claveUnica: string;
  id?: number;
}

/** An obra with a row's key, and how it differs from what the row says. */
export interface Compared {
  id: number;
  /** The fields in which the row says something else. */
  changes: Field[];
  /** No ubicación; one, which is a point; or others. */
  place: 'none' | 'point' | 'other';
}

/** Ids by key, of the obras that have one of these keys. */
export async function findClaves(db: Db, claves: string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ clave: string; id: number }>(
    'SELECT clave_unica AS clave, id FROM obras WHERE clave_unica = ANY ($1::text[])',
    [claves],
  );
  return new Map(rows.map(({ clave, id }) => [clave, id]));
}

/** What a row may say, as a statement reads it. */
const FIELDS = `
  fila integer, id integer, "claveUnica" text, nombre text, descripcion text, monto numeric,
  "ejercicioFiscalId" integer, anio integer, "dependenciaId" integer, dependencia text, siglas text,
  "municipioId" integer, "tipoProyectoId" integer, "tipoProyecto" text, "estatusObraId" integer,
  direccion text, "localidadReferencia" text, "referenciaLugar" text, punto json, recorte boolean`;

/** The first ubicación of an obra `o`, and how many there are. */
const FIRST_PLACE = `
  LEFT JOIN LATERAL (
    SELECT u.id, u.direccion, u.localidad_referencia, u.referencia_lugar, u.municipio_id,
      u.geometria_json ->> 'type' AS tipo, u.geometria_json -> 'coordinates' AS posicion,
      count(*) OVER () AS cuantas
    FROM ubicaciones u WHERE u.obra_id = o.id ORDER BY u.orden, u.id LIMIT 1
  ) u ON true`;
const IS_POINT = `(u.cuantas = 1 AND u.tipo = 'Point')`;
const MOVED = `((u.posicion ->> 0)::float8, (u.posicion ->> 1)::float8)
  <> ((f.punto ->> 0)::float8, (f.punto ->> 1)::float8)`;

/** A text that a row says is another, unless it is the same as far as a spreadsheet's cell goes. */
const differs = (field: string, column: string) =>
  `WHEN f.${field} <> coalesce(${column}, '') AND NOT (coalesce(f.recorte, false) AND right(f.${field}, 1) = '…'
     AND starts_with(${column}, left(f.${field}, -1))) THEN '${field.replaceAll('"', '')}'`;

const COMPARE = `
  SELECT f.fila, o.id, CASE WHEN u.id IS NULL THEN 'none' WHEN ${IS_POINT} THEN 'point' ELSE 'other' END AS place,
    array_remove(ARRAY[
      CASE ${differs('nombre', 'o.nombre')} END,
      CASE ${differs('descripcion', 'o.descripcion')} END,
      CASE WHEN f.monto <> o.monto THEN 'monto' END,
      CASE WHEN f.anio IS NOT NULL OR f."ejercicioFiscalId" <> o.ejercicio_fiscal_id
        THEN 'ejercicioFiscalId' END,
      CASE WHEN f.dependencia IS NOT NULL OR f."dependenciaId" <> o.dependencia_id THEN 'dependenciaId' END,
      CASE WHEN f."municipioId" <> o.municipio_id THEN 'municipioId' END,
      CASE WHEN f."tipoProyecto" IS NOT NULL
          OR (f."tipoProyectoId" IS NOT NULL AND f."tipoProyectoId" IS DISTINCT FROM o.tipo_proyecto_id)
        THEN 'tipoProyectoId' END,
      CASE WHEN f."estatusObraId" <> o.estatus_obra_id THEN 'estatusObraId' END,
      CASE WHEN u.id IS NOT NULL THEN CASE ${differs('direccion', 'u.direccion')} END END,
      CASE WHEN u.id IS NOT NULL THEN CASE ${differs('"localidadReferencia"', 'u.localidad_referencia')} END END,
      CASE WHEN u.id IS NOT NULL THEN CASE ${differs('"referenciaLugar"', 'u.referencia_lugar')} END END,
      CASE WHEN f.punto IS NOT NULL AND (u.id IS NULL OR (${IS_POINT} AND ${MOVED})) THEN 'punto' END
    ], NULL) AS changes
  FROM json_to_recordset($1) AS f (${FIELDS})
  JOIN obras o ON o.id = f.id
  ${FIRST_PLACE}`;

/** How obras differ from what rows say of them, by the rows' numbers; `recorte` marks texts that may have been cut. */
export async function compareObras(
  db: Db,
  rows: (Change & { recorte: boolean })[],
): Promise<Map<number, Compared>> {
  const found = await db.query<Compared & { fila: number }>(COMPARE, [JSON.stringify(rows)]);
  return new Map(found.map(({ fila, ...compared }) => [fila, compared]));
}

// Writing -----------------------------------------------------------------------------------------

/** Records of catalogs that rows need and that are not there yet: made once, whoever comes first. */
export function addCatalogs(changes: Change[]): Statement[] {
  const statements: Statement[] = [];
  const named = <T>(pick: (change: Change) => T | undefined) => [
    ...new Map(
      changes.flatMap((change) => {
        const value = pick(change);
        return value === undefined ? [] : [[JSON.stringify(value), value] as const];
      }),
    ).values(),
  ];
  const dependencias = named(({ dependencia, siglas }) =>
    dependencia === undefined ? undefined : { nombre: dependencia, siglas },
  );
  if (dependencias.length > 0) statements.push([ADD_DEPENDENCIAS, [JSON.stringify(dependencias)]]);
  const tipos = named(({ tipoProyecto }) => tipoProyecto);
  if (tipos.length > 0) statements.push([ADD_TIPOS, [tipos]]);
  const anios = named(({ anio }) => anio);
  if (anios.length > 0) statements.push([ADD_EJERCICIOS, [anios]]);
  return statements;
}
const ADD_DEPENDENCIAS = `
  INSERT INTO dependencias (nombre, siglas)
  SELECT nombre, siglas FROM json_to_recordset($1) AS d (nombre text, siglas text)
  ON CONFLICT (md5(fold_case(nombre))) DO NOTHING`;
const ADD_TIPOS = `
  INSERT INTO tipos_proyecto (nombre) SELECT unnest($1::text[])
  ON CONFLICT (fold_case(nombre)) DO NOTHING`;
const ADD_EJERCICIOS = `
  INSERT INTO ejercicios_fiscales (anio) SELECT unnest($1::integer[]) ON CONFLICT (anio) DO NOTHING`;

/** The rows with the ids of catalog records that were named, which may be of this very transaction. */
const RESOLVED = `
  SELECT f.*,
    coalesce(f."ejercicioFiscalId",
      (SELECT id FROM ejercicios_fiscales WHERE anio = f.anio)) AS ejercicio,
    coalesce(f."dependenciaId", CASE WHEN f.dependencia IS NOT NULL THEN
      (SELECT id FROM dependencias WHERE md5(fold_case(nombre)) = md5(fold_case(f.dependencia))) END) AS dep,
    coalesce(f."tipoProyectoId", CASE WHEN f."tipoProyecto" IS NOT NULL THEN
      (SELECT id FROM tipos_proyecto WHERE fold_case(nombre) = fold_case(f."tipoProyecto")) END) AS tipo
  FROM json_to_recordset($1) AS f (${FIELDS})`;
const AS_POINT = `json_build_object('type', 'Point', 'coordinates', f.punto)`;

/** Writes nothing for rows whose key is taken, or whose references have gone or become inactive; answers those written. */
const INSERT_OBRAS = `
  WITH fila AS MATERIALIZED (${RESOLVED}),
  valida AS MATERIALIZED (
    SELECT f.* FROM fila f
    JOIN ejercicios_fiscales e ON e.id = f.ejercicio AND e.activo
    JOIN dependencias d ON d.id = f.dep AND d.activo
    JOIN municipios m ON m.id = f."municipioId" AND m.activo
    LEFT JOIN tipos_proyecto t ON t.id = f.tipo
    WHERE t.activo IS NOT FALSE
      AND NOT EXISTS (SELECT FROM obras o WHERE o.clave_unica = f."claveUnica")
  ), numero AS (
    UPDATE ejercicios_fiscales e SET ultimo_numero_obra = ultimo_numero_obra + cuantas
    FROM (SELECT ejercicio, count(*)::integer AS cuantas FROM valida GROUP BY 1) c
    WHERE e.id = c.ejercicio
    RETURNING e.id, ultimo_numero_obra - cuantas AS anterior
  ), nueva AS (
    INSERT INTO obras (
      clave_unica, numero_obra, nombre, descripcion, monto, ejercicio_fiscal_id,
      dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
    SELECT "claveUnica", anterior + row_number() OVER (PARTITION BY ejercicio ORDER BY fila),
      nombre, coalesce(descripcion, ''), monto, ejercicio, dep, "municipioId", tipo, "estatusObraId"
    FROM valida JOIN numero ON numero.id = ejercicio
    ORDER BY fila
    ON CONFLICT (clave_unica) DO NOTHING
    RETURNING id, clave_unica
  ), colocada AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT nueva.id, f."municipioId", coalesce(f.direccion, m.nombre || ', Yucatán'), f."localidadReferencia",
      f."referenciaLugar", 'PUNTO', ${AS_POINT}, 1
    FROM nueva
    JOIN valida f ON f."claveUnica" = nueva.clave_unica
    JOIN municipios m ON m.id = f."municipioId"
    WHERE f.punto IS NOT NULL
    ORDER BY nueva.id
  )
  SELECT clave_unica AS clave FROM nueva`;

/** The year's row, before the statement that gives its numbers: that one then sees all that others have registered. */
const LOCK_EJERCICIO = 'SELECT FROM ejercicios_fiscales WHERE id = $1 FOR NO KEY UPDATE';

/** Those who change the same obras wait here, in one order. */
const LOCK_OBRAS = 'SELECT FROM obras WHERE id = ANY ($1::integer[]) ORDER BY id FOR UPDATE';

const UPDATE_OBRAS = `
  WITH fila AS MATERIALIZED (${RESOLVED}),
  valida AS MATERIALIZED (
    SELECT f.*, o.ejercicio_fiscal_id, o.municipio_id,
      u.id AS lugar, u.municipio_id AS lugar_municipio,
      coalesce(${IS_POINT} AND ${MOVED}, false) AS se_mueve
    FROM fila f
    JOIN obras o ON o.id = f.id
    ${FIRST_PLACE}
    WHERE (f.ejercicio IS NULL OR f.ejercicio = o.ejercicio_fiscal_id
        OR EXISTS (SELECT FROM ejercicios_fiscales WHERE id = f.ejercicio AND activo))
      AND (f.dep IS NULL OR f.dep = o.dependencia_id
        OR EXISTS (SELECT FROM dependencias WHERE id = f.dep AND activo))
      AND (f."municipioId" IS NULL OR f."municipioId" = o.municipio_id
        OR EXISTS (SELECT FROM municipios WHERE id = f."municipioId" AND activo))
      AND (f.tipo IS NULL OR f.tipo IS NOT DISTINCT FROM o.tipo_proyecto_id
        OR EXISTS (SELECT FROM tipos_proyecto WHERE id = f.tipo AND activo))
  ), numero AS (
    UPDATE ejercicios_fiscales e SET ultimo_numero_obra = ultimo_numero_obra + cuantas
    FROM (SELECT ejercicio, count(*)::integer AS cuantas FROM valida
          WHERE ejercicio <> ejercicio_fiscal_id GROUP BY 1) c
    WHERE e.id = c.ejercicio
    RETURNING e.id, ultimo_numero_obra - cuantas AS anterior
  ), nuevo_numero AS (
    SELECT f.id, anterior + row_number() OVER (PARTITION BY ejercicio ORDER BY fila) AS numero
    FROM valida f JOIN numero ON numero.id = f.ejercicio
    WHERE f.ejercicio <> f.ejercicio_fiscal_id
  ), cambiada AS (
    UPDATE ubicaciones u SET
      direccion = coalesce(f.direccion, u.direccion),
      localidad_referencia = coalesce(f."localidadReferencia", u.localidad_referencia),
      referencia_lugar = coalesce(f."referenciaLugar", u.referencia_lugar),
      municipio_id = CASE WHEN u.municipio_id = f.municipio_id
        THEN coalesce(f."municipioId", u.municipio_id) ELSE u.municipio_id END,
      geometria_json = CASE WHEN f.se_mueve THEN ${AS_POINT} ELSE u.geometria_json END
    FROM valida f WHERE u.id = f.lugar
  ), colocada AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT f.id, m.id, coalesce(f.direccion, m.nombre || ', Yucatán'), f."localidadReferencia",
      f."referenciaLugar", 'PUNTO', ${AS_POINT}, 1
    FROM valida f JOIN municipios m ON m.id = coalesce(f."municipioId", f.municipio_id)
    WHERE f.punto IS NOT NULL AND f.lugar IS NULL
  )
  UPDATE obras o SET
    nombre = coalesce(f.nombre, o.nombre),
    descripcion = coalesce(f.descripcion, o.descripcion),
    monto = coalesce(f.monto, o.monto),
    ejercicio_fiscal_id = coalesce(f.ejercicio, o.ejercicio_fiscal_id),
    numero_obra = coalesce((SELECT numero FROM nuevo_numero n WHERE n.id = o.id), o.numero_obra),
    dependencia_id = coalesce(f.dep, o.dependencia_id),
    municipio_id = coalesce(f."municipioId", o.municipio_id),
    tipo_proyecto_id = coalesce(f.tipo, o.tipo_proyecto_id),
    estatus_obra_id = coalesce(f."estatusObraId", o.estatus_obra_id)
  FROM valida f WHERE o.id = f.id
  RETURNING o.clave_unica AS clave`;

/**
 * Writes a batch in one transaction and one round trip, and answers the keys that were written. All of it are new obras
 * of one year, or all are changes.
 *
 * @param right judges whether it may be written, once nobody else is waited for
 */
export async function writeBatch(
  db: Db,
  batch: Change[],
  right: Statement[],
): Promise<Set<string>> {
  const [first] = batch;
  const year = first?.ejercicioFiscalId;
  const isNew = first?.id === undefined;
  const results = await db.atOnce(
    [
      ...addCatalogs(batch),
      ...(isNew
        ? ([
            [LOCK_EJERCICIO, [year]],
            ...right,
            [INSERT_OBRAS, [JSON.stringify(batch)]],
          ] as Statement[])
        : ([
            [LOCK_OBRAS, [batch.map(({ id }) => id)]],
            ...right,
            [UPDATE_OBRAS, [JSON.stringify(batch)]],
          ] as Statement[])),
    ],
    isNew && year ? { line: `ejercicio ${year}` } : undefined,
  );
  return new Set((results.at(-1) as { clave: string }[]).map(({ clave }) => clave));
}
