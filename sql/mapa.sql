-- The places of ubicaciones on the map. A tile counts one range of one index, filters included. The triggers of
-- sql/documentos.sql call update_map and move_on_map.

-- A place in Web Mercator, the projection of maps on the web. Its world is a square. x goes east and y south, each 28 bits,
-- in steps of about 15 cm. Places beyond latitudes of 85° are put on the edge. k has the bits of both in turns. So each
-- square of a map is one range of k.
CREATE FUNCTION map_place(geometria geometry, OUT k bigint, OUT x integer, OUT y integer)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  lugar geometry := ST_PointOnSurface(geometria);
  longitud float8 := least(greatest(ST_X(lugar), -180), 180);
  seno float8 := sind(least(greatest(ST_Y(lugar), -85.06), 85.06));
  este bigint;
  sur bigint;
BEGIN
  este := least(greatest(floor((longitud + 180) / 360 * 268435456), 0), 268435455);
  sur := least(greatest(floor((0.5 - ln((1 + seno) / (1 - seno)) / (4 * pi())) * 268435456), 0), 268435455);
  x := este;
  y := sur;
  -- Each step moves the upper half of the bits away from the lower. The halves get shorter each time.
  este := (este | (este << 16)) & 281470681808895;
  este := (este | (este << 8)) & 71777214294589695;
  este := (este | (este << 4)) & 1085102592571150095;
  este := (este | (este << 2)) & 3689348814741910323;
  este := (este | (este << 1)) & 6148914691236517205;
  sur := (sur | (sur << 16)) & 281470681808895;
  sur := (sur | (sur << 8)) & 71777214294589695;
  sur := (sur | (sur << 4)) & 1085102592571150095;
  sur := (sur | (sur << 2)) & 3689348814741910323;
  sur := (sur | (sur << 1)) & 6148914691236517205;
  k := este | (sur << 1);
END $$;

-- The rows of the map, defined here only. An empty geometry has no place. Only a manual statement can bring one.
CREATE VIEW obras_lugares AS
SELECT
  p.k, p.x, p.y, u.id AS ubicacion_id, u.obra_id,
  o.municipio_id, o.estatus_obra_id, o.ejercicio_fiscal_id, o.dependencia_id, o.tipo_proyecto_id, o.monto
FROM ubicaciones u
JOIN obras o ON o.id = u.obra_id
CROSS JOIN LATERAL map_place(u.geometria) p
WHERE NOT ST_IsEmpty(u.geometria);

-- Plans are made once, as for the documents.
CREATE FUNCTION update_map(obras integer[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  UPDATE obras_mapa m SET
    municipio_id = o.municipio_id,
    estatus_obra_id = o.estatus_obra_id,
    ejercicio_fiscal_id = o.ejercicio_fiscal_id,
    dependencia_id = o.dependencia_id,
    tipo_proyecto_id = o.tipo_proyecto_id,
    monto = o.monto
  FROM obras o JOIN ubicaciones u ON u.obra_id = o.id
  WHERE o.id = ANY (obras) AND m.ubicacion_id = u.id
    AND (m.municipio_id, m.estatus_obra_id, m.ejercicio_fiscal_id, m.dependencia_id, m.tipo_proyecto_id, m.monto)
      IS DISTINCT FROM
      (o.municipio_id, o.estatus_obra_id, o.ejercicio_fiscal_id, o.dependencia_id, o.tipo_proyecto_id, o.monto);
END $$;

CREATE FUNCTION move_on_map(idas integer[], llegadas integer[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF idas <> '{}' THEN
    DELETE FROM obras_mapa WHERE ubicacion_id = ANY (idas);
  END IF;
  IF llegadas <> '{}' THEN
    INSERT INTO obras_mapa SELECT * FROM obras_lugares WHERE ubicacion_id = ANY (llegadas);
  END IF;
END $$;

-- A migration that changes the rows of the map empties the table. It is filled here.
INSERT INTO obras_mapa SELECT * FROM obras_lugares WHERE NOT EXISTS (SELECT FROM obras_mapa) ORDER BY k;
