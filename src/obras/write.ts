import { DatabaseError } from 'pg';
import { badRequest } from '../base/errors.ts';
import { int4 } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import { requireState } from '../http/conditional.ts';
import { FIND_OBRA, JOINED, obraNotFound, PIECES } from './documents.ts';
import { findBroken, findBrokenReferences, isBeyond, REFERENCES } from './judge.ts';
import type { ChangedObra, NewObra } from './schema.ts';
import { findBrokenPolygons, findTangle } from './ubicaciones.ts';

/**
 * Registers an obra with its ubicaciones and answers its JSON, in one round trip. The fiscal year's row gives the
 * numeroObra and makes parallel creates of one year follow one another. Those that wait for it go together.
 *
 * @throws HttpError 400 for references that do not exist or are inactive, and for invalid polygons.
 */
export async function createObra(db: Db, obra: NewObra, isRepeated = false): Promise<string> {
  const ubicaciones = (obra.ubicaciones ?? []).map(({ municipioId, ...ubicacion }, i) => ({
    orden: i + 1,
    ...ubicacion,
    municipioId: municipioId ?? obra.municipioId,
  }));
  const values = [
    obra.claveUnica,
    obra.nombre,
    obra.descripcion ?? '',
    obra.monto,
    obra.ejercicioFiscalId,
    obra.dependenciaId,
    obra.municipioId,
    obra.tipoProyectoId,
    obra.estatusObraId,
    JSON.stringify(ubicaciones),
  ];
  const [inserted, read] = await judged(db, null, obra, () =>
    db.atOnce(
      [
        [INSERT_OBRA, values],
        [READ_OBRA_BY_CLAVE, [obra.claveUnica]],
      ],
      { line: `ejercicio ${obra.ejercicioFiscalId}` },
    ),
  );
  // Where nothing was written, what was read is another obra with that clave.
  if (inserted?.length) return (read as [{ json: string }])[0].json;
  const failures = await findBroken(db, null, obra);
  if (failures.length > 0) throw badRequest(failures);
  // What was broken has been put right in between.
  if (!isRepeated) return createObra(db, obra, true);
  throw swallowed();
}

/** Nothing is wrong with what was sent, and nothing was written, twice. */
const swallowed = () =>
  new Error(
    'the database took no row and said nothing: does a trigger of somebody else’s answer NULL?',
  );

/** Writes nothing and answers no row where a reference is missing or inactive. */
const INSERT_OBRA = `
  WITH lugar AS MATERIALIZED (
    SELECT * FROM json_to_recordset($10) AS l (
      "municipioId" integer, direccion text, "localidadReferencia" text, "referenciaLugar" text,
      "tipoGeometria" text, "geometriaJson" json, orden integer)
  ), ejercicio AS (
    UPDATE ejercicios_fiscales SET ultimo_numero_obra = ultimo_numero_obra + 1
    WHERE id = $5 AND activo
      AND EXISTS (SELECT FROM dependencias WHERE id = $6 AND activo)
      AND EXISTS (SELECT FROM municipios WHERE id = $7 AND activo)
      AND ($8::integer IS NULL OR EXISTS (SELECT FROM tipos_proyecto WHERE id = $8 AND activo))
      AND EXISTS (SELECT FROM estatus_obra WHERE id = $9)
      AND NOT EXISTS (
        SELECT FROM lugar LEFT JOIN municipios m ON m.id = lugar."municipioId"
        WHERE m.activo IS NOT TRUE)
    RETURNING id, ultimo_numero_obra
  ), nueva AS (
    INSERT INTO obras (
      ejercicio_fiscal_id, numero_obra, clave_unica, nombre, descripcion, monto,
      dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
    SELECT id, ultimo_numero_obra, $1, $2, $3, $4, $6, $7, $8, $9 FROM ejercicio
    RETURNING id
  ), colocada AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT nueva.id, "municipioId", direccion, "localidadReferencia", "referenciaLugar",
      "tipoGeometria", "geometriaJson", orden
    FROM nueva CROSS JOIN lugar
  )
  SELECT id FROM nueva`;

/** A statement of its own, since the documents are rendered when the one that writes is done. */
const READ_OBRA_BY_CLAVE = `
  SELECT ${JOINED} AS json
  FROM (${PIECES} WHERE d.obra_id = (SELECT id FROM obras WHERE clave_unica = $1)) o`;

