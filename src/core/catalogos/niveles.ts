/** Whose a fund is, in words. */
export const NIVELES = {
  FEDERAL: 'Federal',
  ESTATAL: 'Estatal',
  MUNICIPAL: 'Municipal',
  CREDITO: 'Crédito',
  OTRO: 'Otro',
};
