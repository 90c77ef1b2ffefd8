import { inactive, missing } from '../base/constraints.ts';
import { type Failure, remark } from '../base/errors.ts';
import { int4 } from '../base/text.ts';
import type { Db } from '../db/db.ts';
import {
  CATALOG_FIELDS,
  type CatalogField,
  OBRA,
  type ObraNumber,
  type ObraText,
  recordOf,
  UBICACION,
} from './campos.ts';
import type { ChangedObra } from './schema.ts';
import {
  findBrokenPolygons,
  type JudgeableUbicacion,
  judgeableUbicaciones,
} from './ubicaciones.ts';

/**
 * What is given of an obra, to be judged or written by the statements below. Null, like nothing, leaves it as it is. An amount
 * is text where its every cent is to be kept.
 */
export interface Row
  extends Partial<Record<CatalogField, number | null>>,
    Partial<Record<ObraText, string | null>>,
    Partial<Record<ObraNumber, number | string | null>> {
  /** Tells the rows of one statement apart. */
  fila: number;
  /** The obra that it changes; nothing for one yet to be made. */
  id?: number | null;
  claveUnica?: string;
  /** Fields that are taken away from the obra. */
  nulos?: string[];
  /** Records by their names, where their ids are not known yet: another statement of the transaction may make them. */
  anio?: number;
  dependencia?: string;
  tipoProyecto?: string | null;
  /** Whether its ubicaciones are all that the obra has from now on; without it the others stay, and so do their fields. */
  reemplaza?: boolean;
}

/** An ubicación of a row. */
export interface PlaceRow extends Omit<Partial<JudgeableUbicacion>, 'id'> {
  fila: number;
  /** Its place in the list, counted from 0. */
  lugar: number;
  /** The row's obra, where there is one. */
  obra?: number | null;
  /** The ubicación that it changes; nothing for a new one. */
  id?: number | undefined;
  /** Whether its id stands in the list more than once. */
  repetida?: boolean;
  direccion?: string | undefined;
  localidadReferencia?: string | null | undefined;
  referenciaLugar?: string | null | undefined;
  tipoGeometria?: string;
  orden?: number;
}

/**
 * The rows of a statement: `$1` is a JSON list of `Row`, `$2` one of `PlaceRow`. What each obra has is read beside them.
 *
 * PostgreSQL takes any such list for one of 100 rows, and would read a whole table for them. So what belongs to a row is
 * looked up for each by itself, in a subquery of its own (`OFFSET 0`) or as a value.
 */
export const ROWS = `
  fila AS MATERIALIZED (
    SELECT f.*, o.*,
      coalesce(f."ejercicioFiscalId", CASE WHEN f.anio IS NOT NULL THEN
        (SELECT id FROM ejercicios_fiscales WHERE anio = f.anio) END) AS ejercicio,
      coalesce(f."dependenciaId", CASE WHEN f.dependencia IS NOT NULL THEN
        (SELECT id FROM dependencias WHERE md5(fold_case(nombre)) = md5(fold_case(f.dependencia))) END) AS dep,
      coalesce(f."tipoProyectoId", CASE WHEN f."tipoProyecto" IS NOT NULL THEN
        (SELECT id FROM tipos_proyecto WHERE fold_case(nombre) = fold_case(f."tipoProyecto")) END) AS tipo
    FROM json_to_recordset($1) AS f (
      fila integer, id bigint, ${recordOf(OBRA)},
      anio integer, dependencia text, "tipoProyecto" text, nulos text[], reemplaza boolean)
    LEFT JOIN LATERAL (
      SELECT id AS obra, ejercicio_fiscal_id, dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id
      FROM obras WHERE id = f.id OFFSET 0) o ON true
  ), lugar AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2) AS l (
      fila integer, lugar integer, obra bigint, id bigint, repetida boolean, ${recordOf(UBICACION)})
  )`;

/**
 * The judge: which references of `ROWS` are broken. A reference is to a record that exists and is active, or to what the
 * obra or the ubicación has already; an ubicación's id is that of one of its obra's, once.
 */
export const JUDGE = `
  rota AS MATERIALIZED (
    SELECT fila, lugar, campo, activo FROM (
      SELECT f.fila, NULL::integer AS lugar, r.* FROM fila f
      CROSS JOIN LATERAL (VALUES
        ('ejercicioFiscalId', f.ejercicio, f.ejercicio_fiscal_id,
          (SELECT activo FROM ejercicios_fiscales WHERE id = f.ejercicio)),
        ('dependenciaId', f.dep, f.dependencia_id, (SELECT activo FROM dependencias WHERE id = f.dep)),
        ('municipioId', f."municipioId", f.municipio_id,
          (SELECT activo FROM municipios WHERE id = f."municipioId")),
        ('tipoProyectoId', f.tipo, f.tipo_proyecto_id, (SELECT activo FROM tipos_proyecto WHERE id = f.tipo)),
        ('estatusObraId', f."estatusObraId", f.estatus_obra_id,
          (SELECT true FROM estatus_obra WHERE id = f."estatusObraId"))
      ) AS r (campo, id, tiene, activo)
      UNION ALL
      SELECT l.fila, l.lugar, 'municipioId', l."municipioId",
        (SELECT municipio_id FROM ubicaciones WHERE id = l.id AND obra_id = l.obra),
        (SELECT activo FROM municipios WHERE id = l."municipioId")
      FROM lugar l
    ) referencia
    WHERE id IS NOT NULL AND id IS DISTINCT FROM tiene AND activo IS NOT TRUE
    UNION ALL
    SELECT fila, lugar, 'id', es_suya FROM (
      SELECT l.*, (SELECT true FROM ubicaciones WHERE id = l.id AND obra_id = l.obra) AS es_suya
      FROM lugar l WHERE id IS NOT NULL AND (SELECT true FROM obras WHERE id = l.obra) OFFSET 0
    ) con_id
    WHERE es_suya IS NULL OR repetida
  )`;

