import type { Feature } from '../../core/feature.ts';
import { importRoutes } from '../../hojas/index.ts';
import { avances } from './avances.ts';
import { EN_BITACORA } from './bitacora.ts';
import { EN_CAPAS } from './capas.ts';
import { capturistas } from './capturistas.ts';
import { contratos } from './contratos.ts';
import { ejecucion } from './ejecucion.ts';
import { FILTROS } from './filtros.ts';
import { SEGUIMIENTO } from './importacion/kind.ts';
import { plantillaDeSeguimiento } from './importacion/plantilla.ts';
import { seguimiento } from './lista.ts';
import { contratosDeTodas } from './lista-contratos.ts';
import { seguimientoDeObra } from './obra.ts';
import { ORDENES } from './orden.ts';
import { programas } from './programas.ts';

/** The follow-up of works: reports of progress, programmes, execution, contracts. */
export const feature: Feature = {
  routes(api, context) {
    capturistas(api, context);
    importRoutes(api, context, SEGUIMIENTO);
    plantillaDeSeguimiento(api, context);
    seguimiento(api, context);
    contratosDeTodas(api, context);
    seguimientoDeObra(api, context);
    avances(api, context);
    programas(api, context);
    ejecucion(api, context);
    contratos(api, context);
  },
  ledger: EN_BITACORA,
  filters: FILTROS,
  orders: ORDENES,
  properties: EN_CAPAS,
  tag: {
    name: 'Seguimiento',
    description: 'Avances, programas, ejecución y contratos de cada obra.',
    after: 'Obras',
  },
};
