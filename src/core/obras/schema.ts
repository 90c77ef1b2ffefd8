import { type Static, type TSchema, Type } from 'typebox';
import { MAX_UBICACIONES } from '../base/geo.ts';
import { Changes, Closed, DEPENDS_ON, LABEL } from '../base/schemas.ts';
import { Dependencia } from '../catalogos/dependencias.ts';
import { EjercicioFiscal } from '../catalogos/ejercicio-fiscal.ts';
import { EstatusObra } from '../catalogos/estatus-obra.ts';
import { MunicipioBreve } from '../catalogos/municipios.ts';
import { TipoProyecto } from '../catalogos/tipo-proyecto.ts';
import { LISTED } from '../http/input/keywords.ts';
import { type CatalogField, OBRA } from './campos.ts';
import { answeredSchemas, changedSchemas, newSchemas } from './field-schemas.ts';
import { ObraFilters } from './filtros.ts';
import { ORDENES, type Orden } from './orden.ts';
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

export const ChangedObra = Changes(
  {
    ...changedSchemas(OBRA),
    ubicaciones: Type.Unsafe<UbicacionInput[]>(
      Type.Array(ChangedUbicacion, { ...ubicaciones, description: 'Reemplaza la lista entera.' }),
    ),
  },
  { title: 'CambiosObra' },
);
export type ChangedObra = Static<typeof ChangedObra>;

const orden = Type.Optional(
  Type.Unsafe<Orden>({
    type: 'string',
    enum: [...ORDENES],
    [DEPENDS_ON]: {
      seguimiento: ORDENES.filter((one) =>
        /^-?(avance|termino|corte|pagoAdelantado|crecimientoContratos)$/.test(one),
      ),
    },
    description:
      'Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id.',
  }),
);

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

/** An answer with `campos`: only those fields. */
const CamposDeObra = Changes(
  {
    ...Obra.properties,
    textos: Type.Array(Type.String(), {
      [LABEL]: 'Textos',
      description:
        'Sólo con campos=textos: las direcciones de la obra, una por renglón, y su descripción, de todo ello los primeros 2,000 caracteres. Para mostrar por qué la encontró q.',
      examples: [['Calle 60 × 61, Centro']],
    }),
    lugar: Type.Union([Type.String(), Type.Null()], {
      [LABEL]: 'Lugar',
      description:
        'Sólo con campos=lugar: la primera dirección de la obra, con su localidad y referencia; null si no tiene ubicaciones. Para distinguir en una lista las obras que se llaman igual.',
      examples: ['Calle 60 × 61, Centro'],
    }),
    foto: Type.Union(
      [
        Closed(
          {
            archivoId: Type.Integer({ [LABEL]: 'Archivo', examples: [7] }),
            titulo: Type.String({ [LABEL]: 'Título', examples: ['Cimentación terminada'] }),
          },
          { title: 'FotoDeObra', description: 'Una foto de la obra.' },
        ),
        Type.Null(),
      ],
      {
        [LABEL]: 'Foto',
        description:
          'Sólo con campos=foto: la foto pública más nueva de la obra, que está en /obras/{id}/archivos/{archivoId}/contenido; null si no tiene.',
      },
    ),
    etag: Type.String({
      [LABEL]: 'Versión de la obra',
      description:
        'Sólo con campos=etag: el ETag con que responde GET /obras/:id, para If-Match y para POST /obras/estatus.',
      examples: ['"2jmj7l5rSw0yVb_vlWAYkK"'],
    }),
  },
  {
    title: 'CamposDeObra',
    description: 'Los campos de una obra que se pidieron con campos.',
  },
);

/** An obra, whole or with the fields of `campos`. */
export const ObraPedida = Type.Unsafe<Static<typeof Obra> | Static<typeof CamposDeObra>>({
  anyOf: [Obra, CamposDeObra],
  title: 'ObraPedida',
  description: 'La obra entera; con campos, sólo los que se pidieron.',
});

const FIELDS = [...Object.keys(Obra.properties), 'textos', 'lugar', 'foto', 'etag'];
// One text, and no list: a client that repeats the parameter would be refused.
const campos = Type.Optional(
  Type.String({
    [LABEL]: 'Campos',
    pattern: `^(${FIELDS.join('|')})(,(${FIELDS.join('|')}))*$`,
    [LISTED]: FIELDS,
    [DEPENDS_ON]: { archivos: ['foto'] },
    description:
      'Sólo estos campos de cada obra, separados por comas, por ejemplo id,nombre,monto; vienen en el orden de siempre.',
  }),
);

// Queries of lists, exports and single obras -------------------------------------------------------

export const ObraQuery = Type.Object(
  { ...ObraFilters.properties, orden, campos, ...ObraPage.properties },
  { dependentRequired: { page: ['limit'], cursor: ['limit'] } },
);

/** The query of an export, which has all obras that pass the filters. */
export const ExportQuery = Type.Object({ ...ObraFilters.properties, orden });

export const FieldsQuery = Type.Object({ campos });
