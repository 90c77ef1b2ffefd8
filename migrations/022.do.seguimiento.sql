-- The follow-up of works: how far each is, when it was to be done, who builds it and for how much. It stands beside the works,
-- and nothing of it is in their documents. Functions and triggers are in sql/seguimiento.sql.
--
-- A CHECK that is null passes. Where a null must not, it says so with coalesce or num_nonnulls.

-- Users who write the follow-up of their agencies' works.
CREATE TABLE capturistas (
  user_id uuid CONSTRAINT capturistas_user_id_fkey REFERENCES users ON DELETE CASCADE,
  dependencia_id integer CONSTRAINT capturistas_dependencia_id_fkey REFERENCES dependencias ON DELETE CASCADE,
  CONSTRAINT capturistas_pkey PRIMARY KEY (user_id, dependencia_id)
);
CREATE INDEX capturistas_dependencia_id_idx ON capturistas (dependencia_id);

-- What was reported of a work as of a day, since it began. One report a day.
CREATE TABLE avances (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT avances_pkey PRIMARY KEY,
  obra_id integer NOT NULL CONSTRAINT avances_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  fecha_corte date NOT NULL CONSTRAINT avances_fecha_corte_check CHECK (fecha_corte BETWEEN '2000-01-01' AND '2100-12-31'),
  -- Percent of the whole work.
  avance_fisico numeric(5, 2) NOT NULL CONSTRAINT avances_avance_fisico_check CHECK (avance_fisico BETWEEN 0 AND 100),
  -- Mexican pesos, VAT included.
  monto_pagado numeric(15, 2) CONSTRAINT avances_monto_pagado_check CHECK (monto_pagado BETWEEN 0 AND 9999999999999.99),
  causa_atraso text CONSTRAINT avances_causa_atraso_check CHECK (causa_atraso IN (
    'CLIMA', 'PREDIO', 'PERMISOS', 'PAGOS', 'CONTRATISTA', 'PROYECTO', 'SOCIAL', 'FUERZA_MAYOR', 'OTRA')),
  -- Why something fell, where it did.
  observaciones text NOT NULL DEFAULT '' CONSTRAINT avances_observaciones_check CHECK (length(observaciones) <= 2000),
  creado_en timestamptz NOT NULL DEFAULT now(),
  actualizado_en timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT avances_fecha_corte_key UNIQUE (obra_id, fecha_corte)
);

-- Whether a curve's points come one after another, within the term, and none lies below the one before.
CREATE FUNCTION curve_fits(curva jsonb, inicio date, termino date) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(bool_and(coalesce(
    fecha BETWEEN inicio AND termino AND avance BETWEEN 0 AND 100
      AND (lugar = 1 OR (fecha > fecha_anterior AND avance >= avance_anterior)), false)), true)
  FROM (
    SELECT lugar, fecha, avance,
      lag(fecha) OVER (ORDER BY lugar) AS fecha_anterior, lag(avance) OVER (ORDER BY lugar) AS avance_anterior
    FROM jsonb_array_elements(curva) WITH ORDINALITY AS p (punto, lugar)
    CROSS JOIN LATERAL (SELECT (punto ->> 'fecha')::date AS fecha, (punto ->> 'avanceFisico')::numeric AS avance) v
  ) puntos
);

-- When a work was to be built. The first is the baseline, and each later one a new plan. None is ever changed.
CREATE TABLE programas (
  obra_id integer CONSTRAINT programas_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  version integer CONSTRAINT programas_version_check CHECK (version > 0),
  fecha_inicio date NOT NULL CONSTRAINT programas_fecha_inicio_check CHECK (fecha_inicio BETWEEN '2000-01-01' AND '2100-12-31'),
  fecha_termino date NOT NULL CONSTRAINT programas_fecha_termino_check CHECK (fecha_termino <= '2100-12-31'),
  motivo text CONSTRAINT programas_motivo_largo_check CHECK (length(motivo) BETWEEN 1 AND 2000),
  -- What was to be built by when: [{"fecha": "2026-06-30", "avanceFisico": 45.5}].
  curva jsonb NOT NULL DEFAULT '[]'
    CONSTRAINT programas_curva_check CHECK (jsonb_typeof(curva) = 'array' AND jsonb_array_length(curva) <= 120),
  creado_en timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT programas_pkey PRIMARY KEY (obra_id, version),
  CONSTRAINT programas_plazo_check CHECK (fecha_termino >= fecha_inicio),
  CONSTRAINT programas_motivo_check CHECK (version = 1 OR coalesce(motivo, '') <> ''),
  CONSTRAINT programas_curva_plazo_check CHECK (curve_fits(curva, fecha_inicio, fecha_termino))
);

