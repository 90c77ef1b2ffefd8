import { dayOf } from '../../../src/core/base/time.ts';
import { moment, time } from '../formato.ts';
import { Aviso } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import piezas from '../piezas/piezas.module.css';

/** An earlier draft that was not saved: to go on with, or to throw away. */
export function OfertaBorrador({
  instante,
  nombre = '',
  onContinue,
  onDiscard,
}: {
  /** When it was last changed, in milliseconds since 1970. */
  instante: number;
  /** The name of the draft's record. */
  nombre?: string;
  onContinue: () => void;
  onDiscard: () => void;
}) {
  const changed = new Date(instante);
  const isToday = dayOf(changed) === dayOf(new Date());
  const when = isToday ? `de las ${time(changed)}` : `del ${moment(changed)}`;
  return (
    <Aviso>
      <p>
        Hay un borrador sin guardar{nombre && ': '}
        {nombre && <strong>{nombre}</strong>}
      </p>
      <div className={piezas.acciones}>
        <Boton onPress={onContinue}>Continuar con lo que había escrito {when}</Boton>
        <Boton tono="discreto" onPress={onDiscard}>
          Descartar
        </Boton>
      </div>
    </Aviso>
  );
}
