// The resources and actions of the ledger in words, for its sentences and for the portal.

/** The resources by their names in the ledger, within a sentence. */
export const RECURSOS: Record<string, string> = {
  obras: 'la obra',
  users: 'el usuario',
  favorites: 'la favorita',
  dependencias: 'la dependencia',
  'ejercicio-fiscal': 'el ejercicio fiscal',
  'tipo-proyecto': 'el tipo de proyecto',
  localidad: 'la localidad',
  municipios: 'el municipio',
  'estatus-obra': 'el estatus',
  avances: 'el avance',
  programas: 'el programa de obra',
  ejecucion: 'la ejecución',
  contratos: 'el contrato',
  convenios: 'el convenio',
  archivos: 'la foto o documento',
  capturistas: 'las dependencias de un capturista',
  respaldos: 'la copia de seguridad',
  auth: 'la sesión',
};

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

/** The fields of users and catalogs within a sentence, beside those that obras have too. */
export const CAMPOS: Record<string, string> = {
  nombreCompleto: 'el nombre completo',
  email: 'el correo electrónico',
  roles: 'el rol',
  isActive: 'el permiso de entrar',
  mustChangePassword: 'la obligación de elegir su contraseña',
  activo: 'la vigencia',
  siglas: 'las siglas',
  anio: 'el año',
  clave: 'la clave',
  sectorOc4ids: 'el sector OC4IDS',
  tipoOc4ids: 'el tipo OC4IDS',
};

/** The roles of users. */
export const ROLES: Record<string, string> = { admin: 'Administra', user: 'Consulta' };
