import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ETIQUETAS } from '../../../src/core/bitacora/recursos.ts';
import { Obra } from '../../generado/etiquetas.ts';
import { listaOf, localidadesOf } from '../catalogos.ts';
import { ofFeatures } from '../feature.ts';
import { type Campo, camposOf, OPCIONAL, type Valores } from '../records/campo.ts';
import type { recursoAt } from '../records/resource.ts';
import type { Referencia } from './opciones.ts';
import { merge, recordsAt } from './registros.ts';

// Each catalog's own: its words, its columns, its fields, and its operations of the registry.

/** A record as its table shows it. */
export interface Registro {
  id: number;
  /** The record's name, wherever it is chosen. */
  nombre: string;
  /** Catalogs that nobody deactivates have none. */
  activo?: boolean;
  /** The cells of the further columns, in their order. */
  detalles: string[];
}

export interface Catalogo {
  titulo: string;
  /** The catalog's purpose, in a sentence. */
  proposito: string;
  /** «la dependencia», «el tipo de proyecto»: as it stands in sentences. */
  singular: string;
  plural: [uno: string, varios: string];
  /** Whether its words are feminine: «activas». */
  esFemenino: boolean;
  columnas: string[];
  /** The catalog's groups in the summary of obras, and their filter. A locality is no part of an obra. */
  uso?: {
    por: 'dependencia' | 'ejercicioFiscal' | 'tipoProyecto' | 'municipio' | 'estatus' | 'fondo';
    filtro: Referencia | 'fondoId';
  };
  /** @param municipioId the municipio, in a catalog that is shown by them */
  useLista: (municipioId: number | null) => UseQueryResult<Registro[]>;
  /** Whether the catalog is shown by municipio. */
  porMunicipio?: true;
  /** The administrators' operations; none in the catalogs that are INEGI's and the specification's. */
  edicion?: Edicion;
}

export interface Edicion {
  campos: Campo[];
  inicial: Valores;
  /** The field that a refusal because of a record of the same name (409) is about. */
  unico?: string;
  /** A record by its id; a new one has none. */
  recursoAt: (id?: number) => ReturnType<typeof recursoAt>;
  /** Deletes for good; without it, records are deactivated alone. */
  seElimina?: true;
  /**
   * Moves the obras of a record to another and deactivates it; answers how many they were.
   */
  fusiona?: (id: number, destinoId: number, etag: string) => Promise<number>;
  clasificacion?: DeCadaUno | undefined;
}

/** A feature's own fields of each record of a catalog. */
export interface DeCadaUno extends Pick<Edicion, 'campos' | 'recursoAt'> {
  /** The name of their task. */
  accion: string;
  /** The explanation of the task for a record, by its name. */
  ayuda(nombre: string): string;
}

/** A feature's own fields of each project type: `clasificacion.ts` in its folder has them as `clasificacion`. */
export interface Clasificacion extends DeCadaUno {
  /** What the catalog's purpose says of them, and the heading of their column. */
  proposito: string;
  columna: string;
  /** The column's words, by the type's id. */
  usePalabras(): Map<number, string>;
}

const [clasificacion] = ofFeatures(
  import.meta.glob<Clasificacion>('../../features/*/clasificacion.ts', {
    eager: true,
    import: 'clasificacion',
  }),
);

/** What a feature adds to the catalogs: `catalogos.ts` in its folder has it as `catalogos`. */
export interface EnCatalogos {
  /** Its own catalogs, by the end of their address. */
  propios: Record<string, Catalogo>;
  /** Its fields of each dependencia. */
  deDependencias?: DeCadaUno;
}

const DE_FEATURES = ofFeatures(
  import.meta.glob<EnCatalogos>('../../features/*/catalogos.ts', {
    eager: true,
    import: 'catalogos',
  }),
);

/** On its own page a catalog is read anew sooner than elsewhere. */
const SOONER = { staleTime: 30_000 };

const de = camposOf({ ...Obra, ...ETIQUETAS });

