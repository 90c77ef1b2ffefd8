import { CampoTexto } from '../piezas/campos.tsx';
import { Casilla } from '../piezas/casilla.tsx';
import { useSession } from '../sesion.ts';
import { type MAS, useFiltros } from './filtros.ts';

/** The filters that clerks look for (`MAS`). */
export default function MasFiltros() {
  const { filtros, changeFiltros } = useFiltros();
  const session = useSession();
  const only = (filtro: (typeof MAS)[number]) => ({
    isSelected: filtros[filtro] === 'true',
    onChange: (is: boolean) => changeFiltros({ [filtro]: is ? 'true' : '' }),
  });
  return (
    <div className="montos">
      <CampoTexto
        etiqueta="Registradas desde el día"
        type="date"
        value={filtros.registradaDesde ?? ''}
        onChange={(day) => changeFiltros({ registradaDesde: day }, { replace: true })}
      />
      {session?.user.roles === 'admin' && (
        <Casilla {...only('registradaPorMi')}>Sólo las que registré yo</Casilla>
      )}
      <Casilla {...only('sinUbicacion')}>Sólo las que no tienen ubicación</Casilla>
      <Casilla {...only('fueraDeMunicipio')}>Sólo las que están fuera de su municipio</Casilla>
    </div>
  );
}
