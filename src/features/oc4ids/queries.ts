import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../core/db/db.ts';
import type { Conditions } from '../../core/obras/filtros.ts';
import type { Documents } from '../../core/obras/listas.ts';
import { RIGHT_HANDED } from '../../listados/geojson.ts';
import { paidPercent } from '../seguimiento/derivados.ts';

// A day as the instant of its beginning or end in Yucatán.
const beginOfDay = (day: string) => `to_char(${day}, 'YYYY-MM-DD"T00:00:00-06:00"')`;
const end = (day: string) => `to_char(${day}, 'YYYY-MM-DD"T23:59:59-06:00"')`;

/** A period from the beginning of one day to the end of another, each of which may be unknown; null where both are. */
const period = (
  first: string,
  last: string,
) => `CASE WHEN num_nonnulls(${first}, ${last}) > 0 THEN json_build_object(
  'startDate', ${beginOfDay(first)},
  'endDate', ${end(last)},
  -- Both days count. A period whose planned end is before its real beginning has no duration.
  'durationInDays', CASE WHEN ${last} >= ${first} THEN ${last} - ${first} + 1 END) END`;

const inPesos = (amount: string) =>
  `CASE WHEN ${amount} IS NOT NULL THEN json_build_object('amount', ${amount}, 'currency', 'MXN') END`;

/** A planned or real measurement as of the end of a day, in percent. */
const observation = (id: string, day: string, measure: string, more = '') => `json_build_object(
  'id', (${id})::text,
  'period', json_build_object('startDate', ${end(day)}, 'endDate', ${end(day)}),
  'measure', ${measure},
  'unit', json_build_object('name', 'percent', 'scheme', 'UNCEFACT', 'id', 'P1')${more})`;

const metric = (id: string, title: string, observations: string) =>
  `json_build_object('id', '${id}', 'title', '${title}', 'observations', ${observations})`;

/** Evaluated only for obras with a follow-up (`g`), which may be few. */
const ifFollowed = (expression: string) => `CASE WHEN g.obra_id IS NOT NULL THEN ${expression} END`;

const AGENCY = `'id', 'MX-YUC-' || dep.id, 'name', dep.nombre`;

/** An address that every validator accepts: a contract's may have signs that only browsers accept. */
const PLAIN_URL = `'^https://([A-Za-z0-9._~:/?@!$&()*+,;=-]|%[0-9A-Fa-f]{2})+$'`;

/** The fund `f` as a party. */
const FUNDER = `'id', 'MX-YUC-fondo-' || f.id, 'name', f.nombre`;
/** The funds of an obra, `f`, each with what it gives: what stands behind FROM. */
const SOURCES = 'obras_fondos de JOIN fondos f ON f.id = de.fondo_id WHERE de.obra_id = x.obra_id';

/** The public office `k` of the agency; null where nobody has said one. */
const CONTACT = `CASE WHEN num_nonnulls(k.oficina, k.telefono, k.pagina) > 0 THEN json_build_object(
  'name', k.oficina, 'telephone', k.telefono, 'url', CASE WHEN k.pagina ~ ${PLAIN_URL} THEN k.pagina END) END`;

/** The id of a contract's contractor: by a firm's own RFC, or else by the name without accents and case. */
const supplierOf = (
  contract: string,
) => `coalesce('MX-RFC-' || own_rfc(${contract}.contratista_rfc),
  'MX-YUC-contratista-' || left(encode(sha256(convert_to(fold_accents(${contract}.contratista), 'UTF8')), 'hex'), 16))`;

/** The value of a field of contract `k` before agreement `v`. */
const beforeAgreement = (column: string, original: string) => `coalesce((
  SELECT antes.${column} FROM convenios antes
  WHERE antes.contrato_id = k.id AND antes.${column} IS NOT NULL AND (antes.fecha, antes.orden) < (v.fecha, v.orden)
  ORDER BY antes.fecha DESC, antes.orden DESC LIMIT 1), ${original})`;

