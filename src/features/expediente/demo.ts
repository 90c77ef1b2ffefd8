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
    ['FAFEF', 'CPI'],
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
  ['Alumbrado público', 'Que se camine con luz por la noche.', 'luminarias', ['FORTAMUN', 'RPM']],
  [
    'Parques y espacios públicos',
    'Que haya sombra y juegos a distancia de pie.',
    'metros cuadrados',
    ['RPM', 'FORTAMUN'],
  ],
];

/** Funds of other levels, which no law names. */
const OWN_FUNDS = `
  INSERT INTO fondos (nombre, siglas, nivel) VALUES
    ('Recursos propios del Estado (demostración)', 'RPE', 'ESTATAL'),
    ('Recursos propios de los municipios (demostración)', 'RPM', 'MUNICIPAL'),
    ('Crédito para infraestructura (demostración)', 'CPI', 'CREDITO')
  ON CONFLICT DO NOTHING`;

/**
 * Of three works two share their amount between both funds, and the third has one. The sources of every fortieth come to 3 % less
 * than its amount. The goal is what the description says, else a guess. Agencies build every other work without a contract, and the
 * smallest beside theirs.
 */
const EXPEDIENTES = `
  INSERT INTO expedientes (obra_id, proposito, meta_cantidad, meta_unidad, beneficiarios, modalidad, fecha_aprobacion, fuentes)
  SELECT o.id, k.proposito, coalesce(meta.de[1]::numeric, greatest(1, round(o.monto / 20000))),
    CASE meta.de[2] WHEN 'km' THEN 'kilómetros' WHEN 'm²' THEN 'metros cuadrados' WHEN 'm' THEN 'metros'
      ELSE coalesce(meta.de[2], k.unidad) END,
    least(m.poblacion, greatest(60, round(o.monto / 1500)))::integer,
    CASE WHEN s.contratos > 0 AND o.monto > 400000 THEN 'CONTRATO'
      WHEN s.contratos > 0 OR o.id % 2 = 0 AND o.estatus_obra_id <> 2 THEN 'ADMINISTRACION_DIRECTA' END,
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
  CROSS JOIN LATERAL (SELECT coalesce(
    regexp_match(o.descripcion, '([0-9]+(?:[.][0-9]+)?) (km|m²|aulas|consultorios|viviendas|luminarias)'),
    regexp_match(o.descripcion, '([0-9]{3,}) (m)\\M')) AS de) meta
  CROSS JOIN LATERAL (SELECT CASE WHEN o.id % 40 = 0 THEN round(o.monto * 0.97, 2) ELSE o.monto END AS todo) t
  CROSS JOIN LATERAL (SELECT round(todo * 0.7, 2) AS parte) p
  ORDER BY o.id`;

/** The office of each agency that has such works. Its address and telephone are nobody's. */
const CONTACTOS = `
  INSERT INTO contactos (dependencia_id, oficina, telefono, pagina)
  SELECT DISTINCT o.dependencia_id, 'Unidad de Transparencia (demostración)', '999 000 0000', 'https://transparencia.ejemplo.gob.mx'
  FROM expedientes e JOIN obras o ON o.id = e.obra_id
  ON CONFLICT DO NOTHING`;

/** The work of which nothing is left unsaid that OC4IDS asks for (docs/manual.md names it), and one that its agency builds itself. */
const WHOLE = 'JAPAY-2024-00001';
const OWN_HANDS = 'INCCOPY-2026-00003';
const CHANGES = [
  // Five funds: more than a row of a sheet has.
  `UPDATE expedientes SET proposito = 'Que las familias de la colonia tengan agua todo el día y paguen la que usan.',
     meta_cantidad = 172, meta_unidad = 'tomas domiciliarias', fuentes = (
     SELECT jsonb_agg(jsonb_build_object('fondoId', f.id, 'monto', round(monto * hasta, 2) - round(monto * desde, 2)) ORDER BY desde)
     FROM (VALUES ('FISE', 0, 0.4), ('FAISMUN', 0.4, 0.7), ('RPE', 0.7, 0.85), ('RPM', 0.85, 0.95), ('CPI', 0.95, 1))
       AS parte (siglas, desde, hasta) JOIN fondos f USING (siglas))
   FROM obras o WHERE o.id = obra_id AND clave_unica = '${WHOLE}'`,
  `INSERT INTO convenios (contrato_id, obra_id, orden, fecha, fecha_termino_nueva, alcance, justificacion)
   SELECT c.id, o.id, 2, fecha_termino - 10, fecha_termino + 15, 'Doce tomas más en la calle 29.',
     'Los vecinos de la calle 29 no estaban en el proyecto.'
   FROM contratos c JOIN obras o ON o.id = c.obra_id WHERE clave_unica = '${WHOLE}'`,
  `UPDATE ejecuciones SET alcance_final = '172 tomas domiciliarias con su micromedidor.'
   FROM obras o WHERE o.id = obra_id AND clave_unica = '${WHOLE}'`,
  `WITH obra AS (UPDATE obras SET estatus_obra_id = 4 WHERE clave_unica = '${OWN_HANDS}' RETURNING id, monto),
     suya AS (UPDATE expedientes SET modalidad = 'ADMINISTRACION_DIRECTA' FROM obra WHERE obra_id = obra.id)
   INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado)
   SELECT id, (SELECT max(fecha_corte) FROM avances), 35, round(monto * 0.3, 2) FROM obra`,
];

/** Loads the records of these works, which the database has by these ids. */
export async function loadParts(
  tx: Db,
  _works: unknown[],
  ids: Map<string, number>,
): Promise<void> {
  const kinds = KINDS.map(([tipo, proposito, unidad, [uno, otro]]) => ({
    ...{ tipo, proposito, unidad, uno, otro },
  }));
  await tx.query(OWN_FUNDS);
  await tx.query(EXPEDIENTES, [[...ids.values()], JSON.stringify(kinds)]);
  await tx.query(CONTACTOS);
}

/** Says more of two works than the generator does. */
export async function change(tx: Db): Promise<void> {
  for (const each of CHANGES) await tx.query(each);
}
