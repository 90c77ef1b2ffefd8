import './constraints.ts';

import { Type } from 'typebox';
import { reader } from '../../core/auth/access.ts';
import { violation } from '../../core/base/constraints.ts';
import type { App, Context } from '../../core/http/context.ts';
import { obraNotFound } from '../../core/obras/documents.ts';
import { changeRoutes } from '../../core/obras/partes.ts';
import type { Almacen } from './almacen/almacen.ts';
import { ARCHIVO_JSON, findArchivo, keepPrivate, listArchivos, unknownArchivo } from './archivo.ts';
import { ARCHIVO } from './campos.ts';
import { contenido } from './contenido.ts';
import { Archivo, ArchivoParams, ArchivosQuery, ChangedArchivo, ObraParams } from './schema.ts';
import { subir } from './subir.ts';

const tags = ['Archivos'];

/** Photos and documents of an obra: `/obras/:id/archivos`. */
export function archivos(app: App, context: Context & { almacen: Almacen }): void {
  const { db } = context;

  app.get(
    '/obras/:id/archivos',
    {
      config: { ...reader, cacheTags: ['archivos/:id', 'obras/:id'] },
      schema: {
        tags,
        operationId: 'listArchivos',
        summary: 'Las fotos y los documentos de una obra, los más nuevos primero',
        description:
          'Por fecha; la que no la tiene está en el lugar del día en que se agregó, que no es el suyo.',
        params: ObraParams,
        querystring: ArchivosQuery,
        response: {
          200: Type.Array(Archivo),
          403: violation('caller_dependencia'),
          404: obraNotFound('99'),
        },
      },
    },
    async (request) => listArchivos(db, request, request.query.todos === 'true'),
  );

  app.get(
    '/obras/:id/archivos/:archivoId',
    {
      config: { ...reader, cacheTags: ['archivos/:id'] },
      schema: {
        tags,
        operationId: 'findArchivo',
        summary: 'Una foto o un documento de una obra',
        params: ArchivoParams,
        response: { 200: Archivo, 404: unknownArchivo('99') },
      },
    },
    async (request, reply) => {
      const { json, publico } = await findArchivo<{ json: string }>(
        db,
        request,
        `${ARCHIVO_JSON} AS json`,
      );
      if (!publico) keepPrivate(request, reply);
      return json;
    },
  );

  subir(app, context);
  contenido(app, context);
  changeRoutes(app, {
    tags,
    path: 'archivos',
    param: 'archivoId',
    params: ArchivoParams,
    table: 'archivos',
    name: 'Archivo',
    called: 'una foto o un documento de una obra',
    fields: ARCHIVO,
    schemas: { record: Archivo, changed: ChangedArchivo },
    json: ARCHIVO_JSON,
    unknown: unknownArchivo,
    taken: undefined,
    deletedMessage: 'El archivo se eliminó.',
  });
}
