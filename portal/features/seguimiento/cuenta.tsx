import { Link } from 'wouter';
import type { EnCuenta } from '../../core/cuenta/partes.ts';
import { ended } from '../../core/formato.ts';
import { hasPage } from '../../core/rutas.tsx';

export const cuenta: EnCuenta = {
  Papel: ({ nombres }) => (
    <>
      Captura: ve las obras, guarda sus favoritas y reporta los avances de{' '}
      <Link href="/mis-obras">sus dependencias</Link>
      {ended(`: ${nombres}`)}
    </>
  ),
  SinRol: () => (
    <p>
      Los reporta en <Link href="/mis-obras">Mis obras</Link>
      {hasPage('/importar/avances') && (
        <>
          , una por una o con una <Link href="/importar/avances">hoja de cálculo</Link>
        </>
      )}
      .
    </p>
  ),
};
