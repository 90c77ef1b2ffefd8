import { useQuery } from '@tanstack/react-query';
import { api, read } from './api.ts';

// The reference catalogs, read once and used by many pages. What is changed on a catalog's own page is read anew.

/** How long a catalog is taken as it was read, in milliseconds. */
const FRESH = 5 * 60_000;

/** The keys under which the catalogs are kept; `invalidateQueries({ queryKey: ['catalogos'] })` reads all of them anew. */
export const catalogos = {
  municipios: ['catalogos', 'municipios'],
  dependencias: ['catalogos', 'dependencias'],
  ejercicios: ['catalogos', 'ejercicio-fiscal'],
  tipos: ['catalogos', 'tipo-proyecto'],
  estatus: ['catalogos', 'estatus-obra'],
  limites: ['catalogos', 'limites'],
} as const;

export const useMunicipios = () =>
  useQuery({
    queryKey: catalogos.municipios,
    queryFn: ({ signal }) => read(api.GET('/municipios', { signal })),
    staleTime: FRESH,
  });

export const useDependencias = () =>
  useQuery({
    queryKey: catalogos.dependencias,
    queryFn: ({ signal }) => read(api.GET('/dependencias', { signal })),
    staleTime: FRESH,
  });

export const useEjercicios = () =>
  useQuery({
    queryKey: catalogos.ejercicios,
    queryFn: ({ signal }) => read(api.GET('/ejercicio-fiscal', { signal })),
    staleTime: FRESH,
  });

export const useTipos = () =>
  useQuery({
    queryKey: catalogos.tipos,
    queryFn: ({ signal }) => read(api.GET('/catalogos/tipo-proyecto', { signal })),
    staleTime: FRESH,
  });

export const useEstatus = () =>
  useQuery({
    queryKey: catalogos.estatus,
    queryFn: ({ signal }) => read(api.GET('/estatus-obra', { signal })),
    staleTime: FRESH,
  });

/** The limits of the municipios, which are the map's base and the shapes of the summary; half a megabyte before compression. */
export const useLimites = () =>
  useQuery({
    queryKey: catalogos.limites,
    queryFn: ({ signal }) => read(api.GET('/municipios/limites', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
