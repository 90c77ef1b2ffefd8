import { Link } from 'wouter';
import { useMisDependencias } from '../derechos.ts';
import { ended } from '../formato.ts';
import { useNombresDeDependencias } from '../nombres-de-dependencias.ts';
import { Vacio } from '../piezas/estados.tsx';
import { SinRol } from './partes.ts';

/** For users who may not administer: the rights of their account, and the page with it. */
export default function NoAdministra() {
  const own = useMisDependencias() ?? [];
  const nombres = useNombresDeDependencias(own);
  const ask = 'Si le corresponde administrar, pida a un administrador que cambie su rol.';
  if (own.length === 0) {
    return (
      <Vacio titulo="Su cuenta consulta; no registra ni administra.">
        <p>
          {ask} Mientras tanto puede ver <Link href="/obras">las obras</Link>.
        </p>
      </Vacio>
    );
  }
  return (
    <Vacio titulo={ended(`Usted captura avances de ${nombres}`)}>
      <SinRol />
      <p>{ask}</p>
    </Vacio>
  );
}
