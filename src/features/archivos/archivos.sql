-- Photos and documents of works: rules beyond a constraint, and when an object may leave the store.

SELECT keep_ledger('archivos', 'archivos', '{obra_id,objeto,objeto_mini,creado_en,actualizado_en,dia}', 'id'),
  keep_announced('archivos', 'archivos', 'obra_id'),
  keep_bound('archivos', 500, '(SELECT count(*) FROM archivos WHERE obra_id = NEW.obra_id)');

-- What a file refers to belongs to its work. The work is locked before, so none of it goes meanwhile.
CREATE FUNCTION check_archivo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM obras WHERE id = NEW.obra_id FOR NO KEY UPDATE;
  IF NEW.fecha > hoy() THEN
    PERFORM refuse_part('archivos_futuro');
  ELSIF NEW.avance_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM avances WHERE id = NEW.avance_id AND obra_id = NEW.obra_id) THEN
    PERFORM refuse_part('archivos_avance', json_build_object('id', NEW.avance_id));
  ELSIF NEW.contrato_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM contratos WHERE id = NEW.contrato_id AND obra_id = NEW.obra_id) THEN
    PERFORM refuse_part('archivos_contrato', json_build_object('id', NEW.contrato_id));
  ELSIF NEW.ubicacion_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM ubicaciones WHERE id = NEW.ubicacion_id AND obra_id = NEW.obra_id) THEN
    PERFORM refuse_part('archivos_ubicacion', json_build_object('id', NEW.ubicacion_id));
  END IF;
  -- Another day is somebody's own word.
  IF TG_OP = 'UPDATE' AND NEW.fecha IS DISTINCT FROM OLD.fecha AND NEW.fecha_segun IS NOT DISTINCT FROM OLD.fecha_segun THEN
    NEW.fecha_segun := NULL;
  END IF;
  -- `dia` is generated after this.
  IF TG_OP = 'INSERT' OR to_jsonb(NEW) - 'dia' <> to_jsonb(OLD) - 'dia' THEN
    NEW.actualizado_en := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER archivos_check BEFORE INSERT OR UPDATE ON archivos FOR EACH ROW EXECUTE FUNCTION check_archivo();

-- What a deleted file named stays in the store for 30 days: a copy of the registry from before the deletion names it.
CREATE FUNCTION retire_objetos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE objetos SET conservar_hasta = greatest(conservar_hasta, now() + interval '30 days'), eliminado = OLD.huella
  WHERE huella IN (OLD.objeto, OLD.objeto_mini);
  RETURN NULL;
END $$;
CREATE TRIGGER archivos_retire AFTER DELETE ON archivos FOR EACH ROW EXECUTE FUNCTION retire_objetos();