/**
 * Changes what the body names and answers the whole obra, in one round trip. Moved to another fiscal year, it gets that
 * year's next numeroObra.
 *
 * @param states digests of the states that it may be in (If-Match); undefined for any
 * @throws HttpError 404 for an unknown obra, 400 as `createObra`, 412 where it is in another state
 */
export async function updateObra(
  db: Db,
  digits: string,
  changes: ChangedObra,
  states?: string[],
  isRepeated = false,
): Promise<string> {
  const id = int4(digits);
  const values: unknown[] = [
    id,
    changes.claveUnica,
    changes.nombre,
    changes.descripcion,
    changes.monto,
    changes.ejercicioFiscalId,
    changes.dependenciaId,
    changes.municipioId,
    changes.tipoProyectoId !== undefined,
    changes.tipoProyectoId,
    changes.estatusObraId,
  ];
  const ubicaciones = changes.ubicaciones?.map((ubicacion, i) => ({ orden: i + 1, ...ubicacion }));
  if (ubicaciones) values.push(JSON.stringify(ubicaciones));
  const results = await judged(db, id, changes, () =>
    db.atOnce(
      [
        // The statements after it see the row as it will stay until the end.
        [LOCK_OBRA, [id]],
        ...(states ? [requireState(FIND_OBRA, id, states)] : []),
        [ubicaciones ? UPDATE_OBRA_AND_UBICACIONES : UPDATE_OBRA, values],
        [FIND_OBRA, [id]],
      ],
      id !== null && staysApart(changes)
        ? { line: `obras ${id % CHANGE_LINES}`, isApart: true }
        : undefined,
    ),
  );
  const [updated, read] = results.slice(-2);
  if (updated?.length) return (read as [{ json: string }])[0].json;
  const failures = await findBrokenPolygons(db, changes.ubicaciones);
  const obra = await db.one('SELECT FROM obras WHERE id = $1', [id]);
  if (obra) failures.push(...(await findBrokenReferences(db, id, changes)));
  if (failures.length > 0) throw badRequest(failures);
  if (!obra) throw obraNotFound(digits);
  if (!isRepeated) return updateObra(db, digits, changes, states, true);
  throw swallowed();
}

/** In how many lines changes of obras wait. Those of one obra are in one line, so that no two lines hold each other's. */
const CHANGE_LINES = 2;

/** Whether a change is small and touches nothing but its obra's own row, for which nobody else waits. */
const staysApart = ({ ubicaciones, ejercicioFiscalId, claveUnica }: ChangedObra) =>
  ubicaciones === undefined && ejercicioFiscalId === undefined && claveUnica === undefined;

/**
 * The statement that changes an obra. It writes nothing and answers no row where there is no such obra, or where an id is
 * not of one of its ubicaciones. The same goes for a reference that is missing, or inactive and not what the obra has.
 *
 * @param places the parts that replace the list of ubicaciones; without them it stays
 */
const updateStatement = (places?: { read: string; check: string; write: string }) => `
  WITH ${places ? `${places.read},` : ''} valida AS MATERIALIZED (
    SELECT o.id, o.municipio_id, o.ejercicio_fiscal_id FROM obras o
    WHERE o.id = $1
      AND ($6::integer IS NULL OR $6 = o.ejercicio_fiscal_id
        OR EXISTS (SELECT FROM ejercicios_fiscales WHERE id = $6 AND activo))
      AND ($7::integer IS NULL OR $7 = o.dependencia_id
        OR EXISTS (SELECT FROM dependencias WHERE id = $7 AND activo))
      AND ($8::integer IS NULL OR $8 = o.municipio_id
        OR EXISTS (SELECT FROM municipios WHERE id = $8 AND activo))
      AND ($10::integer IS NULL OR $10 = o.tipo_proyecto_id
        OR EXISTS (SELECT FROM tipos_proyecto WHERE id = $10 AND activo))
      AND ($11::integer IS NULL OR EXISTS (SELECT FROM estatus_obra WHERE id = $11))
      ${places?.check ?? ''}
  ), numero AS (
    UPDATE ejercicios_fiscales e SET ultimo_numero_obra = ultimo_numero_obra + 1
    FROM valida WHERE e.id = $6 AND e.id <> valida.ejercicio_fiscal_id
    RETURNING ultimo_numero_obra
  ) ${places ? `, ${places.write}` : ''}
  UPDATE obras SET
    clave_unica = coalesce($2, clave_unica),
    nombre = coalesce($3, nombre),
    descripcion = coalesce($4, descripcion),
    monto = coalesce($5, monto),
    ejercicio_fiscal_id = coalesce($6, obras.ejercicio_fiscal_id),
    numero_obra = coalesce((SELECT ultimo_numero_obra FROM numero), numero_obra),
    dependencia_id = coalesce($7, dependencia_id),
    municipio_id = coalesce($8, obras.municipio_id),
    tipo_proyecto_id = CASE WHEN $9 THEN $10 ELSE tipo_proyecto_id END,
    estatus_obra_id = coalesce($11, estatus_obra_id)
  FROM valida WHERE obras.id = valida.id
  RETURNING obras.id`;
