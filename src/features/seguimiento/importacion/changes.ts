import type { Field } from '../../../core/obras/campos.ts';
import { AMOUNT_MOVED } from '../../../core/obras/reglas.ts';
import { amountChange, type FieldChange, lostOf, nameChange } from '../../../hojas/index.ts';
import { AVANCE, CONTRATO } from '../campos.ts';
import { TERMINACIONES } from '../opciones.ts';
import { AMOUNTS } from './columnas.ts';

// The fields that a row changes of a registered report or contract.

type Columns = Record<string, unknown>;

/** The registered values that a row changes, by column; null for a part that it does not change. */
export type Before = Record<'avance' | 'contrato', Columns | null>;

/** The fields that a row changes. Its parts are by column, as the registered values are. */
export const changedParts = (
  row: { avance?: Columns; contrato?: Columns },
  before: Before,
): FieldChange[] => [
  ...changesIn(AVANCE, row.avance, before.avance),
  ...changesIn(CONTRATO, row.contrato, before.contrato),
];

/** The changes of one record's fields. */
export function changesIn(
  fields: Record<string, Field>,
  row: Columns | undefined,
  before: Columns | null,
): FieldChange[] {
  if (!row || !before) return [];
  return Object.entries(fields).flatMap(([campo, { column }]): FieldChange[] => {
    if (!(column in before)) return [];
    const values = { campo, antes: shownCell(before[column]), despues: shownCell(row[column]) };
    const { antes, despues } = values;
    if (AMOUNTS.some((amount) => amount === campo)) return [amountChange(values, AMOUNT_MOVED)];
    if (campo === 'contratista') return [nameChange(values)];
    if (campo === 'terminacion') {
      const duda = {
        text: `pasa a «${TERMINACIONES[despues as keyof typeof TERMINACIONES]}»: el contrato quedaría terminado.`,
        general: 'el contrato quedaría terminado.',
      };
      return [{ ...values, grupo: 'estatus', cuanto: 1, duda }];
    }
    const isNumber = typeof row[column] === 'number';
    const cuanto = isNumber
      ? Math.abs(Number(despues) - Number(antes)) / 100
      : lostOf(antes ?? '', despues ?? '');
    return [{ ...values, grupo: 'otros', cuanto }];
  });
}

/** A value as a report shows it; null for a blank one. */
const shownCell = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
