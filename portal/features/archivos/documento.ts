import { isWholePdf } from '../../../src/features/archivos/entero.ts';
import { BYTES_PER_MB, MOST_FILE_BYTES } from '../../../src/features/archivos/opciones.ts';
import type { Valores } from '../../core/records/campo.ts';

// A document that is chosen to be added.

/** Letters of a title at most. */
const TITULO = 200;

export const MOST_MEGABYTES = MOST_FILE_BYTES.DOCUMENTO / BYTES_PER_MB;

/** The sentence for a file that is no document of the registry, before it is sent; undefined for one that is. */
export async function unfit(file: File): Promise<string | undefined> {
  const { name, size } = file;
  if (size === 0) return `«${name}» está vacío: guárdelo de nuevo y elíjalo otra vez.`;
  if (size > MOST_FILE_BYTES.DOCUMENTO) {
    return `«${name}» pesa ${Math.ceil(size / BYTES_PER_MB)} MB y se aceptan ${MOST_MEGABYTES} MB a lo más. Guárdelo como PDF optimizado, o divídalo.`;
  }
  try {
    const read = async (start: number, end: number) =>
      new Uint8Array(await file.slice(start, end).arrayBuffer());
    const head = new TextDecoder('latin1').decode(await read(0, 1024));
    if (head.includes('%PDF-')) {
      return (await isWholePdf(size, read))
        ? undefined
        : `«${name}» está incompleto o dañado: le falta su final. Descárguelo o escanéelo de nuevo; si se abre bien, imprímalo como PDF y elija esa copia.`;
    }
  } catch {
    return `No se pudo leer «${name}». Si está abierto en otro programa, ciérrelo ahí.`;
  }
  return file.type.startsWith('image/')
    ? `«${name}» es una foto: agréguela con el botón «Agregar fotos».`
    : `«${name}» no es un PDF: guárdelo como PDF y elíjalo otra vez.`;
}

/** A title of a file's name: «Contrato_SOP-14.pdf» is «Contrato SOP-14». */
export const titleOf = (name: string) =>
  name
    .replace(/\.pdf$/i, '')
    .replaceAll('_', ' ')
    .trim()
    .slice(0, TITULO);

export const INICIAL: Valores = { publico: false };
