import type { Ledger } from './core/bitacora/ledger.ts';
import { RECURSOS } from './core/bitacora/recursos.ts';
import type { Feature } from './core/feature.ts';
import { mergeListas } from './core/obras/listas.ts';
import { feature as alertas } from './features/alertas/feature.ts';
import { feature as archivos } from './features/archivos/feature.ts';
import { feature as auditoria } from './features/auditoria/feature.ts';
import { feature as busqueda } from './features/busqueda/feature.ts';
import { feature as calidad } from './features/calidad/feature.ts';
import { feature as calles } from './features/calles/feature.ts';
import { feature as cambios } from './features/cambios/feature.ts';
import { feature as contratistas } from './features/contratistas/feature.ts';
import { feature as cortes } from './features/cortes/feature.ts';
import { feature as estatusDeVarias } from './features/estatus-de-varias/feature.ts';
import { feature as expediente } from './features/expediente/feature.ts';
import { feature as exportes } from './features/exportes/feature.ts';
import { feature as fusion } from './features/fusion/feature.ts';
import { feature as importacion, importaciones } from './features/importacion/feature.ts';
import { feature as limites } from './features/limites/feature.ts';
import { feature as mapa } from './features/mapa/feature.ts';
import { feature as oc4ids } from './features/oc4ids/feature.ts';
import { feature as ogc } from './features/ogc/feature.ts';
import { feature as openapi } from './features/openapi/feature.ts';
import { feature as operacion } from './features/operacion/feature.ts';
import { feature as portal } from './features/portal/feature.ts';
import { mapaBase } from './features/portal/mapa-base.ts';
import { feature as respaldo } from './features/respaldo/feature.ts';
import { feature as resumen } from './features/resumen/feature.ts';
import { feature as seguimiento } from './features/seguimiento/feature.ts';

/**
 * All features of the service. One that is taken out of this list is not there; the rest goes on. Their order is that of the groups
 * in the OpenAPI document.
 */
export const FEATURES: Feature[] = [
  importacion,
  seguimiento,
  expediente,
  contratistas,
  archivos,
  cortes,
  importaciones,
  cambios,
  exportes,
  resumen,
  calidad,
  alertas,
  estatusDeVarias,
  mapa,
  busqueda,
  ogc,
  oc4ids,
  { routes: mapaBase },
  calles,
  portal,
  openapi,
  operacion,
  respaldo,
  fusion,
  limites,
  auditoria,
];

/** The resources of the ledger, of the core and of these features. */
export const ledgerOf = (features: Feature[]): Ledger =>
  Object.assign({ ...RECURSOS }, ...features.map(({ ledger }) => ledger));

/** The same of all features. */
export const LEDGER = ledgerOf(FEATURES);

/** The lists of obras, with what all features add to them. */
export const LISTAS = mergeListas(FEATURES);
