import sql, { raw } from 'sql-template-tag';
import type { Db } from '../db/db.ts';
import { conditions, type ResolvedFilters } from './filtros.ts';
import { IS_PHOTO, NEWEST_FIRST } from './fotos.ts';

// Apart from `fotos.ts`, which the process that reads a sheet loads, too: it has no libraries.

/** A photo of one of many obras. */
interface OnePhoto {
  obraId: number;
  /** The obra's name. */
  nombre: string;
  archivoId: number;
  titulo: string | null;
}

/** The newest public photo of the obras that pass the filters; undefined where none has one. */
export function findNewestPhoto(db: Db, filters: ResolvedFilters): Promise<OnePhoto | undefined> {
  const { where, planEachTime } = conditions(filters);
  return db.one<OnePhoto>(
    sql`SELECT o.id AS "obraId", o.nombre, a.id AS "archivoId", a.titulo
     FROM archivos a JOIN obras o ON o.id = a.obra_id WHERE ${raw(IS_PHOTO)} ${where} ${raw(NEWEST_FIRST)} LIMIT 1`,
    { planEachTime },
  );
}
