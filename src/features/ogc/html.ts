import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html, ownHtml } from '../../paginas/html.ts';

// The frame of every page of the layers. The pages need no script and load nothing.

/** A link by its words. */
export type Crumb = [words: string, href: string];

export interface PageParts {
  title: string;
  /** The way from the first page to this one. */
  crumbs?: Crumb[];
  /** The same document for programs: its words, address and type. */
  alternate?: [words: string, href: string, type: string];
  body: Html | Html[];
}

/** Sends a page. Whatever texts the registry has, the browser runs nothing and loads nothing. */
export function sendPage(reply: FastifyReply, { title, crumbs = [], alternate, body }: PageParts) {
  reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY);
  const [words, href, type] = alternate ?? [];
  return html`<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${title !== SITE_TITLE && ` · ${SITE_TITLE}`}</title>
<link rel="icon" href="data:,">
${alternate && html`<link rel="alternate" type="${type}" href="${href}">\n`}${STYLE_ELEMENT}
</head>
<body>
<header>
<nav aria-label="Dónde está"><ol>${crumbs.map(([words, href]) => html`<li><a href="${href}">${words}</a></li>`)}<li aria-current="page">${title}</li></ol></nav>
</header>
<main>
<h1>${title}</h1>
${body}
</main>
${alternate && html`<footer><p>Para programas: <a href="${href}" type="${type}">${words}</a></p></footer>\n`}</body>
</html>
`.text;
}

const SITE_TITLE = 'Registro de Obras Públicas: capas';

const PAGE_STYLE = `
:root { color-scheme: light; font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: #1c2328; background: #f6f7f8; }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; min-width: 320px; overflow-wrap: anywhere; }
header { background: #083f4a; padding: .5rem 1rem; }
header ol { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .5rem; list-style: none; margin: 0 auto; padding: 0; max-width: 70rem; color: #fff; }
header li + li::before { content: "›"; margin-right: .5rem; }
header a { color: #fff; display: inline-block; padding: .25rem 0; }
main, footer { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.625rem; line-height: 1.2; margin: .5rem 0 1rem; }
h2 { font-size: 1.25rem; line-height: 1.25; margin: 1.5rem 0 .5rem; }
a { color: #0b5563; }
a:focus-visible, .tabla:focus-visible { outline: 3px solid #ffb000; outline-offset: 2px; }
header a:focus-visible { outline-color: #fff; }
main li { margin: .25rem 0; }
.paginas { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding: 0; list-style: none; }
.paginas a { display: inline-block; padding: .375rem 0; }
.tabla { overflow-x: auto; background: #fff; border: 1px solid #d5dade; }
table { width: max-content; border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; padding: .5rem .75rem; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem; border-top: 1px solid #d5dade; min-width: 6rem; max-width: 22rem; overflow-wrap: break-word; }
thead th { white-space: nowrap; }
.numero { text-align: right; white-space: nowrap; }
dt { font-weight: 600; margin-top: .5rem; }
dd { margin: 0; white-space: pre-line; }
code { font-size: .95em; }
svg { display: block; width: 100%; max-width: 50rem; height: auto; background: #dfe9f0; border: 1px solid #76818b; margin: 1rem 0; }
.limite { fill: #f7f5ef; stroke: #76818b; stroke-width: 1; }
.nombre { font-size: 15px; fill: #56616b; text-anchor: middle; }
.punto { fill: #0b5563; stroke: #fff; stroke-width: 1.5; }
.linea { fill: none; stroke: #0b5563; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round; }
.superficie { fill: #0b5563; fill-opacity: .35; stroke: #0b5563; stroke-width: 1.5; fill-rule: evenodd; }
@media print { header { background: none; } header a, header ol { color: inherit; } }
`;
const STYLE_ELEMENT = ownHtml(`<style>${PAGE_STYLE}</style>`);

/** The page may use its own style, by its digest, and nothing else: as strict as the portal's policy. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
