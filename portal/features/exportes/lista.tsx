import type { EnLista } from '../../core/obras/lista/partes.ts';
import { Descargar } from './descargar.tsx';

export const lista: EnLista = { Botones: Descargar };
