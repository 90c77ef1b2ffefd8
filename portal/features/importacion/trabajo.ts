import { NoConnection, RegistryError } from '../../core/errores.ts';
import { type Opciones, type Tarea, type TareaListada, withoutBlanks } from './eleccion.ts';

// The review or import of a file, and how it may end.

/** The notice that a user has stopped the import. */
export class Stopped extends Error {}

/** A large file's review or import came to its end without a report. */
export class Unfinished extends Error {
  readonly tarea: Tarea;

  constructor(tarea: Tarea) {
    super(tarea.error ?? '');
    this.tarea = tarea;
  }
}

/** Whether the registry has looked at the file, and could not read it. */
export const isRefused = (failure: unknown) =>
  failure instanceof Unfinished
    ? failure.tarea.estado === 'fallida'
    : failure instanceof RegistryError && failure.status === 400;

/** Whether an import may have written a part before it failed so. */
export const isUncertain = (failure: unknown): boolean =>
  failure instanceof Stopped ||
  failure instanceof NoConnection ||
  (failure instanceof RegistryError && failure.status >= 500);

/** The empty choices of a file's own sheets, columns and names: for another file they may be wrong. */
export const NADA_DICHO = {
  hoja: '',
  columnas: {},
  valores: {},
  unidadMonto: '',
  unidadAvance: '',
  unaVez: false,
  confirmar: [],
} satisfies Partial<Opciones>;

/** Whether anything was chosen for this very file. */
export const hasChoices = ({ hoja, columnas, valores }: Opciones) =>
  hoja !== '' ||
  [columnas, withoutBlanks(valores)].some((choices) => Object.keys(choices).length > 0);

/** The user of a task, where it is known. */
export const whoOf = ({ usuario }: TareaListada) => usuario ?? 'Otra persona';

export const ESTADOS: Record<TareaListada['estado'], string> = {
  revisando: 'En revisión',
  escribiendo: 'En marcha',
  terminada: 'Terminada',
  fallida: 'Falló',
  cancelada: 'Detenida',
  interrumpida: 'Interrumpida',
};

/** The choices that count, as one text: a name that is left as it is counts as no choice. */
export const counting = (opciones: Opciones): string =>
  JSON.stringify({ ...opciones, valores: withoutBlanks(opciones.valores) });
