import { pathInWords } from '../../campos.ts';
import { RegistryError } from '../../errores.ts';
import { isEmpty } from '../../geometria/trazo.ts';
import { faultOf } from '../../monto.ts';
import { type Failures, failuresOf } from '../../piezas/fallas.ts';
import { MAPA } from './mapa.ts';
import { CAMPOS, ETIQUETAS, ETIQUETAS_UBICACION, type Valores } from './valores.ts';

/** The outcome of a sending: the registry's sentences, and the sent values. */
export interface Rechazo {
  fallas: Failures;
  /** The form as it stood then: the sentences number its ubicaciones. */
  valores: Valores;
  /** The key that another work has already. */
  claveOcupada?: string;
}

/** The names by which the registry's sentences begin, and what people call them, in the form's order. */
export function namesOf({ ubicaciones }: Valores): Record<string, string> {
  const names: Record<string, string> = Object.fromEntries(
    CAMPOS.map((campo) => [campo, ETIQUETAS[campo]]),
  );
  for (const [i] of ubicaciones.entries()) {
    for (const campo of Object.keys(ETIQUETAS_UBICACION)) {
      const path = `ubicaciones[${i}].${campo}`;
      names[path] = pathInWords(path) ?? '';
    }
  }
  return names;
}

/** The registry's refusal, sorted by the form's fields. */
export function rechazoOf(error: unknown, valores: Valores): Rechazo {
  if (error instanceof RegistryError && error.status === 409) {
    // One key is unique in a work: its own.
    return {
      fallas: { fields: { claveUnica: error.message }, rest: [] },
      valores,
      claveOcupada: valores.claveUnica,
    };
  }
  const fallas = failuresOf(error, Object.keys(namesOf(valores)));
  // The form says it better: it knows the typed and the missing fields.
  const monto = faultOf(valores.monto);
  if (fallas.fields.monto && monto) fallas.fields.monto = monto;
  for (const [i, { trazo }] of valores.ubicaciones.entries()) {
    const dibujo = `ubicaciones[${i}].geometriaJson`;
    if (fallas.fields[dibujo] && isEmpty(trazo)) {
      fallas.fields[dibujo] = MAPA
        ? 'Marque el lugar en el mapa o escriba sus coordenadas.'
        : 'Escriba las coordenadas del lugar.';
    }
  }
  return { fallas, valores };
}
