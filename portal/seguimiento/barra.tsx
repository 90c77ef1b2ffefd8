import piezas from '../piezas/piezas.module.css';
import css from './barra.module.css';
import { agoInWords, percent, shortDay } from './palabras.ts';

/**
 * A percent as text, with a bar below it that shows the same.
 *
 * @param al the day as of which it counts, said in short: for little room
 */
export const Barra = ({ valor, al }: { valor: number; al?: string }) => (
  <span className={css.avanceBarra}>
    <strong>{percent(valor)}</strong>
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className={css.todo} width="100" height="4" />
      <rect className={css.hecho} width={Math.min(100, valor)} height="4" />
    </svg>
    {al && (
      <small>
        al {shortDay(al)}
        <span className={piezas.soloOido}> ({agoInWords(al)})</span>
      </small>
    )}
  </span>
);
