import { type Detail, registerConstraints } from '../../core/base/constraints.ts';
import { badRequest, conflict, remark } from '../../core/base/errors.ts';
import { money, percent } from '../../core/base/pesos.ts';
import { grouped } from '../../core/base/text.ts';
import { dayInWords } from '../../core/base/time.ts';
import { ENTRE_CAMPOS } from './reglas.ts';

// Those that a body alone breaks are found before, together with all else that is wrong with it.
registerConstraints(
  Object.fromEntries(
    Object.entries(ENTRE_CAMPOS).map(([name, failure]) => [name, () => badRequest([failure])]),
  ),
);

registerConstraints({
  avances_fecha_corte_key: ({ fechaCorte }) =>
    conflict(`Ya hay un avance con corte al ${dayInWords(String(fechaCorte))}.`),
  avances_futuro: () => fieldRefusal('fechaCorte', 'no debe ser posterior a hoy.'),
  avances_retroceso: (_, __, fall) =>
    unexplained('observaciones', `por qué el avance físico baja de ${fallOf(fall, percent)}.`),
  avances_retroceso_pagado: (_, __, fall) =>
    unexplained('observaciones', `por qué lo pagado baja de ${fallOf(fall, money)}.`),
  avances_posterior: (_, __, fall) => laterFalls('avanceFisico', fall, percent),
  avances_posterior_pagado: (_, __, fall) => laterFalls('montoPagado', fall, money),
  avances_pagado_otro_dia: (_, __, { fecha, antes, ahora }) =>
    fieldRefusal(
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
  programas_motivo_check: () => unexplained('motivo', 'por qué se reprograma la obra.'),
  ejecuciones_futuro: () => badRequest('Las fechas reales no deben ser posteriores a hoy.'),
  contratos_numero_key: ({ numero }) =>
    conflict(`Esta obra ya tiene un contrato con el número "${numero}".`),
  contratos_futuro: () =>
    badRequest('Un contrato no puede firmarse, terminar ni entregarse después de hoy.'),
  contratos_firma_convenios: () =>
    fieldRefusal('fechaFirma', 'no debe ser posterior a los convenios del contrato.'),
  contratos_inicio_convenios: () =>
    fieldRefusal(
      'fechaInicio',
      'no debe ser posterior a una fecha de término que fijó un convenio.',
    ),
  convenios_futuro: () => fieldRefusal('fecha', 'no debe ser posterior a hoy.'),
  convenios_fecha_firma: (_, __, { fecha }) =>
    fieldRefusal('fecha', `no debe ser anterior a la firma del contrato (${dayInWords(fecha)}).`),
  convenios_fecha_inicio: (_, __, { fecha }) =>
    fieldRefusal(
      'fechaTerminoNueva',
      `no debe ser anterior al inicio del contrato (${dayInWords(fecha)}).`,
    ),
});

/** The refusal of one record more than a work may have. */
const full = (what: string, tope: number) =>
  conflict(`Esta obra ya tiene ${grouped(tope)} ${what}, los más que puede tener.`);
/** The refusal of a field by a rule of the database. */
const fieldRefusal = (field: string, text: string) => badRequest([{ field, text }]);
const unexplained = (field: string, what: string) =>
  badRequest([remark(field, `explique ${what}`)]);
/** A fall of a figure in words: «40.50 % (30 de junio de 2026) a 30.00 %». */
const fallOf = ({ antes, fecha, ahora }: Detail, inWords: (value: number) => string) =>
  `${inWords(antes)} (${dayInWords(fecha)}) a ${inWords(ahora)}`;
/** The refusal of a report that would make a later one an unexplained fall. */
const laterFalls = (field: string, { fecha, ahora }: Detail, inWords: (value: number) => string) =>
  badRequest([
    remark(
      field,
      `el avance al ${dayInWords(fecha)} dice menos (${inWords(ahora)}) y no explica por qué; corrija aquél, o explíquelo en sus observaciones.`,
    ),
  ]);

/** The refusal to delete a report, or its remarks, that explain a later one's fall. */
const laterFallsWithout = (what: string, { fecha }: Detail) =>
  conflict(
    `Sin lo que este avance dice, en el del ${dayInWords(fecha)} ${what} sin que se explique; escriba antes en las observaciones de aquél por qué.`,
  );
const sinkOf = ({ antes, ahora }: Detail, inWords: (value: number) => string) =>
  `${inWords(antes)} a ${inWords(ahora)}`;
