import { useId } from 'react';
import { dayInWords } from '../../src/base/time.ts';
import piezas from '../piezas/piezas.module.css';
import type { Lineas, Punto } from './curva.ts';
import css from './seguimiento.module.css';

/** The lines, each told apart by its stroke and the shape of its points, not by its colour alone. */
const TRAZOS = { previsto: css.previsto, real: css.real, pagado: css.pagado };
const LINEAS = [
  ['previsto', 'Previsto'],
  ['real', 'Real'],
  ['pagado', 'Pagado'],
] as const;

/** Percents beyond it are not drawn: the table has them. */
const MOST = 200;

/**
 * Planned, real and paid over time. It is a picture alone: the table beside it says the same in words.
 *
 * @param hasta a day that the drawing reaches at least, such as today for a work under way
 */
export function Grafica({ lineas, hasta }: { lineas: Lineas; hasta: string | undefined }) {
  const id = useId();
  const all = [...lineas.previsto, ...lineas.real, ...lineas.pagado];
  const days = [...all.map(({ fecha }) => fecha), ...(hasta ? [hasta] : [])].sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (first === last) return null;
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const greatest = Math.max(...all.map(({ valor }) => valor));
  const top = greatest > 100 ? Math.min(MOST, Math.ceil(greatest / 20) * 20) : 100;
  const x = (fecha: string) => (((Date.parse(fecha) - from) / (to - from)) * 100).toFixed(2);
  const y = (valor: number) => (100 - (valor / top) * 100).toFixed(2);
  const at = ({ fecha, valor }: Punto) => `${x(fecha)} ${y(valor)}`;
  return (
    <figure className={css.grafica}>
      <div className={css.graficaY} aria-hidden="true">
        <span>{top} %</span>
        <span>{top / 2} %</span>
        <span>0 %</span>
      </div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-labelledby={id}>
        <title id={id}>
          {`Avance previsto, real y pagado, del ${dayInWords(first)} al ${dayInWords(last)}. La tabla dice lo mismo.`}
        </title>
        <path className={css.regla} d="M0 0H100M0 50H100M0 100H100" />
        {hasta && <path className={css.hoy} d={`M${x(hasta)} 0V100`} />}
        {LINEAS.map(([clase]) => (
          <g key={clase} className={TRAZOS[clase]}>
            <path
              className={css.linea}
              d={lineas[clase].map((p, i) => `${i ? 'L' : 'M'}${at(p)}`).join('')}
            />
            {clase !== 'previsto' && (
              <path className={css.puntos} d={lineas[clase].map((p) => `M${at(p)}h0`).join('')} />
            )}
          </g>
        ))}
      </svg>
      <div className={css.graficaX} aria-hidden="true">
        <span>{dayInWords(first)}</span>
        <span>{dayInWords(last)}</span>
      </div>
      <figcaption className={piezas.enFila}>
        {LINEAS.filter(([clase]) => lineas[clase].length > 0).map(([clase, nombre]) => (
          <span key={clase} className={css.leyenda}>
            <svg
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              aria-hidden="true"
              className={TRAZOS[clase]}
            >
              <path className={css.linea} d="M0 50H100" />
              {clase !== 'previsto' && <path className={css.puntos} d="M50 50h0" />}
            </svg>
            {nombre}
          </span>
        ))}
        {hasta && (
          <span className={css.leyenda}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className={css.hoy} d="M50 0V100" />
            </svg>
            Hoy
          </span>
        )}
      </figcaption>
    </figure>
  );
}
