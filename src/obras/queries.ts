import type { FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { inactive, missing } from '../base/constraints.ts';
import { badRequest, notFound, unauthorized } from '../base/errors.ts';
import { int4, int4List } from '../base/text.ts';
import { type Db, PLANNED_ANEW } from '../db/db.ts';
import { requireState } from '../http/conditional.ts';
import { COLUMNS, ROWS_FROM } from './columns.ts';
import { idsInOrder, keyOf, type Orden, type Place } from './orden.ts';
import { type ChangedObra, type NewObra, Obra, type ObraFilters } from './schema.ts';
import {
  findBrokenPolygons,
  findForeignIds,
  findTangle,
  type JudgeableUbicacion,
  judgeableUbicaciones,
} from './ubicaciones.ts';

/**
 * What each obra's JSON is made of: the pieces that stand rendered (migration 004), and the catalogs that go between.
 * To be followed by conditions on `d.obra_id`.
 *
 * @param pieces the table of pieces, or the view that makes them anew
 */
const piecesIn = (pieces: 'obras_documentos' | 'obras_piezas') => `
  SELECT d.obra_id, cabeza, ef.json AS ejercicio, dependencia_id, dep.json AS dependencia, medio, tp.json AS tipo, cola
  FROM ${pieces} d
  JOIN ejercicios_fiscales ef ON ef.id = d.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = d.dependencia_id
  LEFT JOIN tipos_proyecto tp ON tp.id = d.tipo_proyecto_id`;
const PIECES = piecesIn('obras_documentos');
/** An obra's JSON out of its pieces. */
const JOINED = 'join_obra(cabeza, ejercicio, dependencia_id, dependencia, medio, tipo, cola)';

// Reading -----------------------------------------------------------------------------------------

/** The JSON of one obra, or undefined where there is none with that id. */
export function findObra(db: Db, id: number | null): Promise<string | undefined> {
  return db.findJson(FIND_OBRA, [id]);
}
const FIND_OBRA = `SELECT ${JOINED} AS json FROM (${PIECES} WHERE d.obra_id = $1) o`;

/** The JSON of these obras by id; those that do not exist are left out. */
export async function findObras(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; json: string }>(
    `SELECT obra_id AS id, ${JOINED} AS json
     FROM (${PIECES} WHERE d.obra_id = ANY ($1::integer[])) o`,
    [ids],
  );
  return new Map(rows.map(({ id, json }) => [id, json]));
}

/** How a list shows each obra: an SQL expression over its pieces, what goes between two, and about how long one is. */
interface Form {
  json: string;
  separator: string;
  bytes: string;
}
const DOCUMENTS: Form = {
  json: JOINED,
  separator: ',\\n',
  bytes: 'octet_length(cabeza) + octet_length(cola)',
};
/**
 * A line for each obra: between the values of a JSON text a line end is only a blank. There are some in what is made of
 * the ubicaciones.
 */
const LINES: Form = {
  ...DOCUMENTS,
  json: JOINED.replace('cola', `replace(replace(cola, E'\\n', ' '), E'\\r', ' ')`),
  separator: '\\n',
};

/** Some fields of each obra, in the document's order. Ubicaciones that are not asked for are cut off beforehand. */
function onlyFields(campos: string | undefined): Form {
  if (campos === undefined) return DOCUMENTS;
  const asked = campos.split(',');
  const fields = Object.keys(Obra.properties).filter((name) => asked.includes(name));
  const hasPlaces = fields.includes('ubicaciones');
  // Quotes within a text are escaped, so this can only be the member itself.
  const document = hasPlaces
    ? JOINED
    : JOINED.replace('cola', `left(cola, strpos(cola, ',"ubicaciones":') - 1) || '}'`);
  const record = fields.map((name) => `"${name}" json`).join(', ');
  return {
    ...DOCUMENTS,
    json: `(SELECT row_to_json(r)::text FROM json_to_record((${document})::json) AS r (${record}))`,
    bytes: hasPlaces ? DOCUMENTS.bytes : 'octet_length(cabeza)',
  };
}

