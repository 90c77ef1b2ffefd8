import { money, moneyInWords } from '../formato.ts';
import piezas from './piezas.module.css';

/** An amount: one of a million or more in words, with all of it beside them. */
export function Importe({ monto }: { monto: number }) {
  const words = moneyInWords(monto);
  const whole = money(monto);
  return (
    <span className={piezas.importe}>
      {words}
      {words !== whole && (
        <>
          {' '}
          <small>{whole}</small>
        </>
      )}
    </span>
  );
}

/** An amount in little room: in words, with all of it in its tip. */
export const ImporteBreve = ({ monto }: { monto: number }) => (
  <strong className={piezas.importe} title={money(monto)}>
    {moneyInWords(monto)}
  </strong>
);
