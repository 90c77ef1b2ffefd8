import { useQueries } from '@tanstack/react-query';
import { CATALOGOS } from '../catalogos/definiciones.ts';

const FIELDS: Record<string, string> = {
  dependencias: 'dependenciaId',
  ejercicios: 'ejercicioFiscalId',
  tipos: 'tipoProyectoId',
  municipios: 'municipioId',
  estatus: 'estatusObraId',
};

/** The catalogs' names by `field/id`, inactive records too; those not read yet, or gone, are missing. */
export function useNombres(): ReadonlyMap<string, string> {
  return useQueries({
    queries: Object.keys(FIELDS).map((ruta) => ({
      queryKey: ['catalogos', ruta, 'lista', null],
      queryFn: ({ signal }: { signal: AbortSignal }) => CATALOGOS[ruta]?.lista(signal, null) ?? [],
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data = [] }, index) =>
          data.map(({ id, nombre }) => [`${Object.values(FIELDS)[index]}/${id}`, nombre] as const),
        ),
      ),
  });
}
