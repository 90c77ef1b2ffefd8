import { badRequest, type Failure, remark } from '../../core/base/errors.ts';
import { foldName, quoted } from '../../hojas/celdas/index.ts';
import {
  type Catalogs,
  createFinder,
  type Equivalents,
  OTHER_MUNICIPIOS,
  unknownName,
} from './catalogs.ts';
import { MAPPED, type Mapped } from './columnas.ts';
import { GROWING } from './schema.ts';

// The records that the importer chose for names in a file, once for all rows.

/** Names of records by the texts in the file, for each field of the sheet; null where the catalog gets the text. */
export type NamedValues = Partial<Record<Mapped, Record<string, string | null>>>;

const SHAPE =
  'debe ser un objeto JSON de campos, textos y nombres, como {"estatus":{"Licitada":"En licitación"}}.';

const NOT_ADDED =
  'no se agrega: un archivo sólo agrega dependencias, tipos de proyecto y ejercicios fiscales.';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws HttpError 400 where the text is no JSON object of fields, texts and names */
export function valuesNamed(json: string): NamedValues {
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
  if (!isShaped) throw badRequest([{ field: 'valores', text: SHAPE }]);
  const unknown = Object.keys(named as object).find((campo) => !MAPPED.includes(campo as Mapped));
  if (unknown !== undefined) {
    const text = `no existe el campo ${quoted(unknown)}, o no es de un catálogo; son: ${MAPPED.join(', ')}.`;
    throw badRequest([remark('valores', text)]);
  }
  return named as NamedValues;
}

/**
 * Finds the records for names in the file.
 *
 * @throws HttpError 400 where a record does not exist or is inactive, and where null stands for a catalog that gets no names
 */
export function equivalentsOf(named: NamedValues, catalogs: Catalogs): Equivalents {
  const years = catalogs.ejercicios.map(({ anio, ...rest }) => ({ ...rest, nombre: `${anio}` }));
  const kinds: Record<Mapped, [what: string, find: ReturnType<typeof createFinder>]> = {
    estatus: ['el estatus', createFinder(catalogs.estatus)],
    municipio: ['el municipio', createFinder(catalogs.municipios, OTHER_MUNICIPIOS)],
    dependencia: ['la dependencia', createFinder(catalogs.dependencias)],
    tipoProyecto: ['el tipo de proyecto', createFinder(catalogs.tiposProyecto)],
    ejercicioFiscal: ['el ejercicio fiscal', createFinder(years)],
  };
  const failures: Failure[] = [];
  const equivalents: Equivalents = new Map();
  for (const campo of MAPPED) {
    const [what, find] = kinds[campo];
    const ids = new Map<string, number | null>();
    for (const [text, name] of Object.entries(named[campo] ?? {})) {
      if (name === null) {
        ids.set(foldName(text), null);
        if (!GROWING.includes(campo))
          failures.push(remark('valores', `${quoted(text)} ${NOT_ADDED}`));
        continue;
      }
      const { record, nearest } = find(name.trim());
      if (record?.activo) ids.set(foldName(text), record.id);
      else if (record) {
        failures.push(remark('valores', `${quoted(record.nombre)} está inactivo en el catálogo.`));
      } else failures.push(remark('valores', unknownName(what, name, nearest)));
    }
    if (ids.size > 0) equivalents.set(campo, ids);
  }
  if (failures.length > 0) throw badRequest(failures);
  return equivalents;
}
