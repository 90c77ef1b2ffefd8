import { FUENTES_DIFFER } from '../../../src/features/expediente/opciones.ts';
import { money } from '../../core/formato.ts';
import { type Monto, readMonto } from '../../core/monto.ts';
import type { Valor } from '../../core/records/campo.ts';
import type { Choque, Partes } from '../../core/records/merge3.ts';

// The sources of a work: what is typed, sent and merged of them, and what they come to.

/** A source as it is typed. */
export interface Fuente {
  [name: string]: Valor;
  /** Names a source that was added here. */
  key?: number;
  fondoId: number | null;
  monto: Monto;
}

/** Whether nothing of it was typed. */
const isBlank = ({ fondoId, monto }: Fuente) => fondoId === null && monto === null;

/** The names of each source's fields in the registry's sentences: by its place among those that are sent. Blank ones come last. */
export function namesOf(fuentes: readonly Fuente[]) {
  let sent = 0;
  let blank = fuentes.filter((one) => !isBlank(one)).length;
  return fuentes.map((one) => {
    const at = `fuentes[${isBlank(one) ? blank++ : sent++}]`;
    return { fondoId: `${at}.fondoId`, monto: `${at}.monto` };
  });
}

/** The sources as the registry takes them, without blank ones. Half of one is sent, so that the registry asks for the other. */
export const writtenFuentes = (fuentes: readonly Fuente[]): Valor =>
  fuentes
    .filter((one) => !isBlank(one))
    .map(({ fondoId, monto }) => ({
      ...(fondoId !== null && { fondoId }),
      ...(monto !== null && { monto }),
    }));

/** The same for a source as long as it is in the form, whatever its fund. */
export const keyOf = ({ key, fondoId }: Fuente): number => key ?? -(fondoId ?? 0);

/** The sources with one more, which is empty. */
export const withOneMore = (fuentes: readonly Fuente[]): Fuente[] => [
  ...fuentes,
  { key: Math.max(0, ...fuentes.map(keyOf)) + 1, fondoId: null, monto: null },
];

/** Sources that two people changed: fund by fund, each as a whole. Those of one's own keep their order. */
export function mergeFuentes(
  antes: readonly Fuente[],
  otra: readonly Fuente[],
  mia: readonly Fuente[],
): Partes<Valor> {
  const amountIn = (all: readonly Fuente[], id: number | null) =>
    all.find(({ fondoId }) => fondoId === id)?.monto ?? null;
  const choques: Choque[] = [];
  const taken = new Map<number | null, Fuente | undefined>();
  const clashes = new Map<string, number | null>();
  for (const id of new Set([...antes, ...otra, ...mia].map(({ fondoId }) => fondoId))) {
    const [before, theirs, mine] = [amountIn(antes, id), amountIn(otra, id), amountIn(mia, id)];
    if (theirs === before || theirs === mine) continue;
    if (mine === before) {
      taken.set(
        id,
        otra.find(({ fondoId }) => fondoId === id),
      );
    } else {
      const clave = `fuentes/${id}`;
      clashes.set(clave, id);
      choques.push({ clave, campo: 'fuentes', parte: { antes: before, otra: theirs, mia: mine } });
    }
  }
  return {
    isTaken: taken.size > 0,
    choques,
    merge: (otras) => {
      const theirs = new Map(taken);
      for (const clave of otras) {
        const id = clashes.get(clave);
        if (id !== undefined) {
          theirs.set(
            id,
            otra.find(({ fondoId }) => fondoId === id),
          );
        }
      }
      const kept = mia.flatMap((one) => {
        if (!theirs.has(one.fondoId)) return [one];
        const instead = theirs.get(one.fondoId);
        theirs.delete(one.fondoId);
        return instead ? [instead] : [];
      });
      return [...kept, ...[...theirs.values()].filter((one) => one !== undefined)];
    },
  };
}

/** Each source's part of their sum, in per cent with one decimal; 0 where they sum up to nothing. */
export function sharesOf(montos: readonly number[]): number[] {
  const sum = montos.reduce((all, monto) => all + monto, 0);
  return montos.map((monto) => (sum > 0 ? Math.round((1000 * monto) / sum) / 10 : 0));
}

/** The sum of sources beside the work's amount, in words, and whether «Calidad» remarks on it. */
export function differenceOf(suma: number, monto: number): { frase: string; seObserva: boolean } {
  const difference = Math.round(100 * (suma - monto)) / 100;
  if (difference === 0) return { frase: 'Suman el monto de la obra.', seObserva: false };
  const many = money(Math.abs(difference));
  return {
    frase:
      difference < 0
        ? `Suman ${many} menos que el monto de la obra.`
        : `Suman ${many} más que el monto de la obra.`,
    seObserva: Math.abs(difference) > (monto * FUENTES_DIFFER) / 100,
  };
}

/** A goal as it is typed. */
export interface Meta {
  [name: string]: Valor;
  cantidad: Monto;
  unidad: string;
}

/** A goal as the registry takes it: none where both are empty. */
export function writtenMeta(meta: Meta | null): Valor {
  const unidad = meta?.unidad.trim() ?? '';
  const typed = meta?.cantidad ?? null;
  const cantidad = typeof typed === 'string' ? readMonto(typed) : typed;
  if (cantidad === null && unidad === '') return null;
  return { ...(cantidad !== null && { cantidad }), ...(unidad && { unidad }) };
}

/** «1,850.5 metros» */
export const metaInWords = ({ cantidad, unidad }: { cantidad: number; unidad: string }): string =>
  `${cantidad.toLocaleString('es-MX', { maximumFractionDigits: 2 })} ${unidad}`;
