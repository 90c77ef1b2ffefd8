import { violation } from '../../../core/base/constraints.ts';
import { type Failure, HttpError } from '../../../core/base/errors.ts';
import { isStorable } from '../../../core/base/text.ts';
import { quoted } from '../../../hojas/celdas/index.ts';
import type { Rejection, Run } from '../../../hojas/index.ts';

// What the database says of the rows that it writes of a sheet, whatever they are about.

type Report = Pick<Run['report'], 'finding' | 'columnOf'>;

/** More characters than a key may have. */
const LONGEST_KEY = 1_000;

/** Whether the database can be asked for a work by this key. */
export const isAskable = (clave: string): boolean =>
  isStorable(clave) && clave.length <= LONGEST_KEY;

export const unknownKey = (report: Report, clave: string): Rejection =>
  report.finding('claveUnica', clave, {
    text: `No hay una obra con la clave única ${quoted(clave)}.`,
    general: 'No hay obras con estas claves únicas.',
  });

interface Outcome {
  fila: number;
  resultado: string | null;
}

/** The rows that were written. The outcomes of the others are kept in `left`. */
export function writtenOf<Of extends Outcome>(outcomes: Of[], left: Map<number, Of>): Set<number> {
  const isWritten = ({ resultado }: Of) => resultado === 'nueva' || resultado === 'cambiada';
  for (const outcome of outcomes) if (!isWritten(outcome)) left.set(outcome.fila, outcome);
  return new Set(outcomes.filter(isWritten).map(({ fila }) => fila));
}

/** The values that the database adds to a broken rule. */
export const detailOf = (detalle: string | null) =>
  detalle?.startsWith('{') ? JSON.parse(detalle) : undefined;

/**
 * The sentences of a rule that a row breaks, each at the column of its field.
 *
 * @param textOf a sentence with people's names of fields
 * @throws Error where the rule has no sentence
 */
export function refusalsBy(
  report: Report,
  { regla, detalle }: { regla: string | null; detalle: string | null },
  clave: string,
  values: Record<string, unknown>,
  textOf = (text: string) => text,
): Rejection[] {
  const refusal = violation(regla ?? '', values, {}, detailOf(detalle));
  if (!(refusal instanceof HttpError)) throw new Error(`a row runs into ${regla || 'nothing'}`);
  const failures: Failure[] =
    typeof refusal.text === 'string' ? [{ field: '', text: refusal.text }] : refusal.text;
  return failures.map((failure) => {
    const { field } = failure;
    const text = textOf(failure.text);
    if (field === '') return report.finding('claveUnica', clave, { ...failure, text });
    const valor = values[field] === undefined ? null : String(values[field]);
    return { ...failure, text, columna: report.columnOf(field), valor };
  });
}
