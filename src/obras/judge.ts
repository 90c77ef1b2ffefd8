import { inactive, missing } from '../base/constraints.ts';
import { int4 } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import type { ChangedObra } from './schema.ts';
import {
  findBrokenPolygons,
  findForeignIds,
  type JudgeableUbicacion,
  judgeableUbicaciones,
} from './ubicaciones.ts';

/**
 * A sentence for each thing in a body that only the database can judge: polygons that cross themselves, and references.
 *
 * @param id of the obra that the body changes; null for one yet to be made
 */
export async function findBroken(
  db: Db,
  id: number | null,
  obra: JudgeableObra,
): Promise<string[]> {
  return [
    ...(await findBrokenPolygons(db, obra.ubicaciones)),
    ...(await findBrokenReferences(db, id, obra)),
  ];
}

export const REFERENCES = [
  'ejercicioFiscalId',
  'dependenciaId',
  'municipioId',
  'tipoProyectoId',
  'estatusObraId',
] as const;

/** Whether no record can have the id, since no `integer` column holds it. */
export const isBeyond = (id: number | null | undefined) => id != null && int4(id) === null;

/** What of an obra the database judges. */
export type JudgeableObra = Pick<ChangedObra, (typeof REFERENCES)[number]> & {
  ubicaciones?: JudgeableUbicacion[];
};

/** What of a body that breaks rules of its schema the database can judge all the same. */
export function judgeable(body: unknown): JudgeableObra {
  if (typeof body !== 'object' || body === null) return {};
  const given = body as Record<string, unknown>;
  const whole = REFERENCES.filter((field) => Number.isInteger(given[field]));
  return {
    ...Object.fromEntries(whole.map((field) => [field, given[field] as number])),
    ubicaciones: judgeableUbicaciones(given.ubicaciones),
  };
}

/**
 * A sentence for each reference of a body that does not exist, or is inactive and not what the obra has already.
 * `obraId` is null for an obra yet to be made. An ubicación that names no municipio has the obra's, checked there.
 */
export async function findBrokenReferences(
  db: Db,
  obraId: number | null,
  given: JudgeableObra,
): Promise<string[]> {
  const { ubicaciones = [] } = given;
  const references = [
    ...REFERENCES.map((field) => ({ field: field as string, id: given[field] ?? null })),
    ...ubicaciones.map(({ municipioId = null }, i) => ({
      field: `ubicaciones[${i}].municipioId`,
      id: municipioId,
    })),
  ];
  const ids = references.map(({ id }) => id && int4(id));
  const broken = await db.query<{ lugar: number; activo: boolean | null }>(
    `WITH antes AS (SELECT * FROM obras WHERE id = $1)
     SELECT lugar::integer, activo FROM (
       SELECT 1 AS lugar, $2::integer AS id, (SELECT ejercicio_fiscal_id FROM antes) AS tenia,
         (SELECT activo FROM ejercicios_fiscales WHERE id = $2) AS activo
       UNION ALL SELECT 2, $3, (SELECT dependencia_id FROM antes),
         (SELECT activo FROM dependencias WHERE id = $3)
       UNION ALL SELECT 3, $4, (SELECT municipio_id FROM antes),
         (SELECT activo FROM municipios WHERE id = $4)
       UNION ALL SELECT 4, $5, (SELECT tipo_proyecto_id FROM antes),
         (SELECT activo FROM tipos_proyecto WHERE id = $5)
       UNION ALL SELECT 5, $6, (SELECT estatus_obra_id FROM antes),
         (SELECT true FROM estatus_obra WHERE id = $6)
       UNION ALL SELECT 5 + l.n, l.municipio_id,
         (SELECT u.municipio_id FROM ubicaciones u WHERE u.id = l.id AND u.obra_id = $1),
         (SELECT m.activo FROM municipios m WHERE m.id = l.municipio_id)
       FROM unnest($7::integer[], $8::integer[]) WITH ORDINALITY AS l (id, municipio_id, n)
     ) r
     WHERE r.id IS NOT NULL AND r.id IS DISTINCT FROM tenia AND activo IS NOT TRUE
     ORDER BY lugar`,
    [
      obraId,
      ...ids.slice(0, REFERENCES.length),
      ubicaciones.map(({ id = null }) => id && int4(id)),
      ids.slice(REFERENCES.length),
    ],
  );
  const known = new Map(broken.map(({ lugar, activo }) => [lugar, activo]));
  const sentences = references.flatMap(({ field, id }, i) => {
    if (isBeyond(id)) return [missing(field, id)];
    const activo = known.get(i + 1);
    return activo === undefined ? [] : [activo === null ? missing(field, id) : inactive(field, id)];
  });
  return obraId === null
    ? sentences
    : [...sentences, ...(await findForeignIds(db, obraId, ubicaciones))];
}
