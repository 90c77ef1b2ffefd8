import { type Cell, type SheetRow, Unreadable } from '../celdas/cell.ts';
import { type Fields, fieldByWords, type NamedColumns } from '../celdas/fields.ts';
import { findMojibake } from '../celdas/mojibake.ts';
import { bigrams, diceCoefficient, LEAST_SIMILARITY } from '../celdas/names.ts';
import { fold, foldHeading, isBrief, quoted } from '../celdas/text.ts';
import { type Unit, unitIn, unitInTitle, withoutUnit } from '../celdas/units.ts';
import { axisIn, isOfUtm, zoneIn } from '../celdas/utm-headings.ts';
import { figureIn, isFigure, isOfMoney, isUntaxed, meansOther } from './figures.ts';

// The column of each field. A kind of sheets lists the headings that its fields have.

export interface Column<C extends string = string> {
  /** As it stands in the file. */
  heading: string;
  /** Its place, counted from 0. */
  index: number;
  /** Its field, where it is known. */
  campo: C | undefined;
  /** Its rank among the columns of its field. The lowest rank counts, if the cell has a value. */
  rank: number;
}

/** The columns of each field, the best first, and all columns in their order. */
export interface Headings<C extends string = string> {
  fields: Fields<C>;
  fila: number;
  columns: Column<C>[];
  of: Partial<Record<C, Column<C>[]>>;
  /** The unit of the amounts that the sheet names, and the heading or title that names it. */
  unit: { unit: Unit; text: string } | undefined;
  /** `isStated` is true where a heading of coordinates or a title names UTM. `zone` is the zone that it names. */
  utm: { isStated: boolean; zone: number | undefined };
  /** Figures without a certain column, since their heading continues in another row: the heading, and the cell below it. */
  lost: Lost<C>[];
  /** A column that may be the progress or a quantity, where no other column is the progress. */
  quantity: Column<C> | undefined;
  /** Converts metres of that zone to degrees. */
  toDegrees?: ((metres: [number, number]) => [number, number]) | undefined;
  /** The delimiter of a text file. */
  delimiter?: string | undefined;
}

interface Lost<C extends string> {
  campo: C;
  heading: string;
  below: string;
}

/** True for a row that is blank in all known columns. It is skipped. */
export const isKnownBlank = <C extends string>(
  { columns }: Headings<C>,
  { cells }: SheetRow,
): boolean =>
  columns.every(({ campo, index }) => campo === undefined || cells[index] === undefined);

/** Headings are searched in this many rows from the top, since sheets begin with titles. */
export const HEADING_ROWS = 30;

/**
 * Finds the row of headings: the one of the first rows that names most fields. A row that names the key comes before any that
 * does not.
 *
 * @param named the fields of columns that the importer chose. They count before the headings
 * @returns undefined where no row names the key and another field, or at least `ENOUGH` fields
 * @throws Unreadable where a column that the importer chose does not exist
 */
export function findHeadings<C extends string>(
  rows: SheetRow[],
  fields: Fields<C>,
  named: NamedColumns<C> = {},
): Headings<C> | undefined {
  const best = bestRow(rows, fields, named);
  if (!best) return undefined;
  const there = new Set(best.columns.map(({ heading }) => foldHeading(heading)));
  const missing = Object.keys(named).find((heading) => !there.has(foldHeading(heading)));
  if (missing !== undefined) {
    throw new Unreadable(`El archivo no tiene la columna ${quoted(missing)} que se indicó.`);
  }
  const { columns } = best;
  const { fila } = best.row;
  const lost = [...best.lost, ...ignoreOtherFigures(best, fields, rows)].filter(({ campo }) =>
    columns.every((column) => column.campo !== campo),
  );
  ignoreOtherUnits(columns, fields);
  findStates(columns, fields, rows, fila, named);
  findOthers(columns, fields, rows, fila);
  const quantity = ignoreQuantities(columns, fields, rows, fila);
  ignoreLengths(columns, rows, fila);
  const of: Headings<C>['of'] = {};
  for (const column of columns) {
    if (column.campo) of[column.campo] = [...(of[column.campo] ?? []), column];
  }
  for (const each of Object.values<Column<C>[]>(of as Record<C, Column<C>[]>)) {
    each.sort((a, b) => a.rank - b.rank);
  }
  const titles = rows.filter((row) => row.fila < fila).flatMap(({ cells }) => cells);
  const above = rows.find((row) => row.fila === fila - 1);
  const amounts = fields.amounts.flatMap((campo) => of[campo] ?? []);
  const unit = amounts.length > 0 ? statedUnit(amounts, titles, above) : undefined;
  const axes = columns.filter(({ campo }) => campo === 'longitud' || campo === 'latitud');
  const texts = [
    ...axes.map(({ heading }) => heading),
    ...titles.flatMap((title) => (title && isOfUtm(title.text) ? title.text : [])),
  ];
  const zone = texts.flatMap((text) => zoneIn(text) ?? [])[0];
  const utm = { isStated: texts.some(isOfUtm), zone };
  return { fields, fila, columns, of, unit, utm, lost, quantity };
}

