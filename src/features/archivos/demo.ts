import { readFile } from 'node:fs/promises';
import type { Config } from '../../core/base/config.ts';
import { HttpError } from '../../core/base/errors.ts';
import type { Database, Db } from '../../core/db/db.ts';
import { append, openNameless } from '../../subidas/nameless.ts';
import { openAlmacen } from './almacen/abrir.ts';
import type { Almacen, Contenido } from './almacen/almacen.ts';
import { createFotos } from './fotos/fotos.ts';
import { CLAIM, contenidoOf } from './subir.ts';

// Photos and documents of some invented works, of `sources/demostracion`: drawings of three kinds of works at four stages, each
// with the first report of that stage.

export const settings = ['FILES_URL'];
export const help = ' Algunas inventadas tienen documentos, y dibujos en lugar de fotos.';

/** The types of project that each scene shows. */
const TIPOS_OF_SCENES = {
  calle: ['Pavimentación y calles', 'Caminos rurales', 'Carreteras'],
  edificio: ['Infraestructura educativa', 'Salud', 'Mercados y edificios públicos'],
  tanque: ['Agua potable'],
};
/** The titles of its stages, from the traced ground to the finished work. They say that these photos are drawings. */
const TITULOS = {
  calle: ['Trazo de la calle', 'Base compactada', 'Carpeta a la mitad', 'Calle terminada'],
  edificio: ['Trazo del edificio', 'Cimientos y castillos', 'Muros y losa', 'Edificio terminado'],
  tanque: ['Trazo del tanque', 'Zapata y columnas', 'Muros del tanque', 'Tanque terminado'],
};
const DRAWN_NOTE = '(dibujo de demostración)';
/** The percentages of progress at which the second, third and fourth stage begin. */
const STAGES_BEGIN = [15, 50, 100];
/** The works of each scene that have photos. */
const WORKS = 7;
/** The one that has all documents which OC4IDS asks for. */
const WHOLE = 'JAPAY-2024-00001';

/**
 * Stores the pictures and documents. Where photos can't be made, or the store takes nothing, there are none.
 *
 * @returns a function that gives them to works
 * @throws StartError where the store is of another registry, or of none
 */
export async function prepare(
  db: Database,
  config: Config,
  folder: URL,
  print: (line: string) => void,
) {
  const almacen = await openAlmacen(config, db);
  try {
    const archivos = await storeArchivos(db, almacen, folder);
    return (tx: Db) => loadArchivos(tx, archivos);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    print(`Sin fotos ni documentos de demostración. ${error.text}`);
    return undefined;
  } finally {
    almacen.close();
  }
}

/**
 * Stores the objects. They are claimed first, as those of an upload are, so that a sweep finds those of a load that is cut short.
 *
 * @throws HttpError 503 where sharp does not load, or the store is away or full
 */
async function storeArchivos(db: Database, almacen: Almacen, folder: URL): Promise<object[]> {
  const fotos = createFotos();
  const archivos: object[] = [];
  const contents: Contenido[] = [];
  try {
    for (const [escena, titulos] of Object.entries(TITULOS)) {
      for (const [etapa, titulo] of titulos.entries()) {
        const png = await readFile(new URL(`${escena}-${etapa}.png`, folder));
        const file = await openNameless();
        try {
          await append(file, png);
          const signal = new AbortController().signal;
          const { vista, mini, ancho, alto } = await fotos.make(
            '',
            { file, bytes: png.length, name: '' },
            signal,
          );
          const [large, small] = [contenidoOf(vista), contenidoOf(mini)];
          contents.push(large, small);
          archivos.push({
            ...{ escena, etapa, ancho, alto, publico: true },
            titulo: `${titulo} ${DRAWN_NOTE}`,
            huella: contenidoOf(png).huella,
            objeto: large.huella,
            mini: small.huella,
            bytes: large.bytes,
          });
        } finally {
          await file.close();
        }
      }
    }
  } finally {
    await fotos.close();
  }
  for (const [clase, titulo, publico, soloDe] of [
    ['CONTRATO', 'Contrato', true],
    ['ACTA_ENTREGA', 'Acta de entrega-recepción', true],
    ['EXPEDIENTE_TECNICO', 'Expediente técnico', false],
    ['IMPACTO_AMBIENTAL', 'Manifestación de impacto ambiental', true, WHOLE],
    ['IMPACTO_PREDIOS', 'Estudio de los predios', true, WHOLE],
    ['AUDITORIA', 'Informe de auditoría', true, WHOLE],
  ] as const) {
    const pdf = contenidoOf(await readFile(new URL(`${clase.toLowerCase()}.pdf`, folder)));
    contents.push(pdf);
    archivos.push({
      ...{ clase, publico, soloDe, huella: pdf.huella, objeto: pdf.huella, bytes: pdf.bytes },
      titulo: `${titulo} (documento de demostración)`,
    });
  }
  await db.query(CLAIM, [contents.map(({ huella }) => huella), contents.map(({ bytes }) => bytes)]);
  for (const content of contents) await almacen.put(content);
  return archivos;
}

