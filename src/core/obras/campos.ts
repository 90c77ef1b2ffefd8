import type { Geometry } from 'geojson';

export { labelOf } from '../base/text.ts';

// The fields of an obra and an ubicación. Each is defined here once: its column, its schema, its name, its columns of sheets,
// and its properties of map layers. It is plain data, because the process that reads imported files loads it too, and loads no
// libraries (importacion/fila.ts).

/** A field. Its key is its name in the API. */
export interface Field {
  /** Its column of the table `obras` or `ubicaciones`. */
  column: string;
  /** Its name within a sentence: «cambió la clave única». */
  called: string;
  /** JSON Schema of bodies and answers. */
  schema: PlainSchema;
  /** True for a field that the service assigns, and no body has. */
  isAssigned?: true;
  /** True for a field that the body of a new record may lack. */
  isOptional?: true;
  /** Its default for a new record; without it null, or as its description says. */
  ifMissing?: string;
  /** The catalog's table whose record it refers to. */
  catalog?: string;
  /** Its columns of exports, template and import, by heading and in order. */
  sheet?: Record<string, SheetField>;
  /** Its properties of GeoJSON and of the map's layers, by name and in order. */
  layer?: Record<string, LayerField>;
}

interface PlainSchema {
  type: SchemaType | readonly [SchemaType, 'null'];
  description?: string;
  examples?: readonly unknown[];
  [keyword: string]: unknown;
}
interface Values {
  string: string;
  boolean: boolean;
  integer: number;
  number: number;
  object: Geometry;
  null: null;
}
type SchemaType = keyof Values;

export type ValueOf<S> = S extends { enum: readonly (infer V)[] }
  ? V
  : S extends { type: readonly (infer T extends SchemaType)[] | (infer T extends SchemaType) }
    ? Values[T]
    : never;

export interface SheetField {
  /** People's name for it, where it differs from the field's label. */
  label?: string;
  /** The unit of its numbers, in a workbook's heading after the label. */
  unit?: string;
  /** Its type; text by default. Amounts are numbers with two decimals, in MXN. */
  type?: 'text' | 'number' | 'amount';
  /** The column's width in a spreadsheet, in characters. */
  width: number;
  /** Its SQL expression over the joins of `rowsFrom` (columns.ts); the field's column by default. */
  sql?: string;
  /** Headings by which an import finds it, the best first. A column without headings is not read. */
  headings?: string;
  /** Its value in the template's example row. A column without one is not in the template. */
  example?: string;
}

/** A property of a layer's features. Its words and type are the field's by default. */
export interface LayerField {
  title?: string;
  description?: string;
  example?: string | number;
  type?: PlainSchema['type'];
  /** Its SQL expression over the tables of `FEATURE` (features.ts); the field's column by default. */
  sql?: string;
}

/** True for an obra with one Point: only then it has a longitude and a latitude. */
const IS_POINT = `u.tipo_geometria = 'PUNTO' AND u.geometria_json ->> 'type' = 'Point'
  AND NOT EXISTS (SELECT FROM ubicaciones otra WHERE otra.obra_id = o.id AND otra.id <> u.id)`;

