import { badRequest, type HttpError } from '../../core/base/errors.ts';
import { HEAD } from './entero.ts';

// A file is known by its first bytes. Its name and the type that a client claims are not looked at.

const HEIC =
  'Las fotos HEIC no se leen: en el iPhone, Ajustes › Cámara › Formatos › Más compatible.';

const PHOTO = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n'];

/** Files that are not taken, by their first bytes or what is among them, in words. */
const REFUSED_TYPES: [mark: string[] | RegExp, called: string][] = [
  [/^.{4}ftypavi[fs]/s, 'una imagen AVIF'],
  [/^.{4}ftyp/s, 'un video'],
  [['GIF8'], 'una imagen GIF'],
  [['II*\0', 'MM\0*'], 'una imagen TIFF'],
  [['BM'], 'una imagen BMP'],
  [['PK\x03\x04', 'PK\x05\x06'], 'un archivo ZIP, o un documento de Office'],
  [['\xd0\xcf\x11\xe0'], 'un documento de Office'],
  [['Rar!', '7z\xbc\xaf', '\x1f\x8b'], 'un archivo comprimido'],
  [/<svg[\s>]/i, 'un dibujo SVG'],
  [/<!doctype html|<html/i, 'una página HTML'],
];

/**
 * Whether a file is a photo or a document.
 *
 * @param head its first bytes, as many as it has up to `HEAD`
 * @throws HttpError 400 where it is neither, with what it is
 */
export function tipoOf(head: Buffer): 'FOTO' | 'DOCUMENTO' {
  const start = head.toString('latin1', 0, HEAD);
  if (isPhoto(head)) return 'FOTO';
  if (start.includes('%PDF-')) return 'DOCUMENTO';
  throw notTaken(start);
}

/** Whether a file is a JPEG, PNG or WebP. */
export function isPhoto(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 12);
  return PHOTO.some((mark) => start.startsWith(mark)) || /^RIFF.{4}WEBP/s.test(start);
}

function notTaken(start: string): HttpError {
  if (/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(start)) return badRequest(HEIC);
  const [, called] =
    REFUSED_TYPES.find(([mark]) =>
      mark instanceof RegExp ? mark.test(start) : mark.some((one) => start.startsWith(one)),
    ) ?? [];
  return badRequest(
    `${called ? `El archivo es ${called}` : 'No se reconoce el tipo del archivo'}: se reciben fotos JPEG, PNG o WebP, y documentos PDF.`,
  );
}
