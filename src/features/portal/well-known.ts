import type { FastifyInstance } from 'fastify';
import type { Config } from '../../core/base/config.ts';
import { FAVICON, TOUCH_ICON } from './iconos.ts';

// What machines ask of every server, at addresses that nobody tells them.

/** Files, layers and tiles: a crawler would fetch all of them again and again, and pages show the same. */
const NOT_CRAWLED = [
  ...['/docs', '/ogc', '/oc4ids', '/mapa/', '/obras.', '/seguimiento.', '/contratos.'],
  ...['/obras/resumen.csv', '/obras/plantilla.xlsx', '/portal/entrar'],
];

/** Days for which a security.txt may be kept: RFC 9116 asks for less than a year. */
const VALID = 180;
const MS_PER_DAY = 86_400_000;

/**
 * `GET /robots.txt`, `/favicon.ico`, `/apple-touch-icon.png` and, with SECURITY_CONTACT, `/.well-known/security.txt`. Crawlers are
 * let in where anybody may read.
 */
export function wellKnown(
  app: FastifyInstance,
  { PUBLIC_READ, PUBLIC_URL, SECURITY_CONTACT }: Config,
): void {
  const serve = (path: string, type: string, content: () => string | Buffer) =>
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(content()),
    );
  const text = 'text/plain; charset=utf-8';

  const rules = PUBLIC_READ ? NOT_CRAWLED.map((path) => `Disallow: ${path}\n`) : ['Disallow: /\n'];
  serve('/robots.txt', text, () => `User-agent: *\n${rules.join('')}`);

  serve('/favicon.ico', 'image/png', () => FAVICON);
  for (const name of ['apple-touch-icon', 'apple-touch-icon-precomposed']) {
    serve(`/${name}.png`, 'image/png', () => TOUCH_ICON);
  }

  if (SECURITY_CONTACT === undefined) return;
  const address = '/.well-known/security.txt';
  serve(address, text, () => {
    const day = Math.floor(Date.now() / MS_PER_DAY);
    const lines = [
      ...SECURITY_CONTACT.map((contact) => `Contact: ${contact}`),
      // The same for a whole day, as what is kept of it.
      `Expires: ${new Date((day + VALID) * MS_PER_DAY).toISOString()}`,
      'Preferred-Languages: es',
      ...(PUBLIC_URL === undefined ? [] : [`Canonical: ${PUBLIC_URL}${address}`]),
    ];
    return `${lines.join('\n')}\n`;
  });
  app.get('/security.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(address),
  );
}
