// The choices of the record, with people's names for them in the portal and in imported sheets.

export const MODALIDADES = {
  CONTRATO: 'Por contrato',
  ADMINISTRACION_DIRECTA: 'Por administración directa',
};

/** The most funds that one work may have. */
export const MOST_FUENTES = 12;

/** Percentage by which a work's sources may differ from its amount without a remark. */
export const FUENTES_DIFFER = 1;
