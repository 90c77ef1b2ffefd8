import { readFile } from 'node:fs/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { reader } from '../auth/access.ts';
import { moneyInWords } from '../base/pesos.ts';
import { int4 } from '../base/text.ts';
import type { App, Context } from '../http/context.ts';
import { refusalOf, unknownRoute } from '../http/error-handler.ts';
import { html } from '../http/html.ts';
import { linkRoot } from '../http/links.ts';
import { CATALOGS, findFields } from '../obras/documents.ts';
import { contentSecurityPolicy, hasPortal, SHELL } from './portal.ts';

// A link to a work that somebody puts into a chat is shown there by what its page says at its head. No script runs for that.

/** What the head is made of. */
const FIELDS = 'nombre,descripcion,monto,ejercicioFiscal,dependencia,municipio,estatusObra';
interface Obra {
  nombre: string;
  descripcion: string;
  monto: number;
  ejercicioFiscal: { anio: number };
  dependencia: { nombre: string };
  municipio: { nombre: string };
  estatusObra: { nombre: string };
}

/** As much of a description as chats show, in characters. */
const LONGEST_DESCRIPTION = 300;

/**
 * `GET /portal/obras/:id` where anybody may read: the portal's shell, whose head names the work. Elsewhere, and of a work that
 * does not exist, it is the shell as it is, and so it is when the work can't be read: the portal says then what is wrong.
 */
export function obraPage(app: App, { config, db }: Context): void {
  if (!config.PUBLIC_READ) return;
  const policy = contentSecurityPolicy(config.MAP_TILES_URL);
  const asPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy);

  app.get<{ Params: { id: string } }>(
    '/portal/obras/:id(^[0-9]+$)',
    {
      schema: { hide: true },
      config: {
        ...reader,
        // Without PUBLIC_URL its address is that of the request's host, and it is kept for nobody.
        ...(config.PUBLIC_URL !== undefined && { cacheTags: ['obras/:id', ...CATALOGS] }),
      },
      async errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
        if (!hasPortal()) throw unknownRoute(request);
        // For the log: who asks has a page.
        refusalOf(error, request);
        request.storeAnswer = null;
        return asPage(reply.code(200).header('cache-control', 'no-cache')).send(await shell());
      },
    },
    async (request, reply) => {
      const id = int4(request.params.id);
      const json = id === null ? undefined : await findFields(db, id, FIELDS);
      asPage(reply);
      if (json === undefined) return shell();
      const root = linkRoot(config, request, reply);
      return naming(await shell(), JSON.parse(json), {
        address: `${root}/portal/obras/${id}`,
        publisher: config.PUBLISHER,
      });
    },
  );
}

const shell = () => readFile(SHELL, 'utf8');

/** The shell with a work's name before its title, and what chats and search engines read. */
function naming(
  text: string,
  obra: Obra,
  { address, publisher }: { address: string; publisher: string },
): string {
  const nombre = inOneLine(obra.nombre);
  const facts = [
    moneyInWords(obra.monto),
    obra.estatusObra.nombre,
    obra.municipio.nombre,
    obra.dependencia.nombre,
    obra.ejercicioFiscal.anio,
  ];
  const description = cut(inOneLine(`${facts.join(' · ')}. ${obra.descripcion}`));
  const head = html`<meta name="description" content="${description}">
<link rel="canonical" href="${address}">
<meta property="og:type" content="website">
<meta property="og:locale" content="es_MX">
<meta property="og:site_name" content="${inOneLine(publisher)}">
<meta property="og:title" content="${nombre}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">
`.text;
  // By functions: a $ in a text of the registry says nothing of what was found.
  return text
    .replace('<title>', () => html`<title>${nombre} – `.text)
    .replace('</head>', () => `${head}</head>`);
}

/**
 * A text of one line, as a title is. Marks that turn the direction of what follows are left out: they would reach beyond
 * the text.
 */
const inOneLine = (text: string) =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

function cut(text: string): string {
  const letters = [...text];
  return letters.length <= LONGEST_DESCRIPTION
    ? text
    : `${letters.slice(0, LONGEST_DESCRIPTION - 1).join('')}…`;
}
