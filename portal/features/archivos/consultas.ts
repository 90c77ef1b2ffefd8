import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ajustes } from '../../core/ajustes.ts';
import { api, read } from '../../core/api.ts';
import { useMisDependencias } from '../../core/derechos.ts';
import { RegistryError } from '../../core/errores.ts';
import { useIsAdmin, useSession } from '../../core/usar.ts';
import type { Archivo } from './enviar.ts';

/**
 * The photos and documents of a work, the newest first.
 *
 * @param captura whether the caller writes them, and so reads those that are not public too
 */
export function useArchivos(obraId: number, captura: boolean) {
  const session = useSession();
  const isAdmin = useIsAdmin();
  const isKnown = useMisDependencias() !== undefined || isAdmin || !session;
  const queries = useQueryClient();
  const list = (query: { todos?: 'true' }, signal: AbortSignal) =>
    read(api.GET('/obras/{id}/archivos', { params: { path: { id: obraId }, query }, signal }));
  return useQuery({
    queryKey: ['archivos', obraId, captura],
    queryFn: ({ signal }) =>
      list(captura ? { todos: 'true' } : {}, signal).catch((error) => {
        // The right was taken away after it was read.
        if (!captura || !(error instanceof RegistryError) || error.status !== 403) throw error;
        void queries.invalidateQueries({ queryKey: ['capturista'] });
        return list({}, signal);
      }),
    enabled: isKnown,
  });
}

export const isFoto = ({ tipo }: Pick<Archivo, 'tipo'>): boolean => tipo === 'FOTO';

/** A size that a photo has in the registry: at most 400 pixels, or 2048. */
export type Tamano = 'mini' | 'vista';

/** The address of a file's bytes. */
export const contenidoOf = (obraId: number, archivoId: number, tamano?: Tamano): string =>
  `/obras/${obraId}/archivos/${archivoId}/contenido${tamano ? `?tamano=${tamano}` : ''}`;

/** Whether the browser may ask for a file by itself: it sends no session along. */
export const isOpen = ({ publico }: { publico: boolean }): boolean =>
  publico && ajustes().lecturaPublica;
