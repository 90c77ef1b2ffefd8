import { useQueryClient } from '@tanstack/react-query';
import type { Feature, Map as OlMap } from 'ol';
import { containsCoordinate, containsExtent, intersects } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import { Vector as VectorLayer } from 'ol/layer.js';
import { fromLonLat, transformExtent } from 'ol/proj.js';
import { Vector as VectorSource } from 'ol/source.js';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Limites, useEstatus, useLimites } from '../../core/catalogos.ts';
import { RegistryError, sentencesOf } from '../../core/errores.ts';
import { ESTATUS, LATE, LATE_COLOR } from '../../core/estatus.ts';
import { Estatus } from '../../core/estatus.tsx';
import { counted, grouped } from '../../core/formato.ts';
import { ESTADO } from '../../core/geometria/estado.ts';
import type { Icon } from '../../core/icons.tsx';
import { useObraElegida } from '../../core/obras/consultas.ts';
import { type Filtros, idsOf, NOTHING, seekingOf } from '../../core/obras/filtros/direccion.ts';
import type { PropsDeMapa, Rectangulo } from '../../core/obras/lista/mapa.ts';
import { senalar, useSenalada } from '../../core/obras/lista/senalada.ts';
import { useRem } from '../../core/piezas/ancho.ts';
import { announceError } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { Falla } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Acercar } from './acercar.tsx';
import cssBase from './base.module.css';
import {
  addBase,
  createMap,
  DEGREES,
  extentOf,
  extentOfAll,
  featureOf,
  geojson,
  MERCATOR,
} from './base.ts';
import { numbersOf, rectangleIn } from './escrito.ts';
import {
  chosenLimit,
  chosenStyle,
  circleStyle,
  geometryStyle,
  hereStyle,
  hereWithin,
  placeStyle,
  pointedStyle,
  pointOf,
} from './estilos.ts';
import { useHallado } from './hallado.ts';
import css from './mapa-obras.module.css';
import {
  type Elemento,
  join,
  type Lugar,
  type Marca,
  marksOf,
  radiusOf,
  type Tesela,
  tilesOf,
  totalOf,
  useExtension,
  useMosaicos,
} from './mosaicos.ts';

/** The works that pass the filters on a map: circles with how many there are, and single works by their status. */
export default function MapaObras(props: PropsDeMapa) {
  const { data, error, refetch } = useLimites();
  if (error) return <Falla error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={css.mapa} aria-busy="true" />;
  return <Mapa {...props} limites={data} />;
}

/** The nearest zoom of a click. There, circles within so many pixels of each other are one spot. */
const NEAREST = 19;
const SPOT = 24;
/** The nearest zoom by itself: the streets around are seen. */
const STREET = 16;
/** The margins around the works, in pixels: the map's buttons and half a circle. */
const AROUND = [72, 56, 72, 64];
/** The width of the list over the map, in rem, as mapa-obras.module.css has it. */
const PANEL = 26.25;
/** Milliseconds of the map's way to a place; none for people who want no motion. */
const TRAVEL = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;

