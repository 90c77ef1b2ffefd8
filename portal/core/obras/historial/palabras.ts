import { percent } from '../../../../src/core/base/pesos.ts';
import { dayInWords } from '../../../../src/core/base/time.ts';
import { ELECCIONES, ETIQUETAS } from '../../../../src/core/bitacora/recursos.ts';
import {
  CLASES,
  FECHA_SEGUN,
  TIPOS as TIPOS_DE_ARCHIVO,
} from '../../../../src/features/archivos/opciones.ts';
import {
  CAUSAS,
  NATURALEZAS,
  PROCEDIMIENTOS,
  TERMINACIONES,
} from '../../../../src/features/seguimiento/opciones.ts';
import {
  Archivo,
  Avance,
  Contrato,
  Convenio,
  Ejecucion,
  Obra,
  Programa,
} from '../../../generado/etiquetas.ts';
import type { Schema } from '../../api.ts';
import { moment, money } from '../../formato.ts';

// Fields of the ledger by their labels, and their values as people read them.

/** A row of the ledger, or of a work's history. */
export type Renglon = Schema<'RenglonBitacora'>;

const { id, ...ofObra } = Obra;
const { bytes, tipoMedia, ancho, alto, ...ofArchivo } = Archivo;

/** The labels of the fields of each resource; the parts of works have their own. */
const PARTES: Record<string, Record<string, string>> = {
  avances: Avance,
  programas: Programa,
  ejecucion: Ejecucion,
  contratos: Contrato,
  convenios: Convenio,
  archivos: ofArchivo,
};
const TODOS: Record<string, string> = {
  ...ofObra,
  ...ETIQUETAS,
};
/** The labels of a resource's fields, in their order. */
export const labelsOf = (recurso: string): Record<string, string> => PARTES[recurso] ?? TODOS;

/** The fields of a work that may change, by their labels. */
export const CAMPOS_DE_OBRA: Record<string, string> = ofObra;

/** The words of what is chosen. */
const PALABRAS: Record<string, Record<string, string>> = {
  ...ELECCIONES,
  causaAtraso: CAUSAS,
  naturaleza: NATURALEZAS,
  procedimiento: PROCEDIMIENTOS,
  terminacion: TERMINACIONES,
  clase: CLASES,
  fechaSegun: FECHA_SEGUN,
  tipo: TIPOS_DE_ARCHIVO,
};

type Punto = Schema<'Programa'>['curva'][number];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/**
 * A value of a field in words, in several lines where it has several parts; an empty text where there is none.
 *
 * @param names the catalogs' names by `field/id`
 */
export function valueInWords(
  campo: string,
  value: unknown,
  names: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number') {
    if (/^(monto|anticipo)/.test(campo)) return money(value);
    if (campo === 'avanceFisico') return percent(value);
    return campo.endsWith('Id')
      ? (names.get(`${campo}/${value}`) ?? `número ${value}`)
      : String(value);
  }
  if (campo === 'curva') {
    return (value as Punto[])
      .map(({ fecha, avanceFisico }) => `${dayInWords(fecha)}: ${percent(avanceFisico)}`)
      .join('\n');
  }
  const text = String(value);
  if (campo.startsWith('fecha')) return dayInWords(text);
  return PALABRAS[campo]?.[text] ?? (INSTANT.test(text) ? moment(text) : text);
}
