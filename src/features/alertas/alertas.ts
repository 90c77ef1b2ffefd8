import sql, { raw } from 'sql-template-tag';
import { labelOf } from '../../core/base/text.ts';
import type { QualityRule } from '../../core/feature.ts';
import { type Filtros, filterInWords, inView, only } from '../../core/obras/filtros.ts';
import type { FollowUpColumn, MoreProperties, MoreRows } from '../../core/obras/listas.ts';
import { JUNTAS, type Procedimiento, SIN_ACTA, SIN_MOVIMIENTO } from './opciones.ts';

// Motives to review a work. Each is one entry: the filter of GET /obras, the rule of «Calidad» and the figure that decides, which is a
// column of the follow-up and a property of map layers.

/** A figure: people's name of it within a sentence, and its column in the row `al` (`FIGURES`). */
interface Figure {
  name: string;
  called: string;
  description: string;
  example: number;
  /** Days and counts are whole; an amount is in MXN. */
  type: 'integer' | 'amount';
  column: string;
}

interface Alerta {
  /** The end of «Sólo las obras …», and the rule's own sentence without its subject. */
  which: string;
  nombre: string;
  /** The words of files: the label, the value, and the part of the file's name. */
  words: [label: string, value: string, inName: string];
  figure: Figure;
  /** The view that has its works, by default that of all figures, and the condition on its rows. */
  view?: string;
  is: string;
  dependsOn: readonly string[];
  dated?: true;
  /** The procedures whose thresholds it compares with. */
  umbralesDe?: Procedimiento[];
}

const days = (name: string, called: string, column: string, description: string): Figure => ({
  ...{ name, called, column, description },
  ...{ type: 'integer', example: 200 },
});
const excess = (name: string, called: string, column: string, description: string): Figure => ({
  ...{ name, called, column, description },
  ...{ type: 'amount', example: 250000.5 },
});

/** Of a work by direct administration, without contracts that build it, none is asked for. */
const SIN_DIRECTA =
  'Las obras por administración directa no se buscan mientras no tengan contratos que las construyan';
/** A contract of services has another threshold, which the registry does not have. */
const DE_OBRA = 'Se comparan los contratos que la construyen, con el umbral del año de su firma';

