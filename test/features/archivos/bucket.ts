// A bucket in the tests' own process. It asks for no signature, and takes conditions as the services of the field do, each in its way.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type FilesPlace, filesPlace } from '../../../src/features/archivos/settings.ts';
import { atEnd } from '../../at-end.ts';

/** The treatment of `If-None-Match: *` in a PUT: a service obeys, ignores it, or answers this status. */
export type Condition = 'obeyed' | 'ignored' | 400 | 501;

/** Makes a bucket. Its objects are there by their names. */
export async function openBucket(
  condition: Condition = 'obeyed',
): Promise<{ FILES_URL: FilesPlace; objects: Map<string, Buffer> }> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://bucket');
    const name = url.pathname.slice('/obras/'.length);
    const answer = (status: number, body: Buffer | string = '') =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
    const object = objects.get(name);
    if (request.method === 'PUT') {
      const body = await buffer(request);
      const isConditional = request.headers['if-none-match'] === '*';
      if (isConditional && typeof condition === 'number') return answer(condition);
      if (isConditional && condition === 'obeyed' && objects.has(name)) return answer(412);
      objects.set(name, body);
      return answer(200);
    }
    if (request.method === 'DELETE') return answer(objects.delete(name) ? 204 : 404);
    if (url.searchParams.has('list-type')) {
      const listed = [...objects].map(
        ([key, { length }]) =>
          `<Contents><Key>${key}</Key><Size>${length}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
      );
      return answer(200, `<ListBucketResult>${listed.join('')}</ListBucketResult>`);
    }
    return object ? answer(200, object) : answer(404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const place = `s3://clave:secreto@127.0.0.1:${port}/obras?tls=false`;
  return { FILES_URL: filesPlace(place, 'FILES_URL'), objects };
}
