import type { Db } from '../../core/db/db.ts';

// The records of the invented works that have a follow-up: by their type of project, what for, in which unit, and of which funds.
// The real ones get none, since nothing of it is known of them.

/** Of a type of project: the purpose, the unit, and the siglas of both funds that share the amount. */
const KINDS: [tipo: string, proposito: string, unidad: string, fondos: [string, string]][] = [
  [
    'Agua potable',
    'Que las familias tengan agua potable todo el día.',
    'metros de red',
    ['FISE', 'FAISMUN'],
  ],
  [
    'Drenaje y saneamiento',
    'Que las aguas residuales no lleguen al manto.',
    'descargas',
    ['FISE', 'FAISMUN'],
  ],
  [
    'Pavimentación y calles',
    'Que se circule sin baches ni encharcamientos.',
    'metros cuadrados',
    ['FORTAMUN', 'FAFEF'],
  ],
  [
    'Caminos rurales',
    'Que las cosechas y los enfermos lleguen en temporada de lluvias.',
    'kilómetros',
    ['FISE', 'FAFEF'],
  ],
  [
    'Carreteras',
    'Que el viaje entre las cabeceras sea más corto y más seguro.',
    'kilómetros',
    ['FAFEF', 'RPE'],
  ],
  [
    'Infraestructura educativa',
    'Que los alumnos tengan aulas seguras y ventiladas.',
    'aulas',
    ['FAM', 'RPE'],
  ],
  ['Salud', 'Que la consulta no exija viajar a otra cabecera.', 'consultorios', ['FAFEF', 'RPE']],
  [
    'Vivienda',
    'Que las familias tengan un cuarto más y piso firme.',
    'viviendas',
    ['FAISMUN', 'FISE'],
  ],
  ['Alumbrado público', 'Que se camine con luz por la noche.', 'luminarias', ['FORTAMUN', 'RPE']],
  [
    'Parques y espacios públicos',
    'Que haya sombra y juegos a distancia de pie.',
    'metros cuadrados',
    ['RPE', 'FORTAMUN'],
  ],
];

/** A fund of the state's own, which no law names. */
const OWN_FUND = `
  INSERT INTO fondos (nombre, siglas, nivel) VALUES ('Recursos propios del Estado (demostración)', 'RPE', 'ESTATAL')
  ON CONFLICT DO NOTHING`;

/**
 * Of three works two share their amount between both funds, and the third has one. The sources of every fortieth come to 3 % less
 * than its amount. A work without a contract is built by its agency, every other one.
 */
const EXPEDIENTES = `
  INSERT INTO expedientes (obra_id, proposito, meta_cantidad, meta_unidad, beneficiarios, modalidad, fecha_aprobacion, fuentes)
  SELECT o.id, k.proposito, greatest(1, round(o.monto / 20000)), k.unidad,
    least(m.poblacion, greatest(60, round(o.monto / 1500)))::integer,
    CASE WHEN s.contratos > 0 THEN 'CONTRATO' WHEN o.id % 2 = 0 THEN 'ADMINISTRACION_DIRECTA' END,
    least(make_date(ef.anio, 1, 15 + o.id % 14), hoy()),
    CASE WHEN o.id % 3 = 0 THEN jsonb_build_array(jsonb_build_object('fondoId', uno.id, 'monto', todo))
      ELSE jsonb_build_array(jsonb_build_object('fondoId', uno.id, 'monto', parte),
        jsonb_build_object('fondoId', otro.id, 'monto', todo - parte)) END
  FROM unnest($1::integer[]) AS de (id)
  JOIN obras o ON o.id = de.id AND o.monto > 100000
  JOIN tipos_proyecto tp ON tp.id = o.tipo_proyecto_id
  JOIN json_to_recordset($2) AS k (tipo text, proposito text, unidad text, uno text, otro text) ON k.tipo = tp.nombre
  JOIN fondos uno ON uno.siglas = k.uno
  JOIN fondos otro ON otro.siglas = k.otro
  JOIN municipios m ON m.id = o.municipio_id
  JOIN ejercicios_fiscales ef ON ef.id = o.ejercicio_fiscal_id
  LEFT JOIN obras_seguimiento s ON s.obra_id = o.id
  CROSS JOIN LATERAL (SELECT CASE WHEN o.id % 40 = 0 THEN round(o.monto * 0.97, 2) ELSE o.monto END AS todo) t
  CROSS JOIN LATERAL (SELECT round(todo * 0.7, 2) AS parte) p
  ORDER BY o.id`;

/** The office of each agency that has such works. Its address and telephone are nobody's. */
const CONTACTOS = `
  INSERT INTO contactos (dependencia_id, oficina, telefono, pagina)
  SELECT DISTINCT o.dependencia_id, 'Unidad de Transparencia (demostración)', '999 000 0000', 'https://transparencia.ejemplo.gob.mx'
  FROM expedientes e JOIN obras o ON o.id = e.obra_id
  ON CONFLICT DO NOTHING`;

/** Loads the records of these works, which the database has by these ids. */
export async function loadParts(
  tx: Db,
  _works: unknown[],
  ids: Map<string, number>,
): Promise<void> {
  const kinds = KINDS.map(([tipo, proposito, unidad, [uno, otro]]) => ({
    ...{ tipo, proposito, unidad, uno, otro },
  }));
  await tx.query(OWN_FUND);
  await tx.query(EXPEDIENTES, [[...ids.values()], JSON.stringify(kinds)]);
  await tx.query(CONTACTOS);
}
