import sql, { raw, type Sql } from 'sql-template-tag';
import { Type } from 'typebox';
import {
  day,
  type Filtros,
  filterInWords,
  inView,
  only,
  percentage,
  progress,
  text,
} from '../../core/obras/filtros.ts';
import { likeAll } from '../../palabras/contiene.ts';
import { OPEN, OVERDUE, UNDER_WAY } from './abiertas.ts';
import { CONTRACTS_GREW, paidAhead } from './pagado.ts';

/** The condition on an obra's row of the follow-up (seguimiento.sql); obras without any have no row there. */
const followed = (condition: Sql): Sql => inView(sql`obras_seguimiento s WHERE ${condition}`);

const SEGUIMIENTO = ['seguimiento'] as const;

/** A firm by its key, null where it names none, and its name in its newest contract. */
export interface Firma {
  firma: string | null;
  nombre: string;
}

/** The filters of obras by their follow-up. */
export const FILTROS = {
  avanceMin: {
    after: 'variacionMonto',
    label: 'Avance físico desde',
    schema: progress('Sólo las obras con este avance físico o más, en por ciento.'),
    dependsOn: SEGUIMIENTO,
    words: (percent) => filterInWords(`${percent} %`, `avance desde ${percent}`),
    where: (percent) => followed(sql`avance_fisico >= ${percent}::numeric`),
  },
  avanceMax: {
    label: 'Avance físico hasta',
    schema: progress(
      'Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (percent) => filterInWords(`${percent} %`, `avance hasta ${percent}`),
    where: (percent) => followed(sql`avance_fisico <= ${percent}::numeric`),
  },
  conAvance: {
    label: 'Con algo construido o pagado',
    schema: only('Con true, sólo las obras de las que se ha reportado algo construido o pagado.'),
    dependsOn: SEGUIMIENTO,
    words: () => filterInWords('Con algo construido o pagado', 'con avance', 'Avance'),
    where: () => followed(sql`greatest(s.avance_fisico, s.monto_pagado) > 0`),
  },
  atrasadas: {
    label: 'Atrasadas',
    schema: only(
      'Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron.',
    ),
    dependsOn: SEGUIMIENTO,
    dated: true,
    words: () =>
      filterInWords('Vencido, sin que se haya dicho que terminaron', 'atrasadas', 'Plazo'),
    where: () => sql`${raw(OPEN)} AND ${followed(raw(OVERDUE))}`,
  },
  sinReporteDesde: {
    label: 'Sin reporte desde',
    schema: day(
      'Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron; no las suspendidas. Abiertas son las que no están terminadas ni canceladas.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (day) => filterInWords(day, `sin reporte desde ${day}`, 'Sin avance reportado desde el'),
    where: (day) => sql`${raw(UNDER_WAY)} AND NOT EXISTS (
      SELECT FROM obras_seguimiento s WHERE s.obra_id = o.id AND s.fecha_corte >= ${day}::date)`,
  },
  contratista: {
    label: 'Contratista',
    schema: text(
      'Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (words) => filterInWords(words, words),
    where: (words) => {
      const firm = likeAll(sql`c.contratista`, words);
      return (
        firm &&
        sql`o.id IN (SELECT c.obra_id FROM contratos c WHERE c.naturaleza = 'OBRA' AND ${firm})`
      );
    },
    planEachTime: true,
  },
  contratistaClave: {
    label: 'Contratista, por su clave',
    schema: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'Sólo las obras con un contrato de este contratista: su clave en GET /contratistas.',
      }),
    ),
    dependsOn: SEGUIMIENTO,
    resolve: (clave, _request, db) =>
      db.one<Firma>(sql`SELECT firma, coalesce(
        (SELECT c.contratista FROM contratos c WHERE c.firma = f.firma ORDER BY c.fecha_firma DESC, c.id DESC LIMIT 1),
        ${clave}::text) AS nombre FROM (SELECT firm_of(${clave}) AS firma) f`) as Promise<Firma>,
    words: ({ nombre }: Firma) => filterInWords(nombre, nombre),
    where: ({ firma }: Firma) => inView(sql`contratos c WHERE c.firma = ${firma}::text`),
  },
  pagoAdelantado: {
    label: 'Pago adelantado',
    schema: progress(
      'Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (points) =>
      filterInWords(
        `${points} puntos`,
        `pago adelantado ${points}`,
        'Lo pagado rebasa al avance físico en más de',
      ),
    where: (points) => sql`${raw(OPEN)} AND EXISTS (
      SELECT FROM obras_seguimiento s WHERE s.obra_id = o.id AND ${raw(paidAhead('o'))} > ${points}::numeric)`,
  },
  crecimientoContratos: {
    label: 'Contratos que crecieron',
    schema: percentage(
      'Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó.',
    ),
    dependsOn: SEGUIMIENTO,
    words: (percent) =>
      filterInWords(
        `${percent} %`,
        `contratos crecidos ${percent}`,
        'Los contratos crecieron por convenio más de',
      ),
    where: (percent) => followed(sql`${raw(CONTRACTS_GREW)} > ${percent}::numeric`),
  },
  sinMontoFinal: {
    label: 'Sin monto final',
    schema: only(
      'Con true, sólo las obras con un contrato que terminó antes de tiempo, ANTICIPADA o RESCISION, sin su montoFinal.',
    ),
    dependsOn: SEGUIMIENTO,
    words: () =>
      filterInWords('Terminados antes de tiempo, sin monto final', 'sin monto final', 'Contratos'),
    where: () =>
      inView(sql`contratos
      WHERE terminacion IN ('ANTICIPADA', 'RESCISION') AND monto_final IS NULL`),
  },
} satisfies Filtros;
