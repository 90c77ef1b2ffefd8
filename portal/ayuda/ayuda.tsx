import { Pagina } from '../piezas/pagina.tsx';

export default function Ayuda() {
  return <Pagina titulo="Ayuda">Por construir.</Pagina>;
}