/** Some fields of one obra, or undefined where there is none with that id. */
export function findFields(db: Db, id: number | null, campos: string): Promise<string | undefined> {
  return db.findJson(
    `SELECT ${onlyFields(campos).json} AS json FROM (${PIECES} WHERE d.obra_id = $1) o`,
    [id],
  );
}

/** How many obras one step of a list takes, and about how many bytes of them are in memory at once. */
const STEP = 100;
const STEP_BYTES = 1_000_000;

/** Every obra's JSON by id: what a whole list consists of; and the same made anew from the tables. */
export const LIST_OBRAS = `SELECT ${JOINED} AS json FROM (${PIECES}) o ORDER BY obra_id`;
export const RENDER_OBRAS = `SELECT ${JOINED} AS json FROM (${piecesIn('obras_piezas')}) o ORDER BY obra_id`;

/**
 * The JSON of obras in their order, as far as it fits in one step. What it answers, `Step`, tells how far that was; the
 * rest is for `renderObras`. One statement finds ids and documents, so that an ordinary page is one round trip.
 *
 * @param ids an SQL expression of type integer[]
 * @param limit how many of them at most are answered, an SQL expression
 */
export const step = (ids: string, limit?: string, form: Form = DOCUMENTS) => `
  WITH pagina AS MATERIALIZED (
    SELECT ids FROM (SELECT ${ids}) p (ids)
  )
  SELECT pagina.ids, paso.* FROM pagina CROSS JOIN LATERAL (
    -- In the order that the window gives: sorted once more within string_agg, each text would be copied.
    SELECT coalesce(max(lugar), 0)::integer AS hasta, string_agg(${form.json}, E'${form.separator}') AS json FROM (
      SELECT o.*, lugar, sum(${form.bytes}) OVER (
        ORDER BY lugar ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
      FROM unnest(pagina.ids${limit ? `[:${limit}]` : ''}) WITH ORDINALITY AS p (id, lugar)
      JOIN (${PIECES}) o ON obra_id = p.id
    ) medida
    WHERE antes IS NULL OR antes < ${STEP_BYTES}
  ) paso`;

export interface Step {
  ids: number[];
  /** How many of the ids the JSON covers; those that are gone have none. */
  hasta: number;
  /** Null where all of them are gone. */
  json: string | null;
}

/** How a list is to be read besides its filters. */
export interface Listing {
  orden?: Orden | undefined;
  /** The fields to be answered, with commas between; all of them without. */
  campos?: string | undefined;
}

/** The JSON of every obra that passes the filters, in order, in pieces of bounded size to be joined by commas. */
export function streamObras(db: Db, filters: Narrowing, { orden, campos }: Listing = {}) {
  return streamSteps(db, filters, orden, onlyFields(campos));
}

/** The same as lines, a JSON text each, in pieces to be joined by line ends. */
export function streamLines(db: Db, filters: Narrowing, orden?: Orden) {
  return streamSteps(db, filters, orden, LINES);
}

async function* streamSteps(
  db: Db,
  filters: Narrowing,
  orden: Orden = 'id',
  form: Form,
): AsyncGenerator<string> {
  for (let after: Place | undefined; ; ) {
    const found = conditions(filters);
    const page = step(idsInOrder(orden, found, after, String(STEP)), undefined, form);
    const { ids, hasta, json, key } = (await db.one<Step & { key: string | null }>(
      `SELECT pagina.*, ${keyOf(orden, 'pagina.ids[cardinality(pagina.ids)]')} AS key FROM (${page}) pagina`,
      found.values,
    )) as Step & { key: string | null };
    if (json) yield json;
    yield* renderObras(db, ids.slice(hasta), form);
    if (ids.length < STEP) return;
    after = { id: ids.at(-1) as number, key };
  }
}

