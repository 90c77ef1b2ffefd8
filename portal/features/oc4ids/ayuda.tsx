import type { EnAyuda } from '../../core/ayuda.ts';
import { Puerta } from '../../core/piezas/puerta.tsx';

export const ayuda: EnAyuda = {
  programas: (
    <li>
      <Puerta href="/oc4ids" />: proyectos en el estándar abierto OC4IDS.
    </li>
  ),
};
