import { Readable } from 'node:stream';

/**
 * Pieces as a stream, sent at the client's pace. A failure midway ends the stream, and with it the connection.
 *
 * @throws the error of the first piece: nothing has been sent by then, so the answer is 503 while the database is away
 */
export async function flow(pieces: AsyncGenerator<string>): Promise<Readable> {
  return Readable.from(await begin(pieces), { objectMode: false, highWaterMark: 65_536 });
}

/**
 * The pieces, of which the first has been read. From then on the reader decides when the next is read: always one ahead of
 * the piece that is taken.
 */
export async function begin<T>(pieces: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  return ahead(await pieces.next(), pieces);
}

async function* ahead<T>(first: IteratorResult<T>, pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let piece = first; !piece.done; ) {
    const next = pieces.next();
    // A reader that leaves in the middle never awaits it.
    next.catch(() => {});
    yield piece.value;
    piece = await next;
  }
}

/** A JSON array out of pieces to be joined by commas, sent at the client's pace. */
export function jsonArray(
  pieces: AsyncGenerator<string>,
  before = '[',
  after = ']',
): Promise<Readable> {
  return flow(
    (async function* () {
      let start = before;
      for await (const piece of pieces) {
        yield start + piece;
        start = ',\n';
      }
      yield start === before ? before + after : after;
    })(),
  );
}
