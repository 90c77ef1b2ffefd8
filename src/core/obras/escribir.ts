import './constraints.ts';
import { DatabaseError } from 'pg';
import { inactive, missing, violation } from '../base/constraints.ts';
import { badRequest, type Failure, remark } from '../base/errors.ts';
import { int4 } from '../base/text.ts';
import type { CommitGroup, Db, Statement } from '../db/db.ts';
import { requireState } from '../http/cache/conditional.ts';
import { keeping } from '../http/idempotency.ts';
import {
  CATALOG_FIELDS,
  type CatalogField,
  OBRA,
  type ObraNumber,
  type ObraText,
  recordOf,
  UBICACION,
} from './campos.ts';
import { FIND_OBRA, obraNotFound } from './documents.ts';
import { OBRA_JSON, OBRA_PARTS } from './obra-json.ts';
import type { ChangedObra, NewObra } from './schema.ts';
import {
  type CheckableUbicacion,
  checkableUbicaciones,
  findBrokenPolygons,
  findTangle,
} from './ubicaciones.ts';

// Obras are written by three statements: one registers, one changes, and one changes with ubicaciones. Each takes many rows and
// checks their references. The form, the import and the demonstration data use them.
//
// The ways to a refusal, in the order in which a write meets them:
//
// | What is wrong                                     | Found by                            | When                                   |
// | ------------------------------------------------- | ----------------------------------- | -------------------------------------- |
// | a field breaks the schema                         | `http/input/validate.ts`            | before; with what the next line finds  |
// | besides that, a reference or polygon is broken    | `moreFailures`: `findBroken`        | before, where the schema was broken    |
// | a polygon crosses itself, as far as can be seen   | `runWrite`: `findTangle`            | before the statement                   |
// | a polygon that only the database finds            | its constraint, then `runWrite`     | in the statement; all is rolled back   |
// | a reference is missing or inactive                | `broken_ref` in the statement       | in it: `refuse`                        |
// | another obra has the clave                        | an answer without that row          | in it: `createObra`; 409               |
// | the obra is not there, or in another state        | `LOCK_OBRA`, `requireState`         | ahead of it; 404, 412                  |
// | nothing was written, and nothing said why         | `explainNothingWritten`             | after it: a record went meanwhile      |

// Input -------------------------------------------------------------------------------------------

/**
 * The values of an obra, which the statements below check or write. Null and undefined leave a value unchanged. An amount may
 * be text, so that no cent is lost.
 */
export interface Row
  extends Partial<Record<CatalogField, number | null>>,
    Partial<Record<ObraText, string | null>>,
    Partial<Record<ObraNumber, number | string | null>> {
  /** Identifies the row within its statement. */
  fila: number;
  /** The obra that it changes; nothing for a new one. */
  id?: number | null;
  claveUnica?: string;
  /** Fields that become null. */
  nulos?: string[];
  /** Records by name, where their ids are not known yet: an earlier statement of the transaction may add them. */
  anio?: number;
  dependencia?: string;
  tipoProyecto?: string | null;
  /** True where its ubicaciones replace all others. Without it the others stay, with their fields. */
  reemplaza?: boolean;
}

export interface PlaceRow extends Omit<Partial<CheckableUbicacion>, 'id'> {
  fila: number;
  /** Its place in the list, counted from 0. */
  lugar: number;
  /** The row's obra, where there is one. */
  obra?: number | null;
  /** The ubicación that it changes; nothing for a new one. */
  id?: number | undefined;
  /** True where its id is in the list more than once. */
  repetida?: boolean;
  direccion?: string | undefined;
  localidadReferencia?: string | null | undefined;
  referenciaLugar?: string | null | undefined;
  tipoGeometria?: string;
  orden?: number;
}

/** A broken reference of a row, or of its ubicación at that place. */
export interface Broken {
  fila: number;
  lugar: number | null;
  campo: CatalogField | 'id';
  /** False for an inactive record, null for one that is not there; true where an ubicación is named twice. */
  activo: boolean | null;
}

/** The values of an obra that the database checks. */
export type CheckableObra = Pick<ChangedObra, CatalogField> & {
  ubicaciones?: CheckableUbicacion[];
};

// Statements --------------------------------------------------------------------------------------

/**
 * The rows of a statement: `$1` is a JSON list of `Row`, `$2` one of `PlaceRow`. The registered values of each obra are joined
 * to them.
 *
 * PostgreSQL takes any such list for one of 100 rows, and would read a whole table for them. So each row is looked up by
 * itself, in its own subquery (`OFFSET 0`) or as a scalar.
 */
