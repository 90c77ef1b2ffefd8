import { CLASES, TIPOS as TIPOS_DE_ARCHIVO } from '../../src/archivos/opciones.ts';
import { percent } from '../../src/base/pesos.ts';
import { dayInWords } from '../../src/base/time.ts';
import {
  CAUSAS,
  NATURALEZAS,
  PROCEDIMIENTOS,
  TERMINACIONES,
} from '../../src/seguimiento/opciones.ts';
import type { Schema } from '../api.ts';
import { CAMPOS } from '../campos.ts';
import { moment, money } from '../formato.ts';
import {
  Archivo,
  Avance,
  Contrato,
  Convenio,
  Ejecucion,
  Obra,
  Programa,
} from '../generado/etiquetas.ts';
import { type Geometria, TIPOS, type Tipo, trazoOf } from '../mapa/trazo.ts';
import { measureOf } from '../obras/medidas.ts';

// The ledger in the words of an office: names of resources, actions and fields, and values as people read them.

export type Renglon = Schema<'RenglonBitacora'>;
export type AccionDeBitacora = Renglon['accion'];

/** The kinds of records, by the registry's names for them. */
export const RECURSOS: Record<string, string> = {
  obras: 'Obra',
  users: 'Usuario',
  avances: 'Reporte de avance',
  programas: 'Programa de obra',
  ejecucion: 'Ejecución',
  contratos: 'Contrato',
  convenios: 'Convenio',
  archivos: 'Foto o documento',
  capturistas: 'Dependencias de un capturista',
  favorites: 'Favorita',
  dependencias: 'Dependencia',
  'ejercicio-fiscal': 'Ejercicio fiscal',
  'tipo-proyecto': 'Tipo de proyecto',
  localidad: 'Localidad',
  municipios: 'Municipio',
  'estatus-obra': 'Estatus',
  auth: 'Sesión',
  respaldos: 'Copia de seguridad',
};

export const ACCIONES: Record<AccionDeBitacora, string> = {
  crear: 'Alta',
  cambiar: 'Cambio',
  contraseña: 'Contraseña nueva',
  eliminar: 'Baja',
  vaciar: 'Vaciado de toda la tabla',
  entrar: 'Entrada',
  'entrada fallida': 'Entrada fallida',
};

/** The fields of a work that may change. */
export const CAMPOS_DE_OBRA = Object.keys(Obra).filter((name) => name !== 'id');
/** The fields of the parts of a work's follow-up, by their resource. */
const PARTES: Record<string, Record<string, string>> = {
  avances: Avance,
  programas: Programa,
  ejecucion: Ejecucion,
  contratos: Contrato,
  convenios: Convenio,
  archivos: Archivo,
};
/** The fields that a record of a work's history shows, in their order. */
export const fieldsOf = (recurso: string): string[] =>
  PARTES[recurso] ? Object.keys(PARTES[recurso]).filter((name) => name !== 'id') : CAMPOS_DE_OBRA;
/** A field's name as people say it; its own, where it has no other. */
export const fieldName = (campo: string, recurso = 'obras'): string =>
  PARTES[recurso]?.[campo] ?? CAMPOS[campo] ?? campo;

const PLACES = new Map(Object.keys(CAMPOS).map((campo, index) => [campo, index]));
/** The changes in the order in which people look for their fields. */
export const inOrder = (cambios: Renglon['cambios']): Renglon['cambios'] =>
  cambios.toSorted(
    (a, b) => (PLACES.get(a.campo) ?? PLACES.size) - (PLACES.get(b.campo) ?? PLACES.size),
  );

/** The fields that one may ask for: those of works, of accounts and of catalogs. */
export const CAMPOS_BUSCADOS = [...CAMPOS_DE_OBRA, 'roles', 'isActive', 'activo'];

/** The words of what is chosen in the follow-up. */
const ELECCIONES: Record<string, Record<string, string>> = {
  causaAtraso: CAUSAS,
  naturaleza: NATURALEZAS,
  procedimiento: PROCEDIMIENTOS,
  terminacion: TERMINACIONES,
  clase: CLASES,
  tipo: TIPOS_DE_ARCHIVO,
};

type Punto = Schema<'Programa'>['curva'][number];
const curve = (points: Punto[]): string[] =>
  points.map(({ fecha, avanceFisico }) => `${dayInWords(fecha)}: ${percent(avanceFisico)}`);

interface Ubicacion {
  tipoGeometria?: Tipo;
  direccion?: string;
  geometriaJson?: Geometria;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/**
 * A value of a field in words, several lines where it has several parts.
 *
 * @param names the catalogs' names by `field/id`
 */
export function valueInWords(
  campo: string,
  value: unknown,
  names: ReadonlyMap<string, string>,
): string[] {
  if (value === null || value === undefined || value === '') return ['—'];
  if (campo.startsWith('monto') && typeof value === 'number') return [money(value)];
  if (campo === 'avanceFisico' && typeof value === 'number') return [percent(value)];
  if (campo.startsWith('fecha') && typeof value === 'string') return [dayInWords(value)];
  if (campo === 'curva' && Array.isArray(value)) return curve(value as Punto[]);
  const word = typeof value === 'string' ? ELECCIONES[campo]?.[value] : undefined;
  if (word) return [word];
  if (campo === 'roles') return [value === 'admin' ? 'Administra' : 'Consulta'];
  if (typeof value === 'boolean') return [value ? 'Sí' : 'No'];
  if (campo === 'ubicaciones' && Array.isArray(value)) return places(value as Ubicacion[]);
  if (campo.endsWith('Id') && typeof value === 'number') {
    return [names.get(`${campo}/${value}`) ?? `número ${value}`];
  }
  if (typeof value === 'string') return [INSTANT.test(value) ? moment(value) : value];
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

function places(ubicaciones: Ubicacion[]): string[] {
  if (ubicaciones.length === 0) return ['Ninguna'];
  return ubicaciones.map(({ tipoGeometria: tipo, direccion, geometriaJson }) =>
    [
      tipo && TIPOS[tipo].nombre,
      direccion,
      tipo && geometriaJson && `(${measureOf(tipo, trazoOf(geometriaJson))})`,
    ]
      .filter(Boolean)
      .join(' '),
  );
}

/** The subject of a row: the name that the record had or got, where the row has it. */
export function recordName({ recurso, registro, cambios, usuarioEmail }: Renglon): string {
  const word = RECURSOS[recurso] ?? recurso;
  if (recurso === 'auth') return usuarioEmail ?? 'Sin cuenta';
  for (const campo of ['nombre', 'nombreCompleto', 'anio', 'titulo']) {
    const cambio = cambios.find((change) => change.campo === campo);
    const value = cambio?.despues ?? cambio?.antes;
    if (typeof value === 'string' || typeof value === 'number') return `${word} «${value}»`;
  }
  return registro === null || registro.length > 20 ? word : `${word} ${registro}`;
}
