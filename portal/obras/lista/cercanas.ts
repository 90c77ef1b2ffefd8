import { queryOptions } from '@tanstack/react-query';
import { type Drawn, metresAround, metresTo } from '../../../src/base/geo.ts';
import { api, nextOf, readWhole } from '../../api.ts';
import { CAMPOS, type Fila } from '../consultas.ts';
import { type Filtros, queryOf } from '../filtros/filtros.ts';

// The works near somebody, by distance. The registry is asked for a rectangle, and the distances are told here.

/** The greatest distance of the works, in metres. */
export const CERCA = 500;
/** Works that are asked for at a time, and that are compared at most. */
const PAGE = 100;
const MOST = 500;

export type Cercana = Fila & { metros: number };

/**
 * The works near a position that pass the filters, the nearest first.
 *
 * @param desde longitude and latitude in degrees
 * @returns also whether there were more than could be compared
 */
export const nearObras = (filtros: Filtros, desde: [number, number]) =>
  queryOptions({
    queryKey: ['obras', 'cerca', filtros, desde],
    queryFn: async ({ signal }) => {
      const bbox = metresAround(desde, CERCA).join(',');
      const campos = [...CAMPOS, 'ubicaciones'].join(',');
      const query = { ...queryOf(filtros), bbox, orden: 'id' as const, campos, limit: PAGE };
      const filas: Cercana[] = [];
      let read = 0;
      let cursor: string | undefined;
      do {
        const params = { query: { ...query, ...(cursor && { cursor }) } };
        const { data, headers } = await readWhole(api.GET('/obras', { params, signal }));
        for (const obra of data) {
          const metros = Math.min(
            ...(obra.ubicaciones ?? []).map((one) => metresTo(desde, one.geometriaJson as Drawn)),
          );
          if (metros <= CERCA) filas.push({ ...(obra as Fila), metros });
        }
        read += data.length;
        cursor = nextOf(headers)?.get('cursor') ?? undefined;
      } while (cursor && read < MOST);
      filas.sort((one, other) => one.metros - other.metros || one.id - other.id);
      return { filas, total: filas.length, isPartial: cursor !== undefined };
    },
  });