-- When a work was really built, and what it came to.
CREATE TABLE ejecuciones (
  obra_id integer CONSTRAINT ejecuciones_pkey PRIMARY KEY
    CONSTRAINT ejecuciones_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  fecha_inicio_real date CONSTRAINT ejecuciones_fecha_inicio_real_check CHECK (fecha_inicio_real >= '2000-01-01'),
  fecha_termino_real date CONSTRAINT ejecuciones_fecha_termino_real_check CHECK (fecha_termino_real >= '2000-01-01'),
  fecha_entrega_recepcion date
    CONSTRAINT ejecuciones_fecha_entrega_recepcion_check CHECK (fecha_entrega_recepcion >= '2000-01-01'),
  monto_final numeric(15, 2) CONSTRAINT ejecuciones_monto_final_check CHECK (monto_final BETWEEN 0 AND 9999999999999.99),
  alcance_final text CONSTRAINT ejecuciones_alcance_final_check CHECK (length(alcance_final) BETWEEN 1 AND 2000),
  motivo_variacion text CONSTRAINT ejecuciones_motivo_variacion_check CHECK (length(motivo_variacion) BETWEEN 1 AND 2000),
  -- Each may be unknown: then nothing is compared.
  CONSTRAINT ejecuciones_plazo_check CHECK (fecha_termino_real >= fecha_inicio_real),
  CONSTRAINT ejecuciones_entrega_check CHECK (fecha_entrega_recepcion >= coalesce(fecha_termino_real, fecha_inicio_real))
);

-- Contracts of a work. One that pays for several works stands in each with its share.
CREATE TABLE contratos (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT contratos_pkey PRIMARY KEY,
  obra_id integer NOT NULL CONSTRAINT contratos_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  numero varchar(100) NOT NULL CONSTRAINT contratos_numero_check CHECK (numero <> ''),
  naturaleza text NOT NULL CONSTRAINT contratos_naturaleza_check CHECK (naturaleza IN ('OBRA', 'SUPERVISION', 'PROYECTO')),
  procedimiento text CONSTRAINT contratos_procedimiento_check
    CHECK (procedimiento IN ('LICITACION_PUBLICA', 'INVITACION', 'ADJUDICACION_DIRECTA')),
  numero_proponentes integer CONSTRAINT contratos_numero_proponentes_check CHECK (numero_proponentes BETWEEN 1 AND 999),
  objeto text NOT NULL CONSTRAINT contratos_objeto_check CHECK (length(objeto) BETWEEN 1 AND 2000),
  contratista varchar(255) NOT NULL CONSTRAINT contratos_contratista_check CHECK (contratista <> ''),
  contratista_rfc text
    CONSTRAINT contratos_contratista_rfc_check CHECK (contratista_rfc ~ '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$'),
  ocid varchar(100) CONSTRAINT contratos_ocid_check CHECK (ocid <> ''),
  url varchar(500) CONSTRAINT contratos_url_check CHECK (url ~ '^https://'),
  monto numeric(15, 2) NOT NULL CONSTRAINT contratos_monto_check CHECK (monto BETWEEN 0 AND 9999999999999.99),
  anticipo numeric(15, 2) CONSTRAINT contratos_anticipo_minimo_check CHECK (anticipo >= 0),
  fecha_firma date NOT NULL CONSTRAINT contratos_fecha_firma_check CHECK (fecha_firma BETWEEN '2000-01-01' AND '2100-12-31'),
  fecha_inicio date NOT NULL
    CONSTRAINT contratos_fecha_inicio_check CHECK (fecha_inicio BETWEEN '2000-01-01' AND '2100-12-31'),
  fecha_termino date NOT NULL CONSTRAINT contratos_fecha_termino_check CHECK (fecha_termino <= '2100-12-31'),
  terminacion text CONSTRAINT contratos_terminacion_check CHECK (terminacion IN ('CONCLUIDO', 'ANTICIPADA', 'RESCISION')),
  fecha_terminacion date,
  monto_final numeric(15, 2) CONSTRAINT contratos_monto_final_check CHECK (monto_final BETWEEN 0 AND 9999999999999.99),
  fecha_entrega_recepcion date,
  motivo_terminacion text CONSTRAINT contratos_motivo_largo_check CHECK (length(motivo_terminacion) BETWEEN 1 AND 2000),
  CONSTRAINT contratos_obra_key UNIQUE (id, obra_id),
  CONSTRAINT contratos_anticipo_check CHECK (anticipo <= monto),
  CONSTRAINT contratos_plazo_check CHECK (fecha_termino >= fecha_inicio),
  CONSTRAINT contratos_fin_check CHECK (fecha_terminacion >= fecha_firma AND fecha_terminacion <= '2100-12-31'),
  CONSTRAINT contratos_entrega_check CHECK (fecha_entrega_recepcion >= fecha_inicio AND fecha_entrega_recepcion <= '2100-12-31'),
  -- One that has ended says how and when. Before that it has come to nothing and nobody has taken the work over.
  CONSTRAINT contratos_terminacion_fecha_check CHECK ((terminacion IS NULL) = (fecha_terminacion IS NULL)),
  CONSTRAINT contratos_terminado_check
    CHECK (terminacion IS NOT NULL OR num_nonnulls(monto_final, fecha_entrega_recepcion, motivo_terminacion) = 0),
  CONSTRAINT contratos_motivo_check
    CHECK (coalesce(terminacion, '') NOT IN ('ANTICIPADA', 'RESCISION') OR coalesce(motivo_terminacion, '') <> '')
);
CREATE UNIQUE INDEX contratos_numero_key ON contratos (obra_id, fold_case(numero));

