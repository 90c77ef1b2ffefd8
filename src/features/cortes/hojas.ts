import type { FastifyReply, FastifyRequest } from 'fastify';
import { readerOrProgram } from '../../core/auth/access.ts';
import { fileAnswer } from '../../core/base/schemas.ts';
import type { FeatureContext } from '../../core/feature.ts';
import { attached } from '../../core/http/attached.ts';
import type { App } from '../../core/http/context.ts';
import { whenOver } from '../../core/http/exchange.ts';
import { begin, flow } from '../../core/http/flow.ts';
import { headingOf } from '../../core/obras/columns.ts';
import { writeXlsx, XLSX_TYPE } from '../../hojas/index.ts';
import { datosSheet } from '../../listados/descarga.ts';
import { csvOf, shown } from '../../listados/listado-en-archivo.ts';
import type { Almacen } from '../archivos/almacen/almacen.ts';
import type { Manifiesto } from './corte.ts';
import { fileAway } from './descargas.ts';
import { COLUMNS_OF_CUT, rowsOfCut } from './filas.ts';
import { readCorte } from './lectura.ts';
import { requireSello, tags, tagsOfCuts, unknownCorte } from './routes.ts';
import { CorteParams } from './schema.ts';

/** A cut as a sheet: `/cortes/:clave.csv` and `.xlsx`. */
export function hojasDeCorte(app: App, context: FeatureContext & { almacen: Almacen }): void {
  const { almacen, config, heavyReads } = context;
  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    const sello = await requireSello(context, request);
    // It takes a place among the answers that are streamed.
    await heavyReads.stream(request, reply);
    const leaving = new AbortController();
    whenOver(request, reply, () => leaving.abort());
    const works = readCorte(almacen, sello.objeto, leaving.signal);
    return { sello, rows: await begin(rowsOfCut(works)) };
  };
  const route = (type: 'Csv' | 'Xlsx', called: string, answer: ReturnType<typeof fileAnswer>) => ({
    config: { ...readerOrProgram, streams: true, cacheTags: tagsOfCuts } as const,
    schema: {
      tags,
      operationId: `exportCorte${type}`,
      summary: `Un corte como ${called}: una obra por renglón`,
      description:
        'Las columnas de /obras.csv menos fotos y foto, que un corte no guarda, y de su seguimiento el último avance, lo pagado, los contratos y el plazo, como estaban en el instante del corte.',
      params: CorteParams,
      response: { 200: answer, 404: unknownCorte('2026-T9'), 503: fileAway() },
    },
  });

  app.get(
    '/cortes/:clave(^[^/.]+).csv',
    route('Csv', 'CSV', fileAnswer('text/csv', 'id,numeroObra…')),
    async (request, reply) => {
      const { sello, rows } = await open(request, reply as FastifyReply);
      const body = await flow(csvOf(COLUMNS_OF_CUT, rows));
      return attached(
        reply as FastifyReply,
        'text/csv; charset=utf-8',
        `corte-${sello.clave}.csv`,
      ).send(body);
    },
  );

  app.get(
    '/cortes/:clave(^[^/.]+).xlsx',
    route('Xlsx', 'hoja de Excel', fileAnswer(XLSX_TYPE, 'PK…')),
    async (request, reply) => {
      const { sello, rows } = await open(request, reply as FastifyReply);
      const { instante, titulo } = JSON.parse(sello.manifiesto) as Manifiesto;
      const totals = {
        rows: 0,
        sums: [{ name: 'monto', label: 'Suma de sus montos en pesos', cents: 0n }],
      };
      const headings = COLUMNS_OF_CUT.map(({ type, width, ...column }) => ({
        heading: headingOf(column),
        type,
        width,
      }));
      const about = [
        { label: 'Corte', value: `${sello.clave}: ${titulo}` },
        { label: 'SHA-256 de su manifiesto', value: sello.huella },
      ].map((filter) => ({ ...filter, inName: '' }));
      const body = writeXlsx([
        {
          name: 'Obras',
          columns: headings,
          isFiltered: true,
          rows: shown(COLUMNS_OF_CUT, totals, rows),
        },
        datosSheet(about, config.PUBLISHER, new Date(instante), totals),
      ]);
      return attached(reply as FastifyReply, XLSX_TYPE, `corte-${sello.clave}.xlsx`).send(body);
    },
  );
}
