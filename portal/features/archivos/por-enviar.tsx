import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { counted } from '../../core/formato.ts';
import { announce } from '../../core/piezas/avisos.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { useReread } from '../../core/piezas/releer.ts';
import { useLostConnection } from '../../core/usar.ts';
import { openCola, useCola } from './cola.ts';
import { sentenceOf } from './estados.ts';

/** Goes on sending the photos that a user left, on whatever page they are, and says how it stands. */
export default function PorEnviar({ userId }: { userId: string }) {
  const { pendientes, enviadas } = useCola();
  const isLost = useLostConnection() !== null;
  const reread = useReread();
  const [path] = useLocation();
  useEffect(() => void openCola(userId), [userId]);
  const many = enviadas.length;
  const left = pendientes.filter(({ estado }) => estado === 'por enviar').length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once, when the last one has gone
  useEffect(() => {
    if (many === 0 || left > 0) return;
    announce(`El registro ya tiene ${counted(many, 'foto', 'fotos')} que usted envió.`);
    void reread();
  }, [many, left]);

  const [first] = pendientes;
  if (!first || /^\/obras\/\d+\/fotos$/.test(path)) return null;
  return (
    <div className={piezas.franja} role="status">
      {sentenceOf(pendientes, isLost)} <Link href={`/obras/${first.obraId}/fotos`}>Verlas</Link>
    </div>
  );
}
