import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf, unknownRoute } from '../../core/http/error-handler.ts';
import { html } from '../../paginas/html.ts';
import { contentSecurityPolicy, hasPortal, readShell } from './portal.ts';

// Chats and search engines show a link by the head of its page, and run no script for that.

/** The facts of a page that its head tells. Texts of the registry may be in several lines. */
interface Head {
  title: string;
  description: string;
  /** The page's own address, absolute. */
  address: string;
  publisher: string;
  /** Feeds of what the page shows, with their absolute addresses. */
  feeds: { address: string; type: string }[];
  /** A picture that anybody may read, with its absolute address. */
  photo?: { address: string; title: string } | undefined;
}

/** Characters of a description that chats show. */
const LONGEST_DESCRIPTION = 300;

/** Answers a page of the portal, with its policy. */
export const asPage = (reply: FastifyReply, tiles: string | undefined) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy(tiles));

/**
 * Returns the error handler of such a page: it is the plain shell, also for what does not exist or can't be read. The portal then
 * shows the error.
 */
export const plainOnError = (tiles: string | undefined) =>
  async function plain(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    if (!hasPortal()) throw unknownRoute(request);
    // Only the log has the error: the client gets the plain shell.
    refusalOf(error, request);
    request.storeAnswer = null;
    return asPage(reply.code(200).header('cache-control', 'no-cache'), tiles).send(
      await readShell(request.url),
    );
  };

/** The page at an address with its name in the title, and metadata for chats and search engines. */
export async function shellNamed(
  url: string,
  { title, description, address, publisher, feeds, photo }: Head,
) {
  const nombre = inOneLine(title);
  const words = cutText(inOneLine(description));
  const picture = photo
    ? html`<meta property="og:image" content="${photo.address}">
<meta property="og:image:alt" content="${inOneLine(photo.title)}">
<meta name="twitter:card" content="summary_large_image">
`.text
    : '';
  const head = html`<meta name="description" content="${words}">
<link rel="canonical" href="${address}">
<meta property="og:type" content="website">
<meta property="og:locale" content="es_MX">
<meta property="og:site_name" content="${inOneLine(publisher)}">
<meta property="og:title" content="${nombre}">
<meta property="og:description" content="${words}">
<meta property="og:url" content="${address}">
${feeds.map(
  ({ address, type }) =>
    html`<link rel="alternate" type="${type}" title="Cambios: ${nombre}" href="${address}">
`,
)}`.text;
  const text = await readShell(url);
  const isNamed = text.includes(`<title>${nombre}<`);
  // Functions as replacements: a $ in a text of the registry has no special meaning then.
  return text
    .replace('<title>', (begin) => (isNamed ? begin : html`<title>${nombre} – `.text))
    .replace('</head>', () => `${head}${picture}</head>`);
}

/** A text in one line, for a title. Marks that change the direction of text are left out: they would reach beyond it. */
const inOneLine = (text: string) =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

function cutText(text: string): string {
  const letters = [...text];
  return letters.length <= LONGEST_DESCRIPTION
    ? text
    : `${letters.slice(0, LONGEST_DESCRIPTION - 1).join('')}…`;
}
