/** Yucatán's time zone, for days and hours in texts. */
export const ZONE = 'America/Merida';
