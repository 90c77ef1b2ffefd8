import { isWholePhoto } from '../../../src/features/archivos/entero.ts';
import {
  BYTES_PER_MB,
  MOST_FILE_BYTES,
  MOST_PIXELS,
} from '../../../src/features/archivos/opciones.ts';
import { grouped } from '../../core/formato.ts';

// Which files can be read as photos and sent, and in which size: judged by their size, their first bytes and their pixels.

/** What a phone may have to read at once, in bytes. */
const MOST_BYTES_READ = 60 * BYTES_PER_MB;
/** The longest side of what is sent, in pixels. The registry keeps no more. */
const LONGEST_SIDE = 2048;

/** The sentence for a photo that can't be read, which names its file. */
export class FotoIlegible extends Error {}

/**
 * Judges a file by its size alone.
 *
 * @throws FotoIlegible where it is empty, or more than is read
 */
export function judgeSize({ name, size }: Pick<File, 'name' | 'size'>): void {
  if (size === 0) throw new FotoIlegible(`«${name}» está vacía: elíjala otra vez.`);
  if (size > MOST_BYTES_READ) {
    throw new FotoIlegible(
      `«${name}» pesa ${Math.ceil(size / BYTES_PER_MB)} MB, y se pueden leer hasta ${MOST_BYTES_READ / BYTES_PER_MB} MB.`,
    );
  }
}

/**
 * Judges a file by its end: a browser may draw a photo that is cut short, with grey below.
 *
 * @throws FotoIlegible where it is cut short
 */
export function judgeEnd(name: string, bytes: Uint8Array): void {
  if (isWholePhoto(bytes)) return;
  throw new FotoIlegible(
    `«${name}» está incompleta: le falta su final. Cópiela o descárguela de nuevo, y elíjala otra vez.`,
  );
}

/**
 * Judges a file that is sent as it is, by its first bytes as letters and its pixels.
 *
 * @throws FotoIlegible where the registry does not take it
 */
export function judgeWhole(
  { name, size }: Pick<File, 'name' | 'size'>,
  head: string,
  pixels: number,
): void {
  if (!isPhoto(head)) throw new FotoIlegible(reasonOf(name, head));
  const why =
    size > MOST_FILE_BYTES.FOTO
      ? `pesa ${Math.ceil(size / BYTES_PER_MB)} MB, y así se reciben hasta ${MOST_FILE_BYTES.FOTO / BYTES_PER_MB} MB`
      : pixels > MOST_PIXELS
        ? `tiene ${grouped(Math.ceil(pixels / 1e6))} megapíxeles, y así se reciben hasta ${MOST_PIXELS / 1e6}`
        : undefined;
  if (why) {
    throw new FotoIlegible(
      `Este navegador no deja achicar las fotos, y «${name}» ${why}: redúzcala, o envíela con otro navegador.`,
    );
  }
}

const isPhoto = (head: string) =>
  /^(\xff\xd8\xff|.PNG)/.test(head) || head.slice(8).startsWith('WEBP');

/** Why a browser can't read a file, by its first bytes as letters. */
export function reasonOf(name: string, head: string): string {
  if (/^ftyp(hei|hev|mif|msf)/.test(head.slice(4))) {
    return `«${name}»: las fotos HEIC no se leen: en el iPhone, Ajustes › Cámara › Formatos › Más compatible.`;
  }
  if (head.includes('%PDF-')) {
    return `«${name}» es un PDF: agréguelo en la ficha de la obra, en Documentos.`;
  }
  return isPhoto(head)
    ? `«${name}» está dañada, incompleta o es demasiado grande para este equipo.`
    : `«${name}» no es una foto: se leen JPEG, PNG y WebP.`;
}

/** The width and height in which a picture is sent, in pixels: as it is, or with its longest side as long as the registry keeps. */
export function sizeOf({ width, height }: { width: number; height: number }): [number, number] {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}
