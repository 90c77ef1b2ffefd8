import type { EnAyuda } from '../../core/ayuda.ts';

export const ayuda: EnAyuda = {
  uso: (
    <li>
      <strong>Seguir estos cambios.</strong> Junto a la lista: lo que cambia en las obras que
      filtró, y la dirección con la que un lector de noticias avisa de ello.
    </li>
  ),
  programas: (
    <li>/cambios.atom y /cambios.json: lo que cambia en las obras, con los filtros de la lista.</li>
  ),
};
