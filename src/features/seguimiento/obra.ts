import { Type } from 'typebox';
import { reader } from '../../core/auth/access.ts';
import type { App } from '../../core/http/context.ts';
import { obraNotFound } from '../../core/obras/documents.ts';
import { type ListContext, type PastReading, withPast } from '../../core/obras/listas.ts';
import { ObraParams } from '../../core/obras/partes.ts';
import { AVANCE_JSON } from './avances.ts';
import { CONTRATO_JSON } from './contratos.ts';
import { daysLate, paidPercent } from './derivados.ts';
import { EJECUCION_JSON } from './ejecucion.ts';
import { NEWEST } from './opciones.ts';
import { HAS_PAYABLE, payable } from './pagado.ts';
import { cacheTags, readOfObra, tags } from './partes.ts';
import { PROGRAMA_JSON } from './programas.ts';
import { hidingOf } from './rfc.ts';
import { Seguimiento, SeguimientoPedido } from './schema.ts';

/**
 * The statement for the JSON of a work's follow-up.
 *
 * @param obra the work's id, an SQL expression
 * @param most the clause that bounds its reports, the newest first
 * @param day the day until which a work is late, an SQL expression; today by default
 */
export const seguimientoOf = (obra: string, most: string, day?: string): string => `
  SELECT row_to_json(r) AS json FROM (
    SELECT o.id AS "obraId",
      (SELECT ${AVANCE_JSON} FROM avances t WHERE t.obra_id = o.id ORDER BY t.fecha_corte DESC LIMIT 1) AS avance,
      (SELECT row_to_json(p) FROM (
         SELECT s.monto_pagado AS "montoPagado", s.fecha_pagado AS "fechaCorte",
           ${paidPercent('s.monto_pagado', 'o.monto')} AS "avanceFinanciero") p
       WHERE s.fecha_pagado IS NOT NULL) AS pagado,
      json_build_object('monto', ${payable('o')},
        'de', CASE WHEN ${HAS_PAYABLE} THEN 'CONTRATOS' ELSE 'MONTO' END) AS "baseDePago",
      (SELECT ${PROGRAMA_JSON} FROM programas t WHERE t.obra_id = o.id ORDER BY t.version DESC LIMIT 1) AS programa,
      (SELECT ${PROGRAMA_JSON} FROM programas t WHERE t.obra_id = o.id AND t.version = 1) AS base,
      (SELECT ${EJECUCION_JSON} FROM (SELECT 1) nada LEFT JOIN ejecuciones t ON t.obra_id = o.id) AS ejecucion,
      (SELECT coalesce(json_agg(${CONTRATO_JSON} ORDER BY t.fecha_firma, t.id), '[]')
       FROM contratos t WHERE t.obra_id = o.id) AS contratos,
      (SELECT coalesce(json_agg(${AVANCE_JSON} ORDER BY t.fecha_corte), '[]') FROM (
         SELECT * FROM avances WHERE obra_id = o.id ORDER BY fecha_corte DESC ${most}) t) AS avances,
      (SELECT row_to_json(a) FROM (
         SELECT s.fecha_termino_base AS "fechaTerminoBase", s.fecha_termino_vigente AS "fechaTerminoVigente",
           ${daysLate(day)} AS "diasAtraso") a) AS atraso
    FROM obras o
    JOIN estatus_obra e ON e.id = o.estatus_obra_id
    LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
    WHERE o.id = ${obra}
  ) r`;
const findSeguimiento = (day?: string) => seguimientoOf('$1', `LIMIT ${NEWEST}`, day);
const FIND_SEGUIMIENTO = findSeguimiento();

/** The same as it stood. A ledger of reports has no times of theirs, and one of programmes neither. */
export const ENTONCES: PastReading = {
  statement: findSeguimiento,
  tables: {
    avances: { recurso: 'avances', registro: 'id' },
    programas: { recurso: 'programas', registro: 'version' },
    ejecuciones: { recurso: 'ejecucion', registro: 'obra_id' },
    contratos: { recurso: 'contratos', registro: 'id' },
    convenios: { recurso: 'convenios', registro: 'id' },
  },
  moved: ['actualizadoEn'],
  views: { contratos_vigentes: 'contratos_vigentes', obras_seguimiento: 'seguimiento_de' },
};

/**
 * The whole follow-up of an obra in one answer: `GET /obras/:id/seguimiento`. It has today's date, since delay grows by the
 * day.
 */
export function seguimientoDeObra(app: App, context: ListContext): void {
  const { past } = context.listas;
  const hides = hidingOf(context.config);
  app.get(
    '/obras/:id/seguimiento',
    {
      config: { ...reader, cacheTags, isDated: true, ...(hides && { hides: hides.text }) },
      schema: {
        tags,
        operationId: 'findSeguimiento',
        summary:
          'El seguimiento de una obra: cómo va, para cuándo era, quién la construye y por cuánto',
        params: ObraParams,
        ...(past && { querystring: withPast(past, Type.Object({})) }),
        response: {
          200: past ? { ...SeguimientoPedido, headers: past.headers } : Seguimiento,
          404: obraNotFound('99'),
          ...past?.refusals,
        },
      },
    },
    async (request, reply) =>
      past?.read(context, request, reply, ['seguimiento', ENTONCES]) ??
      readOfObra(context, FIND_SEGUIMIENTO, request, reply),
  );
}
