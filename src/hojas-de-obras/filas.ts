import { type createKeyReader, isNoKey, missingColumn, tidied } from '../hojas/celdas/index.ts';
import type { Column, Missing, ReadCell, Row, Source } from '../hojas/index.ts';
import { unitDoubt } from './dinero.ts';

// Cells of rows that are about a work by its key.

export type KeyReader = ReturnType<typeof createKeyReader>;

/** The key of a row as the registry stores it; null where the row has none. The row is refused then. */
export function readClave<C extends string>(
  row: Row<C | 'claveUnica'>,
  readKey: KeyReader,
): string | null {
  const clave = row.read('claveUnica', readKey, { means: tidied });
  if (!clave) {
    if (row.rejections.length === 0) {
      const text = 'Falta la clave única. Escríbala en la fila.';
      const missing: Missing = row.headings.of.claveUnica
        ? { text, codigo: 'faltaDato' }
        : missingColumn(row.headings, 'claveUnica', 'clave única');
      row.miss('claveUnica', missing);
    }
    return null;
  }
  const key = tidied(clave.value);
  if (isNoKey(key)) row.refuseNoKey(inFirstColumn(row, 'claveUnica'), key);
  return key;
}

/** The best column of a field that has one, without its cell's text. */
export const inFirstColumn = <C extends string>(
  { headings: { of } }: Row<C>,
  campo: C,
): Source<C> => ({ column: of[campo]?.[0] as Column<C>, text: null });

/** An amount (MXN). The row is refused where its unit is in doubt. */
export function readPesos<C extends string>(row: Row<C>, campo: C): number | undefined {
  const doubt = unitDoubt(row, campo);
  if (!doubt || !row.text(campo)) return row.amount(campo)?.value;
  row.refuse(inFirstColumn(row, campo), doubt);
  return undefined;
}

/** A cell's text, normalized; undefined where nothing is left of it. */
export function readTidy<C extends string>(
  row: Row<C>,
  campo: C,
  reader: KeyReader,
  tidy: (text: string) => string = tidied,
): ReadCell<C, string> | undefined {
  const read = row.read(campo, reader);
  if (!read) return undefined;
  row.checkLetters(campo, read.column, read.value);
  const value = tidy(read.value);
  return value ? { ...read, value } : undefined;
}
