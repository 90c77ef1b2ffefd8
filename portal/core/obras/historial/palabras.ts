import { dayInWords } from '../../../../src/core/base/time.ts';
import { ELECCIONES, ETIQUETAS } from '../../../../src/core/bitacora/recursos.ts';
import { Obra } from '../../../generado/etiquetas.ts';
import { moment, money } from '../../formato.ts';
import { deTodas } from './partes.ts';

// Fields of the ledger by their labels, and their values as people read them.

const { id, ...ofObra } = Obra;

/** The labels of the fields of each resource; the parts of works have their own. */
const PARTES = deTodas('etiquetas');
const TODOS: Record<string, string> = {
  ...ofObra,
  ...ETIQUETAS,
};
/** The labels of a resource's fields, in their order. */
export const labelsOf = (recurso: string): Record<string, string> => PARTES[recurso] ?? TODOS;

/** The fields of a work that may change, by their labels. */
export const CAMPOS_DE_OBRA: Record<string, string> = ofObra;

/** The words of what is chosen. */
const PALABRAS = { ...ELECCIONES, ...deTodas('elecciones') };

const EN_PALABRAS = deTodas('enPalabras');

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
  if (EN_PALABRAS[campo]) return EN_PALABRAS[campo](value);
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number') {
    if (campo.startsWith('monto')) return money(value);
    return campo.endsWith('Id')
      ? (names.get(`${campo}/${value}`) ?? `número ${value}`)
      : String(value);
  }
  const text = String(value);
  if (campo.startsWith('fecha')) return dayInWords(text);
  return PALABRAS[campo]?.[text] ?? (INSTANT.test(text) ? moment(text) : text);
}
