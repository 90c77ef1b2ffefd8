import { type Static, Type } from 'typebox';
import { admin, reader } from '../../core/auth/access.ts';
import { hasChanged } from '../../core/base/errors.ts';
import { Closed, IdParams, OptionalMembers, Whole } from '../../core/base/schemas.ts';
import { int4 } from '../../core/base/text.ts';
import { SECTORES, TIPOS_OC4IDS } from '../../core/catalogos/oc4ids.ts';
import { TIPOS_PROYECTO } from '../../core/catalogos/tipo-proyecto.ts';
import type { Db } from '../../core/db/db.ts';
import { unlessChanged } from '../../core/http/cache/conditional.ts';
import type { App, Context } from '../../core/http/context.ts';

// The sector and type of OC4IDS of each project type. It is a resource of its own, because the specification fixes the
// fields of a project type. Only administrators write it.

const tags = ['OC4IDS'];

const code = (codes: string[], description: string, example: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...codes, null],
    description,
    examples: [example],
  });

const clasificacionFields = {
  sectorOc4ids: code(
    Object.keys(SECTORES),
    'Sector (projectSector); null si no se ha indicado.',
    'transport.road',
  ),
  tipoOc4ids: code(
    Object.keys(TIPOS_OC4IDS),
    'Tipo (projectType); null si no se ha indicado.',
    'construction',
  ),
};

const Clasificacion = Closed(
  {
    id: Whole('Del tipo de proyecto.', 1),
    nombre: Type.String({ examples: ['Vialidades'] }),
    ...clasificacionFields,
  },
  { title: 'Clasificacion', description: 'Un tipo de proyecto en palabras de OC4IDS.' },
);

const ChangedClasificacion = OptionalMembers(clasificacionFields, {
  title: 'CambiosClasificacion',
});
type ChangedClasificacion = Static<typeof ChangedClasificacion>;

// SQL ---------------------------------------------------------------------------------------------

const CLASIFICACION_COLUMNS = `id, nombre, sector_oc4ids AS "sectorOc4ids", tipo_oc4ids AS "tipoOc4ids"`;

function listClasificaciones(db: Db): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(t), '[]') AS json
     FROM (SELECT ${CLASIFICACION_COLUMNS} FROM tipos_proyecto ORDER BY nombre_orden, nombre COLLATE "C", id) t`,
  );
}

const LOCK_TIPO = 'SELECT FROM tipos_proyecto WHERE id = $1 FOR UPDATE';
const FIND_CLASIFICACION = `SELECT row_to_json(t) AS json FROM (SELECT ${CLASIFICACION_COLUMNS} FROM tipos_proyecto WHERE id = $1) t`;

function updateClasificacion(
  db: Db,
  id: number | null,
  { sectorOc4ids, tipoOc4ids }: ChangedClasificacion,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    `WITH updated AS (
       UPDATE tipos_proyecto SET
         sector_oc4ids = CASE WHEN $2 THEN $3 ELSE sector_oc4ids END,
         tipo_oc4ids = CASE WHEN $4 THEN $5 ELSE tipo_oc4ids END
       WHERE id = $1
       RETURNING *
     )
     SELECT row_to_json(t) AS json FROM (SELECT ${CLASIFICACION_COLUMNS} FROM updated) t`,
    [id, sectorOc4ids !== undefined, sectorOc4ids, tipoOc4ids !== undefined, tipoOc4ids],
  );
}

// Routes ------------------------------------------------------------------------------------------

export function clasificacion(app: App, { db }: Context): void {
  app.get(
    '/catalogos/tipo-proyecto/oc4ids',
    {
      config: { ...reader, cacheTags: ['tipos_proyecto'] },
      schema: {
        tags,
        operationId: 'listClasificaciones',
        summary: 'Sector y tipo de OC4IDS de cada tipo de proyecto, por nombre',
        response: { 200: Type.Array(Clasificacion) },
      },
    },
    async () => listClasificaciones(db),
  );

  app.get(
    '/catalogos/tipo-proyecto/:id/oc4ids',
    {
      config: { ...reader, cacheTags: ['tipos_proyecto'] },
      schema: {
        tags,
        operationId: 'findClasificacion',
        summary: 'Sector y tipo de OC4IDS de un tipo de proyecto',
        params: IdParams,
        response: { 200: Clasificacion, 404: TIPOS_PROYECTO.unknown() },
      },
    },
    async (request) => {
      const json = await db.jsonOrNothing(FIND_CLASIFICACION, [int4(request.params.id)]);
      if (!json) throw TIPOS_PROYECTO.unknown();
      return json;
    },
  );

  app.patch(
    '/catalogos/tipo-proyecto/:id/oc4ids',
    {
      config: admin,
      schema: {
        tags,
        operationId: 'updateClasificacion',
        summary: 'Cambia el sector o el tipo de OC4IDS de un tipo de proyecto',
        params: IdParams,
        body: ChangedClasificacion,
        response: { 200: Clasificacion, 404: TIPOS_PROYECTO.unknown(), 412: hasChanged() },
      },
    },
    async (request) => {
      const id = int4(request.params.id);
      const json = await unlessChanged(request, [LOCK_TIPO, FIND_CLASIFICACION, id], (tx) =>
        updateClasificacion(tx, id, request.body),
      );
      if (!json) throw TIPOS_PROYECTO.unknown();
      return json;
    },
  );
}
