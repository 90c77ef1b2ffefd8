import type { App, Context } from '../http/context.ts';
import type { Almacen } from './almacen/almacen.ts';

/** Photos and documents of a work: `/obras/:id/archivos`. */
export function archivos(_app: App, _context: Context & { almacen: Almacen }): void {}
