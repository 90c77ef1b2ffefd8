import type { Map as OlMap, View } from 'ol';
import { ScaleLine } from 'ol/control.js';
import { getCenter, getHeight, getWidth } from 'ol/extent.js';
import { type Geometry, Point } from 'ol/geom.js';
import { DragPan, MouseWheelZoom } from 'ol/interaction.js';
import { Vector as VectorLayer } from 'ol/layer.js';
import { Vector as VectorSource } from 'ol/source.js';
import { Fill, Stroke, Style, Text } from 'ol/style.js';
import { useEffect, useRef, useState } from 'react';
import { ajustes } from '../../core/ajustes.ts';
import { type Limites, useLimites } from '../../core/catalogos.ts';
import type { Obra as Whole } from '../../core/obras/obra.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { Falla } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Acercar } from './acercar.tsx';
import cssBase from './base.module.css';
import { addBase, createMap, extentOfAll, featureOf } from './base.ts';
import { lookOf, symbolOf } from './estilos.ts';
import css from './mapa-ficha.module.css';
import { stroke } from './pluma.ts';

/** What the map shows: a work, or several as one. */
type Obra = Pick<Whole, 'nombre' | 'ubicaciones' | 'estatusObraId'>;
interface Shown {
  obra: Obra;
  /** Without a list beside it the numbers say nothing. */
  sinNumeros?: boolean;
}

/** Pixels between the places and the map's edge. */
const EDGE_PIXELS = [44, 44, 44, 44];
/** The zoom of a single point: much nearer than the last tiles of the base map it would stand on bare ground. */
const nearest = () => Math.min(16, (ajustes().mapaBase?.acercamientos?.[1] ?? 16) + 2);
/** Pixels that a route or an area takes at least, as far as the map goes: on streets it is a line, not a mark. */
const DRAWN = 192;

/** The least resolution of the places of a work, in map units a pixel. */
function nearestTo(obra: Obra, view: View): number {
  const largest = Math.max(
    ...placesOf(obra).map((one) => sizeOf((one.getGeometry() as Geometry).getExtent())),
  );
  const ofPoint = view.getResolutionForZoom(nearest());
  return largest > 0 ? Math.min(ofPoint, largest / DRAWN) : ofPoint;
}

/** Pixels on letter paper with the margins that the sheet asks for. */
const PAPER = { width: 700, height: 320 };
/** Milliseconds of motion; none for people who asked for less. */
const GLIDE = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200;

/** The places of one work over the limits of the municipios, numbered as in the list beside it, which says all of it too. */
export default function MapaFicha({ obra, sinNumeros = false }: Shown) {
  const { data: limites, error, refetch } = useLimites();
  if (error) return <Falla error={error} onRetry={() => void refetch()} />;
  return limites ? (
    <Mapa obra={obra} sinNumeros={sinNumeros} limites={limites} />
  ) : (
    <div className={css.mapaFicha} />
  );
}

