// The limit of the process: every answer has the bytes that it read at its start.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const bytes = Buffer.concat(chunks);

const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  response.end(bytes);
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`listo en http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
