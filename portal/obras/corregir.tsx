import { Pagina } from '../piezas/pagina.tsx';

export default function Corregir() {
  return <Pagina titulo="Corregir">Por construir.</Pagina>;
}
