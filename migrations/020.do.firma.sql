-- A firm without an RFC is found by the digest of its name, which is its key in addresses (firm_clave of seguimiento.sql).
CREATE INDEX contratos_firma_md5_idx ON contratos (md5(firma)) WHERE firma LIKE 'NOMBRE %';
