import { FORMULA_ERROR, IS_ERROR } from '../celdas/values.ts';

// Letters that were lost or mistaken for others because a file was written in one encoding and read in another.

/** What is wrong with the letters of a text. */
export interface Mojibake {
  /** Whether letters are lost for good: nobody can tell which they were. */
  isLost: boolean;
  /** The end of a sentence that begins with the text. */
  why: string;
}

/** The character that stands for one that could not be read. */
const LOST = '\ufffd';
/** What may be wrong at all: most texts have nothing of it. */
const SUSPECT = /[^\t\n\r -~¡¿°ºª«»ÁÉÍÓÚÑÜáéíóúñü]|\?/;
/** UTF-8 that was read as Windows-1252: two letters or three in place of one. */
const AS_1252 = /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00bf™œ“”˜š]|ï»¿/;
const CONTROLS = /[^\P{Cc}\t\n\r]/u;
/** CP850 that was read as Windows-1252, or the other way round. */
const AS_DOS = /[\u2500-\u259f]|\p{L}[¡¢£¤‚„‡]\p{L}/u;
/** But for what addresses of pages have behind their question marks. */
const QUESTIONED = /\p{L}\?\p{Ll}(?!\w*=)/u;

const SAVE_AGAIN = 'guarde de nuevo el original como «CSV UTF-8» o como .xlsx';

/** What is wrong with a text's letters; undefined where nothing seems to be. */
export function findMojibake(text: string): Mojibake | undefined {
  if (FORMULA_ERROR.test(text)) {
    return { isLost: true, why: IS_ERROR };
  }
  if (!SUSPECT.test(text)) return undefined;
  if (text.includes(LOST)) {
    const why = `perdió letras («${LOST}») al guardarse en otra codificación; corríjalas, o ${SAVE_AGAIN}.`;
    return { isLost: true, why };
  }
  const likely = AS_1252.test(text)
    ? 'UTF-8 leído como Windows-1252'
    : AS_DOS.test(text)
      ? 'CP850, el de MS-DOS'
      : undefined;
  if (likely)
    return { isLost: false, why: `tiene letras de otra codificación (${likely}); ${SAVE_AGAIN}.` };
  if (CONTROLS.test(text)) {
    return { isLost: false, why: `tiene caracteres que no se ven; ${SAVE_AGAIN}.` };
  }
  if (!QUESTIONED.test(text)) return undefined;
  const why = `tiene «?» dentro de una palabra y quizá perdió una letra al guardarse en otra codificación; revísela.`;
  return { isLost: false, why };
}

// Encodings of one byte a letter ------------------------------------------------------------------

/** How often each byte beyond ASCII stands next to an ASCII letter, and how well a file's bytes are UTF-8. */
export interface ByteCounts {
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

/** Encodings that files of one byte a letter come in, the likeliest first, by the names that iconv-lite has for them. */
const SINGLE_BYTE = ['windows-1252', 'macroman', 'cp850'] as const;
/** People's names for those that are worth a word. */
export const OLD_CHARSETS: Record<string, string> = {
  macroman: 'Mac Roman, de las Mac antiguas',
  cp850: 'CP850, de MS-DOS',
};

/**
 * The encoding of a file that is not UTF-8 throughout. It is UTF-8 where few bytes of many are not. Else it is the one in
 * which the letters within words are Spanish; Windows-1252 unless another is much likelier.
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
