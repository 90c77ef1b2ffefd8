import { dayInWords, dayOf, isDay, momentOf } from '../../../src/core/base/time.ts';
import { counted, grouped } from '../../core/formato.ts';
import type { Entonces } from '../../core/obras/entonces.ts';
import type { Renglon } from '../../core/obras/historial/partes.ts';

// The instants at which works are shown as they stood.

/** The instant that an address names; undefined where it asks for today's. What is none the registry refuses. */
export function entoncesIn(params: URLSearchParams): Entonces | undefined {
  const en = params.get('en');
  if (!en) return undefined;
  const instant = new Date(en);
  const dia = isDay(en) || Number.isNaN(instant.getTime()) ? en : dayOf(instant);
  return { query: { en }, dia };
}

/** «al terminar el 30 de junio de 2026», «el 30 de junio de 2026, 8:30 a.m.» */
export const whenInWords = (en: string): string =>
  isDay(en) ? `al terminar el ${dayInWords(en)}` : `el ${momentOf(new Date(en))}`;

/** The number of a work's changes that are shown, and whether more follow. */
export const versionesInWords = (count: number, hasMore: boolean): string =>
  hasMore
    ? `Los primeros ${grouped(count)} cambios, desde su registro`
    : `${counted(count, 'cambio', 'cambios')}, desde su registro`;

/** The objection to a day on which one asks how a work was: only of one that is over it is known. */
export function faultOfDia(dia: string, today: string): string | undefined {
  if (dia === '') return 'Escriba el día.';
  if (!isDay(dia)) return 'Escriba un día, por ejemplo 30/06/2026.';
  return dia < today ? undefined : 'Elija un día que ya terminó: ayer, o uno anterior.';
}

/** The address of a work as a row of the ledger left it; undefined where it left none, or changed nothing of it. */
export function quedoIn({
  recurso,
  accion,
  obraId,
  instante,
}: Pick<Renglon, 'recurso' | 'accion' | 'obraId' | 'instante'>): string | undefined {
  if (obraId === null || recurso === 'favorites') return undefined;
  if (recurso === 'obras' && accion === 'eliminar') return undefined;
  return `/obras/${obraId}?en=${instante}`;
}