const ALERTAS: Record<string, Alerta> = {
  sinPlazo: {
    which: `abiertas que ya empezaron, sin terminar ni suspender, y sin un contrato que las construya ni un programa que digan cuándo terminan. ${SIN_DIRECTA}`,
    nombre: 'Sin plazo',
    words: ['Plazo', 'Empezadas, sin contrato ni programa que lo diga', 'sin plazo'],
    figure: {
      ...{ name: 'plazosRegistrados', called: 'los plazos registrados', column: 'plazos' },
      description:
        'Cuántos contratos que la construyen dicen un plazo, más uno si hay programa; 0 es el motivo para revisar. Null si no ha empezado, está suspendida o ya acabó.',
      ...{ type: 'integer', example: 2 },
    },
    is: 'plazos = 0',
    dependsOn: ['seguimiento', 'expedientes'],
  },
  sinMovimiento: {
    which: `abiertas que ya empezaron, sin terminar ni suspender, y sin un avance, una foto o un documento de los últimos ${SIN_MOVIMIENTO} días: cuenta el corte del avance y la fecha del archivo, no el día en que se registraron; sin ninguno, su inicio`,
    nombre: 'Sin movimiento',
    words: ['Movimiento', `Sin avance ni archivo en ${SIN_MOVIMIENTO} días`, 'sin movimiento'],
    figure: days(
      'diasSinMovimiento',
      'los días sin movimiento',
      'dias_sin_movimiento',
      `Días desde el corte de su último avance, la fecha de su último archivo o su inicio real, el que sea después; sin ninguno, desde el inicio de sus contratos, de su programa o de su ejercicio, el primero que se sepa. Más de ${SIN_MOVIMIENTO} son motivo para revisar. Null si no ha empezado, está suspendida o ya acabó.`,
    ),
    is: `dias_sin_movimiento > ${SIN_MOVIMIENTO}`,
    dependsOn: ['seguimiento', 'archivos', 'ejercicios_fiscales'],
    dated: true,
  },
  unSoloProponente: {
    which: 'con un contrato por licitación o invitación al que se presentó un solo proponente',
    nombre: 'Con un solo proponente',
    words: ['Proponentes', 'Uno solo, en licitación o invitación', 'un solo proponente'],
    figure: {
      ...{ name: 'proponentesMinimo', called: 'el menor número de proponentes' },
      ...{ column: 'proponentes', type: 'integer', example: 3 },
      description:
        'El menor de sus contratos por licitación o invitación; 1 es motivo para revisar. Null si ninguno lo dice.',
    },
    is: 'proponentes = 1',
    dependsOn: ['seguimiento'],
  },
  fraccionamiento: {
    which: `con un contrato por adjudicación directa que, junto a otros de la misma dependencia a la misma empresa en ${JUNTAS} días, rebasa el umbral que ninguno rebasa solo. ${DE_OBRA}. Una empresa es un RFC o, sin uno propio, un nombre`,
    nombre: 'Adjudicaciones que juntas rebasan el umbral',
    words: [
      'Adjudicaciones directas',
      `Juntas rebasan el umbral en ${JUNTAS} días`,
      'fraccionamiento',
    ],
    figure: excess(
      'excesoFraccionado',
      'el exceso de sus adjudicaciones juntas',
      'fraccionado',
      `Lo que sus adjudicaciones directas, con las demás de la dependencia a la misma empresa en ${JUNTAS} días, rebasan juntas el umbral (MXN): más de 0 es motivo para revisar. Null si no hay otra tan cerca, si una lo rebasa sola o sin umbral registrado.`,
    ),
    view: 'adjudicaciones_juntas',
    is: 'exceso > 0',
    dependsOn: ['seguimiento', 'umbrales'],
    umbralesDe: ['ADJUDICACION_DIRECTA'],
  },
  sobreUmbral: {
    which: `con un contrato por adjudicación directa o por invitación de un monto mayor que el umbral de ese procedimiento. ${DE_OBRA}`,
    nombre: 'Por encima del umbral de su procedimiento',
    words: [
      'Contratos',
      'Por encima del umbral de adjudicación directa o de invitación',
      'sobre umbral',
    ],
    figure: excess(
      'excesoUmbral',
      'el exceso sobre el umbral',
      'sobre_umbral',
      'Lo que uno de sus contratos por adjudicación directa o invitación rebasa el umbral del año de su firma (MXN), el más alto: más de 0 es motivo para revisar. Null sin un contrato así o sin umbral registrado.',
    ),
    is: 'sobre_umbral > 0',
    dependsOn: ['seguimiento', 'umbrales'],
    umbralesDe: ['INVITACION', 'ADJUDICACION_DIRECTA'],
  },
  convenioTardio: {
    which:
      'con un convenio que se firmó después de la fecha de término que entonces tenía su contrato',
    nombre: 'Convenios firmados después del plazo',
    words: ['Convenios', 'Firmados después del plazo', 'convenio tardio'],
    figure: days(
      'diasConvenioTardio',
      'los días de retraso de un convenio',
      'dias_convenio',
      'Días del término que tenía el contrato a la firma de un convenio, los más de todos: más de 0 es motivo para revisar; negativo si se firmó antes. Null sin convenios.',
    ),
    is: 'dias_convenio > 0',
    dependsOn: ['seguimiento'],
  },
  pagadoDeMas: {
    which:
      'de las que se ha pagado más que sus contratos vigentes. Los que terminaron antes de tiempo cuentan por su monto final o, sin él, por todo lo convenido',
    nombre: 'Pagadas por encima de sus contratos',
    words: ['Pagado', 'Por encima de sus contratos vigentes', 'pagado de mas'],
    figure: excess(
      'excesoPagado',
      'el exceso de lo pagado',
      'pagado_de_mas',
      'Lo pagado menos sus contratos vigentes (MXN): más de 0 es motivo para revisar; negativo es lo que falta por pagar. Null sin contratos o si nadie ha dicho lo pagado.',
    ),
    is: 'pagado_de_mas > 0',
    dependsOn: ['seguimiento'],
  },
  cerradaSinActa: {
    which: `que terminaron hace ${SIN_ACTA} días o más, sin que la obra ni sus contratos digan cuándo se entregaron y recibieron. ${SIN_DIRECTA}`,
    nombre: 'Terminadas sin acta de entrega-recepción',
    words: ['Entrega-recepción', `Sin ella a los ${SIN_ACTA} días del término`, 'sin acta'],
    figure: days(
      'diasSinActa',
      'los días sin acta',
      'dias_sin_acta',
      `Días desde que terminó, por su término real, su avance al 100 % o el fin de sus contratos, sin entrega-recepción; ${SIN_ACTA} o más son motivo para revisar. Null si no ha terminado o ya se entregó.`,
    ),
    is: `dias_sin_acta >= ${SIN_ACTA}`,
    dependsOn: ['seguimiento', 'expedientes'],
    dated: true,
  },
};

