import { counted, grouped } from '../../core/base/text.ts';
import { html } from '../../paginas/html.ts';
import { type Carga, MOST_COUNTED } from './entradas.ts';

// A feed as Atom (RFC 4287) and as JSON Feed 1.1: what both say, and each form.

export interface Canal {
  /** A `tag:` URI (RFC 4151), as those of its items. */
  id: string;
  title: string;
  description: string;
  publisher: string;
  /** Absolute addresses: of the feed, of its page for people, and of what is older, where there is more. */
  self: string;
  page: string;
  next: string | undefined;
  /** ISO 8601. */
  updated: string;
  items: Item[];
}

export interface Item {
  id: string;
  title: string;
  /** The sentence of the ledger, without its author. */
  text: string;
  /** The page of the work, where that is still there. */
  url: string | undefined;
  published: string;
  updated: string;
  /** The kind of record that was changed. */
  kind: string;
}

/** Characters of a title that readers show in a line. */
const LONGEST_TITLE = 250;

/** A title of a work's name and what was done: «Pavimentación de la calle 60: se cambió el monto de …». */
export function titleOfEntrada(nombre: string | null, sentence: string): string {
  const act = sentence.replace(/\.$/, '');
  // The sentence names the work itself where it was registered or deleted.
  const title =
    nombre === null || act.includes(`la obra «${nombre}»`)
      ? act
      : `${nombre}: ${act.charAt(0).toLowerCase()}${act.slice(1)}`;
  const letters = [...title];
  return letters.length <= LONGEST_TITLE
    ? title
    : `${letters.slice(0, LONGEST_TITLE - 1).join('')}…`;
}

/** What an import has done, or taking it back: «Se registraron 9,800 obras y se cambiaron 200 en una carga.» */
export function sentenceOfCarga(carga: Carga): string {
  const { deshace, rows, nuevas, cambiadas, eliminadas, partes, conPartes } = carga;
  const where = deshace ? 'al deshacer una carga' : 'en una carga';
  if (rows > MOST_COUNTED)
    return `Se hicieron más de ${counted(MOST_COUNTED, 'cambio', 'cambios')} ${where}.`;
  const told: [count: number, root: string][] = [
    [nuevas, 'registr'],
    [cambiadas, 'cambi'],
    [eliminadas, 'elimin'],
  ];
  const [first, ...rest] = told.filter(([count]) => count > 0);
  const verb = ([count, root]: [number, string]) => `se ${root}${count === 1 ? 'ó' : 'aron'}`;
  const acts = [
    ...(first ? [`${verb(first)} ${counted(first[0], 'obra', 'obras')}`] : []),
    ...rest.map((act) => `${verb(act)} ${grouped(act[0])}`),
    ...(partes > 0
      ? [
          `se ${partes === 1 ? 'hizo' : 'hicieron'} ${counted(partes, 'cambio', 'cambios')} en los registros de ${counted(conPartes, 'obra', 'obras')}`,
        ]
      : []),
  ];
  const text = `${acts.slice(0, -1).join(', ')}${acts.length > 1 ? ' y ' : ''}${acts.at(-1)} ${where}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What XML 1.0 can't have, not even escaped. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** The feed as Atom. */
export function atomOf({ items, ...canal }: Canal): string {
  const link = (rel: string, href: string, type: string) =>
    html`<link rel="${rel}" type="${type}" href="${href}"/>`;
  const { text } = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="es-MX">
<id>${canal.id}</id>
<title>${canal.title}</title>
<subtitle>${canal.description}</subtitle>
<updated>${canal.updated}</updated>
<author><name>${canal.publisher}</name></author>
${link('self', canal.self, ATOM)}
${link('alternate', canal.page, 'text/html')}
${canal.next && link('next', canal.next, ATOM)}
${items.map(
  ({ id, title, text, url, published, updated, kind }) => html`<entry>
<id>${id}</id>
<title>${title}</title>
<published>${published}</published>
<updated>${updated}</updated>
<category term="${kind}"/>
${url && link('alternate', url, 'text/html')}
<content>${text}</content>
</entry>
`,
)}</feed>
`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${text.replace(NO_XML, '')}`;
}

export const ATOM = 'application/atom+xml';
export const JSON_FEED = 'application/feed+json';

/** The feed as JSON Feed. Its `id` has no place there. */
export const jsonFeedOf = ({ items, ...canal }: Canal) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: canal.title,
  home_page_url: canal.page,
  feed_url: canal.self,
  ...(canal.next && { next_url: canal.next }),
  description: canal.description,
  language: 'es-MX',
  authors: [{ name: canal.publisher }],
  items: items.map(({ id, title, text, url, published, updated, kind }) => ({
    id,
    ...(url && { url }),
    title,
    content_text: text,
    date_published: published,
    date_modified: updated,
    tags: [kind],
  })),
});
