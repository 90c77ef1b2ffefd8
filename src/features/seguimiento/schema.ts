import { type Static, Type } from 'typebox';
import {
  Closed,
  Decimal,
  Id,
  LABEL,
  nullable,
  OptionalMembers,
  Text,
  Whole,
} from '../../core/base/schemas.ts';
import { BETWEEN } from '../../core/http/input/keywords.ts';
import { answeredSchemas, changedSchemas, newSchemas } from '../../core/obras/field-schemas.ts';
import { instant, ofObra } from '../../core/obras/partes.ts';
import { AVANCE, CONTRATO, CONVENIO, EJECUCION, PROGRAMA } from './campos.ts';
import { NEWEST } from './opciones.ts';
import { MOST_POINTS } from './reglas.ts';

// The bodies and answers of a work's follow-up.

const percentSchema = (description: string, example: number) =>
  nullable(Type.Number({ description, examples: [example] }));

// Avances -----------------------------------------------------------------------------------------

export const NewAvance = Closed(newSchemas(AVANCE), { title: 'NuevoAvance' });
export type NewAvance = Static<typeof NewAvance>;
export const ChangedAvance = OptionalMembers(changedSchemas(AVANCE), { title: 'CambiosAvance' });
export const Avance = Closed(
  {
    ...answeredSchemas(AVANCE),
    avanceFinanciero: Type.Unsafe({
      ...percentSchema(
        'Por ciento pagado del monto registrado: montoPagado entre el monto de la obra; null si falta uno, o el monto es 0.',
        91.5,
      ),
      [LABEL]: 'Lo pagado del monto registrado',
    }),
    creadoEn: instant,
    actualizadoEn: instant,
  },
  { title: 'Avance', description: 'Lo construido y lo pagado de una obra hasta un día.' },
);

// Programas ---------------------------------------------------------------------------------------

const curva = Type.Array(
  Closed(
    {
      fecha: Type.Unsafe<string>({ type: 'string', format: 'date', examples: ['2026-06-30'] }),
      avanceFisico: Type.Unsafe<number>({ ...AVANCE.avanceFisico.schema }),
    },
    { title: 'PuntoDePrograma' },
  ),
  {
    maxItems: MOST_POINTS,
    description:
      'Qué por ciento debe estar construido en qué fecha: por fecha, sin bajar y dentro del plazo.',
  },
);

export const NewPrograma = Closed(
  { ...newSchemas(PROGRAMA), curva: Type.Optional(curva) },
  { title: 'NuevoPrograma', [BETWEEN]: 'programa' },
);
export type NewPrograma = Static<typeof NewPrograma>;
export const Programa = Closed(
  {
    ...answeredSchemas(PROGRAMA),
    curva: Type.Unsafe({ ...curva, [LABEL]: 'Curva' }),
    creadoEn: instant,
  },
  {
    title: 'Programa',
    description: 'Cuándo debe construirse. El original no cambia: se reprograma con otra versión.',
  },
);

// Ejecución ---------------------------------------------------------------------------------------

export const ChangedEjecucion = OptionalMembers(changedSchemas(EJECUCION), {
  title: 'CambiosEjecucion',
  [BETWEEN]: 'ejecucion',
});
export const Ejecucion = Closed(answeredSchemas(EJECUCION), {
  title: 'Ejecucion',
  description: 'Cuándo se construyó y en qué quedó; null lo que no se ha dicho.',
});

// Contratos ---------------------------------------------------------------------------------------

export const NewConvenio = Closed(newSchemas(CONVENIO), {
  title: 'NuevoConvenio',
  [BETWEEN]: 'convenio',
});
export type NewConvenio = Static<typeof NewConvenio>;
export const ChangedConvenio = OptionalMembers(changedSchemas(CONVENIO), {
  title: 'CambiosConvenio',
  [BETWEEN]: 'convenio',
});
const Convenio = Closed(answeredSchemas(CONVENIO), { title: 'Convenio' });

export const NewContrato = Closed(newSchemas(CONTRATO), {
  title: 'NuevoContrato',
  [BETWEEN]: 'contrato',
});
export type NewContrato = Static<typeof NewContrato>;
export const ChangedContrato = OptionalMembers(changedSchemas(CONTRATO), {
  title: 'CambiosContrato',
  [BETWEEN]: 'contrato',
});
export const Contrato = Closed(
  {
    ...answeredSchemas(CONTRATO),
    avisoRfc: nullable(
      Type.String({
        [LABEL]: 'Aviso del RFC',
        description:
          'Lo que parece mal en contratistaRfc: su forma, su fecha o su último signo, que sale de los demás. No impide guardarlo.',
        examples: ['El RFC trae una fecha que no existe; revise si está bien escrito.'],
      }),
    ),
    montoVigente: nullable(
      Type.Number({
        [LABEL]: 'Monto vigente',
        description:
          'El del último convenio que lo cambia; de uno que terminó antes de tiempo (ANTICIPADA, RESCISION), montoFinal; mientras nadie lo diga, lo pagado si ningún otro contrato construye la obra, y si no null (MXN).',
        examples: [1315000.5],
      }),
    ),
    fechaTerminoVigente: Type.String({
      [LABEL]: 'Fecha de término vigente',
      description: 'La del último convenio que la cambia.',
      examples: ['2026-12-15'],
    }),
    variacionMonto: Type.Unsafe({
      ...percentSchema(
        'Cuánto cambió el monto, en por ciento del firmado; null si se firmó por 0, o no hay montoVigente.',
        11.44,
      ),
      [LABEL]: 'Variación del monto',
    }),
    variacionPlazo: Type.Integer({
      [LABEL]: 'Variación del plazo',
      description: 'Cuánto cambió la fecha de término, en días.',
      examples: [45],
    }),
    convenios: Type.Array(Convenio, {
      [LABEL]: 'Convenios',
      description: 'Por fecha, y a igual fecha por orden.',
    }),
  },
  { title: 'Contrato', description: 'Un contrato de una obra, con sus convenios.' },
);

