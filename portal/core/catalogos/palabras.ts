import { capital, grouped } from '../formato.ts';
import type { Opcion } from '../piezas/campos.tsx';
import type { Edicion, Registro } from './definiciones.ts';

// The words of a catalog's page.

/** A new locality begins in the municipio that is shown. */
export const within = (
  edicion: Edicion,
  municipioId: number | null,
  municipios: Opcion[] = [],
): Edicion => ({
  ...edicion,
  campos: edicion.campos.map((campo) =>
    campo.nombre === 'municipioId' ? { ...campo, opciones: municipios } : campo,
  ),
  inicial: 'municipioId' in edicion.inicial ? { ...edicion.inicial, municipioId } : edicion.inicial,
});

/** The name of a task with a record of a catalog. */
export const nameOf = (kind: string, edicion: Edicion | undefined): string =>
  (kind === 'clasificar' && edicion?.clasificacion?.accion) ||
  (kind === 'fusionar' ? 'Fusionar con otro' : capital(kind));

/** The things to do with a record, besides editing it. */
export const kindsOf = ({ activo }: Registro, edicion: Edicion | undefined) => [
  ...(edicion?.clasificacion ? ['clasificar' as const] : []),
  ...(edicion?.fusiona ? ['fusionar' as const] : []),
  activo ? ('desactivar' as const) : ('reactivar' as const),
  ...(edicion?.seElimina ? ['eliminar' as const] : []),
];

/** The tasks that ask first, in the words for their end. */
export const DONE = { desactivar: 'desactivó', reactivar: 'reactivó', eliminar: 'eliminó' };

/** The use of a record by so many works, and the words of the link to them. */
export function usage(many: number, word: string): { uso: string; enlace?: string } {
  if (many === 0) return { uso: `Ninguna obra ${word} usa.` };
  if (many === 1) return { uso: `${capital(word)} usa 1 obra.`, enlace: 'Ver esa obra' };
  return { uso: `${capital(word)} usan ${grouped(many)} obras.`, enlace: 'Ver esas obras' };
}

/** The consequence of a task for a record of so many works. */
export function consequence(kind: keyof typeof DONE, many: number, word: string) {
  switch (kind) {
    case 'desactivar':
      return `${many > 0 ? `Sus obras ${word} siguen mostrando. ` : ''}Ya no podrá elegirse en otras, hasta que alguien ${word} reactive.`;
    case 'reactivar':
      return 'Podrá elegirse otra vez.';
    default:
      return many > 0
        ? 'Mientras haya obras así, el registro no permite eliminar; en su lugar puede desactivar.'
        : 'No puede deshacerse. Queda constancia en la bitácora.';
  }
}