const UPDATE_OBRA = updateStatement();
/** The list's elements with an id change that ubicación, those without are new, and the rest go. */
const UPDATE_OBRA_AND_UBICACIONES = updateStatement({
  read: `lugar AS MATERIALIZED (
    SELECT * FROM json_to_recordset($12) AS l (
      id integer, "municipioId" integer, direccion text, "localidadReferencia" text,
      "referenciaLugar" text, "tipoGeometria" text, "geometriaJson" json, orden integer)
  )`,
  check: `AND (SELECT count(id) = count(DISTINCT id) FROM lugar)
      AND NOT EXISTS (
        SELECT FROM lugar l
        LEFT JOIN ubicaciones u ON u.id = l.id AND u.obra_id = $1
        LEFT JOIN municipios m ON m.id = l."municipioId"
        WHERE (l.id IS NOT NULL AND u.id IS NULL)
          OR (l."municipioId" IS NOT NULL AND l."municipioId" IS DISTINCT FROM u.municipio_id
            AND m.activo IS NOT TRUE))`,
  write: `borrada AS (
    DELETE FROM ubicaciones u USING valida
    WHERE u.obra_id = valida.id AND u.id NOT IN (SELECT id FROM lugar WHERE id IS NOT NULL)
  ), cambiada AS (
    UPDATE ubicaciones u SET
      municipio_id = coalesce(l."municipioId", $8, valida.municipio_id), direccion = l.direccion,
      localidad_referencia = l."localidadReferencia", referencia_lugar = l."referenciaLugar",
      tipo_geometria = l."tipoGeometria", geometria_json = l."geometriaJson", orden = l.orden
    FROM lugar l, valida
    WHERE u.obra_id = valida.id AND u.id = l.id
  ), nueva AS (
    INSERT INTO ubicaciones (
      obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
      tipo_geometria, geometria_json, orden)
    SELECT valida.id, coalesce("municipioId", $8, valida.municipio_id), direccion, "localidadReferencia",
      "referenciaLugar", "tipoGeometria", "geometriaJson", orden
    FROM lugar l, valida WHERE l.id IS NULL
  )`,
});

/**
 * Runs a write. Polygons that cross themselves are refused by a constraint, like much else; they are told first, and
 * together with whatever reference is broken.
 *
 * @returns the rows of each statement; none where a reference is beyond what the statement's parameters hold
 */
async function judged(
  db: Db,
  id: number | null,
  obra: ChangedObra,
  write: () => Promise<object[][]>,
): Promise<object[][]> {
  if (findTangle(obra.ubicaciones ?? []).length > 0) {
    throw badRequest(await findBroken(db, id, obra));
  }
  if (REFERENCES.some((field) => isBeyond(obra[field]))) return [];
  if (obra.ubicaciones?.some((each) => isBeyond(each.id) || isBeyond(each.municipioId))) return [];
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint)) throw error;
    const failures = await findBrokenPolygons(db, obra.ubicaciones);
    if (failures.length === 0) throw error;
    throw badRequest([...failures, ...(await findBrokenReferences(db, id, obra))]);
  }
}

/** Locks an obra's row until the transaction ends, for whoever changes it or what hangs on it. */
export const LOCK_OBRA = 'SELECT FROM obras WHERE id = $1 FOR UPDATE';

/** Deletes an obra with its ubicaciones and says whether there was one. */
export async function deleteObra(db: Db, id: number | null): Promise<boolean> {
  return (await db.one('DELETE FROM obras WHERE id = $1 RETURNING id', [id])) !== undefined;
}
