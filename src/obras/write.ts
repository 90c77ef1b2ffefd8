import { DatabaseError } from 'pg';
import { violation } from '../base/constraints.ts';
import { badRequest } from '../base/errors.ts';
import { int4 } from '../base/text.ts';
import type { CommitGroup, Db, Statement } from '../db/db.ts';
import { requireState } from '../http/conditional.ts';
import { keeping } from '../http/idempotency.ts';
import { FIND_OBRA, JOINED, obraNotFound, PIECES } from './documents.ts';
import {
  type Broken,
  findBroken,
  findBrokenReferences,
  idOf,
  JUDGE,
  type PlaceRow,
  ROWS,
  type Row,
  rowsOf,
  tellBroken,
} from './judge.ts';
import type { ChangedObra, NewObra } from './schema.ts';
import { findBrokenPolygons, findTangle } from './ubicaciones.ts';

// Statements --------------------------------------------------------------------------------------

/**
 * The texts of ubicaciones as `obras.lugares` has them, an SQL aggregate. They are written with their obra, so that it is
 * not written twice. A trigger compares (`obras_textos` in sql/documentos.sql).
 */
const PLACE_TEXTS = (direccion: string, localidad: string, referencia: string) =>
  `string_agg(DISTINCT place_text(${direccion}, ${localidad}, ${referencia}) COLLATE "C", E'\\n')`;

/**
 * Registers obras with their ubicaciones, one or many. Each gets the next number of its fiscal year, whose row is held until
 * the transaction ends.
 *
 * Answers every row with `campo` null that was written. Of the others it answers what the judge says, or `claveUnica` where
 * another obra has that key.
 */
const CREATE_OBRAS = `
  WITH ${ROWS}, ${JUDGE}, valida AS MATERIALIZED (
    SELECT * FROM fila f
    WHERE f.fila NOT IN (SELECT fila FROM rota)
      AND (SELECT true FROM obras WHERE clave_unica = f."claveUnica") IS NULL
  ), numero AS (
    UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo_numero_obra + cuantas
    FROM (SELECT ejercicio, count(*)::integer AS cuantas FROM valida GROUP BY ejercicio) c
    WHERE id = ejercicio
    RETURNING id, ultimo_numero_obra - cuantas AS anterior
  ), texto AS MATERIALIZED (
    SELECT fila, ${PLACE_TEXTS('direccion', '"localidadReferencia"', '"referenciaLugar"')} AS lugares
    FROM lugar GROUP BY fila
  ), nueva AS (
    INSERT INTO obras (
      clave_unica, numero_obra, nombre, descripcion, lugares, monto, ejercicio_fiscal_id,
      dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
    SELECT "claveUnica", anterior + row_number() OVER (PARTITION BY ejercicio ORDER BY fila),
      nombre, coalesce(descripcion, ''), coalesce(lugares, ''), monto, ejercicio, dep, "municipioId", tipo,
      "estatusObraId"
    FROM valida JOIN numero ON numero.id = ejercicio LEFT JOIN texto USING (fila)
    ORDER BY fila
    RETURNING id, clave_unica
  ), escrita AS MATERIALIZED (
    SELECT f.fila, nueva.id, f."municipioId", set_config('registro.obra_nueva', nueva.id::text, true) FROM nueva JOIN valida f ON f."claveUnica" = nueva.clave_unica
  ), colocada AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT e.id, coalesce(l."municipioId", e."municipioId"), l.direccion, l."localidadReferencia",
      l."referenciaLugar", l."tipoGeometria", l."geometriaJson", l.orden
    FROM escrita e JOIN lugar l ON l.fila = e.fila
    ORDER BY e.id, l.lugar
    RETURNING id
  )
  SELECT fila, NULL::integer AS lugar, NULL AS campo, NULL::boolean AS activo FROM escrita
  WHERE require_taken(
    (SELECT count(*) FROM lugar WHERE fila IN (SELECT fila FROM escrita)), (SELECT count(*) FROM colocada))
  UNION ALL SELECT * FROM rota
  UNION ALL SELECT fila, NULL, 'claveUnica', true FROM fila
    WHERE fila NOT IN (SELECT fila FROM valida) AND fila NOT IN (SELECT fila FROM rota)`;