/** The JSON of these obras, in this order, in pieces of bounded size; ids that are gone are left out. */
export async function* renderObras(
  db: Db,
  ids: number[],
  form: Form = DOCUMENTS,
): AsyncGenerator<string> {
  for (let rest = ids; rest.length > 0; ) {
    const { hasta, json } = (await db.one<Step>(step('$1::integer[]', undefined, form), [
      rest,
    ])) as Step;
    if (json) yield json;
    rest = rest.slice(hasta || rest.length);
  }
}

/** The pieces of obras of which the first step is there already. */
export async function* renderRest(db: Db, json: string | null, rest: number[], form?: Form) {
  if (json) yield json;
  yield* renderObras(db, rest, form);
}

/** Which part of a list: at most `limit` obras, those after a place or those after `offset` others. */
export interface Slice extends Listing {
  limit: number;
  after?: Place | undefined;
  offset: number;
  /** How many pass the filters, where that is known already: counting costs more the more there are. */
  total?: number | undefined;
}

/** One page of obras: its pieces, where the next begins if more follow, and how many pass the filters altogether. */
export async function findObraPage(db: Db, filters: Narrowing, slice: Slice) {
  const { limit, orden = 'id', campos } = slice;
  const form = onlyFields(campos);
  const given = conditions(filters);
  const { where, values } = given;
  const total =
    slice.total === undefined
      ? `(SELECT count(*)::integer FROM obras o WHERE true ${where})`
      : `$${values.push(slice.total)}::integer`;
  const most = `$${values.push(limit)}::integer`;
  const offset = `$${values.push(slice.offset)}::bigint`;
  const page = step(idsInOrder(orden, given, slice.after, `${most} + 1`, offset), most, form);
  const found = await db.one<Step & { total: number; key: string | null }>(
    `SELECT ${total} AS total, pagina.*, ${keyOf(orden, `pagina.ids[${most}]`)} AS key
     FROM (${page}) pagina`,
    values,
  );
  const { ids, hasta, json, key } = found as Step & { key: string | null };
  return {
    total: found?.total as number,
    last: ids.length > limit ? { id: ids[limit - 1] as number, key } : undefined,
    pieces: renderRest(db, json, ids.slice(hasta, limit), form),
  };
}

/** How many rows of a sheet one step takes at most; it takes about as many bytes of documents as a step of a list. */
const ROWS_STEP = 500;
const CELLS = COLUMNS.map(({ name, sql }) => `(${sql})::text AS "${name}"`).join(', ');

/** The rows of a sheet for the obras that pass the filters, in order, in batches of bounded size. */
export async function* streamRows(
  db: Db,
  filters: Narrowing,
  orden: Orden = 'id',
): AsyncGenerator<(string | null)[][]> {
  for (let after: Place | undefined; ; ) {
    const found = conditions(filters);
    const ids = idsInOrder(orden, found, after, String(ROWS_STEP));
    // How large an obra is, is known from its document unread.
    const rows = await db.query<SheetRow>(
      `WITH pagina AS MATERIALIZED (SELECT ids FROM (SELECT ${ids}) p (ids)),
       medida AS MATERIALIZED (
         SELECT id, lugar, sum(octet_length(cabeza) + octet_length(cola)) OVER (
           ORDER BY lugar ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
         FROM pagina, unnest(ids) WITH ORDINALITY AS p (id, lugar)
         JOIN obras_documentos ON obra_id = id
       )
       SELECT lugar::integer, cardinality(ids) AS encontradas, ${keyOf(orden, 'o.id')} AS key, ${CELLS}
       FROM pagina, medida JOIN obras o ON o.id = medida.id ${ROWS_FROM}
       WHERE antes IS NULL OR antes < ${STEP_BYTES}
       ORDER BY lugar`,
      found.values,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => COLUMNS.map(({ name }) => row[name] as string | null));
    if (last.lugar === last.encontradas && last.encontradas < ROWS_STEP) return;
    after = { id: Number(last.id), key: last.key };
  }
}

/** The cells by their headings, and where the row stands among those of its step. */
interface SheetRow extends Record<string, string | number | null> {
  lugar: number;
  encontradas: number;
  key: string | null;
}

