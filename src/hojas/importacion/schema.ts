import { type Static, type TSchema, Type } from 'typebox';
import { Closed, LABEL, nullable, OptionalMembers, Text, Whole } from '../../core/base/schemas.ts';
import type { Fields, Words } from '../celdas/fields.ts';
import { UNIDADES, type Unidad } from '../celdas/units.ts';

// Input -------------------------------------------------------------------------------------------

export const flag = (label: string, description: string) =>
  Type.Optional(
    Type.Unsafe<string>({ [LABEL]: label, type: 'string', enum: ['true', 'false'], description }),
  );

/** The groups of changed fields, in the order of a report, and those whose large changes are asked about. */
export const GRUPOS_DE_CAMBIOS = ['montos', 'estatus', 'nombres', 'lugares', 'otros'] as const;
export type GrupoDeCambios = (typeof GRUPOS_DE_CAMBIOS)[number];
const ASKED = GRUPOS_DE_CAMBIOS.slice(0, 3);

/** The query parameters that all kinds of sheets share. */
export const commonQuery = <C extends string>({ campos, example, words }: Fields<C>) => ({
  simular: flag('Sólo revisar', 'true: sólo revisa el archivo y dice qué haría; no escribe nada.'),
  parcial: flag(
    'Importar las demás filas',
    'true: importa las filas correctas aunque otras se rechacen. Sin él, una fila rechazada detiene todo.',
  ),
  hoja: Type.Optional(
    Type.String({
      [LABEL]: 'Hoja',
      maxLength: 100,
      description: 'Hoja del libro; si falta, la primera visible con encabezados y filas.',
    }),
  ),
  columnas: Type.Optional(
    Type.String({
      [LABEL]: 'Columnas',
      maxLength: 8000,
      description: `Qué dice cada columna, donde su encabezado no basta: un objeto JSON de encabezados y campos; con null la columna no se lee. Los campos: ${campos.join(', ')}. Por ejemplo ${JSON.stringify(example)}.`,
    }),
  ),
  unidadMonto: Type.Optional(
    Type.Unsafe<Unidad>({
      [LABEL]: 'Unidad de los montos',
      type: 'string',
      enum: [...UNIDADES],
      description: words.document.unidadMonto,
    }),
  ),
  confirmar: Type.Optional(
    Type.String({
      [LABEL]: 'Cambios confirmados',
      'x-valores': ASKED,
      pattern: `^(${ASKED.join('|')})(,(${ASKED.join('|')}))*$`,
      description: words.document.confirmar,
      examples: ['montos,estatus'],
    }),
  ),
  unaVez: flag(
    'Contar una vez las filas repetidas',
    'true: las filas de un mismo registro que sólo difieren en columnas que no se leen dicen lo mismo, y cuentan una vez. Sin él se rechazan: pueden ser partes, como una fila por cada fondo.',
  ),
  sinOcultas: flag(
    'Sin lo oculto',
    'true: no se leen las filas y columnas ocultas de un libro, tampoco las que un filtro deja fuera. Sin él se leen, y un aviso lo dice.',
  ),
  archivo: Type.Optional(
    Type.String({
      [LABEL]: 'Archivo',
      maxLength: 255,
      description:
        'Nombre del archivo, para la bitácora, cuando el cuerpo es el archivo mismo y no un formulario.',
    }),
  ),
});

/** The schema of a file in the OpenAPI document, and an example as CSV. */
export interface SheetExample {
  title: string;
  example: string;
}

/** The file itself, whatever its type says, or a form with it. */
export function importBody(suffix: string, { title, example }: SheetExample) {
  const Hoja = Type.Unsafe<string>({
    title,
    type: 'string',
    format: 'binary',
    description: 'Un libro .xlsx u .ods o un texto .csv; se reconoce por su contenido.',
    examples: [example],
  });
  return {
    content: {
      // First the type that generated clients can send.
      'multipart/form-data': {
        schema: Closed(
          { archivo: Type.Unsafe<string>({ ...Hoja, [LABEL]: 'Archivo' }) },
          { title: `FormularioDeImportacion${suffix}` },
        ),
      },
      'text/csv': { schema: Hoja },
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: Hoja },
      'application/vnd.oasis.opendocument.spreadsheet': { schema: Hoja },
    },
  };
}

// Output ------------------------------------------------------------------------------------------

const campo = (description: string, options = {}) =>
  nullable(Type.String({ description, examples: ['municipio'], ...options }));

const Observacion = Closed(
  {
    fila: Whole('Como la muestra la hoja de cálculo.', 14),
    columna: Text(
      'El encabezado del archivo, o el campo si el archivo no tiene esa columna.',
      'Municipio',
    ),
    campo: campo('El campo de que se trata; null si es de toda la fila.'),
    valor: nullable(Text('Lo que dice la celda.', 'Tizmin')),
    mensaje: Type.String({
      examples: ['Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?'],
    }),
  },
  { title: 'Observacion' },
);
export type Observacion = Static<typeof Observacion>;

