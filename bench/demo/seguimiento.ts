import type { ConvenioDeDemo, ProgramaDeDemo } from '../../src/features/seguimiento/demo.ts';
import type { DemoAvance, DemoContrato, DemoObra, DemoSeguimiento } from './obra.ts';
import type { Random } from './random.ts';
import {
  CAUSAS,
  CONTRATISTAS,
  MOTIVOS_DE_AMPLIACION,
  MOTIVOS_DE_PLAZO,
  OTHER_FIRMS,
  OTHER_SPELLING,
  RFC_DE,
} from './works.ts';

/** Generated works of earlier fiscal years have no follow-up, as if it had not existed then. */
const FIRST_YEAR = 2022;
/** The last quarter with reports. It is fixed, so that the same seed makes the same reports on every day. */
export const LAST_CUT = '2026-09-30';

/** Percent from which on a work in time is done. */
const NEARLY = 95;

/** The courses of works, and the part of each. */
const COURSES = [
  ['normal', 38],
  ['tarde', 20],
  ['estancada', 11],
  ['callada', 10],
  ['sin reporte', 11],
  ['pagada por delante', 10],
] as const;
type Course = (typeof COURSES)[number][0];

/** Days since 1970, so that terms are sums. */
const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const dateOf = (day: number) => new Date(Math.round(day) * 86_400_000).toISOString().slice(0, 10);
const pesos = (amount: number) => Math.round(amount * 100) / 100;

/** The last days of the quarters in a span of days, both ends included. */
function cutsIn(from: number, to: number): number[] {
  const cuts: number[] = [];
  for (let year = Number(dateOf(from).slice(0, 4)); year <= Number(dateOf(to).slice(0, 4)); year++)
    for (const end of ['03-31', '06-30', '09-30', '12-31']) cuts.push(dayOf(`${year}-${end}`));
  return cuts.filter((cut) => cut >= from && cut <= to);
}

/** The built part of a work at a part of its term: slowly at first, and slowly at last. */
function built(term: number): number {
  const x = Math.min(1, Math.max(0, term));
  return x * x * (3 - 2 * x);
}

/** The planned and real days of a generated work. */
interface Term {
  start: number;
  /** The end of the first agreement, and the present one. */
  base: number;
  agreed: number;
  /** The day from which on nothing moves. */
  still: number;
  /** The real end; unset where it is not done. */
  done?: number;
  /** Percent built when it stands still. */
  reached: number;
  /** The last day of a possible report. */
  lastReport: number;
}

/**
 * Returns a function that makes the follow-up of generated works, one after another. Nothing in it is later than `today`,
 * which may be before the last quarter of the data.
 */
export function createFollowUp(random: Random, today: string): (obra: DemoObra) => DemoSeguimiento {
  const now = cutsIn(0, Math.min(dayOf(LAST_CUT), dayOf(today))).at(-1) as number;
  return (obra) => {
    const none = { claveUnica: obra.claveUnica, programas: [], avances: [], contratos: [] };
    if (obra.anio < FIRST_YEAR) return none;
    if (obra.estatus === 'Planeada' || obra.estatus === 'En licitación') {
      const inicio = now + random.integer(20, 150);
      const termino = inicio + random.integer(90, 300);
      const isPlanned = random.next() < 0.6;
      return { ...none, programas: isPlanned ? [programa(inicio, termino)] : [] };
    }
    if (obra.estatus === 'Contratada') {
      const firma = now - random.integer(3, 60);
      const start = firma + random.integer(5, 40);
      const base = start + random.integer(90, 300);
      const contrato = contract(obra, { start, base }, firma, random);
      return { ...none, programas: [programa(start, base)], contratos: [named(contrato)] };
    }
    if (obra.estatus === 'Cancelada' && random.next() < 0.7) return none;
    const course = courseOf(obra, random);
    const term = termOf(obra, course, now, random);
    const contrato = contract(obra, term, term.start - random.integer(5, 25), random);
    contrato.convenios = agreements(contrato, term, now, random);
    const growth = contrato.convenios.findLast(({ montoNuevo }) => montoNuevo);
    const amount = growth?.montoNuevo;
    const avances =
      course === 'sin reporte' ? [] : reports(course, term, amount ?? contrato.monto, random);
    const programas = [programa(term.start, term.base)];
    if (term.agreed > term.base) {
      const motivo = random.pick(MOTIVOS_DE_PLAZO);
      programas.push({ ...programa(term.start, term.agreed), motivo });
    }
    const paid = avances.at(-1)?.montoPagado ?? null;
    const handed = (term.done ?? now) + random.integer(5, 40);
    if (term.done !== undefined) {
      contrato.terminacion = 'CONCLUIDO';
      contrato.fechaTerminacion = dateOf(term.done);
      contrato.montoFinal = paid;
      contrato.fechaEntregaRecepcion = handed > now ? null : dateOf(handed);
    } else if (obra.estatus === 'Cancelada') {
      contrato.terminacion = random.pick(['ANTICIPADA', 'RESCISION']);
      contrato.fechaTerminacion = dateOf(now);
      contrato.motivoTerminacion = 'La obra fue cancelada.';
      // Of a rescission the final amount is often not settled for long.
      contrato.montoFinal = contrato.terminacion === 'ANTICIPADA' ? paid : null;
    }
    const isDone = contrato.terminacion === 'CONCLUIDO';
    const begun = Math.min(term.start + random.integer(0, 10), term.done ?? now);
    return {
      claveUnica: obra.claveUnica,
      programas,
      avances,
      ejecucion: {
        fechaInicioReal: dateOf(begun),
        fechaTerminoReal: isDone ? contrato.fechaTerminacion : null,
        fechaEntregaRecepcion: contrato.fechaEntregaRecepcion,
        montoFinal: isDone ? contrato.montoFinal : null,
        motivoVariacion:
          isDone && contrato.montoFinal !== null ? (growth?.justificacion ?? null) : null,
      },
      contratos: takenOver(contrato, course, term, now).map(named),
    };
  };
}