/** How many obras pass the filters, counted up to `most`. */
export async function countObras(db: Db, filters: Narrowing, most: number): Promise<number> {
  const { where, values } = conditions(filters);
  const row = await db.one<{ obras: number }>(
    `SELECT count(*)::integer AS obras
     FROM (SELECT FROM obras o WHERE true ${where} LIMIT $${values.push(most)}) o`,
    values,
  );
  return row?.obras as number;
}

/** The filters as they narrow: favorites are those of a user, by id. */
export type Narrowing = Omit<ObraFilters, 'favoritas'> & { favoritas?: { de: string } };

/**
 * What a request's filters narrow to for whoever calls.
 *
 * @throws HttpError 401 where they ask for favorites and nobody is known
 */
export function narrowing(
  { favoritas, ...others }: ObraFilters,
  { caller }: Pick<FastifyRequest, 'caller'>,
): Narrowing {
  if (favoritas === undefined) return others;
  if (!caller) throw unauthorized();
  return { ...others, favoritas: { de: caller.id } };
}

/**
 * The filters as conditions on `o`: only those given, so that each combination is planned for itself. Every value is a
 * parameter; the texts put together here are this function's own.
 *
 * @param values the parameters so far, to which the filters' are added
 */
export function conditions(
  filters: Narrowing,
  values: unknown[] = [],
): { where: string; values: unknown[] } {
  const where: string[] = [];
  const among = (column: string, ids: string | undefined) => {
    if (ids === undefined) return;
    where.push(
      ids.includes(',')
        ? `AND ${column} = ANY ($${values.push(int4List(ids))}::integer[])`
        : `AND ${column} = $${values.push(int4(ids))}`,
    );
  };
  among('o.municipio_id', filters.municipioId);
  among('o.estatus_obra_id', filters.estatusObraId);
  among('o.ejercicio_fiscal_id', filters.ejercicioFiscalId);
  among('o.dependencia_id', filters.dependenciaId);
  among('o.tipo_proyecto_id', filters.tipoProyectoId);
  const { montoMin, montoMax } = filters;
  if (montoMin !== undefined) where.push(`AND o.monto >= $${values.push(montoMin)}::numeric`);
  if (montoMax !== undefined) where.push(`AND o.monto <= $${values.push(montoMax)}::numeric`);
  for (const word of new Set((filters.q ?? '').split(/\s+/).filter(Boolean))) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    // Few obras have some words and nearly all have others.
    where.push(`AND o.busqueda LIKE fold_accents($${values.push(pattern)}) ${PLANNED_ANEW}`);
  }
  if (filters.favoritas !== undefined) {
    const user = `$${values.push(filters.favoritas.de)}::uuid`;
    where.push(`AND o.id IN (SELECT obra_id FROM favorites WHERE user_id = ${user})`);
  }
  if (filters.bbox !== undefined) {
    const [west = 0, south = 0, east = 0, north = 0] = filters.bbox.split(',').map(Number);
    const meets = touches('u.geometria', [west, south, east, north], values);
    where.push(`AND EXISTS (SELECT FROM ubicaciones u WHERE u.obra_id = o.id AND ${meets})`);
  }
  return { where: where.join(' '), values };
}

/** A rectangle, by its edges in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** The condition that a geometry touches a rectangle; its edges go into `values`. */
export function touches(column: string, box: Box, values: unknown[]): string {
  const [west, south, east, north] = box.map(
    (degrees) => `$${values.push(degrees)}::double precision`,
  );
  // The envelope of two corners is a rectangle, or the line or point that a rectangle without area is. With those
  // ST_Intersects takes seconds for a long line that crosses itself often. The distance says the same at once.
  const shape = `ST_Envelope(ST_SetSRID(ST_Collect(
    ST_MakePoint(${west}, ${south}), ST_MakePoint(${east}, ${north})), 4326))`;
  return box[0] !== box[2] && box[1] !== box[3]
    ? `ST_Intersects(${column}, ${shape})`
    : `ST_DWithin(${column}, ${shape}, 0)`;
}

// Writing -----------------------------------------------------------------------------------------

