import { Pagina } from '../piezas/pagina.tsx';
import { BarraFiltros } from './barra-filtros.tsx';
import { useFiltros } from './filtros.ts';

export default function Explorar() {
  const { filtros } = useFiltros();
  return (
    <Pagina titulo="Obras" ancho="mapa">
      <BarraFiltros />
      <code>{JSON.stringify(filtros)}</code>
    </Pagina>
  );
}
