import type { LineString, Point, Polygon } from 'geojson';
import type { Db } from '../../core/db/db.ts';
import { isWritten, type Written, writeRows } from '../../core/obras/escribir.ts';

// The parts of works that no sheet has: routes and plots, further places, planned and real dates, and the agreements on
// contracts.

/** The folder of the demonstration's files (sources/README.md). */
export const DEMO_FOLDER = new URL('../../../../sources/demostracion/', import.meta.url);

/** The parts of one work, by the names of the interface; amounts in pesos, dates as `AAAA-MM-DD`. */
export interface Expediente {
  claveUnica: string;
  /** The ubicaciones after the one of the sheet, if any. */
  ubicaciones?: (Ubicacion & { orden: number })[];
  /** The baseline, and then each new plan with its `motivo`. */
  programas?: Programa[];
  ejecucion?: Ejecucion;
  /** By contract and date. */
  convenios?: (Convenio & { numero: string })[];
}

export interface Ubicacion {
  direccion: string;
  localidadReferencia: string | null;
  referenciaLugar: string | null;
  tipoGeometria: 'PUNTO' | 'RUTA' | 'POLIGONO';
  geometriaJson: Point | LineString | Polygon;
}

export interface Programa {
  fechaInicio: string;
  fechaTermino: string;
  motivo: string | null;
  curva: { fecha: string; avanceFisico: number }[];
}

export interface Ejecucion {
  fechaInicioReal: string;
  fechaTerminoReal: string | null;
  fechaEntregaRecepcion: string | null;
  montoFinal: number | null;
  motivoVariacion: string | null;
}

export interface Convenio {
  fecha: string;
  montoNuevo: number | null;
  fechaTerminoNueva: string | null;
  justificacion: string;
}

/** Loads them into the database, which has the works and their contracts. */
export async function loadExpedientes(tx: Db, expedientes: Expediente[]): Promise<void> {
  const ids = await findIds(tx, expedientes);
  const placed = expedientes.filter(({ ubicaciones }) => ubicaciones);
  const rows = placed.map(({ claveUnica }, fila) => ({ fila, id: ids.get(claveUnica) as number }));
  const places = placed.flatMap(({ claveUnica, ubicaciones = [] }, fila) =>
    ubicaciones.map((each, lugar) => ({
      ...each,
      fila,
      lugar,
      obra: ids.get(claveUnica) as number,
    })),
  );
  const written = await tx.query<Written>(...writeRows(rows, places));
  const refused = written.find((each) => !isWritten(each));
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
  await loadPlans(tx, expedientes, ids);
}

export async function findIds(
  tx: Db,
  works: { claveUnica: string }[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ clave: string; id: number }>(
    'SELECT clave_unica AS clave, id FROM obras WHERE clave_unica = ANY ($1::text[])',
    [works.map(({ claveUnica }) => claveUnica)],
  );
  return new Map(rows.map(({ clave, id }) => [clave, id]));
}

/** Loads their follow-up alone: one statement a table. */
export async function loadPlans(
  tx: Db,
  expedientes: Expediente[],
  ids: Map<string, number>,
): Promise<void> {
  const of = <T>(parts: (of: Expediente) => T[] | undefined) =>
    JSON.stringify(
      expedientes.flatMap((one) =>
        (parts(one) ?? []).map((part) => ({ ...part, obraId: ids.get(one.claveUnica) })),
      ),
    );
  await tx.query(
    `INSERT INTO programas (obra_id, version, fecha_inicio, fecha_termino, motivo, curva)
     SELECT "obraId", version, "fechaInicio", "fechaTermino", motivo, curva
     FROM json_to_recordset($1) AS r ("obraId" integer, version integer, "fechaInicio" date, "fechaTermino" date,
       motivo text, curva jsonb)`,
    [of(({ programas }) => programas?.map((programa, i) => ({ ...programa, version: i + 1 })))],
  );
  await tx.query(
    `INSERT INTO ejecuciones (obra_id, fecha_inicio_real, fecha_termino_real, fecha_entrega_recepcion, monto_final,
       motivo_variacion)
     SELECT "obraId", "fechaInicioReal", "fechaTerminoReal", "fechaEntregaRecepcion", "montoFinal", "motivoVariacion"
     FROM json_to_recordset($1) AS r ("obraId" integer, "fechaInicioReal" date, "fechaTerminoReal" date,
       "fechaEntregaRecepcion" date, "montoFinal" numeric, "motivoVariacion" text)`,
    [of(({ ejecucion }) => ejecucion && [ejecucion])],
  );
  await tx.query(
    `INSERT INTO convenios (contrato_id, obra_id, orden, fecha, monto_nuevo, fecha_termino_nueva, justificacion)
     SELECT c.id, c.obra_id, row_number() OVER (PARTITION BY c.id ORDER BY r.orden), r.fecha, r."montoNuevo",
       r."fechaTerminoNueva", r.justificacion
     FROM json_to_recordset($1) AS r ("obraId" integer, numero text, orden integer, fecha date, "montoNuevo" numeric,
       "fechaTerminoNueva" date, justificacion text)
     JOIN contratos c ON c.obra_id = r."obraId" AND fold_case(c.numero) = fold_case(r.numero)
     ORDER BY c.id, r.orden`,
    [of(({ convenios }) => convenios?.map((convenio, orden) => ({ ...convenio, orden })))],
  );
}
