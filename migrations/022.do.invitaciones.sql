-- The same of invitations, whose parts in other works are summed (alertas.sql).
CREATE INDEX contratos_invitaciones_idx ON contratos (firma, fecha_firma) WHERE procedimiento = 'INVITACION';
