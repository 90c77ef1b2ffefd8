import { once } from 'node:events';
import { Unreadable } from '../celdas/cell.ts';
import type { ReadRow } from '../importacion/findings.ts';
import type { Message, ReadRequest } from './messages.ts';
import { readTable, type SheetReader } from './table.ts';

// The process that reads a file and judges its rows (spawn.ts starts it). It has the file, what it was asked, and nothing
// else of the service's.

/** The open file, as it was given to this process. */
const FILE = 4;

/**
 * Waits for what it is to read, and answers it. The service ends it. It ends by itself where the service is no longer there,
 * and not with what a terminal or systemd sends to all processes of the service: an import under way is then ended with its
 * own sentence.
 */
export function answerService<C extends string, Q extends ReadRequest, R extends ReadRow>(
  reader: SheetReader<C, Q, R>,
): void {
  process.on('disconnect', () => process.exit());
  process.on('SIGINT', () => {}).on('SIGTERM', () => {});
  process.once('message', (request: Q) => {
    answer(reader, request).catch((error: Error) => {
      if (!(error instanceof Unreadable)) throw error;
      post({ kind: 'unreadable', sentence: error.message });
    });
  });
}

const post = (message: Message) => process.send?.(message);

async function answer<C extends string, Q extends ReadRequest, R extends ReadRow>(
  reader: SheetReader<C, Q, R>,
  request: Q,
): Promise<void> {
  let taken: Promise<unknown> = Promise.resolve();
  for await (const message of readTable(FILE, reader, request)) {
    // While some rows are being looked at the next are judged, but no more.
    await taken;
    if (message.kind === 'rows') taken = once(process, 'message');
    post(message);
  }
}
