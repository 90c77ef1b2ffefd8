import { api, read, readWhole } from '../../core/api.ts';
import type { Clase } from './clase.ts';
import {
  type Archivo,
  asFlag,
  type Informe,
  type Opciones,
  requestOf,
  type Tarea,
} from './eleccion.ts';

/**
 * Sends a file to be reviewed, or imported.
 *
 * @returns the report of a small file, or how a large one stands; and the time on the registry's clock
 * @throws what `read()` throws; the error of an aborted request where `signal` ends it
 */
export async function send(
  clase: Clase,
  archivo: Archivo,
  opciones: Opciones,
  simular: boolean,
  signal: AbortSignal,
): Promise<{ hora: Date } & ({ informe: Informe } | { tarea: Tarea })> {
  const { query, ...file } = requestOf(clase, archivo, opciones);
  const params = { query: { simular: asFlag(simular), ...query } };
  const { data, headers } = await readWhole<unknown>(
    api.POST(`/${clase.id}/importacion`, { params, ...file, signal }),
  );
  const answer = data as Informe | Tarea;
  const hora = new Date(headers.get('date') ?? Date.now());
  return 'estado' in answer ? { tarea: answer, hora } : { informe: answer, hora };
}

/** The rows of a file that are refused with these choices, as a file of its form with their reasons. */
export function readRechazadas(clase: Clase, archivo: Archivo, opciones: Opciones): Promise<Blob> {
  const { query, ...file } = requestOf(clase, archivo, opciones);
  const request = { params: { query }, ...file, parseAs: 'blob' } as const;
  return read(api.POST(`/${clase.id}/importacion/rechazadas`, request)) as Promise<Blob>;
}

/** The sheet to be filled in. */
export const readPlantilla = ({ id }: Clase): Promise<Blob> =>
  read(api.GET(`/${id}/plantilla.xlsx`, { parseAs: 'blob' })) as Promise<Blob>;
