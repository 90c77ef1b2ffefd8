import type { FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { StartError } from './config.ts';
import {
  badRequest,
  conflict,
  type Failure,
  forbidden,
  type HttpError,
  hasChanged,
  notFound,
  remark,
  unauthorized,
} from './errors.ts';
import { money, percent } from './pesos.ts';
import { grouped } from './text.ts';
import { dayInWords } from './time.ts';

type Body = Record<string, unknown>;
/** What the database says besides of a rule that it keeps: the day, and what is held against what. */
interface Detail {
  fecha: string;
  antes: number;
  ahora: number;
  /** How many there may be of something. */
  tope: number;
}
/** What stands in the document of a rule that nobody has broken yet. */
const EXAMPLE: Detail = { fecha: '2026-06-30', antes: 40.5, ahora: 30, tope: 100 };

/** A foreign key that a field of the body broke. */
const broken = (field: string) => (body: Body) => badRequest([missing(field, body[field])]);

/**
 * The answer to a request that runs into a constraint, by its name; specification section 7 and the project's
 * decisions.
 */
const CONSTRAINTS: Record<string, (body: Body, params: Body, detail: Detail) => HttpError> = {
  if_match: hasChanged,
  caller_token: () => unauthorized(),
  caller_admin: () => forbidden('Forbidden resource'),
  caller_dependencia: () => forbidden('Esta obra no es de su dependencia.'),
  caller_obra: (_, { id }) => notFound(`Obra ${id} no encontrada.`),
  importacion_under_way: () =>
    conflict('Alguien canceló la importación; lo que se escribió hasta entonces queda.'),
  users_email_key: () => badRequest('El correo electrónico ya está registrado.'),
  users_last_active_admin: () =>
    conflict('No se puede quitar al último administrador activo; nombre antes a otro.'),
  favorites_user_id_obra_id_key: () => badRequest('Esta obra ya está en tus favoritas'),
  favorites_user_id_fkey: () => notFound('Usuario no encontrado'),
  favorites_obra_id_fkey: (_, { obraId }) => notFound(`Obra ${obraId} no encontrada.`),
  ejercicios_fiscales_anio_key: ({ anio }) =>
    conflict(`Ya existe un ejercicio fiscal con el año ${anio}.`),
  tipos_proyecto_nombre_key: ({ nombre }) =>
    conflict(`Ya existe un tipo de proyecto con el nombre "${nombre}".`),
  dependencias_nombre_key: ({ nombre }) =>
    conflict(`Ya existe una dependencia con el nombre "${nombre}".`),
  obras_clave_unica_key: ({ claveUnica }) =>
    conflict(`Ya existe una obra con la clave única "${claveUnica}".`),
  avances_fecha_corte_key: ({ fechaCorte }) =>
    conflict(`Ya hay un avance con corte al ${dayInWords(String(fechaCorte))}.`),
  avances_futuro: () => refusal('fechaCorte', 'no debe ser posterior a hoy.'),
  avances_retroceso: (_, __, fall) =>
    unexplained('observaciones', `por qué el avance físico baja de ${fallOf(fall, percent)}.`),
  avances_retroceso_pagado: (_, __, fall) =>
    unexplained('observaciones', `por qué lo pagado baja de ${fallOf(fall, money)}.`),
  avances_posterior: (_, __, fall) => laterFalls('avanceFisico', fall, percent),
  avances_posterior_pagado: (_, __, fall) => laterFalls('montoPagado', fall, money),
  avances_pagado_otro_dia: (_, __, { fecha, antes, ahora }) =>
    refusal(
      'montoPagado',
      `es de otro corte, el ${dayInWords(fecha)}, y su avance ${antes == null ? 'no lo dice' : `dice ${money(antes)}, no ${money(ahora)}`}; escríbalo en la fila de ese corte.`,
    ),
  avances_hueco: (_, __, fall) =>
    laterFallsWithout(`el avance físico baja de ${sinkOf(fall, percent)}`, fall),
  avances_hueco_pagado: (_, __, fall) =>
    laterFallsWithout(`lo pagado baja de ${sinkOf(fall, money)}`, fall),
  avances_tope: (_, __, { tope }) => full('avances', tope),
  programas_tope: (_, __, { tope }) => full('programas', tope),
  contratos_tope: (_, __, { tope }) => full('contratos', tope),
  convenios_tope: (_, __, { tope }) => full('convenios', tope),
  programas_plazo_check: () => refusal('fechaTermino', 'no debe ser anterior a fechaInicio.'),
  programas_motivo_check: () => unexplained('motivo', 'por qué se reprograma la obra.'),
  programas_curva_plazo_check: () =>
    refusal('curva', 'debe ir por fecha, sin bajar, de fechaInicio a fechaTermino.'),
  ejecuciones_plazo_check: () =>
    refusal('fechaTerminoReal', 'no debe ser anterior a fechaInicioReal.'),
  ejecuciones_entrega_check: () =>
    refusal('fechaEntregaRecepcion', 'no debe ser anterior al inicio ni al término de la obra.'),
  ejecuciones_futuro: () => badRequest('Las fechas reales no deben ser posteriores a hoy.'),
  contratos_numero_key: ({ numero }) =>
    conflict(`Esta obra ya tiene un contrato con el número "${numero}".`),
  contratos_anticipo_check: () => refusal('anticipo', 'no debe ser mayor que monto.'),
  contratos_plazo_check: () => refusal('fechaTermino', 'no debe ser anterior a fechaInicio.'),
  contratos_fin_check: () => refusal('fechaTerminacion', 'no debe ser anterior a fechaFirma.'),
  contratos_entrega_check: () =>
    refusal('fechaEntregaRecepcion', 'no debe ser anterior a fechaInicio.'),
  contratos_terminacion_fecha_check: () =>
    refusal('terminacion', 'va junto con fechaTerminacion: las dos o ninguna.'),
  contratos_terminado_check: () =>
    refusal(
      'terminacion',
      'es obligatoria donde hay montoFinal, fechaEntregaRecepcion o motivoTerminacion.',
    ),
  contratos_motivo_check: () =>
    refusal('motivoTerminacion', 'es obligatorio si terminacion es ANTICIPADA o RESCISION.'),
  contratos_futuro: () =>
    badRequest('Un contrato no puede firmarse, terminar ni entregarse después de hoy.'),
  contratos_firma_convenios: () =>
    refusal('fechaFirma', 'no debe ser posterior a los convenios del contrato.'),
  contratos_inicio_convenios: () =>
    refusal('fechaInicio', 'no debe ser posterior a una fecha de término que fijó un convenio.'),
  convenios_futuro: () => refusal('fecha', 'no debe ser posterior a hoy.'),
  convenios_fecha_firma: (_, __, { fecha }) =>
    refusal('fecha', `no debe ser anterior a la firma del contrato (${dayInWords(fecha)}).`),
  convenios_fecha_inicio: (_, __, { fecha }) =>
    refusal(
      'fechaTerminoNueva',
      `no debe ser anterior al inicio del contrato (${dayInWords(fecha)}).`,
    ),
  convenios_cambia_algo: () =>
    badRequest('El convenio no cambia nada: indique montoNuevo, fechaTerminoNueva o alcance.'),
  localidades_municipio_id_fkey: broken('municipioId'),
  obras_ejercicio_fiscal_id_fkey: broken('ejercicioFiscalId'),
  obras_dependencia_id_fkey: broken('dependenciaId'),
  obras_municipio_id_fkey: broken('municipioId'),
  obras_tipo_proyecto_id_fkey: broken('tipoProyectoId'),
  obras_estatus_obra_id_fkey: broken('estatusObraId'),
};

/** A work has as many of something as it may have. */
const full = (what: string, tope: number) =>
  conflict(`Esta obra ya tiene ${grouped(tope)} ${what}, los más que puede tener.`);
/** A field that a rule of the database refuses. */
const refusal = (field: string, text: string) => badRequest([{ field, text }]);
const unexplained = (field: string, what: string) =>
  badRequest([remark(field, `explique ${what}`)]);
/** What falls from when to what: «40.50 % (30 de junio de 2026) a 30.00 %». */
const fallOf = ({ antes, fecha, ahora }: Detail, told: (value: number) => string) =>
  `${told(antes)} (${dayInWords(fecha)}) a ${told(ahora)}`;
/** A report is put before another, which would then be a fall that has no words. */
const laterFalls = (field: string, { fecha, ahora }: Detail, told: (value: number) => string) =>
  badRequest([
    remark(
      field,
      `el avance al ${dayInWords(fecha)} dice menos (${told(ahora)}) y no explica por qué; corrija aquél, o explíquelo en sus observaciones.`,
    ),
  ]);

/** A report that explained why a later one says less is not to go, or to say nothing of it any more. */
const laterFallsWithout = (what: string, { fecha }: Detail) =>
  conflict(
    `Sin lo que este avance dice, en el del ${dayInWords(fecha)} ${what} sin que se explique; escriba antes en las observaciones de aquél por qué.`,
  );
const sinkOf = ({ antes, ahora }: Detail, told: (value: number) => string) =>
  `${told(antes)} a ${told(ahora)}`;

const FOREIGN_KEY_VIOLATION = '23503';

/** A reference to a record that is not there. */
export function missing(field: string, id: unknown): Failure {
  return remark(field, `no existe el registro ${id}.`);
}

/** A reference to a record that is there but not to be used any more. */
export function inactive(field: string, id: unknown): Failure {
  return remark(field, `el registro ${id} está inactivo.`);
}

/** The refusal that a violated constraint stands for, or undefined where the error is something else. */
export function constraintError(error: unknown, request: FastifyRequest): HttpError | undefined {
  if (!(error instanceof DatabaseError) || !error.constraint) return undefined;
  // Ids never change, so only a DELETE can break a reference from the side that is referred to.
  if (error.code === FOREIGN_KEY_VIOLATION && request.method === 'DELETE') {
    return inUse();
  }
  return violation(
    error.constraint,
    (request.body ?? {}) as Body,
    (request.params ?? {}) as Body,
    error.detail?.startsWith('{') ? JSON.parse(error.detail) : undefined,
  );
}

/** The error for a request that runs into this constraint. */
export function violation(
  constraint: string,
  body: Body = {},
  params: Body = {},
  detail: Detail = EXAMPLE,
) {
  return CONSTRAINTS[constraint]?.(body, params, detail);
}

export const inUse = () =>
  conflict(
    'No se puede eliminar porque otros registros lo utilizan; en su lugar puede desactivarlo con activo: false.',
  );

/**
 * The codes in their order: connection failures, shutting down, no connections to be had, disk or memory full, files
 * that can't be read. Then a statement's time over, read-only (a standby), and deadlocks that came back every time.
 */
const UNAVAILABLE =
  /^(08...|57P0[1-5]|57014|53...|55P03|55000|25P03|25006|28...|3D000|40001|40P01|58...)$/;
/** EMFILE and the like: no connection can be opened now. */
const SOCKET =
  /^E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRNOTAVAIL|MFILE|NFILE)$/;
/** Messages that `pg` gives without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/;

/** Whether the database could not answer now, though the request may be right. */
export function unavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The embedded database that ended and can't be opened again.
  if (error instanceof StartError) return true;
  const { code, message, statusCode, severity } = error as Error & {
    code?: string;
    statusCode?: number;
    severity?: string;
  };
  // Fastify's own errors: a client that left in the middle is no fault of the database's.
  if (statusCode !== undefined) return false;
  if (error instanceof AggregateError) return error.errors.some(unavailable);
  // The connection ended, or none could begin. That is no answer to the request.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  // A Unix socket's file is gone with the server.
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect') return true;
  return code ? UNAVAILABLE.test(code) || SOCKET.test(code) : LOST.test(message);
}