const INPUT_ROWS = `
  input_row AS MATERIALIZED (
    SELECT f.*, o.*,
      coalesce(f."ejercicioFiscalId", CASE WHEN f.anio IS NOT NULL THEN
        (SELECT id FROM ejercicios_fiscales WHERE anio = f.anio) END) AS ejercicio,
      coalesce(f."dependenciaId", CASE WHEN f.dependencia IS NOT NULL THEN
        (SELECT id FROM dependencias WHERE md5(fold_case(nombre)) = md5(fold_case(f.dependencia))) END) AS dep,
      coalesce(f."tipoProyectoId", CASE WHEN f."tipoProyecto" IS NOT NULL THEN
        (SELECT id FROM tipos_proyecto WHERE fold_case(nombre) = fold_case(f."tipoProyecto")) END) AS tipo
    FROM json_to_recordset($1) AS f (
      fila integer, id bigint, ${recordOf(OBRA)},
      anio integer, dependencia text, "tipoProyecto" text, nulos text[], reemplaza boolean)
    LEFT JOIN LATERAL (
      SELECT id AS obra, ejercicio_fiscal_id, dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id
      FROM obras WHERE id = f.id OFFSET 0) o ON true
  ), input_place AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2) AS l (
      fila integer, lugar integer, obra bigint, id bigint, repetida boolean, ${recordOf(UBICACION)})
  )`;

/**
 * The broken references of `INPUT_ROWS`. A valid reference is to an active record, or to the present record of the obra or
 * ubicación. A valid id of an ubicación belongs to the obra, and is listed once.
 */
const BROKEN_REFERENCES = `
  broken_ref AS MATERIALIZED (
    SELECT fila, lugar, campo, activo FROM (
      SELECT f.fila, NULL::integer AS lugar, r.* FROM input_row f
      CROSS JOIN LATERAL (VALUES
        ('ejercicioFiscalId', f.ejercicio, f.ejercicio_fiscal_id,
          (SELECT activo FROM ejercicios_fiscales WHERE id = f.ejercicio)),
        ('dependenciaId', f.dep, f.dependencia_id, (SELECT activo FROM dependencias WHERE id = f.dep)),
        ('municipioId', f."municipioId", f.municipio_id,
          (SELECT activo FROM municipios WHERE id = f."municipioId")),
        ('tipoProyectoId', f.tipo, f.tipo_proyecto_id, (SELECT activo FROM tipos_proyecto WHERE id = f.tipo)),
        ('estatusObraId', f."estatusObraId", f.estatus_obra_id,
          (SELECT true FROM estatus_obra WHERE id = f."estatusObraId"))
      ) AS r (campo, id, registered, activo)
      UNION ALL
      SELECT l.fila, l.lugar, 'municipioId', l."municipioId",
        (SELECT municipio_id FROM ubicaciones WHERE id = l.id AND obra_id = l.obra),
        (SELECT activo FROM municipios WHERE id = l."municipioId")
      FROM input_place l
    ) reference
    WHERE id IS NOT NULL AND id IS DISTINCT FROM registered AND activo IS NOT TRUE
    UNION ALL
    SELECT fila, lugar, 'id', is_own FROM (
      SELECT l.*, (SELECT true FROM ubicaciones WHERE id = l.id AND obra_id = l.obra) AS is_own
      FROM input_place l WHERE id IS NOT NULL AND (SELECT true FROM obras WHERE id = l.obra) OFFSET 0
    ) with_id
    WHERE is_own IS NULL OR repetida
  )`;

/**
 * The texts of ubicaciones as `obras.lugares` has them, an SQL aggregate. They are written with the obra, so that its row is
 * written once. A trigger checks them (`obras_textos` in sql/documentos.sql).
 */
const PLACE_TEXTS = (direccion: string, localidad: string, referencia: string) =>
  `string_agg(DISTINCT place_text(${direccion}, ${localidad}, ${referencia}) COLLATE "C", E'\\n')`;

/**
 * Registers obras with their ubicaciones, one or many. Each gets the next number of its fiscal year, whose row is locked until
 * the transaction ends.
 *
 * Returns written rows with `campo` null. For the others it returns the broken references, or `claveUnica` where another obra
 * has that key.
 */
