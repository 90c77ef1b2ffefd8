import { isWholePhoto } from '../../../src/features/archivos/entero.ts';
import { type DiaDeFoto, dayOfPhoto } from '../../../src/features/archivos/fotos/dia.ts';
import { MOST_FILE_BYTES, MOST_PIXELS } from '../../../src/features/archivos/opciones.ts';
import { grouped } from '../../core/formato.ts';
import { isCanvasTrue } from './lienzo-fiel.ts';

// A photo is made small on the device that took it: less to send, and nothing of where and with what it was taken leaves it. Where
// the browser's canvas is not to be trusted it goes as it is, and the registry makes it small.

/** The longest side of what is sent, in pixels. The registry keeps no more. */
const LONGEST = 2048;
const QUALITY = 0.85;
const MEGABYTE = 1_048_576;
/** What a phone may have to read at once, in bytes. */
const MOST = 60 * MEGABYTE;
/** The bytes that tell what a file is. */
const HEAD = 1024;

/** The sentence for a photo that can't be read, which names its file. */
export class FotoIlegible extends Error {}

/** A photo as it is sent. */
export interface Encogida {
  contenido: Blob;
  /** True where it is the file itself. */
  isWhole: boolean;
  /** The day on which it was taken, as its camera or else its name says. */
  dia: DiaDeFoto | undefined;
}

/**
 * Judges a file by its size alone.
 *
 * @throws FotoIlegible where it is empty, or more than is read
 */
export function judgeSize({ name, size }: File): void {
  if (size === 0) throw new FotoIlegible(`«${name}» está vacía: elíjala otra vez.`);
  if (size > MOST) {
    throw new FotoIlegible(
      `«${name}» pesa ${Math.ceil(size / MEGABYTE)} MB, y se pueden leer hasta ${MOST / MEGABYTE} MB.`,
    );
  }
}

/**
 * A photo in the size that is sent, upright, as JPEG, without anything but the picture; or the file itself, where the browser's
 * canvas has something else than what is drawn on it.
 *
 * @throws FotoIlegible where the browser can't read it, or the registry would not take the file itself
 */
export async function shrink(file: File): Promise<Encogida> {
  const { name } = file;
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FotoIlegible(`No se pudo leer «${name}»: elíjala otra vez.`);
  });
  // A browser may draw a photo that is cut short, with grey below.
  if (!isWholePhoto(new Uint8Array(bytes))) {
    throw new FotoIlegible(
      `«${name}» está incompleta: le falta su final. Cópiela o descárguela de nuevo, y elíjala otra vez.`,
    );
  }
  const picture = await createImageBitmap(file).catch(() => {
    throw new FotoIlegible(reasonOf(name, headOf(bytes)));
  });
  try {
    const drawn = (await isCanvasTrue()) ? await draw(picture) : null;
    if (!drawn) judgeWhole(file, headOf(bytes), picture);
    return {
      contenido: drawn ?? file,
      isWhole: !drawn,
      dia: dayOfPhoto(new Uint8Array(bytes), name),
    };
  } finally {
    picture.close();
  }
}

/** The first bytes of a file. One byte, one letter. */
const headOf = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes.slice(0, HEAD));

/** @throws FotoIlegible where the registry does not take the file as it is */
function judgeWhole({ name, size }: File, head: string, picture: ImageBitmap): void {
  if (!isPhoto(head)) throw new FotoIlegible(reasonOf(name, head));
  const pixels = picture.width * picture.height;
  const why =
    size > MOST_FILE_BYTES.FOTO
      ? `pesa ${Math.ceil(size / MEGABYTE)} MB, y así se reciben hasta ${MOST_FILE_BYTES.FOTO / MEGABYTE} MB`
      : pixels > MOST_PIXELS
        ? `tiene ${grouped(Math.ceil(pixels / 1e6))} megapíxeles, y así se reciben hasta ${MOST_PIXELS / 1e6}`
        : undefined;
  if (why) {
    throw new FotoIlegible(
      `Este navegador no deja achicar las fotos, y «${name}» ${why}: redúzcala, o envíela con otro navegador.`,
    );
  }
}

function draw(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency: what is clear would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

const isPhoto = (head: string) =>
  /^(\xff\xd8\xff|.PNG)/.test(head) || head.slice(8).startsWith('WEBP');

/** Why a browser can't read a file, by its first bytes. */
function reasonOf(name: string, head: string): string {
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
