import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../base/errors.ts';
import { int4, int4List } from '../base/text.ts';
import { type Db, PLANNED_ANEW } from '../db/db.ts';
import { CONTRACTS_GREW, paidAhead } from './pagado.ts';
import { fold, readSearch } from './palabras.ts';
import { hasKey } from './relevancia.ts';
import type { ObraFilters } from './schema.ts';

/** The filters that ask for the caller's own. */
type Own = 'favoritas' | 'registradaPorMi';
/** The filters as they narrow: what is the caller's own is that of a user, by id, and what takes long to find is found. */
export type Narrowing = Omit<Asked, Own | 'posibleDuplicada'> & {
  [name in Own]?: { de: string };
} & { posibleDuplicada?: { entre: number[] } };
/** The filters of a request. The follow-up of works is asked for by their ids, too. */
type Asked = ObraFilters & { obraId?: string | undefined };

/**
 * The filters of a request, narrowed to the caller's own where it asks for those.
 *
 * @param db finds what is found beforehand
 * @throws HttpError 401 where they ask for the caller's own and nobody is known
 */
export async function narrowing(
  { favoritas, registradaPorMi, posibleDuplicada, ...others }: Asked,
  { caller }: Pick<FastifyRequest, 'caller'>,
  db: Db,
): Promise<Narrowing> {
  const narrowed: Narrowing = others;
  if (favoritas !== undefined || registradaPorMi !== undefined) {
    if (!caller) throw unauthorized();
    const own = { de: caller.id };
    if (favoritas !== undefined) narrowed.favoritas = own;
    if (registradaPorMi !== undefined) narrowed.registradaPorMi = own;
  }
  if (posibleDuplicada !== undefined) {
    narrowed.posibleDuplicada = { entre: await findDuplicates(db) };
  }
  return narrowed;
}

/** The ids of obras that look as if they were registered twice, found year by year: each statement is a short one. */
async function findDuplicates(db: Db): Promise<number[]> {
  const years = await db.query<{ id: number }>('SELECT id FROM ejercicios_fiscales ORDER BY id');
  const found: number[] = [];
  for (const { id } of years) {
    const row = await db.one<{ ids: number[] }>(
      'SELECT ARRAY(SELECT obra_id FROM calidad_duplicadas WHERE ejercicio_fiscal_id = $1) AS ids',
      [id],
    );
    found.push(...(row?.ids ?? []));
  }
  return found;
}

/**
 * The filters as conditions on `o`: only those given, so that each combination is planned for itself. Every value is a
 * parameter; the texts put together here are this function's own.
 *
 * @param values the parameters so far, to which the filters' are added
 */
export function conditions(
  filters: Narrowing,
  values: unknown[] = [],
): { where: string; values: unknown[] } {
  const where: string[] = [];
  const among = (column: string, ids: string | undefined) => {
    if (ids === undefined) return;
    where.push(
      ids.includes(',')
        ? `AND ${column} = ANY ($${values.push(int4List(ids))}::integer[])`
        : `AND ${column} = $${values.push(int4(ids))}`,
    );
  };
  among('o.id', filters.obraId);
  among('o.municipio_id', filters.municipioId);
  among('o.estatus_obra_id', filters.estatusObraId);
  among('o.ejercicio_fiscal_id', filters.ejercicioFiscalId);
  among('o.dependencia_id', filters.dependenciaId);
  among('o.tipo_proyecto_id', filters.tipoProyectoId);
  const { montoMin, montoMax } = filters;
  if (montoMin !== undefined) where.push(`AND o.monto >= $${values.push(montoMin)}::numeric`);
  if (montoMax !== undefined) where.push(`AND o.monto <= $${values.push(montoMax)}::numeric`);
  where.push(...searchConditions(filters.q ?? '', values));
  if (filters.favoritas !== undefined) {
    const user = `$${values.push(filters.favoritas.de)}::uuid`;
    where.push(`AND o.id IN (SELECT obra_id FROM favorites WHERE user_id = ${user})`);
  }
  where.push(...ruleConditions(filters, values), ...followConditions(filters, values));
  if (filters.bbox !== undefined) {
    const [west = 0, south = 0, east = 0, north = 0] = filters.bbox.split(',').map(Number);
    const meets = touches('u.geometria', [west, south, east, north], values);
    where.push(`AND EXISTS (SELECT FROM ubicaciones u WHERE u.obra_id = o.id AND ${meets})`);
  }
  return { where: where.join(' '), values };
}