function Mapa({
  filtros,
  lugar,
  encuadre,
  onMove,
  onView,
  onChoose,
  onSpot,
  onLocate,
  elegida,
  alcance,
  hallado,
  isBesideList,
  limites,
  children,
}: PropsDeMapa & { limites: Limites }) {
  const target = useRef<HTMLElement>(null);
  const [map, setMap] = useState<OlMap | null>(null);
  const [view, setView] = useState<Vista>();
  const [{ works, pointed, chosen, limit, aqui }] = useState(() => ({
    aqui: new VectorSource(),
    works: new VectorSource(),
    pointed: new VectorSource(),
    chosen: new VectorSource(),
    limit: new VectorSource(),
  }));
  const instructions = useId();
  // The map's own events call the functions that the page gave last.
  const seeking = seekingOf(filtros);
  // A user who moves the map before the filters' extent has come keeps it there.
  const onTake = () => {
    encuadre.current = seeking;
  };
  const calls = useRef({ onMove, onView, onChoose, onSpot, onTake });
  calls.current = { onMove, onView, onChoose, onSpot, onTake };
  /** The place in the address that the map has followed, or has written there itself. */
  const address = useRef(lugar);

  const covered = useRem() * (isBesideList ? PANEL : 0);
  const start = useRef({ lugar, filtros, covered });
  useLayoutEffect(() => {
    const element = target.current as HTMLElement;
    const made = createMap(element, limites);
    made.addLayer(new VectorLayer({ source: limit, style: chosenLimit }));
    made.addLayer(new VectorLayer({ source: aqui, style: hereStyle }));
    made.addLayer(new VectorLayer({ source: works, declutter: true, updateWhileAnimating: true }));
    made.addLayer(new VectorLayer({ source: chosen, style: chosenStyle }));
    made.addLayer(new VectorLayer({ source: pointed, style: pointedStyle }));
    made.getView().padding = [0, 0, 0, start.current.covered];
    go(made, start.current.lugar, start.current.filtros, limites);
    listen(made, works, calls, setView, (place) => {
      address.current = place;
    });
    setMap(made);
    return () => {
      made.setTarget(undefined);
      senalar(undefined);
    };
  }, [limites, works, pointed, chosen, limit, aqui]);

  useCovered(map, covered);

  const municipios = filtros.municipioId;
  useEffect(() => {
    limit.clear();
    limit.addFeatures(limitsOf(limites, municipios));
  }, [limit, limites, municipios]);

  // «Back» and addresses that are opened move the map to their place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: filters alone move it below
  useEffect(() => {
    if (!map || lugar === address.current) return;
    address.current = lugar;
    map.getView().cancelAnimations();
    go(map, lugar, filtros, limites);
    encuadre.current = lugar || seeking === NOTHING ? seeking : undefined;
  }, [map, lugar]);

  // Other filters move the map to their works. It stays where the filter is the part in sight, or finds none.
  const extension = useExtension(filtros, encuadre.current !== seeking && !filtros.bbox);
  useEffect(() => {
    if (!map || encuadre.current === seeking) return;
    const area = filtros.bbox ? null : seeking === NOTHING ? ESTADO : extension;
    if (area === undefined) return;
    encuadre.current = seeking;
    if (!area) return;
    const view = map.getView();
    view.cancelAnimations();
    const around = area === ESTADO ? {} : { padding: AROUND, maxZoom: STREET };
    view.fit(extentOf(area), { ...around, duration: TRAVEL });
  }, [map, encuadre, seeking, filtros.bbox, extension]);

  const { mosaicos, error } = useMosaicos(filtros, view?.tiles ?? []);
  const figures = useMemo(() => {
    const elements = mosaicos?.flatMap(({ features }) => features);
    return (
      elements && {
        marks: marksOf(elements),
        shapes: elements.filter(({ geometry }) => geometry.type !== 'Point'),
      }
    );
  }, [mosaicos]);
  // The last drawing stays until the next is whole, so that nothing flickers.
  const resolution = view?.resolution;
  const withBase = useRef<OlMap>(null);
  useEffect(() => {
    if (!map || !figures || !resolution) return;
    works.clear(true);
    const all = totalOf(figures.marks);
    works.addFeatures(featuresOf(join(figures.marks, resolution), all, figures.shapes));
    map.once('rendercomplete', () => {
      // The browser's own tools and the benchmark read the time of the drawing from here.
      performance.mark('mapa listo');
      if (withBase.current !== map) void addBase(map);
      withBase.current = map;
    });
  }, [figures, resolution, works, map]);

  useElegida(map, chosen, elegida, alcance);
  useDondeSenala(pointed);
  useHallado(map, hallado);

  // The number is announced once for each move, when all tiles are there.
  const inSight = useMemo(
    () =>
      view &&
      figures?.marks
        .filter(({ x, y }) => containsCoordinate(view.extent, [x, y]))
        .reduce((sum, { ubicaciones }) => sum + ubicaciones, figures.shapes.length),
    [figures, view],
  );

  return (
    <div className={isBesideList ? `${css.mapa} ${css.conPanel}` : css.mapa}>
      <section
        ref={target}
        className={`${cssBase.lienzo} ${css.lienzo}`}
        aria-label="Mapa de obras"
        aria-describedby={instructions}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the map while it has the focus
        tabIndex={0}
      />
      <p id={instructions} className={piezas.soloOido}>
        Con las flechas se mueve el mapa; con + y − se acerca y se aleja. Cada círculo dice cuántas
        ubicaciones de obras hay ahí. La lista de obras puede ser la de lo que se ve.
      </p>
      <Mandos map={map} aqui={aqui} onLocate={onLocate} />
      <Simbologia />
      <div className={inSight === 0 ? `${piezas.caja} ${css.nadaEnVista}` : piezas.soloOido}>
        <p role="status">
          {inSight === undefined
            ? ''
            : inSight === 0
              ? 'Ninguna obra en esta vista; aléjese o quite un filtro.'
              : `${counted(inSight, 'ubicación', 'ubicaciones')} en esta vista del mapa.`}
        </p>
        {inSight === 0 && !isWhole(view) && (
          <Boton onPress={() => showState(map)}>Ver todo el estado</Boton>
        )}
      </div>
      <FallaDelMapa error={error} />
      {children}
    </div>
  );
}

