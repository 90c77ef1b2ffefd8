import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { boundingExtent } from 'ol/extent.js';
import { transform } from 'ol/proj.js';
import { api, read, type Schema } from '../../core/api.ts';
import { shortCount } from '../../core/formato.ts';
import { type Filtros, queryOf } from '../../core/obras/filtros/direccion.ts';
import type { Rectangulo } from '../../core/obras/lista/mapa.ts';
import { DEGREES, MERCATOR } from './base.ts';

// The works on a part of the map as the registry tells them: tiles of 512 pixels, each with how many places stand in each
// of its cells.

type Mosaico = Schema<'Mosaico'>;
export type Elemento = Mosaico['features'][number];
/** One place of one work. */
export type Lugar = Schema<'LugarDeMapa'>;

/** A tile's zoom, column and row. */
export type Tesela = readonly [z: number, x: number, y: number];

/** Half of the world's width in Web Mercator, in meters. */
const HALF = 20037508.342789244;
const NEAREST = 18;
/** From this much below the next zoom on its tiles are taken, a little smaller than they are meant to be. */
const EARLY = 0.35;

/**
 * The tiles that cover an extent.
 *
 * @param extent in Web Mercator
 * @param zoom the map's, for tiles of 256 pixels, as the map's library counts
 */
export function tilesOf(extent: number[], zoom: number): Tesela[] {
  const z = Math.min(NEAREST, Math.max(0, Math.floor(zoom - 1 + EARLY)));
  const side = (2 * HALF) / 2 ** z;
  const place = (meters: number) => Math.min(2 ** z - 1, Math.max(0, Math.floor(meters / side)));
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  const tiles: Tesela[] = [];
  for (let y = place(HALF - north); y <= place(HALF - south); y++) {
    for (let x = place(west + HALF); x <= place(east + HALF); x++) tiles.push([z, x, y]);
  }
  return tiles;
}

/**
 * Asks for tiles with a filter. A tile that is no longer wanted is given up.
 *
 * @returns the elements of all tiles once all of them are there, and the first refusal
 */
export function useMosaicos(filtros: Filtros, tiles: readonly Tesela[]) {
  // The tiles say the place, so the part in sight is no filter of them.
  const { bbox: _, ...rest } = filtros;
  return useQueries({
    queries: tiles.map((tile) => ({
      queryKey: ['mapa', rest, ...tile],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const [z, x, y] = tile;
        const query = { ...queryOf(rest), conAtraso: 'true' as const };
        const params = { path: { z, x, y }, query };
        return read(api.GET('/mapa/{z}/{x}/{y}', { params, signal }));
      },
      staleTime: 60_000,
    })),
    combine: together,
  });
}

/** The same objects as before while nothing differs, so that nothing is drawn anew. */
function together(results: UseQueryResult<Mosaico, Error>[]): {
  mosaicos: Mosaico[] | undefined;
  error: Error | null;
} {
  const isWhole = results.length > 0 && results.every(({ isPending }) => !isPending);
  return {
    mosaicos: isWhole ? results.flatMap(({ data }) => data ?? []) : undefined,
    error: results.find((result) => result.error)?.error ?? null,
  };
}

/**
 * The rectangle around the places of all works that pass the filters; null where there are none, undefined while it is not
 * known.
 */
export function useExtension(filtros: Filtros, isWanted: boolean): Rectangulo | null | undefined {
  const { bbox: _, ...rest } = filtros;
  const { data } = useQuery({
    queryKey: ['mapa', rest, 'extensión'],
    queryFn: async ({ signal }) => {
      // The one tile of the world has them in a cell or two, each with its rectangle.
      const params = { path: { z: 0, x: 0, y: 0 }, query: queryOf(rest) };
      const { features } = await read(api.GET('/mapa/{z}/{x}/{y}', { params, signal }));
      const corners = marksOf(features).flatMap(({ bbox: [west, south, east, north] }) => [
        [west, south],
        [east, north],
      ]);
      return corners.length > 0 ? (boundingExtent(corners) as Rectangulo) : null;
    },
    enabled: isWanted,
    staleTime: 60_000,
  });
  return data;
}

/** A circle of several places on the map, or one place; in Web Mercator. */
export interface Marca {
  x: number;
  y: number;
  ubicaciones: number;
  /** How many of them are late. */
  atrasadas: number;
  /** The rectangle that a click comes nearer to, in degrees. */
  bbox: Rectangulo;
  /** The place, where the mark is a single one. */
  lugar?: Lugar;
}

