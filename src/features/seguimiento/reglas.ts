import { type Failure, remark } from '../../core/base/errors.ts';
import { isDay } from '../../core/base/time.ts';
import { type Members, registerForm, registerRules } from '../../core/http/input/keywords.ts';
import { tidyRfc } from './rfc.ts';

// Rules between two fields of one body, which are refused together with all else that is wrong with it. The constraints of the
// tables hold them against stored values too, by the same sentences (constraints.ts).

registerForm('rfc', tidyRfc);

const refusal = (field: string, text: string): Failure => ({ field, text });

export const NO_ANTES_DE_INICIO = 'no debe ser anterior a fechaInicio.';
/** The failures of these rules, by the constraint's name. */
export const ENTRE_CAMPOS = {
  programas_plazo_check: refusal('fechaTermino', NO_ANTES_DE_INICIO),
  programas_curva_plazo_check: refusal(
    'curva',
    'debe ir por fecha, sin bajar, de fechaInicio a fechaTermino.',
  ),
  ejecuciones_plazo_check: refusal('fechaTerminoReal', 'no debe ser anterior a fechaInicioReal.'),
  ejecuciones_entrega_check: refusal(
    'fechaEntregaRecepcion',
    'no debe ser anterior al inicio ni al término de la obra.',
  ),
  contratos_anticipo_check: refusal('anticipo', 'no debe ser mayor que monto.'),
  contratos_plazo_check: refusal('fechaTermino', NO_ANTES_DE_INICIO),
  contratos_fin_check: refusal('fechaTerminacion', 'no debe ser anterior a fechaFirma.'),
  contratos_entrega_check: refusal('fechaEntregaRecepcion', NO_ANTES_DE_INICIO),
  contratos_terminacion_fecha_check: refusal(
    'terminacion',
    'va junto con fechaTerminacion: las dos o ninguna.',
  ),
  contratos_terminado_check: refusal(
    'terminacion',
    'es obligatoria donde hay montoFinal, fechaEntregaRecepcion o motivoTerminacion.',
  ),
  contratos_motivo_check: refusal(
    'motivoTerminacion',
    'es obligatorio si terminacion es ANTICIPADA o RESCISION.',
  ),
  convenios_cambia_algo: remark(
    'montoNuevo',
    'el convenio no cambia nada; indique montoNuevo, fechaTerminoNueva o alcance.',
  ),
};

type Regla = keyof typeof ENTRE_CAMPOS;

/** The most points of a curve. */
export const MOST_POINTS = 120;

/** Whether both are days, and the first is before the second. */
const isBefore = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string' && isDay(one) && isDay(other) && one < other;
const isEmpty = (value: unknown) => value === null || value === '';
/** Whether a value is there. What a body that changes a record does not name is not known: undefined. */
const isGiven = (value: unknown) => value !== undefined && !isEmpty(value);

/**
 * The rules of contracts, agreements, programmes and executions. Each says when a body breaks it. A member that is absent is null
 * in a body that makes a record, and undefined in one that changes it: only known values are compared.
 */
const RULES: Record<string, Partial<Record<Regla, (body: Members) => boolean>>> = {
  contrato: {
    contratos_anticipo_check: ({ anticipo, monto }) =>
      typeof anticipo === 'number' && typeof monto === 'number' && anticipo > monto,
    contratos_plazo_check: ({ fechaTermino, fechaInicio }) => isBefore(fechaTermino, fechaInicio),
    contratos_fin_check: ({ fechaTerminacion, fechaFirma }) =>
      isBefore(fechaTerminacion, fechaFirma),
    contratos_entrega_check: ({ fechaEntregaRecepcion, fechaInicio }) =>
      isBefore(fechaEntregaRecepcion, fechaInicio),
    contratos_terminacion_fecha_check: ({ terminacion, fechaTerminacion }) =>
      (isGiven(terminacion) && isEmpty(fechaTerminacion)) ||
      (isEmpty(terminacion) && isGiven(fechaTerminacion)),
    contratos_terminado_check: ({ terminacion, fechaTerminacion, ...body }) =>
      isEmpty(terminacion) &&
      // Where the end has a day, the rule before this one says that it lacks its kind.
      !isGiven(fechaTerminacion) &&
      [body.montoFinal, body.fechaEntregaRecepcion, body.motivoTerminacion].some(isGiven),
    contratos_motivo_check: ({ terminacion, motivoTerminacion }) =>
      (terminacion === 'ANTICIPADA' || terminacion === 'RESCISION') && isEmpty(motivoTerminacion),
  },
  convenio: {
    convenios_cambia_algo: ({ montoNuevo, fechaTerminoNueva, alcance }) =>
      [montoNuevo, fechaTerminoNueva, alcance].every(isEmpty),
  },
  programa: {
    programas_plazo_check: ({ fechaTermino, fechaInicio }) => isBefore(fechaTermino, fechaInicio),
    programas_curva_plazo_check: ({ curva, fechaInicio, fechaTermino }) =>
      // One that is too long is refused for that alone.
      Array.isArray(curva) &&
      curva.length <= MOST_POINTS &&
      !isInOrder(curva, fechaInicio, fechaTermino),
  },
  ejecucion: {
    ejecuciones_plazo_check: ({ fechaTerminoReal, fechaInicioReal }) =>
      isBefore(fechaTerminoReal, fechaInicioReal),
    ejecuciones_entrega_check: ({ fechaEntregaRecepcion, fechaTerminoReal, fechaInicioReal }) =>
      isBefore(fechaEntregaRecepcion, fechaTerminoReal) ||
      isBefore(fechaEntregaRecepcion, fechaInicioReal),
  },
};

/** Whether a curve goes by date within the term and never falls, as far as its points and the term are what they should be. */
function isInOrder(curva: unknown[], fechaInicio: unknown, fechaTermino: unknown): boolean {
  const puntos = curva.filter(
    (punto): punto is { fecha: string; avanceFisico: number } =>
      typeof punto === 'object' &&
      punto !== null &&
      'fecha' in punto &&
      isDay(String(punto.fecha)) &&
      'avanceFisico' in punto &&
      typeof punto.avanceFisico === 'number',
  );
  // A term that is itself the wrong way round bounds nothing.
  const isTerm = !isBefore(fechaTermino, fechaInicio);
  return puntos.every((punto, i) => {
    const before = puntos[i - 1];
    const isOutside =
      isTerm && (isBefore(punto.fecha, fechaInicio) || isBefore(fechaTermino, punto.fecha));
    return (
      !isOutside &&
      (!before || (before.fecha < punto.fecha && before.avanceFisico <= punto.avanceFisico))
    );
  });
}

for (const [name, rules] of Object.entries(RULES)) {
  registerRules(name, (body) =>
    Object.entries(rules).flatMap(([regla, isBroken]) =>
      isBroken(body) ? [ENTRE_CAMPOS[regla as Regla]] : [],
    ),
  );
}