export const CATALOGOS: Record<string, Catalogo> = {
  dependencias: {
    titulo: 'Dependencias',
    proposito: 'Quién ejecuta cada obra.',
    singular: 'la dependencia',
    plural: ['dependencia', 'dependencias'],
    esFemenino: true,
    columnas: [ETIQUETAS.siglas],
    uso: { por: 'dependencia', filtro: 'dependenciaId' },
    useLista: () =>
      useQuery({
        ...listaOf('dependencias'),
        ...SOONER,
        select: (all) => all.map(({ siglas, ...rest }) => ({ ...rest, detalles: [siglas ?? ''] })),
      }),
    edicion: {
      campos: [
        de('nombre'),
        de('siglas', 'texto', { ...OPCIONAL, ayuda: 'Se guardan en mayúsculas.' }),
      ],
      inicial: { nombre: '', siglas: '' },
      unico: 'nombre',
      recursoAt: recordsAt('/dependencias/{id}'),
      fusiona: merge('/dependencias/{id}/fusion'),
      clasificacion: DE_FEATURES.find(({ deDependencias }) => deDependencias)?.deDependencias,
    },
  },
  ejercicios: {
    titulo: 'Ejercicios fiscales',
    proposito: 'El año con cuyo presupuesto se paga cada obra.',
    singular: 'el ejercicio fiscal',
    plural: ['ejercicio fiscal', 'ejercicios fiscales'],
    esFemenino: false,
    columnas: [],
    uso: { por: 'ejercicioFiscal', filtro: 'ejercicioFiscalId' },
    useLista: () =>
      useQuery({
        ...listaOf('ejercicios'),
        ...SOONER,
        select: (all) =>
          all
            .map(({ anio, ...rest }) => ({ ...rest, nombre: String(anio), detalles: [] }))
            .reverse(),
      }),
    edicion: {
      campos: [de('anio', 'entero', { ayuda: 'De 2000 a 2100.' })],
      inicial: { anio: '' },
      unico: 'anio',
      recursoAt: recordsAt('/ejercicio-fiscal/{id}'),
      seElimina: true,
    },
  },
  tipos: {
    titulo: 'Tipos de proyecto',
    proposito: `Qué clase de obra es cada una${clasificacion?.proposito ?? ''}.`,
    singular: 'el tipo de proyecto',
    plural: ['tipo de proyecto', 'tipos de proyecto'],
    esFemenino: false,
    columnas: clasificacion ? [clasificacion.columna] : [],
    uso: { por: 'tipoProyecto', filtro: 'tipoProyectoId' },
    useLista: () => {
      const words = clasificacion?.usePalabras();
      return useQuery({
        ...listaOf('tipos'),
        ...SOONER,
        select: (all) => all.map((tipo) => ({ ...tipo, detalles: [words?.get(tipo.id) ?? ''] })),
      });
    },
    edicion: {
      campos: [de('nombre')],
      inicial: { nombre: '' },
      unico: 'nombre',
      recursoAt: recordsAt('/catalogos/tipo-proyecto/{id}'),
      seElimina: true,
      fusiona: merge('/catalogos/tipo-proyecto/{id}/fusion'),
      clasificacion,
    },
  },
  localidades: {
    titulo: 'Localidades',
    proposito: 'Los pueblos, colonias y comisarías de cada municipio, según el INEGI.',
    singular: 'la localidad',
    plural: ['localidad', 'localidades'],
    esFemenino: true,
    columnas: [ETIQUETAS.clave],
    porMunicipio: true,
    useLista: (municipioId) =>
      useQuery({
        ...localidadesOf(municipioId),
        ...SOONER,
        select: (all) => all.map(({ clave, ...rest }) => ({ ...rest, detalles: [clave ?? ''] })),
      }),
    edicion: {
      campos: [
        de('nombre'),
        de('clave', 'texto', {
          ...OPCIONAL,
          ayuda: 'La del INEGI tiene nueve dígitos, por ejemplo 310500074.',
        }),
        de('municipioId', 'combo'),
      ],
      inicial: { nombre: '', clave: '', municipioId: null },
      recursoAt: recordsAt('/localidad/{id}'),
      seElimina: true,
    },
  },
  municipios: {
    titulo: 'Municipios',
    proposito: 'Los 106 de Yucatán, con las claves del INEGI. No se cambian aquí.',
    singular: 'el municipio',
    plural: ['municipio', 'municipios'],
    esFemenino: false,
    columnas: [ETIQUETAS.clave],
    uso: { por: 'municipio', filtro: 'municipioId' },
    useLista: () =>
      useQuery({
        ...listaOf('municipios'),
        select: (all) => all.map(({ id, nombre, clave }) => ({ id, nombre, detalles: [clave] })),
      }),
  },
  estatus: {
    titulo: 'Estatus',
    proposito: 'En qué va cada obra: los siete de siempre. No se cambian aquí.',
    singular: 'el estatus',
    plural: ['estatus', 'estatus'],
    esFemenino: false,
    columnas: [],
    uso: { por: 'estatus', filtro: 'estatusObraId' },
    useLista: () =>
      useQuery({
        ...listaOf('estatus'),
        select: (all) => all.map((each) => ({ ...each, detalles: [] })),
      }),
  },
  ...Object.assign({}, ...DE_FEATURES.map(({ propios }) => propios)),
};
