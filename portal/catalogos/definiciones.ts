import { api, etagOf, read, readWhole, type Schema } from '../api.ts';
import type { Referencia } from '../catalogos.ts';
import type { Campo, Leido, Valores } from '../piezas/editor.tsx';
import { classified, OPCIONES_SECTOR, OPCIONES_TIPO } from './oc4ids.ts';

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
    por: 'dependencia' | 'ejercicioFiscal' | 'tipoProyecto' | 'municipio' | 'estatus';
    filtro: Referencia;
  };
  /** @param municipioId the municipio, in a catalog that is shown by them */
  lista: (signal: AbortSignal, municipioId: number | null) => Promise<Registro[]>;
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
  lee: (id: number) => Promise<Leido>;
  crea: (valores: Valores, clave: string) => Promise<void>;
  cambia: (id: number, valores: Valores, etag: string) => Promise<void>;
  /** Deletes for good; without it, records are deactivated alone. */
  elimina?: (id: number, etag: string) => Promise<void>;
  /**
   * Moves the obras of a record to another and deactivates it; answers how many they were.
   */
  fusiona?: (id: number, destinoId: number, etag: string | undefined) => Promise<number>;
  /** A second set of fields, with operations of its own. */
  clasificacion?: Pick<Edicion, 'campos' | 'lee' | 'cambia'>;
}

const path = (id: number, etag: string) => ({ path: { id }, header: { 'if-match': etag } });
const keyed = (clave: string) => ({ header: { 'idempotency-key': clave } });

/** The operations of a catalog's records: the registry has the same of each, but that dependencias stay. */
const operations = (
  ruta: '/dependencias' | '/ejercicio-fiscal' | '/catalogos/tipo-proyecto' | '/localidad',
  canDelete = true,
): Pick<Edicion, 'lee' | 'crea' | 'cambia' | 'elimina'> => {
  // To the types each is another; what they take of a record of any catalog is alike.
  const [all, one] = [ruta as '/dependencias', `${ruta}/{id}` as '/dependencias/{id}'];
  return {
    lee: async (id) => leido(await readWhole(api.GET(one, { params: { path: { id } } }))),
    crea: async (valores, clave) => {
      const body = { activo: true, ...valores } as Schema<'NuevaDependencia'>;
      await read(api.POST(all, { params: keyed(clave), body }));
    },
    cambia: async (id, valores, etag) => {
      await read(api.PATCH(one, { params: path(id, etag), body: valores }));
    },
    ...(canDelete && {
      elimina: async (id: number, etag: string) => {
        await read(api.DELETE(one, { params: path(id, etag) }));
      },
    }),
  };
};

/** Moves all obras of a record to another, so many at a time; answers how many there were. */
const merge =
  (ruta: '/dependencias/{id}/fusion' | '/catalogos/tipo-proyecto/{id}/fusion') =>
  async (id: number, destinoId: number, etag: string | undefined): Promise<number> => {
    const send = (header: object) =>
      read(
        api.POST(ruta as '/dependencias/{id}/fusion', {
          params: { path: { id }, header },
          body: { destinoId },
        }),
      );
    // Only the first request may find the record as it was read: the last deactivates it.
    let { obras, restan } = await send(etag ? { 'if-match': etag } : {});
    while (restan > 0) {
      const next = await send({});
      obras += next.obras;
      restan = next.restan;
    }
    return obras;
  };

const NOMBRE: Campo = { nombre: 'nombre', etiqueta: 'Nombre', tipo: 'texto' };

