import './barra.css';
import { percent } from './palabras.ts';

/** A percent as text, with a bar below it that shows the same. */
export const Barra = ({ valor }: { valor: number }) => (
  <span className="avance-barra">
    <strong>{percent(valor)}</strong>
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="todo" width="100" height="4" />
      <rect className="hecho" width={Math.min(100, valor)} height="4" />
    </svg>
  </span>
);
