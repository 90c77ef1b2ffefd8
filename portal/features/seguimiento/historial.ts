import { percent } from '../../../src/core/base/pesos.ts';
import { dayInWords } from '../../../src/core/base/time.ts';
import {
  CAUSAS,
  NATURALEZAS,
  PROCEDIMIENTOS,
  TERMINACIONES,
} from '../../../src/features/seguimiento/opciones.ts';
import { RECURSOS } from '../../../src/features/seguimiento/recursos.ts';
import type { Schema } from '../../core/api.ts';
import { money } from '../../core/formato.ts';
import type { EnHistorial } from '../../core/obras/historial/partes.ts';
import { Avance, Contrato, Convenio, Ejecucion, Programa } from '../../generado/etiquetas.ts';

export const historial: EnHistorial = {
  recursos: RECURSOS,
  etiquetas: {
    avances: Avance,
    programas: Programa,
    ejecucion: Ejecucion,
    contratos: Contrato,
    convenios: Convenio,
  },
  elecciones: {
    causaAtraso: CAUSAS,
    naturaleza: NATURALEZAS,
    procedimiento: PROCEDIMIENTOS,
    terminacion: TERMINACIONES,
  },
  enPalabras: {
    anticipo: (value) => money(value as number),
    presupuestoBase: (value) => money(value as number),
    avanceFisico: (value) => percent(value as number),
    curva: (value) =>
      (value as Schema<'Programa'>['curva'])
        .map(({ fecha, avanceFisico }) => `${dayInWords(fecha)}: ${percent(avanceFisico)}`)
        .join('\n'),
  },
};