/**
 * The contract, or two where the first firm left: of some works under way the first contract is rescinded, and another firm
 * builds the rest. Of every second one nobody has said yet what the first came to.
 */
function takenOver(
  contrato: DemoContrato,
  course: Course,
  term: Term,
  now: number,
): DemoContrato[] {
  const { numero, monto, contratista, convenios } = contrato;
  // A draw would change all works after this one.
  const lot = Math.round(100 * monto) % 4;
  const left = Math.round(term.start + 0.3 * (Math.min(term.base, now) - term.start));
  const isUnderWay = term.done === undefined && contrato.terminacion === null;
  if (!isUnderWay || course === 'sin reporte' || convenios.length > 0 || lot > 1) return [contrato];
  if (left + 30 > Math.min(term.base, now)) return [contrato];
  const done = pesos(0.2 * monto);
  const isSaid = left % 2 === 0;
  const next = (CONTRATISTAS.indexOf(contratista) + 1) % CONTRATISTAS.length;
  return [
    {
      ...contrato,
      terminacion: 'RESCISION',
      fechaTerminacion: dateOf(left),
      montoFinal: isSaid ? done : null,
      motivoTerminacion: 'La empresa dejó los trabajos sin causa.',
    },
    {
      ...contrato,
      numero: `${numero}2`,
      procedimiento: 'ADJUDICACION_DIRECTA',
      numeroProponentes: 1,
      contratista: CONTRATISTAS[next] as string,
      presupuestoBase: null,
      monto: pesos(monto - done),
      anticipo: null,
      fechaFirma: dateOf(left + 20),
      fechaInicio: dateOf(left + 25),
    },
  ];
}

/** The contract with its firm as the paper says it, and its RFC. */
function named(contrato: DemoContrato): DemoContrato {
  const { numero, contratista: firma } = contrato;
  const { anio, contratista: spelled, dicho } = OTHER_SPELLING;
  const said = firma === spelled && numero.includes(anio) ? dicho : firma;
  const [contratista, contratistaRfc] = OTHER_FIRMS[numero] ?? [said, RFC_DE[firma] ?? null];
  return { ...contrato, contratista, contratistaRfc };
}

function courseOf({ estatus }: DemoObra, random: Random): Course {
  const course = random.weighted(COURSES);
  if (estatus === 'Suspendida' || estatus === 'Cancelada') return 'estancada';
  return estatus === 'Terminada' && course !== 'tarde' && course !== 'sin reporte'
    ? 'normal'
    : course;
}

function termOf({ anio, estatus }: DemoObra, course: Course, now: number, random: Random): Term {
  const begun = dayOf(`${anio}-01-15`) + random.integer(0, 210);
  const days = random.integer(100, 330);
  const delay = random.integer(20, 150);
  const share = random.next();
  if (estatus === 'Terminada') {
    const start = Math.min(begun, now - 130);
    const done = Math.min(start + days, now - Math.round(30 * share));
    const agreed = course === 'tarde' ? Math.max(start + 60, done - delay) : done;
    const base = share < 0.3 ? Math.max(start + 45, agreed - 40) : agreed;
    return { start, base, agreed, still: done, done, reached: 100, lastReport: done };
  }
  if (course === 'tarde') {
    const agreed = now - delay;
    const start = Math.min(begun, agreed - 60);
    const base = share < 0.4 ? Math.max(start + 30, agreed - 60) : agreed;
    return { start, base, agreed, still: now, reached: 55 + 40 * share, lastReport: now };
  }
  const start = Math.min(begun, now - 40);
  const base = start + days;
  // A work past its end has another term.
  const agreed = base > now ? base : now + delay;
  const planned = built((now - start) / (agreed - start)) * 100;
  if (course === 'estancada') {
    const still = start + Math.round((now - start) * (0.3 + 0.3 * share));
    return { start, base, agreed: base, still, reached: 15 + 50 * share, lastReport: now };
  }
  const lastReport = course === 'callada' ? now - 180 : now;
  const pace = course === 'pagada por delante' ? 0.6 : 0.85 + 0.2 * share;
  // A work that should be nearly done is reported as done. Its status waits for an administrator.
  const reached = planned * pace > NEARLY ? 100 : planned * pace;
  return { start, base, agreed, still: now, reached, lastReport };
}

