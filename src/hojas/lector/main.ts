import { once } from 'node:events';
import { Unreadable } from '../celdas/cell.ts';
import type { RowKind } from '../importacion/kind.ts';
import type { Message, ReadRequest } from './messages.ts';
import { readTable } from './table.ts';

// The process that reads a file (spawn.ts starts it, with the module of the kind of sheet). It has the file and the request,
// and nothing else of the service. The service ends it. It ends by itself where the service is gone. It ignores the signals
// that a terminal or systemd sends to all processes of the service, so that the service ends a running import with its own
// sentence.

/** The descriptor of the open file. */
const FILE = 4;

const [, , module = ''] = process.argv;
const loading: Promise<{ fila: RowKind<string, ReadRequest, object> }> = import(module);

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.once('message', (request: ReadRequest) => {
  answer(request).catch((error: Error) => {
    if (!(error instanceof Unreadable)) throw error;
    post({ kind: 'unreadable', sentence: error.message });
  });
});

const post = (message: Message) => process.send?.(message);

async function answer(request: ReadRequest): Promise<void> {
  let taken: Promise<unknown> = Promise.resolve();
  for await (const message of readTable(FILE, (await loading).fila, request)) {
    // While the service decides some rows, the next ones are read, but no more.
    await taken;
    if (message.kind === 'rows') taken = once(process, 'message');
    post(message);
  }
}