/** Keeps what is shown where it is when the list opens or closes over the map. */
function useCovered(map: OlMap | null, covered: number): void {
  useEffect(() => {
    if (!map) return;
    map.getView().padding = [0, 0, 0, covered];
    map.dispatchEvent('moveend');
  }, [map, covered]);
}

/** The time that the mouse rests on a row before its place is fetched, in milliseconds. */
const REST_ON_ROW = 150;

/** Shows the places of the work that the mouse points at in a list. The map stays where it is. */
function useDondeSenala(pointed: VectorSource): void {
  const now = useSenalada();
  const [steady, setSteady] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSteady(now), REST_ON_ROW);
    return () => clearTimeout(timer);
  }, [now]);
  const { data: obra } = useObraElegida(steady === undefined ? undefined : String(steady));
  const shown = now === steady ? obra : undefined;
  useEffect(() => {
    pointed.clear(true);
    const places = shown?.ubicaciones ?? [];
    pointed.addFeatures(places.map(({ geometriaJson }) => featureOf(geometriaJson)));
  }, [pointed, shown]);
}

/** Shows the chosen work, and brings it into sight where it is to be. */
function useElegida(
  map: OlMap | null,
  chosen: VectorSource,
  elegida: PropsDeMapa['elegida'],
  alcance: PropsDeMapa['alcance'],
): void {
  useEffect(() => {
    chosen.clear(true);
    if (!map || !elegida) return;
    const features = elegida.map(featureOf);
    chosen.addFeatures(features);
    const extent = chosen.getExtent();
    const inSight = map.getView().calculateExtent();
    if (features.length === 0 || !extent || !alcance) return;
    if (alcance === 'cerca' || !intersects(inSight, extent)) {
      // The card covers the right side of a wide map, and the lower half of a narrow one.
      const [width, height] = freeSize(map);
      const padding =
        innerWidth < 600 ? [90, 40, height * 0.55, 40] : [100, Math.min(400, width * 0.6), 60, 40];
      map.getView().fit(extent, { maxZoom: STREET, padding, duration: TRAVEL });
    }
  }, [map, elegida, alcance, chosen]);
}

/** A failure of the map's tiles. A failure of the filters themselves is told beside the list. */
function FallaDelMapa({ error }: { error: unknown }) {
  const queries = useQueryClient();
  if (!error || (error instanceof RegistryError && error.status === 400)) return null;
  return (
    <div className={`${piezas.enFila} ${css.fallaMapa}`}>
      <span>{sentencesOf(error).join(' ')}</span>
      <Boton
        onPress={() =>
          void queries.refetchQueries({
            queryKey: ['mapa'],
            type: 'active',
            predicate: ({ state }) => state.status === 'error',
          })
        }
      >
        Intentar de nuevo
      </Boton>
    </div>
  );
}

/** The width and height of the part of a map that no list covers, in pixels. */
function freeSize(map: OlMap): [number, number] {
  const [width = 300, height = 300] = map.getSize() ?? [];
  return [width - (map.getView().padding?.[3] ?? 0), height];
}

const AJUSTAR: Icon = ['M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'];
const AQUI: Icon = ['M12 2v5M12 17v5M2 12h5M17 12h5', [12, 12, 6]];

const showState = (map: OlMap | null) => map?.getView().fit(extentOf(ESTADO), { duration: TRAVEL });
/** Whether all of the state is in sight. */
const isWhole = (view: Vista | undefined) => view && containsExtent(view.extent, extentOf(ESTADO));