/** Without these in a statement PostgreSQL does not make anew what is derived from them. */
const TEXTS = `
      clave_unica = coalesce(f."claveUnica", o.clave_unica),
      nombre = coalesce(f.nombre, o.nombre),
      descripcion = coalesce(f.descripcion, o.descripcion),`;

/** Ubicaciones that somebody else's trigger has swallowed are not missed in silence. */
const TAKEN = `
  WHERE require_taken(
    (SELECT count(*) FROM lugar WHERE fila IN (SELECT fila FROM valida)),
    (SELECT count(*) FROM movida) + (SELECT count(*) FROM colocada))`;

/**
 * Changes obras, one or many. One that moves to another fiscal year gets that year's next number. Rows whose obra is gone
 * are passed over; for the others it answers as `CREATE_OBRAS`.
 *
 * @param changes whether names, keys or descriptions may change; `places` are the parts that write ubicaciones, and `texto`
 *   of those that remain. Without them all stay as they are
 */
const changeStatement = ({ texts, places = '' }: { texts: boolean; places?: string }) => `
  WITH ${ROWS}, ${JUDGE}, valida AS MATERIALIZED (
    SELECT *, coalesce(ejercicio <> ejercicio_fiscal_id, false) AS se_muda
    FROM fila f
    WHERE obra IS NOT NULL AND f.fila NOT IN (SELECT fila FROM rota)
  ), numero AS (
    UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo_numero_obra + cuantas
    FROM (SELECT ejercicio, count(*)::integer AS cuantas FROM valida WHERE se_muda GROUP BY ejercicio) c
    WHERE id = ejercicio
    RETURNING id, ultimo_numero_obra - cuantas AS anterior
  ), mudada AS MATERIALIZED (
    SELECT fila, anterior + row_number() OVER (PARTITION BY ejercicio ORDER BY fila) AS numero
    FROM valida JOIN numero ON numero.id = ejercicio WHERE se_muda
  ), ${places} cambiada AS (
    UPDATE obras o SET
      ${texts ? TEXTS : ''}
      ${places && `lugares = coalesce((SELECT lugares FROM texto WHERE obra_id = o.id), CASE WHEN f.reemplaza THEN '' ELSE o.lugares END),`}
      monto = coalesce(f.monto, o.monto),
      ejercicio_fiscal_id = coalesce(f.ejercicio, o.ejercicio_fiscal_id),
      numero_obra = coalesce((SELECT numero FROM mudada m WHERE m.fila = f.fila), o.numero_obra),
      dependencia_id = coalesce(f.dep, o.dependencia_id),
      municipio_id = coalesce(f."municipioId", o.municipio_id),
      tipo_proyecto_id = CASE WHEN 'tipoProyectoId' = ANY (f.nulos) THEN NULL ELSE coalesce(f.tipo, o.tipo_proyecto_id) END,
      estatus_obra_id = coalesce(f."estatusObraId", o.estatus_obra_id)
    FROM valida f WHERE o.id = f.id AND o.id = ANY (ARRAY(SELECT id FROM valida))
    RETURNING f.fila
  )
  SELECT fila, NULL::integer AS lugar, NULL AS campo, NULL::boolean AS activo FROM cambiada
  ${places && TAKEN}
  UNION ALL SELECT * FROM rota`;
