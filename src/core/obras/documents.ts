import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { notFound } from '../base/errors.ts';
import type { Db } from '../db/db.ts';
import type { ResolvedFilters } from './filtros.ts';
import { idsOf, orderKeyOf, planPage, readPage, type Slice, select } from './listado.ts';
import type { Listas } from './listas.ts';
import { joinParts, OBRA_JSON, OBRA_PARTS, partsIn } from './obra-json.ts';
import type { ListPosition, Orden } from './orden.ts';
import { Obra } from './schema.ts';

/** The other tables of an obra's answer. */
export const CATALOGS = [
  'ejercicios_fiscales',
  'dependencias',
  'municipios',
  'tipos_proyecto',
  'estatus_obra',
];

/** The JSON of one obra, or undefined where there is none with that id. */
export function findObra(db: Db, id: number | null): Promise<string | undefined> {
  return db.jsonOrNothing(FIND_OBRA, [id]);
}
export const FIND_OBRA = `SELECT ${OBRA_JSON} AS json FROM (${OBRA_PARTS} WHERE d.obra_id = $1) o`;

export const obraNotFound = (id: string) => notFound(`Obra ${id} no encontrada.`);

/** The JSON of these obras by id; those that do not exist are left out. */
export async function findObras(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; json: string }>(
    `SELECT obra_id AS id, ${OBRA_JSON} AS json
     FROM (${OBRA_PARTS} WHERE d.obra_id = ANY ($1::integer[])) o`,
    [ids],
  );
  return new Map(rows.map(({ id, json }) => [id, json]));
}

/** The shape of each obra in a list: an SQL expression over its parts, the separator, and its approximate bytes. */
interface ListShape {
  json: string;
  separator: string;
  bytes: string;
}
const DOCUMENTS: ListShape = {
  json: OBRA_JSON,
  separator: ',\\n',
  bytes: 'octet_length(cabeza) + octet_length(cola)',
};
/** A line for each obra. Line ends between JSON values are only blanks, so they are replaced. The ubicaciones have some. */
const LINES: ListShape = {
  ...DOCUMENTS,
  json: joinParts(`replace(replace(cola, E'\\n', ' '), E'\\r', ' ')`),
  separator: '\\n',
};

/** Some fields of each obra, in the document's order. Ubicaciones that are not selected are cut off beforehand. */
function onlyFields(campos: string | undefined, more: Listas['fields']): ListShape {
  if (campos === undefined) return DOCUMENTS;
  const chosen = campos.split(',');
  const fields = Object.keys(Obra.properties).filter((name) => chosen.includes(name));
  const hasPlaces = fields.includes('ubicaciones');
  // Quotes within a text are escaped, so this can only be the member itself.
  const document = hasPlaces
    ? OBRA_JSON
    : joinParts(`left(cola, strpos(cola, ',"ubicaciones":') - 1) || '}'`);
  const record = fields.map((name) => `"${name}" json`).join(', ');
  const parts = [
    ...(fields.length > 0 ? [`json_to_record((${document})::json) AS f (${record})`] : []),
    ...Object.entries(more).flatMap(([name, { from }]) => (chosen.includes(name) ? [from] : [])),
  ];
  return {
    ...DOCUMENTS,
    json: `(SELECT row_to_json(r)::text FROM (SELECT * FROM ${parts.join(', ')}) r)`,
    bytes: hasPlaces ? DOCUMENTS.bytes : 'octet_length(cabeza)',
  };
}

/** Some fields of one obra, or undefined where there is none with that id. */
export function findFields(
  db: Db,
  { fields }: Listas,
  id: number | null,
  campos: string,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    `SELECT ${onlyFields(campos, fields).json} AS json FROM (${OBRA_PARTS} WHERE d.obra_id = $1) o`,
    [id],
  );
}

/** The obras of one chunk of a list, and its approximate bytes in memory. */
const CHUNK = 100;
export const CHUNK_BYTES = 1_000_000;

/** Every obra's JSON by id, as in a whole list; and the same, rendered again from the tables. */
export const LIST_OBRAS = `SELECT ${OBRA_JSON} AS json FROM (${OBRA_PARTS}) o ORDER BY obra_id`;
export const RENDER_OBRAS = `SELECT ${OBRA_JSON} AS json FROM (${partsIn('obras_piezas')}) o ORDER BY obra_id`;

/**
 * The statement that reads the JSON of obras in order, up to the size of one chunk. `Chunk` is its answer. `renderObras` reads
 * the rest. One statement finds ids and documents, so that an ordinary page is one round trip.
 *
 * @param ids an SQL expression of type integer[]
 * @param limit the most obras, an SQL expression
 */
