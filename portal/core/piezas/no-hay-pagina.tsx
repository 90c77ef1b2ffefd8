import { Link } from 'wouter';
import { Pagina } from './pagina.tsx';

/** The page of an address that none has. */
export const NoHayPagina = () => (
  <Pagina titulo="No existe esta página" ancho="texto">
    <p>
      La dirección cambió o está mal escrita. Vaya a <Link href="/obras">las obras</Link>.
    </p>
  </Pagina>
);
