// The numbers of the rules and the procedures with a threshold, which service and portal share. It is plain TypeScript.

/** Days without a report or a file, since which a work that has begun is looked at: from the day after. */
export const SIN_MOVIMIENTO = 180;
/** Days since its end, from which a work without its reception is looked at. */
export const SIN_ACTA = 90;
/** Days within which awards to one firm are held together (alertas.sql). */
export const JUNTAS = 30;

/** The procedures that a threshold is for, in people's words. */
export const PROCEDIMIENTOS = {
  INVITACION: 'Invitación a cuando menos tres',
  ADJUDICACION_DIRECTA: 'Adjudicación directa',
};
export type Procedimiento = keyof typeof PROCEDIMIENTOS;
