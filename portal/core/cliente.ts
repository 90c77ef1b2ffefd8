import type { Client } from 'openapi-fetch';

// The client of openapi-fetch, whose types it has. Of the code only what the portal uses is here: every page loads it.

interface Init extends Omit<RequestInit, 'body' | 'headers'> {
  params?: { path?: Fields; query?: Fields; header?: Fields };
  headers?: Fields;
  body?: unknown;
  bodySerializer?: (body: unknown) => BodyInit;
  /** JSON without it. */
  parseAs?: 'blob';
}

type Fields = Record<string, unknown>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * The operations of a document by method and path. Each gives the body of its answer as `data`, or of a refusal as `error`.
 *
 * @param origin where they are
 * @param send sends a request, and throws where no answer comes
 */
export function clientOf<Paths extends object>(
  origin: string,
  send: (request: Request) => Promise<Response>,
): Pick<Client<Paths>, (typeof METHODS)[number]> {
  const call = (method: string) => async (path: string, init?: Init) => {
    const response = await send(requestOf(method, origin + path, init));
    if (!response.ok) return { error: jsonOr(await response.text()), response };
    if (init?.parseAs) return { data: await response[init.parseAs](), response };
    const text = await response.text();
    return { data: text ? JSON.parse(text) : undefined, response };
  };
  return Object.fromEntries(METHODS.map((method) => [method, call(method)])) as never;
}

/** A request of an operation: what is undefined or null in its query, and undefined in its headers, is left out. */
function requestOf(
  method: string,
  path: string,
  { params = {}, headers, body, bodySerializer = JSON.stringify, parseAs, ...init }: Init = {},
): Request {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encode(params.path?.[name]));
  const query = Object.entries(params.query ?? {}).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}=${encode(each)}`),
  );
  const all = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
  for (const [name, value] of Object.entries({ ...headers, ...params.header })) {
    if (value !== undefined) all.set(name, String(value));
  }
  return new Request(query.length > 0 ? `${address}?${query.join('&')}` : address, {
    ...init,
    method,
    headers: all,
    ...(body !== undefined && { body: bodySerializer(body) }),
  });
}

const encode = (value: unknown) => encodeURIComponent(String(value));

/** The body of a refusal, which a proxy may have written. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
