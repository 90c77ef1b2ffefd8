// Tells run.ts what becomes of the tests of this process.
import { EventEmitter } from 'node:events';
import { Transform } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** The name of a pretended test, which ends a file. */
export const END = 'fin del archivo de pruebas';

/** Tells `end` when all that came before such a test has been told. */
export const files = new EventEmitter();

/** A message of a process with tests to run.ts. */
export type Message =
  | { type: 'next' }
  | { type: 'done' }
  | { type: 'begin'; name: string }
  | { type: 'path'; name: string; nesting: number }
  | { type: 'pass' | 'skip'; name: string; nesting: number; milliseconds: number }
  /** `isTest` is false of what tests share: it can't be run by its name. */
  | { type: 'fail'; name: string; nesting: number; error: string; isTest: boolean }
  | { type: 'warning'; text: string };

export function tell(message: Message): void {
  // A run that was killed does not hear it. That must not end this process before it has tidied up (worker.ts).
  process.send?.(message, () => {});
}

export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    told(event).forEach(tell);
    done();
  },
});

function told({ type, data }: TestEvent): Message[] {
  if (type === 'test:diagnostic' && data.message.startsWith('Warning')) {
    return [{ type: 'warning', text: data.message }];
  }
  if (type === 'test:start') return [{ type: 'path', name: data.name, nesting: data.nesting }];
  if (type !== 'test:pass' && type !== 'test:fail') return [];
  const { name, nesting } = data;
  if (name === END) files.emit('end');
  if (type === 'test:pass') {
    if (name === END || data.details.type === 'suite') return [];
    const milliseconds = data.details.duration_ms;
    return [{ type: data.skip === undefined ? 'pass' : 'skip', name, nesting, milliseconds }];
  }
  const { error } = data.details;
  const { failureType } = error as { failureType?: string };
  if (failureType === 'subtestsFailed') return [];
  // The set-up of its suite has failed, and is told itself.
  const text = failureType === 'cancelledByParent' ? '' : inspect(error.cause ?? error);
  return [{ type: 'fail', name, nesting, error: text, isTest: true }];
}