const CREATE_OBRAS = `
  WITH ${INPUT_ROWS}, ${BROKEN_REFERENCES}, valid_row AS MATERIALIZED (
    SELECT * FROM input_row f
    WHERE f.fila NOT IN (SELECT fila FROM broken_ref)
      AND (SELECT true FROM obras WHERE clave_unica = f."claveUnica") IS NULL
  ), next_number AS (
    UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo_numero_obra + cuantas
    FROM (SELECT ejercicio, count(*)::integer AS cuantas FROM valid_row GROUP BY ejercicio) c
    WHERE id = ejercicio
    RETURNING id, ultimo_numero_obra - cuantas AS anterior
  ), place_texts AS MATERIALIZED (
    SELECT fila, ${PLACE_TEXTS('direccion', '"localidadReferencia"', '"referenciaLugar"')} AS lugares
    FROM input_place GROUP BY fila
  ), new_obra AS (
    INSERT INTO obras (
      clave_unica, numero_obra, nombre, descripcion, lugares, monto, ejercicio_fiscal_id,
      dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
    SELECT "claveUnica", anterior + row_number() OVER (PARTITION BY ejercicio ORDER BY fila),
      nombre, coalesce(descripcion, ''), coalesce(lugares, ''), monto, ejercicio, dep, "municipioId", tipo,
      "estatusObraId"
    FROM valid_row JOIN next_number n ON n.id = ejercicio LEFT JOIN place_texts USING (fila)
    ORDER BY fila
    RETURNING id, clave_unica
  ), written_row AS MATERIALIZED (
    SELECT f.fila, new_obra.id, f."municipioId", set_config('registro.obra_nueva', new_obra.id::text, true)
    FROM new_obra JOIN valid_row f ON f."claveUnica" = new_obra.clave_unica
  ), new_place AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT e.id, coalesce(l."municipioId", e."municipioId"), l.direccion, l."localidadReferencia",
      l."referenciaLugar", l."tipoGeometria", l."geometriaJson", l.orden
    FROM written_row e JOIN input_place l ON l.fila = e.fila
    ORDER BY e.id, l.lugar
    RETURNING id
  )
  SELECT fila, NULL::integer AS lugar, NULL AS campo, NULL::boolean AS activo FROM written_row
  WHERE require_taken(
    (SELECT count(*) FROM input_place WHERE fila IN (SELECT fila FROM written_row)), (SELECT count(*) FROM new_place))
  UNION ALL SELECT * FROM broken_ref
  UNION ALL SELECT fila, NULL, 'claveUnica', true FROM input_row
    WHERE fila NOT IN (SELECT fila FROM valid_row) AND fila NOT IN (SELECT fila FROM broken_ref)`;

/** The rows that may change their obras, and new numbers for obras that move to another fiscal year. */
const VALID_CHANGES = `
  valid_row AS MATERIALIZED (
    SELECT *, coalesce(ejercicio <> ejercicio_fiscal_id, false) AS is_moved
    FROM input_row f
    WHERE obra IS NOT NULL AND f.fila NOT IN (SELECT fila FROM broken_ref)
  ), next_number AS (
    UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo_numero_obra + cuantas
    FROM (SELECT ejercicio, count(*)::integer AS cuantas FROM valid_row WHERE is_moved GROUP BY ejercicio) c
    WHERE id = ejercicio
    RETURNING id, ultimo_numero_obra - cuantas AS anterior
  ), renumbered AS MATERIALIZED (
    SELECT fila, anterior + row_number() OVER (PARTITION BY ejercicio ORDER BY fila) AS numero
    FROM valid_row JOIN next_number n ON n.id = ejercicio WHERE is_moved
  )`;

/** PostgreSQL computes generated columns again only where a statement has these columns. */
const SEARCHED_TEXTS = `
      clave_unica = coalesce(f."claveUnica", o.clave_unica),
      nombre = coalesce(f.nombre, o.nombre),
      descripcion = coalesce(f.descripcion, o.descripcion),`;
const WRITTEN_FIELDS = `
      monto = coalesce(f.monto, o.monto),
      ejercicio_fiscal_id = coalesce(f.ejercicio, o.ejercicio_fiscal_id),
      numero_obra = coalesce((SELECT numero FROM renumbered m WHERE m.fila = f.fila), o.numero_obra),
      dependencia_id = coalesce(f.dep, o.dependencia_id),
      municipio_id = coalesce(f."municipioId", o.municipio_id),
      tipo_proyecto_id = CASE WHEN 'tipoProyectoId' = ANY (f.nulos) THEN NULL ELSE coalesce(f.tipo, o.tipo_proyecto_id) END,
      estatus_obra_id = coalesce(f."estatusObraId", o.estatus_obra_id)`;