/** A row with this many known headings is the row of headings, even without the key. */
const ENOUGH = 3;

/** A possible row of headings, of one or more rows of the sheet, with its columns. */
interface Candidate<C extends string> {
  row: SheetRow;
  /** The first of its rows. */
  top: number;
  columns: Column<C>[];
  lost: Lost<C>[];
  known: number;
}

/**
 * The row that names most fields, with its columns. A row without the key is chosen only where no row has it. Headings in two
 * or three rows are joined into one.
 */
function bestRow<C extends string>(rows: SheetRow[], fields: Fields<C>, named: NamedColumns<C>) {
  const chosen = new Map(
    Object.entries(named).map(([heading, campo]) => [foldHeading(heading), campo]),
  );
  let best: Candidate<C> | undefined;
  let keyless: typeof best;
  for (const [i, first] of rows.entries()) {
    let row = first;
    const lost: Lost<C>[] = [];
    for (const below of rows.slice(i + 1, i + HEADINGS_IN_ROWS)) {
      const whole = joined(row, below, fields, chosen);
      if (!whole) break;
      row = whole.row;
      lost.push(...whole.lost);
    }
    const columns = columnsIn(row, fields, chosen);
    const campos = new Set([...columns, ...lost].flatMap(({ campo }) => campo ?? []));
    const candidate = { row, top: first.fila, columns, lost, known: campos.size };
    if (columns.some(({ campo }) => campo === fields.key)) {
      if (candidate.known >= 2 && candidate.known > (best?.known ?? 0)) best = candidate;
    } else if (candidate.known >= ENOUGH && candidate.known > (keyless?.known ?? 0))
      keyless = candidate;
  }
  return best ?? keyless;
}

/** Rows that headings stand in at most. */
const HEADINGS_IN_ROWS = 3;

/**
 * Headings and those below them as one row: «Inversión» over «Monto» and «Ejercicio», beside «Clave», which takes both rows. A
 * text below the heading of a figure says which figure it is, so the two are one heading: «Avance físico» over «Prog.» and
 * «Real». Undefined where the second row has no headings: it has a value below a known heading, or none of its texts is a
 * heading.
 */
function joined<C extends string>(
  above: SheetRow,
  below: SheetRow,
  fields: Fields<C>,
  chosen: Map<string, C | null>,
): { row: SheetRow; lost: Lost<C>[] } | undefined {
  if (below.fila !== above.fila + 1) return undefined;
  const known = columnsIn(above, fields, chosen).filter(({ campo }) => campo !== undefined);
  const named = columnsIn(below, fields, chosen).filter(({ campo }) => campo !== undefined);
  if (known.length === 0) return undefined;
  const overOf = (index: number): number =>
    above.cells[index] ? index : above.cells.slice(0, index).findLastIndex(Boolean);
  const figureOver = (index: number) =>
    known.find((column) => column.index === overOf(index) && isFigure(fields, column.campo));
  const width = Math.max(above.cells.length, below.cells.length);
  const cells = Array.from({ length: width }, (_, i): Cell | undefined => {
    const [sub, over] = [below.cells[i], above.cells[overOf(i)]];
    if (!sub || !over || chosen.has(foldHeading(sub.text))) return sub ?? above.cells[i];
    const text = `${over.text.trim()} ${sub.text.trim()}`;
    const own = named.find(({ index }) => index === i)?.campo;
    const isOther = own && isFigure(fields, own) && meansOther(over.text, own, fields);
    const isOne = figureOver(i) || isOther || (!own && knownAs(text, fields));
    return isOne ? { text, kind: 'text' } : sub;
  });
  const isNamed = (i: number) =>
    named.some(({ index }) => index === i) || cells[i]?.text !== below.cells[i]?.text;
  const isValue = ({ index }: Column<C>) => {
    const sub = below.cells[index];
    return sub !== undefined && (figureOver(index) ? !isHeading(sub) : !isNamed(index));
  };
  if (known.some(isValue)) return undefined;
  const isFurther = ({ campo }: Column<C>) => known.every((column) => column.campo !== campo);
  const parts = [...below.cells.entries()].flatMap(([i, sub]) => {
    const over = figureOver(i);
    return sub && over && isHeading(sub) ? [{ over, sub }] : [];
  });
  if (parts.length === 0 && !named.some(isFurther)) return undefined;
  const lost = parts.map(({ over: { campo, heading }, sub }) => ({
    campo: campo as C,
    heading,
    below: sub.text.trim(),
  }));
  return { row: { fila: below.fila, cells }, lost };
}

