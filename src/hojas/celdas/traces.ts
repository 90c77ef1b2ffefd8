// What other programs leave in a file that nobody wrote: words for «nothing» in cells, letters that are not seen, formulas that only
// keep a text, and lines of their own above, between and below the rows.

/** Databases' and programs' words for nothing: SQL, JSON, pandas, R, Python, JavaScript, MySQL's and PostgreSQL's exports, DBeaver. */
const NOTHING =
  /^\s*(?:NULL|null|\(null\)|\[NULL\]|<null>|\\N|NaN|nan|NaT|None|<NA>|undefined)\s*$/;
/** The longest of them, and some blanks. */
const LONGEST_NOTHING = 20;

/** The sign by which DOS ends a file. */
const END_OF_FILE = '\u001a';

/** Whether a cell's text is a program's word for nothing. */
export const isNothing = (text: string): boolean =>
  text.length <= LONGEST_NOTHING && (NOTHING.test(text) || text.trim() === END_OF_FILE);

/** Blanks without width, soft hyphens, and marks of the order of letters and bytes, which nobody sees in a key. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A key without what nobody sees of it. */
export const withoutUnseen = (key: string): string => key.replace(UNSEEN, '');

/** The text that a formula only keeps from being taken for a number, or for nothing: `="0042"`, `=""`. */
export const withoutWrapping = (text: string): string =>
  text.startsWith('="') &&
  text.endsWith('"') &&
  text.length > 2 &&
  !/[^"]"[^"]/.test(text.slice(2, -1))
    ? text.slice(2, -1).replaceAll('""', '"')
    : text;

/** Lines of a program's own: how many rows there are, where they end, which page it is, when the file was made. */
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
const DRAWN = /^[-=+_|\s]*[-=_]{3}[-=+_|\s]*$/;

/** Whether a text, alone in its row, is a line of a program's own. */
export const isOwnLine = (text: string): boolean =>
  text.length <= 200 && LINE.test(text.replace(/\s+/g, ' ').trim());

/** Whether a text is a line that is drawn, as below the headings of a database's listing. */
export const isDrawn = (text: string): boolean => text.length <= 2_000 && DRAWN.test(text);
