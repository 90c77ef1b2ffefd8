// Traces of other programs in a file: words for «nothing» in cells, invisible letters, formulas that only protect a text, and
// lines above, between and below the rows.

/** Databases' and programs' words for nothing: SQL, JSON, pandas, R, Python, JavaScript, MySQL's and PostgreSQL's exports, DBeaver. */
const WORDS_FOR_NULL =
  /^\s*(?:NULL|null|\(null\)|\[NULL\]|<null>|\\N|NaN|nan|NaT|None|<NA>|undefined)\s*$/;
/** The length of the longest of them, and some blanks. */
const LONGEST_NOTHING = 20;

/** The sign by which DOS ends a file. */
const END_OF_FILE = '\u001a';

/** True for a program's word for nothing. */
export const isNothing = (text: string): boolean =>
  text.length <= LONGEST_NOTHING && (WORDS_FOR_NULL.test(text) || text.trim() === END_OF_FILE);

/** Invisible characters: blanks without width, soft hyphens, and marks of the order of letters and bytes. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A key without its invisible characters. */
export const withoutUnseen = (key: string): string => key.replace(INVISIBLE, '');

/** The text inside a formula that protects it: `="0042"`, `=""`. */
export const withoutWrapping = (text: string): string =>
  text.startsWith('="') &&
  text.endsWith('"') &&
  text.length > 2 &&
  !/[^"]"[^"]/.test(text.slice(2, -1))
    ? text.slice(2, -1).replaceAll('""', '"')
    : text;

/** Lines of a program's own: the number of rows, their end, the page, the date of the file. */
const LINE = new RegExp(
  [
    String.raw`^\(?\d[\d,.]* (?:rows?|filas?|registros?|records?)(?: (?:affected|selected|returned|in set|afectad[oa]s|seleccionad[oa]s|encontrad[oa]s|devuelt[oa]s).{0,40})?\)?\.?$`,
    String.raw`^(?:(?:total|n[uú]mero) de )?(?:rows?|filas?|registros?|records?) ?: ?\d[\d,.]*$`,
    String.raw`^(?:page|p[aá]g(?:ina|\.)|hoja) \d+(?: (?:of|de|/) \d+)?$`,
    String.raw`^(?:\\\.|# ?(?:fin|end|eof)\b.{0,80})$`,
    String.raw`^(?:completion time|hora de finalizaci[oó]n|query ok|fin del? (?:archivo|reporte|informe)|end of (?:file|report))\b.{0,80}$`,
    String.raw`^(?:(?:reporte|informe|archivo) )?(?:generad[oa]|exportad[oa]|impres[oa]|generated|exported|printed)(?: (?:el|al|por|on|by|at|con|from))?\b.{0,120}$`,
    String.raw`^fecha (?:y hora )?de (?:generaci[oó]n|exportaci[oó]n|descarga|consulta)\b.{0,60}$`,
  ].join('|'),
  'iu',
);
/** A line that is drawn: «-----», «---+---», «=====». */
const DRAWN_LINE = /^[-=+_|\s]*[-=_]{3}[-=+_|\s]*$/;

/** True for a line that a program wrote, alone in its row. */
export const isOwnLine = (text: string): boolean =>
  text.length <= 200 && LINE.test(text.replace(/\s+/g, ' ').trim());

/** True for a drawn line, as below the headings of a database's listing. */
export const isDrawn = (text: string): boolean => text.length <= 2_000 && DRAWN_LINE.test(text);