/** The changes of contract `k`, in order: each agreement as one change for each of its subjects, then an early end. */
const MODIFICATIONS = `(
  SELECT json_agg(cambio ORDER BY orden IS NULL, fecha, orden, lugar) FROM (
    SELECT v.fecha, v.orden, t.lugar, json_build_object(
      'id', v.orden || '-' || t.tipo,
      'date', ${beginOfDay('v.fecha')},
      'description', 'Convenio ' || v.orden || ': ' || t.descripcion,
      'rationale', v.justificacion,
      'type', t.tipo,
      'oldContractValue', CASE t.tipo WHEN 'value' THEN ${inPesos(beforeAgreement('monto_nuevo', 'k.monto'))} END,
      'newContractValue', CASE t.tipo WHEN 'value' THEN ${inPesos('v.monto_nuevo')} END,
      'oldContractPeriod', CASE t.tipo WHEN 'duration' THEN ${period('k.fecha_inicio', 'v.termino_anterior')} END,
      'newContractPeriod', CASE t.tipo WHEN 'duration' THEN ${period('k.fecha_inicio', 'v.fecha_termino_nueva')} END
    ) AS cambio
    FROM (
      SELECT v.*, ${beforeAgreement('fecha_termino_nueva', 'k.fecha_termino')} AS termino_anterior
      FROM convenios v WHERE v.contrato_id = k.id
    ) v CROSS JOIN LATERAL (VALUES
      (1, 'value', 'cambia el monto', v.monto_nuevo IS NOT NULL),
      (2, 'duration', 'cambia el plazo', v.fecha_termino_nueva IS NOT NULL),
      (3, 'scope', v.alcance, v.alcance IS NOT NULL)) t (lugar, tipo, descripcion, cambia)
    WHERE t.cambia
    UNION ALL
    SELECT k.fecha_terminacion, NULL, 4, json_build_object(
      'id', 'terminacion',
      'date', ${beginOfDay('k.fecha_terminacion')},
      'description', CASE k.terminacion WHEN 'RESCISION' THEN 'Rescisión' ELSE 'Terminación anticipada' END,
      'rationale', k.motivo_terminacion,
      'type', 'duration',
      'oldContractPeriod', ${period('k.fecha_inicio', 'k.fecha_termino_vigente')},
      'newContractPeriod', ${period('k.fecha_inicio', 'k.fecha_terminacion')})
    WHERE k.anticipado
    UNION ALL
    -- Its final amount is what counts of it from then on.
    SELECT k.fecha_terminacion, NULL, 5, json_build_object(
      'id', 'terminacion-value',
      'date', ${beginOfDay('k.fecha_terminacion')},
      'description', CASE k.terminacion WHEN 'RESCISION' THEN 'Rescisión' ELSE 'Terminación anticipada' END || ': monto final',
      'rationale', k.motivo_terminacion,
      'type', 'value',
      'oldContractValue', ${inPesos('k.monto_convenido')},
      'newContractValue', ${inPesos('k.monto_final')})
    WHERE k.anticipado AND k.monto_final <> k.monto_convenido
  ) cambios)`;