/** The conditions of a search: all that it asks for, or the whole key of an obra. Few obras have some words and nearly all have others. */
function searchConditions(q: string, values: unknown[]): string[] {
  const { numbers, words } = readSearch(q);
  const all = words.map((spellings) => {
    const any = spellings.map((spelling) => {
      const pattern = `%${spelling.replace(/[\\%_]/g, '\\$&')}%`;
      return `o.busqueda LIKE fold_accents($${values.push(pattern)})`;
    });
    return `(${any.join(' OR ')})`;
  });
  // Without numbers a key is found by its words.
  if (numbers.length === 0) return all.map((condition) => `AND ${condition} ${PLANNED_ANEW}`);
  all.push(`o.numeros @> $${values.push(numbers)}::text[]`);
  return [`AND (${all.join(' AND ')} OR ${hasKey(q, values)('o')}) ${PLANNED_ANEW}`];
}

/** The conditions of what auditors and clerks look for (sql/calidad.sql). */
function ruleConditions(filters: Narrowing, values: unknown[]): string[] {
  const where: string[] = [];
  const among = (found: string) => where.push(`AND o.id IN (SELECT obra_id FROM ${found})`);
  if (filters.anioMax !== undefined) {
    const anio = `$${values.push(filters.anioMax)}::integer`;
    where.push(
      `AND o.ejercicio_fiscal_id = ANY (ARRAY(SELECT id FROM ejercicios_fiscales WHERE anio <= ${anio}))`,
    );
  }
  if (filters.sinUbicacion !== undefined) among('calidad_sin_ubicacion');
  if (filters.fueraDeMunicipio !== undefined) among('calidad_fuera_de_municipio');
  if (filters.registradaDesde !== undefined) {
    const day = `$${values.push(filters.registradaDesde)}::date`;
    among(`obras_registro WHERE instante >= ${day}::timestamp AT TIME ZONE 'America/Merida'`);
  }
  if (filters.registradaPorMi !== undefined) {
    among(`obras_registro WHERE usuario_id = $${values.push(filters.registradaPorMi.de)}::uuid`);
  }
  if (filters.variacionMonto !== undefined) {
    among(variationBeyond(`$${values.push(filters.variacionMonto)}`));
  }
  if (filters.posibleDuplicada !== undefined) {
    where.push(`AND o.id = ANY ($${values.push(filters.posibleDuplicada.entre)}::integer[])`);
  }
  return where;
}

/** Whether obras of a status are neither finished nor cancelled. */
const openWith = (estatus: string) => `${estatus} = ANY (ARRAY(
  SELECT id FROM estatus_obra WHERE estado_oc4ids NOT IN ('completion', 'cancelled')))`;
const OPEN = openWith('o.estatus_obra_id');

/**
 * Whether the obra `o` is open and has begun: by its status, or because something was built or paid of it, or its real dates say
 * so. A report is awaited of no other.
 */
export const UNDER_WAY = `(o.estatus_obra_id = ANY (ARRAY(
    SELECT id FROM estatus_obra WHERE estado_oc4ids = 'implementation'))
  OR ${OPEN} AND (
    EXISTS (SELECT FROM obras_seguimiento b
      WHERE b.obra_id = o.id AND greatest(b.avance_fisico, b.monto_pagado) > 0)
    OR EXISTS (SELECT FROM ejecuciones b WHERE b.obra_id = o.id AND b.fecha_inicio_real IS NOT NULL)))`;

/** Whether a row of `obras_seguimiento` says that the term is over, and nothing says that the obra is done. */
const OVERDUE =
  'fecha_termino_vigente < hoy() AND fecha_termino_real IS NULL AND terminada_al IS NULL';

