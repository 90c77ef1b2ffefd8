import { badRequest } from '../../../core/base/errors.ts';
import { dayOf } from '../../../core/base/time.ts';
import { ZONE } from '../../../core/base/zone.ts';

// The instant of a question about the past. It means the end of what it says: 2026-06-30 the end of that day in Mérida, 08:00:00 the
// end of that second. So the instant of a change, as the ledger shows it, has the change.

/** The end of the past that a question is about. */
export interface Until {
  /** The first moment after it, as PostgreSQL reads it. */
  hasta: string;
  /** The day that it was in Mérida. */
  dia: string;
}

/** What was before 1970, in whatever year. */
const BEFORE_THE_LEDGER: Until = { hasta: '-infinity', dia: '1969-12-31' };
/** Microseconds of a millisecond. */
const MILLI = 1_000n;

/**
 * Reads `en`, a day or an instant that exists.
 *
 * @throws HttpError 400 for what is not past yet
 */
export function readUntil(en: string, now = new Date()): Until {
  const begin = new Date(en.toUpperCase());
  if (begin.getTime() < 0) return BEFORE_THE_LEDGER;
  if (en.length === 10) {
    if (en >= dayOf(now)) throw refusedEn('debe ser un día que ya terminó en Mérida.');
    const next = new Date(Date.parse(en) + 86_400_000).toISOString().slice(0, 10);
    return { hasta: `${next} 00:00:00 ${ZONE}`, dia: en };
  }
  const [, seconds, decimals = ''] = /T\d\d:\d\d(:\d\d)?(?:\.(\d+))?/i.exec(en) ?? [];
  const isMinute = seconds === undefined;
  const digits = decimals.slice(0, 6);
  const step = isMinute ? 60_000_000n : 10n ** BigInt(6 - digits.length);
  const whole = new Date(en.toUpperCase().replace(/\.\d+/, '')).getTime();
  if (begin > now || (isMinute && whole + 60_000 > now.getTime()))
    throw refusedEn('no debe ser posterior a este momento.');
  return {
    hasta: asMicroseconds(BigInt(whole) * MILLI + BigInt(digits.padEnd(6, '0')) + step),
    dia: dayOf(begin),
  };
}

const refusedEn = (text: string) => badRequest([{ field: 'en', text }]);

/** An instant in microseconds since 1970. */
function asMicroseconds(instant: bigint): string {
  const text = new Date(Number(instant / MILLI)).toISOString().slice(0, -1);
  return `${text}${String(instant % MILLI).padStart(3, '0')}Z`;
}