/** The fields of an obra, in the order of its JSON, its sheets and its layers. */
export const OBRA = {
  id: {
    column: 'id',
    called: 'el identificador',
    schema: { type: 'integer', description: 'Identificador de la obra.', examples: [1] },
    isAssigned: true,
    // Other files call the key «Identificador».
    sheet: { id: { label: 'Id en el registro', type: 'number', width: 9 } },
    layer: { obraId: { title: 'Obra' } },
  },
  numeroObra: {
    column: 'numero_obra',
    called: 'el número de obra',
    schema: {
      type: 'integer',
      description: 'Número consecutivo dentro del ejercicio fiscal; lo asigna el servicio.',
      examples: [1],
    },
    isAssigned: true,
    sheet: { numeroObra: { type: 'number', width: 12 } },
    layer: { numeroObra: { description: 'Número consecutivo dentro del ejercicio fiscal.' } },
  },
  claveUnica: {
    column: 'clave_unica',
    called: 'la clave única',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 50,
      description: 'Clave única de la obra.',
      examples: ['SOP-2026-0001'],
    },
    sheet: {
      claveUnica: {
        width: 22,
        headings: `clave única | clave de la obra | clave de obra | clave obra | CVE_CARTERA | clave de cartera | CVE_PPI
          | folio | número de expediente, folio o nomenclatura | no. de obra | clave | identificador`,
        example: 'EJEMPLO-0001',
      },
    },
    layer: { claveUnica: {} },
  },
  nombre: {
    column: 'nombre',
    called: 'el nombre',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Nombre de la obra.',
      examples: ['Pavimentación de la calle 60'],
    },
    sheet: {
      nombre: {
        label: 'Nombre de la obra',
        width: 50,
        headings: `nombre | nombre de la obra | nombre obra | obra | NOMBRE_PPI | denominación | denominación de la obra
          | nombre del proyecto | objeto del contrato | título`,
        example: 'Pavimentación de la calle 60 (ejemplo: cambie o borre este renglón)',
      },
    },
    layer: { nombre: {} },
  },
  descripcion: {
    column: 'descripcion',
    called: 'la descripción',
    schema: {
      type: 'string',
      description: 'Puede estar vacía.',
      examples: ['Concreto hidráulico entre las calles 61 y 73.'],
    },
    isOptional: true,
    ifMissing: '',
    sheet: {
      descripcion: {
        width: 50,
        headings: `descripción | DESCRIPCION_PPI | descripción de la obra | breve descripción de la obra pública
          | descripción de las obras, bienes o servicios | descripción de las obras, los bienes o los servicios
          | descripción de las obras | alcance | META_FISICA`,
        example: 'Concreto hidráulico entre las calles 61 y 73.',
      },
    },
    layer: { descripcion: {} },
  },
  monto: {
    column: 'monto',
    called: 'el monto',
    schema: {
      type: 'number',
      minimum: 0,
      maximum: 9999999999999.99,
      'x-decimales': 2,
      description: 'Presupuesto en pesos mexicanos (MXN), con dos decimales a lo más.',
      examples: [1250000.5],
    },
    sheet: {
      monto: {
        label: 'Monto en pesos',
        type: 'amount',
        width: 18,
        headings: `monto | MONTO_TOTAL_INVERSION | monto global aprobado | presupuesto | inversión autorizada
          | monto autorizado | importe | monto total del contrato con impuestos incluidos | costo`,
        example: '1250000.50',
      },
    },
    layer: {
      monto: {
        title: 'Monto (MXN)',
        description: 'Presupuesto de toda la obra en pesos mexicanos, siempre con dos decimales.',
      },
    },
  },
  ejercicioFiscalId: {
    column: 'ejercicio_fiscal_id',
    called: 'el ejercicio fiscal',
    schema: { type: 'integer', description: 'Ejercicio fiscal.', examples: [1] },
    catalog: 'ejercicios_fiscales',
    sheet: {
      ejercicioFiscal: {
        type: 'number',
        width: 15,
        sql: 'ef.anio',
        headings: 'ejercicio fiscal | ejercicio | año | anio | ciclo',
        example: '2026',
      },
    },
    layer: {
      anio: {
        title: 'Año',
        example: 2026,
        type: 'integer',
        sql: '(SELECT ef.anio FROM ejercicios_fiscales ef WHERE ef.id = o.ejercicio_fiscal_id)',
      },
    },
  },
  dependenciaId: {
    column: 'dependencia_id',
    called: 'la dependencia',
    schema: { type: 'integer', description: 'Dependencia que ejecuta la obra.', examples: [1] },
    catalog: 'dependencias',
    sheet: {
      dependencia: {
        width: 40,
        sql: 'dep.nombre',
        headings: `dependencia | dependencia ejecutora | DESCRIPCION_UR | DESC_UNIDAD | institución ejecutora | ejecutor
          | unidad responsable | área responsable de su ejecución | áreas responsables de su ejecución`,
        example: 'Secretaría de Obras Públicas',
      },
      siglas: {
        label: 'Siglas de la dependencia',
        width: 12,
        sql: 'dep.siglas',
        headings: 'siglas | siglas de la dependencia',
      },
    },
    layer: {
      dependencia: {
        description: 'Dependencia que la ejecuta.',
        example: 'Secretaría de Obras Públicas',
        type: 'string',
        sql: 'dep.nombre',
      },
      siglas: {
        title: 'Siglas',
        description: 'Siglas de la dependencia.',
        example: 'SOP',
        type: ['string', 'null'],
        sql: 'dep.siglas',
      },
    },
  },
  municipioId: {
    column: 'municipio_id',
    called: 'el municipio',
    schema: {
      type: 'integer',
      description: 'Municipio: 1 a 106, el número de INEGI en Yucatán.',
      examples: [50],
    },
    catalog: 'municipios',
    sheet: {
      municipio: {
        width: 18,
        sql: 'm.nombre',
        headings: `municipio | nombre del municipio | NOM_MUN | municipio de ejecución | municipio donde se ejecuta
          | municipio de la obra | mpio | mnpio | mun | ID_MUNICIPIO_RESPONSABLE`,
        example: 'Mérida',
      },
      municipioClave: {
        label: 'Clave del municipio',
        width: 15,
        sql: 'm.clave',
        headings:
          'municipioClave | clave municipio | clave del municipio | municipio_clave | CVE_MUN',
      },
    },
    layer: {
      municipio: {
        description: 'El de la ubicación; sin ubicación, el de la obra.',
        example: 'Mérida',
        type: 'string',
        sql: 'm.nombre',
      },
      municipioClave: {
        title: 'Clave del municipio',
        description: 'Clave de INEGI, cinco dígitos.',
        example: '31050',
        type: 'string',
        sql: 'm.clave',
      },
    },
  },
  tipoProyectoId: {
    column: 'tipo_proyecto_id',
    called: 'el tipo de proyecto',
    schema: { type: ['integer', 'null'], description: 'Tipo de proyecto.', examples: [1] },
    isOptional: true,
    catalog: 'tipos_proyecto',
    sheet: {
      tipoProyecto: {
        width: 24,
        sql: 'tp.nombre',
        headings: `tipo de proyecto | tipo proyecto | tipo de obra | DESCRIPCION_TIPO_PPI | TIPO_PPI | clasificación
          | tipo | rubro | categoría`,
        example: '',
      },
    },
    layer: {
      tipoProyecto: {
        example: 'Vialidades',
        type: ['string', 'null'],
        sql: '(SELECT tp.nombre FROM tipos_proyecto tp WHERE tp.id = o.tipo_proyecto_id)',
      },
    },
  },
  estatusObraId: {
    column: 'estatus_obra_id',
    called: 'el estatus',
    schema: { type: 'integer', description: 'Estatus; véase GET /estatus-obra.', examples: [4] },
    catalog: 'estatus_obra',
    sheet: {
      estatus: {
        width: 14,
        sql: 's.nombre',
        headings: `estatus | estatus de la obra | situación | etapa | etapa de la obra pública | etapa de la obra`,
        example: 'En proceso',
      },
    },
    layer: {
      estatus: {
        description: 'Estatus de la obra.',
        example: 'En proceso',
        type: 'string',
        sql: '(SELECT s.nombre FROM estatus_obra s WHERE s.id = o.estatus_obra_id)',
      },
    },
  },
} as const satisfies Record<string, Field>;