const grupoOf = (codes: Words['codes']) =>
  Closed(
    {
      gravedad: Type.Unsafe<'error' | 'aviso'>({
        type: 'string',
        enum: ['error', 'aviso'],
        description: 'error: sus filas se rechazan. aviso: se aceptan, pero conviene revisarlas.',
        examples: ['error'],
      }),
      codigo: Type.Unsafe<string>({
        type: 'string',
        enum: Object.keys(codes),
        description: Object.entries(codes)
          .map(([codigo, { description }]) => `${codigo}: ${description}.`)
          .join(' '),
        examples: ['valorDesconocido'],
      }),
      campo: campo('El campo de que se trata; null si es de toda la fila.'),
      columna: nullable(
        Text('El encabezado de su columna; null si no es de una sola.', 'Municipio'),
      ),
      mensaje: Type.String({ examples: ['Municipio: no existe en el catálogo.'] }),
      remedio: nullable(
        Text(
          'Qué parámetro de la solicitud lo resuelve, si alguno.',
          'Con valores diga a qué registro corresponde cada uno.',
        ),
      ),
      cuantas: Whole('Cuántas filas.', 38),
      filas: Text('Cuáles; vacío si es de todo el archivo.', '2–9, 14, 20 y 28 más'),
      valores: Type.Array(
        Closed(
          {
            valor: Text('Lo que dicen las celdas.', 'Tizmin'),
            cuantas: Whole('Cuántas filas lo dicen.', 31),
            sugerencia: nullable(Text('El nombre más parecido, si hay alguno.', 'Tizimín')),
            esSegura: Type.Boolean({
              description:
                'Si es casi seguro que se quiso decir la sugerencia: tiene las mismas palabras, salvo abreviaturas o una letra, y ningún otro nombre del catálogo se le parece tanto.',
              examples: [true],
            }),
          },
          { title: 'ValorObservado' },
        ),
        { description: 'Los valores, los más frecuentes primero, hasta 20.' },
      ),
    },
    { title: 'GrupoDeObservaciones' },
  );
export type Grupo = Static<ReturnType<typeof grupoOf>>;

const cambioOf = ({ document }: Words) =>
  Closed(
    {
      fila: Whole('Como la muestra la hoja de cálculo.', 14),
      claveUnica: Text(document.clave, 'SOP-2026-0001'),
      campo: Type.String({ description: 'El campo que cambia.', examples: ['monto'] }),
      antes: nullable(Text('Lo que está en el registro; null si nada.', '1250000.50')),
      despues: nullable(Text('Lo que quedaría.', '12500000.50')),
      porConfirmar: Type.Boolean({
        description: 'Si es un cambio grande que no se ha confirmado.',
        examples: [true],
      }),
    },
    { title: 'CambioDeFila' },
  );
export type CambioDeFila = Static<ReturnType<typeof cambioOf>>;

/** The words of the OpenAPI document about the reports of a kind of sheet. */
export interface ReportTexts {
  creadas: string;
  actualizadas: string;
  sinCambio: string;
  /** How values are read. */
  entendido: string;
  example: Record<string, string>;
}

