import { type Static, type TSchema, Type } from 'typebox';
import { MAX_UBICACIONES } from '../base/geo.ts';
import { Closed, DEPENDS_ON, LABEL, OptionalMembers } from '../base/schemas.ts';
import { Dependencia } from '../catalogos/dependencias.ts';
import { EjercicioFiscal } from '../catalogos/ejercicio-fiscal.ts';
import { EstatusObra } from '../catalogos/estatus-obra.ts';
import { MunicipioBreve } from '../catalogos/municipios.ts';
import { TipoProyecto } from '../catalogos/tipo-proyecto.ts';
import { LISTED } from '../http/input/keywords.ts';
import { type CatalogField, OBRA } from './campos.ts';
import { answeredSchemas, changedSchemas, newSchemas } from './field-schemas.ts';
import type { ListField } from './fields.ts';
import { type FilterParameters, type Filtros, parametersOf, refusingOthers } from './filtros.ts';
import type { Orden, Ordenes } from './orden.ts';
import { ChangedUbicacion, NewUbicacion, Ubicacion, type UbicacionInput } from './ubicaciones.ts';

// Input -------------------------------------------------------------------------------------------

const ubicaciones = {
  maxItems: MAX_UBICACIONES,
  description: 'Ubicaciones de la obra.',
  'x-posiciones': true,
};

export const NewObra = Closed(
  {
    ...newSchemas(OBRA),
    ubicaciones: Type.Optional(
      Type.Unsafe<UbicacionInput[]>(Type.Array(NewUbicacion, { ...ubicaciones, default: [] })),
    ),
  },
  { title: 'NuevaObra' },
);
export type NewObra = Static<typeof NewObra>;

export const ChangedObra = OptionalMembers(
  {
    ...changedSchemas(OBRA),
    ubicaciones: Type.Unsafe<UbicacionInput[]>(
      Type.Array(ChangedUbicacion, { ...ubicaciones, description: 'Reemplaza la lista entera.' }),
    ),
  },
  { title: 'CambiosObra' },
);
export type ChangedObra = Static<typeof ChangedObra>;

export const ObraPage = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        [LABEL]: 'Renglones por página',
        minimum: 1,
        maximum: 1000,
        description: 'Obras por página; sin él la respuesta las trae todas.',
        examples: [100],
      }),
    ),
    page: Type.Optional(
      Type.Integer({
        [LABEL]: 'Página',
        minimum: 1,
        maximum: 2147483647,
        description: 'Página, desde 1; con limit y sin cursor.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        [LABEL]: 'Página',
        format: 'cursor',
        description: 'El que trae el encabezado Link: rel="next"; con limit y sin page.',
      }),
    ),
  },
  { dependentRequired: { page: ['limit'], cursor: ['limit'] } },
);
export type ObraPage = Static<typeof ObraPage>;

// Output ------------------------------------------------------------------------------------------

/** The record of each catalog, beside the id that refers to it. */
const RECORDS: Record<CatalogField, Record<string, TSchema>> = {
  ejercicioFiscalId: { ejercicioFiscal: EjercicioFiscal },
  dependenciaId: { dependencia: Dependencia },
  municipioId: { municipio: MunicipioBreve },
  tipoProyectoId: { tipoProyecto: Type.Union([TipoProyecto, Type.Null()]) },
  estatusObraId: { estatusObra: EstatusObra },
};

const fields = Object.entries<TSchema>(answeredSchemas(OBRA)).flatMap(([name, schema]) => [
  [name, schema],
  ...Object.entries(RECORDS[name as CatalogField] ?? {}),
]);
export const Obra = Closed(
  {
    ...(Object.fromEntries(fields) as Record<string, TSchema>),
    ubicaciones: Type.Array(Ubicacion, { [LABEL]: 'Ubicaciones' }),
  },
  {
    title: 'Obra',
    description: 'Obra con sus registros relacionados; ubicaciones por orden ascendente.',
  },
);

// What features add to lists -----------------------------------------------------------------------

