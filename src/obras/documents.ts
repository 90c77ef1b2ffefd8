import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { notFound } from '../base/errors.ts';
import type { Db } from '../db/db.ts';
import { COLUMNS, ROWS_FROM } from './columns.ts';
import { conditions, type Narrowing } from './filtros.ts';
import { type Found, idsInOrder, keyOf, type ListPosition, type Orden } from './orden.ts';
import { RANKED, rankBy } from './relevancia.ts';
import { Obra } from './schema.ts';

/** The tables besides its own that an obra's answer is made of. */
export const CATALOGS = [
  'ejercicios_fiscales',
  'dependencias',
  'municipios',
  'tipos_proyecto',
  'estatus_obra',
];

/**
 * The JSON of an obra: the pieces that stand rendered (sql/documentos.sql), and the catalogs that go between. To be
 * followed by conditions on `d.obra_id`.
 *
 * @param pieces the table of pieces, or the view that makes them anew
 */
const piecesIn = (pieces: 'obras_documentos' | 'obras_piezas') => `
  SELECT d.obra_id, cabeza, ef.json AS ejercicio, dependencia_id, dep.json AS dependencia, medio, tp.json AS tipo, cola
  FROM ${pieces} d
  JOIN ejercicios_fiscales ef ON ef.id = d.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = d.dependencia_id
  LEFT JOIN tipos_proyecto tp ON tp.id = d.tipo_proyecto_id`;
export const PIECES = piecesIn('obras_documentos');
/** An obra's JSON out of its pieces, of which the last is `cola` or made of it. */
const joined = (cola: string) =>
  `join_obra(cabeza, ejercicio, dependencia_id, dependencia, medio, tipo, ${cola})`;
export const JOINED = joined('cola');

/** The JSON of one obra, or undefined where there is none with that id. */
export function findObra(db: Db, id: number | null): Promise<string | undefined> {
  return db.jsonOrNothing(FIND_OBRA, [id]);
}
export const FIND_OBRA = `SELECT ${JOINED} AS json FROM (${PIECES} WHERE d.obra_id = $1) o`;

export const obraNotFound = (id: string) => notFound(`Obra ${id} no encontrada.`);

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
  json: joined(`replace(replace(cola, E'\\n', ' '), E'\\r', ' ')`),
  separator: '\\n',
};

/** What a search may have found an obra by, besides name and key; as much of it as a line of a list may show. */
const TEXTS = `
  SELECT string_to_array(left(concat_ws(E'\\n', nullif(lugares, ''), nullif(descripcion, '')), 2000), E'\\n') AS textos
  FROM obras WHERE id = obra_id`;

/** The ETag that `GET /obras/:id` would answer (`etagOf`). */
const ETAG = `SELECT '"' || state_digest(${JOINED}) || '"' AS etag`;

/** Some fields of each obra, in the document's order. Ubicaciones that are not asked for are cut off beforehand. */
function onlyFields(campos: string | undefined): Form {
  if (campos === undefined) return DOCUMENTS;
  const asked = campos.split(',');
  const fields = Object.keys(Obra.properties).filter((name) => asked.includes(name));
  const hasPlaces = fields.includes('ubicaciones');
  // Quotes within a text are escaped, so this can only be the member itself.
  const document = hasPlaces
    ? JOINED
    : joined(`left(cola, strpos(cola, ',"ubicaciones":') - 1) || '}'`);
  const record = fields.map((name) => `"${name}" json`).join(', ');
  const parts = [
    ...(fields.length > 0 ? [`json_to_record((${document})::json) AS f (${record})`] : []),
    ...(asked.includes('textos') ? [`(${TEXTS}) t`] : []),
    ...(asked.includes('etag') ? [`(${ETAG}) e`] : []),
  ];
  return {
    ...DOCUMENTS,
    json: `(SELECT row_to_json(r)::text FROM (SELECT * FROM ${parts.join(', ')}) r)`,
    bytes: hasPlaces ? DOCUMENTS.bytes : 'octet_length(cabeza)',
  };
}

