import { isDay } from '../../../src/core/base/time.ts';
import { readDay } from '../../../src/hojas/celdas/index.ts';
import { capital } from '../formato.ts';

// Days as people type them.

const read = (text: string) => readDay({ text, kind: 'text' });

/** The day that a typed text stands for, as 2026-06-30; a text that is no day stays as it was typed, and nothing is empty. */
export function dayOf(text: string): string {
  const result = read(text);
  return 'value' in result ? result.value : text.trim();
}

/** A day as one types it: 30/06/2026. */
export const textOf = (value: string) =>
  isDay(value) ? value.split('-').reverse().join('/') : value;

/** The objection to a text that is no day. */
export function faultOf(value: string): string | undefined {
  if (value === '') return undefined;
  const result = read(value);
  return 'fault' in result ? capital(result.fault) : undefined;
}
