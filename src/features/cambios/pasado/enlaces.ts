import { conflict } from '../../../core/base/errors.ts';
import { withQuery } from '../../../core/http/links.ts';

// The links between an answer, its versions and their list (RFC 7089).

export const LINK_FORMAT = 'application/link-format';

/** The addresses of an answer about an obra, and of its versions. `de` is the answer under the obra, or nothing. */
export const addressesOf = (id: number, de?: string) => ({
  original: `/obras/${id}${de === undefined ? '' : `/${de}`}`,
  timegate: withQuery(`/obras/${id}/version`, { de }),
  timemap: withQuery(`/obras/${id}/versiones.link`, { de }),
});

/** The links of an answer of the past (RFC 7089 section 2.2). */
export function linksOf(id: number, de?: string): string {
  const { original, timegate, timemap } = addressesOf(id, de);
  return [
    `<${original}>; rel="original"`,
    `<${timegate}>; rel="timegate"`,
    `<${timemap}>; rel="timemap"; type="${LINK_FORMAT}"`,
  ].join(', ');
}

/** Some versions of an answer, by their instants. */
export interface Versions {
  id: number;
  de?: string | undefined;
  instants: string[];
  isFirst: boolean;
  /** The address of those that follow, where there are any. */
  following?: string | undefined;
}

/** These versions as a timemap (RFC 7089 section 5). */
export function timemapOf({ id, de, instants, isFirst, following }: Versions): string {
  const { original, timegate, timemap } = addressesOf(id, de);
  const type = `type="${LINK_FORMAT}"`;
  const range = `from="${httpDate(instants[0])}"; until="${httpDate(instants.at(-1))}"`;
  return [
    `<${original}>; rel="original"`,
    `<${timegate}>; rel="timegate"`,
    `<${timemap}>; rel="self"; ${type}; ${range}`,
    ...(following ? [`<${following}>; rel="timemap"; ${type}`] : []),
    ...instants.map((instante, i) => {
      const first = i === 0 && isFirst ? 'first ' : '';
      const last = i === instants.length - 1 && !following ? 'last ' : '';
      const address = withQuery(original, { en: instante });
      return `<${address}>; rel="${first}${last}memento"; datetime="${httpDate(instante)}"`;
    }),
  ].join(',\n');
}

/** As HTTP writes an instant. */
export const httpDate = (instante = ''): string => new Date(instante).toUTCString();

/** The ledger does not have the obra from its beginning. */
export const unknownPast = (id: string) =>
  conflict(
    `La bitácora no tiene la historia de la obra ${id} desde su registro, así que no se sabe cómo estaba entonces.`,
  );
