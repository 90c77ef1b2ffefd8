import { Collection, Feature } from 'ol';
import { containsCoordinate } from 'ol/extent.js';
import { LineString, MultiPoint, type SimpleGeometry } from 'ol/geom.js';
import { DragPan, Interaction, Modify, MouseWheelZoom, PinchZoom, Snap } from 'ol/interaction.js';
import { Vector as VectorLayer } from 'ol/layer.js';
import { Vector as VectorSource } from 'ol/source.js';
import { Fill, Style } from 'ol/style.js';
import { boundsOf } from '../../../src/core/base/geo.ts';
import type { Limites } from '../../core/catalogos.ts';
import {
  insertVertex,
  isComplete,
  isEmpty,
  type Lugar,
  lastLine,
  type Posicion,
  type Trazo,
  vertexAt,
} from '../../core/geometria/trazo.ts';
import type { PropsDeDibujo } from '../../core/obras/formulario/mapa.ts';
import { addBase, createMap, extentOf, featureOf } from './base.ts';
import { fromMap, shapeOf, sideAt, toMap, trazoOfShape } from './figuras.ts';
import { dot, stroke } from './pluma.ts';

// The map that is drawn on. The drawing lives outside. The map shows it and reports gestures.

/** The distance in pixels within which a click takes a vertex, and the cross snaps to one. */
const SNAP_PIXELS = 12;
/** The zoom at which the map shows a drawing. */
export const CLOSE = 16;

const MARCA = '#0b5563';
const CHOSEN = '#ffb000';
const OTHERS = '#56616b';

/** A drawing, as a map shows it. */
export interface Dibujado extends Pick<PropsDeDibujo, 'tipo' | 'trazo' | 'elegido' | 'vecinas'> {
  isDrawing: boolean;
}

/** The drawing at this moment, and how a gesture changes it. */
export interface Ahora {
  current: Dibujado & {
    put: (position: Posicion, near: (of: Posicion) => boolean) => void;
    change: (trazo: Trazo) => void;
    onElegir: (lugar: Lugar | null) => void;
  };
}

export interface Lienzo {
  show: () => void;
  lookAt: (trazo: Trazo, bbox: number[]) => void;
  /** Whether the map shows all of these positions. */
  isInView: (positions: Posicion[]) => boolean;
  /** @param zoom how near the map goes, where it is farther away */
  moveTo: (position: Posicion, zoom?: number) => void;
  pan: (right: number, up: number) => void;
  zoom: (by: number) => void;
  putAtCross: () => void;
  remove: () => void;
}

const casing = (width: number) => stroke('#fff', width);
const inside = new Style({ fill: new Fill({ color: 'rgb(11 85 99 / 16%)' }) });

/** The layers of a drawing over the state, and their changing parts. */
function layersOf() {
  const own = new Feature<SimpleGeometry>();
  const vertices = new Feature<MultiPoint>();
  const chosen = new Feature<MultiPoint>();
  const rubber = new Feature<LineString>();
  const others = new VectorSource();
  own.setStyle([inside, casing(7), stroke(MARCA, 4)]);
  vertices.setStyle(dot(6, '#fff', MARCA));
  chosen.setStyle(dot(9, CHOSEN, '#000'));
  rubber.setStyle([casing(4), stroke(MARCA, 2, [6, 6])]);
  const layers = [
    new VectorLayer({
      source: others,
      style: [casing(5), stroke(OTHERS, 3), dot(6, OTHERS, '#fff')],
    }),
    new VectorLayer({
      source: new VectorSource({ features: [own, rubber, vertices, chosen] }),
      updateWhileInteracting: true,
      updateWhileAnimating: true,
    }),
  ];
  return { own, vertices, chosen, rubber, others, layers };
}

/** The side that a vertex at a coordinate would add to the drawing. */
function nextSide({ trazo, tipo, isDrawing }: Dibujado, to: number[]): LineString | undefined {
  const line = lastLine(trazo);
  const last = line.at(-1);
  if (!isDrawing || !last || tipo === 'PUNTO') return undefined;
  const back = tipo === 'POLIGONO' && line.length > 1 ? [toMap(line[0] as Posicion)] : [];
  return new LineString([toMap(last), to, ...back]);
}

/** All vertices of some geometries, and the nearest place on each. */
function placesNear(others: VectorSource, coordinate: number[]): number[][] {
  return others.getFeatures().flatMap((feature) => {
    const shape = feature.getGeometry() as SimpleGeometry;
    const flat = shape.getFlatCoordinates();
    const vertices: number[][] = [];
    for (let i = 0; i < flat.length; i += shape.getStride()) {
      vertices.push([flat[i] as number, flat[i + 1] as number]);
    }
    return [...vertices, shape.getClosestPoint(coordinate)];
  });
}

