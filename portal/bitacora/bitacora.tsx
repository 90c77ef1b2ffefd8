import { Pagina } from '../piezas/pagina.tsx';

export default function Bitacora() {
  return <Pagina titulo="Bitacora">Por construir.</Pagina>;
}