/**
 * Registers an obra with its ubicaciones and answers its JSON, in one round trip. The fiscal year's row gives the
 * numeroObra and makes parallel creates of one year follow one another. Those that wait for it go together.
 *
 * @throws HttpError 400 for references that do not exist or are inactive, and for invalid polygons.
 */
export async function createObra(db: Db, obra: NewObra, isRepeated = false): Promise<string> {
  const ubicaciones = (obra.ubicaciones ?? []).map(({ municipioId, ...ubicacion }, i) => ({
    orden: i + 1,
    ...ubicacion,
    municipioId: municipioId ?? obra.municipioId,
  }));
  const values = [
    obra.claveUnica,
    obra.nombre,
    obra.descripcion ?? '',
    obra.monto,
    obra.ejercicioFiscalId,
    obra.dependenciaId,
    obra.municipioId,
    obra.tipoProyectoId,
    obra.estatusObraId,
    JSON.stringify(ubicaciones),
  ];
  const [inserted, read] = await judged(db, null, obra, () =>
    db.atOnce(
      [
        [INSERT_OBRA, values],
        [READ_OBRA_BY_CLAVE, [obra.claveUnica]],
      ],
      { line: `ejercicio ${obra.ejercicioFiscalId}` },
    ),
  );
  // Where nothing was written, what was read is another obra with that clave.
  if (inserted?.length) return (read as [{ json: string }])[0].json;
  const failures = await findBroken(db, null, obra);
  if (failures.length > 0) throw badRequest(failures);
  // What was broken has been put right in between.
  if (!isRepeated) return createObra(db, obra, true);
  throw swallowed();
}

/** Nothing is wrong with what was sent, and nothing was written, twice. */
const swallowed = () =>
  new Error(
    'the database took no row and said nothing: does a trigger of somebody else’s answer NULL?',
  );

/** Writes nothing and answers no row where a reference is missing or inactive. */
const INSERT_OBRA = `
  WITH lugar AS MATERIALIZED (
    SELECT * FROM json_to_recordset($10) AS l (
      "municipioId" integer, direccion text, "localidadReferencia" text, "referenciaLugar" text,
      "tipoGeometria" text, "geometriaJson" json, orden integer)
  ), ejercicio AS (
    UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo_numero_obra + 1
    WHERE id = $5 AND activo
      AND EXISTS (SELECT FROM dependencias WHERE id = $6 AND activo)
      AND EXISTS (SELECT FROM municipios WHERE id = $7 AND activo)
      AND ($8::integer IS NULL OR EXISTS (SELECT FROM tipos_proyecto WHERE id = $8 AND activo))
      AND EXISTS (SELECT FROM estatus_obra WHERE id = $9)
      AND NOT EXISTS (
        SELECT FROM lugar LEFT JOIN municipios m ON m.id = lugar."municipioId"
        WHERE m.activo IS NOT TRUE)
    RETURNING id, ultimo_numero_obra
  ), nueva AS (
    INSERT INTO obras (
      ejercicio_fiscal_id, numero_obra, clave_unica, nombre, descripcion, monto,
      dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
    SELECT id, ultimo_numero_obra, $1, $2, $3, $4, $6, $7, $8, $9 FROM ejercicio
    RETURNING id
  ), colocada AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT nueva.id, "municipioId", direccion, "localidadReferencia", "referenciaLugar",
      "tipoGeometria", "geometriaJson", orden
    FROM nueva CROSS JOIN lugar
  )
  SELECT id FROM nueva`;

