import { Link } from 'wouter';
import { Pagina } from '../piezas/pagina.tsx';
import piezas from '../piezas/piezas.module.css';
import css from './catalogos.module.css';
import { CATALOGOS } from './definiciones.ts';

/** The catalogs: what obras refer to. */
export default function Indice() {
  return (
    <Pagina titulo="Catálogos">
      <ul className={css.indiceCatalogos}>
        {Object.entries(CATALOGOS).map(([ruta, { titulo, proposito }]) => (
          <li key={ruta} className={piezas.tarjeta}>
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
