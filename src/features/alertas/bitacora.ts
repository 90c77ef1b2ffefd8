import { money } from '../../core/base/pesos.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';
import { PROCEDIMIENTOS } from './opciones.ts';
import { RECURSOS } from './recursos.ts';

export const EN_BITACORA = {
  umbrales: {
    called: RECURSOS.umbrales,
    story: ({ registro, cambios }) => {
      const [anio, procedimiento] = String(registro).split('/');
      const name = PROCEDIMIENTOS[procedimiento as keyof typeof PROCEDIMIENTOS]?.toLowerCase();
      const of = `el umbral de ${anio} para ${name}`;
      const { antes, despues } = cambios.find(({ campo }) => campo === 'monto') ?? {};
      if (typeof despues !== 'number') return `quitó ${of}, ${money(Number(antes))}`;
      if (typeof antes !== 'number') return `registró ${of}: ${money(despues)}`;
      return `cambió ${of} de ${money(antes)} a ${money(despues)}`;
    },
  },
} satisfies Ledger;
