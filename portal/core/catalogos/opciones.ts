// The records of the catalogs, as they are chosen and named.

/** The active records of a catalog. */
export const activeOf = <One extends { activo: boolean }>(all: One[]): One[] =>
  all.filter(({ activo }) => activo);

/** The catalogs that works refer to, by the registry's names of the references. */
export const OF_WORKS = {
  municipioId: 'municipios',
  estatusObraId: 'estatus',
  ejercicioFiscalId: 'ejercicios',
  dependenciaId: 'dependencias',
  tipoProyectoId: 'tipos',
} as const;

export type Referencia = keyof typeof OF_WORKS;

/** A record of a catalog, to be chosen. */
export interface OpcionDeCatalogo {
  id: number;
  nombre: string;
  detalle?: string | undefined;
  /** Whether new works may refer to it; those that nobody deactivates say nothing. */
  activo?: boolean;
}

const FIELDS = Object.keys(OF_WORKS) as Referencia[];

/** The catalogs that the ledger names: those, and then the funds of a work's record. */
export const IN_LEDGER = { ...OF_WORKS, fondoId: 'fondos' } as const;

const NAMED = Object.keys(IN_LEDGER);

interface Lectura {
  data?: { id: number; nombre?: string; anio?: number; siglas?: string | null; activo?: boolean }[];
  error: Error | null;
  refetch: () => unknown;
}

/** The choices of each catalog, and how their reading stands. */
export function opcionesOf(results: Lectura[]) {
  const opciones = Object.fromEntries(
    results.map(({ data = [] }, at) => [
      FIELDS[at],
      data.map(({ nombre, anio, siglas, ...each }) => ({
        ...each,
        nombre: nombre ?? String(anio),
        detalle: siglas ?? undefined,
      })),
    ]),
  ) as Record<Referencia, OpcionDeCatalogo[]>;
  opciones.ejercicioFiscalId.sort((one, other) => other.nombre.localeCompare(one.nombre));
  opciones.dependenciaId = active(opciones.dependenciaId);
  return {
    opciones,
    isPending: results.some(({ data }) => !data),
    error: results.find(({ error }) => error)?.error,
    refetch: () => {
      for (const one of results) void one.refetch();
    },
  };
}

/** The names of all records by `field/id`: those of `OF_WORKS`, or of `IN_LEDGER`. */
export const namesOf = (results: Lectura[]): ReadonlyMap<string, string> =>
  new Map(
    results.flatMap(({ data = [] }, at) =>
      data.map(({ id, nombre, anio }) => [`${NAMED[at]}/${id}`, nombre ?? String(anio)]),
    ),
  );

/** The records that new works may refer to. */
export const active = (opciones: OpcionDeCatalogo[]): OpcionDeCatalogo[] =>
  opciones.filter(({ activo = true }) => activo);
