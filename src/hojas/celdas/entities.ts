// Letters that a page of the web writes by their names or numbers: «Construcci&oacute;n», «&#243;», «<br>». Each stands for one
// letter alone, so it is read, and the importer is told.

/** The names of the letters of Latin-1 from U+00A0 on, in their order (HTML 4, section 24.2). */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
const NAMED_ENTITIES = new Map<string, string>([
  ...LATIN_1.map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“' }),
  ...Object.entries({ rdquo: '”', bdquo: '„', hellip: '…', bull: '•', euro: '€', trade: '™' }),
  ...Object.entries({ OElig: 'Œ', oelig: 'œ', prime: '′', Prime: '″', ensp: ' ', emsp: ' ' }),
]);
/** A letter by its name or number. Spanish ones are certain without their semicolon, too. */
const ENTITY =
  /&(?:#(\d{1,7});|#[xX]([\da-fA-F]{1,6});|([a-zA-Z]{2,6}\d{0,2});|([aeiouAEIOU]acute|[nN]tilde|[uU]uml))/g;
const BREAK = /<\/?br\s*\/?>/gi;
/** A quick test: most texts have none. */
const MAY_HAVE_ENTITIES = /&(?:#|[a-zA-Z]{2})|<\/?br/i;

/** A page's numbers from 128 to 159 are those of Windows-1252. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

function letterAt(code: number): string | undefined {
  if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
  if (code === 0xa0) return ' ';
  return WINDOWS_1252[code - 0x80] ?? String.fromCodePoint(code);
}

/** True for a text that may have such codes: most have none. */
export const mayHaveCodes = (text: string): boolean => MAY_HAVE_ENTITIES.test(text);

/**
 * A text with its letters in place of a page's codes. A code that stands for nothing stays.
 * Codes that were written as codes again, as «&amp;oacute;», are read, too.
 */
export function withoutEntities(text: string): string {
  let read = text.replace(BREAK, '\n');
  for (let times = 0; times < 3; times++) {
    const before = read;
    read = read.replace(ENTITY, (whole, decimal, hex, name, spanish) => {
      if (decimal !== undefined) return letterAt(Number(decimal)) ?? whole;
      if (hex !== undefined) return letterAt(Number.parseInt(hex, 16)) ?? whole;
      return NAMED_ENTITIES.get(name ?? spanish) ?? whole;
    });
    if (read === before) return read;
  }
  return read;
}
