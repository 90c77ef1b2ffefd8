// Guesses the encoding of a text from its bytes.

/** The number of times that each byte beyond ASCII is next to an ASCII letter, and the share of valid UTF-8. */
interface ByteCounts {
  inWords: number[];
  /** Letters of UTF-8 beyond ASCII, and bytes that are no UTF-8. */
  letters: number;
  broken: number;
}

const IN_WORD = /(?<=[A-Za-z])[\x80-\xff]|[\x80-\xff](?=[A-Za-z])/g;
const ACCENTED = /[áéíóúñüÁÉÍÓÚÑÜ]/;

/** Counts bytes of a file that is not UTF-8 throughout. */
export async function countBytes(bytes: AsyncIterable<Buffer>): Promise<ByteCounts> {
  const tally: ByteCounts = { inWords: Array(256).fill(0), letters: 0, broken: 0 };
  const decoder = new TextDecoder('utf-8');
  for await (const piece of bytes) {
    for (const [letter] of piece.toString('latin1').matchAll(IN_WORD)) {
      const byte = letter.charCodeAt(0);
      tally.inWords[byte] = (tally.inWords[byte] ?? 0) + 1;
    }
    const text = decoder.decode(piece, { stream: true });
    tally.broken += text.match(/\ufffd/g)?.length ?? 0;
    tally.letters += text.match(/[\u00a1-\u00ff]/g)?.length ?? 0;
  }
  return tally;
}

/** Encodings of one byte a letter, the likeliest first, by iconv-lite's names. */
const SINGLE_BYTE = ['windows-1252', 'macroman', 'cp850'] as const;
/** People's names for encodings that get a warning. */
export const OLD_CHARSETS: Record<string, string> = {
  macroman: 'Mac Roman, de las Mac antiguas',
  cp850: 'CP850, de MS-DOS',
};

/**
 * The encoding of a file that is not UTF-8 throughout. A file with few invalid bytes is UTF-8. Else it is the encoding in which
 * the letters within words are Spanish. Windows-1252 is preferred, unless another is much likelier.
 *
 * @param letterOf a byte's letter in an encoding
 */
export function likelyCharset(
  { inWords, letters, broken }: ByteCounts,
  letterOf: (byte: number, charset: string) => string,
): string {
  if (letters > 10 * broken) return 'utf-8';
  const all = inWords.reduce((sum, count) => sum + count, 0);
  const shareOf = (charset: string) =>
    inWords.reduce(
      (sum, count, byte) => sum + (count > 0 && ACCENTED.test(letterOf(byte, charset)) ? count : 0),
      0,
    ) / Math.max(all, 1);
  const [usual, ...others] = SINGLE_BYTE;
  if (shareOf(usual) >= 0.5) return usual;
  return others.find((charset) => shareOf(charset) >= 0.9) ?? usual;
}