/** The contracts of an obra. A single one with its ocid has that id; of several each has an id of its own. */
const contractingProcesses = (documents: Documents[]) => `(
  SELECT json_agg(json_build_object(
    'id', k.proceso,
    'summary', json_build_object(
      'ocid', k.ocid,
      'externalReference', k.numero,
      'nature', json_build_array(
        CASE k.naturaleza WHEN 'OBRA' THEN 'construction' WHEN 'SUPERVISION' THEN 'supervision' ELSE 'design' END),
      'title', k.numero || ': ' || o.nombre,
      'description', k.objeto,
      'status', CASE WHEN k.terminacion IS NULL THEN 'active' ELSE 'closed' END,
      'tender', json_build_object(
        'procurementMethod', CASE k.procedimiento
          WHEN 'LICITACION_PUBLICA' THEN 'open' WHEN 'INVITACION' THEN 'selective' WHEN 'ADJUDICACION_DIRECTA' THEN 'direct' END,
        'procurementMethodDetails', CASE k.procedimiento
          WHEN 'LICITACION_PUBLICA' THEN 'Licitación pública' WHEN 'INVITACION' THEN 'Invitación'
          WHEN 'ADJUDICACION_DIRECTA' THEN 'Adjudicación directa' END,
        'numberOfTenderers', k.numero_proponentes,
        'costEstimate', ${inPesos('k.presupuesto_base')},
        'procuringEntity', json_build_object(${AGENCY})),
      'suppliers', json_build_array(json_build_object('id', ${supplierOf('k')}, 'name', k.contratista)),
      'contractValue', ${inPesos('k.monto')},
      'contractPeriod', ${period('k.fecha_inicio', 'k.fecha_termino')},
      'finalValue', ${inPesos('k.monto_final')},
      'documents', (
        SELECT json_agg(documento ORDER BY lugar, dia, id) FROM (
          SELECT 0 AS lugar, NULL::date AS dia, NULL::integer AS id, json_build_object(
            'id', 'contrato', 'documentType', 'contractSigned', 'title', 'Contrato ' || k.numero, 'url', k.url) AS documento
          WHERE k.url ~ ${PLAIN_URL}${documents.map(({ ofContract }) => `\n          UNION ALL ${ofContract}`).join('')}
        ) documentos),
      'modifications', ${MODIFICATIONS})
    ) ORDER BY k.fecha_firma, k.id)
  FROM (
    SELECT c.*, v.fecha_termino_vigente, v.anticipado, v.monto_convenido,
      CASE WHEN c.ocid IS NOT NULL AND count(*) OVER (PARTITION BY c.ocid) = 1 THEN c.ocid
        ELSE 'MX-YUC-contrato-' || c.id END AS proceso
    FROM contratos c JOIN contratos_vigentes v ON v.contrato_id = c.id WHERE c.obra_id = g.obra_id
  ) k)`;

/**
 * The documents of an obra: its main outputs, which are the objects of the contracts that build it, and the files of no
 * contract. The standard has a document for such a description.
 */
const documentsWith = (documents: Documents[]) => `(
  SELECT json_agg(documento ORDER BY lugar, dia, id) FROM (
    SELECT 0 AS lugar, c.fecha_firma AS dia, c.id, json_build_object(
      'id', 'alcance-' || c.id, 'documentType', 'projectScope',
      'title', 'Alcance según el contrato ' || c.numero, 'description', c.objeto) AS documento
    FROM contratos c WHERE c.obra_id = g.obra_id AND c.naturaleza = 'OBRA'${documents.map(({ ofObra }) => `\n    UNION ALL ${ofObra}`).join('')}
  ) documentos)`;

/** The agency, the contractors, each once, by the name in its newest contract, and the funds. */
const PARTIES = `(
  SELECT json_agg(parte ORDER BY lugar, id) FROM (
    SELECT 0 AS lugar, '' AS id, json_build_object(${AGENCY},
      'roles', CASE WHEN EXISTS (SELECT FROM contratos c WHERE c.obra_id = g.obra_id)
        THEN json_build_array('publicAuthority', 'procuringEntity') ELSE json_build_array('publicAuthority') END,
      'contactPoint', ${CONTACT}) AS parte
    UNION ALL
    SELECT 2, f.id::text, json_build_object(${FUNDER}, 'roles', json_build_array('funder')) FROM ${SOURCES}
    UNION ALL
    SELECT 1, id, json_build_object('id', id, 'name', contratista,
      'identifier', CASE WHEN contratista_rfc IS NOT NULL
        THEN json_build_object('scheme', 'MX-RFC', 'id', contratista_rfc, 'legalName', contratista) END,
      'roles', json_build_array('supplier'))
    FROM (
      SELECT DISTINCT ON (1) ${supplierOf('c')} AS id, c.contratista, own_rfc(c.contratista_rfc) AS contratista_rfc
      FROM contratos c WHERE c.obra_id = g.obra_id ORDER BY 1, c.fecha_firma DESC, c.id DESC
    ) contratistas
  ) partes)`;

