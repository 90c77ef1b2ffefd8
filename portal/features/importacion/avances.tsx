import { useMisDependencias } from '../../core/derechos.ts';
import { Pagina } from '../../core/piezas/pagina.tsx';
import { useIsAdmin } from '../../core/usar.ts';
import { ConMisDependencias, SinDependencias } from '../seguimiento/mis-dependencias.tsx';
import { AVANCES, type Clase, EXPEDIENTES } from './clase.ts';
import { DeClase } from './de-clase.tsx';
import Importar from './importar.tsx';

/** Brings in the sheet by which an agency reports: the same steps as works. */
export default function ImportarAvances() {
  return <DeDependencias clase={AVANCES} />;
}

/** Brings in the sheet of whose money works are built with. */
export function ImportarExpedientes() {
  return <DeDependencias clase={EXPEDIENTES} />;
}

function DeDependencias({ clase }: { clase: Clase }) {
  const own = useMisDependencias() ?? [];
  // The steps ask for the imports under way, which the registry refuses to users without agencies.
  if (!useIsAdmin() && own.length === 0) {
    return (
      <Pagina titulo={clase.titulo}>
        <ConMisDependencias>{() => <SinDependencias />}</ConMisDependencias>
      </Pagina>
    );
  }
  return (
    <DeClase value={clase}>
      <Importar />
    </DeClase>
  );
}
