import { foldName } from '../celdas/text.ts';
import type { Grupo } from './schema.ts';

// A report lists a finding of many rows once, as a group. These bounds limit the memory for any file.

/** Groups of a report. Their sentences come from the program, so there are only some dozens. */
const MOST_GROUPS = 100;
/** Ranges of rows that a group lists. It counts the others. */
const MOST_RUNS = 8;
/** Spellings that a group counts, and different values that a report lists. */
const MOST_SPELLINGS = 1_000;
const MOST_VALUES = 20;

/** The properties that all rows of a group share. */
export type Common = Omit<Grupo, 'cuantas' | 'filas' | 'valores'>;
type ValorDeGrupo = Grupo['valores'][number];

interface Group {
  common: Common;
  cuantas: number;
  /** Ranges of consecutive rows, as far as they are listed, and their number of rows. */
  runs: { from: number; to: number }[];
  named: number;
  /** The row that was counted last. */
  last: number;
  valores: ValorDeGrupo[];
  /** The values by spelling, and by spelling without case and accents. */
  spellings: Map<string, ValorDeGrupo>;
}

/** Groups of remarks: those of one severity, code, field and sentence are one. */
export class Groups {
  readonly #groups = new Map<string, Group>();

  /** @param valor of the row; null where the finding is about no value */
  add(
    fila: number,
    common: Common,
    valor: string | null,
    meant: Pick<ValorDeGrupo, 'sugerencia' | 'esSegura'> = { sugerencia: null, esSegura: false },
  ): void {
    const { gravedad, codigo, campo, mensaje } = common;
    const key = `${gravedad} ${codigo} ${campo} ${mensaje}`;
    let group = this.#groups.get(key);
    if (!group) {
      if (this.#groups.size === MOST_GROUPS) return;
      group = newGroup(common);
      this.#groups.set(key, group);
    }
    if (group.common.columna !== common.columna) group.common.columna = null;
    if (valor !== null || meant.sugerencia !== null) countValue(group, valor ?? '', meant);
    // A row may have a finding in two columns.
    if (fila !== group.last) countRow(group, fila);
  }

  /** The groups: errors first, then by number of rows. */
  list(): Grupo[] {
    const rank = ({ common, cuantas }: Group) =>
      common.gravedad === 'error' ? cuantas + Number.MAX_SAFE_INTEGER / 2 : cuantas;
    const groups = [...this.#groups.values()].sort((a, b) => rank(b) - rank(a));
    return groups.map(({ common, cuantas, runs, named, valores }) => ({
      ...common,
      cuantas,
      filas: rowRanges(runs, cuantas - named),
      valores: valores.sort((a, b) => b.cuantas - a.cuantas).slice(0, MOST_VALUES),
    }));
  }
}

const newGroup = (common: Common): Group => ({
  common: { ...common },
  cuantas: 0,
  runs: [],
  named: 0,
  last: 0,
  valores: [],
  spellings: new Map(),
});

function countRow(group: Group, fila: number): void {
  const run = group.runs.at(-1);
  const follows = run !== undefined && run.to === group.last && fila === run.to + 1;
  group.cuantas += 1;
  group.last = fila;
  if (follows) run.to = fila;
  else if (group.runs.length < MOST_RUNS) group.runs.push({ from: fila, to: fila });
  else return;
  group.named += 1;
}

/** Values that differ only in case and accents are one. It has the first spelling. */
function countValue(
  { valores, spellings }: Group,
  valor: string,
  meant: Pick<ValorDeGrupo, 'sugerencia' | 'esSegura'>,
): void {
  let counted = spellings.get(`=${valor}`);
  if (!counted) {
    if (spellings.size >= MOST_SPELLINGS) return;
    const folded = `~${foldName(valor)}`;
    counted = spellings.get(folded);
    if (!counted) {
      counted = { valor, cuantas: 0, ...meant };
      valores.push(counted);
    }
    spellings.set(`=${valor}`, counted).set(folded, counted);
  }
  counted.cuantas += 1;
}

/** «2–9, 14, 20 y 31 más» */
function rowRanges(runs: Group['runs'], others: number): string {
  const parts = runs.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  if (others > 0) parts.push(`${others} más`);
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} y ${last}` : last;
}
