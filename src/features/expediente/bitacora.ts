import { money } from '../../core/base/pesos.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';
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
