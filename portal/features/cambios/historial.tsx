import { Link } from 'wouter';
import type { EnHistorial, Renglon } from '../../core/obras/historial/partes.ts';
import { quedoIn } from './instante.ts';

function Quedo({ renglon }: { renglon: Renglon }) {
  const href = quedoIn(renglon);
  return (
    href && (
      <p>
        <Link href={href}>Ver la obra como quedó</Link>
      </p>
    )
  );
}

export const historial: EnHistorial = { Pie: Quedo };
