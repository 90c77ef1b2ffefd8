// The public photos of obras (src/archivos/), as lists, files and layers tell of them.

/** The public photos of the obra whose id an expression gives, newest first. The index `archivos_fotos_idx` has them so. */
const photosOf = (obra: string) =>
  `FROM archivos a WHERE a.obra_id = ${obra} AND a.publico AND a.tipo = 'FOTO'`;
const NEWEST_FIRST = 'ORDER BY a.dia DESC, a.id DESC';

/** The newest public photo of an obra as JSON, null where it has none. */
export const newestPhoto = (obra: string) => `(
  SELECT json_build_object('archivoId', a.id, 'titulo', a.titulo) ${photosOf(obra)} ${NEWEST_FIRST} LIMIT 1)`;

/** A query of one row: the number of public photos of an obra, and the id of the newest, null where it has none. */
export const countPhotos = (obra: string) => `
  SELECT count(*)::integer AS fotos, (array_agg(a.id ${NEWEST_FIRST}))[1] AS foto ${photosOf(obra)}`;

/** The address of a file's bytes. `raiz` is the beginning of links, empty for an address without a host. */
export const contentAddress = (raiz: string, obra: string, archivo: string) =>
  `${raiz} || '/obras/' || ${obra} || '/archivos/' || ${archivo} || '/contenido'`;
