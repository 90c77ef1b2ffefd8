// The choices of the follow-up, with people's names for them in the portal and in imported sheets.

export const CAUSAS = {
  CLIMA: 'Clima',
  PREDIO: 'Predio o derecho de vía',
  PERMISOS: 'Permisos o trámites',
  PAGOS: 'Pagos o presupuesto',
  CONTRATISTA: 'Contratista',
  PROYECTO: 'Cambios al proyecto',
  SOCIAL: 'Inconformidad social',
  FUERZA_MAYOR: 'Fuerza mayor',
  OTRA: 'Otra causa',
};

export const NATURALEZAS = {
  OBRA: 'Construcción',
  SUPERVISION: 'Supervisión',
  PROYECTO: 'Proyecto',
};

export const PROCEDIMIENTOS = {
  LICITACION_PUBLICA: 'Licitación pública',
  INVITACION: 'Invitación a cuando menos tres',
  ADJUDICACION_DIRECTA: 'Adjudicación directa',
};

export const TERMINACIONES = {
  CONCLUIDO: 'Concluido',
  ANTICIPADA: 'Terminado antes de tiempo',
  RESCISION: 'Rescindido',
};

/** The most reports in the follow-up of one obra. The list of reports has the earlier ones. */
export const NEWEST = 24;
