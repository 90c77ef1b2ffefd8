import type { Database } from '../src/core/db/db.ts';
import { dropIndexes } from './demo/load.ts';

/** Degrees between an obra and its next copy, east and south. */
const EAST = 0.0003;
const SOUTH = 0.0002;

/**
 * Fills a registry of demonstration data up to so many obras with copies of its own, in one transaction. Each has a clave
 * and a number of its own and stands a bit further away. Generating them would take longer.
 */
export async function fillUp(db: Database, obras: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`SELECT set_config('maintenance_work_mem', '512MB', true)`);
    const restoreIndexes = await dropIndexes(tx);
    // Triggers would announce each new obra, without a listener.
    await tx.query('ALTER TABLE obras DISABLE TRIGGER USER');
    await tx.query('ALTER TABLE ubicaciones DISABLE TRIGGER USER');
    // Their ids are 1 to this number.
    const { before } = (await tx.one<{ before: number }>(
      'SELECT max(id) AS before FROM obras',
    )) as { before: number };
    say('copiando obras…');
    await tx.query(
      `INSERT INTO obras (
         id, numero_obra, clave_unica, nombre, descripcion, lugares, monto, ejercicio_fiscal_id,
         dependencia_id, municipio_id, tipo_proyecto_id, estatus_obra_id)
       OVERRIDING SYSTEM VALUE
       SELECT o.id + copia * $2, o.numero_obra + copia * e.ultimo_numero_obra,
         o.clave_unica || '-' || copia, o.nombre, o.descripcion, o.lugares, o.monto, o.ejercicio_fiscal_id,
         o.dependencia_id, o.municipio_id, o.tipo_proyecto_id, o.estatus_obra_id
       FROM generate_series(1, $1::integer / $2::integer) AS copia, obras o
         JOIN ejercicios_fiscales e ON e.id = o.ejercicio_fiscal_id
       WHERE o.id + copia * $2 <= $1
       ORDER BY 1`,
      [obras, before],
    );
    await tx.query(
      `UPDATE ejercicios_fiscales e SET ultimo_numero_obra = ultimo
       FROM (SELECT ejercicio_fiscal_id AS id, max(numero_obra) AS ultimo FROM obras GROUP BY 1) o
       WHERE o.id = e.id`,
    );
    await tx.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), $1)`, [obras]);
    say('copiando ubicaciones…');
    await tx.query(
      `INSERT INTO ubicaciones (
         obra_id, municipio_id, direccion, localidad_referencia, referencia_lugar,
         tipo_geometria, geometria_json, orden)
       SELECT obra_id + copia * $2, municipio_id, direccion, localidad_referencia, referencia_lugar,
         tipo_geometria,
         ST_AsGeoJSON(ST_Translate(geometria, copia * ${EAST}, copia * -${SOUTH}), 6)::json, orden
       FROM generate_series(1, $1::integer / $2::integer) AS copia, ubicaciones
       WHERE obra_id + copia * $2 <= $1
       ORDER BY 1, orden`,
      [obras, before],
    );
    await tx.query('ALTER TABLE obras ENABLE TRIGGER USER');
    await tx.query('ALTER TABLE ubicaciones ENABLE TRIGGER USER');
    say('generando los documentos…');
    await tx.query('ALTER TABLE obras_documentos DISABLE TRIGGER USER');
    await tx.query(
      'INSERT INTO obras_documentos SELECT * FROM obras_piezas WHERE obra_id > $1 ORDER BY obra_id',
      [before],
    );
    await tx.query('ALTER TABLE obras_documentos ENABLE TRIGGER USER');
    say('poniéndolas en el mapa…');
    await tx.query(
      'INSERT INTO obras_mapa SELECT * FROM obras_lugares WHERE obra_id > $1 ORDER BY k',
      [before],
    );
    say('creando los índices…');
    await restoreIndexes();
  }, true);
  await db.session(async (client) => {
    await client.query('SET statement_timeout = 0');
    await client.query('VACUUM (ANALYZE) obras, ubicaciones, obras_documentos, obras_mapa');
    await client.query('RESET statement_timeout');
  });
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
