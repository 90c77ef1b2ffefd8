/**
 * The parts of an obra's JSON: the rendered pieces (sql/documentos.sql), and the catalogs between them. Conditions on
 * `d.obra_id` follow.
 *
 * @param pieces the table of pieces, or the view that renders them again
 */
export const partsIn = (pieces: 'obras_documentos' | 'obras_piezas') => `
  SELECT d.obra_id, cabeza, ef.json AS ejercicio, dependencia_id, dep.json AS dependencia, medio, tp.json AS tipo, cola
  FROM ${pieces} d
  JOIN ejercicios_fiscales ef ON ef.id = d.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = d.dependencia_id
  LEFT JOIN tipos_proyecto tp ON tp.id = d.tipo_proyecto_id`;
export const OBRA_PARTS = partsIn('obras_documentos');
/** The expression that joins an obra's JSON. Its last part is `cola`, or made of it. */
export const joinParts = (cola: string) =>
  `join_obra(cabeza, ejercicio, dependencia_id, dependencia, medio, tipo, ${cola})`;
export const OBRA_JSON = joinParts('cola');
