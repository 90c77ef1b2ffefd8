import { useMisDependencias } from '../../core/derechos.ts';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useIsAdmin } from '../../core/usar.ts';
import { ConMisDependencias, SinDependencias } from '../seguimiento/mis-dependencias.tsx';
import { AVANCES } from './clase.ts';
import { DeClase } from './de-clase.tsx';
import Importar from './importar.tsx';

/** Brings in the sheet by which an agency reports: the same steps as works. */
export default function ImportarAvances() {
  const own = useMisDependencias() ?? [];
  // The steps ask for the imports under way, which the registry refuses to users without agencies.
  if (!useIsAdmin() && own.length === 0) {
    return (
      <Pagina titulo={AVANCES.titulo}>
        <ConMisDependencias>{() => <SinDependencias />}</ConMisDependencias>
      </Pagina>
    );
  }
  return (
    <DeClase value={AVANCES}>
      <Importar />
    </DeClase>
  );
}
