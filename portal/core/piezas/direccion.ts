// Addresses of the portal, and those that answers name.

/** An address with these parameters: `hrefOf('/obras', { municipioId: '50' })`. */
export function hrefOf(path: string, params: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return withQuery(path, query);
}

/** The address of a page with a query. */
export function withQuery(path: string, query: URLSearchParams): string {
  // Commas may stand in a query as they are, and people read them there.
  const text = query.toString().replaceAll('%2C', ',');
  return text ? `${path}?${text}` : path;
}

/** The address of the next page (RFC 8288), where there is one: its query as it stands. */
export const nextOf = (headers: Headers): URLSearchParams | undefined => {
  const [, query] = /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return query === undefined ? undefined : new URLSearchParams(query);
};
