import { type KeyboardEvent, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Limites } from '../../core/catalogos.ts';
import { counted, grouped, money, moneyInWords } from '../../core/formato.ts';
import piezas from '../../core/piezas/piezas.module.css';
import css from './resumen.module.css';
import type { Grupo, Medida, Resumen } from './tabla-grupos.tsx';

/** From few to many; each differs enough from the next to be told apart on paper too. */
const COLORS = ['#d8ebe6', '#a3cfca', '#63a9ac', '#2d7f8a', '#0b4a57'];
/** Width of the drawing; its height follows from the state's. */
const WIDTH = 600;
const MARGIN = 4;

interface Props {
  resumen: Resumen;
  medida: Medida;
  limites: Limites;
  hrefFor: (grupo: Grupo) => string | undefined;
}

interface Shape {
  id: number;
  nombre: string;
  path: string;
  /** The municipio's place in the drawing, for moving to the next one. */
  x: number;
  y: number;
}

/**
 * The municipios in classes of the measure. One at a time is described in words below, under the mouse, by the arrows
 * or where a finger pointed. Enter, a click or the words themselves lead to its works. The table beside it says all of it.
 */
export function MapaMunicipios({ resumen, medida, limites, hrefFor }: Props) {
  const { shapes, height } = useMemo(() => draw(limites), [limites]);
  const [chosen, setChosen] = useState<number>();
  const [, navigate] = useLocation();
  const groups = new Map(resumen.grupos.map((grupo) => [grupo.id, grupo]));
  // A work without pesos leaves its municipio without a class of them.
  const without = shapes.filter(({ id }) => !groups.get(id)?.[medida]).length;
  const classes = classesOf(resumen.grupos.map((grupo) => grupo[medida] ?? 0));
  const colorOf = (id: number) => {
    const value = groups.get(id)?.[medida] ?? 0;
    return classes.find(({ from, to }) => value > 0 && value >= from && value < to)?.color;
  };
  const descriptionOf = (id: number, nombre: string) => {
    const group = groups.get(id);
    return group
      ? `${nombre}: ${counted(group.obras, 'obra', 'obras')}, ${moneyInWords(group.monto)}${medida === 'montoPorHabitante' ? `; ${money(group.montoPorHabitante ?? 0)} por habitante` : ''}`
      : `${nombre}: ninguna obra`;
  };
  const hrefAt = (id: number | undefined) => {
    const group = groups.get(id ?? 0);
    return group && hrefFor(group);
  };
  const open = (id: number | undefined) => {
    const href = hrefAt(id);
    if (href) navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shapes.find(({ id }) => id === (chosen ?? MERIDA)) ?? shapes[0];
    if (event.key === 'Enter') open(chosen);
    const direction = ARROWS[event.key];
    if (!direction || !at) return;
    event.preventDefault();
    setChosen((chosen === undefined ? at : nextTo(at, shapes, direction)).id);
  };
  const now = shapes.find(({ id }) => id === chosen);
  const href = hrefAt(chosen);
  return (
    <figure className={css.mapaMunicipios}>
      <div
        className={css.lamina}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the municipios are passed with the arrows
        tabIndex={0}
        aria-label="Mapa de los municipios: flechas para pasar de uno a otro, Intro para ver sus obras"
        onKeyDown={onKeyDown}
        // Only a user of the keyboard needs it: a press gives the focus too, and has already said which one is meant.
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setChosen((id) => id ?? MERIDA);
        }}
        // A finger leaves whenever it is lifted. The municipio that it pointed at is to be read then.
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') setChosen(undefined);
        }}
      >
        <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
          <defs>
            <pattern id="ninguna" width="6" height="6" patternUnits="userSpaceOnUse">
              <rect width="6" height="6" fill="#fff" />
              <path className={css.raya} d="M-1 7 7 -1" />
            </pattern>
          </defs>
          {shapes.map(({ id, path }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the drawing as a whole
            <path
              key={id}
              d={path}
              fill={colorOf(id) ?? 'url(#ninguna)'}
              onPointerEnter={() => setChosen(id)}
              // A finger first asks for the name. The sentence below leads on.
              onClick={({ nativeEvent }) =>
                (nativeEvent as PointerEvent).pointerType === 'mouse' && open(id)
              }
            />
          ))}
          {now && <path className={css.elegido} d={now.path} />}
        </svg>
      </div>
      <p className={`${css.lectura} ${piezas.noSeImprime}`} role="status">
        {!now && 'Señale un municipio para leer sus cifras.'}
        {now &&
          (href ? (
            <Link href={href}>{descriptionOf(now.id, now.nombre)}</Link>
          ) : (
            descriptionOf(now.id, now.nombre)
          ))}
      </p>
      <figcaption>
        <ul className={`${piezas.enFila} ${css.leyenda}`}>
          {classes.map((one) => (
            <li key={one.from}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <rect width="16" height="16" fill={one.color} />
              </svg>
              {rangeOf(one, medida)}{' '}
              <span className={piezas.ayuda}>
                ({counted(one.municipios, 'municipio', 'municipios')})
              </span>
            </li>
          ))}
          {without > 0 && (
            <li>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <rect width="16" height="16" fill="url(#ninguna)" />
              </svg>
              {medida === 'obras' ? 'Ninguna obra' : 'Ningún peso'}{' '}
              <span className={piezas.ayuda}>({counted(without, 'municipio', 'municipios')})</span>
            </li>
          )}
        </ul>
        <p className={piezas.ayuda}>
          Límites: INEGI, Marco Geoestadístico; simplificados por el registro.
        </p>
      </figcaption>
    </figure>
  );
}

