import Collection from 'ol/Collection.js';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js';
import DragPan from 'ol/interaction/DragPan.js';
import Interaction from 'ol/interaction/Interaction.js';
import Modify from 'ol/interaction/Modify.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import Snap from 'ol/interaction/Snap.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { boundsOf, round } from '../../src/base/geo.ts';
import type { Limites } from '../catalogos.ts';
import { coordinates, measureOf } from '../obras/medidas.ts';
import { announceError } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { createMap, extentOf, geojson, LAND } from './base.ts';
import './dibujo.css';
import {
  addVertex,
  type Geometria,
  insertVertex,
  isComplete,
  isEmpty,
  isPlace,
  type Lugar,
  moveVertex,
  type Posicion,
  places,
  removeVertex,
  TIPOS,
  type Tipo,
  type Trazo,
  vertexAt,
} from './trazo.ts';

// Drawing on the map. The positions live outside, in the form: the map shows them, and every gesture makes new ones. So the
// table of vertices, pasted text and the map never say different things.
// Each gesture has three ways: the mouse, the cross in the middle of the map with a button (touch), and the keys.

/** How near a click has to be to a vertex, in pixels, and the cross to snap to one. */
const NEAR = 12;
/** What an arrow key moves the map by, in pixels; with Shift, for the last bit. */
const STEP = 40;
const SMALL_STEP = 4;
/** How near the map goes to what is drawn. */
const CLOSE = 16;

const MARCA = '#0b5563';
const CHOSEN = '#ffb000';
const OTHERS = '#56616b';

/** Browsers tell a position to pages alone that came by HTTPS, and to none without being asked. */
const canLocate = window.isSecureContext && 'geolocation' in navigator;

interface Props {
  /** Names the map for who hears the page. */
  nombre: string;
  tipo: Tipo;
  trazo: Trazo;
  onChange: (trazo: Trazo) => void;
  onUndo: () => void;
  canUndo: boolean;
  /** The vertex that is chosen, here or in the table. */
  elegido: Lugar | null;
  onElegir: (lugar: Lugar | null) => void;
  /** The work's other geometries: they are shown, and what is drawn snaps to them. */
  vecinas: Geometria[];
  limites: Limites;
  /** What the map shows where nothing is drawn: west, south, east, north, in degrees. */
  bbox: number[];
}