// The whole ---------------------------------------------------------------------------------------

export const Atraso = Closed(
  {
    fechaTerminoBase: nullable(Text('La del programa original.', '2026-10-31')),
    fechaTerminoVigente: nullable(
      Text(
        'La última de los contratos que construyen la obra, con sus convenios; los que terminaron antes de tiempo sólo cuentan si no hay otros. Sin contratos, la del programa más nuevo.',
        '2026-12-15',
      ),
    ),
    diasAtraso: nullable(
      Whole(
        'Días después de fechaTerminoVigente: hasta que terminó, o hasta hoy en Mérida; 0 si no los hay. null sin plazo, y donde la obra está cerrada y nadie ha dicho cuándo terminó.',
        0,
      ),
    ),
  },
  { title: 'Atraso' },
);

const orNull = <T>(schema: T) => Type.Unsafe({ anyOf: [schema, { type: 'null' }] });

const Pagado = Closed(
  {
    montoPagado: Decimal('Pagado desde el inicio de la obra, IVA incluido (MXN).', 1200000),
    fechaCorte: Text('La del avance que lo dijo.', '2026-06-30'),
    avanceFinanciero: Avance.properties.avanceFinanciero,
  },
  { title: 'Pagado', description: 'Lo último que un avance dijo pagado; null si ninguno.' },
);

const BaseDePago = Closed(
  {
    monto: Decimal(
      'La suma de los contratos que construyen la obra, con sus convenios, los que terminaron antes de tiempo por su monto final; donde de ninguno se sabe, el monto de la obra, aunque montoVigente sea lo pagado (MXN).',
      1315000.5,
    ),
    de: Type.Unsafe<'CONTRATOS' | 'MONTO'>({
      type: 'string',
      enum: ['CONTRATOS', 'MONTO'],
      description: 'De dónde es ese monto.',
      examples: ['CONTRATOS'],
    }),
  },
  {
    title: 'BaseDePago',
    description:
      'El monto contra el que se compara lo pagado: pagadoContratos de GET /seguimiento es lo pagado entre él.',
  },
);

export const Seguimiento = Closed(
  {
    obraId: Type.Integer({ examples: [1] }),
    avance: orNull(Avance),
    pagado: orNull(Pagado),
    baseDePago: BaseDePago,
    programa: orNull(Programa),
    base: orNull(Programa),
    ejecucion: Ejecucion,
    contratos: Type.Array(Contrato),
    avances: Type.Array(Avance),
    atraso: Atraso,
  },
  {
    title: 'SeguimientoDeObra',
    description: `El avance más nuevo, lo pagado y el monto contra el que se compara, el programa más nuevo y el original, la ejecución, los contratos, y los ${NEWEST} avances más nuevos por fecha de corte.`,
  },
);

/** The same as it stood: the ledger has no times of reports and programmes. */
const lost = nullable(
  Type.String({ ...instant, description: 'null donde ya no se sabe: la bitácora no lo dice.' }),
);
const AvanceAnterior = Closed(
  { ...Avance.properties, creadoEn: lost, actualizadoEn: lost },
  { title: 'AvanceAnterior', description: 'Un avance como estaba.' },
);
const ProgramaAnterior = Closed(
  { ...Programa.properties, creadoEn: lost },
  { title: 'ProgramaAnterior', description: 'Un programa como estaba.' },
);
const SeguimientoAnterior = Closed(
  {
    ...Seguimiento.properties,
    avance: orNull(AvanceAnterior),
    programa: orNull(ProgramaAnterior),
    base: orNull(ProgramaAnterior),
    avances: Type.Array(AvanceAnterior),
  },
  { title: 'SeguimientoAnterior', description: 'El seguimiento de una obra como estaba.' },
);
export const SeguimientoPedido = Type.Unsafe<unknown>({
  anyOf: [Seguimiento, SeguimientoAnterior],
  title: 'SeguimientoPedido',
  description: 'El de hoy; con en, el de entonces.',
});

// Paths -------------------------------------------------------------------------------------------

export const AvanceParams = Type.Object({
  ...ofObra,
  avanceId: Id('Identificador del avance.', { [LABEL]: 'Avance', examples: [1] }),
});
export const ProgramaParams = Type.Object({
  ...ofObra,
  version: Id('Versión del programa.', { examples: [1] }),
});
export const ContratoParams = Type.Object({
  ...ofObra,
  contratoId: Id('Identificador del contrato.', { examples: [1] }),
});
export const ConvenioParams = Type.Object({
  ...ContratoParams.properties,
  convenioId: Id('Identificador del convenio.', { [LABEL]: 'Convenio', examples: [1] }),
});