/** Gives the pictures to the works that were last reported and show at least three stages. Real ones have a single report. */
async function loadArchivos(tx: Db, archivos: object[]): Promise<void> {
  await tx.query(
    `WITH reportadas AS (
       SELECT DISTINCT ON (a.obra_id, etapa) a.obra_id, a.id AS avance_id, a.fecha_corte, t.escena, etapa
       FROM avances a JOIN obras o ON o.id = a.obra_id JOIN tipos_proyecto p ON p.id = o.tipo_proyecto_id
       JOIN (SELECT key AS escena, jsonb_array_elements_text(value) AS nombre FROM jsonb_each($2)) t
         ON t.nombre = p.nombre
       CROSS JOIN LATERAL width_bucket(a.avance_fisico, $3::numeric[]) AS e (etapa)
       ORDER BY a.obra_id, etapa, a.fecha_corte
     ), elegidas AS (
       SELECT obra_id FROM (
         SELECT obra_id, row_number() OVER (PARTITION BY escena ORDER BY max(fecha_corte) DESC, obra_id) AS lugar
         FROM reportadas GROUP BY obra_id, escena HAVING count(*) >= 3) r
       WHERE lugar <= $4::integer
     ), archivo AS (
       SELECT * FROM json_to_recordset($1) AS r (escena text, etapa integer, clase text, titulo text, publico boolean,
         "soloDe" text, huella text, objeto text, mini text, bytes integer, ancho integer, alto integer)
     )
     INSERT INTO archivos (obra_id, tipo, clase, titulo, fecha, publico, avance_id, contrato_id, bytes, tipo_media, ancho, alto,
       huella, objeto, objeto_mini)
     SELECT obra_id, 'FOTO', NULL, titulo, fecha_corte, publico, avance_id, NULL, bytes, 'image/jpeg', ancho, alto, huella,
       objeto, mini
     FROM elegidas JOIN reportadas USING (obra_id) JOIN archivo USING (escena, etapa)
     UNION ALL
     SELECT obra_id, 'DOCUMENTO', clase, titulo, dia, publico, NULL, contrato, bytes, 'application/pdf', NULL, NULL, huella,
       objeto, NULL
     FROM elegidas JOIN archivo ON clase IS NOT NULL
     LEFT JOIN LATERAL (
       SELECT id AS contrato, fecha_firma FROM contratos WHERE obra_id = elegidas.obra_id ORDER BY fecha_firma, id LIMIT 1
     ) c ON clase = 'CONTRATO'
     LEFT JOIN ejecuciones e USING (obra_id)
     CROSS JOIN LATERAL (SELECT CASE clase
       WHEN 'CONTRATO' THEN fecha_firma WHEN 'ACTA_ENTREGA' THEN fecha_entrega_recepcion END) d (dia)
     WHERE CASE WHEN "soloDe" IS NULL THEN clase = 'EXPEDIENTE_TECNICO' OR dia IS NOT NULL
       ELSE obra_id = (SELECT id FROM obras WHERE clave_unica = "soloDe") END
     ORDER BY 1, 5`,
    [JSON.stringify(archivos), JSON.stringify(TIPOS_OF_SCENES), STAGES_BEGIN, WORKS],
  );
}
