import { Type } from 'typebox';
import { Closed, LABEL, nullable, Text, Whole } from '../../core/base/schemas.ts';
import { SENTENCE } from '../../core/http/input/keywords.ts';

/**
 * The form of a key, which the table asks for as well: upper case alone, so that two keys do not differ by case. `hoy` is the other
 * side of a comparison with today.
 */
const CLAVE = {
  pattern: '^(?!HOY$)[0-9A-Z][0-9A-Z-]{0,39}$',
  [SENTENCE]:
    'debe tener de 1 a 40 letras mayúsculas sin acento ni eñe, dígitos o guiones, sin empezar con guion, por ejemplo 2026-T3; HOY no es una clave, porque hoy es el registro de este momento',
};

export const NewCorte = Closed(
  {
    clave: Type.String({
      [LABEL]: 'Clave',
      ...CLAVE,
      description:
        'Cómo se llama en las direcciones: hasta 40 letras mayúsculas sin acento, dígitos y guiones; no empieza con guion ni es HOY. Un corte por clave, para siempre.',
      examples: ['2026-T3'],
    }),
    titulo: Type.String({
      [LABEL]: 'Título',
      minLength: 1,
      maxLength: 200,
      examples: ['Tercer trimestre de 2026'],
    }),
    reemplaza: Type.Optional(
      Type.String({
        [LABEL]: 'Reemplaza',
        ...CLAVE,
        description: 'La clave del corte que éste reemplaza, cuando la ley pidió quitar un dato.',
        examples: ['2026-T2'],
      }),
    ),
  },
  { title: 'NuevoCorte' },
);

export const CorteParams = Type.Object({
  clave: Type.String({ description: 'Clave del corte.', examples: ['2026-T3'] }),
});
export const TrabajoParams = Type.Object({
  id: Type.Unsafe<string>({
    type: 'string',
    format: 'uuid',
    description: 'El que respondió POST /cortes.',
  }),
});

const digest = (description: string) =>
  Text(description, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08');
const sumAsText = Text('La suma de sus montos, con dos decimales (MXN).', '1500000.50');
const obras = Whole('Cuántas obras.', 41);
const instante = Text('De qué instante es (UTC).', '2026-10-01T06:00:00.000Z');

const SumaDeCorte = Closed(
  {
    id: Whole('Identificador en su catálogo.', 1),
    nombre: Text('Su nombre en ese instante.', 'En proceso'),
    obras,
    monto: sumAsText,
  },
  { title: 'SumaDeCorte' },
);
const Bytes = {
  bytes: Whole('Tamaño en bytes.', 482113),
  sha256: digest('SHA-256 de esos bytes.'),
};

const brief = {
  clave: NewCorte.properties.clave,
  titulo: NewCorte.properties.titulo,
  reemplaza: nullable(
    Text('La clave del corte que éste reemplaza; null si ninguno, como casi siempre.', '2026-T2'),
  ),
  numero: Whole('Su lugar en la cadena de sellos.', 1),
  instante,
  version: Text('Versión del programa que lo hizo.', '1.0.0'),
  obras,
  monto: sumAsText,
  archivo: Closed(
    {
      ...Bytes,
      ndjson: Closed(Bytes, { title: 'BytesDeCorte', description: 'Lo mismo sin comprimir.' }),
    },
    { title: 'ArchivoDeCorte', description: 'El de /cortes/:clave.ndjson.gz.' },
  ),
  bitacora: Closed(
    {
      despuesDe: Whole('El último renglón que selló el corte anterior; 0 si no hay.', 0),
      hasta: Whole('El último renglón que sella éste.', 1840),
      entradas: Whole('Cuántos renglones sella.', 1840),
      sha256: digest('SHA-256 de esos renglones.'),
    },
    {
      title: 'BitacoraDeCorte',
      description: 'Los renglones de la bitácora desde el corte anterior.',
    },
  ),
  registro: Closed(
    {
      id: Text(
        'El que comparten los registros restaurados de uno.',
        'f2b6a1c0-0d5e-4a53-9c55-0b5f7f6f9a10',
      ),
      titular: Text('El de éste entre ellos.', 'f2b6a1c0-0d5e-4a53-9c55-0b5f7f6f9a10'),
      restaurado: Type.Boolean({
        description: 'Si desde el corte anterior se restauró de una copia.',
        examples: [false],
      }),
    },
    { title: 'RegistroDeCorte' },
  ),
  llave: digest('SHA-256 de la llave pública que lo sella (SubjectPublicKeyInfo en DER).'),
  anterior: nullable(digest('SHA-256 del manifiesto anterior de la cadena; null en el primero.')),
  huella: digest('SHA-256 de su manifiesto.'),
};
export const CorteBreve = Closed(brief, {
  title: 'CorteBreve',
  description: 'Un corte sellado del registro.',
});
export const Corte = Closed(
  {
    ...brief,
    estatus: Type.Array(SumaDeCorte, { description: 'Por estatus.' }),
    dependencias: Type.Array(SumaDeCorte, { description: 'Por dependencia.' }),
  },
  { title: 'Corte', description: 'Un corte sellado: lo que dice su manifiesto.' },
);

export const ManifiestoDeCorte = Type.Object(
  {},
  {
    title: 'ManifiestoDeCorte',
    description: 'Lo mismo que responde GET /cortes/:clave, sin huella y con formato y tipo.',
    examples: [{ formato: 1, tipo: 'corte', numero: 1, clave: '2026-T3' }],
  },
);

export const TrabajoDeCorte = Closed(
  {
    id: TrabajoParams.properties.id,
    clave: brief.clave,
    titulo: brief.titulo,
    usuario: nullable(Text('El correo de quien lo pidió.', 'admin@obras.local')),
    estado: Type.Unsafe<string>({
      type: 'string',
      enum: ['leyendo', 'guardando', 'sellado', 'fallido', 'interrumpido'],
      examples: ['leyendo'],
    }),
    iniciadoEn: Text('Cuándo empezó.', '2026-10-01T06:00:00.000Z'),
    terminadoEn: nullable(Text('Cuándo terminó; null mientras sigue.', '2026-10-01T06:00:09.000Z')),
    obrasLeidas: Whole('Las obras que ya leyó.', 500),
    obrasTotal: nullable(Whole('Las que hay; null mientras no se sabe.', 2000)),
    error: nullable(Text('Por qué no terminó.', 'El almacén está lleno.')),
  },
  {
    title: 'TrabajoDeCorte',
    description: 'Cómo va un corte que se está haciendo, o cómo terminó.',
  },
);

export const SelloDeCadena = Closed(
  {
    numero: brief.numero,
    tipo: Type.Unsafe<string>({
      type: 'string',
      enum: ['corte', 'llave'],
      description: 'llave: desde ahí se sella con otra llave.',
      examples: ['corte'],
    }),
    clave: nullable(Text('La del corte.', '2026-T3')),
    huella: brief.huella,
    anterior: brief.anterior,
    manifiesto: Text('El manifiesto, con las letras que se firmaron.', '{"anterior":null,…}'),
    firma: Text('Su firma Ed25519, en base64.', 'q83v…=='),
    llave: Text('La llave pública con la que se verifica, en PEM.', '-----BEGIN PUBLIC KEY-----…'),
  },
  { title: 'SelloDeCadena' },
);