/** A statement of its own, since the documents are rendered when the one that writes is done. */
const READ_OBRA_BY_CLAVE = `
  SELECT ${JOINED} AS json
  FROM (${PIECES} WHERE d.obra_id = (SELECT id FROM obras WHERE clave_unica = $1)) o`;

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
  isRepeated = false,
): Promise<string> {
  const id = int4(digits);
  const values: unknown[] = [
    id,
    changes.claveUnica,
    changes.nombre,
    changes.descripcion,
    changes.monto,
    changes.ejercicioFiscalId,
    changes.dependenciaId,
    changes.municipioId,
    changes.tipoProyectoId !== undefined,
    changes.tipoProyectoId,
    changes.estatusObraId,
  ];
  const ubicaciones = changes.ubicaciones?.map((ubicacion, i) => ({ orden: i + 1, ...ubicacion }));
  if (ubicaciones) values.push(JSON.stringify(ubicaciones));
  const results = await judged(db, id, changes, () =>
    db.atOnce(
      [
        // The statements after it see the row as it will stay until the end.
        [LOCK_OBRA, [id]],
        ...(states ? [requireState(FIND_OBRA, id, states)] : []),
        [ubicaciones ? UPDATE_OBRA_AND_UBICACIONES : UPDATE_OBRA, values],
        [FIND_OBRA, [id]],
      ],
      id !== null && staysApart(changes)
        ? { line: `obras ${id % CHANGE_LINES}`, isApart: true }
        : undefined,
    ),
  );
  const [updated, read] = results.slice(-2);
  if (updated?.length) return (read as [{ json: string }])[0].json;
  const failures = await findBrokenPolygons(db, changes.ubicaciones);
  const obra = await db.one('SELECT FROM obras WHERE id = $1', [id]);
  if (obra) failures.push(...(await findBrokenReferences(db, id, changes)));
  if (failures.length > 0) throw badRequest(failures);
  if (!obra) throw obraNotFound(digits);
  if (!isRepeated) return updateObra(db, digits, changes, states, true);
  throw swallowed();
}

/** In how many lines changes of obras wait. Those of one obra are in one line, so that no two lines hold each other's. */
const CHANGE_LINES = 2;

/** Whether a change is small and touches nothing but its obra's own row, for which nobody else waits. */
const staysApart = ({ ubicaciones, ejercicioFiscalId, claveUnica }: ChangedObra) =>
  ubicaciones === undefined && ejercicioFiscalId === undefined && claveUnica === undefined;

/**
 * The statement that changes an obra. It writes nothing and answers no row where there is no such obra, or where an id is
 * not of one of its ubicaciones. The same goes for a reference that is missing, or inactive and not what the obra has.
 *
 * @param places the parts that replace the list of ubicaciones; without them it stays
 */
const updateStatement = (places?: { read: string; check: string; write: string }) => `
  WITH ${places ? `${places.read},` : ''} valida AS MATERIALIZED (
    SELECT o.id, o.municipio_id, o.ejercicio_fiscal_id FROM obras o
    WHERE o.id = $1
      AND ($6::integer IS NULL OR $6 = o.ejercicio_fiscal_id
        OR EXISTS (SELECT FROM ejercicios_fiscales WHERE id = $6 AND activo))
      AND ($7::integer IS NULL OR $7 = o.dependencia_id
        OR EXISTS (SELECT FROM dependencias WHERE id = $7 AND activo))
      AND ($8::integer IS NULL OR $8 = o.municipio_id
        OR EXISTS (SELECT FROM municipios WHERE id = $8 AND activo))
      AND ($10::integer IS NULL OR $10 = o.tipo_proyecto_id
        OR EXISTS (SELECT FROM tipos_proyecto WHERE id = $10 AND activo))
      AND ($11::integer IS NULL OR EXISTS (SELECT FROM estatus_obra WHERE id = $11))
      ${places?.check ?? ''}
  ), numero AS (
    UPDATE ejercicios_fiscales e SET ultimo_numero_obra = ultimo_numero_obra + 1
    FROM valida WHERE e.id = $6 AND e.id <> valida.ejercicio_fiscal_id
    RETURNING ultimo_numero_obra
  ) ${places ? `, ${places.write}` : ''}
  UPDATE obras SET
    clave_unica = coalesce($2, clave_unica),
    nombre = coalesce($3, nombre),
    descripcion = coalesce($4, descripcion),
    monto = coalesce($5, monto),
    ejercicio_fiscal_id = coalesce($6, obras.ejercicio_fiscal_id),
    numero_obra = coalesce((SELECT ultimo_numero_obra FROM numero), numero_obra),
    dependencia_id = coalesce($7, dependencia_id),
    municipio_id = coalesce($8, obras.municipio_id),
    tipo_proyecto_id = CASE WHEN $9 THEN $10 ELSE tipo_proyecto_id END,
    estatus_obra_id = coalesce($11, estatus_obra_id)
  FROM valida WHERE obras.id = valida.id
  RETURNING obras.id`;
