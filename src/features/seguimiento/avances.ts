import './constraints.ts';
import { violation } from '../../core/base/constraints.ts';
import { notFound } from '../../core/base/errors.ts';
import type { App, Context } from '../../core/http/context.ts';
import { rendered, sqlOf } from '../../core/obras/partes.ts';
import { AVANCE } from './campos.ts';
import { paidPercent } from './derivados.ts';
import { partRoutes } from './partes.ts';
import { Avance, AvanceParams, ChangedAvance, NewAvance } from './schema.ts';

/** The JSON of a report `t`. The percentage paid is of the obra's present amount. */
export const AVANCE_JSON = rendered(`${sqlOf(AVANCE).answered},
  ${paidPercent('t.monto_pagado', '(SELECT monto FROM obras WHERE id = t.obra_id)')} AS "avanceFinanciero",
  iso8601(t.creado_en) AS "creadoEn", iso8601(t.actualizado_en) AS "actualizadoEn"`);

/** Reports of progress: `/obras/:id/avances`. */
export function avances(app: App, context: Context): void {
  partRoutes(app, context, {
    path: 'avances',
    param: 'avanceId',
    params: AvanceParams,
    table: 'avances',
    names: 'Avances',
    name: 'Avance',
    list: 'Los avances de una obra, por fecha de corte',
    called: 'un avance de una obra',
    fields: AVANCE,
    schemas: { record: Avance, created: NewAvance, changed: ChangedAvance },
    json: AVANCE_JSON,
    order: 't.fecha_corte',
    unknown: (id) => notFound(`Avance ${id} no encontrado.`),
    taken: violation('avances_fecha_corte_key', { fechaCorte: '2026-06-30' }),
    needed: violation('avances_hueco'),
    deletedMessage: 'El avance se eliminó.',
  });
}
