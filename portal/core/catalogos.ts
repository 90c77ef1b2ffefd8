import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import limitesFile from '../../dist/limites.json?url';
import { api, read, readFile, type Schema } from './api.ts';
import { activeOf, IN_LEDGER, namesOf, OF_WORKS, opcionesOf } from './catalogos/opciones.ts';

// The reference catalogs, read once and used by many pages. A change on a catalog's own page reads them anew.

/** The time for which a catalog is not read anew, in milliseconds. */
const CATALOG_FRESH = 5 * 60_000;

/** The catalogs whole, inactive records too: each is read once, under one key, whoever asks for it. */
const LISTAS = {
  municipios: (signal: AbortSignal) => read(api.GET('/municipios', { signal })),
  dependencias: (signal: AbortSignal) =>
    read(api.GET('/dependencias', { params: { query: { ver_todo: 'true' } }, signal })),
  ejercicios: (signal: AbortSignal) => read(api.GET('/ejercicio-fiscal', { signal })),
  tipos: (signal: AbortSignal) => read(api.GET('/catalogos/tipo-proyecto', { signal })),
  estatus: (signal: AbortSignal) => read(api.GET('/estatus-obra', { signal })),
  fondos: (signal: AbortSignal) =>
    read(api.GET('/fondos', { params: { query: { ver_todo: 'true' } }, signal })),
};
type Listas = { [Name in keyof typeof LISTAS]: Awaited<ReturnType<(typeof LISTAS)[Name]>> };

/** The question for a catalog, and the key that it is kept under. */
export const listaOf = <Name extends keyof Listas>(name: Name) =>
  queryOptions({
    queryKey: ['catalogos', name],
    queryFn: ({ signal }) => LISTAS[name](signal) as Promise<Listas[Name]>,
    staleTime: CATALOG_FRESH,
  });

/** The same for the localidades of a municipio, by name; none are asked for where it is not known. */
export const localidadesOf = (municipioId: number | null) =>
  queryOptions({
    queryKey: ['catalogos', 'localidades', municipioId],
    queryFn: ({ signal }) => {
      const query = { municipioId: [municipioId as number] };
      return read(api.GET('/localidad', { params: { query }, signal }));
    },
    enabled: municipioId !== null,
    staleTime: CATALOG_FRESH,
  });

/** The 106 municipios, by name. */
export const useMunicipios = () => useQuery(listaOf('municipios'));

/** The active dependencias. */
export const useDependencias = () =>
  useQuery({ ...listaOf('dependencias'), select: activeOf<Schema<'Dependencia'>> });

/** Every dependencia there is now, inactive ones too. */
export const useTodasLasDependencias = () => useQuery({ ...listaOf('dependencias'), staleTime: 0 });

/** The active localidades of a municipio, by name. */
export const useLocalidades = (municipioId: number | null) =>
  useQuery({ ...localidadesOf(municipioId), select: activeOf<Schema<'Localidad'>> });

/** The places of the localidades, the largest first; read once the user looks for a place. */
export const usePuntosDeLocalidades = (isSought: boolean) =>
  useQuery({
    queryKey: ['catalogos', 'puntos'],
    queryFn: ({ signal }) => read(api.GET('/localidad/puntos', { signal })),
    enabled: isSought,
    staleTime: CATALOG_FRESH,
  });

/** The seven statuses, in their order. */
export const useEstatus = () => useQuery(listaOf('estatus'));

/** The records of each catalog, none while it is on its way: years with the newest first, and inactive records too. */
export const useOpciones = () => useQueries({ queries, combine: opcionesOf });

/** The catalogs' names by `field/id`, inactive records too; those not read yet, or gone, are missing. */
export const useNombres = () => useQueries({ queries, combine: namesOf });

/** The same with the funds, which the ledger names too. */
export const useNombresEnBitacora = () => useQueries({ queries: inLedger, combine: namesOf });

const queries = Object.values(OF_WORKS).map((name) => listaOf(name));
const inLedger = Object.values(IN_LEDGER).map((name) => listaOf(name));

/** The municipios' limits. The help names their source. */
export type Limites = Omit<Schema<'Limites'>, 'fuente'>;

/**
 * The limits of the 106 municipios, as `GET /municipios/limites` answers them but for some 20 m: the map's base and the shapes
 * of the summary. They come with the portal's own files as TopoJSON, a third of the bytes, and a browser keeps them until
 * they change.
 */
export const useLimites = () =>
  useQuery({
    queryKey: ['catalogos', 'limites'],
    queryFn: readLimites,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

async function readLimites({ signal }: { signal: AbortSignal }): Promise<Limites> {
  const topology = await readFile<Topology>(limitesFile, signal);
  const limites = feature(
    topology,
    topology.objects.limites as GeometryCollection<{ clave: string }>,
  );
  // In the file a municipio is known by INEGI's key alone: 31 for the state and three digits.
  for (const limite of limites.features) limite.id = Number(limite.properties.clave.slice(2));
  return limites as Limites;
}
