import { Pagina } from '../piezas/pagina.tsx';

export default function Resumen() {
  return <Pagina titulo="Resumen">Por construir.</Pagina>;
}