/** True for a cell that continues the heading of a figure: it has letters, is a sign alone, or a year. */
const isHeading = ({ text, kind }: Cell): boolean =>
  (kind === 'text' || kind === 'number') &&
  isBrief(text) &&
  /\p{L}|^[\s%$#.]+$|^(?:19|20)\d\d$/u.test(text.trim());

/** The number of fields that the headings in these rows name. */
export const countKnown = <C extends string>(
  rows: SheetRow[],
  fields: Fields<C>,
  named: NamedColumns<C> = {},
): number => bestRow(rows, fields, named)?.known ?? 0;

/**
 * Ignores columns of figures that a heading over several columns makes partial: «Anterior» over «Avance físico», beside
 * «Actual». A title is no such heading. It stands alone, or has a day or a number.
 */
function ignoreOtherFigures<C extends string>(
  { columns, top }: Candidate<C>,
  fields: Fields<C>,
  rows: SheetRow[],
): Lost<C>[] {
  const above = rows.find(({ fila }) => fila === top - 1);
  if (!above || above.cells.filter(Boolean).length < 2) return [];
  return columns.flatMap((column) => {
    const { campo, heading, index, rank } = column;
    const over =
      above.cells
        .slice(0, index + 1)
        .findLast(Boolean)
        ?.text.trim() ?? '';
    const isGroup = over.length <= LONGEST_GROUP && !/[\d:]/.test(over);
    if (rank < 0 || !isFigure(fields, campo) || !isGroup || !meansOther(over, campo, fields))
      return [];
    column.campo = undefined;
    return { campo, heading: over, below: heading };
  });
}
/** Characters of a heading over others; a longer text is a title. */
const LONGEST_GROUP = 60;

/** Of several columns of an amount, keeps those in pesos, by their headings. */
function ignoreOtherUnits<C extends string>(columns: Column<C>[], { amounts }: Fields<C>): void {
  const isDoubtful = ({ heading }: Column<C>) => (unitIn(heading) ?? 'pesos') !== 'pesos';
  for (const amount of amounts) {
    const ofAmount = columns.filter(({ campo }) => campo === amount);
    if (ofAmount.every(isDoubtful)) continue;
    for (const column of ofAmount.filter(isDoubtful)) column.campo = undefined;
  }
}

/**
 * The unit of the amounts that the sheet names: in their headings, in a heading over several columns («Inversión (miles)»), or
 * in a title above them. «Pesos» and «MXN» count last, since thousands of pesos are also pesos.
 */
function statedUnit(
  amounts: Pick<Column, 'heading' | 'index'>[],
  titles: (Cell | undefined)[],
  above: SheetRow | undefined,
): Headings['unit'] {
  const isOfHeadings = (above?.cells.filter(Boolean).length ?? 0) > 1;
  const over = ({ index }: Pick<Column, 'index'>) =>
    (isOfHeadings && above?.cells.slice(0, index + 1).findLast(Boolean)?.text) || '';
  const units = [
    ...amounts.flatMap((column) => [column.heading, over(column)].map(unitOf)),
    ...titles.map((title) => ({ unit: unitInTitle(title?.text ?? ''), text: title?.text ?? '' })),
  ].filter((each): each is { unit: Unit; text: string } => each.unit !== undefined);
  return units.find(({ unit }) => unit !== 'pesos') ?? units[0];
}

const unitOf = (text: string) => ({ unit: unitIn(text), text });

const STATES =
  /^(?:aguascalientes|bajacalifornia(?:sur)?|campeche|chiapas|chihuahua|ciudaddemexico|cdmx|coahuila(?:dezaragoza)?|colima|durango|estadodemexico|guanajuato|guerrero|hidalgo|jalisco|mexico|michoacan(?:deocampo)?|morelos|nayarit|nuevoleon|oaxaca|puebla|queretaro|quintanaroo|sanluispotosi|sinaloa|sonora|tabasco|tamaulipas|tlaxcala|veracruz(?:deignaciodelallave)?|yucatan|zacatecas)$/;

/** Takes «Estado» for the state where a state stands below it: elsewhere it may be a work's status. */
function findStates<C extends string>(
  columns: Column<C>[],
  { campos }: Fields<C>,
  rows: SheetRow[],
  fila: number,
  named: NamedColumns<C>,
): void {
  const entidad = campos.find((campo) => campo === 'entidad');
  if (!entidad) return;
  const column = columns.find(({ heading, campo }) => !campo && foldHeading(heading) === 'estado');
  if (!column || Object.keys(named).some((heading) => foldHeading(heading) === 'estado')) return;
  const first = rows.find((row) => row.fila > fila && row.cells[column.index])?.cells[column.index];
  if (first && STATES.test(fold(first.text))) column.campo = entidad;
}

/** Gives columns without a field the one that the kind of sheet knows by the cells below. */
function findOthers<C extends string>(
  columns: Column<C>[],
  { campos, fieldOfOther }: Fields<C>,
  rows: SheetRow[],
  fila: number,
): void {
  for (const column of columns.filter(({ campo, rank }) => campo === undefined && rank >= 0)) {
    const below = rows.flatMap((row) => (row.fila > fila && row.cells[column.index]) || []);
    const other = fieldOfOther?.(column.heading, below);
    const campo = campos.find((each) => each === other?.campo);
    if (other && campo) [column.campo, column.rank] = [campo, other.rank];
  }
}

/** Headings beside a progress that is a quantity: those of the goals of official forms. */
const OF_QUANTITIES = /^(?:unidad(?:de)?medida|metas?(?:modificada|programada|original|anual)?)$/;
const OF_UNITS = /^unidad(?:es)?(?:de)?medida/;
const OF_GOALS = /^metas?/;

/**
 * Beside a unit of measure, a progress is a quantity. There «Porcentaje» is the progress, if no other column is.
 *
 * @returns a column of physical progress beside a unit and a goal, where no other is the progress. It may be a quantity or a
 *   percentage
 */
function ignoreQuantities<C extends string>(
  columns: Column<C>[],
  { progress: own }: Fields<C>,
  rows: SheetRow[],
  fila: number,
): Column<C> | undefined {
  if (!own) return undefined;
  const { campo: progress, isPhysical: physical } = own;
  const isHeaded = (words: RegExp) => (column: Column<C>) =>
    words.test(foldHeading(column.heading));
  if (!columns.some(isHeaded(OF_QUANTITIES))) return undefined;
  const isPercent = ({ heading, index }: Column<C>) => {
    const below = rows.flatMap((row) => (row.fila > fila && row.cells[index]) || []);
    const isPercent = ({ text, kind }: Cell) => kind === 'percent' || text.trim().endsWith('%');
    return /%|pct|porc|por ciento/i.test(heading) || (below.length > 0 && below.every(isPercent));
  };
  const isOfBoth = columns.some(isHeaded(OF_UNITS)) && columns.some(isHeaded(OF_GOALS));
  const isPhysical = isHeaded(physical);
  // The importer's choice counts.
  const bare = columns.filter(
    (column) =>
      column.campo === progress &&
      column.rank >= 0 &&
      (isOfBoth || !isPhysical(column)) &&
      !isPercent(column),
  );
  for (const column of bare) column.campo = undefined;
  if (columns.some(({ campo }) => campo === progress)) return undefined;
  const percent = columns.find(isHeaded(/^porcentaje$/));
  if (percent && percent.rank >= 0) percent.campo ??= progress;
  return percent?.campo === progress ? undefined : bare.find(isPhysical);
}

/** A unit of length in a heading: «(km)», «m», «metros lineales», «ML.». */
const IN_METRES =
  /(?<!\p{L})(?:km|kms|m|ml|mts?|metros?|metros?\s+lineales|kil[oó]metros?)\.?(?!\p{L})/iu;

/** True for a number that may be a longitude of Mexico, without its sign. A text that is no number decides nothing. */
const isOfMexico = (degrees: number): boolean =>
  Number.isNaN(degrees) || (degrees >= 80 && degrees <= 120);

/**
 * Ignores a «Longitud» that is the length of a work. That is so where no column is a latitude, and the heading names metres or
 * the figures are no degrees of Mexico.
 */
function ignoreLengths<C extends string>(columns: Column<C>[], rows: SheetRow[], fila: number) {
  const latitudes = columns.filter(({ campo }) => campo === 'latitud');
  if (latitudes.some(({ heading }) => IN_METRES.test(heading))) return;
  for (const column of columns) {
    const { campo, heading, index, rank } = column;
    if (campo !== 'longitud' || rank < 0 || !/^\s*longitud/i.test(heading)) continue;
    const below = rows.flatMap((row) => (row.fila > fila && row.cells[index]?.text) || []);
    const isNoDegree = (text: string) => Number(text) !== 0 && !isOfMexico(Math.abs(Number(text)));
    if (IN_METRES.test(heading) || (latitudes.length === 0 && below.some(isNoDegree)))
      column.campo = undefined;
  }
}

function columnsIn<C extends string>(
  { cells }: SheetRow,
  fields: Fields<C>,
  chosen: Map<string, C | null>,
): Column<C>[] {
  const columns: Column<C>[] = [];
  const keys = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const heading = cell?.text.trim() ?? '';
    if (heading === '') continue;
    const folded = foldHeading(heading);
    const known = knownAs(heading, fields);
    let campo = known?.campo;
    if (Object.hasOwn(fields.twice, folded) && keys.has(folded))
      campo = fields.twice[folded] ?? undefined;
    keys.add(folded);
    if (chosen.has(folded)) campo = chosen.get(folded) ?? undefined;
    columns.push({ heading, index, campo, rank: chosen.has(folded) ? -1 : (known?.rank ?? 0) });
  }
  addSides(columns, fields, chosen);
  addLong(columns, fields);
  return columns;
}