export const readChunk = (ids: Sql, limit?: Sql, shape: ListShape = DOCUMENTS): Sql => sql`
  WITH page AS MATERIALIZED (
    SELECT ids FROM (SELECT ${ids}) p (ids)
  )
  SELECT page.ids, chunk.* FROM page CROSS JOIN LATERAL (
    -- In the order that the window gives: sorted once more within string_agg, each text would be copied.
    SELECT coalesce(max(lugar), 0)::integer AS done, string_agg(${raw(shape.json)}, ${raw(`E'${shape.separator}'`)}) AS json FROM (
      SELECT o.*, lugar, sum(${raw(shape.bytes)}) OVER (
        ORDER BY lugar ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
      FROM unnest(page.ids${limit ? sql`[:${limit}]` : empty}) WITH ORDINALITY AS p (id, lugar)
      JOIN (${raw(OBRA_PARTS)}) o ON obra_id = p.id
    ) sized
    WHERE bytes_before IS NULL OR bytes_before < ${raw(`${CHUNK_BYTES}`)}
  ) chunk`;

export interface Chunk {
  ids: number[];
  /** The number of ids that the JSON covers. Deleted obras count. */
  done: number;
  /** Null where all of them were deleted. */
  json: string | null;
}

interface Listing {
  orden?: Orden | undefined;
  /** The fields of the answer, separated by commas; all by default. */
  campos?: string | undefined;
}

/** The JSON of every obra that passes the filters, in order, in pieces of bounded size, which the caller joins by commas. */
export function streamObras(
  db: Db,
  { source, fields }: Listas,
  filters: ResolvedFilters,
  { orden, campos }: Listing = {},
) {
  return streamChunks(db, source, filters, orden, onlyFields(campos, fields));
}

/** The same as lines, one JSON text each, in pieces that the caller joins by line ends. */
export function streamLines(db: Db, { source }: Listas, filters: ResolvedFilters, orden?: Orden) {
  return streamChunks(db, source, filters, orden, LINES);
}

async function* streamChunks(
  db: Db,
  source: Listas['source'],
  filters: ResolvedFilters,
  orden: Orden = 'id',
  shape: ListShape,
): AsyncGenerator<string> {
  const selection = await select(db, source, filters, orden);
  for (let after: ListPosition | undefined; ; ) {
    const page = readChunk(
      idsOf(source, orden, selection, { after, limit: raw(`${CHUNK}`) }),
      undefined,
      shape,
    );
    const last = sql`page.ids[cardinality(page.ids)]`;
    const { ids, done, json, key } = (await db.one<Chunk & { key: string | null }>(
      sql`SELECT page.*, ${orderKeyOf(source, orden, selection, last)} AS key FROM (${page}) page`,
      selection,
    )) as Chunk & { key: string | null };
    if (json) yield json;
    yield* renderObras(db, ids.slice(done), shape);
    if (ids.length < CHUNK) return;
    after = { id: ids.at(-1) as number, key };
  }
}

/** The JSON of these obras, in this order, in pieces of bounded size; deleted obras are left out. */
export async function* renderObras(
  db: Db,
  ids: number[],
  shape: ListShape = DOCUMENTS,
): AsyncGenerator<string> {
  for (let rest = ids; rest.length > 0; ) {
    const page = readChunk(sql`${rest}::integer[]`, undefined, shape);
    const { done, json } = (await db.one<Chunk>(page)) as Chunk;
    if (json) yield json;
    rest = rest.slice(done || rest.length);
  }
}

/** The pieces of obras whose first chunk was already read. */
export async function* streamRest(db: Db, json: string | null, rest: number[], shape?: ListShape) {
  if (json) yield json;
  yield* renderObras(db, rest, shape);
}

/** A page of at most this many obras is read in one chunk. Longer lists are streamed at the client's pace. */
export const SHORT_PAGE = 100;

/** One page of obras: its pieces, the place where the next page begins, and the number of obras that pass the filters. */
export async function findObraPage(
  db: Db,
  { source, fields }: Listas,
  filters: ResolvedFilters,
  slice: Slice & Listing,
) {
  const shape = onlyFields(slice.campos, fields);
  const plan = await planPage(db, source, filters, slice);
  const rows = readChunk(plan.ids, plan.most, shape);
  const { total, last, ids, done, json } = await readPage<Chunk>(db, plan, rows);
  return { total, last, pieces: streamRest(db, json, ids.slice(done, slice.limit), shape) };
}
