import { Dialogo } from '../piezas/dialogo.tsx';
import { currentSession, giveUpSession, signOut, useAwaitsSession } from '../sesion.ts';
import { Acceso } from './acceso.tsx';

/** The session ended in the middle of something: the page stays as it is, and goes on once somebody has signed in. */
export function VentanaSesion() {
  const awaits = useAwaitsSession();
  const giveUp = () => {
    giveUpSession();
    signOut();
  };
  return (
    <Dialogo titulo="Su sesión terminó" isOpen={awaits} onClose={giveUp} isDismissable={false}>
      <p>Entre de nuevo para seguir donde estaba. Lo que había escrito se conserva.</p>
      <Acceso email={currentSession()?.user.email ?? ''} onDone={() => {}} />
    </Dialogo>
  );
}
