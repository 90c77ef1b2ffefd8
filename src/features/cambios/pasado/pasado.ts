import type { FastifyInstance } from 'fastify';
import { type TObject, Type } from 'typebox';
import { badRequest, conflict, HttpError } from '../../../core/base/errors.ts';
import { LABEL, REFUSED } from '../../../core/base/schemas.ts';
import { allOf, int4 } from '../../../core/base/text.ts';
import { obraNotFound } from '../../../core/obras/documents.ts';
import type { Past } from '../../../core/obras/listas.ts';
import { httpDate, linksOf, unknownPast } from './enlaces.ts';
import { readUntil } from './instante.ts';
import { findThen } from './lectura.ts';

// Works as they stood (RFC 7089 in form): the parameter `en`.

const gone = (text: string) => new HttpError(410, text);
const notYet = (id: string) => gone(`La obra ${id} todavía no se registraba entonces.`);
const notAnyMore = (id: string) => gone(`La obra ${id} ya se había eliminado entonces.`);
/** The ledger does not come to what there is, or lacks a field. */
const contradicted = (id: string) =>
  conflict(
    `Lo que la bitácora dice de la obra ${id} no basta, o no concuerda con el registro: no se sabe cómo estaba entonces.`,
  );

/**
 * Has all GETs under /obras that do not take `en` refuse it: their answer is today's, which would be kept as that of the day. To be
 * called before there are routes.
 */
export function refuseElsewhere(app: FastifyInstance): void {
  const takers: string[] = [];
  const refused = { en: '' };
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' || !/^\/obras(?![^/.])/.test(route.url)) return;
    const querystring = (route.schema?.querystring ?? Type.Object({})) as TObject;
    if ('en' in querystring.properties) {
      takers.push(`GET ${route.url}`);
      refused.en = `sólo vale en ${allOf(takers)}: esto es de hoy.`;
    } else route.schema = { ...route.schema, querystring: { ...querystring, [REFUSED]: refused } };
  });
}

/** An obra, and what stands under it, as it stood. */
export const past: Past = {
  parameters: {
    en: Type.Optional(
      Type.String({
        [LABEL]: 'Fecha',
        format: 'date-time',
        description:
          'Como estaba al terminar ese día en Mérida (2026-06-30), o en ese instante con zona (RFC 3339), hasta donde lo dice: un segundo, entero. Debe haber pasado. Los nombres de catálogos son los de entonces. De un dibujo que ya no está, los espacios y el orden de sus miembros se desconocen: se responde el mismo valor. El ETag no sirve para If-Match.',
      }),
    ),
  },
  headers: {
    'Memento-Datetime': Type.String({
      description: 'Con en: el instante que se responde (RFC 7089).',
    }),
    Link: Type.String({
      description:
        'Con en (RFC 7089): original, lo de hoy; timegate, como estaba en otro instante; timemap, la lista de las versiones.',
    }),
  },
  refusals: { 409: unknownPast('99'), 410: notYet('99') },
  read({ db, heavyReads }, request, reply, part) {
    const { id } = request.params as { id: string };
    const { en, campos } = request.query as { en?: string; campos?: string };
    if (en === undefined) return undefined;
    if (campos !== undefined) {
      throw badRequest([{ field: 'en', text: 'no se combina con campos: trae la obra entera.' }]);
    }
    const until = readUntil(en);
    const number = int4(id);
    if (number === null) throw obraNotFound(id);
    const [path, reading] = part ?? [];
    return (async () => {
      const then = await findThen(
        await heavyReads.page(request, reply, db),
        number,
        until,
        reading,
      );
      const { estado, isThere, isEmptied, isTrue, momento, json } = then;
      if (estado === null && !isThere) throw isEmptied ? unknownPast(id) : obraNotFound(id);
      if (estado === null || estado === 'incierta') throw unknownPast(id);
      if (!isTrue) throw contradicted(id);
      if (estado === 'futura') throw notYet(id);
      if (estado === 'eliminada') throw notAnyMore(id);
      // A catalog's record that nobody knows any more.
      if (json === null) throw unknownPast(id);
      reply.header('memento-datetime', httpDate(momento));
      reply.header('link', linksOf(number, path));
      return json;
    })();
  },
};
