// The RFC of a contractor. One that seems wrong is told and stored: a contract has what its paper has. The portal's form tells it while
// somebody types, and seguimiento.sql in answers (`rfc_notice`). It is plain data: the process that reads sheets loads no libraries.

/** Three letters of a company, or four of a person, a date, and three signs of which the tax office makes the last of the others. */
const FORM = /^[A-ZÑ&]{3,4}(?<anio>\d\d)(?<mes>\d\d)(?<dia>\d\d)[A-Z0-9]{3}$/;
/** Generic ones, which many bear (SAT, Resolución Miscelánea Fiscal, rules 2.7.1.23 and 3.17.8). */
const GENERIC = /^(?:X[AE]XX010101000|EXTF?9[09]0101NI[0-9])$/;

/** The most characters of what a contract may have in place of one. */
export const MOST_RFC = 50;

/** An RFC without the signs by which forms part it, as in «cma-010203-ab5». A text that is none stays as it is. */
export function tidyRfc(text: string): string {
  const bare = text.replace(/[\s.‐-–-]/g, '').toUpperCase();
  return FORM.test(bare) ? bare : text;
}

/** The values of the signs, 0 to 38, in the order of annex III of SAT's procedure for the RFC's digit. A company's begins with a blank. */
const SIGNS = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';
/** The digit by the remainder of eleven. */
const DIGITS = '0A987654321';

/** What an RFC makes doubtful, as the end of a sentence about it; undefined where it seems right, and for a generic one. */
export function doubtOfRfc(rfc: string): string | undefined {
  if (GENERIC.test(rfc)) return undefined;
  const { anio, mes, dia } = FORM.exec(rfc)?.groups ?? {};
  if (anio === undefined)
    return 'no tiene la forma de un RFC: tres o cuatro letras, seis cifras y la homoclave, por ejemplo CMA010203AB5.';
  // February of a year that may be of either century: 2000 was a leap year, too.
  const days = new Date(Date.UTC(2000 + Number(anio), Number(mes), 0)).getUTCDate();
  const isDay = Number(mes) >= 1 && Number(mes) <= 12 && Number(dia) >= 1 && Number(dia) <= days;
  if (!isDay) return 'trae una fecha que no existe; revise si está bien escrito.';
  const sum = [...rfc.slice(0, -1).padStart(12)].reduce(
    (sum, sign, i) => sum + SIGNS.indexOf(sign) * (13 - i),
    0,
  );
  return DIGITS[sum % 11] === rfc.at(-1)
    ? undefined
    : 'no concuerda con su último signo, que sale de los demás; revise si está bien escrito.';
}

// Persons -------------------------------------------------------------------------------------------

/** A company's. */
const COMPANY = /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/;

/** Whether an RFC may be a person's: that of a company and a generic one are not, one in no form may be. */
export const isPersonal = (rfc: string): boolean => !COMPANY.test(rfc) && !GENERIC.test(rfc);

/** Stands for each sign of a person's RFC behind the letters of the name: the rest says the day of birth. */
const HIDDEN = '*';
/** An RFC as everybody may read it: of a person four letters, which their name says as well. */
export const publicRfc = (rfc: string): string =>
  isPersonal(rfc) ? (/^[A-ZÑ&]{0,4}/.exec(rfc)?.[0] ?? '').padEnd(13, HIDDEN) : rfc;
/** Whether a text is one that was hidden. It says nothing of the RFC. */
export const isHiddenRfc = (rfc: string): boolean => /^[A-ZÑ&]{0,4}\*{9,13}$/.test(rfc);

/** A JSON text with its members of an RFC as everybody may read them. A text within it has no quotation mark that stands by itself. */
export const publicJson = (json: string): string =>
  json.replace(
    /("(?:contratistaRfc|rfc)"\s?:\s?)("(?:[^"\\]|\\.)*")/g,
    (_, name: string, value: string) => name + JSON.stringify(publicRfc(JSON.parse(value))),
  );

/** What of persons' RFCs an answer hides from those without a session, in its text and in the cells of files. */
export const OF_PERSONS = { text: publicJson, columns: ['contratistaRfc', 'rfc'], cell: publicRfc };

/** The same as the registry is set; undefined where everybody reads them. */
export const hidingOf = ({ RFC_PERSONAS }: { RFC_PERSONAS: string }) =>
  RFC_PERSONAS === 'oculto' ? OF_PERSONS : undefined;