function Mandos({
  map,
  aqui,
  onLocate,
}: {
  map: OlMap | null;
  aqui: VectorSource;
  onLocate: PropsDeMapa['onLocate'];
}) {
  const [margen, setMargen] = useState<number>();
  const zoom = (by: number) => {
    const now = map?.getView();
    now?.animate({ zoom: (now.getZoom() ?? 0) + by, duration: TRAVEL });
  };
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) => {
        const [west, south, east, north] = ESTADO;
        if (longitude < west || longitude > east || latitude < south || latitude > north) {
          announceError('Su ubicación está fuera de Yucatán.');
          return;
        }
        aqui.clear(true);
        aqui.addFeatures(hereWithin([longitude, latitude], accuracy));
        onLocate([longitude, latitude]);
        setMargen(Math.ceil(accuracy));
        map?.getView().animate({
          center: fromLonLat([longitude, latitude]),
          zoom: 15,
          duration: TRAVEL,
        });
      },
      () =>
        announceError(
          'El navegador no pudo decir dónde está usted. Revise que tenga permiso para verlo.',
        ),
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  return (
    <div className={css.mandos}>
      <Acercar onZoom={zoom} />
      <Boton icono={AJUSTAR} soloIcono onPress={() => showState(map)}>
        Todo el estado
      </Boton>
      {'geolocation' in navigator && (
        <Boton icono={AQUI} soloIcono onPress={locate}>
          Mi ubicación
        </Boton>
      )}
      {/* On the map that it is of: in the window's corner it would cover the list. */}
      <p
        role="status"
        className={margen === undefined ? piezas.soloOido : `${piezas.caja} ${css.margen}`}
      >
        {margen !== undefined && `Su posición se conoce con un margen de ${grouped(margen)} m.`}
      </p>
    </div>
  );
}

/** The map's news for the page. */
type Calls = Pick<PropsDeMapa, 'onMove' | 'onView' | 'onChoose' | 'onSpot'> & {
  /** Called when the user takes hold of the map. */
  onTake: () => void;
};
interface Vista {
  tiles: Tesela[];
  extent: number[];
  resolution: number;
}

/** Reports the map's place and the user's gestures. */
function listen(
  made: OlMap,
  works: VectorSource,
  calls: { current: Calls },
  setView: (vista: Vista) => void,
  onPlace: (place: string) => void,
): void {
  const tell = () => {
    const now = made.getView();
    const extent = now.calculateExtent();
    setView({
      // The list lies over tiles, too.
      tiles: tilesOf(wholeExtent(made), now.getZoom() ?? 0),
      extent,
      resolution: now.getResolution() ?? 1,
    });
    calls.current.onView(inDegrees(extent));
    const picture = inDegrees(wholeExtent(made)).join();
    return { place: placeOf(made), picture, vista: inDegrees(extent) };
  };
  let { place, picture } = tell();
  made.on('moveend', () => {
    const next = tell();
    // The first place is no move, nor is a window of another size, nor a list that opens over the same picture.
    const isMove = next.place !== place && next.picture !== picture;
    ({ place, picture } = next);
    if (!isMove) return;
    onPlace(place);
    calls.current.onMove(place, next.vista);
  });
  const hitAt = (pixel: number[]) =>
    made.forEachFeatureAtPixel(pixel, (feature) => feature, {
      hitTolerance: 6,
      layerFilter: (layer) => layer.getSource() === works,
    });
  made.on('click', ({ pixel }) => {
    const hit = hitAt(pixel);
    if (!hit) return;
    const marca = hit.get('marca') as Marca | undefined;
    const one = workOf(hit);
    if (one) calls.current.onChoose(one.obraId);
    else if (marca) comeNearer(made, marca, calls.current.onSpot);
  });
  const element = made.getTargetElement() as HTMLElement;
  made.on('pointermove', ({ pixel, dragging, originalEvent }) => {
    if (dragging || (originalEvent as PointerEvent).pointerType === 'touch') return;
    const hit = hitAt(pixel);
    element.style.cursor = hit ? 'pointer' : '';
    senalar(hit && workOf(hit)?.obraId);
  });
  element.addEventListener('pointerleave', () => senalar(undefined));
  for (const hold of ['pointerdown', 'wheel', 'keydown']) {
    element.addEventListener(hold, () => calls.current.onTake(), { passive: true });
  }
}

/** The extent of all that is drawn, below the list too. */
function wholeExtent(map: OlMap): number[] {
  const view = map.getView();
  const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent();
  return [west - (view.padding?.[3] ?? 0) * (view.getResolution() ?? 1), south, east, north];
}

/** The one work that a feature stands for. */
const workOf = (hit: FeatureLike): Lugar | undefined =>
  (hit.get('marca') as Marca | undefined)?.lugar ?? hit.get('lugar');

function featuresOf(marks: Marca[], all: number, shapes: Elemento[]): Feature[] {
  return [
    ...shapes.map((element) => {
      const lugar = element.properties as Lugar;
      const feature = featureOf(element.geometry);
      feature.set('lugar', lugar, true);
      feature.setStyle(geometryStyle(feature, lugar));
      return feature;
    }),
    ...marks.map((marca) => {
      const feature = pointOf(marca);
      feature.set('marca', marca, true);
      feature.setStyle(
        marca.lugar
          ? placeStyle(marca.lugar)
          : circleStyle(marca, radiusOf(marca.ubicaciones, all)),
      );
      return feature;
    }),
  ];
}