/** The radius of a symbol, and of the largest circle, in pixels. */
const SINGLE = 6.5;
const LARGEST = 36;
/** The radius of the circle of all places, before it is bounded, and the least number that all are taken for. */
const OF_ALL = 52;
const LEAST = 150;

/**
 * The radius of the circle of so many places, in pixels: its area is their share of all, as far as the number fits into it.
 *
 * @param all the places of the tiles in sight
 */
export function radiusOf(ubicaciones: number, all: number): number {
  if (ubicaciones === 1) return SINGLE;
  const fitting = Math.max(12, 3 + 3.6 * shortCount(ubicaciones).length);
  return Math.min(
    LARGEST,
    Math.max(fitting, OF_ALL * Math.sqrt(ubicaciones / Math.max(all, LEAST))),
  );
}

/** The number of all places of some marks. */
export const totalOf = (marks: Marca[]): number =>
  marks.reduce((sum, { ubicaciones }) => sum + ubicaciones, 0);

/** The points and cells of tiles, as marks. */
export function marksOf(elements: Elemento[]): Marca[] {
  const marks: Marca[] = [];
  for (const { geometry, properties } of elements) {
    if (geometry.type !== 'Point') continue;
    const [lon = 0, lat = 0] = geometry.coordinates;
    const [x = 0, y = 0] = transform([lon, lat], DEGREES, MERCATOR);
    if ('obraId' in properties) {
      const atrasadas = properties.atrasada ? 1 : 0;
      const bbox: Rectangulo = [lon, lat, lon, lat];
      marks.push({ x, y, ubicaciones: 1, atrasadas, bbox, lugar: properties });
    } else {
      const { ubicaciones, atrasadas = 0, bbox } = properties;
      marks.push({ x, y, ubicaciones, atrasadas, bbox: bbox as Rectangulo });
    }
  }
  return marks;
}

/** Meters a pixel from which the state is in sight, where few circles say more than many; and that many at most. */
const OF_STATE = 240;
const MOST_OF_STATE = 12;
/** Pixels between the middles of two circles. */
const APART = 64;

/**
 * Joins the circles that would overlap or stand close. Where the whole state is in sight, they are joined from further away,
 * until there are a dozen.
 *
 * @param resolution meters of Web Mercator a pixel
 */
export function join(marks: Marca[], resolution: number): Marca[] {
  const most = resolution < OF_STATE ? Number.POSITIVE_INFINITY : MOST_OF_STATE;
  const circles = () => joined.filter(({ ubicaciones }) => ubicaciones > 1).length;
  let joined = joinNear(marks, resolution, APART);
  // What was joined is joined further: single places that stand close are circles only then.
  for (let apart = APART; circles() > most; apart *= 1.25) {
    joined = joinNear(joined, resolution, apart);
  }
  return joined;
}

/**
 * The biggest first: each takes in what it would cover, and stands where most of it is.
 *
 * @param apart pixels between the middles of two circles; a single place may stand at a circle's edge
 */
function joinNear(marks: Marca[], resolution: number, apart: number): Marca[] {
  const all = totalOf(marks);
  const left = [...marks].sort((one, other) => other.ubicaciones - one.ubicaciones);
  const joined: Marca[] = [];
  while (left.length > 0) {
    let mark = left.shift() as Marca;
    for (let i = 0; i < left.length; ) {
      const other = left[i] as Marca;
      const edges = radiusOf(mark.ubicaciones, all) + radiusOf(other.ubicaciones, all);
      const reach = other.ubicaciones > 1 ? Math.max(edges, apart) : edges;
      if (Math.hypot(mark.x - other.x, mark.y - other.y) < reach * resolution) {
        mark = joinTwo(mark, other);
        left.splice(i, 1);
        // The circle has grown and moved, so it may cover others now.
        i = 0;
      } else {
        i++;
      }
    }
    joined.push(mark);
  }
  return joined;
}

function joinTwo(one: Marca, other: Marca): Marca {
  const ubicaciones = one.ubicaciones + other.ubicaciones;
  const share = other.ubicaciones / ubicaciones;
  return {
    x: one.x + (other.x - one.x) * share,
    y: one.y + (other.y - one.y) * share,
    ubicaciones,
    atrasadas: one.atrasadas + other.atrasadas,
    bbox: [
      Math.min(one.bbox[0], other.bbox[0]),
      Math.min(one.bbox[1], other.bbox[1]),
      Math.max(one.bbox[2], other.bbox[2]),
      Math.max(one.bbox[3], other.bbox[3]),
    ],
  };
}
