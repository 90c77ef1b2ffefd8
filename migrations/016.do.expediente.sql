-- The record that the law asks for beside a work: whose money, what for, for whom (src/features/expediente/), and the amounts above
-- which a procedure asks for another one (src/features/alertas/).

-- Where money comes from. Merged and renamed as dependencias are.
CREATE TABLE fondos (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT fondos_pkey PRIMARY KEY,
  nombre varchar(255) NOT NULL CONSTRAINT fondos_nombre_check CHECK (nombre <> ''),
  nombre_orden text COLLATE "C" GENERATED ALWAYS AS (spanish_order(nombre)) STORED,
  siglas varchar(50),
  nivel text NOT NULL CONSTRAINT fondos_nivel_check CHECK (nivel IN ('FEDERAL', 'ESTATAL', 'MUNICIPAL', 'CREDITO', 'OTRO')),
  activo boolean NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX fondos_nombre_key ON fondos (md5(fold_case(nombre)));
-- Ley de Coordinación Fiscal, articles 32, 36, 39 and 46.
INSERT INTO fondos (nombre, siglas, nivel) VALUES
  ('Fondo de Aportaciones para la Infraestructura Social Municipal y de las Demarcaciones Territoriales del Distrito Federal',
    'FAISMUN', 'FEDERAL'),
  ('Fondo de Infraestructura Social para las Entidades', 'FISE', 'FEDERAL'),
  ('Fondo de Aportaciones para el Fortalecimiento de los Municipios y de las Demarcaciones Territoriales del Distrito Federal',
    'FORTAMUN', 'FEDERAL'),
  ('Fondo de Aportaciones para el Fortalecimiento de las Entidades Federativas', 'FAFEF', 'FEDERAL'),
  ('Fondo de Aportaciones Múltiples', 'FAM', 'FEDERAL');

-- One record a work. Its sources are a list of {fondoId, monto}, which expediente.sql spreads into obras_fondos.
CREATE TABLE expedientes (
  obra_id integer CONSTRAINT expedientes_pkey PRIMARY KEY
    CONSTRAINT expedientes_obra_id_fkey REFERENCES obras ON DELETE CASCADE,
  proposito text CONSTRAINT expedientes_proposito_check CHECK (length(proposito) BETWEEN 1 AND 2000),
  meta_cantidad numeric(15, 2) CONSTRAINT expedientes_meta_cantidad_check CHECK (meta_cantidad BETWEEN 0.01 AND 9999999999999.99),
  meta_unidad varchar(100) CONSTRAINT expedientes_meta_unidad_check CHECK (meta_unidad <> ''),
  beneficiarios integer CONSTRAINT expedientes_beneficiarios_check CHECK (beneficiarios >= 0),
  modalidad text CONSTRAINT expedientes_modalidad_check CHECK (modalidad IN ('CONTRATO', 'ADMINISTRACION_DIRECTA')),
  fecha_aprobacion date
    CONSTRAINT expedientes_fecha_aprobacion_check CHECK (fecha_aprobacion BETWEEN '2000-01-01' AND '2100-12-31'),
  fuentes jsonb NOT NULL DEFAULT '[]'
    CONSTRAINT expedientes_fuentes_check CHECK (jsonb_typeof(fuentes) = 'array' AND jsonb_array_length(fuentes) <= 12),
  CONSTRAINT expedientes_meta_check CHECK ((meta_cantidad IS NULL) = (meta_unidad IS NULL))
);
-- Administración directa is asked for by the alerts.
CREATE INDEX expedientes_directa_idx ON expedientes (obra_id) WHERE modalidad = 'ADMINISTRACION_DIRECTA';

-- The sources of all works, a row for each fund of a work.
CREATE TABLE obras_fondos (
  obra_id integer NOT NULL CONSTRAINT obras_fondos_obra_id_fkey REFERENCES expedientes ON DELETE CASCADE,
  fondo_id integer NOT NULL CONSTRAINT obras_fondos_fondo_id_fkey REFERENCES fondos,
  monto numeric(15, 2) NOT NULL CONSTRAINT obras_fondos_monto_check CHECK (monto > 0),
  CONSTRAINT obras_fondos_pkey PRIMARY KEY (obra_id, fondo_id)
);
CREATE INDEX obras_fondos_fondo_idx ON obras_fondos (fondo_id, obra_id);

-- The public office of a dependencia. No person's name has a column.
CREATE TABLE contactos (
  dependencia_id integer CONSTRAINT contactos_pkey PRIMARY KEY
    CONSTRAINT contactos_dependencia_id_fkey REFERENCES dependencias ON DELETE CASCADE,
  oficina varchar(255) CONSTRAINT contactos_oficina_check CHECK (oficina <> ''),
  telefono varchar(50) CONSTRAINT contactos_telefono_check CHECK (telefono <> ''),
  pagina varchar(500) CONSTRAINT contactos_pagina_check CHECK (pagina ~ '^https://')
);

-- The budget with which a contract was tendered.
ALTER TABLE contratos ADD COLUMN presupuesto_base numeric(15, 2)
  CONSTRAINT contratos_presupuesto_base_check CHECK (presupuesto_base BETWEEN 0 AND 9999999999999.99);
-- The firm of a contract, by which contracts of all works are one firm's (firm_key of seguimiento.sql).
ALTER TABLE contratos ADD COLUMN firma text;
CREATE INDEX contratos_firma_idx ON contratos (firma);

-- The amount up to which a year's contracts may be awarded by a procedure.
CREATE TABLE umbrales (
  ejercicio_fiscal_id integer NOT NULL
    CONSTRAINT umbrales_ejercicio_fiscal_id_fkey REFERENCES ejercicios_fiscales ON DELETE CASCADE,
  procedimiento text NOT NULL CONSTRAINT umbrales_procedimiento_check CHECK (procedimiento IN ('INVITACION', 'ADJUDICACION_DIRECTA')),
  monto numeric(15, 2) NOT NULL CONSTRAINT umbrales_monto_check CHECK (monto BETWEEN 0.01 AND 9999999999999.99),
  CONSTRAINT umbrales_pkey PRIMARY KEY (ejercicio_fiscal_id, procedimiento)
);
