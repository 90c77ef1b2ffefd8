import { useDependencias } from './catalogos.ts';

/** The names of agencies, by their ids: «Secretaría de Obras; Instituto de Vivienda; 1 más». */
export function useNombresDeDependencias(ids: number[]): string {
  const { data = [] } = useDependencias();
  // An agency that is no longer active has no name here, and counts none the less.
  const names = data.filter(({ id }) => ids.includes(id)).map(({ nombre }) => nombre);
  const others = ids.length - names.length;
  return [...names, ...(others > 0 ? [`${others} más`] : [])].join('; ');
}
