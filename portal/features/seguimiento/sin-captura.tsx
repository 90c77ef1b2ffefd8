import { ended } from '../../core/formato.ts';
import type { Obra } from '../../core/obras/obra.ts';
import { Vacio } from '../../core/piezas/estados.tsx';
import { SE_CONSERVA } from '../../core/records/borrador.ts';
import { ConMisDependencias } from './mis-dependencias.tsx';

/**
 * The notice to a user who does not write the follow-up of a work.
 *
 * @param hasBorrador whether the browser has something that they had begun before
 */
export const SinCaptura = ({ obra, hasBorrador }: { obra: Obra; hasBorrador: boolean }) => (
  <ConMisDependencias>
    {() => (
      <Vacio titulo="Su cuenta no captura los avances de esta obra.">
        <p>
          {ended(`Es de ${obra.dependencia.nombre}`)} Si le corresponde, pida a un administrador que
          se la asigne en Usuarios.
        </p>
        {hasBorrador && <p>{SE_CONSERVA}</p>}
      </Vacio>
    )}
  </ConMisDependencias>
);
