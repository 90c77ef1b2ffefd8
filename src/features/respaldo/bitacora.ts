import { grouped } from '../../core/base/text.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';
import { RECURSOS } from './recursos.ts';

export const EN_BITACORA = {
  respaldos: {
    called: RECURSOS.respaldos,
    story: ({ cambios }) => {
      const rows = cambios.find(({ campo }) => campo === 'filas')?.despues;
      return `hizo una copia de seguridad de ${grouped(Number(rows))} renglones`;
    },
  },
} satisfies Ledger;
