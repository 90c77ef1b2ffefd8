import { remark } from '../../core/base/errors.ts';
import { money, percent } from '../../core/base/pesos.ts';
import { bigrams } from '../celdas/names.ts';
import { fold, quoted } from '../celdas/text.ts';
import type { Finding } from './findings.ts';
import { type CambioDeFila, GRUPOS_DE_CAMBIOS, type GrupoDeCambios } from './schema.ts';

// The fields that a sheet changes of records that are registered already: their values now and then, sorted by how much they
// change. Some are asked about, as units are: a slip in a sheet may change many.

/** The most changes of each group that a report lists. */
const MOST_CHANGES = 200;
/** The most characters of a value that a report shows, and those before the first that differs in two long values. */
const CHANGE_SHOWN = 200;
const BEFORE_DIFFERENCE = 40;

/** A field whose registered value a row changes. Its values are texts as a report shows them; null for none. */
export interface FieldChange {
  campo: string;
  grupo: GrupoDeCambios;
  antes: string | null;
  despues: string | null;
  /** A value of several lines, bounded by its kind: a report shows all of it. */
  isWhole?: true;
  /** How much it changes, for comparison with others of its group. */
  cuanto: number;
  /** The question about it, without its field and code. */
  duda?: Pick<Finding, 'text' | 'general'>;
}

type Values = Pick<FieldChange, 'campo' | 'antes' | 'despues'>;

/**
 * The change of an amount (MXN). It is asked about where a registered amount grows or falls by more than a percentage of it.
 *
 * @param most that percentage
 */
export function amountChange(values: Values, most: number): FieldChange {
  const [before, after] = [values.antes, values.despues].map((each) => Number(each ?? Number.NaN));
  const change = { ...values, grupo: 'montos', cuanto: Number.POSITIVE_INFINITY } as const;
  if (before === undefined || after === undefined || Number.isNaN(before)) return change;
  // In cents, so that the comparison is exact: that of Calidad, by which an amount of 0 grows by more than any percentage.
  const [own, moved] = [
    Math.round(before * 100),
    Math.round(after * 100) - Math.round(before * 100),
  ];
  const cuanto = own === 0 ? Number.POSITIVE_INFINITY : Math.abs(moved) / own;
  if (Math.abs(moved) * 100 <= own * most) return { ...change, cuanto };
  const share = own === 0 ? '' : ` (${moved > 0 ? '+' : '−'}${percent(cuanto * 100)})`;
  const text = `pasa de ${money(before)} a ${money(after)}${share}.`;
  const general = `cambia en más de ${most} % de lo registrado.`;
  return { ...change, cuanto, duda: { text, general } };
}

/** The change of a name. It is asked about where the name loses most of its letters. */
export function nameChange(values: Values): FieldChange {
  const { antes, despues } = values;
  const cuanto = lostOf(antes ?? '', despues ?? '');
  const general = 'pierde la mayor parte de sus letras.';
  const text = `${quoted(antes ?? '')} quedaría como ${quoted(despues ?? '')}: ${general}`;
  const isAsked = antes !== null && cuanto > 0.5;
  return { ...values, grupo: 'nombres', cuanto, ...(isAsked && { duda: { text, general } }) };
}

/** The most characters of two texts that are compared: long ones take time, and nobody asks about them. */
const COMPARED = 300;

/** The share of a text's letters, in their order, that another text lacks. */
export function lostOf(before: string, after: string): number {
  const [own, theirs] = [before, after].map((text) => bigrams(fold(text.slice(0, COMPARED)))) as [
    Set<string>,
    Set<string>,
  ];
  return [...own].filter((pair) => !theirs.has(pair)).length / own.size;
}

/**
 * The question about a change, or what a confirmed one is told as: without its place. Undefined for a change that needs none.
 */
export function questionAbout({ campo, grupo, duda }: FieldChange): Finding | undefined {
  const codigo = CODIGOS_DE_DUDA[grupo as keyof typeof CODIGOS_DE_DUDA];
  return duda && codigo && { ...remark(campo, duda.text), ...duda, codigo };
}
const CODIGOS_DE_DUDA = {
  montos: 'montoCambia',
  estatus: 'estatusTermina',
  nombres: 'nombrePierde',
} as const;

/** The largest changes of a sheet, by group. The bounds limit the memory for any file. */
export class LargestChanges {
  readonly #groups = new Map<GrupoDeCambios, { count: number; largest: Listed[] }>();

  add(
    { fila, clave: claveUnica }: { fila: number; clave: string },
    { campo, grupo, cuanto, duda, isWhole, ...values }: FieldChange,
    isConfirmed: boolean,
  ): void {
    const group = this.#groups.get(grupo) ?? { count: 0, largest: [] };
    this.#groups.set(grupo, group);
    group.count += 1;
    const [antes, despues] = isWhole
      ? [values.antes, values.despues]
      : excerpts(values.antes, values.despues);
    const porConfirmar = duda !== undefined && !isConfirmed;
    group.largest.push({
      cuanto,
      cambio: { fila, claveUnica, campo, antes, despues, porConfirmar },
    });
    if (group.largest.length === 2 * MOST_CHANGES) group.largest = largestOf(group.largest);
  }

  /** Takes the changes of a row back, as far as they are listed. */
  drop(fila: number): void {
    for (const group of this.#groups.values()) {
      const left = group.largest.filter(({ cambio }) => cambio.fila !== fila);
      group.count -= group.largest.length - left.length;
      group.largest = left;
    }
  }

  list(): { grupo: GrupoDeCambios; cuantos: number; cambios: CambioDeFila[] }[] {
    return GRUPOS_DE_CAMBIOS.flatMap((grupo) => {
      const { count: cuantos, largest } = this.#groups.get(grupo) ?? { count: 0, largest: [] };
      if (cuantos === 0) return [];
      return [{ grupo, cuantos, cambios: largestOf(largest).map(({ cambio }) => cambio) }];
    });
  }
}

interface Listed {
  cuanto: number;
  cambio: CambioDeFila;
}

/** The largest first; equal ones in the order of the file. */
const largestOf = (listed: Listed[]): Listed[] =>
  listed
    .sort((a, b) => (a.cuanto === b.cuanto ? a.cambio.fila - b.cambio.fila : b.cuanto - a.cuanto))
    .slice(0, MOST_CHANGES);

/** Two values as a report shows them: of long ones the part that differs. */
function excerpts(antes: string | null, despues: string | null): [string | null, string | null] {
  if (antes === null || despues === null) return [excerpt(antes, 0), excerpt(despues, 0)];
  let same = 0;
  while (same < antes.length && antes[same] === despues[same]) same += 1;
  const isLate = same > CHANGE_SHOWN - BEFORE_DIFFERENCE;
  const from = isLate ? same - BEFORE_DIFFERENCE : 0;
  return [excerpt(antes, from), excerpt(despues, from)];
}

const excerpt = <T extends string | null>(value: T, from: number): T =>
  (value === null
    ? null
    : `${from > 0 ? '…' : ''}${value.slice(from, from + CHANGE_SHOWN).toWellFormed()}${value.length > from + CHANGE_SHOWN ? '…' : ''}`) as T;
