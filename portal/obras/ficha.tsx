import { Pagina } from '../piezas/pagina.tsx';

export default function Ficha() {
  return <Pagina titulo="Ficha">Por construir.</Pagina>;
}