/**
 * Changes obras without their ubicaciones, one or many. Rows of deleted obras are skipped. For the others it returns the same
 * as `CREATE_OBRAS`.
 */
const changeStatement = (fields: string) => `
  WITH ${INPUT_ROWS}, ${BROKEN_REFERENCES}, ${VALID_CHANGES}, changed_obra AS (
    UPDATE obras o SET ${fields}
    FROM valid_row f WHERE o.id = f.id AND o.id = ANY (ARRAY(SELECT id FROM valid_row))
    RETURNING f.fila
  )
  SELECT fila, NULL::integer AS lugar, NULL AS campo, NULL::boolean AS activo FROM changed_obra
  UNION ALL SELECT * FROM broken_ref`;
const CHANGE_FIELDS = changeStatement(WRITTEN_FIELDS);
const CHANGE_OBRAS = changeStatement(SEARCHED_TEXTS + WRITTEN_FIELDS);

/**
 * Changes obras and their ubicaciones. Ubicaciones with an id are changed, those without are added. Where the list is replaced,
 * the others are deleted.
 */
const CHANGE_OBRAS_AND_UBICACIONES = `
  WITH ${INPUT_ROWS}, ${BROKEN_REFERENCES}, ${VALID_CHANGES}, removed_place AS (
    DELETE FROM ubicaciones
    WHERE obra_id = ANY (ARRAY(SELECT id FROM valid_row WHERE reemplaza))
      AND id NOT IN (SELECT id FROM input_place WHERE id IS NOT NULL)
  ), changed_place AS (
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
    FROM input_place l JOIN valid_row f ON f.fila = l.fila
    WHERE u.id = l.id AND u.obra_id = f.id AND u.obra_id = ANY (ARRAY(SELECT id FROM valid_row))
    RETURNING u.obra_id, u.direccion, u.localidad_referencia, u.referencia_lugar
  ), new_place AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT f.id, coalesce(l."municipioId", f."municipioId", f.municipio_id), l.direccion, l."localidadReferencia",
      l."referenciaLugar", l."tipoGeometria", l."geometriaJson", l.orden
    FROM input_place l JOIN valid_row f ON f.fila = l.fila
    WHERE l.id IS NULL
    ORDER BY f.fila, l.lugar
    RETURNING obra_id, direccion, localidad_referencia, referencia_lugar
  ), place_texts AS MATERIALIZED (
    SELECT obra_id, ${PLACE_TEXTS('direccion', 'localidad_referencia', 'referencia_lugar')} AS lugares
    FROM (
      SELECT * FROM changed_place UNION ALL SELECT * FROM new_place
      UNION ALL
      SELECT u.obra_id, u.direccion, u.localidad_referencia, u.referencia_lugar
      FROM valid_row f CROSS JOIN LATERAL (SELECT * FROM ubicaciones WHERE obra_id = f.id OFFSET 0) u
      WHERE f.reemplaza IS NOT TRUE AND f.fila IN (SELECT fila FROM input_place)
        AND u.id NOT IN (SELECT id FROM input_place WHERE id IS NOT NULL)
    ) place_now GROUP BY obra_id
  ), changed_obra AS (
    UPDATE obras o SET ${SEARCHED_TEXTS}
      lugares = coalesce((SELECT lugares FROM place_texts WHERE obra_id = o.id), CASE WHEN f.reemplaza THEN '' ELSE o.lugares END),
      ${WRITTEN_FIELDS}
    FROM valid_row f WHERE o.id = f.id AND o.id = ANY (ARRAY(SELECT id FROM valid_row))
    RETURNING f.fila
  )
  SELECT fila, NULL::integer AS lugar, NULL AS campo, NULL::boolean AS activo FROM changed_obra
  WHERE require_taken(
    (SELECT count(*) FROM valid_row) + (SELECT count(*) FROM input_place WHERE fila IN (SELECT fila FROM valid_row)),
    (SELECT count(*) FROM changed_obra) + (SELECT count(*) FROM changed_place) + (SELECT count(*) FROM new_place))
  UNION ALL SELECT * FROM broken_ref`;

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

