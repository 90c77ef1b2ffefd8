import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, read } from '../../core/api.ts';
import type { Filtros } from '../../core/obras/filtros/direccion.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { useIsAdmin } from '../../core/usar.ts';

/** The years that a list by thresholds does not look at: without this line its works would seem to be all there are. */
export function Nota({ filtros }: { filtros: Filtros }) {
  const isAdmin = useIsAdmin();
  const { data = [] } = useQuery({
    queryKey: ['umbrales', 'sin'],
    queryFn: ({ signal }) => read(api.GET('/umbrales', { signal })),
    enabled: Boolean(filtros.fraccionamiento ?? filtros.sobreUmbral),
  });
  const years = new Set(
    data.flatMap(({ filtro, sinUmbral }) => (filtros[filtro as keyof Filtros] ? sinUmbral : [])),
  );
  if (years.size === 0) return null;
  return (
    <p className={piezas.ayuda} role="status">
      Sin umbral registrado para {[...years].sort().join(', ')}:{' '}
      {years.size === 1
        ? 'este año no se revisa por esta regla, ni cuenta aquí.'
        : 'estos años no se revisan por esta regla, ni cuentan aquí.'}{' '}
      {isAdmin && <Link href="/umbrales">Registrarlo</Link>}
    </p>
  );
}
