import { Boton } from '../piezas/boton.tsx';
import { Dialogo } from '../piezas/dialogo.tsx';
import { lazyPart } from '../piezas/parte.tsx';
import { currentSession, giveUpSession, tryAgain } from '../sesion.ts';
import { useSessionProblem } from '../usar.ts';

/** Fetches the fields to sign in: with them, the code of the first page would be larger by a fiftieth. */
export const bringAcceso = () => import('./acceso.tsx').then(({ Acceso }) => ({ default: Acceso }));
const Acceso = lazyPart(bringAcceso);

/**
 * The session ended in the middle of something, or the account was deactivated: the page stays as it is, and goes on once
 * the user has signed in, or the account is active again.
 */
export function VentanaSesion() {
  const why = useSessionProblem();
  if (why === 'desactivada') {
    return (
      <Dialogo
        titulo="Su cuenta fue desactivada"
        isOpen
        onClose={giveUpSession}
        isDismissable={false}
      >
        <p>
          Un administrador la desactivó: lo último que pidió no se hizo. Lo que había escrito en un
          formulario se conserva en este navegador.
        </p>
        <p>Si fue un error, pida que la activen de nuevo e inténtelo entonces.</p>
        <footer>
          <Boton onPress={giveUpSession}>Salir</Boton>
          <Boton tono="principal" onPress={tryAgain}>
            Intentar de nuevo
          </Boton>
        </footer>
      </Dialogo>
    );
  }
  return (
    <Dialogo
      titulo="Su sesión terminó"
      isOpen={why === 'terminada'}
      onClose={giveUpSession}
      isDismissable={false}
    >
      <p>Entre de nuevo para seguir donde estaba. Lo que había escrito se conserva.</p>
      <Acceso email={currentSession()?.user.email ?? ''} onDone={() => {}} />
    </Dialogo>
  );
}