/** The fields of an ubicación in the order of its JSON. In sheets and layers they follow those of its obra. */
export const UBICACION = {
  municipioId: {
    column: 'municipio_id',
    called: 'el municipio',
    schema: {
      type: 'integer',
      description: 'Municipio de la ubicación; si falta, el de la obra.',
      examples: [50],
    },
    isOptional: true,
    catalog: 'municipios',
  },
  direccion: {
    column: 'direccion',
    called: 'la dirección',
    schema: {
      type: 'string',
      minLength: 1,
      description: 'Dirección de la ubicación.',
      examples: ['Calle 60 x 61, Centro'],
    },
    sheet: {
      direccion: {
        width: 40,
        headings: `dirección | domicilio | ubicación | LOCALIZACION | lugar donde se realizará la obra pública
          | lugar donde se realizará la obra pública, en su caso`,
        example: 'Calle 60 x 61, Centro',
      },
    },
    layer: { direccion: {} },
  },
  localidadReferencia: {
    column: 'localidad_referencia',
    called: 'la localidad de referencia',
    schema: {
      type: ['string', 'null'],
      description: 'Localidad de referencia.',
      examples: ['Mérida'],
    },
    isOptional: true,
    sheet: {
      localidadReferencia: {
        width: 22,
        headings: 'localidadReferencia | localidad de referencia | localidad',
        example: 'Mérida',
      },
    },
    layer: { localidadReferencia: { title: 'Localidad' } },
  },
  referenciaLugar: {
    column: 'referencia_lugar',
    called: 'la referencia del lugar',
    schema: { type: ['string', 'null'], examples: ['Frente a la plaza grande'] },
    isOptional: true,
    sheet: {
      referenciaLugar: {
        width: 30,
        headings: 'referenciaLugar | referencia del lugar | referencia',
        example: 'Frente al parque',
      },
    },
  },
  tipoGeometria: {
    column: 'tipo_geometria',
    called: 'la forma',
    schema: {
      title: 'TipoGeometria',
      type: 'string',
      enum: ['PUNTO', 'RUTA', 'POLIGONO'],
      description:
        'PUNTO: Point o MultiPoint. RUTA: LineString o MultiLineString. POLIGONO: Polygon o MultiPolygon.',
      examples: ['PUNTO'],
    },
  },
  geometriaJson: {
    column: 'geometria_json',
    called: 'el dibujo',
    schema: { type: 'object', required: ['type', 'coordinates'], 'x-geometria': true },
    sheet: {
      longitud: {
        label: 'Longitud',
        unit: '(grados)',
        type: 'number',
        width: 14,
        sql: `CASE WHEN ${IS_POINT} THEN u.geometria_json -> 'coordinates' ->> 0 END`,
        headings:
          'longitud | lon | lng | longitude | x | POINT_X | coord x | x coord | LONGITUD_INICIAL | LONGITUD_FINAL',
        example: '-89.6237',
      },
      latitud: {
        label: 'Latitud',
        unit: '(grados)',
        type: 'number',
        width: 14,
        sql: `CASE WHEN ${IS_POINT} THEN u.geometria_json -> 'coordinates' ->> 1 END`,
        headings:
          'latitud | lat | latitude | y | POINT_Y | coord y | y coord | LATITUD_INICIAL | LATITUD_FINAL',
        example: '20.9674',
      },
    },
  },
  orden: {
    column: 'orden',
    called: 'el orden',
    schema: {
      type: 'integer',
      minimum: -2147483648,
      maximum: 2147483647,
      description: 'Orden de presentación; si falta, el lugar en la lista contado desde 1.',
      examples: [1],
    },
    isOptional: true,
    layer: { orden: { description: 'Lugar entre las ubicaciones de la obra.' } },
  },
} as const satisfies Record<string, Field>;

