import { Importe } from '../../core/piezas/importe.tsx';

/** An amount in force, where it is known. */
export const Vigente = ({ monto }: { monto: number | null }) =>
  monto === null ? 'Falta su monto final' : <Importe monto={monto} />;