/** Comes nearer to a circle until it comes apart; one that does not is told as a spot. */
function comeNearer(map: OlMap, { bbox, x, y }: Marca, onSpot: (spot: Rectangulo) => void): void {
  const view = map.getView();
  const extent = extentOf(bbox);
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  const widest = Math.max(east - west, north - south);
  if (widest / view.getResolutionForZoom(NEAREST) < SPOT) {
    onSpot(bbox);
    return;
  }
  const fitting = view.getZoomForResolution(
    view.getResolutionForExtent(
      extent,
      freeSize(map).map((side) => side * 0.8),
    ),
  );
  const now = view.getZoom() ?? 0;
  view.animate({
    center: [(west + east) / 2, (south + north) / 2],
    // Always some nearer, also where its places reach beyond what is in sight.
    zoom: Math.min(NEAREST, Math.max(now + 1, fitting ?? now)),
    ...(fitting !== undefined && fitting < now + 1 && { center: [x, y] }),
    duration: TRAVEL,
  });
}

/** Goes to a place of the address; without one to what the filters seek, or to the whole state. */
function go(
  map: OlMap,
  lugar: string | undefined,
  { bbox, municipioId }: Filtros,
  limites: Limites,
): void {
  const view = map.getView();
  const [lon, lat, zoom] = numbersOf(lugar, 3) ?? [];
  if (lon !== undefined && lat !== undefined && zoom !== undefined) {
    view.setCenter(fromLonLat([lon, lat]));
    view.setZoom(zoom);
    return;
  }
  const rectangle = rectangleIn(lugar) ?? rectangleIn(bbox);
  const limits = limitsOf(limites, municipioId);
  const extent =
    !rectangle && limits.length > 0 ? extentOfAll(limits) : extentOf(rectangle ?? ESTADO);
  view.fit(extent, { padding: rectangle ? [0, 0, 0, 0] : [16, 16, 16, 16] });
}

/** The limits of some municipios, drawn over the others. */
function limitsOf(limites: Limites, municipioId: string | undefined): Feature[] {
  if (!municipioId) return [];
  const ids = new Set(idsOf({ municipioId }, 'municipioId'));
  return geojson.readFeatures({
    type: 'FeatureCollection',
    features: limites.features.filter(({ id }) => ids.has(String(id))),
  });
}

function inDegrees(extent: number[]): Rectangulo {
  const [west, south, east, north] = transformExtent(extent, MERCATOR, DEGREES).map((degree) =>
    Number(degree.toFixed(5)),
  ) as Rectangulo;
  // The registry takes a rectangle on earth alone.
  return [Math.max(-180, west), Math.max(-90, south), Math.min(180, east), Math.min(90, north)];
}

function placeOf(map: OlMap): string {
  const view = map.getView();
  const center = view.getCenter() ?? [0, 0];
  const [lon, lat] = inDegrees([...center, ...center]);
  return `${lon},${lat},${Number((view.getZoom() ?? 0).toFixed(2))}`;
}

/** The meaning of the shapes and colours. */
function Simbologia() {
  const { data = [] } = useEstatus();
  return (
    <details className={`${piezas.caja} ${css.simbologia}`}>
      <summary>Simbología</summary>
      <ul>
        {data
          .filter(({ id }) => ESTATUS[id])
          .map((estatus) => (
            <li key={estatus.id}>
              <Estatus {...estatus} />
            </li>
          ))}
        <li>
          <span className={piezas.estatus}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={LATE} fill={LATE_COLOR} fillRule="evenodd" />
            </svg>
            Atrasada
          </span>
        </li>
        <li>
          <Disco /> Varias ubicaciones, y en rojo la parte atrasada: al elegirlo, el mapa se acerca
        </li>
      </ul>
    </details>
  );
}

/** A disc as on the map, a quarter of it late. */
const Disco = () => (
  <svg className={css.circulo} viewBox="0 0 30 30" aria-hidden="true">
    <circle cx="15" cy="15" r="12.5" className={css.centro} />
    <circle
      cx="15"
      cy="15"
      r="12.5"
      pathLength="4"
      stroke={LATE_COLOR}
      strokeDasharray="1 4"
      transform="rotate(-90 15 15)"
    />
    <text x="15" y="19">
      12
    </text>
  </svg>
);
