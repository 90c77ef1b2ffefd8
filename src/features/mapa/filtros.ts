import sql, { empty, type Sql } from 'sql-template-tag';
import { Type } from 'typebox';
import {
  conditions,
  type Filtros,
  filterInWords,
  type ResolvedFilters,
} from '../../core/obras/filtros.ts';
import { boxOf, touches } from '../../listados/rectangulo.ts';
import { obrasIn } from './rectangulo.ts';

/** The filter of obras by a part of the map. */
export const FILTROS: Filtros = {
  bbox: {
    after: 'q',
    label: 'Parte del mapa',
    schema: Type.Optional(
      Type.String({
        format: 'bbox',
        description:
          'Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10.',
      }),
    ),
    words: (edges) =>
      filterInWords(edges, 'zona', 'En el rectángulo (longitudes y latitudes mínimas y máximas)'),
    where: (edges) => {
      const meets = touches(sql`u.geometria`, boxOf(edges));
      return sql`EXISTS (SELECT FROM ubicaciones u WHERE u.obra_id = o.id AND ${meets})`;
    },
    planEachTime: true,
    search: searchOnMap,
  },
};

/** Filters apart: those on columns of `obras_mapa`, and others. */
export function splitByMap(filters: ResolvedFilters, filtros: Filtros) {
  const others = { ...filters };
  const onMap: ResolvedFilters = {};
  for (const [name, filtro] of Object.entries(filtros)) {
    if (!filtro.onMap) continue;
    onMap[name] = filters[name];
    delete others[name];
  }
  return { onMap, others };
}

/** The obras in a rectangle from the map's table alone, where that has all columns of the other filters; else undefined. */
function searchOnMap(filters: ResolvedFilters, filtros: Filtros): Sql | undefined {
  const { onMap, others } = splitByMap(filters, filtros);
  const { bbox, ...more } = others;
  if (conditions(more, filtros).where !== empty) return undefined;
  return obrasIn(boxOf(bbox as string), conditions(onMap, filtros).where);
}