/** The planned progress by day, from the newest programme, and the goal. */
const FORECASTS = `(SELECT json_agg(pronostico ORDER BY lugar) FROM (
  SELECT 1 AS lugar, ${metric(
    'physicalProgress',
    'Avance físico programado',
    `(SELECT json_agg(${observation('lugar', "(punto ->> 'fecha')::date", "(punto ->> 'avanceFisico')::numeric")} ORDER BY lugar)
      FROM jsonb_array_elements(p.curva) WITH ORDINALITY AS c (punto, lugar))`,
  )} AS pronostico WHERE json_array_length(p.curva::json) > 0
  UNION ALL
  SELECT 2, ${metric(
    'goal',
    'Meta',
    `json_build_array(json_build_object(
      'id', '1', 'measure', x.meta_cantidad, 'unit', json_build_object('name', x.meta_unidad)))`,
  )} WHERE x.meta_cantidad IS NOT NULL) pronosticos)`;

/** The reported progress, and the paid part of the amount. */
const METRICS = `(
  SELECT CASE
    WHEN fisico IS NULL THEN NULL
    WHEN financiero IS NULL THEN json_build_array(${metric('physicalProgress', 'Avance físico', 'fisico')})
    ELSE json_build_array(${metric('physicalProgress', 'Avance físico', 'fisico')},
      ${metric('financialProgress', 'Lo pagado del monto registrado', 'financiero')})
  END
  FROM (
    SELECT json_agg(${observation(
      'a.n',
      'a.fecha_corte',
      'a.avance_fisico',
      `,
      'notes', nullif(a.observaciones, '')`,
    )} ORDER BY a.n) AS fisico,
      json_agg(${observation(
        'a.pago',
        'a.fecha_corte',
        paidPercent('a.monto_pagado', 'o.monto'),
        `,
        'value', ${inPesos('a.monto_pagado')}`,
      )} ORDER BY a.n) FILTER (WHERE a.monto_pagado IS NOT NULL) AS financiero
    FROM (
      SELECT *, row_number() OVER (ORDER BY fecha_corte) AS n, count(monto_pagado) OVER (ORDER BY fecha_corte) AS pago
      FROM avances WHERE obra_id = g.obra_id
    ) a
  ) medido)`;

/** The completion, from the obra's own real dates, or else from the contracts that built it. */
const COMPLETION = `CASE
  WHEN num_nonnulls(e.fecha_termino_real, c.termino, e.monto_final, c.monto_final, e.alcance_final) > 0
  THEN json_build_object(
    'endDate', ${end('coalesce(e.fecha_termino_real, c.termino)')},
    'endDateDetails', CASE WHEN num_nonnulls(e.fecha_termino_real, c.termino) > 0 THEN e.motivo_variacion END,
    'finalValue', ${inPesos('coalesce(e.monto_final, c.monto_final)')},
    'finalValueDetails', CASE
      WHEN e.monto_final IS NOT NULL THEN e.motivo_variacion
      WHEN c.monto_final IS NOT NULL THEN concat_ws(' ', 'Suma de los contratos de obra.', e.motivo_variacion)
    END,
    'finalScope', e.alcance_final,
    'finalScopeDetails', CASE WHEN e.alcance_final IS NOT NULL THEN e.motivo_variacion END)
  END`;

/**
 * An obra `o` as a project of OC4IDS 0.9.5. Absent values are left out, since the standard knows neither null nor empty
 * text, list or object. Amounts are in MXN. Ids of agencies and of the lists of keys begin with ISO 3166-2's code of
 * Yucatán.
 *
 * @param prefix the beginning of the project's id
 */
const projectWith = (
  prefix: string,
  { project }: Texts,
): Sql => sql`json_strip_nulls(json_build_object(
  'id', ${prefix}::text || '-' || o.clave_unica,
  ${raw(project)}
))::text`;
/** Whether everybody may know of entry `b` of the ledger: of one about a document, only where that is public. */
const isPublic = (documents: Documents[]) =>
  documents.map(({ isPublic }) => isPublic).join(' AND ') || 'true';
