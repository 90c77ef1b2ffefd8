import { money } from '../../core/base/pesos.ts';
import type { KnownValue, Ledger } from '../../core/bitacora/ledger.ts';
import type { Field } from '../../core/obras/campos.ts';
import { EXPEDIENTE } from './campos.ts';
import { MODALIDADES } from './opciones.ts';
import { RECURSOS } from './recursos.ts';

/** The sources as the ledger has them, in words. */
function fuentesInWords(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const centavos = value.reduce((sum, { monto }) => sum + Math.round(100 * monto), 0);
  const fondos = `${value.length} ${value.length === 1 ? 'fondo' : 'fondos'}`;
  return value.length === 0 ? 'ninguna' : `${money(centavos / 100)} de ${fondos}`;
}

type Fuentes = { fondoId: number; monto: number }[];

/** Whose money goes, comes or changes. A change of the order alone is none of amounts. */
function movedInWords(before: Fuentes, after: Fuentes, known: KnownValue): string {
  const [own, others] = [before, after].map(
    (list) => new Map(list.map(({ fondoId, monto }) => [fondoId, monto])),
  ) as [Map<number, number>, Map<number, number>];
  const moved = [...new Set([...own.keys(), ...others.keys()])].flatMap((id) => {
    const [antes, despues] = [own.get(id), others.get(id)];
    if (antes === despues) return [];
    const name = known('nombre', `fondos/${id}`) ?? `el fondo ${id}`;
    if (despues === undefined) return [`sin ${name}, que ponía ${money(antes as number)}`];
    if (antes === undefined) return [`con ${name}, que pone ${money(despues)}`];
    return [`${name} de ${money(antes)} a ${money(despues)}`];
  });
  return moved.length === 0 ? 'el orden de las fuentes' : `las fuentes (${moved.join('; ')})`;
}

const FIELDS: Record<string, Field> = {
  ...EXPEDIENTE,
  fuentes: { column: 'fuentes', called: 'las fuentes', schema: { type: 'object' } },
};

export const EN_BITACORA = {
  expediente: {
    called: RECURSOS.expediente,
    part: {
      fields: FIELDS,
      choices: { modalidad: MODALIDADES },
      quantities: ['metaCantidad'],
      naming: [],
      name: () => 'el expediente',
      reference: (field, value) => (field === 'fuentes' ? fuentesInWords(value) : undefined),
      moved: (field, before, after, known) =>
        field === 'fuentes' && Array.isArray(before) && Array.isArray(after)
          ? movedInWords(before, after, known)
          : undefined,
      catalog: {
        recurso: 'fondos',
        ids: (field, value) =>
          field === 'fuentes' && Array.isArray(value) ? value.map(({ fondoId }) => fondoId) : [],
      },
      made: ({ list, value }) => {
        const fuentes = value('fuentes') as unknown[] | null;
        const told = list(Object.keys(EXPEDIENTE));
        return `indicó ${[
          ...(told ? [told] : []),
          ...(fuentes?.length ? [`las fuentes, ${fuentesInWords(fuentes)}`] : []),
        ].join('; ')}`;
      },
    },
  },
  fondos: { called: RECURSOS.fondos, catalog: 'fondos' },
  contacto: { called: RECURSOS.contacto, catalog: 'dependencias' },
} satisfies Ledger;
