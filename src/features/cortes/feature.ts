import type { Feature } from '../../core/feature.ts';
import { createAlmacen } from '../archivos/almacen/abrir.ts';
import { EN_BITACORA } from './bitacora.ts';
import { descargaDeCorte, selloDeCorte } from './descargas.ts';
import { diferencias } from './diferencias/routes.ts';
import { hojasDeCorte } from './hojas.ts';
import { pedirCortes } from './pedir.ts';
import { cortes } from './routes.ts';

/** Sealed cuts: the registry as it stood at an instant. */
export const feature: Feature = {
  routes(api, context) {
    const { config, db } = context;
    const almacen = createAlmacen(config, db, (sentence) => api.log.warn(sentence));
    api.addHook('onClose', async () => almacen.close());
    pedirCortes(api, { ...context, almacen });
    cortes(api, context);
    descargaDeCorte(api, { ...context, almacen });
    hojasDeCorte(api, { ...context, almacen });
    selloDeCorte(api, context);
    diferencias(api, { ...context, almacen });
  },
  ledger: EN_BITACORA,
  tag: {
    name: 'Cortes',
    description: 'El registro como estuvo: cortes sellados, y cómo comprobarlos.',
    after: 'Archivos',
  },
};
