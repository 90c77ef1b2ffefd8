import { Readable } from 'node:stream';

/**
 * Pieces as a stream, sent at the client's pace. A failure midway ends the stream, and with it the connection.
 *
 * @throws what the first piece fails with: nothing has been sent by then, so a database that is away gets its 503
 */
export async function flow(pieces: AsyncGenerator<string>): Promise<Readable> {
  return Readable.from(await begin(pieces), { objectMode: false, highWaterMark: 65_536 });
}

/**
 * The pieces, of which the first is there already. From then on whoever takes them decides when the next is fetched: one
 * ahead of what is being taken.
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
