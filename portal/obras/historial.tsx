import { Pagina } from '../piezas/pagina.tsx';

export default function Historial() {
  return <Pagina titulo="Historial">Por construir.</Pagina>;
}