/** Makes the map in an element, on which `ahora` is drawn; `onCross` is told where its middle is. */
export function createLienzo(
  target: HTMLElement,
  limites: Limites,
  ahora: Ahora,
  onCross: (position: Posicion) => void,
): Lienzo {
  const map = createMap(target, limites);
  void addBase(map);
  const view = map.getView();
  const { own, vertices, chosen, rubber, others, layers } = layersOf();
  for (const layer of layers) map.addLayer(layer);

  /** The mouse's place, or null while the cross is used. */
  let pointer: number[] | null = null;
  const center = () => view.getCenter() ?? [0, 0];
  const isNear = (one: number[], other: number[]) =>
    Math.hypot((one[0] ?? 0) - (other[0] ?? 0), (one[1] ?? 0) - (other[1] ?? 0)) <
    SNAP_PIXELS * (view.getResolution() ?? 1);
  const put = (coordinate: number[]) =>
    ahora.current.put(fromMap(coordinate), (of) => isNear(toMap(of), coordinate));
  /** The vertex of another geometry that is under the cross, or else the nearest place on it. */
  const snapped = (coordinate: number[]) =>
    placesNear(others, coordinate).find((one) => isNear(one, coordinate)) ?? coordinate;

  const drawRubber = () => rubber.setGeometry(nextSide(ahora.current, pointer ?? center()));

  const point = (coordinate: number[] | null) => {
    pointer = coordinate;
    drawRubber();
  };
  const gestures = new Interaction({
    handleEvent({ type, coordinate, originalEvent }) {
      const isMouse = (originalEvent as PointerEvent).pointerType === 'mouse';
      if (type === 'click') {
        pointer = isMouse ? coordinate : null;
        // The map stays where it is under the pointer.
        target.focus({ preventScroll: true });
        put(coordinate);
      }
      if (type === 'pointermove' && isMouse) point(coordinate);
      return true;
    },
  });
  const modify = modifierOf(own, ahora);
  const snapTo = new VectorSource();
  map.getInteractions().clear();
  for (const interaction of [
    new DragPan(),
    new PinchZoom(),
    // Elsewhere on the page the wheel scrolls it.
    new MouseWheelZoom({ condition: () => document.activeElement === target }),
    gestures,
    modify,
    new Snap({ source: snapTo, pixelTolerance: SNAP_PIXELS }),
  ]) {
    map.addInteraction(interaction);
  }
  map.on('moveend', () => onCross(fromMap(center())));
  view.on('change:center', drawRubber);
  target.addEventListener('pointerleave', () => point(null));

  let shownOthers = '';
  return {
    show() {
      const { tipo, trazo, elegido, vecinas, isDrawing } = ahora.current;
      own.setGeometry(shapeOf(tipo, trazo));
      vertices.setGeometry(new MultiPoint(trazo.flat(2).map(toMap)));
      const at = elegido && vertexAt(trazo, elegido);
      chosen.setGeometry(new MultiPoint(at ? [toMap(at)] : []));
      modify.setActive(!isDrawing && isComplete(tipo, trazo));
      const text = JSON.stringify(vecinas);
      if (text !== shownOthers) {
        shownOthers = text;
        others.clear();
        others.addFeatures(vecinas.map(featureOf));
      }
      snapTo.clear();
      snapTo.addFeatures([own, ...others.getFeatures()].map((one) => one.clone()));
      drawRubber();
    },
    lookAt(trazo, bbox) {
      map.updateSize();
      const box = isEmpty(trazo) ? bbox : boundsOf(trazo.flat(2));
      view.fit(extentOf(box), { padding: [40, 40, 40, 40], maxZoom: CLOSE });
      onCross(fromMap(center()));
    },
    isInView(positions) {
      const extent = view.calculateExtent(map.getSize());
      return positions.every((position) => containsCoordinate(extent, toMap(position)));
    },
    moveTo(position, zoom = 0) {
      pointer = null;
      view.setCenter(toMap(position));
      if ((view.getZoom() ?? 0) < zoom) view.setZoom(zoom);
    },
    pan(right, up) {
      pointer = null;
      const resolution = view.getResolution() ?? 1;
      const [x = 0, y = 0] = center();
      view.setCenter([x + right * resolution, y + up * resolution]);
    },
    zoom: (by) => view.setZoom((view.getZoom() ?? 10) + by),
    putAtCross() {
      pointer = null;
      const coordinate = snapped(center());
      const { trazo, tipo, isDrawing, elegido } = ahora.current;
      const isOnVertex = trazo.flat(2).some((one) => isNear(toMap(one), coordinate));
      if (isDrawing || elegido || tipo === 'PUNTO' || isOnVertex) return put(coordinate);
      // A new vertex goes into the side that is nearest, and can then be moved.
      const lugar = sideAt(trazo, tipo, coordinate);
      if (!lugar) return;
      ahora.current.change(insertVertex(trazo, lugar, fromMap(coordinate)));
      ahora.current.onElegir(lugar);
    },
    remove() {
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

/** Lets vertices be dragged, and new ones be pulled out of a side. */
function modifierOf(own: Feature<SimpleGeometry>, ahora: Ahora): Modify {
  const modify = new Modify({
    features: new Collection([own]),
    pixelTolerance: SNAP_PIXELS,
    deleteCondition: () => false,
    // While a vertex is chosen, a click says where it goes.
    insertVertexCondition: () => ahora.current.elegido === null,
    style: dot(7, CHOSEN, '#000'),
  });
  modify.on('modifyend', () => {
    const { tipo, trazo } = ahora.current;
    const next = trazoOfShape(tipo, own.getGeometry() as SimpleGeometry, trazo);
    if (JSON.stringify(next) !== JSON.stringify(trazo)) ahora.current.change(next);
  });
  return modify;
}
