import { STATUS_CODES } from 'node:http';
import type { Feature, Geometry } from 'geojson';
import { type HttpError, sentence, unauthorized } from '../../core/base/errors.ts';
import { money } from '../../core/base/pesos.ts';
import { grouped } from '../../core/base/text.ts';
import type { Box } from '../../listados/rectangulo.ts';
import { type Html, html } from '../../paginas/html.ts';
import { COLLECTIONS, type Collection } from './collections.ts';
import { CRS84, CRSS, type Crs } from './crs.ts';
import {
  CONFORMANCE,
  DESCRIPTION,
  GEOJSON_TYPE,
  JSON_TYPE,
  OPENAPI_TYPE,
  SCHEMA_TYPE,
  TITLE,
} from './documents.ts';
import type { Crumb, PageParts } from './html.ts';
import { drawBox, drawMap } from './map.ts';
import type { LayerPage } from './queries.ts';

// The layers as pages for people. Each page has the contents of the document at the same address.

/** Addresses below `/ogc`, which retain the form of this page. */
export type To = (path: string, query?: Record<string, unknown>) => string;

const layersCrumb = (to: To): Crumb => ['Capas', to('/collections')];
const homeCrumb = (to: To): Crumb => ['Inicio', to('')];
const layerCrumb = (to: To, { id, title }: Collection): Crumb => [title, to(`/collections/${id}`)];
const asJson = (to: To, path: string): PageParts['alternate'] => [
  'JSON',
  to(path, { f: 'json' }),
  JSON_TYPE,
];

export function landingPage(to: To, root: string): PageParts {
  return {
    title: TITLE,
    alternate: asJson(to, ''),
    body: html`<p>${DESCRIPTION}</p>
<ul>
<li><a href="${to('/collections')}">Capas</a></li>
<li><a href="${to('/conformance')}">Partes del estándar que se cumplen</a></li>
<li><a href="${root}/api" type="${OPENAPI_TYPE}">Definición de la interfaz (OpenAPI)</a></li>
<li><a href="${root.replace(/\/ogc$/, '')}/docs">Documentación</a></li>
</ul>
<h2>En un programa de mapas</h2>
<p>En QGIS, elija <strong>Capa › Añadir capa › Añadir capa WFS / OGC API - Features…</strong> y escriba esta dirección: <code>${root}</code></p>`,
  };
}

export function conformancePage(to: To): PageParts {
  return {
    title: 'Partes del estándar que se cumplen',
    crumbs: [homeCrumb(to)],
    alternate: asJson(to, '/conformance'),
    body: html`<ul>${CONFORMANCE.conformsTo.map((part) => html`<li><code>${part}</code></li>`)}</ul>`,
  };
}

export function collectionsPage(to: To): PageParts {
  return {
    title: 'Capas',
    crumbs: [homeCrumb(to)],
    alternate: asJson(to, '/collections'),
    body: COLLECTIONS.map(
      ({
        id,
        title,
        description,
      }) => html`<h2><a href="${to(`/collections/${id}`)}">${title}</a></h2>
<p>${description}</p>
<p><a href="${to(`/collections/${id}/items`)}">Elementos de «${title}»</a></p>
`,
    ),
  };
}

export function collectionPage(
  to: To,
  root: string,
  layer: Collection,
  extent: Box | undefined,
): PageParts {
  const { id, title, description, properties, idTitle } = layer;
  const own = `/collections/${id}`;
  const fields = Object.entries({
    id: { title: idTitle, description: 'Identificador del elemento.' },
    ...properties,
  });
  return {
    title,
    crumbs: [homeCrumb(to), layersCrumb(to)],
    alternate: asJson(to, own),
    body: html`<p>${description}</p>
<p><a href="${to(`${own}/items`)}">Ver sus elementos</a></p>
${
  extent
    ? html`${drawBox(extent, `Mapa de la zona que abarca la capa: ${spoken(extent)}.`)}
<p>Abarca ${spoken(extent)}.</p>`
    : html`<p>La capa está vacía.</p>`
}
<h2>Campos</h2>
${table(
  'Campos de cada elemento',
  [['Campo'], ['Nombre'], ['Descripción']],
  [
    ...fields.map(([name, { title, description }]) => [
      html`<th scope="row"><code>${name}</code></th>`,
      html`<td>${title}</td>`,
      html`<td>${description}</td>`,
    ]),
  ],
)}
<p>Para programas: <a href="${root}${own}/schema" type="${SCHEMA_TYPE}">los campos y la geometría como JSON Schema</a>.</p>
<h2>Sistemas de coordenadas</h2>
<ul>${CRSS.map(
      ({ uri, name }) =>
        html`<li><a href="${to(`${own}/items`, { crs: uri })}">${name}</a>: <code>${uri}</code></li>`,
    )}</ul>`,
  };
}

