import { Pagina } from '../piezas/pagina.tsx';

export default function Catalogo() {
  return <Pagina titulo="Catalogo">Por construir.</Pagina>;
}
