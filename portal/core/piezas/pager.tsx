import { grouped } from '../formato.ts';
import { EnlaceBoton } from './boton.tsx';
import piezas from './piezas.module.css';

/**
 * The way from page to page of a list. Its ways are links: a page can be opened in another tab and gone back to.
 *
 * @param page counted from 1, as in the address
 */
export function Pager({
  page,
  pages,
  hrefOf,
}: {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}) {
  if (pages < 2) return null;
  return (
    <nav className={`${piezas.enFila} ${piezas.pager}`} aria-label="Páginas de la lista">
      {page > 1 && (
        <EnlaceBoton href={hrefOf(page - 1)} icono="anterior" rel="prev">
          Anterior
        </EnlaceBoton>
      )}
      <span>
        Página {grouped(page)} de {grouped(pages)}
      </span>
      {page < pages && (
        <EnlaceBoton href={hrefOf(page + 1)} icono="siguiente" rel="next">
          Siguiente
        </EnlaceBoton>
      )}
    </nav>
  );
}