const projectOf = (documents: Documents[]) => `'updated', (
    SELECT iso8601(max(instante)) FROM (
      (SELECT instante FROM bitacora WHERE recurso = 'obras' AND registro = o.id::text ORDER BY id DESC LIMIT 1)
      UNION ALL
      (SELECT instante FROM bitacora b WHERE obra_id = o.id AND ${isPublic(documents)} ORDER BY id DESC LIMIT 1)) cambios),
  'title', o.nombre,
  'description', nullif(o.descripcion, ''),
  'purpose', x.proposito,
  'benefits', CASE WHEN x.beneficiarios IS NOT NULL THEN json_build_array(json_build_object(
    'title', 'Beneficiarios', 'beneficiaries', json_build_array(json_build_object('numberOfPeople', x.beneficiarios)))) END,
  'identifiers', json_build_array(
    json_build_object('scheme', 'MX-YUC-claveUnica', 'id', o.clave_unica),
    json_build_object('scheme', 'MX-YUC-numeroObra', 'id', o.numero_obra || '/' || ef.anio)),
  'status', s.estado_oc4ids,
  'type', tp.tipo_oc4ids,
  -- A sector's part is listed beside the whole sector.
  'sector', CASE
    WHEN tp.sector_oc4ids LIKE '%.%'
      THEN json_build_array(split_part(tp.sector_oc4ids, '.', 1), tp.sector_oc4ids)
    WHEN tp.sector_oc4ids IS NOT NULL THEN json_build_array(tp.sector_oc4ids)
  END,
  'additionalClassifications', CASE WHEN tp.id IS NOT NULL THEN json_build_array(json_build_object(
    'scheme', 'MX-YUC-tipoProyecto', 'id', tp.id::text, 'description', tp.nombre)) END,
  'period', ${period('base.fecha_inicio', 'base.fecha_termino')},
  'implementationPeriod', ${period(
    'coalesce(e.fecha_inicio_real, p.fecha_inicio)',
    'coalesce(e.fecha_termino_real, g.fecha_termino_vigente)',
  )},
  'completionPeriod', CASE WHEN e.fecha_entrega_recepcion IS NOT NULL
    THEN ${period('e.fecha_termino_real', 'e.fecha_entrega_recepcion')} END,
  'budget', json_build_object(
    'amount', ${inPesos('o.monto')},
    'approvalDate', ${beginOfDay('x.fecha_aprobacion')},
    'budgetBreakdowns', (SELECT json_agg(desglose) FROM (SELECT json_build_object(
      'id', 'ejercicio-fiscal',
      'description', 'Por ejercicio fiscal',
      'budgetBreakdown', json_build_array(json_build_object(
        'id', ef.anio::text,
        'description', 'Ejercicio fiscal ' || ef.anio,
        'amount', ${inPesos('o.monto')},
        'period', json_build_object(
          'startDate', ef.anio || '-01-01T00:00:00-06:00',
          'endDate', ef.anio || '-12-31T23:59:59-06:00')))) AS desglose
      UNION ALL
      SELECT json_build_object(
        'id', 'fondos',
        'description', 'Por fondo',
        'budgetBreakdown', (
          SELECT json_agg(json_build_object(
            'id', 'fondo-' || f.id, 'description', f.nombre, 'amount', ${inPesos('de.monto')},
            'sourceParty', json_build_object(${FUNDER})) ORDER BY f.id)
          FROM ${SOURCES}))
      WHERE jsonb_array_length(x.fuentes) > 0) desgloses)),
  'publicAuthority', json_build_object(${AGENCY}),
  'parties', CASE WHEN num_nonnulls(g.obra_id, x.obra_id) > 0 THEN ${PARTIES} ELSE json_build_array(
    json_build_object(${AGENCY}, 'roles', json_build_array('publicAuthority'), 'contactPoint', ${CONTACT})) END,
  'locations', (
    SELECT json_agg(lugar ORDER BY orden NULLS FIRST, id) FROM (
      SELECT NULL::integer AS orden, 0 AS id, json_build_object(
        'id', 'municipio-' || m.clave,
        'description', m.nombre,
        'address', ${addressIn('m')},
        'gazetteer', ${gazetteerOf('m')}) AS lugar
      UNION ALL
      SELECT u.orden, u.id, json_build_object(
        'id', 'ubicacion-' || u.id,
        'description', nullif(concat_ws(', ', nullif(u.localidad_referencia, ''), nullif(u.referencia_lugar, '')), ''),
        'geometry', ${RIGHT_HANDED},
        'address', ${addressIn('um', 'u.direccion')},
        'gazetteer', ${gazetteerOf('um')})
      FROM ubicaciones u JOIN municipios um ON um.id = u.municipio_id WHERE u.obra_id = o.id
    ) lugares),
  'forecasts', ${FORECASTS},
  'metrics', ${ifFollowed(METRICS)},
  'completion', ${COMPLETION},
  'documents', ${documentsWith(documents)},
  'contractingProcesses', ${ifFollowed(contractingProcesses(documents))}`;

