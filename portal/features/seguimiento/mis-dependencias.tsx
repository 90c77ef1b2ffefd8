import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsultaMisDependencias } from '../../core/derechos.ts';
import { Esqueleto, Falla, Vacio } from '../../core/piezas/estados.tsx';
import { useIsAdmin } from '../../core/usar.ts';

/**
 * Content that depends on the agencies whose follow-up the caller writes. It waits for them, or says that they can't be read.
 * To show the content for none would be untrue. To show that for all would ask for more than the registry allows.
 */
export function ConMisDependencias({ children }: { children: (own: number[]) => ReactNode }) {
  const { data, error, refetch } = useConsultaMisDependencias();
  if (data) return children(data.dependenciaIds);
  return error ? <Falla error={error} onRetry={() => void refetch()} /> : <Esqueleto />;
}

/** The notice for a user who captures the reports of no agency. */
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