const OBRAS = 'obras_alertas';

/** The works and years of contracts that a rule by these procedures can't judge, and whether it can judge any. */
const sinUmbral = (procedimientos: Procedimiento[]): Filtros[string]['sinUmbral'] => {
  const of = sql`procedimiento = ANY (${procedimientos}::text[])`;
  const contratos = sql`FROM contratos_con_umbral WHERE ${of}`;
  return {
    faltan: sql`SELECT obra_id, extract(year FROM fecha_firma)::integer AS anio ${contratos} AND umbral IS NULL`,
    conocido: sql`coalesce((SELECT bool_or(umbral IS NOT NULL) ${contratos}), EXISTS (SELECT FROM umbrales WHERE ${of}))`,
  };
};

/** The filters by these motives. */
export const FILTROS: Filtros = Object.fromEntries(
  Object.entries(ALERTAS).map(
    (
      [name, { which, nombre, words, view = OBRAS, is, dependsOn, dated, umbralesDe }],
      i,
    ): [string, Filtros[string]] => [
      name,
      {
        ...(i === 0 && { after: 'posibleDuplicada' }),
        label: nombre,
        schema: only(
          `Con true, sólo las obras ${which}. Es un motivo para revisar, no una falta.${umbralesDe ? ' De los años sin umbral registrado, que dice GET /umbrales, no encuentra nada.' : ''}`,
        ),
        dependsOn,
        ...(dated && { dated }),
        ...(umbralesDe && { sinUmbral: sinUmbral(umbralesDe) }),
        words: () => filterInWords(words[1], words[2], words[0]),
        where: () => inView(sql`${raw(view)} WHERE ${raw(is)}`),
      },
    ],
  ),
);

/** The figures of all works: one statement counts all rules that look at them. */
const TOGETHER = sql`JOIN obras_alertas al ON al.obra_id = o.id`;

/** The rules of «Calidad». */
export const REGLAS: Record<string, QualityRule> = Object.fromEntries(
  Object.entries(ALERTAS).map(([name, { which, nombre, view, is }]) => [
    name,
    {
      nombre,
      descripcion: `Motivo para revisar: son obras ${which}.`,
      filtros: { [name]: 'true' },
      ...(!view && { juntas: { join: TOGETHER, is: raw(is) } }),
    },
  ]),
);

/** What a column or property of the figures reads: the row `al` of an obra `o`. */
const FIGURES = {
  join: 'LEFT JOIN LATERAL (SELECT * FROM obras_alertas a WHERE a.obra_id = o.id OFFSET 0) al ON true',
  dependsOn: ['seguimiento', 'archivos', 'expedientes', 'umbrales'],
};
const ALL = Object.values(ALERTAS).map(({ figure }) => figure);

/** The figures as columns of the follow-up, after all others. */
export const EN_SEGUIMIENTO: MoreRows = {
  ...FIGURES,
  columns: Object.fromEntries(
    ALL.map(({ name, called, description, example, type, column }): [string, FollowUpColumn] => [
      name,
      {
        called,
        schema: {
          type: [type === 'integer' ? 'integer' : 'number', 'null'],
          description,
          examples: [example],
        },
        sql: `al.${column}`,
        type: type === 'integer' ? 'number' : 'amount',
        width: 18,
      },
    ]),
  ),
};

/** The same in layers of maps, where amounts have two decimals in the text. */
export const EN_CAPAS: MoreProperties = {
  ...FIGURES,
  dated: true,
  properties: Object.fromEntries(
    ALL.map(({ name, called, description, example, type, column }) => [
      name,
      {
        title: labelOf({ called }),
        description,
        type: [type === 'integer' ? 'integer' : 'number', 'null'],
        examples: [example],
        sql: `al.${column}`,
      },
    ]),
  ),
};
