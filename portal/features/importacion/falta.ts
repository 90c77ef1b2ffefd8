import { counted } from '../../core/formato.ts';
import type { Informe } from './eleccion.ts';

// What an import still waits for, said beside its button, and the places further down that light it.

/** A place that lights the button: the first error, the choice to leave refused rows out, the next review. */
export type Camino = 'errores' | 'parcial' | 'revisar';

/** The names of the buttons that lead to them. */
export const CAMINOS: Record<Camino, string> = {
  errores: 'Ir a lo que hay que resolver',
  parcial: 'Ver cómo dejar fuera esas filas',
  revisar: 'Ir a la revisión',
};

/** What an import waits for; undefined where it may begin, or has nothing to write. */
export function missingFor({
  informe: { rechazadas, creadas, actualizadas, grupos },
  isParcial,
  isStale,
  isOffline,
}: {
  informe: Pick<Informe, 'rechazadas' | 'creadas' | 'actualizadas' | 'grupos'>;
  /** Whether the file was reviewed without its refused rows. */
  isParcial: boolean;
  /** Whether choices were made since the review. */
  isStale: boolean;
  isOffline: boolean;
}): { frase: string; caminos: Camino[] } | undefined {
  if (isOffline) return { frase: 'Sin conexión: espere a que vuelva.', caminos: [] };
  if (isStale) {
    return { frase: 'Falta revisar el archivo con lo que eligió.', caminos: ['revisar'] };
  }
  if (rechazadas === 0 || isParcial) return undefined;
  const errors = grupos.filter(({ gravedad }) => gravedad === 'error').length;
  return {
    frase: `Falta resolver ${counted(errors, 'error', 'errores')} de ${counted(rechazadas, 'fila', 'filas')}.`,
    caminos: creadas + actualizadas > 0 ? ['errores', 'parcial'] : ['errores'],
  };
}
