import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Esqueleto, Falla, Vacio } from '../piezas/estados.tsx';
import { useIsAdmin } from '../sesion.ts';
import { useConsultaMisDependencias } from './derechos.ts';

/**
 * What depends on the agencies whose follow-up the caller writes: it waits for them, and where they can't be read it says that.
 * To show what is for none would be untrue, and to show all would ask for what the registry refuses.
 */
export function ConMisDependencias({ children }: { children: (own: number[]) => ReactNode }) {
  const { data, error, refetch } = useConsultaMisDependencias();
  if (data) return children(data.dependenciaIds);
  return error ? <Falla error={error} onRetry={() => void refetch()} /> : <Esqueleto />;
}

/** For who captures the reports of no agency. */
export const SinDependencias = () => (
  <Vacio titulo="Su cuenta no captura los avances de ninguna dependencia.">
    {useIsAdmin() ? (
      <p>
        Como administra, puede reportar en la ficha de cualquier obra. A quien captura se le asignan
        sus dependencias en <Link href="/usuarios">Usuarios</Link>.
      </p>
    ) : (
      <p>
        Si le corresponde, pida a un administrador que le asigne las suyas. Mientras tanto puede ver{' '}
        <Link href="/obras">las obras</Link>.
      </p>
    )}
  </Vacio>
);
