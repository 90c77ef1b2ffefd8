import { Pagina } from '../piezas/pagina.tsx';

export default function Indice() {
  return <Pagina titulo="Indice">Por construir.</Pagina>;
}
