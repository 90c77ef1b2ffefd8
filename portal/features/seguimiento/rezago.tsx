import { counted } from '../../core/formato.ts';
import { Icono } from '../../core/icons.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { inWords, type Work, yearsBehind } from './atraso.ts';

/** Says so beside the status, in the little room of a list. */
export function Rezago({ obra }: { obra: Work }) {
  const years = yearsBehind(obra);
  if (years === undefined) return null;
  return (
    <small className={piezas.rezago} title={inWords(obra, years)}>
      <Icono nombre="aviso" />
      <span className={piezas.soloOido}>Su ejercicio fiscal es de </span>hace {years} años
    </small>
  );
}

/** Says so beside the status, in the little room of a list. */
export const Atraso = ({ dias }: { dias: number }) => (
  <small className={piezas.rezago}>
    <Icono nombre="aviso" />
    {counted(dias, 'día', 'días')} de atraso
  </small>
);

/** Says so in a sentence. */
export function FraseDeRezago({ obra }: { obra: Work }) {
  const years = yearsBehind(obra);
  if (years === undefined) return null;
  return (
    <small className={piezas.rezago}>
      <Icono nombre="aviso" />
      {inWords(obra, years)}
    </small>
  );
}
