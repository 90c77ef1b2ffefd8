import { grouped } from '../../core/base/text.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';

/** Copies of the registry in the ledger. */
export const EN_BITACORA = {
  respaldos: {
    called: 'la copia de seguridad',
    story: ({ cambios }) => {
      const rows = cambios.find(({ campo }) => campo === 'filas')?.despues;
      return `hizo una copia de seguridad de ${grouped(Number(rows))} renglones`;
    },
  },
} satisfies Ledger;
