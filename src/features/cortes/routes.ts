import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readerOrProgram } from '../../core/auth/access.ts';
import { notFound, serviceUnavailable } from '../../core/base/errors.ts';
import { fileAnswer } from '../../core/base/schemas.ts';
import { attached } from '../../core/http/attached.ts';
import type { App, Context } from '../../core/http/context.ts';
import {
  findLastSello,
  findSello,
  listSellos,
  type Manifiesto,
  type Sello,
  signedManifest,
} from './corte.ts';
import { Corte, CorteBreve, CorteParams, SelloDeCadena } from './schema.ts';

export const tags = ['Cortes'];
export const tagsOfCuts = ['cortes'];

export const unknownCorte = (clave: string) =>
  notFound(`No hay ningún corte con la clave ${clave}.`);
const noCortes = () => notFound('El registro no tiene cortes sellados todavía.');

/** @throws HttpError 404 where there is none with that key */
export async function requireSello(
  { db }: Pick<Context, 'db'>,
  request: FastifyRequest,
): Promise<Sello & { clave: string; objeto: string }> {
  const { clave } = request.params as { clave: string };
  const sello = await findSello(db, clave);
  if (!sello) throw unknownCorte(clave);
  return sello as Sello & { clave: string; objeto: string };
}

/** What a cut states; undefined where its manifest is not the one that was signed. */
const corteOf = (sello: Sello) => {
  const manifiesto = signedManifest(sello) as Manifiesto | undefined;
  if (!manifiesto) return undefined;
  const { formato: _, tipo: __, ...corte } = manifiesto;
  // The first cuts have no such member.
  return { ...corte, reemplaza: corte.reemplaza ?? null, huella: sello.huella };
};
/** A manifest was changed after it was signed. */
const damaged = (clave: string) =>
  serviceUnavailable(
    `El manifiesto del corte ${clave} no es el que se firmó; npm run cortes -- --verificar dice qué más no coincide.`,
  );

/** Cuts, and the chain of their seals: `/cortes`. */
export function cortes(app: App, context: Context): void {
  const { db } = context;

  app.get(
    '/cortes',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'listCortes',
        summary: 'Los cortes sellados, los más nuevos primero',
        response: { 200: Type.Array(CorteBreve) },
      },
    },
    // One that is damaged is in the chain only, and keeps the others from nobody.
    async () =>
      (await listSellos(db))
        .filter(({ clave }) => clave !== null)
        .reverse()
        .flatMap((sello) => {
          const corte = corteOf(sello);
          if (!corte) return [];
          const { estatus: _, dependencias: __, ...brief } = corte;
          return [brief];
        }),
  );

  app.get(
    '/cortes/cadena',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'listSellos',
        summary: 'La cadena de sellos, del primero al último, también los cambios de llave',
        response: { 200: Type.Array(SelloDeCadena) },
      },
    },
    async () =>
      (await listSellos(db)).map(({ objeto: _, ...sello }) => ({
        tipo: sello.clave === null ? 'llave' : 'corte',
        ...sello,
      })),
  );

  app.get(
    '/cortes/llave',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'findLlave',
        summary: 'La llave pública del último sello, en PEM',
        response: {
          200: fileAnswer('application/x-pem-file', '-----BEGIN PUBLIC KEY-----…'),
          404: noCortes(),
        },
      },
    },
    async (_request, reply) => {
      const last = await findLastSello(db);
      if (!last) throw noCortes();
      return attached(reply as FastifyReply, 'application/x-pem-file', 'llave.pem').send(
        last.llave,
      );
    },
  );

  app.get(
    '/cortes/:clave',
    {
      config: { ...readerOrProgram, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'findCorte',
        summary: 'Un corte: qué hay en él, y qué dice su sello',
        params: CorteParams,
        response: { 200: Corte, 404: unknownCorte('2026-T9'), 503: damaged('2026-T3') },
      },
    },
    async (request) => {
      const sello = await requireSello(context, request);
      const corte = corteOf(sello);
      if (!corte) throw damaged(sello.clave);
      return corte;
    },
  );
}