function programa(inicio: number, termino: number): ProgramaDeDemo {
  const cuts = cutsIn(inicio + 1, termino - 1).map((cut) => ({
    fecha: dateOf(cut),
    avanceFisico: Math.round(1000 * built((cut - inicio) / (termino - inicio))) / 10,
  }));
  return {
    fechaInicio: dateOf(inicio),
    fechaTermino: dateOf(termino),
    motivo: null,
    curva: [...cuts, { fecha: dateOf(termino), avanceFisico: 100 }],
  };
}

function reports(course: Course, term: Term, amount: number, random: Random): DemoAvance[] {
  const paidPart = random.between(0.75, 0.97);
  const ahead = course === 'pagada por delante' ? random.between(0.35, 0.5) : 0;
  const saysPaid = random.next() < 0.9;
  const causa = random.pick(CAUSAS);
  const correction = term.done === undefined && random.next() < 0.05;
  const cuts = cutsIn(term.start + 20, term.lastReport);
  if (term.done !== undefined && cuts.at(-1) !== term.done) cuts.push(term.done);
  let paid = 0;
  const builtAt = (cut: number) =>
    (term.reached / 100) * built((cut - term.start) / (term.still - term.start));
  return cuts.map((cut, i): DemoAvance => {
    const part = builtAt(cut);
    const isDone = cut === term.done;
    paid = Math.max(paid, pesos(amount * (isDone ? 1 : Math.min(1, part * paidPart + ahead))));
    const isCorrected = correction && i > 0 && i === cuts.length - 1;
    const said = isCorrected ? 0.9 * builtAt(cuts[i - 1] ?? 0) : part;
    return {
      fechaCorte: dateOf(cut),
      avanceFisico: Math.round(1000 * said) / 10,
      montoPagado: saysPaid ? paid : null,
      causaAtraso: !isDone && (cut > term.agreed || cut > term.still) ? causa : null,
      observaciones: isCorrected
        ? 'El reporte anterior contaba volúmenes que la supervisión no recibió.'
        : '',
    };
  });
}

function contract(
  { claveUnica, nombre, monto }: DemoObra,
  { start, base }: Pick<Term, 'start' | 'base'>,
  firma: number,
  random: Random,
): DemoContrato {
  const amount = pesos(Number(monto) * random.between(0.86, 0.99));
  const procedimiento =
    amount > 8_000_000
      ? 'LICITACION_PUBLICA'
      : random.pick(['LICITACION_PUBLICA', 'INVITACION', 'ADJUDICACION_DIRECTA'] as const);
  const bidders = random.integer(2, 9);
  return {
    numero: `${claveUnica}-C`,
    procedimiento,
    numeroProponentes: procedimiento === 'ADJUDICACION_DIRECTA' ? 1 : bidders,
    objeto: nombre,
    contratista: random.pick(CONTRATISTAS),
    contratistaRfc: null,
    presupuestoBase: Number(monto),
    monto: amount,
    anticipo: random.next() < 0.7 ? pesos(0.3 * amount) : null,
    fechaFirma: dateOf(firma),
    fechaInicio: dateOf(start),
    fechaTermino: dateOf(base),
    terminacion: null,
    fechaTerminacion: null,
    montoFinal: null,
    fechaEntregaRecepcion: null,
    motivoTerminacion: null,
    convenios: [],
  };
}

/** Agreements on a longer term, where there is one, and in every fifth contract on more money. */
function agreements(
  { monto }: DemoContrato,
  { start, base, agreed, done }: Term,
  now: number,
  random: Random,
): ConvenioDeDemo[] {
  const grows = random.next() < 0.2;
  const growth = random.between(1.08, 1.45);
  const [why, whyLonger] = [random.pick(MOTIVOS_DE_AMPLIACION), random.pick(MOTIVOS_DE_PLAZO)];
  const convenios: ConvenioDeDemo[] = [];
  if (grows)
    convenios.push({
      fecha: dateOf(start + 0.5 * (Math.min(base, done ?? now, now) - start)),
      montoNuevo: pesos(monto * growth),
      fechaTerminoNueva: null,
      justificacion: why,
    });
  if (agreed > base)
    convenios.push({
      fecha: dateOf(Math.min(base, now) - 10),
      montoNuevo: null,
      fechaTerminoNueva: dateOf(agreed),
      justificacion: whyLonger,
    });
  return convenios;
}
