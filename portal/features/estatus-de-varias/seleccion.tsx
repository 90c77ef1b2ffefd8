import type { EnSeleccion } from '../../core/obras/lista/acciones.ts';
import { CambiarEstatus } from './cambiar-estatus.tsx';

export const seleccion: EnSeleccion = CambiarEstatus;
