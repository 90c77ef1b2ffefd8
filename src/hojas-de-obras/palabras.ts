import type { Words } from '../hojas/celdas/index.ts';
import { moneyIn } from './dinero.ts';

// What sheets of works and of their follow-up have in common: words of their records, of official forms, and of their reports. It is
// plain data: the process that reads sheets loads no libraries.

/** Words of Formato 28 for the key of a work, and for the amount of its contract with taxes. */
export const KEY_WORDS = 'expediente & folio|nomenclatura';
export const TOTAL_WORDS =
  'monto & contrato & impuestos & !sin & !minimo & !maximo & !garant & !anticipo';

/** The next step with a file that the registry writes for other programs. */
const FROM_REGISTRY =
  'la lista de obras se descarga también como .xlsx y .csv: importe uno de ésos';
const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** The remedy of each finding of a sheet. */
export const CODIGOS = {
  valorDesconocido: {
    description: 'un nombre que el catálogo no tiene',
    remedio: 'Con valores diga a qué registro corresponde cada uno.',
  },
  seAgrega: {
    description: 'un nombre que se agrega al catálogo',
    remedio:
      'Si alguno es otro nombre de un registro, dígalo con valores; ya agregado, fusione los dos en su catálogo.',
  },
  faltaDato: { description: 'un dato obligatorio que la fila no trae', remedio: null },
  faltaColumna: {
    description: 'un campo obligatorio del que no se reconoció la columna',
    remedio: 'Con columnas diga cuál es.',
    isOfFile: true,
  },
  unidadMonto: {
    description: 'el encabezado no dice que los montos estén en pesos',
    remedio: 'Con unidadMonto diga en qué están.',
    isOfFile: true,
  },
  otraMoneda: {
    description: 'el encabezado habla de otra moneda',
    remedio: 'Si ya son pesos, confírmelo con unidadMonto=pesos.',
    isOfFile: true,
  },
  unidadDicha: {
    description: 'la unidad en que se leen los montos, como se indicó',
    remedio: 'Si no es así, corrija unidadMonto.',
  },
  unidadAvance: {
    description: 'avances de 0 a 1 que no dicen %: pueden ser por cientos o fracciones',
    remedio: 'Con unidadAvance diga qué son.',
  },
  partes: {
    description: 'filas de un mismo registro que sólo difieren en columnas que no se leen',
    remedio: 'Si dicen lo mismo, confírmelo con unaVez=true: cuentan una vez.',
  },
  ocultas: {
    description: 'filas o columnas que la hoja oculta',
    remedio: 'Con sinOcultas=true no se leen.',
  },
  yaExiste: {
    description: 'la obra ya está y el archivo dice otra cosa',
    remedio: 'Para cambiarlas indique actualizar=true.',
  },
  montoCambia: {
    description: 'un monto que cambia en más de 20 % de lo registrado',
    remedio: 'Si es así, confírmelo con confirmar=montos.',
  },
  estatusTermina: {
    description: 'un estatus que termina la obra o el contrato',
    remedio: 'Si es así, confírmelo con confirmar=estatus.',
  },
  nombrePierde: {
    description: 'un nombre que pierde la mayor parte de sus letras',
    remedio: 'Si es así, confírmelo con confirmar=nombres.',
  },
  otro: { description: 'lo demás', remedio: null },
} satisfies Words['codes'];
export type Codigo = keyof typeof CODIGOS;

const words: Words = {
  records: 'las obras',
  aRecord: 'una obra',
  theRecord: 'la obra',
  keyColumn: 'la clave de la obra (claveUnica, clave de la obra, folio…)',
  totals: 'obras?|proyectos|inversi[oó]n',
  sheet: 'Obras',
  others: [
    [
      matches(/^\{"respaldo":"registro-obras-publicas"/),
      'un respaldo de un registro',
      'quien lo administra lo restaura con npm run restore',
    ],
    [matches(/^\{[\s\S]*?"projects"\s*:\s*\[/), 'una publicación en OC4IDS', FROM_REGISTRY],
    [
      matches(/^[[{]\s*[[{"][\s\S]*?"claveUnica"\s*:/),
      'una descarga de un registro como éste para otros programas',
      FROM_REGISTRY,
    ],
  ],
  codes: CODIGOS,
  document: {
    unidadMonto:
      'En qué están los montos cuyo encabezado no dice pesos («miles de pesos», «MDP», «USD»). Sin él esa columna no se lee y ninguna fila se importa. Donde habla de otra moneda sólo vale pesos: que ya lo son.',
    confirmar:
      'De qué se confirman los cambios grandes de lo que ya está, uno o varios con comas: montos, de los que cambian en más de 20 % de lo registrado; estatus, de los que terminan la obra o el contrato; nombres, de los que pierden la mayor parte de sus letras. Sin él sus filas se rechazan.',
    clave: 'La clave única de la obra.',
    archivo: 'obras-2026.xlsx',
    hoja: 'Obras 2026',
    usuario: 'admin@obras.local',
  },
};

/** What `fieldsOf` takes of both kinds of sheets. */
export const OF_BOTH = {
  key: 'claveUnica',
  // Beside a unit of measure, «Avance» is a quantity: in the goals of Recursos Federales Transferidos.
  progress: { campo: 'avanceFisico', isPhysical: /fisic|obra/ },
  same: {
    avanceFisico:
      /^(?:real(?:es)?|acumulad[oa]s?|acum|actual(?:es)?|ejec(?:utad[oa]s?)?|alcanzad[oa]s?|fisic[oa]s?|fis|porciento|porcentaje|pct|total|obra|de|la|el|en|avance)$/,
    montoPagado:
      /^(?:acumulad[oa]s?|acum|total|monto|importe|pesos|mxn|con|iva|incluido|de|la|el|en)$/,
  },
  fieldOfOther: moneyIn,
  words,
} as const;
