import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { ajustes } from '../ajustes.ts';
import { Pagina } from '../piezas/pagina.tsx';
import piezas from '../piezas/piezas.module.css';
import { useSession } from '../usar.ts';
import { Acceso } from './acceso.tsx';
import { placeIn } from './volver.ts';

/** The login; afterwards it leads back to where one wanted to go. */
export default function Entrar() {
  const [, navigate] = useLocation();
  const target = placeIn(useSearch());
  // Another tab may have had one, and answered late.
  if (useSession()) return <Redirect to={target} replace />;
  return (
    <Pagina titulo="Entrar" ancho="texto">
      <Acceso onDone={() => navigate(target, { replace: true })} />
      <p className={piezas.ayuda}>
        ¿Olvidó su contraseña? Un administrador puede darle una nueva.
        {ajustes().lecturaPublica && (
          <>
            {' '}
            También puede <Link href="/obras">consultar las obras sin entrar</Link>.
          </>
        )}
      </p>
    </Pagina>
  );
}