/** A map on which one geometry is drawn and corrected, with what to do next in words below it. */
export default function Dibujo(props: Props) {
  const {
    nombre,
    tipo,
    trazo,
    onChange,
    onUndo,
    canUndo,
    elegido,
    onElegir,
    vecinas,
    limites,
    bbox,
  } = props;
  const [isDrawing, setDrawing] = useState(() => !isComplete(tipo, trazo));
  const [cross, setCross] = useState<Posicion>([0, 0]);
  const target = useRef<HTMLDivElement>(null);
  const help = useId();
  const canvas = useRef<Canvas>(null);
  const before = useRef(trazo);
  const isDone = isComplete(tipo, trazo);

  const change = (next: Trazo) => {
    now.current.trazo = next;
    onChange(next);
  };
  const finish = () => {
    setDrawing(false);
    target.current?.focus({ preventScroll: true });
  };
  /** A click or the cross: puts a vertex there, moves the chosen one there, or chooses the one that is there. */
  const put = (position: Posicion, near: (of: Posicion) => boolean) => {
    const { trazo, elegido, isDrawing, tipo } = now.current;
    const line = trazo.at(-1)?.at(-1) ?? [];
    if (isDrawing) {
      const first = tipo === 'POLIGONO' && line.length > 2 ? line[0] : undefined;
      const last = line.length > 0 && tipo !== 'PUNTO' ? line.at(-1) : undefined;
      const ends = [first, last].some((end) => end !== undefined && near(end));
      if (ends && isComplete(tipo, trazo)) return finish();
      if (ends) return;
      change(addVertex(tipo, trazo, position));
      if (tipo === 'PUNTO') setDrawing(false);
      return;
    }
    const under = places(trazo).find((lugar) => near(vertexAt(trazo, lugar) as Posicion));
    if (elegido && isPlace(under ?? null, elegido)) return onElegir(null);
    if (elegido && !under) {
      change(moveVertex(trazo, elegido, position));
      return onElegir(null);
    }
    if (under) return onElegir(under);
    if (tipo === 'PUNTO') change(addVertex(tipo, trazo, position));
  };
  const now = useRef({ tipo, trazo, elegido, isDrawing, put, change, onElegir });
  now.current = { tipo, trazo, elegido, isDrawing, put, change, onElegir };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once; what changes is shown by the effects below
  useEffect(() => {
    const made = createCanvas(target.current as HTMLElement, limites, now, setCross);
    canvas.current = made;
    made.show(props, isDrawing);
    made.lookAt(trazo, bbox);
    return () => made.remove();
  }, [limites]);
  useEffect(() => canvas.current?.show({ tipo, trazo, elegido, vecinas }, isDrawing));
  // What the map shows follows the municipio for as long as nothing is drawn.
  const where = bbox.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another municipio moves the map
  useEffect(() => {
    if (isEmpty(now.current.trazo)) canvas.current?.lookAt([], bbox);
  }, [where]);
  // Nothing is left, or it came whole from the table or a text.
  const count = places(trazo).length;
  useEffect(() => {
    if (count === 0) setDrawing(true);
  }, [count]);
  const [drawnAs, setDrawnAs] = useState(tipo);
  if (drawnAs !== tipo) {
    setDrawnAs(tipo);
    setDrawing(!isComplete(tipo, trazo));
  }

  const atCross = () => canvas.current?.putAtCross();
  const remove = () => {
    const last = places(trazo).at(-1);
    const lugar = elegido ?? last;
    if (!lugar) return;
    onElegir(null);
    change(removeVertex(trazo, lugar));
    target.current?.focus({ preventScroll: true });
  };
  const next = () => {
    const all = places(trazo);
    const at = all.findIndex((lugar) => isPlace(lugar, elegido));
    const lugar = all[(at + 1) % all.length];
    if (!lugar) return;
    setDrawing(false);
    onElegir(lugar);
    canvas.current?.moveTo(vertexAt(trazo, lugar) as Posicion);
  };
  const cancel = () => {
    onElegir(null);
    change(before.current);
    setDrawing(!isComplete(tipo, before.current));
    target.current?.focus({ preventScroll: true });
  };
  const begin = () => {
    before.current = trazo;
    onElegir(null);
    setDrawing(true);
    target.current?.focus({ preventScroll: true });
  };

  /** Who stands at the work begins there; the vertex is still theirs to put. */
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => canvas.current?.moveTo([longitude, latitude], CLOSE),
      () =>
        announceError(
          'El equipo no dio su posición. Revise que el navegador tenga permiso para verla.',
        ),
      { enableHighAccuracy: true, timeout: 15_000 },
    );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== target.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? SMALL_STEP : STEP;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => canvas.current?.pan(-step, 0),
      ArrowRight: () => canvas.current?.pan(step, 0),
      ArrowUp: () => canvas.current?.pan(0, step),
      ArrowDown: () => canvas.current?.pan(0, -step),
      '+': () => canvas.current?.zoom(1),
      '-': () => canvas.current?.zoom(-1),
      Enter: atCross,
      ' ': atCross,
      Backspace: () => canUndo && onUndo(),
      Delete: remove,
      Escape: () => onElegir(null),
      n: next,
    };
    const act = acts[event.key];
    if (!act || (event.key === 'Escape' && !elegido)) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="dibujo">
      <div className="dibujo-mapa">
        <div
          ref={target}
          className="dibujo-lienzo"
          role="application"
          aria-roledescription="mapa para dibujar"
          aria-label={nombre}
          aria-describedby={help}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the map and put vertices
          tabIndex={0}
          onKeyDown={onKeyDown}
        />
        <svg className="dibujo-cruz" viewBox="0 0 40 40" aria-hidden="true">
          <path d="M20 2v14M20 24v14M2 20h14M24 20h14" className="fondo" />
          <path d="M20 2v14M20 24v14M2 20h14M24 20h14" />
        </svg>
        <div className="dibujo-vista">
          <Boton icono="agregar" soloIcono onPress={() => canvas.current?.zoom(1)}>
            Acercar
          </Boton>
          <Boton icono="menos" soloIcono onPress={() => canvas.current?.zoom(-1)}>
            Alejar
          </Boton>
          <Boton icono="mapa" soloIcono onPress={() => canvas.current?.lookAt(trazo, bbox)}>
            Ver todo
          </Boton>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be one of the form's groups */}
      <div className="en-fila dibujo-botones" role="group" aria-label="Dibujar">
        <Boton icono="punto" tono={isDrawing ? 'principal' : 'normal'} onPress={atCross}>
          {elegido && !isDrawing ? 'Mover aquí' : tipo === 'PUNTO' ? 'Punto aquí' : 'Vértice aquí'}
        </Boton>
        {tipo !== 'PUNTO' &&
          (isDrawing ? (
            <Boton icono="listo" onPress={finish} isDisabled={!isDone}>
              Terminar
            </Boton>
          ) : (
            <Boton icono="editar" onPress={begin}>
              Seguir dibujando
            </Boton>
          ))}
        <Boton
          icono="deshacer"
          onPress={() => {
            onElegir(null);
            onUndo();
            target.current?.focus({ preventScroll: true });
          }}
          isDisabled={!canUndo}
        >
          Deshacer
        </Boton>
        {!isDrawing && tipo !== 'PUNTO' && (
          <Boton icono="poligono" onPress={next}>
            Vértice siguiente
          </Boton>
        )}
        <Boton icono="eliminar" onPress={remove} isDisabled={count === 0}>
          {tipo === 'PUNTO' ? 'Borrar punto' : elegido ? 'Borrar vértice' : 'Borrar el último'}
        </Boton>
        {canLocate && (
          <Boton icono="buscar" onPress={locate}>
            Ir a mi posición
          </Boton>
        )}
        {isDrawing && count > 0 && (
          <Boton icono="cerrar" onPress={cancel}>
            Cancelar
          </Boton>
        )}
      </div>
      <p className="dibujo-estado" role="status">
        <strong>
          {TIPOS[tipo].nombre}: {measureOf(tipo, trazo)}.
        </strong>{' '}
        {hintOf(tipo, count, isDrawing, elegido)}
      </p>
      <p className="ayuda" aria-live="polite">
        La cruz está en <span className="cruz-en">{coordinates(cross)}</span>.
      </p>
      <p className="ayuda solo-ancho" id={help}>
        Con el teclado: flechas mueven el mapa bajo la cruz (con Mayús, poco), + y − acercan y
        alejan, Intro pone o mueve un vértice, N elige el siguiente, Supr lo borra, Retroceso
        deshace.
      </p>
    </div>
  );
}

