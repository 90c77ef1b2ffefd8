// Runs in the network of the cluster, where the tests themselves are not: takes their connections and leads them by TLS to an
// address there. A socket stays in the network that it was made in, so the test listens and hands it over.
import type { Server, Socket } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';

/** Where connections lead, and the certificates by which both sides know each other. */
export type Way = Pick<ConnectionOptions, 'host' | 'port' | 'ca' | 'cert' | 'key'>;

process.once('disconnect', () => process.exit());
process.on('message', (way: Way, server: Server) => {
  server.on('connection', (inside: Socket) => {
    const outside = connect({ ...way, ALPNProtocols: ['http/1.1'] });
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      one.on('error', () => {});
      one.once('close', () => other.destroy());
      one.pipe(other);
    }
  });
});