const UPDATE_OBRA = updateStatement();
/** The list's elements with an id change that ubicación, those without are new, and the rest go. */
const UPDATE_OBRA_AND_UBICACIONES = updateStatement({
  read: `lugar AS MATERIALIZED (
    SELECT * FROM json_to_recordset($12) AS l (
      id integer, "municipioId" integer, direccion text, "localidadReferencia" text,
      "referenciaLugar" text, "tipoGeometria" text, "geometriaJson" json, orden integer)
  )`,
  check: `AND (SELECT count(id) = count(DISTINCT id) FROM lugar)
      AND NOT EXISTS (
        SELECT FROM lugar l
        LEFT JOIN ubicaciones u ON u.id = l.id AND u.obra_id = $1
        LEFT JOIN municipios m ON m.id = l."municipioId"
        WHERE (l.id IS NOT NULL AND u.id IS NULL)
          OR (l."municipioId" IS NOT NULL AND l."municipioId" IS DISTINCT FROM u.municipio_id
            AND m.activo IS NOT TRUE))`,
  write: `borrada AS (
    DELETE FROM ubicaciones u USING valida
    WHERE u.obra_id = valida.id AND u.id NOT IN (SELECT id FROM lugar WHERE id IS NOT NULL)
  ), cambiada AS (
    UPDATE ubicaciones u SET
      municipio_id = coalesce(l."municipioId", $8, valida.municipio_id), direccion = l.direccion,
      localidad_referencia = l."localidadReferencia", referencia_lugar = l."referenciaLugar",
      tipo_geometria = l."tipoGeometria", geometria_json = l."geometriaJson", orden = l.orden
    FROM lugar l, valida
    WHERE u.obra_id = valida.id AND u.id = l.id
  ), nueva AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT valida.id, coalesce("municipioId", $8, valida.municipio_id), direccion, "localidadReferencia",
      "referenciaLugar", "tipoGeometria", "geometriaJson", orden
    FROM lugar l, valida WHERE l.id IS NULL
  )`,
});

/**
 * Runs a write. Polygons that cross themselves are refused by a constraint, like much else; they are told first, and
 * together with whatever reference is broken.
 *
 * @returns the rows of each statement; none where a reference is beyond what the statement's parameters hold
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
  if (REFERENCES.some((field) => isBeyond(obra[field]))) return [];
  if (obra.ubicaciones?.some((each) => isBeyond(each.id) || isBeyond(each.municipioId))) return [];
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint)) throw error;
    const failures = await findBrokenPolygons(db, obra.ubicaciones);
    if (failures.length === 0) throw error;
    throw badRequest([...failures, ...(await findBrokenReferences(db, id, obra))]);
  }
}

/**
 * A sentence for each thing in a body that only the database can judge: polygons that cross themselves, and references.
 *
 * @param id of the obra that the body changes; null for one yet to be made
 */
export async function findBroken(
  db: Db,
  id: number | null,
  obra: JudgeableObra,
): Promise<string[]> {
  return [
    ...(await findBrokenPolygons(db, obra.ubicaciones)),
    ...(await findBrokenReferences(db, id, obra)),
  ];
}

/** Locks an obra's row until the transaction ends, for whoever changes it or what hangs on it. */
export const LOCK_OBRA = 'SELECT FROM obras WHERE id = $1 FOR UPDATE';

/** Deletes an obra with its ubicaciones and says whether there was one. */
export async function deleteObra(db: Db, id: number | null): Promise<boolean> {
  return (await db.one('DELETE FROM obras WHERE id = $1 RETURNING id', [id])) !== undefined;
}

export const obraNotFound = (id: string) => notFound(`Obra ${id} no encontrada.`);

