import './catalogos.css';
import { Link } from 'wouter';
import { Pagina } from '../piezas/pagina.tsx';
import { CATALOGOS } from './definiciones.ts';

/** The catalogs: what obras refer to. */
export default function Indice() {
  return (
    <Pagina titulo="Catálogos">
      <ul className="indice-catalogos">
        {Object.entries(CATALOGOS).map(([ruta, { titulo, proposito }]) => (
          <li key={ruta} className="tarjeta">
            <h2>
              <Link href={`/catalogos/${ruta}`}>{titulo}</Link>
            </h2>
            <p>{proposito}</p>
          </li>
        ))}
      </ul>
    </Pagina>
  );
}
