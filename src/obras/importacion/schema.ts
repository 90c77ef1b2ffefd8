import { type Static, Type } from 'typebox';
import { Closed, Id, LABEL, nullable } from '../../base/schemas.ts';
import { CAMPO_LABELS, CAMPOS } from './headings.ts';

// Input -------------------------------------------------------------------------------------------

const flag = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['true', 'false'], description }));

export const ImportQuery = Type.Object({
  simular: flag('true: sólo revisa el archivo y dice qué haría; no escribe nada.'),
  actualizar: flag(
    'true: las obras que ya existen toman lo que dice el archivo. Sin él, una fila que dice otra cosa se rechaza.',
  ),
  crearCatalogos: flag(
    'true: registra las dependencias, los tipos de proyecto y los ejercicios fiscales que falten.',
  ),
  parcial: flag(
    'true: importa las filas correctas aunque otras se rechacen. Sin él, una fila rechazada detiene todo.',
  ),
  hoja: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Hoja del libro .xlsx; si falta, la primera visible que tiene encabezados.',
    }),
  ),
  columnas: Type.Optional(
    Type.String({
      maxLength: 8000,
      description: `Qué dice cada columna, donde su encabezado no basta: un objeto JSON de encabezados y campos; con null la columna no se lee. Los campos: ${CAMPOS.join(', ')}. Por ejemplo {"Núm. interno":"claveUnica"}.`,
    }),
  ),
  archivo: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Nombre del archivo, para la bitácora, cuando el cuerpo es el archivo mismo y no un formulario.',
    }),
  ),
  ejercicioFiscalId: Type.Optional(
    Id('Ejercicio fiscal de las obras nuevas cuya fila no lo dice.'),
  ),
  dependenciaId: Type.Optional(Id('Dependencia de las obras nuevas cuya fila no la dice.')),
  municipioId: Type.Optional(Id('Municipio de las obras nuevas cuya fila no lo dice.')),
  tipoProyectoId: Type.Optional(Id('Tipo de proyecto de las obras nuevas cuya fila no lo dice.')),
  estatusObraId: Type.Optional(Id('Estatus de las obras nuevas cuya fila no lo dice.')),
});
export type ImportQuery = Static<typeof ImportQuery>;

const Hoja = Type.Unsafe<string>({
  title: 'HojaDeObras',
  type: 'string',
  format: 'binary',
  description: 'Un libro .xlsx o un texto .csv; se reconoce por su contenido.',
  examples: [
    'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus\r\nSOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso\r\n',
  ],
});

/** The file itself, whatever its type says, or a form with it. */
export const ImportBody = {
  content: {
    // First what generated clients know how to send.
    'multipart/form-data': {
      schema: Closed({ archivo: Hoja }, { title: 'FormularioDeImportacion' }),
    },
    'text/csv': { schema: Hoja },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: Hoja },
  },
};

// Output ------------------------------------------------------------------------------------------

const Observacion = Closed(
  {
    fila: Type.Integer({
      description: 'Como la muestra la hoja de cálculo.',
      examples: [14],
    }),
    columna: Type.String({
      description: 'El encabezado del archivo, o el campo si el archivo no tiene esa columna.',
      examples: ['Municipio'],
    }),
    valor: nullable(Type.String({ description: 'Lo que dice la celda.', examples: ['Tizmin'] })),
    mensaje: Type.String({
      examples: ['municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?'],
    }),
  },
  { title: 'Observacion' },
);
export type Observacion = Static<typeof Observacion>;

const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

export const ImportReport = Closed(
  {
    simulacro: Type.Boolean({ description: 'Se pidió sólo revisar.', examples: [false] }),
    aplicada: Type.Boolean({
      description:
        'Si se hizo lo que dicen las cuentas. false en un simulacro, y cuando una fila rechazada lo detuvo todo.',
      examples: [false],
    }),
    filas: count('Filas con datos; la suma de las cuatro cuentas siguientes.', 120),
    creadas: count('Obras nuevas.', 98),
    actualizadas: count('Obras cambiadas.', 0),
    sinCambio: count('Obras que ya estaban igual.', 21),
    rechazadas: count('Filas con errores.', 1),
    columnas: Type.Array(
      Closed(
        {
          columna: Type.String({ examples: ['Municipio'] }),
          campo: nullable(
            Type.String({
              description: 'El campo que se leyó de ella; null si no se usó.',
              examples: ['municipio'],
              [LABEL]: CAMPO_LABELS,
            }),
          ),
        },
        { title: 'ColumnaLeida' },
      ),
      { description: 'Los encabezados del archivo, en su orden.' },
    ),
    errores: Type.Array(Observacion, {
      description: 'Por qué se rechazaron filas: todas las fallas de cada una, hasta 1,000.',
    }),
    erroresOmitidos: count('Errores que ya no caben en la lista.', 0),
    avisos: Type.Array(Observacion, {
      description: 'Lo que se acepta pero conviene revisar, hasta 1,000.',
    }),
    avisosOmitidos: count('Avisos que ya no caben en la lista.', 0),
  },
  { title: 'InformeDeImportacion' },
);
export type ImportReport = Static<typeof ImportReport>;