/** The field of a heading. Words in parentheses count where they make another figure of it. */
function knownAs<C extends string>(heading: string, fields: Fields<C>) {
  const { byHeading } = fields;
  const whole = byHeading.get(fold(heading));
  if (whole) return whole;
  const known =
    byHeading.get(foldHeading(heading)) ??
    amountWithUnit(heading, fields) ??
    axisKnown(heading, fields) ??
    figureIn(heading, fields) ??
    fieldByWords(heading, fields);
  const beside = heading.match(/\([^()]*\)/g)?.join(' ') ?? '';
  return known && isFigure(fields, known.campo) && meansOther(beside, known.campo, fields)
    ? undefined
    : known;
}

/** The ends of headings of survey programs, which name the parts of a place after the question: «_gps_latitude». */
const OF_SURVEY = /^.*[_:. -](latitude|longitude)$/i;

/** The field of a heading such as «Coordenada X (UTM 16N)». */
function axisKnown<C extends string>(heading: string, fields: Fields<C>) {
  const axis = isBrief(heading) ? heading.trim().replace(OF_SURVEY, '$1') : '';
  const known = fields.byHeading.get(foldHeading(axisIn(axis)));
  return known?.campo === 'longitud' || known?.campo === 'latitud' ? known : undefined;
}

/** Takes «Este» and «Norte» for coordinates, unless they are the bounds of an area together with the other sides. */
function addSides<C extends string>(
  columns: Column<C>[],
  { campos }: Fields<C>,
  chosen: Map<string, C | null>,
): void {
  const sideOf = ({ heading }: Column<C>) => foldHeading(axisIn(heading));
  const sides = columns.map(sideOf);
  if (/^(?:sur|oeste|poniente|oriente)$/m.test(sides.join('\n'))) return;
  const [east, north] = ['este', 'norte'].map((side) => columns[sides.indexOf(side)]);
  const [longitud, latitud] = ['longitud', 'latitud'].map((axis) =>
    campos.find((campo) => campo === axis),
  );
  if (!east || !north || !longitud || !latitud) return;
  for (const [column, campo] of [
    [east, longitud],
    [north, latitud],
  ] as const) {
    if (!chosen.has(foldHeading(column.heading))) column.campo ??= campo;
  }
}

