import { createGunzip } from 'node:zlib';
import type { Static } from 'typebox';
import type { Db } from '../../core/db/db.ts';
import { CHUNK_BYTES } from '../../core/obras/documents.ts';
import { OBRA_JSON, OBRA_PARTS } from '../../core/obras/obra-json.ts';
import type { Obra } from '../../core/obras/schema.ts';
import type { Almacen } from '../archivos/almacen/almacen.ts';
import { seguimientoOf } from '../seguimiento/obra.ts';
import type { Seguimiento } from '../seguimiento/schema.ts';

/** A work in a cut: a line of its NDJSON. */
export interface ObraEnCorte {
  /** As `GET /obras/:id` answers it. */
  obra: Static<typeof Obra>;
  /** As `GET /obras/:id/seguimiento` answers it, with all its reports. Its `atraso.diasAtraso` is that of the cut's day. */
  seguimiento: Static<typeof Seguimiento>;
}

/** The works of one piece at most; `CHUNK_BYTES` bounds their documents and follow-up. */
const WORKS_PER_PIECE = 50;
/** What a report or a contract comes to in JSON. */
const BYTES_OF_RECORD = 500;

/** A work as the database writes it: its id, and two JSON texts. */
export interface RenglonDeCorte {
  id: number;
  obra: string;
  seguimiento: string;
}

/** Of the works with these ids (`page`), by id. */
const renglones = (page: string) => `
  WITH page AS MATERIALIZED (${page})
  SELECT page.id, ${OBRA_JSON} AS obra, (SELECT s.json FROM (${seguimientoOf('page.id', '')}) s) AS seguimiento
  FROM page JOIN (${OBRA_PARTS}) partes ON obra_id = page.id ORDER BY page.id`;
/** The next works after an id. */
const NEXT = renglones(`
  SELECT id FROM (
    SELECT obra_id AS id, sum(octet_length(cabeza) + octet_length(cola)
      + coalesce(reportes + contratos, 0) * ${BYTES_OF_RECORD}) OVER (
      ORDER BY obra_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM obras_documentos WHERE obra_id > $1 ORDER BY obra_id LIMIT ${WORKS_PER_PIECE}) d
      LEFT JOIN obras_seguimiento USING (obra_id)) sized
  WHERE bytes_before IS NULL OR bytes_before < ${CHUNK_BYTES}`);

/** Asks the database a statement. */
export type Ask = (text: string, values: unknown[]) => Promise<object[]>;

/** All works by ascending id, in pieces of bounded size. */
export async function* readRenglones(ask: Ask): AsyncGenerator<RenglonDeCorte[]> {
  for (let after = 0; ; ) {
    const piece = (await ask(NEXT, [after])) as RenglonDeCorte[];
    const last = piece.at(-1);
    if (!last) return;
    yield piece;
    after = last.id;
  }
}

/** The works with these ids that are there. */
const BY_ID = renglones('SELECT unnest($1::integer[]) AS id');
export const readById = async (ask: Ask, ids: number[]): Promise<RenglonDeCorte[]> =>
  (await ask(BY_ID, [ids])) as RenglonDeCorte[];

export const parsedWork = ({ obra, seguimiento }: Omit<RenglonDeCorte, 'id'>): ObraEnCorte => ({
  obra: JSON.parse(obra),
  seguimiento: JSON.parse(seguimiento),
});

/**
 * The works as they are now, in the same form and order as those of a cut, read in pieces as exports do: what changes meanwhile may
 * be in it.
 *
 * @param db a reader of long lists (`heavyReads.stream`)
 */
export async function* readHoy(db: Db): AsyncGenerator<ObraEnCorte> {
  for await (const piece of readRenglones((...statement) => db.query(...statement))) {
    for (const each of piece) yield parsedWork(each);
  }
}

/**
 * The works of a cut by ascending id, in constant memory.
 *
 * @param objeto the digest of its file in the store: the column `objeto` of `cortes`
 * @throws HttpError 503 where the store is away; Error where the file is not there or is damaged
 */
export async function* readCorte(
  almacen: Pick<Almacen, 'get'>,
  objeto: string,
  signal?: AbortSignal,
): AsyncGenerator<ObraEnCorte> {
  const source = await almacen.get(objeto, undefined, signal);
  if (!source) throw new Error(`the file ${objeto} of a cut is not in the store`);
  const text = source.pipe(createGunzip());
  source.on('error', (error) => text.destroy(error));
  try {
    for await (const line of linesFrom(text)) yield JSON.parse(line) as ObraEnCorte;
  } finally {
    source.destroy();
  }
}

/** The lines of a text, without their ends. */
export async function* linesFrom(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
}
