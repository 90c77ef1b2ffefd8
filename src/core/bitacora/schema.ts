import sql, { raw, type Sql } from 'sql-template-tag';
import { type Static, type TSchema, Type } from 'typebox';
import { Closed, nullable, pageParameters, Text, Whole } from '../base/schemas.ts';
import { type Parametros, parametersOf } from '../obras/filtros.ts';
import { ACCIONES } from './recursos.ts';

const Cambio = Closed(
  {
    campo: Type.String({ examples: ['monto'] }),
    antes: Type.Unknown({ description: 'Valor anterior; null al crear.', examples: [1000] }),
    despues: Type.Unknown({ description: 'Valor nuevo; null al eliminar.', examples: [2000] }),
  },
  { title: 'Cambio' },
);

const Accion = (options: { examples?: string[] } = {}) =>
  Type.Unsafe<string>({ type: 'string', enum: Object.keys(ACCIONES), ...options });

const ledgerFields = {
  id: Type.Integer({ examples: [1] }),
  instante: Type.String({ format: 'date-time', examples: ['2026-01-15T14:30:00.000Z'] }),
  usuarioId: nullable(
    Type.String({ format: 'uuid', examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'] }),
  ),
  usuarioEmail: nullable(
    Text(
      'El correo de ese momento; en una entrada fallida, el que se intentó. null si no se sabe quién: una solicitud sin token, o un cambio hecho directamente en la base de datos.',
      'admin@obras.local',
    ),
  ),
  usuarioNombre: nullable(
    Text(
      'El nombre de esa persona, como es hoy; null si no se sabe o su cuenta ya no está.',
      'Ana Pech Canul',
    ),
  ),
  direccion: nullable(Text('Dirección de red de la solicitud.', '127.0.0.1')),
  solicitud: nullable(
    Text(
      'Identificador de la solicitud en el registro de eventos del servicio.',
      '0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10',
    ),
  ),
  programa: Text('Programa conectado a la base de datos que hizo el cambio.', 'registro-obras'),
  accion: Accion({ examples: ['cambiar'] }),
  recurso: Type.String({ examples: ['obras'] }),
  registro: nullable(Text('Identificador del registro cambiado.', '1')),
  obraId: nullable(
    Whole('La obra de la que es el cambio, también en su seguimiento y sus archivos.', 1),
  ),
  nombre: nullable(
    Text(
      'El nombre de esa obra, o en lo demás el del registro: el de hoy, o el que tenía al eliminarse. null si no lo hay.',
      'Pavimentación de la calle 60',
    ),
  ),
  archivo: nullable(
    Text('Archivo del que lo tomó una importación; null si no fue una.', 'obras-2026.xlsx'),
  ),
  fila: nullable(Whole('Fila de ese archivo, en las obras.', 14)),
  importacion: nullable(
    Type.String({
      format: 'uuid',
      description:
        'La importación que lo escribió, o que con él se deshizo; null si no fue una, y en las de antes de la versión que las deshace.',
      examples: ['6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b'],
    }),
  ),
  deshace: Type.Boolean({
    description: 'Si devuelve lo que esa importación había escrito.',
    examples: [false],
  }),
  cambios: Type.Array(Cambio, {
    description: 'Campo por campo; al crear y al eliminar, todos. Nunca una contraseña.',
  }),
  resumen: Text(
    'El cambio en una frase, con el nombre que hoy tiene quien lo hizo, o si no se sabe su correo.',
    'Ana Pech Canul cambió el monto de $1,000.00 a $2,000.00.',
  ),
};

export const Entry = Closed(ledgerFields, { title: 'RenglonBitacora' });
/** The same in the history of one obra. */
export const StoryEntry = Closed(ledgerFields, { title: 'RenglonHistorial' });

const page = pageParameters(
  'Renglones por página, a lo más: menos donde los cambios son muy grandes.',
);
export const PageQuery = Type.Object(page);

/** A filter by the value of a column. */
const equal = <Of extends TSchema>(label: string, column: string, schema: Of) => ({
  label,
  schema: Type.Optional(schema),
  where: (value: string) => sql`b.${raw(column)} = ${value}`,
});
const instantFilter = (label: string, description: string, compared: Sql) => ({
  label,
  schema: Type.Optional(
    Type.String({
      format: 'date-time',
      description: `${description}: fecha (UTC), o fecha y hora con zona (RFC 3339), por ejemplo 2026-01-15 o 2026-01-15T00:00:00-06:00.`,
    }),
  ),
  // As the database reads it, whatever offsets it takes.
  where: (text: string) => sql`b.instante ${compared} ${new Date(text).toISOString()}`,
});

/** The filters of the ledger, with their conditions on `bitacora b`. */
export const FILTROS = {
  recurso: equal('Clase de registro', 'recurso', Type.String()),
  registro: equal(
    'Registro',
    'registro',
    Type.String({ description: 'Identificador del registro, según su recurso.' }),
  ),
  usuarioId: equal(
    'Usuario',
    'usuario_id',
    Type.String({ format: 'uuid', description: 'Quién hizo el cambio: su id de GET /users.' }),
  ),
  accion: equal('Acción', 'accion', Accion()),
  campo: {
    label: 'Campo',
    schema: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Sólo los renglones que tocan este campo: con accion=cambiar, monto trae quién cambió un monto.',
      }),
    ),
    where: (campo) => sql`(b.despues ? ${campo} OR b.antes ? ${campo})`,
  },
  variacionMonto: {
    label: 'Cambio del monto',
    schema: Type.Optional(
      Type.Unsafe<string>({
        type: 'number',
        format: 'porcentaje',
        minimum: 0,
        maximum: 9999.99,
        description:
          'Sólo los cambios del monto de una obra en más de este porcentaje, hacia arriba o hacia abajo.',
      }),
    ),
    where: (
      percent,
    ) => sql`b.recurso = 'obras' AND b.accion = 'cambiar' AND b.antes ? 'monto' AND CASE
      WHEN jsonb_typeof(b.antes -> 'monto') = 'number' AND jsonb_typeof(b.despues -> 'monto') = 'number'
      THEN abs((b.despues ->> 'monto')::numeric - (b.antes ->> 'monto')::numeric)
        > (b.antes ->> 'monto')::numeric * ${percent}::numeric / 100
      END`,
  },
  archivo: equal(
    'Archivo',
    'archivo',
    Type.String({
      maxLength: 255,
      description:
        'Sólo lo que se importó de un archivo de este nombre, y lo que de él se deshizo.',
    }),
  ),
  importacion: equal(
    'Importación',
    'importacion',
    Type.String({
      format: 'uuid',
      description: 'Sólo lo que escribió esta importación, y lo que de ella se deshizo.',
    }),
  ),
  sinEntradas: {
    label: 'Sin las entradas',
    schema: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: ['true', 'false'],
        description: 'true: sin las entradas logradas y fallidas.',
      }),
    ),
    where: (text) => (text === 'true' ? sql`b.recurso <> 'auth'` : sql`true`),
  },
  desde: instantFilter('Desde', 'Desde este instante', sql`>=`),
  hasta: instantFilter('Hasta', 'Antes de este instante', sql`<`),
} satisfies Parametros;

export type EntryFilters = Static<ReturnType<typeof entryFilters>>;

/** @param recursos the names of all resources of the ledger */
export function entryFilters(recursos: string[]) {
  const description = `${recursos.slice(0, -1).join(', ')} o ${recursos.at(-1)}.`;
  const recurso = equal('Clase de registro', 'recurso', Type.String({ description }));
  return Type.Object(parametersOf({ ...FILTROS, recurso }));
}
export const entryQuery = (recursos: string[]) =>
  Type.Object({ ...entryFilters(recursos).properties, ...page });