function Mapa({ obra, sinNumeros = false, limites }: Shown & { limites: Limites }) {
  const target = useRef<HTMLDivElement>(null);
  const map = useRef<OlMap | null>(null);
  // A drawing tells by itself. Without a map below, a mere point tells more with its municipio around it.
  const isDrawn = obra.ubicaciones.some(({ tipoGeometria }) => tipoGeometria !== 'PUNTO');
  const [isNear, setNear] = useState(isDrawn || ajustes().mapaBase !== null);

  const look = (near: boolean, duration = 0) => {
    const view = map.current?.getView();
    view?.fit(near ? extentOfPlaces(obra) : extentAround(obra, limites), {
      padding: EDGE_PIXELS,
      minResolution: nearestTo(obra, view),
      duration,
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another work is another map
  useEffect(() => {
    const made = draw(target.current as HTMLElement, obra, limites, sinNumeros);
    map.current = made;
    look(isNear);
    return () => made.setTarget(undefined);
  }, [obra, limites]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` is of this drawing
  useEffect(() => {
    const before = () => {
      sizeTo(map.current, PAPER);
      // Routes and areas are seen as they are: nobody comes nearer on paper.
      look(true);
      map.current?.renderSync();
    };
    const after = () => {
      sizeTo(map.current, null);
      look(isNear);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [isNear, obra, limites]);

  const zoom = (steps: number) => {
    const view = map.current?.getView();
    view?.animate({ zoom: (view.getZoom() ?? 9) + steps, duration: GLIDE });
  };
  return (
    <section className={css.mapaFicha} aria-label={`Mapa de las ubicaciones de ${obra.nombre}`}>
      <div
        className={`${cssBase.lienzo} ${css.lienzo}`}
        ref={target}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved with the keys
        tabIndex={0}
        aria-label="Mapa: flechas para moverlo, + y − para acercarlo y alejarlo"
      />
      <div className={`${cssBase.esquina} ${piezas.noSeImprime}`}>
        <Acercar onZoom={zoom} />
      </div>
      <Boton
        className={`${css.fichaAlcance} ${piezas.noSeImprime}`}
        onPress={() => {
          look(!isNear, GLIDE);
          setNear(!isNear);
        }}
      >
        {isNear ? 'Ver el municipio' : 'Ver de cerca'}
      </Boton>
    </section>
  );
}

/** Gives the map a size in pixels, or with null the one that the page gives it. On paper it can't grow with the page, so it is drawn for it. */
function sizeTo(map: OlMap | null, size: { width: number; height: number } | null): void {
  const frame = map?.getTargetElement()?.parentElement;
  if (!map || !frame) return;
  frame.style.width = size ? `${size.width}px` : '';
  frame.style.height = size ? `${size.height}px` : '';
  map.updateSize();
}

function draw(target: HTMLElement, obra: Obra, limites: Limites, sinNumeros: boolean): OlMap {
  const map = createMap(target, limites);
  void addBase(map);
  // The page scrolls over the map, with the wheel and with a finger, until the user has gone into it.
  for (const interaction of map.getInteractions().getArray().slice()) {
    if (interaction instanceof DragPan || interaction instanceof MouseWheelZoom) {
      map.removeInteraction(interaction);
    }
  }
  map.addInteraction(new DragPan({ onFocusOnly: true }));
  map.addInteraction(new MouseWheelZoom({ onFocusOnly: true }));
  map.addControl(new ScaleLine({ className: css.escala as string }));
  map.addLayer(layerOf(obra, sinNumeros));
  return map;
}

/** Pixels below which a route or a polygon is shown as a point, since nobody would see it. */
const SMALL = 24;

const sizeOf = (extent: number[]) => Math.max(getWidth(extent), getHeight(extent));

function layerOf(obra: Obra, sinNumeros: boolean): VectorLayer {
  const { ubicaciones, estatusObraId } = obra;
  const all = sizeOf(extentOfPlaces(obra));
  const { color } = lookOf(estatusObraId);
  const image = symbolOf(estatusObraId);
  const shape = [
    stroke('#fff', 7),
    new Style({
      stroke: new Stroke({ color, width: 4 }),
      fill: new Fill({ color: `${color}40` }),
    }),
  ];
  const features = placesOf(obra).map((feature, i) => {
    const geometry = feature.getGeometry() as Geometry;
    const middle = new Point(geometry.getClosestPoint(getCenter(geometry.getExtent())));
    const text = new Text({
      text: ubicaciones.length > 1 && !sinNumeros ? String(i + 1) : '',
      font: '600 14px system-ui, sans-serif',
      fill: new Fill({ color: '#111827' }),
      stroke: new Stroke({ color: '#fff', width: 4 }),
      textAlign: 'left',
      offsetX: 12,
    });
    // The number stands beside the points themselves, and once in the middle of a route or a polygon.
    const number = new Style({ geometry: middle, image, text });
    const isPoint = ubicaciones[i]?.tipoGeometria === 'PUNTO';
    const whole = isPoint ? [new Style({ image, text })] : [...shape, number];
    const mark = new Style({ geometry: middle, image });
    const size = sizeOf(geometry.getExtent());
    feature.setStyle((_, resolution) => {
      // From afar, all places are one mark: their numbers would lie upon each other.
      if (all / resolution < 2 * SMALL) return mark;
      return size / resolution < SMALL ? number : whole;
    });
    return feature;
  });
  return new VectorLayer({ source: new VectorSource({ features }) });
}

const placesOf = ({ ubicaciones }: Obra) =>
  ubicaciones.map(({ geometriaJson }) => featureOf(geometriaJson));
const extentOfPlaces = (obra: Obra): number[] => extentOfAll(placesOf(obra));

/** The places with the municipios that they are in. */
function extentAround(obra: Obra, limites: Limites): number[] {
  const ids = new Set(obra.ubicaciones.map(({ municipioId }) => municipioId));
  const around = limites.features.filter(({ id }) => ids.has(id));
  return extentOfAll([...placesOf(obra), ...around.map(({ geometry }) => featureOf(geometry))]);
}