/** The joins of a project, to follow `FROM obras o`. Without `root`, the beginning of links, it has no files. */
const joinsWith = (root: string | null): Sql =>
  sql`${raw(JOINS)} CROSS JOIN (SELECT ${root}::text AS raiz) publicado`;
const JOINS = `
  JOIN ejercicios_fiscales ef ON ef.id = o.ejercicio_fiscal_id
  JOIN dependencias dep ON dep.id = o.dependencia_id
  JOIN municipios m ON m.id = o.municipio_id
  JOIN estatus_obra s ON s.id = o.estatus_obra_id
  LEFT JOIN tipos_proyecto tp ON tp.id = o.tipo_proyecto_id
  LEFT JOIN contactos k ON k.dependencia_id = dep.id
  LEFT JOIN expedientes x ON x.obra_id = o.id
  LEFT JOIN obras_seguimiento g ON g.obra_id = o.id
  LEFT JOIN ejecuciones e ON e.obra_id = g.obra_id
  LEFT JOIN programas base ON base.obra_id = g.obra_id AND base.version = 1
  LEFT JOIN LATERAL (SELECT * FROM programas WHERE obra_id = g.obra_id ORDER BY version DESC LIMIT 1) p ON true
  -- The contracts that build it, where all have ended and one of them with the work; and their total, where all have one.
  LEFT JOIN LATERAL (
    SELECT max(fecha_terminacion) AS termino,
      CASE WHEN count(monto_final) = count(*) THEN sum(monto_final) END AS monto_final
    FROM contratos WHERE obra_id = g.obra_id AND naturaleza = 'OBRA'
    HAVING bool_and(terminacion IS NOT NULL) AND bool_or(terminacion = 'CONCLUIDO')
  ) c ON true`;

/** Approximate bytes of an obra's follow-up and files in its project. */
const moreBytes = (documents: Documents[]) =>
  `coalesce(${ifFollowed(`
  coalesce((SELECT sum(600 + octet_length(observaciones)) FROM avances WHERE obra_id = g.obra_id), 0)
  + coalesce((SELECT 6 * octet_length(curva::text) FROM programas WHERE obra_id = g.obra_id ORDER BY version DESC LIMIT 1), 0)
  + coalesce((
    SELECT sum(2500 + 2 * octet_length(k::text)
      + coalesce((SELECT sum(3 * (400 + octet_length(v::text))) FROM convenios v WHERE v.contrato_id = k.id), 0))
    FROM contratos k WHERE k.obra_id = g.obra_id), 0)`)}, 0)${documents.map(({ bytes }) => `\n  + ${bytes}`).join('')}`;

function addressIn(municipio: string, street = 'NULL') {
  return `json_build_object('streetAddress', ${street}, 'locality', ${municipio}.nombre, 'region', 'Yucatán',
    'countryName', 'México')`;
}