/** What to do next, in a sentence. */
function hintOf(tipo: Tipo, count: number, isDrawing: boolean, elegido: Lugar | null): string {
  if (!isDrawing && elegido) {
    return tipo === 'PUNTO'
      ? 'Elegido: haga clic donde debe quedar, o ponga la cruz ahí y pulse «Mover aquí».'
      : `Vértice ${elegido[2] + 1} elegido: haga clic donde debe quedar, o ponga la cruz ahí y pulse «Mover aquí».`;
  }
  if (!isDrawing) {
    return tipo === 'PUNTO'
      ? 'Para moverlo, arrástrelo o haga clic en otro lugar.'
      : 'Para corregir, arrastre un vértice, o elíjalo con un clic; un clic en una línea agrega otro.';
  }
  if (tipo === 'PUNTO')
    return 'Haga clic donde está la obra, o ponga la cruz ahí y pulse «Punto aquí».';
  if (count === 0) {
    return tipo === 'RUTA'
      ? 'Haga clic donde empieza la ruta, o ponga la cruz ahí y pulse «Vértice aquí».'
      : 'Haga clic en una esquina, o ponga la cruz ahí y pulse «Vértice aquí».';
  }
  const least = TIPOS[tipo].least - count;
  if (least > 0) return `Siga con ${least === 1 ? 'otro vértice' : `otros ${least} vértices`}.`;
  return 'Siga, o pulse «Terminar» (con el ratón, doble clic en el último vértice).';
}

