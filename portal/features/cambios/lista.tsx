import { EN_PALABRAS } from '../../core/obras/filtros/filtros-en-palabras.ts';
import type { EnLista, Lista } from '../../core/obras/lista/partes.ts';
import { PROPIOS } from '../../core/obras/propios.ts';
import { EnlaceBoton } from '../../core/piezas/boton.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { paraTodos } from './seguir.ts';

/** The way to what changes in the works of the list, and to its feed. */
const Seguir = ({ filtros, soloIcono }: Lista) => (
  <EnlaceBoton
    href={hrefOf('/cambios', paraTodos(filtros, EN_PALABRAS, PROPIOS))}
    icono="historial"
    soloIcono={soloIcono}
  >
    Seguir estos cambios
  </EnlaceBoton>
);

export const lista: EnLista = { Botones: Seguir };