type ObraField = keyof typeof OBRA;

export type CatalogField = {
  [N in ObraField]: (typeof OBRA)[N] extends { catalog: string } ? N : never;
}[ObraField];
export const CATALOG_FIELDS = (Object.keys(OBRA) as ObraField[]).filter(
  (name): name is CatalogField => 'catalog' in OBRA[name],
);

/** Texts or numbers that a sheet has unchanged. Keys, also those of catalogs, have their own rules. */
type FieldOfType<F, T extends SchemaType> = Exclude<
  {
    [N in keyof F]: F[N] extends { isAssigned: true } | { catalog: string }
      ? never
      : F[N] extends { schema: { type: T | readonly [T, 'null'] }; sheet: object }
        ? N
        : never;
  }[keyof F],
  'claveUnica'
>;
export type ObraText = FieldOfType<typeof OBRA, 'string'>;
export type ObraNumber = FieldOfType<typeof OBRA, 'number' | 'integer'>;
export type UbicacionText = FieldOfType<typeof UBICACION, 'string'>;
const typeOf = ({ schema }: Field) => [schema.type].flat()[0] as SchemaType;
const fieldsOfType = (fields: Record<string, Field>, ...types: SchemaType[]) =>
  Object.keys(fields).filter((name) => {
    const field = fields[name] as Field;
    const isKey = field.isAssigned || field.catalog || name === 'claveUnica';
    return field.sheet && !isKey && types.includes(typeOf(field));
  });
export const OBRA_TEXTS = fieldsOfType(OBRA, 'string') as ObraText[];
export const OBRA_NUMBERS = fieldsOfType(OBRA, 'number', 'integer') as ObraNumber[];
export const UBICACION_TEXTS = fieldsOfType(UBICACION, 'string') as UbicacionText[];

/**
 * The fields that are written, as columns of a JSON list that a statement reads (`json_to_recordset`). Integers are `bigint`:
 * an id that no `integer` column can hold is compared like any other, and no record has it.
 *
 * @param integer the type of integers: `numeric` also takes decimals, which no rule has refused yet
 */
export const recordOf = (fields: Record<string, Field>, integer = 'bigint'): string =>
  Object.entries(fields)
    .filter(([, { isAssigned }]) => !isAssigned)
    .map(
      ([name, field]) =>
        `"${name}" ${isDate(field) ? 'date' : { ...SQL_TYPES, integer }[typeOf(field)]}`,
    )
    .join(', ');
const isDate = ({ schema }: Field) => schema.format === 'date';
const SQL_TYPES = {
  string: 'text',
  boolean: 'boolean',
  number: 'numeric',
  object: 'json',
  null: '',
};