/** Some fields of one obra, or undefined where there is none with that id. */
export function findFields(db: Db, id: number | null, campos: string): Promise<string | undefined> {
  return db.jsonOrNothing(
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
 * The JSON of obras in their order, as far as it fits in one step. Its answer, `Step`, tells how far that was; the rest
 * is for `renderObras`. One statement finds ids and documents, so that an ordinary page is one round trip.
 *
 * @param ids an SQL expression of type integer[]
 * @param limit how many of them at most are answered, an SQL expression
 */
export const step = (ids: Sql, limit?: Sql, form: Form = DOCUMENTS): Sql => sql`
  WITH pagina AS MATERIALIZED (
    SELECT ids FROM (SELECT ${ids}) p (ids)
  )
  SELECT pagina.ids, paso.* FROM pagina CROSS JOIN LATERAL (
    -- In the order that the window gives: sorted once more within string_agg, each text would be copied.
    SELECT coalesce(max(lugar), 0)::integer AS hasta, string_agg(${raw(form.json)}, ${raw(`E'${form.separator}'`)}) AS json FROM (
      SELECT o.*, lugar, sum(${raw(form.bytes)}) OVER (
        ORDER BY lugar ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
      FROM unnest(pagina.ids${limit ? sql`[:${limit}]` : empty}) WITH ORDINALITY AS p (id, lugar)
      JOIN (${raw(PIECES)}) o ON obra_id = p.id
    ) medida
    WHERE antes IS NULL OR antes < ${raw(`${STEP_BYTES}`)}
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

/**
 * Tells how relevant obras are, where they are to be listed by that and there are words to look for.
 *
 * @param total how many pass the filters, where that is known; else it is counted, up to `RANKED`
 */
export async function ranking(
  db: Db,
  filters: Narrowing,
  orden: Orden | undefined,
  total?: number,
) {
  const { q = '' } = filters;
  if (orden !== 'relevancia' || q.trim() === '') return (found: Found) => found;
  const isFew = (total ?? (await countObras(db, filters, RANKED + 1))) <= RANKED;
  return (found: Found): Found => ({ ...found, rank: rankBy(q, isFew) });
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
  const ranked = await ranking(db, filters, orden);
  for (let after: ListPosition | undefined; ; ) {
    const found = ranked(conditions(filters));
    const page = step(idsInOrder(orden, found, after, raw(`${STEP}`)), undefined, form);
    const last = sql`pagina.ids[cardinality(pagina.ids)]`;
    const { ids, hasta, json, key } = (await db.one<Step & { key: string | null }>(
      sql`SELECT pagina.*, ${keyOf(orden, found, last)} AS key FROM (${page}) pagina`,
      found,
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
    const page = step(sql`${rest}::integer[]`, undefined, form);
    const { hasta, json } = (await db.one<Step>(page)) as Step;
    if (json) yield json;
    rest = rest.slice(hasta || rest.length);
  }
}

/** The pieces of obras of which the first step is there already. */
export async function* renderRest(db: Db, json: string | null, rest: number[], form?: Form) {
  if (json) yield json;
  yield* renderObras(db, rest, form);
}

/** A page of no more obras is read in one step, and is short; other lists go out at their reader's pace. */
export const SHORT_PAGE = 100;

/** A part of a list: at most `limit` obras, those after a place or those after `offset` others. */
export interface Slice extends Listing {
  limit: number;
  after?: ListPosition | undefined;
  offset: number;
  /** How many pass the filters, where that is known already: counting costs more the more there are. */
  total?: number | undefined;
}

/** One page of obras: its pieces, where the next begins if more follow, and how many pass the filters altogether. */
export async function findObraPage(db: Db, filters: Narrowing, slice: Slice) {
  const { limit, orden = 'id', campos } = slice;
  const form = onlyFields(campos);
  // By relevance they are counted first, for that tells how they are to be ordered.
  const known =
    orden === 'relevancia' ? (slice.total ?? (await countObras(db, filters))) : slice.total;
  const ranked = await ranking(db, filters, orden, known);
  const given = ranked(conditions(filters));
  const total =
    known === undefined
      ? sql`(SELECT count(*)::integer FROM obras o WHERE true ${given.where})`
      : sql`${known}::integer`;
  const most = sql`${limit}::integer`;
  const offset = sql`${slice.offset}::bigint`;
  const page = idsInOrder(orden, given, slice.after, sql`${most} + 1`, offset);
  const found = await db.one<Step & { total: number; key: string | null }>(
    sql`SELECT ${total} AS total, pagina.*, ${keyOf(orden, given, sql`pagina.ids[${most}]`)} AS key
     FROM (${step(page, most, form)}) pagina`,
    given,
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
  const ranked = await ranking(db, filters, orden);
  for (let after: ListPosition | undefined; ; ) {
    const found = ranked(conditions(filters));
    const ids = idsInOrder(orden, found, after, raw(`${ROWS_STEP}`));
    // How large an obra is, is known from its document unread.
    const rows = await db.query<SheetRow>(
      sql`WITH pagina AS MATERIALIZED (SELECT ids FROM (SELECT ${ids}) p (ids)),
       medida AS MATERIALIZED (
         SELECT id, lugar, sum(octet_length(cabeza) + octet_length(cola)) OVER (
           ORDER BY lugar ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS antes
         FROM pagina, unnest(ids) WITH ORDINALITY AS p (id, lugar)
         JOIN obras_documentos ON obra_id = id
       )
       SELECT lugar::integer, cardinality(ids) AS encontradas, ${keyOf(orden, found, sql`o.id`)} AS key,
         ${raw(CELLS)}
       FROM pagina, medida JOIN obras o ON o.id = medida.id ${raw(ROWS_FROM)}
       WHERE antes IS NULL OR antes < ${raw(`${STEP_BYTES}`)}
       ORDER BY lugar`,
      found,
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

/** How many obras pass the filters, counted up to `most`; all of them without it. */
export async function countObras(db: Db, filters: Narrowing, most?: number): Promise<number> {
  const { where, planEachTime } = conditions(filters);
  const row = await db.one<{ obras: number }>(
    sql`SELECT count(*)::integer AS obras
     FROM (SELECT FROM obras o WHERE true ${where} LIMIT ${most ?? null}) o`,
    { planEachTime },
  );
  return row?.obras as number;
}
