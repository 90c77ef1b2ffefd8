-- The direct awards to a firm around a day, which are looked at together: a firm may have hundreds of contracts.
CREATE INDEX contratos_directas_idx ON contratos (firma, fecha_firma) WHERE procedimiento = 'ADJUDICACION_DIRECTA';
