import piezas from '../../core/piezas/piezas.module.css';
import css from './barra.module.css';
import { agoInWords, percent, shortDay } from './palabras.ts';

const FORMAS = { linea: css.linea, columna: css.columna };

/**
 * A percent as text, with a bar below it that shows the same.
 *
 * @param al the day as of which it counts, said in short: for little room
 * @param forma in a line of a card, where the day is only heard, or in a column
 */
export const Barra = ({
  valor,
  al,
  forma,
}: {
  valor: number;
  al?: string;
  forma?: keyof typeof FORMAS;
}) => (
  <span className={forma ? `${css.avanceBarra} ${FORMAS[forma]}` : css.avanceBarra}>
    <strong>{percent(valor)}</strong>
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className={css.todo} width="100" height="4" />
      <rect className={css.hecho} width={Math.min(100, valor)} height="4" />
    </svg>
    {al && (
      <small className={forma === 'linea' ? piezas.soloOido : undefined}>
        al {shortDay(al)}
        <span className={piezas.soloOido}> ({agoInWords(al)})</span>
      </small>
    )}
  </span>
);
