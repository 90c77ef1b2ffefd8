import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../core/api.ts';
import { listaOf } from '../../core/catalogos.ts';
import { useEntonces } from '../../core/obras/entonces.ts';
import { toChoose } from './nombres.ts';

/** The funds whole, inactive ones too. */
export const fondos = listaOf('fondos');

/** The same to be chosen: in short, with their whole name below. */
export const readFondos = async ({ signal }: { signal: AbortSignal }) => {
  const all = await read(api.GET('/fondos', { params: { query: { ver_todo: 'true' } }, signal }));
  return toChoose(all);
};

/** A work's record, at the instant that the page shows. */
export function useExpediente(obraId: number) {
  const query = useEntonces()?.query;
  return useQuery({
    queryKey: ['expediente', obraId, ...(query ? [query] : [])],
    queryFn: ({ signal }) =>
      read(
        api.GET('/obras/{id}/expediente', {
          params: { path: { id: obraId }, query: query as never },
          signal,
        }),
      ),
  });
}

/** The public office of a dependencia. */
export const useContacto = (id: number) =>
  useQuery({
    queryKey: ['catalogos', 'contacto', id],
    queryFn: ({ signal }) =>
      read(api.GET('/dependencias/{id}/contacto', { params: { path: { id } }, signal })),
    staleTime: 5 * 60_000,
  });
