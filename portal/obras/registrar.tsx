import { Pagina } from '../piezas/pagina.tsx';

export default function Registrar() {
  return <Pagina titulo="Registrar">Por construir.</Pagina>;
}
