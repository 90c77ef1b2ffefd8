// A request to the registry as its operation is described, and what comes of it. Of openapi-fetch the portal has the types alone:
// most of its code serves what the registry does not have, and every first visit would load it.

/** The parts of a request besides its method and path. */
export interface Peticion {
  params?: {
    path?: Record<string, string | number>;
    query?: Record<string, unknown>;
    header?: Record<string, string | undefined>;
  };
  headers?: Record<string, string>;
  body?: unknown;
  /** Makes the text of the body, where it is no JSON. */
  bodySerializer?: (body: unknown) => BodyInit;
  signal?: AbortSignal;
}

/** The address of an operation: values are encoded, those that are not there are left out, and lists repeat their name. */
export function addressOf(path: string, { path: ids = {}, query = {} }: Peticion['params'] = {}) {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? ''));
  const search = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return search ? `${address}?${search}` : address;
}

export function requestOf(method: string, path: string, peticion: Peticion): Request {
  const { params, body, bodySerializer = JSON.stringify, signal } = peticion;
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
  for (const [name, value] of Object.entries({ ...peticion.headers, ...params?.header })) {
    if (value !== undefined) headers.set(name, value);
  }
  return new Request(location.origin + addressOf(path, params), {
    method,
    headers,
    ...(body !== undefined && { body: bodySerializer(body) }),
    ...(signal && { signal }),
  });
}

/** The body of an answer as `data`, or of a refusal as `error`: its text, where that is no JSON. */
export async function outcomeOf(response: Response, parseAs: 'json' | 'blob' = 'json') {
  const length = response.headers.get('content-length');
  if (response.status === 204 || length === '0') return { response };
  if (response.ok && (length || parseAs === 'blob')) {
    return { data: (await response[parseAs]()) as unknown, response };
  }
  const text = await response.text();
  if (response.ok) return { data: text ? (JSON.parse(text) as unknown) : undefined, response };
  try {
    return { error: JSON.parse(text) as unknown, response };
  } catch {
    return { error: text, response };
  }
}
