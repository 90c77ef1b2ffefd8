import { type Static, type TSchema, Type } from 'typebox';
import { MAX_UBICACIONES } from '../base/geo.ts';
import {
  CALLERS_OWN,
  Changes,
  Closed,
  DATED,
  FOLLOW_UP,
  FOR_ADMINS,
  Ids,
  LABEL,
} from '../base/schemas.ts';
import { Dependencia } from '../catalogos/dependencias.ts';
import { EjercicioFiscal } from '../catalogos/ejercicio-fiscal.ts';
import { EstatusObra } from '../catalogos/estatus-obra.ts';
import { MunicipioBreve } from '../catalogos/municipios.ts';
import { TipoProyecto } from '../catalogos/tipo-proyecto.ts';
import { addKeyword, LISTED, YEAR } from '../http/validate.ts';
import { type CatalogField, OBRA } from './campos.ts';
import { answeredSchemas, changedSchemas, newSchemas } from './field-schemas.ts';
import { ORDENES, type Orden } from './orden.ts';
import { ChangedUbicacion, NewUbicacion, Ubicacion, type UbicacionInput } from './ubicaciones.ts';

// Input -------------------------------------------------------------------------------------------

addKeyword('x-decimales', (value) =>
  typeof value === 'number' && Number(value.toFixed(2)) !== value
    ? 'no debe tener más de dos decimales'
    : undefined,
);

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

const amount = (description: string) =>
  Type.Unsafe<string>({
    type: 'number',
    format: 'monto',
    minimum: 0,
    maximum: 9999999999999.99,
    description,
  });

const progress = (description: string) =>
  Type.Unsafe<string>({
    type: 'number',
    format: 'avance',
    minimum: 0,
    maximum: 100,
    [FOLLOW_UP]: true,
    description,
  });

const percentage = (description: string, keywords: Record<string, unknown>) =>
  Type.Unsafe<string>({
    type: 'number',
    format: 'porcentaje',
    minimum: 0,
    maximum: 9999.99,
    ...keywords,
    description,
  });

/** A filter that is there or not. */
export const only = (description: string, keywords: Record<string, unknown> = {}) =>
  Type.Optional(Type.Unsafe<'true'>({ type: 'string', enum: ['true'], description, ...keywords }));

/** What a filter asks of who gives it: the answer depends on their record, and is kept until that changes. */
const OWN = { [CALLERS_OWN]: 'users' };
const ADMINS = { ...OWN, [FOR_ADMINS]: true };

/** The filters of lists, exports, summaries and maps of obras. */
export const ObraFilters = Type.Object({
  municipioId: Type.Optional(Ids('Sólo las obras de estos municipios.')),
  estatusObraId: Type.Optional(Ids('Sólo las obras con estos estatus.')),
  ejercicioFiscalId: Type.Optional(Ids('Sólo las obras de estos ejercicios fiscales.')),
  dependenciaId: Type.Optional(Ids('Sólo las obras de estas dependencias.')),
  tipoProyectoId: Type.Optional(Ids('Sólo las obras de estos tipos de proyecto.')),
  montoMin: Type.Optional(amount('Sólo las obras de este monto o más (MXN).')),
  montoMax: Type.Optional(amount('Sólo las obras de este monto o menos (MXN).')),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra.',
    }),
  ),
  bbox: Type.Optional(
    Type.String({
      format: 'bbox',
      description:
        'Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10.',
    }),
  ),
  favoritas: only('Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401.', {
    [CALLERS_OWN]: 'favorites',
  }),
  anioMax: Type.Optional(
    Type.Integer({
      minimum: 2000,
      maximum: 2100,
      [YEAR]: true,
      description: 'Sólo las obras de ejercicios fiscales de este año o anteriores.',
    }),
  ),
  sinUbicacion: only('Con true, sólo las obras sin ubicaciones.'),
  fueraDeMunicipio: only(
    'Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella.',
  ),
  registradaDesde: Type.Optional(
    Type.String({
      format: 'dia',
      description:
        'Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida.',
    }),
  ),
  registradaPorMi: only(
    'Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401.',
    OWN,
  ),
  variacionMonto: Type.Optional(
    percentage(
      'Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores.',
      ADMINS,
    ),
  ),
  avanceMin: Type.Optional(progress('Sólo las obras con este avance físico o más, en por ciento.')),
  avanceMax: Type.Optional(
    progress(
      'Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado.',
    ),
  ),
  conAvance: only('Con true, sólo las obras de las que se ha reportado algo construido o pagado.', {
    [FOLLOW_UP]: true,
  }),
  atrasadas: only(
    'Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron.',
    { [FOLLOW_UP]: true, [DATED]: true },
  ),
  sinReporteDesde: Type.Optional(
    Type.String({
      format: 'dia',
      [FOLLOW_UP]: true,
      description:
        'Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas.',
    }),
  ),
  contratista: Type.Optional(
    Type.String({
      maxLength: 200,
      [FOLLOW_UP]: true,
      description:
        'Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas.',
    }),
  ),
  pagoAdelantado: Type.Optional(
    progress(
      'Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos.',
    ),
  ),
  crecimientoContratos: Type.Optional(
    percentage(
      'Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó.',
      { [FOLLOW_UP]: true },
    ),
  ),
  posibleDuplicada: only(
    'Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores.',
    ADMINS,
  ),
});
export type ObraFilters = Static<typeof ObraFilters>;

