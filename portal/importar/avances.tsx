import { Pagina } from '../piezas/pagina.tsx';
import { useMisDependencias } from '../seguimiento/derechos.ts';
import { SinDependencias } from '../seguimiento/mis-obras.tsx';
import { useIsAdmin } from '../sesion.ts';
import { AVANCES, DeClase } from './clase.tsx';
import Importar from './importar.tsx';

/** Brings in the sheet by which an agency reports: the same steps as works. */
export default function ImportarAvances() {
  const own = useMisDependencias();
  if (!useIsAdmin() && own?.length === 0) {
    return (
      <Pagina titulo={AVANCES.titulo}>
        <SinDependencias />
      </Pagina>
    );
  }
  return (
    <DeClase value={AVANCES}>
      <Importar />
    </DeClase>
  );
}
