import type { Feature, FeatureContext } from '../../core/feature.ts';
import type { Tie } from '../../hojas-de-obras/hojas.ts';
import { createAlmacen, type OpenAlmacen, openAlmacen } from './almacen/abrir.ts';
import { countObjetos, type Sweeps, sweepDaily } from './almacen/barrer.ts';
import { EN_BITACORA } from './bitacora.ts';
import { EN_LISTAS } from './de-obras.ts';
import { PUBLICADOS } from './publicados.ts';
import { archivos } from './routes.ts';

const tie = (recurso: string, condition: string): Tie => ({
  ...{ recurso, isCreated: true, called: 'fotos o documentos' },
  is: `EXISTS (SELECT FROM archivos WHERE ${condition})`,
});

/** Photos and documents of works. */
export const feature: Feature = {
  routes(api, context) {
    const { config, db } = context;
    const almacen = createAlmacen(config, db, (sentence) => api.log.warn(sentence));
    api.addHook('onClose', async () => almacen.close());
    addFigures(context, almacen, sweepDaily(api, { db, almacen }));
    archivos(api, { ...context, almacen });
  },
  async start({ config, db, log, print }) {
    const almacen = await openAlmacen(config, db, (notice) => log.warn(notice));
    almacen.close();
    const { trouble: err, place } = almacen;
    if (!err) return;
    print(
      `\nNo se puede usar el almacén de fotos y documentos ${place} (FILES_URL): ${(err as Error).message}. Mientras siga así, las fotos y los documentos se rechazan y lo demás funciona.\n`,
    );
    log.error({ err }, `no se puede usar el almacén ${place}`);
  },
  ...EN_LISTAS,
  documents: PUBLICADOS,
  ledger: EN_BITACORA,
  ties: [
    tie('obras', 'obra_id = g.obra'),
    tie('avances', 'avance_id = g.numero'),
    tie('contratos', 'contrato_id = g.numero'),
    {
      ...{ recurso: 'obras', isCreated: false },
      called: 'fotos o documentos de una ubicación que se quitaría',
      is: `EXISTS (
        SELECT FROM archivos a WHERE a.obra_id = g.obra AND a.ubicacion_id IN (
          SELECT (u ->> 'id')::integer FROM jsonb_path_query(v.despues, '$.ubicaciones[*]') u
          EXCEPT SELECT (u ->> 'id')::integer FROM jsonb_path_query(v.antes, '$.ubicaciones[*]') u))`,
    },
  ],
  tag: { name: 'Archivos', description: 'Fotos y documentos de cada obra.', after: 'Obras' },
};

/** Milliseconds for which the count of objects is kept: it reads all of them. */
const COUNT_COUNTS = 600_000;

function addFigures({ db, figures }: FeatureContext, almacen: OpenAlmacen, sweeps: Sweeps): void {
  const { gauge, counter, inTime } = figures;
  const objetos = keepFor(COUNT_COUNTS, () => inTime(() => countObjetos(db)));
  gauge(
    'registro_files',
    'Objects in the store of photos and documents, those included that a sweep will take; a photo has two.',
    async () => (await objetos())?.count,
  );
  gauge('registro_files_bytes', 'What they take.', async () => (await objetos())?.bytes);
  counter(
    'registro_store_failures_total',
    'Requests that the store of photos and documents has failed, by what was asked.',
    () => Object.entries(almacen.failures).map(([asked, count]) => [{ asked }, count]),
    ['asked'],
  );
  gauge(
    'registro_store_sweep_timestamp_seconds',
    'When this instance last swept the store, seconds since 1970; 0 where it has not yet.',
    () => sweeps.endedAt / 1000,
  );
  counter(
    'registro_store_swept_total',
    'Objects that the sweeps of this instance have removed.',
    () => sweeps.removed,
  );
}

/** Returns a function that keeps its answer for so many milliseconds. A missing answer is asked for again. */
function keepFor<T>(milliseconds: number, ask: () => Promise<T | undefined>) {
  let kept: T | undefined;
  let until = 0;
  return async () => {
    if (kept === undefined || Date.now() > until) {
      kept = await ask();
      until = Date.now() + milliseconds;
    }
    return kept;
  };
}