/** A row of that statement's answer. */
export interface Written extends Omit<Broken, 'campo'> {
  /** Null for a row that was written. */
  campo: Broken['campo'] | 'claveUnica' | null;
}
export const isWritten = ({ campo }: Written) => campo === null;
const isBroken = (row: Written): row is Broken => row.campo !== null && row.campo !== 'claveUnica';

/**
 * Reads the obra that `CREATE_OBRAS` registered. It is a separate statement, since the document is rendered at the end of the
 * writing one.
 */
const READ_NEW_OBRA = keeping(`
  SELECT ${OBRA_JSON} AS json
  FROM (${OBRA_PARTS} WHERE d.obra_id = (SELECT nullif(current_setting('registro.obra_nueva', true), '')::integer)) o`);

/** Locks an obra's row until the transaction ends, for changes of it or of its dependent records. */
export const LOCK_OBRA = 'SELECT FROM obras WHERE id = $1 FOR UPDATE';

// One obra ----------------------------------------------------------------------------------------

/**
 * Registers an obra with its ubicaciones and returns its JSON, in one round trip. The fiscal year's row assigns the numeroObra,
 * so creates of one year run one after the other. Waiting ones form a group commit.
 *
 * @throws HttpError 400 for references that do not exist or are inactive, and for invalid polygons; 409 for a clave that
 *   another obra has
 */
export async function createObra(db: Db, obra: NewObra): Promise<string> {
  const [written, read] = await runWrite(db, null, obra, () =>
    db.groupCommit([writeRows(...bodyAsRows(null, obra)), [READ_NEW_OBRA]], {
      name: `ejercicio ${obra.ejercicioFiscalId}`,
    }),
  );
  const answers = written as Written[];
  if (answers.some(isWritten)) return (read as [{ json: string }])[0].json;
  await refuse(db, answers, obra);
  if (answers.length > 0) throw violation('obras_clave_unica_key', obra);
  throw await explainNothingWritten(db, null, obra);
}

/**
 * Changes the fields in the body and returns the whole obra, in one round trip. An obra that moves to another fiscal year gets
 * that year's next numeroObra.
 *
 * @param states digests of the accepted states (If-Match); undefined for any
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
  const [[row], places] = bodyAsRows(rowId, changes);
  row.nulos = Object.entries(changes).flatMap(([field, value]) => (value === null ? field : []));
  row.reemplaza = changes.ubicaciones !== undefined;
  const statements: Statement[] = [
    // The statements after the lock see the row's final state.
    [LOCK_OBRA, [id]],
    ...(states ? [requireState(FIND_OBRA, id, states)] : []),
    writeRows([row], places),
    [FIND_OBRA, [id]],
  ];
  const group: CommitGroup = { name: `obras ${rowId % CHANGE_GROUPS}`, isIndependent: true };
  const results = await runWrite(db, id, changes, () =>
    isIndependent(changes) ? db.groupCommit(statements, group) : db.batch(statements),
  );
  const [written, read] = results.slice(-2) as [Written[], [{ json: string }?]];
  if (written.some(isWritten)) return (read[0] as { json: string }).json;
  // For an unknown obra only the polygons are checked.
  const isThere = results[0]?.length === 1;
  await refuse(db, isThere ? written : [], changes);
  if (!isThere) throw obraNotFound(digits);
  throw await explainNothingWritten(db, id, changes);
}

/**
 * The number of commit groups for changes of obras. All changes of one obra are in one group, so groups do not lock each
 * other's rows.
 */
const CHANGE_GROUPS = 2;

/** True for a small change of the obra's own row alone. */
const isIndependent = ({ ubicaciones, ejercicioFiscalId, claveUnica }: ChangedObra) =>
  ubicaciones === undefined && ejercicioFiscalId === undefined && claveUnica === undefined;

/**
 * Runs a write. A constraint refuses polygons that cross themselves. This function reports them first, together with broken
 * references.
 */