const spoken = ([west, south, east, north]: Box) =>
  `de ${shownDegrees(west)} a ${shownDegrees(east)} de longitud y de ${shownDegrees(south)} a ${shownDegrees(north)} de latitud`;
const shownDegrees = (value: number) => `${value.toFixed(4)}°`;

interface ItemsPage {
  layer: Collection;
  /** The page in the chosen system, and in the system of the drawing. */
  page: LayerPage;
  drawn: LayerPage;
  crs: Crs;
  /** Addresses of this page with other values of its parameters. */
  address: (changes: Record<string, string | undefined>) => string;
  /** The cursors of this page, and of the next one. */
  cursor: string | undefined;
  next: string | undefined;
  limit: number;
}

export function itemsPage(to: To, { layer, page, drawn, crs, ...paging }: ItemsPage): PageParts {
  const { address, cursor, next, limit } = paging;
  const features = featuresIn(page);
  const shown = `${grouped(page.returned)} de ${grouped(page.matched)} elementos`;
  const fields = Object.entries(layer.properties);
  const links = [
    cursor !== undefined &&
      html`<li><a href="${address({ cursor: undefined })}">Primera página</a></li>`,
    next !== undefined &&
      html`<li><a href="${address({ cursor: next })}" rel="next">Página siguiente</a></li>`,
    limit < MANY &&
      page.matched > limit &&
      html`<li><a href="${address({ cursor: undefined, limit: String(MANY) })}">Ver de ${MANY} en ${MANY}</a></li>`,
  ];
  const pages = links.some(Boolean) && html`<ul class="paginas">${links}</ul>`;
  const map = drawMap(
    featuresIn(drawn).flatMap(({ geometry }) => geometry ?? []),
    `Mapa de los elementos de esta página sobre los límites municipales; la tabla dice lo mismo.`,
  );
  return {
    title: `${layer.title}: elementos`,
    crumbs: [homeCrumb(to), layersCrumb(to), layerCrumb(to, layer)],
    alternate: ['GeoJSON', address({ f: 'json' }), GEOJSON_TYPE],
    body: html`<p>${page.returned === 0 ? 'Ningún elemento cumple lo que se pide.' : `Se muestran ${shown}.`} Coordenadas: ${crs.name}.</p>
${pages}${map}${
  features.length > 0 &&
  table(
    shown,
    [
      [layer.idTitle],
      ...fields.map(([, { title, type }]) => [title, isNumeric(type)] as Heading),
      ['Geometría'],
    ],
    features.map((feature) => [
      html`<th scope="row"><a href="${to(`/collections/${layer.id}/items/${feature.id}`, crs === CRS84 ? {} : { crs: crs.uri })}">${feature.id}</a></th>`,
      ...fields.map(([name, { type }]) => {
        const value = readable(name, feature.properties?.[name]);
        return html`<td${isNumeric(type) && html` class="numero"`}>${typeof value === 'string' ? shortened(value) : value}</td>`;
      }),
      html`<td>${describe(feature.geometry)}</td>`,
    ]),
  )
}${pages}`,
  };
}

/** Features of a page for browsing a layer. */
const MANY = 100;