/** @param suffix the end of its schemas' names */
export const reportOf = <C extends string>(
  { campos, labels, words }: Fields<C>,
  suffix: string,
  texts: ReportTexts,
) =>
  Closed(
    {
      simulacro: Type.Boolean({ description: 'Se pidió sólo revisar.', examples: [false] }),
      aplicada: Type.Boolean({
        description:
          'Si se hizo lo que dicen las cuentas. false en un simulacro, y cuando una fila rechazada lo detuvo todo.',
        examples: [false],
      }),
      filas: Whole('Filas con datos; la suma de las cuatro cuentas siguientes.', 120),
      creadas: Whole(texts.creadas, 98),
      actualizadas: Whole(texts.actualizadas, 0),
      sinCambio: Whole(texts.sinCambio, 21),
      rechazadas: Whole('Filas con errores.', 1),
      hojas: Type.Array(
        Closed(
          {
            nombre: Type.String({ examples: [words.document.hoja] }),
            filas: nullable(Whole('Filas con algo escrito; null si no se contaron.', 120)),
            leida: Type.Boolean({ description: 'Si es la que se leyó.', examples: [true] }),
          },
          { title: 'HojaDelLibro' },
        ),
        { description: 'Las hojas visibles del libro, en su orden; ninguna si no es un libro.' },
      ),
      filaEncabezados: Whole('La fila de los encabezados, como la muestra la hoja de cálculo.', 1),
      columnas: Type.Array(
        Closed(
          {
            columna: Type.String({ examples: ['Municipio'] }),
            campo: campo('El campo que se leyó de ella; null si no se usó.', { [LABEL]: labels }),
          },
          { title: `ColumnaLeida${suffix}` },
        ),
        { description: 'Los encabezados del archivo, en su orden.' },
      ),
      muestra: Type.Array(
        Closed(
          {
            fila: Whole('Como la muestra la hoja de cálculo.', 2),
            valores: OptionalMembers(
              Object.fromEntries(
                campos.map((name) => [name, Type.String({ [LABEL]: labels[name] })]),
              ),
              {
                title: `ValoresEntendidos${suffix}`,
                description: `Lo que se entendió: ${texts.entendido}. Falta lo que la fila no dice o no se entiende.`,
                examples: [texts.example],
              },
            ),
          },
          { title: `FilaEntendida${suffix}` },
        ),
        { description: 'Las primeras filas como se entendieron, hasta 5.' },
      ),
      cambios: Type.Array(
        Closed(
          {
            grupo: Type.Unsafe<GrupoDeCambios>({
              type: 'string',
              enum: [...GRUPOS_DE_CAMBIOS],
              examples: ['montos'],
            }),
            cuantos: Whole('Cuántos campos cambian en todas las filas.', 3),
            cambios: Type.Array(cambioOf(words), {
              description: 'Los que más cambian primero, hasta 200.',
            }),
          },
          { title: 'GrupoDeCambios' },
        ),
        {
          description:
            'Lo que cambia de lo que ya está, campo por campo: lo que está ahora y lo que quedaría, como se revisó antes de escribir. También de las filas que sólo esperan un sí: actualizar o confirmar.',
        },
      ),
      grupos: Type.Array(grupoOf(words.codes), {
        description:
          'Errores y avisos de todas las filas, dichos una vez: primero los errores, y los de más filas antes. Hasta 100.',
      }),
      errores: Type.Array(Observacion, {
        description: 'Por qué se rechazaron filas: todas las fallas de cada una, hasta 1,000.',
      }),
      erroresOmitidos: Whole('Errores que ya no caben en la lista.', 0),
      avisos: Type.Array(Observacion, {
        description: 'Lo que se acepta pero conviene revisar, hasta 1,000.',
      }),
      avisosOmitidos: Whole('Avisos que ya no caben en la lista.', 0),
      importacion: nullable(
        Type.String({
          format: 'uuid',
          description:
            'Cómo la nombra la bitácora, y con qué se deshace; null si no escribió nada.',
          examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'],
        }),
      ),
    },
    { title: `InformeDeImportacion${suffix}` },
  );

export type ImportReport = Static<ReturnType<typeof reportOf>>;

export const IdDeImportacion = Type.Object({
  id: Type.Unsafe<string>({
    type: 'string',
    format: 'uuid',
    description: 'Identificador de la importación: id de la respuesta 202.',
  }),
});

/** The state of an import: running, or ended in one of four ways. */
export const ESTADOS = [
  'revisando',
  'escribiendo',
  'terminada',
  'fallida',
  'cancelada',
  'interrumpida',
] as const;
export type JobState = (typeof ESTADOS)[number];

const trabajoOf = ({ document }: Words) => ({
  id: Type.String({ format: 'uuid', examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'] }),
  archivo: Type.String({ examples: [document.archivo] }),
  simular: Type.Boolean({ description: 'Se pidió sólo revisar.', examples: [false] }),
  deshace: nullable(
    Type.String({
      format: 'uuid',
      description: 'La importación que se deshace; null si se importa.',
      examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'],
    }),
  ),
  estado: Type.Unsafe<JobState>({
    type: 'string',
    enum: ESTADOS,
    description:
      'En curso: revisando o escribiendo. Ya terminó: terminada, con su informe; fallida, por lo que dice error; cancelada; o interrumpida, si se detuvo el servicio que la hacía.',
    examples: ['escribiendo'],
  }),
  usuario: nullable(Text('El correo de quien importa.', document.usuario)),
  iniciadaEn: Type.String({ format: 'date-time', examples: ['2026-01-15T14:30:00.000Z'] }),
  terminadaEn: nullable(
    Type.String({ format: 'date-time', examples: ['2026-01-15T14:31:10.000Z'] }),
  ),
  filasRevisadas: Whole('Filas del archivo que ya se revisaron.', 20_000),
  filasTotal: nullable(
    Whole('Filas del archivo; mientras se lee, las que parece tener. null si no se sabe.', 20_000),
  ),
  filasEscritas: Whole('Filas que ya están en el registro.', 8_400),
  filasPorEscribir: nullable(
    Whole('Filas que cambian el registro; null hasta que todas se revisaron.', 19_950),
  ),
  error: nullable(
    Text(
      'Por qué no llegó al final, y qué quedó.',
      'Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.',
    ),
  ),
});

/** An import of a large file, with the reports of its kind. */
export const importacionOf = (words: Words, report: TSchema, title: string) =>
  Closed({ ...trabajoOf(words), informe: Type.Union([report, Type.Null()]) }, { title });

/** The same without its report. */
export const importacionListada = (words: Words) =>
  Closed(trabajoOf(words), { title: 'ImportacionListada' });
