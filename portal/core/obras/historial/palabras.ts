import { dayInWords } from '../../../../src/core/base/time.ts';
import { ELECCIONES, ETIQUETAS } from '../../../../src/core/bitacora/recursos.ts';
import { Obra } from '../../../generado/etiquetas.ts';
import { moment, money } from '../../formato.ts';
import { deTodas, type EnHistorial } from './partes.ts';

// Fields of the ledger by their labels, and their values as people read them.

const { id, ...ofObra } = Obra;

/** The fields of a work that may change, by their labels. */
export const CAMPOS_DE_OBRA: Record<string, string> = ofObra;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** The labels and values of the ledger in words. @param features what the features add to them */
export function palabrasOf(features: EnHistorial[]) {
  // The parts of works have labels of their own.
  const partes = deTodas(features, 'etiquetas');
  const todos: Record<string, string> = { ...ofObra, ...ETIQUETAS };
  const palabras = { ...ELECCIONES, ...deTodas(features, 'elecciones') };
  const enPalabras = deTodas(features, 'enPalabras');
  /** The labels of a resource's fields, in their order. */
  const labelsOf = (recurso: string): Record<string, string> => partes[recurso] ?? todos;

  /**
   * A value of a field in words, in several lines where it has several parts; an empty text where there is none.
   *
   * @param names the catalogs' names by `field/id`
   */
  function valueInWords(campo: string, value: unknown, names: ReadonlyMap<string, string>): string {
    if (value === null || value === undefined) return '';
    if (enPalabras[campo]) return enPalabras[campo](value, names);
    if (typeof value === 'boolean') return value ? 'Sí' : 'No';
    if (typeof value === 'number') {
      if (campo.startsWith('monto')) return money(value);
      return campo.endsWith('Id')
        ? (names.get(`${campo}/${value}`) ?? `número ${value}`)
        : String(value);
    }
    const text = String(value);
    if (campo.startsWith('fecha')) return dayInWords(text);
    return palabras[campo]?.[text] ?? (INSTANT.test(text) ? moment(text) : text);
  }

  return { labelsOf, valueInWords };
}
