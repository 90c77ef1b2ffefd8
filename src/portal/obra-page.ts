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

// Chats show a link to a work by the head of its page, and run no script for that.

/** The fields in the head. */
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

/** Characters of a description that chats show. */
const LONGEST_DESCRIPTION = 300;

/**
 * `GET /portal/obras/:id` with PUBLIC_READ: the portal's shell, whose head names the work. Otherwise it is the plain shell,
 * also for a work that does not exist or can't be read: the portal then shows the error.
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
        // Without PUBLIC_URL the page's address follows the request's host, so the page is not cached.
        ...(config.PUBLIC_URL !== undefined && { cacheTags: ['obras/:id', ...CATALOGS] }),
      },
      async errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
        if (!hasPortal()) throw unknownRoute(request);
        // Only the log has the error: the client gets the plain shell.
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

/** The shell with a work's name in its title, and metadata for chats and search engines. */
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
  // Functions as replacements: a $ in a text of the registry has no special meaning then.
  return text
    .replace('<title>', () => html`<title>${nombre} – `.text)
    .replace('</head>', () => `${head}</head>`);
}

/** A text in one line, for a title. Marks that change the direction of text are left out: they would reach beyond it. */
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
