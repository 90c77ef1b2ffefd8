import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

// Requests as they are: fetch adds headers, takes answers apart, and sends nothing malformed.

interface Sent {
  method?: string;
  headers?: OutgoingHttpHeaders | string[];
  body?: Buffer | string;
}

/** Sends a request with these headers alone; answers the bytes as they come over the wire, and as text. */
export async function plainly(url: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const sent = request(url, { method, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const status = answer.statusCode as number;
  return { status, headers: answer.headers, bytes, text: bytes.toString() };
}

/** Sends bytes, and leaves or waits; answers what comes back until the connection is closed. */
export function overSocket(
  url: string,
  bytes: string | Buffer,
  { waits = true } = {},
): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      waits ? socket.write(bytes) : socket.end(bytes),
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}
