import type { Db } from '../../core/db/db.ts';

/** The sheet of its records that the demonstration imports. */
export const clase = 'seguimiento';

/** The follow-up of one work that no sheet has, by the names of the interface; amounts in pesos, dates as `AAAA-MM-DD`. */
export interface Plan {
  claveUnica: string;
  /** The baseline, and then each new plan with its `motivo`. */
  programas?: ProgramaDeDemo[];
  ejecucion?: Ejecucion;
  /** By contract and date. */
  convenios?: (ConvenioDeDemo & { numero: string })[];
}

export interface ProgramaDeDemo {
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

export interface ConvenioDeDemo {
  fecha: string;
  montoNuevo: number | null;
  fechaTerminoNueva: string | null;
  justificacion: string;
}

/** Loads it into the database, which has the works by these ids, and their contracts: one statement a table. */
export async function loadParts(tx: Db, planes: Plan[], ids: Map<string, number>): Promise<void> {
  const of = <T>(parts: (of: Plan) => T[] | undefined) =>
    JSON.stringify(
      planes.flatMap((one) =>
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