/** Takes «Long» for the longitude that a latitude lacks: alone it may be the length of a work. */
function addLong<C extends string>(columns: Column<C>[], { campos }: Fields<C>): void {
  const longitud = campos.find((campo) => campo === 'longitud');
  const hasAxis = (axis: string) => columns.some(({ campo }) => campo === axis);
  if (!longitud || !hasAxis('latitud') || hasAxis('longitud')) return;
  const long = columns.find(
    ({ heading, campo, rank }) =>
      campo === undefined &&
      rank >= 0 &&
      foldHeading(axisIn(heading)) === 'long' &&
      !IN_METRES.test(heading),
  );
  if (long) long.campo = longitud;
}

/** The field of a heading such as «Importe en miles de pesos». */
function amountWithUnit<C extends string>(heading: string, { byHeading, amounts }: Fields<C>) {
  const amount = byHeading.get(foldHeading(withoutUnit(heading)));
  return amount && amounts.includes(amount.campo) ? amount : undefined;
}

/** Headings that are compared with those of a field; a file may have as many as it has columns. */
const MOST_LIKENED = 100;

/**
 * The unread heading that is most like a heading of a field. It is undefined where none is similar, or where it is more like
 * another field: a heading is suggested for one field at most. A heading of money is suggested for amounts alone, and not where
 * it excludes taxes.
 */
