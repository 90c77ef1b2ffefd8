import { anglesIn, isOfLatitude, isOfLongitude, withPoints } from '../../core/base/geo.ts';
import type { Cell } from './cell.ts';
import { plainDigits } from './decimals.ts';
import { isBrief, quoted, type Read, type Unread } from './text.ts';

/**
 * Reads degrees of longitude or latitude: a decimal number, or degrees, minutes and seconds with a sign or a letter. A number
 * beyond a thousand is metres. It is returned unchanged.
 *
 * @param isUtm whether the sheet says that its coordinates are metres
 */
export function readDegrees(
  field: 'longitud' | 'latitud',
  { text, kind }: Cell,
  isUtm: boolean,
): Read<number> {
  if (kind === 'number' && Number.isFinite(Number(text))) return { value: Number(text) };
  const isLongitude = field === 'longitud';
  const fault = (next: string, general = next): Unread => ({
    fault: `no se entiende ${quoted(text)}; ${next}`,
    general: `no se entiende; ${general}`,
  });
  const example = fault(
    `escriba los grados con decimales, como ${isLongitude ? '-89.6237' : '20.9674'}.`,
  );
  if (!isBrief(text)) return example;
  const metres = Number(plainDigits(text.replace(/(\d)\s*(?:m|mE|mN|E|N)\.?$/, '$1').trim()));
  if (isUtm && metres >= FEWEST_METRES) return { value: metres };
  const angles = anglesIn(withPoints(text.normalize('NFC')));
  const [angle] = angles ?? [];
  if (angle && angles?.length === 1 && Math.abs(angle.degrees) < 1000) {
    const { degrees, letter, isDecimal } = angle;
    const isOfField = isLongitude ? isOfLongitude(angle) : isOfLatitude(angle);
    if (isOfField || (letter === '' && (isDecimal || degrees < 0))) return { value: degrees };
    if (letter !== '' || degrees === 0) return example;
    const [side, decimal] = isLongitude ? ['O', -degrees] : ['N', degrees];
    return fault(
      `si es ${text.trim()} ${side}, escriba la letra, o ${decimal}.`,
      `escriba la letra de su lado (${side}), o los grados con decimales.`,
    );
  }
  return metres >= FEWEST_METRES ? { value: metres } : example;
}

/** Degrees are never that large. */
const FEWEST_METRES = 1_000;
