// The public photos of obras (src/features/archivos/), as lists, files and layers tell of them.

// The index `archivos_fotos_idx` has them in this order.
export const IS_PHOTO = `a.publico AND a.tipo = 'FOTO'`;
export const NEWEST_FIRST = 'ORDER BY a.dia DESC, a.id DESC';

/** The newest public photo of an obra as JSON, null where it has none. */
export const newestPhoto = (obra: string) => `(
  SELECT json_build_object('archivoId', a.id, 'titulo', a.titulo)
  FROM archivos a WHERE a.obra_id = ${obra} AND ${IS_PHOTO} ${NEWEST_FIRST} LIMIT 1)`;

/**
 * A query for the newest public photo of an obra (`foto`, its id), and how many it has (`fotos`); no row where it has none. One
 * look into the index for each obra takes less than an aggregate.
 */
export const photosOf = (obra: string) => `
  SELECT a.id AS foto, (count(*) OVER ())::integer AS fotos
  FROM archivos a WHERE a.obra_id = ${obra} AND ${IS_PHOTO} ${NEWEST_FIRST} LIMIT 1`;

/** The address of a file's bytes. `raiz` is the beginning of links, empty for an address without a host. */
export const contentAddress = (raiz: string, obra: string, archivo: string) =>
  `${raiz} || '/obras/' || ${obra} || '/archivos/' || ${archivo} || '/contenido'`;