/** The schemas of lists of obras, with the parameters and fields that features add. */
export function querySchemas({
  filtros,
  ordenes,
  fields,
}: {
  filtros: Filtros;
  ordenes: Ordenes;
  fields: Record<string, ListField>;
}) {
  const filters = parametersOf(filtros) as FilterParameters;
  const forAll = Object.keys(filters).filter(
    (name) => !filtros[name]?.own && !filtros[name]?.forAdmins,
  );
  const ObraFilters = Type.Object(filters);
  const orden = ordenOf(ordenes);
  const campos = camposSchema(fields);
  return {
    ObraFilters,
    /** The filters that mean the same for everybody; the others are refused. */
    PublicFilters: refusingOthers(
      filters,
      (name) => forAll.includes(name),
      'no es igual para todos los que preguntan',
    ),
    ObraQuery: Type.Object(
      { ...filters, orden, campos, ...ObraPage.properties },
      { dependentRequired: { page: ['limit'], cursor: ['limit'] } },
    ),
    /** The query of an export, which has all obras that pass the filters. */
    ExportQuery: Type.Object({ ...filters, orden }),
    FieldsQuery: Type.Object({ campos }),
    ObraPedida: pedidaOf(fields),
  };
}

/** The names of all orders. */
export const orderNames = (ordenes: Ordenes): Orden[] =>
  Object.entries(ordenes).flatMap(([name, { oneWay }]) => (oneWay ? [name] : [name, `-${name}`]));

/** The parameter of an order. @param reversed what the reverse of the usual order is */
export function ordenOf(ordenes: Ordenes, reversed = 'de la más nueva a la más antigua') {
  const all = Object.values(ordenes);
  const words = all.flatMap(({ words = [] }) => words);
  const sentences = all.flatMap(({ oneWay }) => oneWay?.sentence ?? []);
  return Type.Optional(
    Type.Unsafe<Orden>({
      type: 'string',
      enum: orderNames(ordenes),
      ...dependentOn(Object.entries(ordenes), (name) => [name, `-${name}`]),
      description: `Orden: ${words.join(', ')}; con un guion delante, al revés: -id, ${reversed}. ${[...sentences, 'A igualdad, por id.'].join(' ')}`,
    }),
  );
}

/** The further tables behind an answer, each with the values for which it counts. */
function dependentOn(
  entries: [name: string, { dependsOn?: readonly string[] }][],
  valuesOf: (name: string) => string[],
) {
  const tables = new Set(entries.flatMap(([, { dependsOn = [] }]) => dependsOn));
  const values = [...tables].map((table) => [
    table,
    entries.flatMap(([name, { dependsOn = [] }]) =>
      dependsOn.includes(table) ? valuesOf(name) : [],
    ),
  ]);
  return values.length > 0 ? { [DEPENDS_ON]: Object.fromEntries(values) } : {};
}

function camposSchema(fields: Record<string, ListField>) {
  const names = [...Object.keys(Obra.properties), ...Object.keys(fields)];
  // One text, and no list: a client that repeats the parameter would be refused.
  return Type.Optional(
    Type.String({
      [LABEL]: 'Campos',
      pattern: `^(${names.join('|')})(,(${names.join('|')}))*$`,
      [LISTED]: names,
      ...dependentOn(Object.entries(fields), (name) => [name]),
      description:
        'Sólo estos campos de cada obra, separados por comas, por ejemplo id,nombre,monto; vienen en el orden de siempre.',
    }),
  );
}

/** An obra, whole or with the fields of `campos`. */
function pedidaOf(fields: Record<string, ListField>) {
  const more = Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  );
  /** An answer with `campos`: only those fields. */
  const CamposDeObra = OptionalMembers(
    { ...Obra.properties, ...more },
    { title: 'CamposDeObra', description: 'Los campos de una obra que se pidieron con campos.' },
  );
  return Type.Unsafe<unknown>({
    anyOf: [Obra, CamposDeObra],
    title: 'ObraPedida',
    description: 'La obra entera; con campos, sólo los que se pidieron.',
  });
}
