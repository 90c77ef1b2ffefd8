-- What open data needs of the catalogs, and of the ubicaciones.

-- OC4IDS ---------------------------------------------------------------------------------------------------------
-- The open standard for data on infrastructure projects (version 0.9) has words of its own for the state of a project,
-- its sector and its type. Those for the statuses are fixed, as the statuses are.
ALTER TABLE estatus_obra ADD COLUMN estado_oc4ids text GENERATED ALWAYS AS (
  CASE id
    WHEN 1 THEN 'identification'
    WHEN 2 THEN 'preparation'
    WHEN 3 THEN 'preparation'
    WHEN 4 THEN 'implementation'
    WHEN 5 THEN 'implementation'
    WHEN 6 THEN 'completion'
    WHEN 7 THEN 'cancelled'
  END) STORED;

-- Those for project types are set by administrators. The list of sectors is open in the standard; these are its own.
ALTER TABLE tipos_proyecto
  ADD COLUMN sector_oc4ids text CONSTRAINT tipos_proyecto_sector_oc4ids_check CHECK (sector_oc4ids IN (
    'education', 'health', 'energy', 'energy.solar', 'energy.wind', 'energy.hydropower', 'energy.biomass',
    'energy.geothermal', 'communications', 'waterAndWaste', 'governance', 'economy', 'cultureSportsAndRecreation',
    'transport', 'transport.air', 'transport.water', 'transport.rail', 'transport.road', 'transport.urban',
    'transport.lowCarbon', 'socialHousing', 'naturalResources', 'naturalResources.floodProtection')),
  ADD COLUMN tipo_oc4ids text CONSTRAINT tipos_proyecto_tipo_oc4ids_check CHECK (tipo_oc4ids IN (
    'construction', 'rehabilitation', 'replacement', 'expansion', 'decommissioning'));

-- Maps -----------------------------------------------------------------------------------------------------------
-- A layer holds the ubicaciones of one kind, by obra and id: each page of it is read from where the last one ended.
CREATE INDEX ubicaciones_capa_idx ON ubicaciones (tipo_geometria, obra_id, id);