const CHANGE_OBRAS = changeStatement({ texts: true });
const CHANGE_FIELDS = changeStatement({ texts: false });
/** Ubicaciones with an id are changed, those without are new, and of obras whose list is replaced the rest go. */
const CHANGE_OBRAS_AND_UBICACIONES = changeStatement({
  texts: true,
  places: `
  quitada AS (
    DELETE FROM ubicaciones
    WHERE obra_id = ANY (ARRAY(SELECT id FROM valida WHERE reemplaza))
      AND id NOT IN (SELECT id FROM lugar WHERE id IS NOT NULL)
  ), movida AS (
    UPDATE ubicaciones u SET
      municipio_id = coalesce(l."municipioId", CASE WHEN f.reemplaza THEN coalesce(f."municipioId", f.municipio_id) END,
        u.municipio_id),
      direccion = coalesce(l.direccion, u.direccion),
      localidad_referencia =
        CASE WHEN f.reemplaza THEN l."localidadReferencia" ELSE coalesce(l."localidadReferencia", u.localidad_referencia) END,
      referencia_lugar =
        CASE WHEN f.reemplaza THEN l."referenciaLugar" ELSE coalesce(l."referenciaLugar", u.referencia_lugar) END,
      tipo_geometria = coalesce(l."tipoGeometria", u.tipo_geometria),
      geometria_json = coalesce(l."geometriaJson", u.geometria_json),
      orden = coalesce(l.orden, u.orden)
    FROM lugar l JOIN valida f ON f.fila = l.fila
    WHERE u.id = l.id AND u.obra_id = f.id AND u.obra_id = ANY (ARRAY(SELECT id FROM valida))
    RETURNING u.obra_id, u.direccion, u.localidad_referencia, u.referencia_lugar
  ), colocada AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT f.id, coalesce(l."municipioId", f."municipioId", f.municipio_id), l.direccion, l."localidadReferencia",
      l."referenciaLugar", l."tipoGeometria", l."geometriaJson", l.orden
    FROM lugar l JOIN valida f ON f.fila = l.fila
    WHERE l.id IS NULL
    ORDER BY f.fila, l.lugar
    RETURNING obra_id, direccion, localidad_referencia, referencia_lugar
  ), texto AS MATERIALIZED (
    SELECT obra_id, ${PLACE_TEXTS('direccion', 'localidad_referencia', 'referencia_lugar')} AS lugares
    FROM (
      SELECT * FROM movida UNION ALL SELECT * FROM colocada
      UNION ALL
      SELECT u.obra_id, u.direccion, u.localidad_referencia, u.referencia_lugar
      FROM valida f CROSS JOIN LATERAL (SELECT * FROM ubicaciones WHERE obra_id = f.id OFFSET 0) u
      WHERE f.reemplaza IS NOT TRUE AND f.fila IN (SELECT fila FROM lugar)
        AND u.id NOT IN (SELECT id FROM lugar WHERE id IS NOT NULL)
    ) queda GROUP BY obra_id
  ),`,
});

/** The statement that registers rows, or changes the obras of rows that all have an id. */
export function writeRows(rows: Row[], places: PlaceRow[]): Statement {
  const isNew = rows[0]?.id == null;
  const replaces = places.length > 0 || rows.some(({ reemplaza }) => reemplaza);
  const renames = rows.some(
    ({ claveUnica, nombre, descripcion }) => (claveUnica ?? nombre ?? descripcion) != null,
  );
  const change = replaces ? CHANGE_OBRAS_AND_UBICACIONES : renames ? CHANGE_OBRAS : CHANGE_FIELDS;
  return [isNew ? CREATE_OBRAS : change, [JSON.stringify(rows), JSON.stringify(places)]];
}

/** What that statement answers. */
export interface Written extends Omit<Broken, 'campo'> {
  /** Null for a row that was written. */
  campo: Broken['campo'] | 'claveUnica' | null;
}
export const isWritten = ({ campo }: Written) => campo === null;
const isBroken = (row: Written): row is Broken => row.campo !== null && row.campo !== 'claveUnica';

/**
 * Answers the obra that `CREATE_OBRAS` has registered. A statement of its own, since the documents are rendered when the one
 * that writes is done.
 */
const READ_NEW_OBRA = keeping(`
  SELECT ${JOINED} AS json
  FROM (${PIECES} WHERE d.obra_id = (SELECT nullif(current_setting('registro.obra_nueva', true), '')::integer)) o`);

/** Locks an obra's row until the transaction ends, for whoever changes it or what hangs on it. */
export const LOCK_OBRA = 'SELECT FROM obras WHERE id = $1 FOR UPDATE';

// One obra ----------------------------------------------------------------------------------------

/**
 * Registers an obra with its ubicaciones and answers its JSON, in one round trip. The fiscal year's row gives the
 * numeroObra and makes parallel creates of one year follow one another. Those that wait for it go together.
 *
 * @throws HttpError 400 for references that do not exist or are inactive, and for invalid polygons; 409 for a clave that
 *   another obra has
 */
