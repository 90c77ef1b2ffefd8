import { type DiaDeFoto, dayOfPhoto } from '../../../src/features/archivos/fotos/dia.ts';
import { FotoIlegible, judgeEnd, judgeWhole, reasonOf, sizeOf } from './legible.ts';
import { isCanvasTrue } from './lienzo-fiel.ts';

// A photo is made small on the device that took it: less to send, and nothing of where and with what it was taken leaves it. Where
// the browser's canvas is not to be trusted it goes as it is, and the registry makes it small.

const QUALITY = 0.85;
/** The bytes that tell what a file is. */
const HEAD = 1024;

/** A photo as it is sent. */
export interface Encogida {
  contenido: Blob;
  /** True where it is the file itself. */
  isWhole: boolean;
  /** The day on which it was taken, as its camera or else its name says. */
  dia: DiaDeFoto | undefined;
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
  judgeEnd(name, new Uint8Array(bytes));
  const picture = await createImageBitmap(file).catch(() => {
    throw new FotoIlegible(reasonOf(name, headOf(bytes)));
  });
  try {
    const drawn = (await isCanvasTrue()) ? await draw(picture) : null;
    if (!drawn) judgeWhole(file, headOf(bytes), picture.width * picture.height);
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

function draw(picture: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = sizeOf(picture);
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency: what is clear would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
