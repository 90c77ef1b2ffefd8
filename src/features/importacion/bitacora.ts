import { counted, grouped } from '../../core/base/text.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';
import { RECURSOS } from './recursos.ts';

export const EN_BITACORA = {
  importaciones: {
    called: RECURSOS.importaciones,
    story: ({ archivo, cambios }) => {
      const many = (campo: string) =>
        Number(cambios.find((each) => each.campo === campo)?.antes ?? 0);
      const parts = [
        counted(many('eliminados'), 'registro eliminado', 'registros eliminados'),
        many('devueltos') > 0 &&
          `${grouped(many('devueltos'))} como ${many('devueltos') === 1 ? 'estaba' : 'estaban'}`,
        many('dejados') > 0 && counted(many('dejados'), 'se quedó', 'se quedaron'),
      ].filter(Boolean);
      return `deshizo la importación de «${archivo}»: ${parts.join(', ')}`;
    },
  },
} satisfies Ledger;
