import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { connectionClosed } from '../../../core/base/errors.ts';
import { createFairQueue } from '../../../core/base/fair-queue.ts';
import { commit, version } from '../../../core/base/version.ts';
import type { Db } from '../../../core/db/db.ts';
import { addressOf, createMemory } from '../../../core/http/cache/answers.ts';
import { matchingTag } from '../../../core/http/cache/conditional.ts';
import { etagOf } from '../../../core/http/cache/etag.ts';
import { isGone, whenOver } from '../../../core/http/exchange.ts';
import { sharerOf } from '../../../core/http/limits/fair-shares.ts';
import { withoutTimeout } from '../../../core/http/limits/heavy-reads.ts';
import type { ListContext } from '../../../core/obras/listas.ts';
import type { Almacen } from '../../archivos/almacen/almacen.ts';
import { findSello, type Manifiesto } from '../corte.ts';
import { readCorte, readHoy } from '../lectura.ts';
import { unknownCorte } from '../routes.ts';
import type { ObraEnCorte } from './campos.ts';
import { compararObras, type Diferencia, type Totales } from './comparar.ts';
import { wantedBy } from './filtros.ts';
import type { Lados } from './resultado.ts';

/** The other side of a comparison with the registry as it is. */
export const HOY = 'hoy';

/** Steps of comparisons at a time, each of a hundred works, and those that wait. */
const AT_ONCE = 2;
const MOST_COMPARING = 1_000;

/** A comparison that is asked for. */
export interface Comparada {
  lados: Lados;
  /** The filters that are set, by their names. */
  filters: Record<string, string>;
  reader: Db;
  /** The totals, where they are remembered. */
  known: Totales | undefined;
  /** Remembers them for other pages. */
  keep(totales: Totales): void;
  /** Reads both sides from the beginning, in steps that take turns with those of others, and counts them. */
  works(totales: Totales): AsyncGenerator<Diferencia[]>;
}

interface LadoAbierto {
  clave: string;
  titulo: string | null;
  instante: string | null;
  /** The digest of its file; null of today. */
  objeto: string | null;
  read(db: Db, signal: AbortSignal): AsyncIterable<unknown>;
}

/** Returns a function that opens the comparison which a request asks for; undefined where its client has the answer. */
export function createComparaciones(context: ListContext & { almacen: Almacen }) {
  const { db, heavyReads, cache, almacen } = context;
  const { patience } = db.slow;
  const inTurn = createFairQueue({
    ...{ concurrency: AT_ONCE, mostWaiting: MOST_COMPARING, longestWait: patience },
  });

  const sideOf = async (clave: string): Promise<LadoAbierto> => {
    if (clave === HOY)
      return { clave, titulo: null, instante: null, objeto: null, read: (db) => readHoy(db) };
    const sello = await findSello(db, clave);
    if (!sello) throw unknownCorte(clave);
    const { titulo, instante } = JSON.parse(sello.manifiesto) as Manifiesto;
    const objeto = sello.objeto as string;
    const read: LadoAbierto['read'] = (_db, signal) => readCorte(almacen, objeto, signal);
    return { clave, titulo, instante, objeto, read };
  };

  async function* inSteps(
    request: FastifyRequest,
    reply: FastifyReply,
    batches: AsyncGenerator<Diferencia[]>,
  ): AsyncGenerator<Diferencia[]> {
    // As of any answer that takes long, the first step has a deadline.
    let until = performance.now() + patience;
    const next = () => {
      if (isGone(request, reply)) throw connectionClosed();
      return batches.next();
    };
    try {
      for (;;) {
        const { value, done } = await withoutTimeout(request.raw.socket, () =>
          inTurn(sharerOf(request), async () => next(), until),
        );
        if (done) return;
        until = Number.POSITIVE_INFINITY;
        yield value;
        // Other requests are answered in between.
        await setImmediate();
      }
    } finally {
      await batches.return(undefined);
    }
  }

  /**
   * @param names those of the filters that a cut decides
   * @throws HttpError 404 for an unknown cut
   */
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    names: string[],
  ): Promise<Comparada | undefined> => {
    const { clave } = request.params as { clave: string };
    const query = request.query as Record<string, string>;
    const filters = Object.fromEntries(
      names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
    );
    const antes = await sideOf(clave);
    if (antes.objeto === null) throw unknownCorte(clave);
    const despues = await sideOf(query.con as string);
    if (despues.objeto !== null) {
      // Neither cut will ever be another.
      const is = [version, commit, antes.objeto, despues.objeto, addressOf(request)];
      const etag = etagOf(is.join(' '));
      reply.header('etag', etag);
      if (matchingTag(request, etag, true) !== undefined) return undefined;
    }
    const reader = await heavyReads.stream(request, reply);
    const leaving = new AbortController();
    whenOver(request, reply, () => leaving.abort(connectionClosed()));
    const remembered = createMemory(
      cache,
      request,
    )<Totales>(JSON.stringify(['diferencias', antes.objeto, despues.objeto, filters]));
    const nameOf = ({ clave, titulo, instante }: LadoAbierto) => ({ clave, titulo, instante });
    const read = (side: LadoAbierto) =>
      side.read(reader, leaving.signal) as AsyncIterable<ObraEnCorte>;
    return {
      lados: { antes: nameOf(antes), despues: nameOf(despues) },
      ...{ filters, reader, known: remembered.value },
      keep: (totales) => remembered.keep?.(totales, bytesOfTotales(totales)),
      works: (totales) =>
        inSteps(
          request,
          reply,
          compararObras(read(antes), read(despues), totales, wantedBy(filters)),
        ),
    };
  };
}

/** Bytes that totals take, roughly. */
const bytesOfTotales = ({ grupos }: Totales): number =>
  Object.values(grupos).reduce((sum, { size }) => sum + 500 * size, 4_000);