// The map itself -------------------------------------------------------------------------------------

interface Now {
  current: {
    tipo: Tipo;
    trazo: Trazo;
    elegido: Lugar | null;
    isDrawing: boolean;
    put: (position: Posicion, near: (of: Posicion) => boolean) => void;
    change: (trazo: Trazo) => void;
    onElegir: (lugar: Lugar | null) => void;
  };
}

interface Canvas {
  show: (drawn: Pick<Props, 'tipo' | 'trazo' | 'elegido' | 'vecinas'>, isDrawing: boolean) => void;
  lookAt: (trazo: Trazo, bbox: number[]) => void;
  /** @param zoom how near the map goes, where it is farther away */
  moveTo: (position: Posicion, zoom?: number) => void;
  pan: (right: number, up: number) => void;
  zoom: (by: number) => void;
  putAtCross: () => void;
  remove: () => void;
}

const fromMap = (coordinate: number[]): Posicion => toLonLat(coordinate).map(round);
const toMap = ([x = 0, y = 0]: Posicion): number[] => fromLonLat([x, y]);

/** What is drawn as the map's library has it: always of many parts, so that all kinds are changed alike. */
function shapeOf(tipo: Tipo, trazo: Trazo): SimpleGeometry {
  const lines = trazo.map((parts) => parts.map((line) => line.map(toMap)));
  if (tipo === 'PUNTO') return new MultiPoint(lines.flat(2));
  if (tipo === 'POLIGONO' && isComplete(tipo, trazo)) {
    return new MultiPolygon(
      lines.map((rings) => rings.map((ring) => [...ring, ring[0] as number[]])),
    );
  }
  return new MultiLineString(lines.flat().filter((line) => line.length > 1));
}

/** Back again. What was not touched keeps its position to the last digit, and its altitude. */
function trazoOfShape(tipo: Tipo, shape: SimpleGeometry, before: Trazo): Trazo {
  const coordinates = shape.getCoordinates() as never;
  const lines: number[][][][] =
    tipo === 'PUNTO'
      ? (coordinates as number[][]).map((point) => [[point]])
      : tipo === 'RUTA'
        ? (coordinates as number[][][]).map((line) => [line])
        : (coordinates as number[][][][]).map((rings) => rings.map((ring) => ring.slice(0, -1)));
  return lines.map((parts, p) =>
    parts.map((line, l) => {
      const old = before[p]?.[l] ?? [];
      return line.map((coordinate, i) => {
        const position = toLonLat(coordinate);
        const same = [old[i], old[i - 1], old[i + 1]].find(
          (one) =>
            one &&
            Math.abs((one[0] ?? 0) - (position[0] ?? 0)) < 1e-9 &&
            Math.abs((one[1] ?? 0) - (position[1] ?? 0)) < 1e-9,
        );
        return same ?? fromMap(coordinate);
      });
    }),
  );
}

const casing = (width: number) => new Style({ stroke: new Stroke({ color: '#fff', width }) });
const stroke = (color: string, width: number, lineDash?: number[]) =>
  new Style({ stroke: new Stroke({ color, width, ...(lineDash ? { lineDash } : {}) }) });