export function likeliest<C extends string>(
  { columns, fields }: Pick<Headings<C>, 'columns' | 'fields'>,
  campo: C,
): string | undefined {
  const known = [...fields.byHeading].map(
    ([folded, heading]) => [heading.campo, bigrams(folded)] as const,
  );
  const isAmount = (each: C) => fields.amounts.includes(each);
  const amounts = known.filter(([each]) => isAmount(each));
  let best: string | undefined;
  let most = LEAST_SIMILARITY;
  for (const { heading } of columns.filter((each) => !each.campo).slice(0, MOST_LIKENED)) {
    const isMoney = isOfMoney(heading);
    if (isMoney && (!isAmount(campo) || isUntaxed(heading))) continue;
    const pairs = bigrams(foldHeading(heading));
    const likeness = (isMoney ? amounts : known).map(
      ([each, own]) => [each, diceCoefficient(pairs, own)] as const,
    );
    const [nearest, alike] = likeness.reduce((a, b) => (b[1] > a[1] ? b : a));
    if (nearest === campo && alike > most) [best, most] = [heading, alike];
  }
  return best;
}

/** @throws Unreadable where two columns of a field have the same heading: the intended one is unknown */
export function refuseTwice<C extends string>({ columns }: Headings<C>): void {
  const seen = new Map<string, C>();
  for (const { heading, campo } of columns) {
    const folded = foldHeading(heading);
    if (campo === undefined) continue;
    if (seen.get(folded) === campo) {
      throw new Unreadable(
        `El encabezado ${quoted(heading)} está dos veces; deje sólo una de esas columnas.`,
      );
    }
    seen.set(folded, campo);
  }
}

/** @throws Unreadable where the heading of one of these figures continues in another row, and the figure is unknown */
export function refuseLost<C extends string>({ lost, fields }: Headings<C>, campos: C[]): void {
  const [first] = lost.filter(({ campo }) => campos.includes(campo));
  if (!first) return;
  const { campo, heading, below } = first;
  throw new Unreadable(
    `El encabezado ${quoted(heading)} sigue en otro renglón (${quoted(below)}): escriba en uno solo qué es cada columna, como ${quoted(fields.labels[campo] ?? campo)}.`,
  );
}

/** The sentence for a file without headings, with the texts of its first rows. */
export function noHeadings<C extends string>(
  rows: SheetRow[],
  where: string,
  { words }: Fields<C>,
): Unreadable {
  const texts = rows
    .map(({ cells }) => cells.flatMap((cell) => cell?.text.trim() || []))
    .reduce((a, b) => (b.length > a.length ? b : a), []);
  if (texts.length === 0) {
    return new Unreadable(
      `No hay nada escrito en las primeras ${HEADING_ROWS} filas${where}; elija el archivo que tiene ${words.records}, o guárdelo de nuevo.`,
    );
  }
  const list = texts.slice(0, 12).map(quoted).join(', ');
  const spoilt = texts.find((text) => findMojibake(text));
  const hint = spoilt ? ` ${quoted(spoilt)} ${findMojibake(spoilt)?.why}` : '';
  return new Unreadable(
    `No se encontraron los encabezados en las primeras ${HEADING_ROWS} filas${where}: hace falta una columna con ${words.keyColumn} y al menos otra conocida. Se encontró: ${list}${texts.length > 12 ? '…' : ''}.${hint}`,
  );
}