async function runWrite(
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

/** @throws HttpError 400 where a value of a refused row is invalid */
async function refuse(db: Db, answers: Written[], obra: ChangedObra): Promise<void> {
  const polygons = await findBrokenPolygons(db, obra.ubicaciones);
  const failures = [...polygons, ...brokenFailures(answers.filter(isBroken), obra)];
  if (failures.length > 0) throw badRequest(failures);
}

/**
 * The error where nothing was written and nothing was invalid. Most likely a record was deleted at that moment: then the second
 * check finds it.
 */
async function explainNothingWritten(db: Db, id: number | null, obra: ChangedObra): Promise<Error> {
  const failures = await findBroken(db, id, obra);
  if (failures.length > 0) return badRequest(failures);
  return new Error(
    'the database took no row and said nothing: does a trigger of somebody else’s answer NULL?',
  );
}

/** Deletes an obra with its ubicaciones. Returns true where there was one. */
export async function deleteObra(db: Db, id: number | null): Promise<boolean> {
  return (await db.one('DELETE FROM obras WHERE id = $1 RETURNING id', [id])) !== undefined;
}

// References --------------------------------------------------------------------------------------

/** Finds the broken references of rows, and writes nothing. */
export function findBrokenOf(db: Db, rows: Row[], places: PlaceRow[]): Promise<Broken[]> {
  return db.query<Broken>(`WITH ${INPUT_ROWS}, ${BROKEN_REFERENCES} SELECT * FROM broken_ref`, [
    JSON.stringify(rows),
    JSON.stringify(places),
  ]);
}

/** One more than the largest `integer`. No record has it as an id. */
const NO_ID = 2_147_483_648;

/**
 * An id for the statements, which read `bigint`. An id beyond the column's range becomes `NO_ID`. Null would mean «unchanged».
 */
const idOf = (id: number | string): number => int4(id) ?? NO_ID;

/** A body as rows. Unknown members are ignored. */
function bodyAsRows(obraId: number | null, body: CheckableObra): [[Row], PlaceRow[]] {
  const { ubicaciones = [], ...fields } = body;
  const named = CATALOG_FIELDS.filter((field) => typeof fields[field] === 'number');
  const references = Object.fromEntries(
    named.map((field) => [field, idOf(fields[field] as number)]),
  );
  const ids = ubicaciones.map(({ id }) => id);
  const places = ubicaciones.map(({ id, municipioId, ...rest }, i) => ({
    orden: i + 1,
    ...rest,
    fila: 1,
    lugar: i,
    obra: obraId,
    ...(municipioId != null && { municipioId: idOf(municipioId) }),
    ...(id !== undefined && { id: idOf(id), repetida: ids.indexOf(id) !== ids.lastIndexOf(id) }),
  }));
  return [[{ ...fields, ...references, fila: 1, id: obraId }], places];
}

/** A failure for each broken reference of a body, in the order of its fields; the ids of ubicaciones come last. */
function brokenFailures(broken: Broken[], body: CheckableObra): Failure[] {
  const rank = ({ lugar, campo }: Broken) =>
    lugar === null ? CATALOG_FIELDS.indexOf(campo as CatalogField) - CATALOG_FIELDS.length : lugar;
  const of = (isId: boolean) =>
    broken.filter(({ campo }) => (campo === 'id') === isId).sort((a, b) => rank(a) - rank(b));
  return [...of(false), ...of(true)].map(({ lugar, campo, activo }) => {
    const ubicacion = lugar === null ? undefined : body.ubicaciones?.[lugar];
    const field = ubicacion ? `ubicaciones[${lugar}].${campo}` : campo;
    if (campo === 'id') {
      const text = activo
        ? `la ubicación ${ubicacion?.id} está más de una vez en la lista.`
        : `esta obra no tiene la ubicación ${ubicacion?.id}.`;
      return remark(field, text);
    }
    const id = ubicacion ? ubicacion.municipioId : body[campo];
    return activo === null ? missing(field, id) : inactive(field, id);
  });
}

/**
 * A failure for each fault that only the database can find: polygons that cross themselves, and broken references.
 *
 * @param id of the obra that the body changes; null for a new one
 */
export async function findBroken(
  db: Db,
  id: number | null,
  body: CheckableObra,
): Promise<Failure[]> {
  return [
    ...(await findBrokenPolygons(db, body.ubicaciones)),
    ...(await findBrokenReferences(db, id, body)),
  ];
}

export const findBrokenReferences = async (db: Db, id: number | null, body: CheckableObra) =>
  brokenFailures(await findBrokenOf(db, ...bodyAsRows(id, body)), body);

/** The values that the database can check in a body that breaks its schema. */
export function checkableParts(body: unknown): CheckableObra {
  if (typeof body !== 'object' || body === null) return {};
  const members = body as Record<string, unknown>;
  const whole = CATALOG_FIELDS.filter((field) => Number.isInteger(members[field]));
  return {
    ...Object.fromEntries(whole.map((field) => [field, members[field] as number])),
    ubicaciones: checkableUbicaciones(members.ubicaciones),
  };
}
