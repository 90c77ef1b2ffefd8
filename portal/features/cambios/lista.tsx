import type { EnLista, Lista } from '../../core/obras/lista/partes.ts';
import { EnlaceBoton } from '../../core/piezas/boton.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';

/** The way to what changes in the works of the list, and to its feed. The page says which filters these go without. */
const Seguir = ({ filtros, soloIcono }: Lista) => (
  <EnlaceBoton href={hrefOf('/cambios', filtros)} icono="historial" soloIcono={soloIcono}>
    Seguir estos cambios
  </EnlaceBoton>
);

export const lista: EnLista = { Botones: Seguir };
