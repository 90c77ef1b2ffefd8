import { Pagina } from '../piezas/pagina.tsx';

export default function Importar() {
  return <Pagina titulo="Importar">Por construir.</Pagina>;
}
