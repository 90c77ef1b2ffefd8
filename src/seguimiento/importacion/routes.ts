import { type Static, Type } from 'typebox';
import { clerk, requireCapture } from '../../auth/access.ts';
import { badRequest } from '../../base/errors.ts';
import { fileAnswer } from '../../base/schemas.ts';
import { dayOf } from '../../base/time.ts';
import type { Db } from '../../db/db.ts';
import {
  lettersOf,
  type Sheet,
  type TypedCell,
  writeXlsx,
  XLSX_TYPE,
} from '../../hojas/formatos/write-xlsx.ts';
import { columnsNamed, importRoutes } from '../../hojas/importacion/routes.ts';
import { commonQuery, flag, importacionOf, reportOf } from '../../hojas/importacion/schema.ts';
import type { App, Context } from '../../http/context.ts';
import { begin } from '../../http/flow.ts';
import { EXPECTED } from '../derivados.ts';
import { CAUSAS } from '../opciones.ts';
import { tags } from '../partes.ts';
import { OF_SEGUIMIENTO } from './columnas.ts';
import { importSeguimiento } from './import.ts';

const EXAMPLE = JSON.stringify({ '% real': 'avanceFisico' });

const Query = Type.Object({
  ...commonQuery(OF_SEGUIMIENTO, EXAMPLE),
  actualizar: flag(
    'true: los avances y contratos que ya existen toman lo que dice el archivo. Sin él, una fila que dice otra cosa se rechaza.',
  ),
  fechaCorte: Type.Optional(
    Type.String({
      format: 'dia',
      description: 'El corte de las filas que no lo dicen: AAAA-MM-DD.',
      examples: ['2026-06-30'],
    }),
  ),
});
const Informe = reportOf(OF_SEGUIMIENTO, {
  suffix: 'DeSeguimiento',
  creadas: 'Filas que registran un avance o un contrato.',
  actualizadas: 'Filas que cambian uno que ya estaba.',
  sinCambio: 'Filas que no dicen nada nuevo.',
  entendido: 'por cientos, cantidades en pesos, fechas como 2026-06-30',
  example: { claveUnica: 'SOP-2026-0001', fechaCorte: '2026-06-30', avanceFisico: '45.5' },
});
const Importacion = importacionOf(Informe, 'ImportacionDeSeguimiento');

/** Sheets of follow-up, `POST /seguimiento/importacion`, and the one to be filled in. */
export function importacionDeSeguimiento(app: App, context: Context): void {
  importRoutes(app, context, {
    path: '/seguimiento/importacion',
    tags: ['Importación'],
    access: clerk,
    operationId: 'importSeguimiento',
    summary: 'Importa avances y contratos de una hoja de cálculo (.xlsx, .ods o .csv)',
    description:
      'Cada fila dice de una obra, por su clave única, el avance a una fecha de corte, o uno de sus contratos por su número, o las dos cosas. La fecha de corte está en la fila, o es el último día de su trimestre, o es fechaCorte. Los encabezados de las hojas de RFT, OPA y del formato 28 se reconocen. Un capturista escribe de las obras de sus dependencias: las filas de otras se rechazan una por una.',
    suffix: 'DeSeguimiento',
    called: ' de seguimiento',
    query: Query,
    report: Informe,
    importacion: Importacion,
    whose: ({ caller }) => ({
      clase: 'seguimiento',
      usuario: caller?.roles === 'admin' ? undefined : caller?.id,
    }),
    right: (request) => [requireCapture(request)],
    lost: 'Quien importaba ya no captura el seguimiento de ninguna dependencia',
    async prepare(_db, query) {
      const options = optionsOf(query);
      return {
        options,
        work: (db, importer, file, follower) =>
          importSeguimiento(db, importer, file, options, follower),
      };
    },
  });
  plantilla(app, context);
}

/**
 * A day that is no later than today in Yucatán.
 *
 * @throws HttpError 400 where it is
 */
function pastDay(fechaCorte: string | undefined): string | undefined {
  if (fechaCorte !== undefined && fechaCorte > dayOf(new Date())) {
    throw badRequest([{ field: 'fechaCorte', text: 'no debe ser posterior a hoy.' }]);
  }
  return fechaCorte;
}

const optionsOf = (query: Static<typeof Query>) => ({
  simular: query.simular === 'true',
  actualizar: query.actualizar === 'true',
  parcial: query.parcial === 'true',
  fechaCorte: pastDay(query.fechaCorte),
  hoja: query.hoja,
  columnas: columnsNamed(query.columnas, OF_SEGUIMIENTO, EXAMPLE),
  unidadMonto: query.unidadMonto,
});

// The sheet to be filled in -----------------------------------------------------------------------

const PlantillaQuery = Type.Object({
  fechaCorte: Type.Optional(
    Type.String({
      format: 'dia',
      description: 'El corte que trae escrito; si falta, el último día del trimestre que terminó.',
      examples: ['2026-06-30'],
    }),
  ),
});

const STEP = 500;
interface Fila {
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
    const rows = await db.query<Fila>(
      `SELECT o.id, o.clave_unica AS clave, o.nombre, m.nombre AS municipio, s.fecha_corte::text AS corte,
         s.avance_fisico::text AS avance, s.monto_pagado::text AS pagado,
         CASE WHEN s.fecha_corte > coalesce($3::text::date, ${EXPECTED}) THEN NULL ELSE coalesce($3, ${EXPECTED}::text) END AS nuevo
       FROM obras o JOIN estatus_obra e ON e.id = o.estatus_obra_id JOIN municipios m ON m.id = o.municipio_id
       LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
       WHERE o.id > $1::integer AND e.estado_oc4ids NOT IN ('completion', 'cancelled')
         AND ($2::uuid IS NULL OR o.dependencia_id IN (SELECT dependencia_id FROM capturistas WHERE user_id = $2))
       ORDER BY o.id LIMIT ${STEP}`,
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
    if (rows.length < STEP) return;
    after = last.id;
  }
}

const { labels } = OF_SEGUIMIENTO;
const CAUSES = Object.values(CAUSAS);
const CHOICES = 'Causas';

/** Its first columns say which work it is and what was reported last; the others are to be filled in. */
const sheets = (rows: Sheet['rows']): Sheet[] => [
  {
    name: 'Avances',
    columns: [
      { heading: labels.claveUnica as string, type: 'text', width: 22 },
      { heading: 'Nombre', type: 'text', width: 50 },
      { heading: 'Municipio', type: 'text', width: 18 },
      { heading: 'Último corte', type: 'text', width: 14 },
      { heading: 'Último avance (%)', type: 'number', width: 16 },
      { heading: 'Último pagado', type: 'amount', width: 18 },
      { heading: labels.fechaCorte as string, type: 'text', width: 14 },
      { heading: `${labels.avanceFisico} (%)`, type: 'number', width: 16 },
      { heading: labels.montoPagado as string, type: 'amount', width: 18 },
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

function plantilla(app: App, { slow }: Context): void {
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
      const db = await slow.stream(request, reply);
      const usuario = caller?.roles === 'admin' ? null : (caller?.id ?? null);
      const rows = await begin(streamRows(db, usuario, pastDay(query.fechaCorte)));
      return reply
        .type(XLSX_TYPE)
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="plantilla-avances.xlsx"')
        .send(writeXlsx(sheets(rows)));
    },
  );
}
