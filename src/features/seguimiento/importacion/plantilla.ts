import { Type } from 'typebox';
import { clerk } from '../../../core/auth/access.ts';
import { badRequest } from '../../../core/base/errors.ts';
import { fileAnswer } from '../../../core/base/schemas.ts';
import { dayOf } from '../../../core/base/time.ts';
import type { Db } from '../../../core/db/db.ts';
import { attached } from '../../../core/http/attached.ts';
import type { App, Context } from '../../../core/http/context.ts';
import { begin } from '../../../core/http/flow.ts';
import { labelOf } from '../../../core/obras/campos.ts';
import type { FollowUpColumn } from '../../../core/obras/listas.ts';
import {
  lettersOf,
  type Sheet,
  type TypedCell,
  writeXlsx,
  XLSX_TYPE,
} from '../../../hojas/index.ts';
import { FILA } from '../campos.ts';
import { EXPECTED } from '../derivados.ts';
import { PESOS } from '../hojas.ts';
import { CAUSAS } from '../opciones.ts';
import { tags } from '../partes.ts';
import { OF_SEGUIMIENTO } from './columnas.ts';

// The sheet by which agencies report, filled with the registered data.

/**
 * Requires a day no later than today in Yucatán.
 *
 * @throws HttpError 400 where it is later
 */
export function pastDay(fechaCorte: string | undefined): string | undefined {
  if (fechaCorte !== undefined && fechaCorte > dayOf(new Date())) {
    throw badRequest([{ field: 'fechaCorte', text: 'no debe ser posterior a hoy.' }]);
  }
  return fechaCorte;
}

const PlantillaQuery = Type.Object({
  fechaCorte: Type.Optional(
    Type.String({
      format: 'dia',
      description: 'El corte que trae escrito; si falta, el último día del trimestre que terminó.',
      examples: ['2026-06-30'],
    }),
  ),
});

const ROWS_PER_STEP = 500;
interface FilaDePlantilla {
  id: number;
  clave: string;
  nombre: string;
  municipio: string;
  corte: string | null;
  avance: string | null;
  pagado: string | null;
  /** The cut to be filled in; null where a newer one was reported. */
  nuevo: string | null;
}

/** The unfinished obras that a user reports on, with their last figures; in the order of their keys within steps. */
async function* streamRows(
  db: Db,
  usuario: string | null,
  fechaCorte: string | undefined,
): AsyncGenerator<(string | TypedCell | null)[][]> {
  for (let after = 0; ; ) {
    const rows = await db.query<FilaDePlantilla>(
      `SELECT o.id, o.clave_unica AS clave, o.nombre, m.nombre AS municipio, s.fecha_corte::text AS corte,
         s.avance_fisico::text AS avance, s.monto_pagado::text AS pagado,
         CASE WHEN s.fecha_corte > coalesce($3::text::date, ${EXPECTED}) THEN NULL ELSE coalesce($3, ${EXPECTED}::text) END AS nuevo
       FROM obras o JOIN estatus_obra e ON e.id = o.estatus_obra_id JOIN municipios m ON m.id = o.municipio_id
       LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
       WHERE o.id > $1::integer AND e.estado_oc4ids NOT IN ('completion', 'cancelled')
         AND ($2::uuid IS NULL OR o.dependencia_id IN (SELECT dependencia_id FROM capturistas WHERE user_id = $2))
       ORDER BY o.id LIMIT ${ROWS_PER_STEP}`,
      [after, usuario, fechaCorte ?? null],
    );
    const last = rows.at(-1);
    if (!last) return;
    const day = (value: string | null): TypedCell | null =>
      value === null ? null : { type: 'date', value };
    yield rows.map(({ clave, nombre, municipio, corte, avance, pagado, nuevo }) => [
      clave,
      nombre,
      municipio,
      day(corte),
      avance,
      pagado,
      day(nuevo),
    ]);
    if (rows.length < ROWS_PER_STEP) return;
    after = last.id;
  }
}

const { labels } = OF_SEGUIMIENTO;
const CAUSES = Object.values(CAUSAS);
const CHOICES = 'Causas';

/** The first columns have the work and its last report. The agency fills in the others. */
const sheets = (rows: Sheet['rows']): Sheet[] => [
  {
    name: 'Avances',
    columns: [
      { heading: labels.claveUnica as string, type: 'text', width: 22 },
      { heading: labelOf(FILA.nombre as FollowUpColumn), type: 'text', width: 50 },
      { heading: labelOf(FILA.municipio as FollowUpColumn), type: 'text', width: 18 },
      { heading: 'Último corte', type: 'text', width: 14 },
      { heading: 'Último avance (%)', type: 'number', width: 16 },
      { heading: `Último pagado ${PESOS}`, type: 'amount', width: 18 },
      { heading: labels.fechaCorte as string, type: 'text', width: 14 },
      // A number and no percent format: programs differ in what they make of a number typed into such a cell.
      { heading: `${labels.avanceFisico} (%)`, type: 'number', width: 16 },
      { heading: `${labels.montoPagado} ${PESOS}`, type: 'amount', width: 18 },
      {
        heading: labels.causaAtraso as string,
        type: 'text',
        width: 24,
        choices: `'${CHOICES}'!$${lettersOf(0)}$2:$${lettersOf(0)}$${CAUSES.length + 1}`,
      },
      { heading: labels.observaciones as string, type: 'text', width: 50 },
    ],
    rows,
  },
  {
    name: CHOICES,
    columns: [{ heading: 'Causa', type: 'text', width: 24 }],
    rows: [CAUSES.map((cause) => [cause])],
  },
];

/** The sheet to be filled in: `GET /seguimiento/plantilla.xlsx`. */
export function plantillaDeSeguimiento(app: App, { heavyReads }: Context): void {
  app.get(
    '/seguimiento/plantilla.xlsx',
    {
      // Without a tag: it differs by caller, by day and by report.
      config: clerk,
      schema: {
        tags,
        operationId: 'downloadPlantillaDeSeguimiento',
        summary: 'Hoja de Excel para reportar avances e importarlos',
        description:
          'Un renglón por obra sin terminar de las dependencias de quien la pide, de todas si es administrador, con sus últimas cifras y el corte ya escrito. Las filas que no se llenan no cambian nada.',
        querystring: PlantillaQuery,
        response: { 200: fileAnswer(XLSX_TYPE, 'PK…') },
      },
    },
    async (request, reply) => {
      const { caller, query } = request;
      const db = await heavyReads.stream(request, reply);
      const usuario = caller?.roles === 'admin' ? null : (caller?.id ?? null);
      const rows = await begin(streamRows(db, usuario, pastDay(query.fechaCorte)));
      reply.header('cache-control', 'no-store');
      return attached(reply, XLSX_TYPE, 'plantilla-avances.xlsx').send(writeXlsx(sheets(rows)));
    },
  );
}
