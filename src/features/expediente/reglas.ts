import type { Failure } from '../../core/base/errors.ts';
import { registerRules } from '../../core/http/input/keywords.ts';

// The rule within a list of sources. The trigger of expediente.sql holds it, too, for sheets and statements by hand.

export const REPETIDO = 'no debe repetirse: cada fondo va una sola vez, con todo lo que pone.';

/** The failure of the source at this place. */
export const ofFuente = (lugar: number, member: 'fondoId' | 'monto', text: string): Failure => ({
  field: `fuentes[${lugar}].${member}`,
  text,
});

registerRules('expediente', ({ fuentes }) => {
  if (!Array.isArray(fuentes)) return [];
  const fondos = fuentes.map((fuente) => fuente?.fondoId);
  return fondos.flatMap((fondo, lugar) =>
    fondo !== undefined && fondos.indexOf(fondo) < lugar
      ? [ofFuente(lugar, 'fondoId', REPETIDO)]
      : [],
  );
});
