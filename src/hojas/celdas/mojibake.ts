import { FORMULA_ERROR, IS_ERROR } from './text.ts';

// Letters that were lost or mistaken for others because a file was written in one encoding and read in another.

/** Damage to the letters of a text. */
interface Mojibake {
  /** True where letters cannot be recovered. */
  isLost: boolean;
  /** The end of a sentence that begins with the text. */
  why: string;
}

/** The character that stands for one that could not be read. */
const LOST = '\ufffd';
/** A quick test: most texts have none of these characters. */
const MAY_BE_MOJIBAKE = /[^\t\n\r -~¡¿°ºª«»ÁÉÍÓÚÑÜáéíóúñü]|[?<]/;
/** UTF-8 that was read as Windows-1252: two letters or three in place of one. */
const AS_1252 = /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00bf™œ“”˜š]|ï»¿/;
const CONTROL = /[^\P{Cc}\t\n\r]/u;
/** CP850 that was read as Windows-1252, or the other way round. */
const AS_DOS = /[\u2500-\u259f]|\p{L}[¡¢£¤‚„‡]\p{L}/u;
/** An element of a web page. */
const TAG =
  /<\/?(?:a|b|center|div|em|font|h[1-6]|i|img|li|ol|p|span|strong|sub|sup|table|tbody|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i;
/** Query strings of web addresses, whose question marks are no lost letters. */
const QUESTIONED = /\p{L}\?\p{Ll}(?!\w*=)/u;

const SAVE_AGAIN = 'guarde de nuevo el original como «CSV UTF-8» o como .xlsx';

/** Finds damage to a text's letters; undefined where there is none. */
export function findMojibake(text: string): Mojibake | undefined {
  if (FORMULA_ERROR.test(text)) {
    return { isLost: true, why: IS_ERROR };
  }
  if (!MAY_BE_MOJIBAKE.test(text)) return undefined;
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
  if (CONTROL.test(text)) {
    return { isLost: false, why: `tiene caracteres que no se ven; ${SAVE_AGAIN}.` };
  }
  if (TAG.test(text)) {
    return { isLost: false, why: 'trae etiquetas de página web, como «<b>»; quítelas.' };
  }
  if (!QUESTIONED.test(text)) return undefined;
  const why = `tiene «?» dentro de una palabra y quizá perdió una letra al guardarse en otra codificación; revísela.`;
  return { isLost: false, why };
}
