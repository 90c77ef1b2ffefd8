import { labelOf } from '../base/text.ts';
import { NIVELES } from '../catalogos/niveles.ts';
import { SECTORES, TIPOS_OC4IDS } from '../catalogos/oc4ids.ts';
import type { Ledger } from './ledger.ts';

// The resources and actions of the ledger in words, for its sentences and for the portal.

/** The resources of the core. Each feature has those of its own tables in its `bitacora.ts`. */
export const RECURSOS = {
  obras: { called: 'la obra' },
  users: { called: 'el usuario' },
  favorites: { called: 'la favorita' },
  dependencias: { called: 'la dependencia' },
  'ejercicio-fiscal': { called: 'el ejercicio fiscal' },
  'tipo-proyecto': { called: 'el tipo de proyecto' },
  localidad: { called: 'la localidad' },
  municipios: { called: 'el municipio' },
  'estatus-obra': { called: 'el estatus' },
  capturistas: { called: 'las dependencias de un capturista' },
  auth: { called: 'la sesión' },
} satisfies Ledger;

/** The actions as nouns. */
export const ACCIONES = {
  crear: 'Alta',
  cambiar: 'Cambio',
  contraseña: 'Contraseña nueva',
  eliminar: 'Baja',
  vaciar: 'Vaciado de toda la tabla',
  entrar: 'Entrada',
  'entrada fallida': 'Entrada fallida',
};

/** The fields of users and catalogs within a sentence, beside those that obras have too. Of a change of two of them it has a verb. */
export const CAMPOS = {
  nombreCompleto: 'el nombre completo',
  email: 'el correo electrónico',
  roles: 'el rol',
  isActive: 'puede entrar',
  mustChangePassword: 'la obligación de elegir su contraseña',
  activo: 'se puede elegir',
  siglas: 'las siglas',
  anio: 'el año',
  clave: 'la clave',
  nivel: 'el nivel',
  oficina: 'la oficina',
  telefono: 'el teléfono',
  pagina: 'la página',
  sectorOc4ids: 'el sector OC4IDS',
  tipoOc4ids: 'el tipo OC4IDS',
};

/** The same fields by their labels. */
export const ETIQUETAS = Object.fromEntries(
  Object.entries(CAMPOS).map(([campo, called]) => [campo, labelOf({ called })]),
) as Record<keyof typeof CAMPOS, string>;

export const ROLES = { admin: 'Administra', user: 'Consulta' };

/** People's words for what is chosen in users and catalogs. */
export const ELECCIONES: Record<string, Record<string, string>> = {
  roles: ROLES,
  nivel: NIVELES,
  sectorOc4ids: SECTORES,
  tipoOc4ids: TIPOS_OC4IDS,
};
