import { grouped } from '../../core/formato.ts';
import type { EnInicio } from '../../core/inicio/partes.ts';
import { hrefOf } from '../../core/piezas/direccion.ts';
import type { ResumenDeSeguimiento } from './consultas.ts';
import { resumenDeSeguimientoOf } from './consultas.ts';

export const inicio: EnInicio<ResumenDeSeguimiento> = {
  consulta: resumenDeSeguimientoOf({}),
  cifras: [
    {
      place: 40,
      nombre: 'atrasadas',
      href: hrefOf('/obras', { atrasadas: 'true' }),
      valor: ({ total }) => grouped(total.atrasadas),
    },
  ],
};
