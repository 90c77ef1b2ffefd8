import { fold, isBrief } from './values.ts';

// The keys of a file's rows, one beside the other.

/** What people write where a work has no key, folded; blank where it is dots and dashes alone. */
const NONE =
  /^(?:|s[nc]|sin(?:clave|numero|folio)?|n[ad]|noaplica|nodisponible|pendiente|por(?:asignar|definir)|ninguna?|null|0)$/;

/** Whether a text stands for no key: «S/N», «-», «N/A», «.». */
export const isNoKey = (key: string): boolean => NONE.test(fold(key));

/** What is known of a key when a row has it. */
export interface Seen {
  /** The row that had the same key first. */
  earlier: number | undefined;
  /** A key that differs in capitals alone, and the row that had it first. */
  alike: { key: string; fila: number } | undefined;
}

/** Returns a function that remembers the keys of a file's rows, and says of each whether an earlier row had it. */
export function createKeyMemory(): (key: string, fila: number) => Seen {
  /**
   * The row of each key's first mention, with a letter before the key: digits alone are hashed without a secret before Node
   * 20.20, and a file can have 200,000 that fall together.
   */
  const first = new Map<string, number>();
  const spellings = new Map<string, { key: string; fila: number }>();
  return (key, fila) => {
    const earlier = first.get(`k${key}`);
    if (earlier !== undefined) return { earlier, alike: undefined };
    first.set(`k${key}`, fila);
    // What is no key of anybody's may take megabytes.
    if (!isBrief(key)) return { earlier, alike: undefined };
    const small = `k${key.toLowerCase()}`;
    const alike = spellings.get(small);
    if (!alike) spellings.set(small, { key, fila });
    return { earlier, alike };
  };
}
