import { badRequest, type Failure, remark } from '../core/base/errors.ts';
import { foldName, quoted } from '../hojas/celdas/index.ts';
import { type createFinder, unknownName } from './nombres.ts';

// The records that the importer chose for names in a file, once for all rows.

/** Names of records by the texts in the file, for each field of the sheet; null where the catalog gets the text. */
export type NamedValues<C extends string> = Partial<Record<C, Record<string, string | null>>>;

/**
 * Ids of the records that the importer chose for names, by folded name (`foldName`); null where the catalog gets the name, if
 * it lacks it.
 */
export type Equivalents<C extends string> = Map<C, Map<string, number | null>>;

const NOT_ADDED =
  'no se agrega: un archivo sólo agrega dependencias, tipos de proyecto y ejercicios fiscales.';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param campos the fields that have a catalog
 * @param example of such an object, for the refusal
 * @throws HttpError 400 where the text is no JSON object of fields, texts and names
 */
export function valuesNamed<C extends string>(
  json: string,
  campos: readonly C[],
  example: NamedValues<C>,
): NamedValues<C> {
  let named: unknown;
  try {
    named = JSON.parse(json);
  } catch {
    // Refused below.
  }
  const isShaped =
    isObject(named) &&
    Object.values(named).every(
      (names) =>
        isObject(names) &&
        Object.values(names).every((name) => name === null || typeof name === 'string'),
    );
  if (!isShaped) {
    const text = `debe ser un objeto JSON de campos, textos y nombres, como ${JSON.stringify(example)}.`;
    throw badRequest([{ field: 'valores', text }]);
  }
  const unknown = Object.keys(named as object).find((campo) => !campos.includes(campo as C));
  if (unknown !== undefined) {
    const text = `no existe el campo ${quoted(unknown)}, o no es de un catálogo; son: ${campos.join(', ')}.`;
    throw badRequest([remark('valores', text)]);
  }
  return named as NamedValues<C>;
}

/** A catalog: one of its records with the article, and what finds them. */
type Catalog = [what: string, find: ReturnType<typeof createFinder>];

/**
 * Finds the records for names in the file.
 *
 * @param growing the fields whose catalogs get names that they lack
 * @throws HttpError 400 where a record does not exist or is inactive, and where null stands for a catalog that gets no names
 */
export function recordsMeant<C extends string>(
  named: NamedValues<C>,
  catalogs: Record<C, Catalog>,
  growing: readonly string[] = [],
): Equivalents<C> {
  const failures: Failure[] = [];
  const equivalents: Equivalents<C> = new Map();
  for (const [campo, [what, find]] of Object.entries<Catalog>(catalogs)) {
    const ids = new Map<string, number | null>();
    for (const [text, name] of Object.entries(named[campo as C] ?? {})) {
      if (name === null) {
        ids.set(foldName(text), null);
        if (!growing.includes(campo))
          failures.push(remark('valores', `${quoted(text)} ${NOT_ADDED}`));
        continue;
      }
      const { record, nearest } = find(name.trim());
      if (record?.activo) ids.set(foldName(text), record.id);
      else if (record) {
        failures.push(remark('valores', `${quoted(record.nombre)} está inactivo en el catálogo.`));
      } else failures.push(remark('valores', unknownName(what, name, nearest)));
    }
    if (ids.size > 0) equivalents.set(campo as C, ids);
  }
  if (failures.length > 0) throw badRequest(failures);
  return equivalents;
}
