import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { reader } from '../../core/auth/access.ts';
import { notFound } from '../../core/base/errors.ts';
import { fileAnswer } from '../../core/base/schemas.ts';
import { attached } from '../../core/http/attached.ts';
import type { App, Context } from '../../core/http/context.ts';
import { findSello, listSellos, type Manifiesto, type Sello } from './corte.ts';
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

const corteOf = ({ manifiesto, huella }: Sello) => {
  const { formato: _, tipo: __, ...corte } = JSON.parse(manifiesto) as Manifiesto;
  return { ...corte, huella };
};

/** Cuts, and the chain of their seals: `/cortes`. */
export function cortes(app: App, context: Context): void {
  const { db } = context;

  app.get(
    '/cortes',
    {
      config: { ...reader, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'listCortes',
        summary: 'Los cortes sellados, los más nuevos primero',
        response: { 200: Type.Array(CorteBreve) },
      },
    },
    async () =>
      (await listSellos(db))
        .filter(({ clave }) => clave !== null)
        .reverse()
        .map((sello) => {
          const { estatus: _, dependencias: __, ...brief } = corteOf(sello);
          return brief;
        }),
  );

  app.get(
    '/cortes/cadena',
    {
      config: { ...reader, cacheTags: tagsOfCuts },
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
      config: { ...reader, cacheTags: tagsOfCuts },
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
      const last = (await listSellos(db)).at(-1);
      if (!last) throw noCortes();
      return attached(reply as FastifyReply, 'application/x-pem-file', 'llave.pem').send(
        last.llave,
      );
    },
  );

  app.get(
    '/cortes/:clave',
    {
      config: { ...reader, cacheTags: tagsOfCuts },
      schema: {
        tags,
        operationId: 'findCorte',
        summary: 'Un corte: qué hay en él, y qué dice su sello',
        params: CorteParams,
        response: { 200: Corte, 404: unknownCorte('2026-T9') },
      },
    },
    async (request) => corteOf(await requireSello(context, request)),
  );
}