/** A feature's page; `json` is its JSON in the chosen system, and `drawn` in degrees. */
export function itemPage(
  to: To,
  root: string,
  layer: Collection,
  { json, drawn, crs }: { json: string; drawn: string; crs: Crs },
): PageParts {
  const { id, geometry, properties } = JSON.parse(json) as Feature;
  const own = `/collections/${layer.id}`;
  const place = (JSON.parse(drawn) as Feature).geometry;
  return {
    title: String(properties?.nombre ?? id),
    crumbs: [
      homeCrumb(to),
      layersCrumb(to),
      layerCrumb(to, layer),
      ['Elementos', to(`${own}/items`)],
    ],
    alternate: [
      'GeoJSON',
      to(`${own}/items/${id}`, { ...(crs !== CRS84 && { crs: crs.uri }), f: 'json' }),
      GEOJSON_TYPE,
    ],
    body: html`${place && drawMap([place], 'Mapa del elemento sobre los límites municipales.')}
<dl>
<dt>${layer.idTitle}</dt><dd>${id}</dd>
${Object.entries(layer.properties).map(
  ([name, { title }]) => html`<dt>${title}</dt><dd>${readable(name, properties?.[name])}</dd>\n`,
)}<dt>Geometría</dt><dd>${describe(geometry)}</dd>
<dt>Coordenadas</dt><dd>${crs.name}</dd>
</dl>
${layer.tipo && html`<p><a href="${root.replace(/\/ogc$/, '')}/portal/obras/${properties?.obraId}">Ver la obra en el portal</a></p>`}`,
  };
}

/** The page of a refused request: the sentences of the API's answer, and the next step. */
export function errorPage({ statusCode, text }: HttpError, portal: string): PageParts {
  const sentences = typeof text === 'string' ? [text] : text.map(sentence);
  return {
    title: TITLES[statusCode] ?? STATUS_CODES[statusCode] ?? 'Error',
    body: html`${text !== UNAUTHORIZED && sentences.map((each) => html`<p>${each}</p>`)}${
      statusCode === 401 &&
      html`<p>Estas capas se ven con una cuenta del registro. Vuelva a cargar la página y escriba el correo y la contraseña de su cuenta cuando el navegador los pida.</p>`
    }
<p>Las obras se ven también en <a href="${portal}">el portal del registro</a>.</p>`,
  };
}

/** This sentence means nothing to people. */
const UNAUTHORIZED = unauthorized().text;

const TITLES: Record<number, string> = {
  400: 'No se entiende lo que se pide',
  401: 'Hace falta entrar',
  403: 'Sin permiso',
  404: 'No existe',
  429: 'Demasiados intentos',
  500: 'Error inesperado',
  503: 'No disponible por el momento',
};

// Parts -------------------------------------------------------------------------------------------

type Heading = [words: string, isNumeric?: boolean];

/** A table that scrolls by itself where it is wider than the page, with keys as well. */
const table = (caption: string, headings: Heading[], rows: Html[][]) =>
  html`<div class="tabla" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${headings.map(([words, isNumeric]) => html`<th scope="col"${isNumeric && html` class="numero"`}>${words}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells}</tr>\n`)}</tbody>
</table></div>
`;

const featuresIn = ({ json }: LayerPage) =>
  JSON.parse(`[${json ?? ''}]`) as Feature<Geometry | null>[];

const isNumeric = (type: string | readonly string[]) =>
  [type].flat().some((each) => each === 'integer' || each === 'number');

/** A property's value for people. */
function readable(name: string, value: unknown): string | Html {
  if (value === null || value === undefined || value === '') return '—';
  if (name === 'foto') return html`<a href="${String(value)}">Ver la foto</a>`;
  if (name === 'avanceFisico') return `${value} %`;
  return name === 'monto' ? money(Number(value)) : String(value);
}

/** Characters of a long text that a cell shows. */
const CELL_SHOWN = 120;
const shortened = (text: string) =>
  [...text].length > CELL_SHOWN ? `${[...text].slice(0, CELL_SHOWN).join('')}…` : text;

/** A geometry in words: a point by its coordinates, any other by its size. */
function describe(geometry: Geometry | null): string {
  if (!geometry) return 'Fuera de la zona de este sistema de coordenadas';
  if (geometry.type === 'GeometryCollection') return '—';
  if (geometry.type === 'Point') return geometry.coordinates.join(', ');
  const depth = { MultiPoint: 0, LineString: 0, MultiLineString: 1, Polygon: 1, MultiPolygon: 2 };
  const positions = (geometry.coordinates as unknown[]).flat(depth[geometry.type]).length;
  const words = NAMES_OF_GEOMETRIES[geometry.type];
  return `${words}, ${grouped(positions)} ${positions === 1 ? 'posición' : 'posiciones'}`;
}

const NAMES_OF_GEOMETRIES = {
  MultiPoint: 'Puntos',
  LineString: 'Línea',
  MultiLineString: 'Líneas',
  Polygon: 'Polígono',
  MultiPolygon: 'Polígonos',
};
