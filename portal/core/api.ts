import createClient from 'openapi-fetch';
import type { components, paths } from '../generado/openapi.d.ts';
import { answerAhead } from './adelantadas.ts';
import { noteLoss, noteQuestion } from './conexion.ts';
import { NoConnection, NoSession, RegistryError, rethrowBody } from './errores.ts';
import { nextOf } from './piezas/direccion.ts';
import { awaitSession, currentSession, endIfLeft } from './sesion.ts';
import { afterRefusal, whyOf } from './sesiones.ts';
import { createStore } from './store.ts';

// The portal's one way to the registry. Paths, parameters and fields have the types of the registry's own OpenAPI
// document, so what the document does not have does not compile.

/** A schema of the OpenAPI document, such as `Schema<'Obra'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The most tries of a read that is refused for a while, and its longest wait, in seconds. */
const MOST_TRIES = 3;
const LONGEST_WAIT = 30;

/**
 * A request to the registry with the session's token. When the session has ended, the user at the screen signs in and
 * the same request goes out again, under the same Idempotency-Key. Where the account was deactivated, they are told so. A
 * read that is refused for a while (429, 503) waits as long as the registry says and is asked again.
 *
 * @param by sends it, where that takes more than `fetch`
 * @throws NoConnection where no answer comes, NoSession where nobody signs in again
 */
export async function ask(
  request: Request,
  by: (request: Request) => Promise<Response> = fetch,
): Promise<Response> {
  const asker = currentSession();
  for (let tries = 0; ; tries++) {
    endIfLeft();
    const session = currentSession();
    // The person has left meanwhile, or another is here.
    if (asker && session?.user.id !== asker.user.id) throw new NoSession('terminada');
    const answer = await send(request.clone(), session?.token, by);
    const isRead = ['GET', 'HEAD'].includes(request.method);
    if (answer.status === 401 && !request.url.endsWith('/auth/login')) {
      const why = whyOf(answer.headers.get('www-authenticate') ?? '');
      const then = afterRefusal(session, currentSession());
      const goesOn = then === 'wait' ? await awaitSession(why) : then === 'again';
      if (!goesOn) throw new NoSession(why);
    } else if (isRead && [429, 503].includes(answer.status) && tries < MOST_TRIES) {
      await wait(Math.min(Number(answer.headers.get('retry-after')) || 1, LONGEST_WAIT), request);
    } else {
      return answer;
    }
  }
}

async function send(
  request: Request,
  token: string | undefined,
  by: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (token) request.headers.set('authorization', `Bearer ${token}`);
  const noteAnswer = noteQuestion();
  try {
    const answer = await (answerAhead(request, token) ?? by(request));
    request.signal.throwIfAborted();
    noteAnswer();
    return answer;
  } catch (error) {
    if (request.signal.aborted) throw error;
    noteLoss();
    throw new NoConnection(error);
  }
}

function wait(seconds: number, { signal }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The registry's operations by path and method; `read()` takes what comes of one. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  fetch: (request) => ask(request),
});

interface Outcome<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * The body of an answer.
 *
 * @throws RegistryError where it is a refusal, NoConnection where it does not come whole
 */
export async function read<Data>(outcome: Promise<Outcome<Data>>): Promise<Data> {
  const { data } = await readWhole(outcome);
  return data;
}

/** The body of an answer with its headers, for those that say more: ETag, Link, X-Total-Count. */
export async function readWhole<Data>(
  outcome: Promise<Outcome<Data>>,
): Promise<{ data: Data; headers: Headers }> {
  const { data, error, response } = await outcome.catch(rethrowBody);
  if (!response.ok) throw await RegistryError.of(response, error);
  return { data: data as Data, headers: response.headers };
}

/**
 * A file of the portal's own, as JSON.
 *
 * @throws RegistryError where it is not there, NoConnection where no answer comes
 */
export async function readFile<Data>(url: string, signal: AbortSignal): Promise<Data> {
  const answer = await ask(new Request(url, { signal }));
  if (!answer.ok) throw await RegistryError.of(answer, null);
  return (await answer.json().catch(rethrowBody)) as Data;
}

/** Whether records come without the tag that says which state of them is read: something on the way takes it out. */
export const sinEtiquetas = createStore(false);

/**
 * The ETag as If-Match takes it. A proxy that compresses may have made it weak, which would never match. One that takes it out
 * leaves nothing to compare by, which the writer is told (`sinEtiquetas`).
 */
export function etagOf(headers: Headers): string | undefined {
  const etag = headers.get('etag')?.replace(/^W\//, '');
  if (!etag) sinEtiquetas.set(true);
  return etag;
}

/** All rows of a list, page after page. @param ask asks for the page that begins at a cursor, and first for that without one */
export async function readPages<One>(
  ask: (cursor: { cursor?: string }) => Promise<Outcome<One[]>>,
): Promise<One[]> {
  const rows: One[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const { data, headers } = await readWhole(ask(cursor ? { cursor } : {}));
    rows.push(...data);
    cursor = nextOf(headers)?.get('cursor') ?? null;
  }
  return rows;
}
