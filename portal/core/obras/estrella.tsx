import { Icono } from '../icons.tsx';
import piezas from '../piezas/piezas.module.css';
import css from './lista/lista.module.css';

/** Makes a work one of the caller's favorites, or takes it out of them. */
export function Estrella({
  obra: { id, nombre },
  isFavorita,
  onToggle,
}: {
  obra: { id: number; nombre: string };
  isFavorita: boolean;
  onToggle: (obraId: number) => void;
}) {
  return (
    <button
      type="button"
      className={`${piezas.boton} ${piezas.discreto} ${piezas.soloIcono} ${css.estrella}`}
      aria-label={`Favorita: ${nombre}`}
      aria-pressed={isFavorita}
      onClick={() => onToggle(id)}
    >
      <Icono nombre="favorita" lleno={isFavorita} />
    </button>
  );
}