const dot = (radius: number, fill: string, line: string) =>
  new Style({
    image: new CircleStyle({
      radius,
      fill: new Fill({ color: fill }),
      stroke: new Stroke({ color: line, width: 2.5 }),
    }),
  });
const inside = new Style({ fill: new Fill({ color: 'rgb(11 85 99 / 16%)' }) });

/** A municipio's name in its middle; the page's land and sea have no other names. */
const NAME = new Style({
  text: new Text({
    font: '13px system-ui, sans-serif',
    fill: new Fill({ color: '#56616b' }),
    stroke: new Stroke({ color: LAND, width: 3 }),
    overflow: true,
  }),
});

function createCanvas(
  target: HTMLElement,
  limites: Limites,
  now: Now,
  onCross: (position: Posicion) => void,
): Canvas {
  const map: OlMap = createMap(target, limites);
  const view = map.getView();
  map.addLayer(
    new VectorLayer({
      source: new VectorSource({ features: geojson.readFeatures(limites) }),
      style: (municipio) => {
        NAME.getText()?.setText(municipio.get('nombre') as string);
        return NAME;
      },
      declutter: true,
    }),
  );
  const own = new Feature<SimpleGeometry>();
  const vertices = new Feature<MultiPoint>();
  const chosen = new Feature<MultiPoint>();
  const rubber = new Feature<LineString>();
  const others = new VectorSource();
  own.setStyle([inside, casing(7), stroke(MARCA, 4)]);
  vertices.setStyle(dot(6, '#fff', MARCA));
  chosen.setStyle(dot(9, CHOSEN, '#000'));
  rubber.setStyle([casing(4), stroke(MARCA, 2, [6, 6])]);
  map.addLayer(
    new VectorLayer({
      source: others,
      style: [casing(5), stroke(OTHERS, 3), dot(6, OTHERS, '#fff')],
    }),
  );
  map.addLayer(
    new VectorLayer({
      source: new VectorSource({ features: [own, rubber, vertices, chosen] }),
      updateWhileInteracting: true,
      updateWhileAnimating: true,
    }),
  );

  /** Where the mouse is, or null where the cross is used. */
  let pointer: number[] | null = null;
  const center = () => view.getCenter() ?? [0, 0];
  const isNear = (one: number[], other: number[]) =>
    Math.hypot((one[0] ?? 0) - (other[0] ?? 0), (one[1] ?? 0) - (other[1] ?? 0)) <
    NEAR * (view.getResolution() ?? 1);
  const put = (coordinate: number[]) =>
    now.current.put(fromMap(coordinate), (of) => isNear(toMap(of), coordinate));
  /** The vertex of another geometry that is under the cross, or else the nearest place on it. */
  const snapped = (coordinate: number[]): number[] => {
    const near: number[][] = [];
    for (const feature of others.getFeatures()) {
      const shape = feature.getGeometry() as SimpleGeometry;
      const flat = shape.getFlatCoordinates();
      for (let i = 0; i < flat.length; i += shape.getStride()) {
        near.push([flat[i] as number, flat[i + 1] as number]);
      }
      near.push(shape.getClosestPoint(coordinate));
    }
    return near.find((one) => isNear(one, coordinate)) ?? coordinate;
  };

  const drawRubber = () => {
    const { trazo, tipo, isDrawing } = now.current;
    const line = trazo.at(-1)?.at(-1) ?? [];
    const last = line.at(-1);
    const to = pointer ?? center();
    const back = tipo === 'POLIGONO' && line.length > 1 ? [toMap(line[0] as Posicion)] : [];
    rubber.setGeometry(
      isDrawing && last && tipo !== 'PUNTO'
        ? new LineString([toMap(last), to, ...back])
        : undefined,
    );
  };

  const gestures = new Interaction({
    handleEvent(event) {
      const { type, coordinate } = event;
      if (type === 'click') {
        const isMouse = (event.originalEvent as PointerEvent).pointerType === 'mouse';
        pointer = isMouse ? coordinate : null;
        // The map stays where it is under the pointer.
        target.focus({ preventScroll: true });
        put(coordinate);
      }
      if (type === 'pointermove' && (event.originalEvent as PointerEvent).pointerType === 'mouse') {
        pointer = coordinate;
        drawRubber();
      }
      return true;
    },
  });
  const modify = new Modify({
    features: new Collection([own]),
    pixelTolerance: NEAR,
    deleteCondition: () => false,
    // While a vertex is chosen, a click says where it goes.
    insertVertexCondition: () => now.current.elegido === null,
    style: dot(7, CHOSEN, '#000'),
  });
  modify.on('modifyend', () => {
    const { tipo, trazo } = now.current;
    const next = trazoOfShape(tipo, own.getGeometry() as SimpleGeometry, trazo);
    if (JSON.stringify(next) !== JSON.stringify(trazo)) now.current.change(next);
  });
  const snapTo = new VectorSource();
  map.getInteractions().clear();
  for (const interaction of [
    new DragPan(),
    new PinchZoom(),
    // Elsewhere on the page the wheel scrolls it.
    new MouseWheelZoom({ condition: () => document.activeElement === target }),
    gestures,
    modify,
    new Snap({ source: snapTo, pixelTolerance: NEAR }),
  ]) {
    map.addInteraction(interaction);
  }
  map.on('moveend', () => onCross(fromMap(center())));
  view.on('change:center', drawRubber);
  target.addEventListener('pointerleave', () => {
    pointer = null;
    drawRubber();
  });

  let shownOthers = '';
  return {
    show({ tipo, trazo, elegido, vecinas }, isDrawing) {
      const shape = shapeOf(tipo, trazo);
      own.setGeometry(shape);
      vertices.setGeometry(new MultiPoint(trazo.flat(2).map(toMap)));
      const at = elegido && vertexAt(trazo, elegido);
      chosen.setGeometry(new MultiPoint(at ? [toMap(at)] : []));
      modify.setActive(!isDrawing && isComplete(tipo, trazo));
      const text = JSON.stringify(vecinas);
      if (text !== shownOthers) {
        shownOthers = text;
        others.clear();
        others.addFeatures(
          vecinas.map(
            (one) =>
              geojson.readFeature({ type: 'Feature', geometry: one, properties: {} }) as Feature,
          ),
        );
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
      const { trazo, tipo, isDrawing, elegido } = now.current;
      const isOnVertex = trazo.flat(2).some((one) => isNear(toMap(one), coordinate));
      if (isDrawing || elegido || tipo === 'PUNTO' || isOnVertex) return put(coordinate);
      // A new vertex goes into the side that is nearest, and can then be moved.
      const lugar = sideAt(trazo, tipo, coordinate);
      if (!lugar) return;
      now.current.change(insertVertex(trazo, lugar, fromMap(coordinate)));
      now.current.onElegir(lugar);
    },
    remove() {
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

/** Where a vertex goes in: into the side that is nearest to it. */
function sideAt(trazo: Trazo, tipo: Tipo, coordinate: number[]): Lugar | undefined {
  let best: Lugar | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [p, lines] of trazo.entries()) {
    for (const [l, line] of lines.entries()) {
      const ends = tipo === 'POLIGONO' ? [...line.slice(1), line[0] as Posicion] : line.slice(1);
      for (const [i, end] of ends.entries()) {
        const side = new LineString([toMap(line[i] as Posicion), toMap(end)]);
        const [x = 0, y = 0] = side.getClosestPoint(coordinate);
        const away = Math.hypot(x - (coordinate[0] ?? 0), y - (coordinate[1] ?? 0));
        if (away < least) {
          least = away;
          best = [p, l, i + 1];
        }
      }
    }
  }
  return best;
}