export async function createObra(db: Db, obra: NewObra): Promise<string> {
  const [written, read] = await judged(db, null, obra, () =>
    db.groupCommit([writeRows(...rowsOf(null, obra)), [READ_NEW_OBRA]], {
      name: `ejercicio ${obra.ejercicioFiscalId}`,
    }),
  );
  const answers = written as Written[];
  if (answers.some(isWritten)) return (read as [{ json: string }])[0].json;
  await refuse(db, answers, obra);
  if (answers.length > 0) throw violation('obras_clave_unica_key', obra);
  throw await swallowed(db, null, obra);
}

/**
 * Changes what the body names and answers the whole obra, in one round trip. Moved to another fiscal year, it gets that
 * year's next numeroObra.
 *
 * @param states digests of the states that it may be in (If-Match); undefined for any
 * @throws HttpError 404 for an unknown obra, 400 as `createObra`, 412 where it is in another state
 */
export async function updateObra(
  db: Db,
  digits: string,
  changes: ChangedObra,
  states?: string[],
): Promise<string> {
  const id = int4(digits);
  const rowId = idOf(digits);
  const [[row], places] = rowsOf(rowId, changes);
  row.nulos = Object.entries(changes).flatMap(([field, value]) => (value === null ? field : []));
  row.reemplaza = changes.ubicaciones !== undefined;
  const statements: Statement[] = [
    // The statements after it see the row as it will stay until the end.
    [LOCK_OBRA, [id]],
    ...(states ? [requireState(FIND_OBRA, id, states)] : []),
    writeRows([row], places),
    [FIND_OBRA, [id]],
  ];
  const group: CommitGroup = { name: `obras ${rowId % CHANGE_GROUPS}`, isIndependent: true };
  const results = await judged(db, id, changes, () =>
    isIndependent(changes) ? db.groupCommit(statements, group) : db.batch(statements),
  );
  const [written, read] = results.slice(-2) as [Written[], [{ json: string }?]];
  if (written.some(isWritten)) return (read[0] as { json: string }).json;
  // Of an obra that is not there nothing but its polygons is judged.
  const isThere = results[0]?.length === 1;
  await refuse(db, isThere ? written : [], changes);
  if (!isThere) throw obraNotFound(digits);
  throw await swallowed(db, id, changes);
}

/** In how many groups changes of obras wait. Those of one obra are in one, so that no two groups hold each other's. */
const CHANGE_GROUPS = 2;

/** Whether a change is small and touches nothing but its obra's own row, for which nobody else waits. */
const isIndependent = ({ ubicaciones, ejercicioFiscalId, claveUnica }: ChangedObra) =>
  ubicaciones === undefined && ejercicioFiscalId === undefined && claveUnica === undefined;

/**
 * Runs a write. Polygons that cross themselves are refused by a constraint, like much else; they are told first, and
 * together with whatever reference is broken.
 */
async function judged(
  db: Db,
  id: number | null,
  obra: ChangedObra,
  write: () => Promise<object[][]>,
): Promise<object[][]> {
  if (findTangle(obra.ubicaciones ?? []).length > 0) {
    throw badRequest(await findBroken(db, id, obra));
  }
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint)) throw error;
    const polygons = await findBrokenPolygons(db, obra.ubicaciones);
    if (polygons.length === 0) throw error;
    throw badRequest([...polygons, ...(await findBrokenReferences(db, id, obra))]);
  }
}

/** @throws HttpError 400 where something is wrong with what was not written */
async function refuse(db: Db, answers: Written[], obra: ChangedObra): Promise<void> {
  const polygons = await findBrokenPolygons(db, obra.ubicaciones);
  const failures = [...polygons, ...tellBroken(answers.filter(isBroken), obra)];
  if (failures.length > 0) throw badRequest(failures);
}

/** What to say where nothing was written and nothing is wrong: most likely a record went in that very moment. */
async function swallowed(db: Db, id: number | null, obra: ChangedObra): Promise<Error> {
  const failures = await findBroken(db, id, obra);
  if (failures.length > 0) return badRequest(failures);
  return new Error(
    'the database took no row and said nothing: does a trigger of somebody else’s answer NULL?',
  );
}

/** Deletes an obra with its ubicaciones and says whether there was one. */
export async function deleteObra(db: Db, id: number | null): Promise<boolean> {
  return (await db.one('DELETE FROM obras WHERE id = $1 RETURNING id', [id])) !== undefined;
}
