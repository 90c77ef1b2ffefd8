/**
 * The features of the portal: one that is taken out of this list is not there, and the rest goes on. Each has its folder in
 * `features/`, with the files that core/feature.ts describes.
 */
export const NAMES = [
  'seguimiento',
  'expediente',
  'archivos',
  'importacion',
  'calidad',
  'alertas',
  'resumen',
  'ogc',
  'oc4ids',
  'exportes',
  'cambios',
  'estatus-de-varias',
  'mapa',
  'calles',
  'respaldo',
  'cortes',
  'contratistas',
  'ayuda',
];
