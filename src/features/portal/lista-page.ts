import { reader } from '../../core/auth/access.ts';
import { moneyInWords } from '../../core/base/pesos.ts';
import { grouped } from '../../core/base/text.ts';
import type { App } from '../../core/http/context.ts';
import { linkRoot, withQuery } from '../../core/http/links.ts';
import { CATALOGS } from '../../core/obras/documents.ts';
import { conditions, type ObraFilters, resolveFilters } from '../../core/obras/filtros.ts';
import { GRUPOS } from '../../core/obras/grupos.ts';
import type { ListContext } from '../../core/obras/listas.ts';
import { filtersInWords } from '../../listados/descarga.ts';
import { summarize } from '../seguimiento/lista.ts';
import { asPage, plainOnError, shellNamed } from './head.ts';

/** The part of a summary by status that the head tells. */
interface ResumenPorEstatus {
  total: { obras: number; monto: number; atrasadas: number };
  grupos: { nombre: string; obras: number }[];
}

/**
 * `GET /portal/` and `/portal/obras` with PUBLIC_READ: the portal's shell, whose head tells what the list comes to under its
 * filters, and has the newest public photo of its works. With filters of one's own it is the plain shell, as for who may not
 * read.
 */
export function listaPage(app: App, { config, heavyReads, listas }: ListContext): void {
  if (!config.PUBLIC_READ) return;
  const { filtros } = listas;
  const tiles = config.MAP_TILES_URL;
  for (const path of ['/portal/', '/portal/obras']) {
    app.get<{ Querystring: ObraFilters }>(
      path,
      {
        schema: {
          hide: true,
          ...(path === '/portal/obras' && { querystring: listas.ObraFilters }),
        },
        config: {
          ...reader,
          isDated: true,
          // Without PUBLIC_URL the page's address follows the request's host, so the page is not cached.
          ...(config.PUBLIC_URL !== undefined && {
            cacheTags: ['obras', 'seguimiento', 'archivos', ...CATALOGS],
          }),
        },
        errorHandler: plainOnError(tiles),
      },
      async (request, reply) => {
        const asked = path === '/portal/obras' ? request.query : {};
        const db = await heavyReads.page(request, reply);
        const filters = await resolveFilters(filtros, asked, request, db);
        const [json, photo, words] = await Promise.all([
          summarize(db, 'estatus', GRUPOS.estatus, conditions(filters, filtros)),
          listas.findPicture?.(db, filters, filtros),
          filtersInWords(db, filters, filtros),
        ]);
        asPage(reply, tiles);
        const root = linkRoot(config, request, reply);
        const set = words.map(({ label, value }) => `${label}: ${value}`);
        return shellNamed(request.url, {
          title: set.length > 0 ? ['Obras', ...set].join(' · ') : TITLE,
          description: describe(JSON.parse(json)),
          address: root + withQuery(path, asked),
          publisher: config.PUBLISHER,
          feeds: listas.feeds.map(({ path, type }) => ({
            address: root + withQuery(path, asked),
            type,
          })),
          photo: photo && {
            address: `${root}/obras/${photo.obraId}/archivos/${photo.archivoId}/contenido`,
            title: photo.titulo ?? photo.nombre,
          },
        });
      },
    );
  }
}

/** The shell's own title. */
const TITLE = 'Registro de Obras Públicas';

function describe({ total, grupos }: ResumenPorEstatus): string {
  const { obras, monto, atrasadas } = total;
  if (obras === 0) return 'Ninguna obra.';
  const counts = grupos.map(({ nombre, obras }) => `${nombre}: ${grouped(obras)}`);
  return [
    `${grouped(obras)} ${obras === 1 ? 'obra' : 'obras'} por ${moneyInWords(monto)}`,
    ...counts,
    ...(atrasadas > 0 ? [`Con atraso: ${grouped(atrasadas)}`] : []),
  ].join(' · ');
}
