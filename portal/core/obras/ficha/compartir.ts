import type { Icon } from '../../icons.tsx';
import { copyAddress } from '../../piezas/copiar.ts';
import type { Accion } from '../../piezas/menu.tsx';

const COMPARTIR: Icon = [
  'm8.5 10.7 7-4.4M8.5 13.3l7 4.4',
  [6, 12, 2.5],
  [18, 5, 2.5],
  [18, 19, 2.5],
];

/**
 * Gives the work's address to another program where the browser has a way to, and copies it elsewhere.
 *
 * @param search the part of the address that says of when it is
 */
export function compartirOf(nombre: string, search: string): Accion {
  const address = location.origin + location.pathname + search;
  const copy = () => void copyAddress(address, 'Se copió el enlace de la obra.');
  if (!('share' in navigator)) {
    return { id: 'compartir', nombre: 'Copiar enlace', icono: 'enlace', onAction: copy };
  }
  const share = async () => {
    try {
      await navigator.share({ title: nombre, url: address });
    } catch (error) {
      // A user who thinks better of it closes the choice, which arrives as an error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      copy();
    }
  };
  return {
    id: 'compartir',
    nombre: 'Compartir',
    icono: COMPARTIR,
    onAction: () => void share(),
  };
}
