import { Readable } from 'node:stream';

/**
 * Pieces as a stream. The first is awaited before anything is sent, so that a database that is away still gets its 503;
 * afterwards the client's pace decides when the next is fetched: one ahead of what it is being sent. A failure midway
 * ends the stream, and with it the connection.
 */
export async function flow(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next();
  return Readable.from(ahead(first, pieces), { objectMode: false, highWaterMark: 65_536 });
}

async function* ahead(
  first: IteratorResult<string>,
  pieces: AsyncGenerator<string>,
): AsyncGenerator<string> {
  for (let piece = first; !piece.done; ) {
    const next = pieces.next();
    // Whoever leaves in the middle never awaits it.
    next.catch(() => {});
    yield piece.value;
    piece = await next;
  }
}
