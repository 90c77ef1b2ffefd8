import sql, { raw } from 'sql-template-tag';
import { Type } from 'typebox';
import { Closed, LABEL } from '../../core/base/schemas.ts';
import { conditions, filterInWords, inView, only } from '../../core/obras/filtros.ts';
import type { ListParts, Picture } from '../../core/obras/listas.ts';

// The public photos of obras in lists, files and layers of maps.

// The index `archivos_fotos_idx` has them in this order.
const IS_PHOTO = `a.publico AND a.tipo = 'FOTO'`;
const NEWEST_FIRST = 'ORDER BY a.dia DESC, a.id DESC';

/** The newest public photo of an obra as JSON, null where it has none. */
const newestPhoto = (obra: string) => `(
  SELECT json_build_object('archivoId', a.id, 'titulo', a.titulo)
  FROM archivos a WHERE a.obra_id = ${obra} AND ${IS_PHOTO} ${NEWEST_FIRST} LIMIT 1)`;

/**
 * A query for the newest public photo of an obra (`foto`, its id), and how many it has (`fotos`); no row where it has none. One
 * look into the index for each obra takes less than an aggregate.
 */
const photosOf = (obra: string) => `
  SELECT a.id AS foto, (count(*) OVER ())::integer AS fotos
  FROM archivos a WHERE a.obra_id = ${obra} AND ${IS_PHOTO} ${NEWEST_FIRST} LIMIT 1`;

/** The address of a file's bytes. `raiz` is the beginning of links, empty for an address without a host. */
export const contentAddress = (raiz: string, obra: string, archivo: string) =>
  `${raiz} || '/obras/' || ${obra} || '/archivos/' || ${archivo} || '/contenido'`;

/** The photos of each obra, for columns and properties. Looked up by its index, so that it costs little. */
const PHOTOS = {
  join: `LEFT JOIN LATERAL (${photosOf('o.id')}) f ON true`,
  dependsOn: ['archivos'],
};

/** What lists of obras have of photos. */
export const EN_LISTAS: ListParts = {
  filters: {
    conFotos: {
      after: 'fueraDeMunicipio',
      label: 'Con fotos',
      schema: only('Con true, sólo las obras que tienen alguna foto pública.'),
      dependsOn: ['archivos'],
      words: () => filterInWords('Alguna pública', 'con fotos', 'Fotos'),
      where: () => inView(sql`archivos WHERE publico AND tipo = 'FOTO'`),
    },
  },
  fields: {
    foto: {
      after: 'lugar',
      dependsOn: ['archivos'],
      schema: Type.Union(
        [
          Closed(
            {
              archivoId: Type.Integer({ [LABEL]: 'Archivo', examples: [7] }),
              titulo: Type.String({ [LABEL]: 'Título', examples: ['Cimentación terminada'] }),
            },
            { title: 'FotoDeObra', description: 'Una foto de la obra.' },
          ),
          Type.Null(),
        ],
        {
          [LABEL]: 'Foto',
          description:
            'Sólo con campos=foto: la foto pública más nueva de la obra, que está en /obras/{id}/archivos/{archivoId}/contenido; null si no tiene.',
        },
      ),
      // Files have an `obra_id` of their own, hence the other name.
      from: `(SELECT ${newestPhoto('x.obra')} AS foto FROM (SELECT obra_id AS obra) x) p`,
    },
  },
  // An import does not read them.
  columns: {
    ...PHOTOS,
    note: 'Las últimas columnas son cuántas fotos públicas tiene y la dirección de la más nueva; la importación no las lee.',
    columns: [
      { name: 'fotos', label: 'Fotos', type: 'number', width: 8, sql: 'coalesce(f.fotos, 0)' },
      {
        name: 'foto',
        label: 'Foto más nueva',
        type: 'text',
        width: 40,
        sql: contentAddress('raiz', 'o.id', 'f.foto'),
      },
    ],
  },
  // They came after the follow-up, and follow it, so that maps that read columns by position keep working.
  properties: {
    ...PHOTOS,
    properties: {
      fotos: {
        title: 'Fotos',
        description: 'Cuántas fotos públicas tiene la obra.',
        type: 'integer',
        examples: [3],
        sql: 'coalesce(f.fotos, 0)',
      },
      foto: {
        title: 'Foto más nueva',
        description:
          'Dirección de la foto pública más nueva de la obra, que empieza con PUBLIC_URL o, sin ese ajuste, con /obras/; null si no tiene fotos.',
        type: ['string', 'null'],
        format: 'uri-reference',
        examples: ['https://obras.ejemplo.gob.mx/obras/1/archivos/7/contenido'],
        sql: contentAddress('raiz', 'o.id', 'f.foto'),
      },
    },
  },
  findPicture(db, filters, filtros) {
    const { where, planEachTime } = conditions(filters, filtros);
    return db.one<Picture>(
      sql`SELECT o.id AS "obraId", o.nombre, a.id AS "archivoId", a.titulo
     FROM archivos a JOIN obras o ON o.id = a.obra_id WHERE ${raw(IS_PHOTO)} ${where} ${raw(NEWEST_FIRST)} LIMIT 1`,
      { planEachTime },
    );
  },
};
