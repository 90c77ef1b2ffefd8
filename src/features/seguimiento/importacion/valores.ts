import { type Cell, fold, isBrief, type Read, wrong } from '../../../hojas/celdas/index.ts';
import { CAUSAS, NATURALEZAS, PROCEDIMIENTOS, TERMINACIONES } from '../opciones.ts';

// The few values that some cells of a sheet of follow-up have, by code, name, or people's words.

/** A choice's name, and other words that people write for it. */
export type Choices<Codes extends string> = {
  names: Record<Codes, string>;
  also: Record<Codes, RegExp>;
};
export const choices = <Codes extends string>(
  names: Record<Codes, string>,
  also: Record<Codes, RegExp>,
): Choices<Codes> => ({ names, also });

export const WORDS_OF = {
  causaAtraso: choices(CAUSAS, {
    CLIMA: /^(?:lluvias?|condicionesclimatologicas|malclima)$/,
    PREDIO: /predio|tenenciadelatierra|derechodevia/,
    PERMISOS: /^(?:permisos?|licencias?|tramites|faltadepermisos)$/,
    PAGOS: /^(?:pagos?|faltadepagos?|faltaderecursos|retrasoenpagos|anticipo)$/,
    CONTRATISTA: /^incumplimientodelcontratista$/,
    PROYECTO: /^(?:proyecto|cambiosdeproyecto|proyectoejecutivo)$/,
    SOCIAL: /^(?:social|conflictosocial|oposicionsocial)$/,
    FUERZA_MAYOR: /^causadefuerzamayor$/,
    OTRA: /^otr[ao]s?$/,
  }),
  naturaleza: choices(NATURALEZAS, {
    OBRA: /^(?:obra(?:publica)?|ejecucion)$/,
    SUPERVISION: /^supervision/,
    PROYECTO: /^(?:proyecto|diseno|estudios?)/,
  }),
  procedimiento: choices(PROCEDIMIENTOS, {
    LICITACION_PUBLICA: /^licitacion(?:publica.*)?$/,
    INVITACION: /^(?:licitacionpor)?invitacion/,
    ADJUDICACION_DIRECTA: /^adjudicacion(?:directa.*)?$/,
  }),
  terminacion: choices(TERMINACIONES, {
    CONCLUIDO: /^(?:concluid[oa]|terminad[oa]|finiquitad[oa])$/,
    ANTICIPADA: /^(?:terminacion)?anticipada$/,
    RESCISION: /^(?:rescision|rescindid[oa])/,
  }),
};

/** Words that people write for «nothing». */
const WORDS_FOR_NOTHING = /^(?:na|nd|no|noaplica|ningun[oa]?|sinatraso|sincausa|nohayatraso)?$/;

/** True for a word that means nothing: «N/A», «ninguna», «-». */
export const saysNothing = ({ text }: Cell): boolean =>
  isBrief(text) && WORDS_FOR_NOTHING.test(fold(text));

/** Reads one of the few values of a field: by its code, its name, or another word for it. */
export function readChoice({ names, also }: Choices<string>, { text }: Cell): Read<string> {
  const folded = isBrief(text) ? fold(text) : '';
  const choice = Object.entries(names).find(
    ([code, name]) => fold(code) === folded || fold(name) === folded || also[code]?.test(folded),
  );
  if (choice) return { value: choice[0] };
  return wrong(text, `no es de los valores que hay: ${Object.values(names).join(', ')}.`);
}
