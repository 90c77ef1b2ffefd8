import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clerk, requireClerk } from '../../core/auth/access.ts';
import { violation } from '../../core/base/constraints.ts';
import { connectionClosed, overloaded } from '../../core/base/errors.ts';
import { int4 } from '../../core/base/text.ts';
import { dayOf } from '../../core/base/time.ts';
import type { Db } from '../../core/db/db.ts';
import type { App, Context } from '../../core/http/context.ts';
import { whenOver } from '../../core/http/exchange.ts';
import { createFairShares, sharerOf } from '../../core/http/limits/fair-shares.ts';
import { obraNotFound } from '../../core/obras/documents.ts';
import { sqlOf, writePart } from '../../core/obras/partes.ts';
import { streamOf } from '../../subidas/nameless.ts';
import { tooSlow } from '../../subidas/uploads.ts';
import { type Almacen, type Contenido, digestIn } from './almacen/almacen.ts';
import { ARCHIVO_JSON } from './archivo.ts';
import { ARCHIVO } from './campos.ts';
import { LIMITS, receiveForm, tooLarge } from './formulario.ts';
import type { DiaDeFoto } from './fotos/dia.ts';
import { createFotos, type Fotos } from './fotos/fotos.ts';
import { MOST_FILE_BYTES, MOST_FILES } from './opciones.ts';
import { Archivo, ArchivoForm, ObraParams } from './schema.ts';

/** Files that are received at a time. */
const UPLOADS = 32;

const archivoSql = sqlOf(ARCHIVO);
/** The members of a new archivo that the service sets. */
const ASSIGNED = `tipo text, bytes integer, "tipoMedia" text, ancho integer, alto integer, huella text, objeto text,
  "objetoMini" text`;
const CREATE = `
  INSERT INTO archivos (obra_id, tipo, bytes, tipo_media, ancho, alto, huella, objeto, objeto_mini, ${archivoSql.columns})
  SELECT $1, s.tipo, s.bytes, s."tipoMedia", s.ancho, s.alto, s.huella, s.objeto, s."objetoMini", ${archivoSql.values}
  FROM ${archivoSql.from('$2::jsonb')} CROSS JOIN jsonb_to_record($2::jsonb) AS s (${ASSIGNED})
  ON CONFLICT (obra_id, huella) DO NOTHING RETURNING id`;
const FIND_SAME = `SELECT ${ARCHIVO_JSON} AS json FROM archivos t WHERE t.obra_id = $1 AND t.huella = $2`;
const IS_FULL = 'SELECT FROM archivos WHERE obra_id = $1 OFFSET $2::integer - 1';
/**
 * Keeps the objects of a new archivo for a day, until the archivo names them. They are claimed in one order, so that two uploads
 * do not wait for each other. Both pictures of a small photo may be one object.
 */
export const CLAIM = `
  INSERT INTO objetos (huella, bytes) SELECT DISTINCT * FROM unnest($1::text[], $2::integer[]) AS o (huella, bytes) ORDER BY huella
  ON CONFLICT (huella) DO UPDATE SET conservar_hasta = greatest(objetos.conservar_hasta, excluded.conservar_hasta)`;

/** The route that adds a photo or document: `POST /obras/:id/archivos`. */
export function subir(app: App, { db, almacen }: Context & { almacen: Almacen }): void {
  // A scope of its own, since elsewhere bodies are JSON.
  app.register(async (scope: App) => {
    const fotos = createFotos();
    const shares = createFairShares(UPLOADS);
    scope.addHook('onClose', fotos.close);
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    scope.post(
      '/obras/:id/archivos',
      {
        config: { ...clerk, takesNoKey: true, bodyToDisk: true },
        bodyLimit: MOST_FILE_BYTES.DOCUMENTO,
        schema: {
          tags: ['Archivos'],
          operationId: 'createArchivo',
          summary: 'Agrega una foto o un documento a una obra',
          description: `Un formulario con un archivo, en archivo, y sus campos, en cualquier orden. Se reconoce por su contenido. De una foto se guardan dos imágenes de hasta 2048 y 400 píxeles, sin nada de lo que la cámara escribió junto a ella; la original no se guarda. Sin fecha vale el día en que la cámara dice que se tomó y, si no lo dice, el que trae el nombre del archivo (fechaSegun dice cuál); nunca la hora del archivo, ni un día por venir. Sin publico, una foto es pública y un documento no. El mismo archivo otra vez en la misma obra responde 200 con el que ya está. Hasta ${MOST_FILES} por obra.`,
          params: ObraParams,
          body: ArchivoForm,
          response: {
            200: Archivo,
            201: Archivo,
            404: obraNotFound('99'),
            408: tooSlow(),
            409: violation('archivos_tope', {}, {}, { tope: MOST_FILES } as never),
            413: tooLarge(),
          },
        },
      },
      async (request, reply) => {
        if (!shares.take(request, reply, 1)) throw overloaded();
        // The right is checked before the file comes, so that it is not sent in vain.
        await db.batch([requireClerk(request, int4(request.params.id))]);
        const { file, ...form } = await receiveForm(request);
        try {
          return await add({ db, almacen, fotos }, request, reply, { file, ...form });
        } finally {
          await file.close();
        }
      },
    );
  });
}

