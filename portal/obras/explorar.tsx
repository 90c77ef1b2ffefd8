import { Pagina } from '../piezas/pagina.tsx';

export default function Explorar() {
  return <Pagina titulo="Explorar">Por construir.</Pagina>;
}
