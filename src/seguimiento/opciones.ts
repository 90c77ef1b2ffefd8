// The choices of the follow-up, and what people call each: in the portal, and in sheets that are brought in.

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

/** Reports that the follow-up of one obra shows: those before them are in their own list. */
export const NEWEST = 24;