/** Whether an obra, by its id and its status, is late: what the filter `atrasadas` finds. */
export const isLate = (obra: string, estatus: string) =>
  `(${openWith(estatus)} AND EXISTS (SELECT FROM obras_seguimiento WHERE obra_id = ${obra} AND ${OVERDUE}))`;

/** The conditions on the follow-up of obras (sql/seguimiento.sql); those without any have no row there. */
function followConditions(filters: Narrowing, values: unknown[]): string[] {
  const where: string[] = [];
  const among = (condition: string) =>
    where.push(`AND o.id IN (SELECT obra_id FROM obras_seguimiento s WHERE ${condition})`);
  const { avanceMin, avanceMax, atrasadas, sinReporteDesde, contratista } = filters;
  const { conAvance, pagoAdelantado, crecimientoContratos } = filters;
  if (conAvance !== undefined) among('greatest(s.avance_fisico, s.monto_pagado) > 0');
  if (avanceMin !== undefined) among(`avance_fisico >= $${values.push(avanceMin)}::numeric`);
  if (avanceMax !== undefined) among(`avance_fisico <= $${values.push(avanceMax)}::numeric`);
  if (atrasadas !== undefined) {
    where.push(`AND ${OPEN}`);
    among(OVERDUE);
  }
  if (sinReporteDesde !== undefined) {
    const day = `$${values.push(sinReporteDesde)}::date`;
    where.push(`AND ${UNDER_WAY} AND NOT EXISTS (
      SELECT FROM obras_seguimiento s WHERE s.obra_id = o.id AND s.fecha_corte >= ${day})`);
  }
  const firm = likeAll('c.contratista', contratista, values);
  if (firm !== undefined) {
    where.push(`AND o.id IN (
      SELECT c.obra_id FROM contratos c WHERE c.naturaleza = 'OBRA' AND ${firm}) ${PLANNED_ANEW}`);
  }
  if (pagoAdelantado !== undefined) {
    const points = `$${values.push(pagoAdelantado)}::numeric`;
    where.push(`AND ${OPEN} AND EXISTS (
      SELECT FROM obras_seguimiento s WHERE s.obra_id = o.id AND ${paidAhead('o')} > ${points})`);
  }
  if (crecimientoContratos !== undefined) {
    among(`${CONTRACTS_GREW} > $${values.push(crecimientoContratos)}::numeric`);
  }
  return where;
}

/**
 * The condition that every word of a text stands in a column, whatever its accents and case: each word once, and none that
 * is a part of another. Undefined for a text without words, which asks for nothing.
 */
export function likeAll(
  column: string,
  words: string | undefined,
  values: unknown[],
): string | undefined {
  const asked = [...new Set(words?.split(/\s+/).map((word) => fold(word).folded))];
  const needed = asked.filter((word) => !asked.some((one) => one !== word && one.includes(word)));
  if (needed.join('') === '') return undefined;
  return needed
    .map((word) => {
      const pattern = `$${values.push(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}`;
      return `fold_accents(${column}) LIKE fold_accents(${pattern})`;
    })
    .join(' AND ');
}

/** The obras whose amount grew or fell by more than a percentage, an SQL expression, since they were registered. */
const variationBeyond = (percent: string) =>
  `calidad_variacion WHERE abs(monto - inicial) > inicial * ${percent}::numeric / 100`;

/** A rectangle, by its edges in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** The condition that a geometry touches a rectangle; its edges go into `values`. */
export function touches(column: string, box: Box, values: unknown[]): string {
  const [west, south, east, north] = box.map(
    (degrees) => `$${values.push(degrees)}::double precision`,
  );
  // The envelope of two corners is a rectangle, or the line or point that a rectangle without area is. With those
  // ST_Intersects takes seconds for a long line that crosses itself often. The distance says the same at once.
  const shape = `ST_Envelope(ST_SetSRID(ST_Collect(
    ST_MakePoint(${west}, ${south}), ST_MakePoint(${east}, ${north})), 4326))`;
  return box[0] !== box[2] && box[1] !== box[3]
    ? `ST_Intersects(${column}, ${shape})`
    : `ST_DWithin(${column}, ${shape}, 0)`;
}
