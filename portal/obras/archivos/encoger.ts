import { isWholePhoto } from '../../../src/archivos/entero.ts';
import { dayOf, isDay } from '../../../src/base/time.ts';

// A photo is made small on the device that took it: less to send, and nothing of where and with what it was taken leaves it.

/** The longest side of what is sent, in pixels. The registry keeps no more. */
const LONGEST = 2048;
const QUALITY = 0.85;
/** What a phone may have to read at once, in bytes. */
const LARGEST = 60 * 1_048_576;
/** The bytes that tell what a file is, and when a photo was taken. */
const HEAD = 131_072;

/** The sentence for a photo that can't be read, which names its file. */
export class FotoIlegible extends Error {}

/** A photo as it is sent. */
export interface Encogida {
  contenido: Blob;
  /** The day it was taken, as its camera or else its file says: 2026-05-12. */
  fecha: string;
}

/**
 * Judges a file by its size alone.
 *
 * @throws FotoIlegible where it is empty, or more than is read
 */
export function judgeSize({ name, size }: File): void {
  if (size === 0) throw new FotoIlegible(`«${name}» está vacía: elíjala otra vez.`);
  if (size > LARGEST) {
    throw new FotoIlegible(
      `«${name}» pesa ${Math.ceil(size / 1_048_576)} MB, y se pueden leer hasta ${LARGEST / 1_048_576} MB.`,
    );
  }
}

/**
 * A photo in the size that is sent, upright, as JPEG, without anything but the picture.
 *
 * @throws FotoIlegible where the browser can't read it
 */
export async function shrink(file: File): Promise<Encogida> {
  const { name, lastModified } = file;
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FotoIlegible(`No se pudo leer «${name}»: elíjala otra vez.`);
  });
  // A browser may draw a photo that is cut short, with grey below.
  if (!isWholePhoto(new Uint8Array(bytes))) {
    throw new FotoIlegible(
      `«${name}» está incompleta: le falta su final. Cópiela o descárguela de nuevo, y elíjala otra vez.`,
    );
  }
  // One byte, one letter.
  const text = new TextDecoder('latin1').decode(bytes.slice(0, HEAD));
  const picture = await createImageBitmap(file).catch(() => {
    throw new FotoIlegible(reasonOf(name, text));
  });
  try {
    const contenido = await draw(picture);
    if (!contenido) throw new FotoIlegible(`No se pudo preparar «${name}» en este equipo.`);
    return { contenido, fecha: takenOn(text) ?? dayNear(lastModified) };
  } finally {
    picture.close();
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

/** Why a browser can't read a file, by its first bytes. */
function reasonOf(name: string, head: string): string {
  if (/^ftyp(hei|hev|mif|msf)/.test(head.slice(4))) {
    return `«${name}»: las fotos HEIC no se leen: en el iPhone, Ajustes › Cámara › Formatos › Más compatible.`;
  }
  if (head.slice(0, 1024).includes('%PDF-')) {
    return `«${name}» es un PDF: agréguelo en la ficha de la obra, en Documentos.`;
  }
  const isPhoto = /^(\xff\xd8\xff|.PNG)/.test(head) || head.slice(8).startsWith('WEBP');
  return isPhoto
    ? `«${name}» está dañada, incompleta o es demasiado grande para este equipo.`
    : `«${name}» no es una foto: se leen JPEG, PNG y WebP.`;
}

/**
 * The day that a camera wrote into a photo (EXIF 2.3: DateTime, DateTimeOriginal, DateTimeDigitized, all of one form). The
 * earliest is the one on which it was taken: the others are of later changes.
 */
function takenOn(head: string): string | undefined {
  const at = head.indexOf('Exif\0\0');
  if (at < 0) return undefined;
  return [...head.slice(at).matchAll(/(\d{4}):(\d\d):(\d\d) \d\d:\d\d:\d\d\0/g)]
    .map(([, ...day]) => day.join('-'))
    .filter((day) => isDay(day) && day <= dayOf(new Date()))
    .sort()[0];
}

/** The day of an instant in milliseconds since 1970; today, where the device's clock was wrong. */
function dayNear(instant: number): string {
  const day = dayOf(new Date(instant));
  const today = dayOf(new Date());
  return isDay(day) && day <= today ? day : today;
}