function gazetteerOf(municipio: string) {
  return `json_build_object('scheme', 'x_INEGI', 'identifiers', json_build_array(${municipio}.clave))`;
}

/** The SQL of projects, made once: the members of one, its approximate bytes besides its obra's, and `isPublic`. */
export interface Texts {
  project: string;
  bytes: string;
  isPublic: string;
}

/**
 * @param documents what features add to the documents of projects
 * @param hidesPersons whether contractors who are persons are told by their names alone
 */
export const textsWith = (documents: Documents[], hidesPersons: boolean): Texts => ({
  project: hidesPersons
    ? projectOf(documents).replaceAll('own_rfc(', 'company_rfc(')
    : projectOf(documents),
  bytes: moreBytes(documents),
  isPublic: isPublic(documents),
});

/** Obras of one chunk, and its approximate bytes in memory. */
const PROJECTS_PER_CHUNK = 250;
const STEP_BYTES = 1_000_000;

/**
 * The projects of the obras under these conditions, by id, in pieces of bounded size to be joined by commas.
 *
 * @param prefix the beginning of the projects' ids
 * @param root the beginning of links to files; null where they are not open to everybody, and left out
 */
export async function* streamProjects(
  db: Db,
  texts: Texts,
  prefix: string,
  root: string | null,
  { where, planEachTime }: Conditions,
): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const step = (await db.one<{ json: string | null; last: number | null; more: boolean }>(
      sql`WITH page AS MATERIALIZED (
         SELECT o.id FROM obras o WHERE o.id > ${after} ${where} ORDER BY o.id LIMIT ${raw(`${PROJECTS_PER_CHUNK}`)}
       ), sized AS MATERIALIZED (
         -- A project is about as long as its obra's document.
         SELECT page.id, sum(octet_length(d.cabeza) + octet_length(d.cola) + ${raw(texts.bytes)}) OVER (
           ORDER BY page.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
         FROM page JOIN obras_documentos d ON d.obra_id = page.id
         LEFT JOIN obras_seguimiento g ON g.obra_id = page.id
       ), chunk AS MATERIALIZED (
         SELECT id FROM sized WHERE bytes_before IS NULL OR bytes_before < ${raw(`${STEP_BYTES}`)}
       )
       SELECT
         (SELECT string_agg(${projectWith(prefix, texts)}, E',\\n' ORDER BY o.id) FROM chunk JOIN obras o USING (id) ${joinsWith(root)}) AS json,
         (SELECT max(id) FROM chunk) AS last,
         (SELECT count(*) FROM page) = ${raw(`${PROJECTS_PER_CHUNK}`)}
           OR (SELECT count(*) FROM sized) > (SELECT count(*) FROM chunk) AS more`,
      { planEachTime },
    )) as { json: string | null; last: number | null; more: boolean };
    if (step.json) yield step.json;
    if (!step.more || step.last === null) return;
    after = step.last;
  }
}

/** The project of the obra with that key, as in `streamProjects`, or undefined for an unknown key. */
export function findProject(
  db: Db,
  texts: Texts,
  prefix: string,
  root: string | null,
  clave: string,
): Promise<string | undefined> {
  return db.jsonOrNothing(
    sql`SELECT ${projectWith(prefix, texts)} AS json FROM obras o ${joinsWith(root)} WHERE o.clave_unica = ${clave}`,
  );
}

/** The time of the last change of obras or their catalogs, ISO 8601; now, where the ledger has none. */
export async function findLastChange(db: Db, { isPublic }: Texts): Promise<string> {
  const row = await db.one<{ instante: string }>(
    `SELECT iso8601(coalesce((
       SELECT instante FROM bitacora b
       WHERE recurso NOT IN ('auth', 'users', 'capturistas', 'favorites', 'localidad', 'respaldos') AND ${isPublic}
       ORDER BY id DESC LIMIT 1
     ), now())) AS instante`,
  );
  return (row as { instante: string }).instante;
}
