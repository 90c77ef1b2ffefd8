import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { dayInWords } from '../../../src/core/base/time.ts';
import { useMinWidth } from '../../core/piezas/ancho.ts';
import piezas from '../../core/piezas/piezas.module.css';
import {
  apart,
  areasAbove,
  dayOfKey,
  type Lineas,
  MOST_PERCENT,
  type Punto,
  quarterOf,
  quartersAround,
  topOf,
  valuesAt,
} from './curva.ts';
import { percent } from './palabras.ts';
import css from './seguimiento.module.css';

/** The lines, each told apart by its stroke and the shape of its points, not by its colour alone. */
const LINEAS = [
  ['previsto', 'Previsto', css.previsto],
  ['real', 'Construido', css.real],
  ['pagado', 'Pagado', css.pagado],
] as const;

/**
 * Planned, built and paid over time, with the day that is pointed at told below it: by mouse, finger or arrow keys. The
 * table beside it says the same.
 *
 * @param titulo the finding
 * @param hasta a day that the drawing reaches at least, such as today for a work under way
 */
export function Grafica({
  titulo,
  lineas,
  hasta,
}: {
  titulo: string;
  lineas: Lineas;
  hasta: string | undefined;
}) {
  const id = useId();
  const isWide = useMinWidth(600);
  const [pointed, setPointed] = useState<number>();
  const all = [...lineas.previsto, ...lineas.real, ...lineas.pagado];
  if (all.length === 0) return null;
  const days = [...new Set([...all.map(({ fecha }) => fecha), ...(hasta ? [hasta] : [])])].sort();
  const quarters = quartersAround(days[0] as string, days.at(-1) as string);
  const [from, to] = [quarters[0], quarters.at(-1)].map((day) => Date.parse(day as string));
  const top = topOf(all.map(({ valor }) => valor));
  const x = (fecha: string) =>
    ((Date.parse(fecha) - (from ?? 0)) / ((to ?? 0) - (from ?? 0))) * 100;
  const y = (valor: number) => 100 - (Math.min(valor, 1.1 * MOST_PERCENT) / top) * 100;
  const at = ({ fecha, valor }: Punto) => `${x(fecha).toFixed(2)} ${y(valor).toFixed(2)}`;
  const path = (puntos: Punto[]) => puntos.map((p, i) => `${i ? 'L' : 'M'}${at(p)}`).join('');
  const dots = (puntos: Punto[]) => puntos.map((p) => `M${at(p)}h0`).join('');
  const last = days.indexOf((lineas.real.at(-1) ?? lineas.previsto.at(-1))?.fecha ?? '');
  const now = pointed ?? last;
  const day = days[now] as string;
  const valuesOf = (fecha: string) => {
    const valores = valuesAt(lineas, fecha);
    return LINEAS.flatMap(([clase, nombre]) => {
      const valor = valores[clase];
      return valor === undefined ? [] : [{ nombre, fecha, valor }];
    });
  };
  const told = `Al ${dayInWords(day)}: ${
    valuesOf(day)
      .map(({ nombre, valor }) => `${nombre.toLowerCase()} ${percent(valor)}`)
      .join(', ') || 'sin reporte'
  }`;
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const away = (fecha: string) => Math.abs(x(fecha) - (100 * (clientX - left)) / width);
    setPointed(
      days.reduce((best, one, i) => (away(one) < away(days[best] as string) ? i : best), 0),
    );
  };
  const step = (event: KeyboardEvent) => {
    const next = dayOfKey(event.key, now, days.length);
    if (next === undefined) return;
    event.preventDefault();
    setPointed(next);
  };
  // Years where quarters would be too many.
  const every = [1, 2, 4, 8, 20, 40].find((n) => quarters.length / n <= (isWide ? 7 : 4)) ?? 100;
  const marks = quarters.filter((day) => quarterOf(day) % every === 0 && x(day) < 96);
  return (
    <figure className={css.grafica}>
      <figcaption>
        <h3>{titulo}</h3>
      </figcaption>
      <div className={css.lamina}>
        <svg role="img" aria-labelledby={id}>
          <title id={id}>
            {`Avance previsto, construido y pagado, del ${dayInWords(days[0] as string)} al ${dayInWords(days.at(-1) as string)}. La tabla dice lo mismo.`}
          </title>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path className={css.regla} d={`M0 100H100M0 ${y(50)}H100`} />
            <path className={css.regla} d={marks.map((day) => `M${x(day)} 0V100`).join('')} />
            <path className={css.entero} d={`M0 ${y(100)}H100`} />
            {hasta && <path className={css.hoy} d={`M${x(hasta)} 0V100`} />}
            {areasAbove(lineas.pagado, lineas.real).map((corners) => (
              <path key={corners[0]?.fecha} className={css.adelantado} d={`${path(corners)}Z`} />
            ))}
            {LINEAS.map(([clase, , clases]) => (
              <g key={clase} className={clases}>
                <path className={css.linea} d={path(lineas[clase])} />
                {clase !== 'previsto' && <path className={css.puntos} d={dots(lineas[clase])} />}
              </g>
            ))}
            {pointed !== undefined && (
              <path className={css.senalado} d={`M${x(day)} 0V100${dots(valuesOf(day))}`} />
            )}
          </svg>
          {[0, 50, 100].map((valor) => (
            <text key={valor} className={css.graficaY} y={`${y(valor)}%`} dx="-0.5em" dy="0.3em">
              {valor} %
            </text>
          ))}
          {marks.map((day) => (
            <text key={day} x={`${x(day)}%`} y="100%" dy="1.4em">
              {every < 4 ? `T${(quarterOf(day) % 4) + 1} ${day.slice(0, 4)}` : day.slice(0, 4)}
            </text>
          ))}
          {hasta && (
            <text className={css.graficaHoy} x={`${x(hasta)}%`} dx="-0.3em" dy="1em">
              Hoy
            </text>
          )}
          {apart(
            LINEAS.flatMap(([clase, nombre, clases]) => {
              const end = lineas[clase].at(-1);
              return end ? [{ nombre, clases, end, place: Math.max(2, y(end.valor)) }] : [];
            }),
          ).map(({ nombre, clases, end, place }) => (
            <g key={nombre} className={clases}>
              <line
                className={css.guia}
                x1={`${x(end.fecha)}%`}
                y1={`${Math.max(0, y(end.valor))}%`}
                x2="100%"
                y2={`${place}%`}
              />
              <text x="100%" y={`${place}%`} dx="0.4em" dy="0.3em">
                {nombre}
              </text>
            </g>
          ))}
        </svg>
        <div
          className={`${css.regleta} ${piezas.noSeImprime}`}
          role="slider"
          tabIndex={0}
          aria-label="Día de la gráfica"
          aria-valuemin={0}
          aria-valuemax={days.length - 1}
          aria-valuenow={now}
          aria-valuetext={told}
          onKeyDown={step}
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(undefined)}
        />
      </div>
      <p className={piezas.ayuda}>{told}</p>
    </figure>
  );
}