-- Agreements that change a contract's amount, term or scope.
CREATE TABLE convenios (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT convenios_pkey PRIMARY KEY,
  contrato_id integer NOT NULL,
  -- The contract's, so that all of a work's follow-up says whose it is.
  obra_id integer NOT NULL,
  -- Given by the service, from 1.
  orden integer NOT NULL CONSTRAINT convenios_orden_check CHECK (orden > 0),
  fecha date NOT NULL CONSTRAINT convenios_fecha_check CHECK (fecha BETWEEN '2000-01-01' AND '2100-12-31'),
  monto_nuevo numeric(15, 2) CONSTRAINT convenios_monto_nuevo_check CHECK (monto_nuevo BETWEEN 0 AND 9999999999999.99),
  fecha_termino_nueva date CONSTRAINT convenios_fecha_termino_nueva_check CHECK (fecha_termino_nueva <= '2100-12-31'),
  alcance text CONSTRAINT convenios_alcance_check CHECK (length(alcance) BETWEEN 1 AND 2000),
  justificacion text NOT NULL CONSTRAINT convenios_justificacion_check CHECK (length(justificacion) BETWEEN 1 AND 2000),
  CONSTRAINT convenios_orden_key UNIQUE (contrato_id, orden),
  CONSTRAINT convenios_contrato_fkey FOREIGN KEY (contrato_id, obra_id) REFERENCES contratos (id, obra_id) ON DELETE CASCADE,
  CONSTRAINT convenios_cambia_algo CHECK (num_nonnulls(monto_nuevo, fecha_termino_nueva, alcance) > 0)
);

-- One row for each work that has any follow-up: what lists, filters and exports look at. Triggers keep it true
-- (sql/seguimiento.sql). It is made of the tables above alone, so that a write of a work need not touch it.
CREATE TABLE obras_seguimiento (
  obra_id integer CONSTRAINT obras_seguimiento_pkey PRIMARY KEY
    CONSTRAINT obras_seguimiento_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  -- The newest report, and how many there are.
  avance_fisico numeric(5, 2),
  fecha_corte date,
  monto_pagado numeric(15, 2),
  causa_atraso text,
  reportes integer NOT NULL,
  -- The first cut since which all was built, where that is so.
  terminada_al date,
  fecha_inicio_base date,
  fecha_termino_base date,
  -- The latest term of the contracts that build it, or else the newest programme's.
  fecha_termino_vigente date,
  fecha_termino_real date,
  -- Contracts that build it.
  contratos integer NOT NULL,
  monto_contratado numeric,
  monto_vigente numeric,
  convenios integer NOT NULL,
  contratista text
);
CREATE INDEX obras_seguimiento_avance_idx ON obras_seguimiento (avance_fisico, obra_id);
CREATE INDEX obras_seguimiento_termino_idx ON obras_seguimiento (fecha_termino_vigente, obra_id);
CREATE INDEX obras_seguimiento_corte_idx ON obras_seguimiento (fecha_corte, obra_id);
CREATE INDEX obras_seguimiento_contratista_idx ON obras_seguimiento USING gin (fold_accents(contratista) gin_trgm_ops);

-- The work that a row of the ledger is about, where it is about a part of one.
ALTER TABLE bitacora ADD COLUMN obra_id integer;
CREATE INDEX bitacora_obra_idx ON bitacora (obra_id, id) WHERE obra_id IS NOT NULL;
