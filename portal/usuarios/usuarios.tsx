import { Pagina } from '../piezas/pagina.tsx';

export default function Usuarios() {
  return <Pagina titulo="Usuarios">Por construir.</Pagina>;
}
