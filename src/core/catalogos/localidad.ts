import './constraints.ts';
import { type Static, Type } from 'typebox';
import { admin, reader, token } from '../auth/access.ts';
import { inactive, missing } from '../base/constraints.ts';
import { badRequest, type HttpError, notFound } from '../base/errors.ts';
import { Closed, Ids, nullable, OptionalMembers, Reference, Whole } from '../base/schemas.ts';
import { int4, int4List } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import type { App, Context } from '../http/context.ts';
import { MunicipioBreve } from './municipios.ts';
import { recordRoutes } from './records.ts';

// Schemas -----------------------------------------------------------------------------------------

const tags = ['Localidades'];

const localidadFields = {
  nombre: Type.String({ minLength: 1, maxLength: 100, examples: ['Cholul'] }),
  clave: nullable(
    Type.String({
      maxLength: 50,
      description: 'Clave, por ejemplo la de INEGI, de nueve dígitos; vacía equivale a null.',
      examples: ['310500074'],
    }),
  ),
  municipioId: Reference('Municipio al que pertenece.', 50),
  activo: Type.Boolean({ examples: [true] }),
};

const NewLocalidad = Closed(
  {
    nombre: localidadFields.nombre,
    clave: Type.Optional(localidadFields.clave),
    municipioId: localidadFields.municipioId,
    activo: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NuevaLocalidad' },
);
type NewLocalidad = Static<typeof NewLocalidad>;

const ChangedLocalidad = OptionalMembers(localidadFields, { title: 'CambiosLocalidad' });
type ChangedLocalidad = Static<typeof ChangedLocalidad>;

const Localidad = Closed(
  { id: Type.Integer({ examples: [1] }), ...localidadFields, municipio: MunicipioBreve },
  { title: 'Localidad', description: 'Localidad con su municipio.' },
);

const Puntos = Closed(
  {
    type: Type.Literal('FeatureCollection'),
    fuente: Type.String({ description: 'De quién son los datos.' }),
    features: Type.Array(
      Closed({
        type: Type.Literal('Feature'),
        id: Type.Integer({ examples: [1] }),
        properties: Closed({
          nombre: localidadFields.nombre,
          municipioId: Type.Integer({ examples: [50] }),
          poblacion: nullable(Whole('Habitantes en 2020; nula donde el censo no la dice.', 9876)),
        }),
        geometry: Closed({
          type: Type.Literal('Point'),
          coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
        }),
      }),
      { description: 'Las mayores primero.' },
    ),
  },
  {
    title: 'PuntosDeLocalidades',
    description: 'GeoJSON (RFC 7946): grados, WGS 84, longitud primero.',
    examples: [
      {
        type: 'FeatureCollection',
        fuente: 'INEGI',
        features: [
          {
            type: 'Feature',
            id: 1,
            properties: { nombre: 'Cholul', municipioId: 50, poblacion: 9876 },
            geometry: { type: 'Point', coordinates: [-89.556, 21.042] },
          },
        ],
      },
    ],
  },
);

const FUENTE_DE_LOCALIDADES =
  'INEGI, Censo de Población y Vivienda 2020 (ITER); elaboración propia con datos de INEGI.';

const ListQuery = Type.Object({
  municipioId: Type.Optional(Ids('Sólo las localidades de estos municipios.')),
});

// SQL ---------------------------------------------------------------------------------------------

/** The JSON of `localidades l JOIN municipios m`, defined here only. */
const RENDERED = `row_to_json((
  SELECT r FROM (
    SELECT l.id, l.nombre, l.clave, l.activo, l.municipio_id AS "municipioId",
      (SELECT row_to_json(x) FROM (SELECT m.id, m.nombre) x) AS municipio
  ) r))`;

/** The JSON of the localities, all of them or those of these municipios, in Spanish alphabetical order. */
function listLocalidades(db: Db, municipioIds: number[] | null): Promise<string> {
  return db.json(
    `SELECT coalesce(json_agg(${RENDERED} ORDER BY l.nombre_orden, l.nombre COLLATE "C", l.id), '[]') AS json
     FROM localidades l JOIN municipios m ON m.id = l.municipio_id
     WHERE $1::integer[] IS NULL OR l.municipio_id = ANY ($1)`,
    [municipioIds],
  );
}

/** Active localities whose place is known, as GeoJSON. */
function listPuntos(db: Db): Promise<string> {
  return db.json(
    `SELECT json_build_object('type', 'FeatureCollection', 'fuente', $1::text, 'features', coalesce(json_agg(
       json_build_object('type', 'Feature', 'id', id,
         'properties', json_build_object('nombre', nombre, 'municipioId', municipio_id, 'poblacion', poblacion),
         'geometry', ST_AsGeoJSON(ubicacion)::json)
       ORDER BY poblacion DESC NULLS LAST, id), '[]')) AS json
     FROM localidades WHERE activo AND ubicacion IS NOT NULL`,
    [FUENTE_DE_LOCALIDADES],
  );
}

const FIND_LOCALIDAD = `SELECT ${RENDERED} AS json
   FROM localidades l JOIN municipios m ON m.id = l.municipio_id
   WHERE l.id = $1`;

/**
 * Adds a locality to an active municipio.
 *
 * @throws HttpError 400 where no active municipio has that id
 */
async function createLocalidad(db: Db, localidad: NewLocalidad): Promise<string> {
  const json = await db.jsonOrNothing(
    `WITH l AS (
       INSERT INTO localidades (nombre, clave, municipio_id, activo)
       SELECT $1, $2, id, $4 FROM municipios WHERE id = $3 AND activo
       RETURNING *
     )
     SELECT keep_answer(${RENDERED}::text) AS json FROM l JOIN municipios m ON m.id = l.municipio_id`,
    [
      localidad.nombre,
      localidad.clave || null,
      int4(localidad.municipioId),
      localidad.activo ?? true,
    ],
  );
  if (!json) throw await municipioError(db, localidad.municipioId);
  return json;
}

/**
 * Changes a locality; undefined where there is none.
 *
 * @throws HttpError 400 where its new municipio is not an active one
 */
async function updateLocalidad(
  db: Db,
  id: number | null,
  changes: ChangedLocalidad,
): Promise<string | undefined> {
  const { nombre, clave, municipioId = null, activo } = changes;
  // Null leaves the municipio as it is. No municipio has the id 0.
  const moved = municipioId === null ? null : (int4(municipioId) ?? 0);
  const json = await db.jsonOrNothing(
    `WITH l AS (
       UPDATE localidades SET
         nombre = coalesce($2, nombre),
         clave = CASE WHEN $3 THEN $4 ELSE clave END,
         municipio_id = coalesce($5, municipio_id),
         activo = coalesce($6, activo)
       WHERE id = $1 AND (
         coalesce($5, municipio_id) = municipio_id
         OR EXISTS (SELECT FROM municipios WHERE municipios.id = $5 AND municipios.activo))
       RETURNING *
     )
     SELECT keep_answer(${RENDERED}::text) AS json FROM l JOIN municipios m ON m.id = l.municipio_id`,
    [id, nombre, clave !== undefined, clave || null, moved, activo],
  );
  if (json || municipioId === null || !(await db.jsonOrNothing(FIND_LOCALIDAD, [id]))) return json;
  throw await municipioError(db, municipioId);
}

async function municipioError(db: Db, id: number): Promise<HttpError> {
  const municipio = await db.one('SELECT FROM municipios WHERE id = $1', [int4(id)]);
  return badRequest([municipio ? inactive('municipioId', id) : missing('municipioId', id)]);
}

// Routes ------------------------------------------------------------------------------------------

export function localidad(app: App, { db, config }: Context): void {
  app.get(
    '/localidad',
    {
      config: { ...reader, cacheTags: ['localidades', 'municipios'] },
      schema: {
        tags,
        operationId: 'listLocalidades',
        summary: 'Localidades con su municipio, por nombre',
        querystring: ListQuery,
        response: { 200: Type.Array(Localidad) },
      },
    },
    async ({ query: { municipioId } }) =>
      listLocalidades(db, municipioId === undefined ? null : int4List(municipioId)),
  );

  app.get(
    '/localidad/puntos',
    {
      config: { ...reader, cacheTags: ['localidades'] },
      schema: {
        tags,
        operationId: 'listPuntosDeLocalidades',
        summary: 'Dónde está cada localidad y cuántos habitantes tiene, como GeoJSON',
        response: {
          200: {
            description: 'Localidades activas cuyo punto conoce el censo.',
            content: { 'application/geo+json': { schema: Puntos } },
          },
        },
      },
    },
    async (_request, reply) => reply.type('application/geo+json').send(await listPuntos(db)),
  );

  recordRoutes(app, db, {
    path: '/localidad',
    tags,
    name: 'Localidad',
    one: 'una localidad',
    read: reader,
    write: config.STRICT_ACCESS ? admin : token,
    tables: ['localidades', 'municipios'],
    schemas: { record: Localidad, created: NewLocalidad, changed: ChangedLocalidad },
    unknown: () => notFound('Locality not found'),
    find: FIND_LOCALIDAD,
    create: createLocalidad,
    update: updateLocalidad,
    deletion: { summary: 'Elimina una localidad', message: 'La localidad se eliminó.' },
  });
}