/** Adds the file of a form, or answers the record that the obra has of it. */
async function add(
  { db, almacen, fotos }: { db: Db; almacen: Almacen; fotos: Fotos },
  request: FastifyRequest,
  reply: FastifyReply,
  { file, bytes, name, huella, tipo, fields }: Awaited<ReturnType<typeof receiveForm>>,
): Promise<string | undefined> {
  const obra = int4((request.params as { id: string }).id);
  const findSame: [string, unknown[]] = [FIND_SAME, [obra, huella]];
  const [same, full] = await writePart(request, [findSame, [IS_FULL, [obra, MOST_FILES]]]);
  if (same?.[0]) {
    const form = { file, bytes, name, huella, tipo };
    await mend({ db, almacen, fotos }, request, form, obra).catch((err) =>
      request.log.warn({ err }, 'no se revisó en el almacén un archivo que llegó otra vez'),
    );
    return same[0].json;
  }
  if (full?.length) throw violation('archivos_tope', {}, {}, { tope: MOST_FILES } as never);

  const leaving = new AbortController();
  whenOver(request, reply, () => leaving.abort(connectionClosed()));
  const photo =
    tipo === 'FOTO'
      ? await fotos.make(sharerOf(request), { file, bytes, name }, leaving.signal)
      : undefined;
  leaving.signal.throwIfAborted();
  const stored: Contenido[] = photo
    ? [contenidoOf(photo.vista), contenidoOf(photo.mini)]
    : [{ huella, bytes, open: () => streamOf(file, bytes) }];
  const [main, mini] = stored as [Contenido, Contenido | undefined];
  await db.query(CLAIM, [stored.map((one) => one.huella), stored.map((one) => one.bytes)]);
  await Promise.all(stored.map((one) => almacen.put(one)));

  const record = {
    publico: tipo === 'FOTO',
    // A day in the form is a person's word, and so is an empty one.
    ...(fields.fecha === undefined && fields.fechaSegun === undefined && pastDay(photo?.dia)),
    ...fields,
    tipo,
    bytes: main.bytes,
    tipoMedia: tipo === 'FOTO' ? 'image/jpeg' : 'application/pdf',
    ancho: photo?.ancho,
    alto: photo?.alto,
    huella,
    objeto: main.huella,
    objetoMini: mini?.huella,
  };
  const [created, records] = await writePart(request, [
    [CREATE, [obra, JSON.stringify(record)]],
    findSame,
  ]);
  if (created?.length === 1) reply.code(201);
  return records?.[0]?.json;
}

/** Stores lost or damaged objects of a file anew, when its bytes come again. */
async function mend(
  { db, almacen, fotos }: { db: Db; almacen: Almacen; fotos: Fotos },
  request: FastifyRequest,
  { file, bytes, name, huella, tipo }: Omit<Awaited<ReturnType<typeof receiveForm>>, 'fields'>,
  obra: number | null,
): Promise<void> {
  if (tipo === 'DOCUMENTO') {
    return almacen.put({ huella, bytes, open: () => streamOf(file, bytes) });
  }
  const rows = await db.query<{ objeto: string }>(
    `SELECT DISTINCT unnest(ARRAY[objeto, objeto_mini]) AS objeto FROM archivos
     WHERE obra_id = $1 AND huella = $2`,
    [obra, huella],
  );
  const digests = await Promise.all(rows.map(({ objeto }) => digestIn(almacen, objeto)));
  const bad = rows.map(({ objeto }) => objeto).filter((objeto, i) => objeto !== digests[i]);
  if (bad.length === 0) return;
  const { signal } = new AbortController();
  const { vista, mini } = await fotos.make(sharerOf(request), { file, bytes, name }, signal);
  // The same photo has the same pictures, unless another version of the program made them.
  const made = [vista, mini].map(contenidoOf).filter((one) => bad.includes(one.huella));
  await Promise.all(made.map((one) => almacen.put(one)));
}

/** The day of a photo, unless it is still to come: then a clock was wrong. */
const pastDay = (dia: DiaDeFoto | undefined) =>
  dia && dia.fecha <= dayOf(new Date()) ? dia : undefined;

/** Bytes in memory that are to be stored. */
export const contenidoOf = (bytes: Uint8Array): Contenido => ({
  huella: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
  open: () => Readable.from([bytes]),
});
