import { feature as archivos } from './archivos/feature.ts';
import type { Ledger } from './bitacora/ledger.ts';
import { RECURSOS } from './bitacora/recursos.ts';
import { feature as respaldo } from './commands/backup/feature.ts';
import { feature as deshacer } from './deshacer/feature.ts';
import type { Feature } from './feature.ts';
import { calidad } from './obras/calidad.ts';
import { estatusDeVarias } from './obras/estatus-de-varias.ts';
import { exportaciones } from './obras/exports.ts';
import { obrasGeojson } from './obras/features.ts';
import { feature as importacion } from './obras/importacion/feature.ts';
import { mapa } from './obras/mapa.ts';
import { resumen } from './obras/resumen.ts';
import { feature as oc4ids } from './oc4ids/feature.ts';
import { feature as ogc } from './ogc/feature.ts';
import { feature as portal } from './portal/feature.ts';
import { feature as seguimiento } from './seguimiento/feature.ts';

/**
 * All features of the service. One that is taken out of this list is not there; the rest goes on. Their order is that of the groups
 * in the OpenAPI document.
 */
export const FEATURES: Feature[] = [
  importacion,
  seguimiento,
  archivos,
  deshacer,
  { routes: exportaciones },
  { routes: obrasGeojson },
  { routes: resumen },
  { routes: calidad },
  { routes: estatusDeVarias },
  { routes: mapa },
  ogc,
  oc4ids,
  portal,
  respaldo,
];

/** The resources of the ledger, of the core and of each feature. */
export const LEDGER: Ledger = Object.assign(
  { ...RECURSOS },
  ...FEATURES.map(({ ledger }) => ledger),
);
