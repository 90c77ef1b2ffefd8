import { ended } from '../formato.ts';
import type { Obra } from '../obras/obra.ts';
import { Vacio } from '../piezas/estados.tsx';
import { SE_CONSERVA } from '../records/draft.ts';
import { ConMisDependencias } from './mis-dependencias.tsx';

/**
 * The notice to a user who does not write the follow-up of a work.
 *
 * @param isKept whether something is kept here that they had begun before
 */
export const SinCaptura = ({ obra, isKept }: { obra: Obra; isKept: boolean }) => (
  <ConMisDependencias>
    {() => (
      <Vacio titulo="Su cuenta no captura los avances de esta obra.">
        <p>
          {ended(`Es de ${obra.dependencia.nombre}`)} Si le corresponde, pida a un administrador que
          se la asigne en Usuarios.
        </p>
        {isKept && <p>{SE_CONSERVA}</p>}
      </Vacio>
    )}
  </ConMisDependencias>
);
