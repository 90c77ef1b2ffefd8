import { Pagina } from '../piezas/pagina.tsx';

export default function Cuenta() {
  return <Pagina titulo="Cuenta">Por construir.</Pagina>;
}