/** What the judge says of a row: which reference is broken, of the row itself or of its ubicación at that place. */
export interface Broken {
  fila: number;
  lugar: number | null;
  campo: CatalogField | 'id';
  /** False for an inactive record, null for one that is not there; true where an ubicación is named twice. */
  activo: boolean | null;
}

/** Asks the judge. */
export function judgeRows(db: Db, rows: Row[], places: PlaceRow[]): Promise<Broken[]> {
  return db.query<Broken>(`WITH ${ROWS}, ${JUDGE} SELECT * FROM rota`, [
    JSON.stringify(rows),
    JSON.stringify(places),
  ]);
}

/** What of an obra the database judges. */
export type JudgeableObra = Pick<ChangedObra, CatalogField> & {
  ubicaciones?: JudgeableUbicacion[];
};

/** One more than the largest `integer`: as an id it is nobody's, for no column of ids can hold it. */
const NOBODYS = 2_147_483_648;

/**
 * An id as the statements take it, which read `bigint`. It stands for no record where it is further out than the column is
 * wide. Null would say that nothing is given.
 */
export const idOf = (given: number | string): number => int4(given) ?? NOBODYS;

/** A body as rows. Its members that are no fields of theirs are passed over. */
export function rowsOf(obraId: number | null, body: JudgeableObra): [[Row], PlaceRow[]] {
  const { ubicaciones = [], ...fields } = body;
  const given = CATALOG_FIELDS.filter((field) => typeof fields[field] === 'number');
  const references = Object.fromEntries(
    given.map((field) => [field, idOf(fields[field] as number)]),
  );
  const ids = ubicaciones.map(({ id }) => id);
  const places = ubicaciones.map(({ id, municipioId, ...rest }, i) => ({
    orden: i + 1,
    ...rest,
    fila: 1,
    lugar: i,
    obra: obraId,
    ...(municipioId != null && { municipioId: idOf(municipioId) }),
    ...(id !== undefined && { id: idOf(id), repetida: ids.indexOf(id) !== ids.lastIndexOf(id) }),
  }));
  return [[{ ...fields, ...references, fila: 1, id: obraId }], places];
}

/** A failure for each broken reference of a body, in the order of its fields; the ids of ubicaciones come last. */
export function tellBroken(broken: Broken[], body: JudgeableObra): Failure[] {
  const rank = ({ lugar, campo }: Broken) =>
    lugar === null ? CATALOG_FIELDS.indexOf(campo as CatalogField) - CATALOG_FIELDS.length : lugar;
  const of = (isId: boolean) =>
    broken.filter(({ campo }) => (campo === 'id') === isId).sort((a, b) => rank(a) - rank(b));
  return [...of(false), ...of(true)].map(({ lugar, campo, activo }) => {
    const ubicacion = lugar === null ? undefined : body.ubicaciones?.[lugar];
    const field = ubicacion ? `ubicaciones[${lugar}].${campo}` : campo;
    if (campo === 'id') {
      const text = activo
        ? `la ubicación ${ubicacion?.id} está más de una vez en la lista.`
        : `esta obra no tiene la ubicación ${ubicacion?.id}.`;
      return remark(field, text);
    }
    const id = ubicacion ? ubicacion.municipioId : body[campo];
    return activo === null ? missing(field, id) : inactive(field, id);
  });
}

/**
 * A failure for each thing in a body that only the database can judge: polygons that cross themselves, and references.
 *
 * @param id of the obra that the body changes; null for one yet to be made
 */
export async function findBroken(
  db: Db,
  id: number | null,
  body: JudgeableObra,
): Promise<Failure[]> {
  return [
    ...(await findBrokenPolygons(db, body.ubicaciones)),
    ...(await findBrokenReferences(db, id, body)),
  ];
}

export const findBrokenReferences = async (db: Db, id: number | null, body: JudgeableObra) =>
  tellBroken(await judgeRows(db, ...rowsOf(id, body)), body);

/** What of a body that breaks rules of its schema the database can judge all the same. */
export function judgeable(body: unknown): JudgeableObra {
  if (typeof body !== 'object' || body === null) return {};
  const given = body as Record<string, unknown>;
  const whole = CATALOG_FIELDS.filter((field) => Number.isInteger(given[field]));
  return {
    ...Object.fromEntries(whole.map((field) => [field, given[field] as number])),
    ubicaciones: judgeableUbicaciones(given.ubicaciones),
  };
}
