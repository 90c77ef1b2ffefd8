import type { DatabaseName } from './registries.ts';

export type Unit = '/s' | 'ms' | 's' | 'MB' | 'conexiones';

/** The bar for the ratio, or for our own figure. */
export interface Target {
  of: 'ratio' | 'ours';
  least?: number;
  most?: number;
}

/** The findings of one measure: a figure for each round, ours and the other side's. */
export interface Finding {
  /** Distinguishes the measure's findings. */
  part?: string;
  unit: Unit;
  ours: number[];
  theirs?: number[];
  /** The name of the other side. */
  against?: string;
  target?: Target;
  /** The round that counts: the middle one, or the worst where a limit must never be passed. */
  counts?: 'median' | 'greatest';
  detail?: string;
}

/** A finding with its result. */
export interface Row extends Finding {
  measure: string;
  obras: number | null;
  database: DatabaseName;
  our: number;
  their?: number;
  ratio?: number;
  isMet?: boolean;
}

export function rowOf(
  measure: { name: string; obras: number | null; database: DatabaseName },
  finding: Finding,
): Row {
  const { part, ours, theirs, target, counts = 'median' } = finding;
  const pick = counts === 'median' ? median : (numbers: number[]) => Math.max(...numbers);
  const our = pick(ours);
  const row: Row = {
    measure: part ? `${measure.name}: ${part}` : measure.name,
    obras: measure.obras,
    database: measure.database,
    ...finding,
    our,
  };
  if (theirs) {
    row.their = pick(theirs);
    row.ratio = our / row.their;
  }
  if (target) {
    const { least = -Infinity, most = Infinity } = target;
    const figure = target.of === 'ratio' ? (row.ratio as number) : our;
    row.isMet = figure >= least && figure <= most;
  }
  return row;
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}

// biome-ignore format: a row of headings
const COLUMNS = [
  'Medida', 'Obras', 'Base de datos', 'Servicio', 'Contra', 'Razón', 'Meta', '¿Cumple?', 'Detalle',
];

/** All rows as one Markdown table. */
export function tableOf(rows: Row[]): string {
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** A row in one line, for a reader of the run. */
export function lineOf(row: Row): string {
  const [, , , ours, against, ratio, target, isMet] = cells(row);
  const compared = row.theirs ? ` contra ${against}, razón ${ratio}` : '';
  return `${row.part ? `${row.part}: ` : ''}${ours}${compared}${row.target ? ` (meta ${target}: ${isMet})` : ''}`;
}

function cells({ unit, against, target, ...row }: Row): string[] {
  return [
    row.measure,
    row.obras === null ? '—' : grouped(row.obras),
    row.database,
    withUnit(row.our, unit),
    row.their === undefined ? '—' : `${withUnit(row.their, unit)} (${against})`,
    row.ratio === undefined ? '—' : row.ratio.toFixed(2),
    target ? targetText(target, unit) : '—',
    row.isMet === undefined ? '—' : row.isMet ? 'sí' : 'no',
    row.detail ?? '',
  ];
}

function targetText({ of, least, most }: Target, unit: Unit): string {
  const figure = (number: number) => (of === 'ratio' ? number.toFixed(2) : `${number} ${unit}`);
  return least === undefined ? `≤ ${figure(most as number)}` : `≥ ${figure(least)}`;
}

function withUnit(number: number, unit: Unit): string {
  const digits = unit === 'conexiones' || number >= 100 ? 0 : number >= 10 ? 1 : 2;
  const text = grouped(Number(number.toFixed(digits)));
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`;
}

/** A number with its thousands apart. */
export function grouped(number: number): string {
  const [whole = '', cents] = String(number).split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return cents === undefined ? apart : `${apart}.${cents}`;
}
