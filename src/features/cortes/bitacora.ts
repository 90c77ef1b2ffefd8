import { counted } from '../../core/base/text.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';
import { RECURSOS } from './recursos.ts';

export const EN_BITACORA = {
  cortes: {
    called: RECURSOS.cortes,
    story: ({ registro, cambios }) => {
      const value = (campo: string) => cambios.find((each) => each.campo === campo)?.despues;
      if (registro === null) return 'cambió la llave con la que se sellan los cortes';
      return `selló el corte ${registro} («${value('titulo')}»), de ${counted(Number(value('obras')), 'obra', 'obras')}`;
    },
  },
} satisfies Ledger;