const REFERENCES = [
  'ejercicioFiscalId',
  'dependenciaId',
  'municipioId',
  'tipoProyectoId',
  'estatusObraId',
] as const;

/** Whether no record can have the id, since no `integer` column holds it. */
const isBeyond = (id: number | null | undefined) => id != null && int4(id) === null;

/** What of an obra the database judges. */
export type JudgeableObra = Pick<ChangedObra, (typeof REFERENCES)[number]> & {
  ubicaciones?: JudgeableUbicacion[];
};

/** What of a body that breaks rules of its schema the database can judge all the same. */
export function judgeable(body: unknown): JudgeableObra {
  if (typeof body !== 'object' || body === null) return {};
  const given = body as Record<string, unknown>;
  const whole = REFERENCES.filter((field) => Number.isInteger(given[field]));
  return {
    ...Object.fromEntries(whole.map((field) => [field, given[field] as number])),
    ubicaciones: judgeableUbicaciones(given.ubicaciones),
  };
}

/**
 * A sentence for each reference of a body that does not exist, or is inactive and not what the obra has already.
 * `obraId` is null for an obra yet to be made. An ubicación that names no municipio has the obra's, checked there.
 */
async function findBrokenReferences(
  db: Db,
  obraId: number | null,
  given: JudgeableObra,
): Promise<string[]> {
  const { ubicaciones = [] } = given;
  const references = [
    ...REFERENCES.map((field) => ({ field: field as string, id: given[field] ?? null })),
    ...ubicaciones.map(({ municipioId = null }, i) => ({
      field: `ubicaciones[${i}].municipioId`,
      id: municipioId,
    })),
  ];
  const ids = references.map(({ id }) => id && int4(id));
  const broken = await db.query<{ lugar: number; activo: boolean | null }>(
    `WITH antes AS (SELECT * FROM obras WHERE id = $1)
     SELECT lugar::integer, activo FROM (
       SELECT 1 AS lugar, $2::integer AS id, (SELECT ejercicio_fiscal_id FROM antes) AS tenia,
         (SELECT activo FROM ejercicios_fiscales WHERE id = $2) AS activo
       UNION ALL SELECT 2, $3, (SELECT dependencia_id FROM antes),
         (SELECT activo FROM dependencias WHERE id = $3)
       UNION ALL SELECT 3, $4, (SELECT municipio_id FROM antes),
         (SELECT activo FROM municipios WHERE id = $4)
       UNION ALL SELECT 4, $5, (SELECT tipo_proyecto_id FROM antes),
         (SELECT activo FROM tipos_proyecto WHERE id = $5)
       UNION ALL SELECT 5, $6, (SELECT estatus_obra_id FROM antes),
         (SELECT true FROM estatus_obra WHERE id = $6)
       UNION ALL SELECT 5 + l.n, l.municipio_id,
         (SELECT u.municipio_id FROM ubicaciones u WHERE u.id = l.id AND u.obra_id = $1),
         (SELECT m.activo FROM municipios m WHERE m.id = l.municipio_id)
       FROM unnest($7::integer[], $8::integer[]) WITH ORDINALITY AS l (id, municipio_id, n)
     ) r
     WHERE r.id IS NOT NULL AND r.id IS DISTINCT FROM tenia AND activo IS NOT TRUE
     ORDER BY lugar`,
    [
      obraId,
      ...ids.slice(0, REFERENCES.length),
      ubicaciones.map(({ id = null }) => id && int4(id)),
      ids.slice(REFERENCES.length),
    ],
  );
  const known = new Map(broken.map(({ lugar, activo }) => [lugar, activo]));
  const sentences = references.flatMap(({ field, id }, i) => {
    if (isBeyond(id)) return [missing(field, id)];
    const activo = known.get(i + 1);
    return activo === undefined ? [] : [activo === null ? missing(field, id) : inactive(field, id)];
  });
  return obraId === null
    ? sentences
    : [...sentences, ...(await findForeignIds(db, obraId, ubicaciones))];
}
