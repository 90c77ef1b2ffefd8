import { day } from '../../formato.ts';
import type { Renglon } from './partes.ts';

// The rows of the ledger.

/** Where users see the records that are no part of a work. */
export const LUGARES: Record<string, [nombre: string, href: string]> = {
  users: ['Ver los usuarios', '/usuarios'],
  capturistas: ['Ver los usuarios', '/usuarios'],
  dependencias: ['Ver las dependencias', '/catalogos/dependencias?estado=todos'],
  'ejercicio-fiscal': ['Ver los ejercicios fiscales', '/catalogos/ejercicios?estado=todos'],
  'tipo-proyecto': ['Ver los tipos de proyecto', '/catalogos/tipos?estado=todos'],
  localidad: ['Ver las localidades', '/catalogos/localidades'],
};

const percents = new Intl.NumberFormat('es-MX', {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** By how many percent a work's amount grew or fell; nothing where it did not, or was 0 before. */
export function variationOf({ recurso, cambios }: Renglon): string {
  const { antes, despues } = cambios.find(({ campo }) => campo === 'monto') ?? {};
  if (recurso !== 'obras' || typeof antes !== 'number' || typeof despues !== 'number') return '';
  return antes === 0 ? '' : `${percents.format((100 * (despues - antes)) / antes)}\u00a0%`;
}

/** The entries of each day, days and entries in the order that they come. */
export function byDay(renglones: Renglon[]): [string, Renglon[]][] {
  const days = new Map<string, Renglon[]>();
  for (const renglon of renglones) {
    const date = day(renglon.instante);
    days.set(date, [...(days.get(date) ?? []), renglon]);
  }
  return [...days];
}

/** Whether it is about the work itself, and not about a part of its follow-up. */
export const isOfObra = ({ recurso }: Renglon) => recurso === 'obras';

/** The work's last name, as far as the story has been read. */
export function nameIn(renglones: Renglon[]): string | undefined {
  for (const { cambios } of renglones.toReversed()) {
    const change = cambios.find(({ campo }) => campo === 'nombre');
    const nombre = change?.despues ?? change?.antes;
    if (typeof nombre === 'string') return nombre;
  }
  return undefined;
}
