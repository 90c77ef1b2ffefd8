import sql, { join, raw, type Sql } from 'sql-template-tag';
import { badRequest } from '../../core/base/errors.ts';
import { type Box, touches } from '../../listados/rectangulo.ts';

// The coordinate reference systems of the layers (OGC API - Features, «Part 2: Coordinate Reference Systems by Reference»,
// OGC 18-058r1). Everything is stored in WGS 84, longitude first; the database calculates the others.

export interface Crs {
  /** Its name in the standard. */
  uri: string;
  /** People's name for it, with its axes in their order. */
  name: string;
  /** Its number in the database. */
  srid: number;
  /** The form of a rectangle in it, for sentences. */
  form: string;
  /** Set where latitude is the first axis. */
  isFlipped?: true;
  /** Set for a system in metres: its domain in degrees, and in metres. Places beyond have no coordinates in it. */
  metric?: { domain: Box; most: Box };
}

const DEGREES = 'en grados, o con altitudes';
const METRES = 'minX,minY,maxX,maxY en metros, o con altitudes minX,minY,minAlt,maxX,maxY,maxAlt';

/** WGS 84, longitude first: the system of storage, and the default of answers. */
export const CRS84: Crs = {
  uri: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  name: 'WGS 84 (CRS84): longitud y latitud, en grados',
  srid: 4326,
  form: `minLon,minLat,maxLon,maxLat ${DEGREES} minLon,minLat,minAlt,maxLon,maxLat,maxAlt`,
};

export const CRSS: Crs[] = [
  CRS84,
  {
    uri: 'http://www.opengis.net/def/crs/EPSG/0/4326',
    name: 'WGS 84 (EPSG:4326): latitud y longitud, en grados',
    srid: 4326,
    form: `minLat,minLon,maxLat,maxLon ${DEGREES} minLat,minLon,minAlt,maxLat,maxLon,maxAlt`,
    isFlipped: true,
  },
  {
    uri: 'http://www.opengis.net/def/crs/EPSG/0/3857',
    name: 'Web Mercator (EPSG:3857): x e y, en metros',
    srid: 3857,
    form: METRES,
    metric: {
      domain: [-180, -85.06, 180, 85.06],
      most: [-20_037_508.343, -20_048_966.105, 20_037_508.343, 20_048_966.105],
    },
  },
  {
    uri: 'http://www.opengis.net/def/crs/EPSG/0/32616',
    name: 'UTM zona 16 norte (EPSG:32616): x e y, en metros',
    srid: 32616,
    form: METRES,
    // Some 2,000 km around: distances further away differ from those on the ground, and in the end there is no result.
    metric: { domain: [-107, -60, -67, 60], most: [-1_750_000, -6_830_000, 2_750_000, 6_830_000] },
  },
];

/** The addresses of all systems, for a parameter. */
export const CRS_URIS = CRSS.map(({ uri }) => uri);

/** The system of an address; CRS84 by default. */
export const crsOf = (uri: string | undefined): Crs =>
  CRSS.find((each) => each.uri === uri) ?? CRS84;

/**
 * A geometry's GeoJSON in a system, an SQL expression: null outside the system's domain. Degrees are exact, and metres
 * rounded to millimetres.
 *
 * @param json an expression for its GeoJSON in CRS84
 */
export function geometryIn({ srid, isFlipped, metric }: Crs, json: string): string {
  const geometry = `ST_SetSRID(ST_GeomFromGeoJSON(${json}), 4326)`;
  if (isFlipped) return `ST_AsGeoJSON(ST_FlipCoordinates(${geometry}), 15, 0)`;
  if (!metric) return `${json}::text`;
  const domain = `ST_MakeEnvelope(${metric.domain.join(', ')}, 4326)`;
  return `(SELECT CASE WHEN g @ ${domain} THEN ST_AsGeoJSON(ST_Transform(g, ${srid}), 3, 0) END
    FROM (SELECT ${geometry} AS g OFFSET 0) en_grados)`;
}

/** The meaning of a `bbox`: rectangles in degrees, longitude first, or in a system's metres. */
export interface Area {
  crs: Crs;
  boxes: Box[];
}

/**
 * Reads a `bbox` in its system. Heights are ignored. Parts beyond the world are cut off, and a rectangle across the
 * antimeridian becomes two.
 *
 * @param bbox four or six numbers with commas between
 * @throws HttpError 400 where a minimum is greater than its maximum
 */
export function areaOf(bbox: string, crs: Crs): Area {
  const numbers = bbox.split(',').map(Number);
  const half = numbers.length / 2;
  const [a = 0, b = 0] = numbers;
  const [c = 0, d = 0] = numbers.slice(half);
  const [west, south, east, north] = crs.isFlipped ? [b, a, d, c] : [a, b, c, d];
  if (south > north || (crs.metric && west > east)) {
    throw badRequest([{ field: 'bbox', text: `debe tener la forma ${crs.form}.` }]);
  }
  const [least, lowest, most, highest] = crs.metric?.most ?? [-180, -90, 180, 90];
  const x = (value: number) => Math.max(least, Math.min(most, value));
  const y = (value: number) => Math.max(lowest, Math.min(highest, value));
  const box: Box = [x(west), y(south), x(east), y(north)];
  if (box[0] <= box[2]) return { crs, boxes: [box] };
  return {
    crs,
    boxes: [
      [box[0], box[1], most, box[3]],
      [least, box[1], box[2], box[3]],
    ],
  };
}

/** The condition that a geometry in degrees touches an area. */
export const touchesArea = ({ crs, boxes }: Area, column: Sql): Sql =>
  join(
    boxes.map((box) => (crs.metric ? touchesMetric(crs, column, box) : touches(column, box))),
    ' OR ',
  );

/** Parts of each edge of a rectangle in metres: in degrees the edges are curves. */
const PARTS = 64;
/** About a millimetre, in degrees, the precision of metres in answers. So a search by a feature's own coordinates finds it. */
const MILLIMETRE = 0.00000002;

function touchesMetric({ srid }: Crs, column: Sql, box: Box): Sql {
  const [west, south, east, north] = box.map((edge) => sql`${edge}::double precision`);
  const part = Math.max(box[2] - box[0], box[3] - box[1], 1) / PARTS;
  return sql`ST_DWithin(${column}, ST_Transform(ST_Segmentize(ST_Envelope(ST_SetSRID(ST_Collect(
    ST_MakePoint(${west}, ${south}), ST_MakePoint(${east}, ${north})), ${raw(`${srid}`)})),
    ${part}::double precision), 4326), ${raw(`${MILLIMETRE}`)})`;
}
