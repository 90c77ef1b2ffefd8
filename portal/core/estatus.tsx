import { ESTATUS, PATHS } from './estatus.ts';
import piezas from './piezas/piezas.module.css';

/** A status as its word, with its shape in its colour before it. */
export function Estatus({ id, nombre }: { id: number; nombre: string }) {
  const { color, forma } = ESTATUS[id] ?? { color: '#5a6572', forma: 'punto' as const };
  return (
    <span className={piezas.estatus}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={PATHS[forma]} fill={color} fillRule="evenodd" />
      </svg>
      {nombre}
    </span>
  );
}
