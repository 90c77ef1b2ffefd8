import type { Db } from '../../core/db/db.ts';
import type { CatalogRecord } from '../../hojas-de-obras/nombres.ts';

/** The catalogs before an import, as plain data for the process that reads sheets. */
export interface Catalogs {
  dependencias: CatalogRecord[];
  tiposProyecto: CatalogRecord[];
  municipios: CatalogRecord[];
  estatus: CatalogRecord[];
  ejercicios: { id: number; anio: number; activo: boolean }[];
}

/** Reads all catalogs, in one round trip. */
export async function readCatalogs(db: Db): Promise<Catalogs> {
  const json = await db.json(
    `SELECT json_build_object(
       'dependencias', (SELECT coalesce(json_agg(d), '[]') FROM (
          SELECT id, nombre, activo, siglas, fusionado_en AS "fusionadoEn" FROM dependencias ORDER BY id) d),
       'tiposProyecto', (SELECT coalesce(json_agg(t), '[]') FROM (
          SELECT id, nombre, activo, fusionado_en AS "fusionadoEn" FROM tipos_proyecto ORDER BY id) t),
       'municipios', (SELECT json_agg(m) FROM (SELECT id, nombre, activo FROM municipios ORDER BY id) m),
       'estatus', (SELECT json_agg(s) FROM (SELECT id, nombre, true AS activo FROM estatus_obra ORDER BY id) s),
       'ejercicios', (SELECT coalesce(json_agg(e), '[]') FROM (
          SELECT id, anio, activo FROM ejercicios_fiscales ORDER BY id) e)
     ) AS json`,
  );
  return JSON.parse(json) as Catalogs;
}

/** Older spellings and longer names of municipios, folded, by INEGI's number. */
export const OTHER_MUNICIPIOS: Record<string, number> = {
  chicxulub: 20,
  dzilambravo: 28,
  motuldecarrillopuerto: 52,
  motuldefelipecarrillopuerto: 52,
  progresodecastro: 59,
  sanfelipeyucatan: 65,
  tekaxdealvaroobregon: 79,
  telchac: 82,
  tixkokobyucatan: 93,
  valladolidyucatan: 102,
};

/** Names of the statuses in other files, folded, by the registry's own id. */
export const OTHER_ESTATUS: Record<string, number> = {
  planeado: 1,
  planeacion: 1,
  enplaneacion: 1,
  programada: 1,
  programado: 1,
  poriniciar: 1,
  noiniciada: 1,
  licitacion: 2,
  enprocesodelicitacion: 2,
  contratado: 3,
  adjudicada: 3,
  enejecucion: 4,
  ejecucion: 4,
  proceso: 4,
  encurso: 4,
  enconstruccion: 4,
  suspendido: 5,
  terminado: 6,
  concluida: 6,
  concluido: 6,
  finalizada: 6,
  finalizado: 6,
  enfiniquito: 6,
  cancelado: 7,
};
