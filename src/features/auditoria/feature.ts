import { admin, type Caller } from '../../core/auth/access.ts';
import { fileAnswer } from '../../core/base/schemas.ts';
import { entryFilters } from '../../core/bitacora/schema.ts';
import type { Feature, FeatureContext } from '../../core/feature.ts';
import { attached } from '../../core/http/attached.ts';
import type { App } from '../../core/http/context.ts';
import { flow } from '../../core/http/flow.ts';
import { csvOf, HEADINGS } from './csv.ts';

/** The ledger as a file for auditors. */
export const feature: Feature = { routes: bitacoraCsv };

function bitacoraCsv(app: App, { heavyReads, db, ledger }: FeatureContext): void {
  app.get(
    '/bitacora.csv',
    {
      config: admin,
      schema: {
        tags: ['Bitácora'],
        operationId: 'exportBitacoraCsv',
        summary: 'La bitácora como CSV: un renglón por cada campo que cambió',
        description:
          'Los mismos filtros que GET /bitacora; siempre todo lo que los cumple. Con campo o variacionMonto, sólo los cambios de ese campo. UTF-8 con BOM, comas y CRLF, como lo abre Excel. Un texto que una hoja de cálculo tomaría por fórmula, o que empieza con apóstrofo, lleva un apóstrofo delante. variacion es el porcentaje en que creció un monto. Si quien la pide deja de ser administrador, la descarga se corta.',
        querystring: entryFilters(Object.keys(ledger)),
        response: { 200: fileAnswer('text/csv', `${HEADINGS.slice(0, 4).join(',')}…`) },
      },
    },
    async (request, reply) => {
      const reader = await heavyReads.stream(request, reply, db);
      const body = await flow(csvOf(reader, request.query, request.caller as Caller, ledger));
      return attached(reply, 'text/csv; charset=utf-8', 'bitacora.csv').send(body);
    },
  );
}
