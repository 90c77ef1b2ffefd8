import { EN_PROCESO } from '../../../src/core/obras/reglas.ts';
import type { Schema } from '../../core/api.ts';
import { grouped, moneyInWords } from '../../core/formato.ts';
import type { EnInicio } from '../../core/inicio/partes.ts';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { resumenOf } from './totales.ts';

export const inicio: EnInicio<Schema<'Resumen'>> = {
  consulta: resumenOf({}, 'estatus'),
  cifras: [
    {
      place: 20,
      nombre: 'monto total',
      href: '/resumen?medida=monto',
      valor: ({ total }) => moneyInWords(total.monto),
    },
    {
      place: 30,
      nombre: 'en proceso',
      href: hrefOf('/obras', { estatusObraId: String(EN_PROCESO) }),
      valor: ({ grupos }) => grouped(grupos.find(({ id }) => id === EN_PROCESO)?.obras ?? 0),
    },
  ],
};