/** The arrows begin at the capital. */
const MERIDA = 50;

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest in a direction, within an angle of 60 degrees to either side; itself where there is none. */
function nextTo(at: Shape, shapes: Shape[], [right, down]: [number, number]): Shape {
  let best = at;
  let least = Number.POSITIVE_INFINITY;
  for (const shape of shapes) {
    const [x, y] = [shape.x - at.x, shape.y - at.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead <= 0 || aside > ahead * Math.sqrt(3)) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [shape, distance];
  }
  return best;
}

/** From a value to below another; the first begins above nothing, and the last has no end. */
interface Class {
  from: number;
  to: number;
  color: string;
  municipios: number;
}

/**
 * At most five classes with round limits. Each has about as many different values: a few municipios have far more than the
 * rest, and classes of as many municipios each would hide that.
 */
function classesOf(values: number[]): Class[] {
  const present = values.filter((value) => value > 0);
  const distinct = [...new Set(present)].sort((one, other) => one - other);
  const [least = 0, most = 0] = [distinct[0], distinct.at(-1)];
  const parts = COLORS.length;
  const limits = COLORS.slice(1)
    .map((_, i) => roundest(distinct[Math.round(((i + 1) * distinct.length) / parts)] ?? 0))
    .filter((limit, i, all) => limit > least && limit <= most && all.indexOf(limit) === i);
  const classes = [0, ...limits].map((from, i) => {
    const to = limits[i] ?? Number.POSITIVE_INFINITY;
    return { from, to, municipios: present.filter((value) => value >= from && value < to).length };
  });
  // Fewer classes are as far apart in colour as they can be.
  const last = Math.max(1, classes.length - 1);
  return classes.map((one, i) => ({
    ...one,
    color: COLORS[Math.round((i * (parts - 1)) / last)] as string,
  }));
}

/** The round number that is nearest by proportion: 1, 2, 5, 10, 25, 50, 100, 250 … */
function roundest(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value));
  const rounds = [1, ten > 1 ? 2.5 : 2, 5, 10].map((round) => round * ten);
  const apart = (round: number) => Math.abs(Math.log(round / value));
  return rounds.reduce((best, round) => (apart(round) < apart(best) ? round : best));
}

function rangeOf({ from, to }: Class, medida: Medida): string {
  const works = medida === 'obras';
  const figure = (value: number) => (works ? counted(value, 'obra', 'obras') : moneyInWords(value));
  if (to === Number.POSITIVE_INFINITY) {
    return from === 0 ? 'Todos' : `${figure(from)} o más`;
  }
  if (from === 0) return `Menos de ${figure(to)}`;
  if (!works) return `De ${figure(from)} a menos de ${figure(to)}`;
  return to - from === 1 ? figure(from) : `De ${grouped(from)} a ${figure(to - 1)}`;
}

type Ring = [number, number][];

/** Draws the limits with equal scales in both directions at the state's middle, which at this size is as good as any projection. */
function draw({ features }: Limites): { shapes: Shape[]; height: number } {
  const all = features.map(({ id, properties, geometry }) => ({
    id,
    nombre: properties.nombre,
    rings: (geometry.type === 'Polygon'
      ? geometry.coordinates
      : geometry.coordinates.flat()) as Ring[],
  }));
  const positions = all.flatMap(({ rings }) => rings.flat());
  const [west, east] = rangeIn(positions.map(([lon]) => lon));
  const [south, north] = rangeIn(positions.map(([, lat]) => lat));
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * MARGIN) / ((east - west) * narrow);
  const x = (lon: number) => MARGIN + (lon - west) * narrow * scale;
  const y = (lat: number) => MARGIN + (north - lat) * scale;
  const shapes = all.map(({ id, nombre, rings }) => {
    const largest = rings.reduce((one, other) => (other.length > one.length ? other : one));
    const [left, right] = rangeIn(largest.map(([lon]) => x(lon)));
    const [top, bottom] = rangeIn(largest.map(([, lat]) => y(lat)));
    return {
      id,
      nombre,
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      path: rings
        .map(
          (ring) =>
            `M${ring.map(([lon, lat]) => `${x(lon).toFixed(1)} ${y(lat).toFixed(1)}`).join('L')}Z`,
        )
        .join(''),
    };
  });
  return { shapes, height: Math.ceil((north - south) * scale + 2 * MARGIN) };
}

const rangeIn = (values: number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