export const CATALOGOS: Record<string, Catalogo> = {
  dependencias: {
    titulo: 'Dependencias',
    proposito: 'Quién ejecuta cada obra.',
    singular: 'la dependencia',
    plural: ['dependencia', 'dependencias'],
    esFemenino: true,
    columnas: ['Siglas'],
    uso: { por: 'dependencia', filtro: 'dependenciaId' },
    lista: async (signal) =>
      (
        await read(api.GET('/dependencias', { params: { query: { ver_todo: 'true' } }, signal }))
      ).map(({ siglas, ...rest }) => ({ ...rest, detalles: [siglas ?? ''] })),
    edicion: {
      campos: [
        NOMBRE,
        {
          nombre: 'siglas',
          etiqueta: 'Siglas',
          tipo: 'texto',
          esOpcional: true,
          ayuda: 'Se guardan en mayúsculas.',
        },
      ],
      inicial: { nombre: '', siglas: '' },
      unico: 'nombre',
      ...operations('/dependencias', false),
      fusiona: merge('/dependencias/{id}/fusion'),
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
    lista: async (signal) =>
      (await read(api.GET('/ejercicio-fiscal', { signal })))
        .map(({ anio, ...rest }) => ({ ...rest, nombre: String(anio), detalles: [] }))
        .reverse(),
    edicion: {
      campos: [{ nombre: 'anio', etiqueta: 'Año', tipo: 'entero', ayuda: 'De 2000 a 2100.' }],
      inicial: { anio: '' },
      unico: 'anio',
      ...operations('/ejercicio-fiscal'),
    },
  },
  tipos: {
    titulo: 'Tipos de proyecto',
    proposito: 'Qué clase de obra es cada una, y cómo la llama el estándar OC4IDS.',
    singular: 'el tipo de proyecto',
    plural: ['tipo de proyecto', 'tipos de proyecto'],
    esFemenino: false,
    columnas: ['Clasificación OC4IDS'],
    uso: { por: 'tipoProyecto', filtro: 'tipoProyectoId' },
    lista: async (signal) => {
      const [tipos, clasificaciones] = await Promise.all([
        read(api.GET('/catalogos/tipo-proyecto', { signal })),
        read(api.GET('/catalogos/tipo-proyecto/oc4ids', { signal })),
      ]);
      const words = new Map(clasificaciones.map((each) => [each.id, classified(each)]));
      return tipos.map((tipo) => ({ ...tipo, detalles: [words.get(tipo.id) ?? ''] }));
    },
    edicion: {
      campos: [NOMBRE],
      inicial: { nombre: '' },
      unico: 'nombre',
      ...operations('/catalogos/tipo-proyecto'),
      fusiona: merge('/catalogos/tipo-proyecto/{id}/fusion'),
      clasificacion: {
        campos: [
          {
            nombre: 'sectorOc4ids',
            etiqueta: 'Sector',
            tipo: 'seleccion',
            esOpcional: true,
            opciones: OPCIONES_SECTOR,
          },
          {
            nombre: 'tipoOc4ids',
            etiqueta: 'Tipo',
            tipo: 'seleccion',
            esOpcional: true,
            opciones: OPCIONES_TIPO,
          },
        ],
        lee: async (id) =>
          leido(
            await readWhole(
              api.GET('/catalogos/tipo-proyecto/{id}/oc4ids', { params: { path: { id } } }),
            ),
          ),
        cambia: async (id, valores, etag) => {
          await read(
            api.PATCH('/catalogos/tipo-proyecto/{id}/oc4ids', {
              params: path(id, etag),
              body: valores,
            }),
          );
        },
      },
    },
  },
  localidades: {
    titulo: 'Localidades',
    proposito: 'Los pueblos, colonias y comisarías de cada municipio, según el INEGI.',
    singular: 'la localidad',
    plural: ['localidad', 'localidades'],
    esFemenino: true,
    columnas: ['Clave'],
    porMunicipio: true,
    lista: async (signal, municipioId) =>
      municipioId === null
        ? []
        : (
            await read(
              api.GET('/localidad', { params: { query: { municipioId: [municipioId] } }, signal }),
            )
          ).map(({ clave, ...rest }) => ({ ...rest, detalles: [clave ?? ''] })),
    edicion: {
      campos: [
        NOMBRE,
        {
          nombre: 'clave',
          etiqueta: 'Clave',
          tipo: 'texto',
          esOpcional: true,
          ayuda: 'La del INEGI tiene nueve dígitos, por ejemplo 310500074.',
        },
        { nombre: 'municipioId', etiqueta: 'Municipio', tipo: 'combo' },
      ],
      inicial: { nombre: '', clave: '', municipioId: null },
      ...operations('/localidad'),
    },
  },
  municipios: {
    titulo: 'Municipios',
    proposito: 'Los 106 de Yucatán, con las claves del INEGI. No se cambian aquí.',
    singular: 'el municipio',
    plural: ['municipio', 'municipios'],
    esFemenino: false,
    columnas: ['Clave'],
    uso: { por: 'municipio', filtro: 'municipioId' },
    lista: async (signal) =>
      (await read(api.GET('/municipios', { signal }))).map(({ id, nombre, clave }) => ({
        id,
        nombre,
        detalles: [clave],
      })),
  },
  estatus: {
    titulo: 'Estatus',
    proposito: 'En qué va cada obra: los siete de siempre. No se cambian aquí.',
    singular: 'el estatus',
    plural: ['estatus', 'estatus'],
    esFemenino: false,
    columnas: [],
    uso: { por: 'estatus', filtro: 'estatusObraId' },
    lista: async (signal) =>
      (await read(api.GET('/estatus-obra', { signal }))).map((each) => ({ ...each, detalles: [] })),
  },
};

/** The fields of a record, and the tag of the state that it was read in. */
const leido = ({ data, headers }: { data: object; headers: Headers }): Leido => ({
  valores: data as Valores,
  etag: etagOf(headers),
});
