import { moment, time } from '../formato.ts';
import { Aviso } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import type { Borrador } from './borrador.ts';

/** An earlier draft that was not saved: to go on with, or to throw away. */
export function OfertaBorrador({
  borrador: { instante, valores },
  onContinue,
  onDiscard,
}: {
  borrador: Borrador;
  onContinue: () => void;
  onDiscard: () => void;
}) {
  const isToday = new Date(instante).toDateString() === new Date().toDateString();
  const when = isToday ? `de las ${time(new Date(instante))}` : `del ${moment(new Date(instante))}`;
  const what = valores.nombre.trim() || valores.claveUnica.trim();
  return (
    <Aviso>
      <p>
        Hay un borrador sin guardar{what && ': '}
        {what && <strong>{what}</strong>}
      </p>
      <div className="acciones">
        <Boton onPress={onContinue}>Continuar con lo que había escrito {when}</Boton>
        <Boton tono="discreto" onPress={onDiscard}>
          Descartar
        </Boton>
      </div>
    </Aviso>
  );
}
