import { NIVELES } from '../../../src/core/catalogos/niveles.ts';
import { MODALIDADES } from '../../../src/features/expediente/opciones.ts';
import { RECURSOS } from '../../../src/features/expediente/recursos.ts';
import { grouped, money } from '../../core/formato.ts';
import type { EnHistorial } from '../../core/obras/historial/partes.ts';
import { Contacto, Expediente } from '../../generado/etiquetas.ts';

const { meta: _, montoFuentes: __, ...plain } = Expediente;

export const historial: EnHistorial = {
  recursos: RECURSOS,
  etiquetas: {
    expediente: {
      ...plain,
      metaCantidad: 'Meta, cantidad',
      metaUnidad: 'Meta, unidad',
    },
    contacto: Contacto,
  },
  elecciones: { modalidad: MODALIDADES, nivel: NIVELES },
  enPalabras: {
    beneficiarios: (value) => grouped(value as number),
    metaCantidad: (value) => (value as number).toLocaleString('es-MX'),
    fuentes: (value, names) =>
      (value as { fondoId: number; monto: number }[])
        .map(
          ({ fondoId, monto }) =>
            `${names.get(`fondoId/${fondoId}`) ?? `Fondo ${fondoId}`}: ${money(monto)}`,
        )
        .join('\n') || 'ninguna',
  },
};
