import { ask, type Schema } from '../../core/api.ts';
import { RegistryError } from '../../core/errores.ts';

export type Archivo = Schema<'Archivo'>;

/** What is said of a file that is sent. */
export interface Datos {
  titulo: string;
  clase?: string;
  /** Empty where no day is known. */
  fecha: string;
  fechaSegun?: Archivo['fechaSegun'] | undefined;
  publico: boolean;
  avanceId?: number | null;
  contratoId?: number | null;
}

/**
 * Sends a photo or a document of a work. The same bytes of the same work are one file, so it may be sent again.
 *
 * @param onProgress how much of it has gone, from 0 to 1
 * @returns the file, and whether it is new
 * @throws what `read()` throws; the error of an aborted request where `signal` ends it
 */
export async function sendArchivo(
  obraId: number,
  contenido: Blob,
  nombre: string,
  datos: Datos,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<{ archivo: Archivo; isNew: boolean }> {
  const body = new FormData();
  for (const [name, value] of Object.entries(datos)) {
    if (value !== null && value !== undefined) body.set(name, String(value));
  }
  body.set('archivo', contenido, nombre);
  const address = new URL(`/obras/${obraId}/archivos`, location.origin);
  const answer = await ask(
    new Request(address, { method: 'POST', ...(signal && { signal }) }),
    (request) => sendBody(request, body, onProgress),
  );
  const read: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw await RegistryError.of(answer, read);
  return { archivo: read as Archivo, isNew: answer.status === 201 };
}

/** The time in which nothing has gone and nothing has come after which a connection counts as lost, in milliseconds. */
const SILENT = 90_000;

/** Sends a request with a body whose progress is told, which `fetch` does not do. */
const sendBody = (request: Request, body: FormData, onProgress: (part: number) => void) =>
  new Promise<Response>((resolve, reject) => {
    const sending = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => sending.abort(), SILENT);
    };
    sending.open(request.method, request.url);
    request.headers.forEach((value, name) => {
      sending.setRequestHeader(name, value);
    });
    sending.upload.onprogress = ({ loaded, total }) => {
      listen();
      onProgress(total ? loaded / total : 0);
    };
    sending.onloadend = () => clearTimeout(silence);
    sending.onload = () => {
      const headers = new Headers();
      for (const line of sending.getAllResponseHeaders().trim().split(/\r\n/)) {
        const at = line.indexOf(': ');
        if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2));
      }
      resolve(new Response(sending.responseText, { status: sending.status, headers }));
    };
    sending.onerror = () => reject(new TypeError('no answer'));
    sending.onabort = () => reject(request.signal.reason ?? new TypeError('no answer'));
    request.signal.addEventListener('abort', () => sending.abort());
    listen();
    sending.send(body);
  });
