import { badRequest, remark } from '../../core/base/errors.ts';
import type { Fields, NamedColumns } from '../celdas/fields.ts';
import { quoted } from '../celdas/text.ts';
import type { SheetOptions, SheetQuery } from './kind.ts';
import type { GrupoDeCambios } from './schema.ts';

/**
 * Parses the query parameters of all kinds of sheets.
 *
 * @throws HttpError 400 where `columnas` is no JSON object of headings and fields
 */
export const sheetOptions = <C extends string>(
  { simular, parcial, hoja, columnas, unidadMonto, confirmar, unaVez, sinOcultas }: SheetQuery,
  fields: Fields<C>,
): SheetOptions => ({
  simular: simular === 'true',
  parcial: parcial === 'true',
  hoja,
  columnas: columnas === undefined ? undefined : columnsNamed(columnas, fields),
  unidadMonto,
  confirmar: (confirmar?.split(',') ?? []) as GrupoDeCambios[],
  unaVez: unaVez === 'true',
  sinOcultas: sinOcultas === 'true',
});

function columnsNamed<C extends string>(
  json: string,
  { campos, example }: Fields<C>,
): NamedColumns<C> {
  let named: unknown;
  try {
    named = JSON.parse(json);
  } catch {
    // Refused below.
  }
  if (typeof named !== 'object' || named === null || Array.isArray(named)) {
    const text = `debe ser un objeto JSON de encabezados y campos, como ${JSON.stringify(example)}.`;
    throw badRequest([{ field: 'columnas', text }]);
  }
  const unknown = Object.values(named).find((campo) => campo !== null && !campos.includes(campo));
  if (unknown !== undefined) {
    const text = `no existe el campo ${quoted(String(unknown))}; son: ${campos.join(', ')}.`;
    throw badRequest([remark('columnas', text)]);
  }
  return named as NamedColumns<C>;
}
