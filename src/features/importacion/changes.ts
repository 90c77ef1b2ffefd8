import { METRES_EAST, METRES_NORTH } from '../../core/base/geo.ts';
import { type CatalogField, UBICACION_TEXTS, type UbicacionText } from '../../core/obras/campos.ts';
import { AMOUNT_MOVED, isClosed } from '../../core/obras/reglas.ts';
import { amountChange, type FieldChange, lostOf, nameChange } from '../../hojas/index.ts';
import { FOR_ALL } from './columnas.ts';
import type { Compared, Standing } from './queries.ts';
import type { Field, Stated } from './stated.ts';

// The fields that a row changes of a registered obra.

/** The fields of sheets that have another name than in the API. */
const API_NAMES: Partial<Record<Field, string>> = {
  ...Object.fromEntries(Object.entries(FOR_ALL).map(([campo, field]) => [field, campo])),
  punto: 'coordenadas',
};

/**
 * The fields that a row changes.
 *
 * @param standing the registered values
 * @param understood the row's values as the report shows them, by field of sheets
 * @param nameIn the name of a catalog's record
 */
export function changesOfWork(
  { changes, ubicacion }: Compared,
  { punto, estatusObraId, ...stated }: Stated,
  standing: Standing,
  understood: Record<string, string | number | null | undefined>,
  nameIn: (field: CatalogField, id: number) => string | undefined,
): FieldChange[] {
  const isText = (field: Field) => UBICACION_TEXTS.includes(field as UbicacionText);
  // Without an ubicación a place in words is a line of the description, and with coordinates it is the new ubicación's.
  const ofNew = UBICACION_TEXTS.filter((field) => punto && stated[field] !== undefined);
  const fields =
    ubicacion === null ? [...changes.filter((field) => !isText(field)), ...ofNew] : changes;
  return [...new Set(fields)].map((field): FieldChange => {
    const campo = API_NAMES[field] ?? field;
    if (field === 'punto' && punto) {
      const { longitud, latitud } = standing;
      const here =
        longitud === null || latitud === null ? undefined : ([longitud, latitud] as const);
      return {
        ...{
          campo,
          grupo: 'lugares',
          antes: here ? shownPosition(here) : null,
          despues: shownPosition(punto),
        },
        cuanto: here ? metresBetween(here, punto) : Number.POSITIVE_INFINITY,
      };
    }
    const registered = standing[field as keyof Standing];
    const antes =
      registered === null
        ? null
        : campo === field
          ? String(registered)
          : (nameIn(field as CatalogField, Number(registered)) ?? String(registered));
    const despues = String(understood[campo] ?? '');
    const values = { campo, antes, despues };
    if (field === 'monto') return amountChange(values, AMOUNT_MOVED);
    if (field === 'nombre') return nameChange(values);
    if (field === 'estatusObraId') {
      const isEnd = estatusObraId !== undefined && isClosed(estatusObraId);
      const duda = {
        text: `pasa de «${antes}» a «${despues}»: la obra quedaría cerrada.`,
        general: 'pasa a uno con el que la obra quedaría cerrada.',
      };
      return { ...values, grupo: 'estatus', cuanto: isEnd ? 1 : 0, ...(isEnd && { duda }) };
    }
    if (field === 'municipioId')
      return { ...values, grupo: 'lugares', cuanto: Number.POSITIVE_INFINITY };
    return {
      ...values,
      grupo: isText(field) ? 'lugares' : 'otros',
      cuanto: lostOf(antes ?? '', despues),
    };
  });
}

/** A position as people write it: latitude, then longitude. */
const shownPosition = ([longitude, latitude]: readonly [number, number]) =>
  `${latitude}, ${longitude}`;

/** The distance of two positions in Yucatán, in metres; near enough to sort by. */
const metresBetween = (
  [x, y]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): number => Math.hypot((toX - x) * METRES_EAST, (toY - y) * METRES_NORTH);