/** The filters that mean the same for everybody. */
export const PublicFilters = Type.Omit(ObraFilters, [
  'favoritas',
  'registradaPorMi',
  'variacionMonto',
  'posibleDuplicada',
]);

const orden = Type.Optional(
  Type.Unsafe<Orden>({
    type: 'string',
    enum: [...ORDENES],
    [FOLLOW_UP]: ORDENES.filter((one) =>
      /^-?(avance|termino|corte|pagoAdelantado|crecimientoContratos)$/.test(one),
    ),
    description:
      'Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id.',
  }),
);

export const ObraPage = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Obras por página; sin él la respuesta las trae todas.',
        examples: [100],
      }),
    ),
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2147483647,
        description: 'Página, desde 1; con limit y sin cursor.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
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

/** An answer where `campos` names fields: those alone. */
const CamposDeObra = Changes(
  {
    ...Obra.properties,
    textos: Type.Array(Type.String(), {
      [LABEL]: 'Textos',
      description:
        'Sólo con campos=textos: las direcciones de la obra, una por renglón, y su descripción, de todo ello los primeros 2,000 caracteres. Para mostrar por qué la encontró q.',
      examples: [['Calle 60 × 61, Centro']],
    }),
    etag: Type.String({
      [LABEL]: 'ETag',
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

/** An obra as it is asked for. */
export const ObraPedida = Type.Unsafe<Static<typeof Obra> | Static<typeof CamposDeObra>>({
  anyOf: [Obra, CamposDeObra],
  title: 'ObraPedida',
  description: 'La obra entera; con campos, sólo los que se pidieron.',
});

const FIELDS = [...Object.keys(Obra.properties), 'textos', 'etag'];
// One text, and no list: a client that repeats the parameter would be refused.
const campos = Type.Optional(
  Type.String({
    pattern: `^(${FIELDS.join('|')})(,(${FIELDS.join('|')}))*$`,
    [LISTED]: FIELDS,
    description:
      'Sólo estos campos de cada obra, separados por comas, por ejemplo id,nombre,monto; vienen en el orden de siempre.',
  }),
);

// Queries of lists, exports and single obras -------------------------------------------------------

export const ObraQuery = Type.Object(
  { ...ObraFilters.properties, orden, campos, ...ObraPage.properties },
  { dependentRequired: { page: ['limit'], cursor: ['limit'] } },
);

/** The query of an export: it has all of what passes the filters. */
export const ExportQuery = Type.Object({ ...ObraFilters.properties, orden });

export const FieldsQuery = Type.Object({ campos });
