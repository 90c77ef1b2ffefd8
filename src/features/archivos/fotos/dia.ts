import { isDay } from '../../../core/base/time.ts';

// The day on which a photo was taken, for the service and for the portal alike. It imports nothing of Node. A camera's day is that of the
// exposure (Exif 2.32, 4.6.5: DateTimeOriginal): other instants are those of a scan or of an edit, and the time of a file is that
// of its copy.

/** The day of a photo, AAAA-MM-DD, and its source: the camera, or the name of the file. */
export interface DiaDeFoto {
  fecha: string;
  fechaSegun: 'CAMARA' | 'NOMBRE';
}

/**
 * The day of a photo by its camera, else by its file's name; undefined where neither has one. It may be of a clock that was wrong,
 * even a day to come.
 */
export function dayOfPhoto(bytes: Uint8Array, name: string): DiaDeFoto | undefined {
  const camara = dayInPicture(bytes);
  if (camara) return { fecha: camara, fechaSegun: 'CAMARA' };
  const nombre = dayInName(name);
  return nombre ? { fecha: nombre, fechaSegun: 'NOMBRE' } : undefined;
}

/** The day of the exposure in a JPEG, PNG or WebP, as the camera's clock had it; undefined where there is none, or no such day. */
export function dayInPicture(bytes: Uint8Array): string | undefined {
  for (const instant of instantsIn(bytes)) {
    const [, ...parts] = /^(\d{4})[:/-](\d\d)[:/-](\d\d)(?:[ T]|\0|$)/.exec(instant) ?? [];
    const day = parts.length > 0 ? parts.join('-') : dayOfMail(instant);
    if (isDay(day)) return day;
  }
  return undefined;
}

/** The texts of a picture that say when it was taken, in their order. */
function* instantsIn(bytes: Uint8Array): Generator<string> {
  for (const part of metadataOf(bytes)) {
    const text = 'exif' in part ? exposureIn(part.exif) : part.text;
    if (text) yield text;
  }
}

type Part = { exif: Uint8Array } | { text: string };

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const at = (bytes: Uint8Array, from: number, length: number) =>
  latin(bytes.subarray(from, from + length));
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

function metadataOf(bytes: Uint8Array): Iterable<Part> {
  if (at(bytes, 0, 3) === '\xff\xd8\xff') return partsOfJpeg(bytes);
  if (at(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return partsOfPng(bytes);
  if (at(bytes, 0, 4) === 'RIFF' && at(bytes, 8, 4) === 'WEBP') return partsOfWebp(bytes);
  return [];
}

/** The marks of a JPEG's segments (ITU-T T.81, annex B): where the picture begins, and the segment in which Exif lies. */
const START_OF_SCAN = 0xda;
const APP1 = 0xe1;

function* partsOfJpeg(bytes: Uint8Array): Generator<Part> {
  const view = viewOf(bytes);
  let place = 2;
  while (place + 4 <= bytes.length && bytes[place] === 0xff) {
    const mark = bytes[place + 1];
    // Any number of 0xFF may stand before a mark.
    if (mark === 0xff) {
      place += 1;
      continue;
    }
    if (mark === START_OF_SCAN) return;
    const length = view.getUint16(place + 2);
    if (mark === APP1) yield { exif: bytes.subarray(place + 4, place + 2 + length) };
    place += 2 + length;
  }
}

/** The keywords of a PNG's texts that say when it was taken: of the standard (11.3.3.2), and of ImageMagick. */
const TAKEN = /^(Creation Time|exif:DateTimeOriginal)\0/i;
/** Characters of a text that are read at most. */
const LONGEST_TEXT = 200;

function* partsOfPng(bytes: Uint8Array): Generator<Part> {
  const view = viewOf(bytes);
  let place = 8;
  while (place + 12 <= bytes.length) {
    const length = view.getUint32(place);
    const type = at(bytes, place + 4, 4);
    const body = bytes.subarray(place + 8, place + 8 + length);
    if (type === 'eXIf') yield { exif: body };
    const text = at(body, 0, LONGEST_TEXT);
    if (type === 'tEXt' && TAKEN.test(text)) yield { text: text.replace(TAKEN, '') };
    // One that is not packed has two zeros, a language and a translated keyword before its text.
    if (type === 'iTXt' && TAKEN.test(text)) {
      yield { text: text.replace(TAKEN, '').replace(/^\0\0[^\0]*\0[^\0]*\0/, '') };
    }
    place += 12 + length;
  }
}

function* partsOfWebp(bytes: Uint8Array): Generator<Part> {
  const view = viewOf(bytes);
  let place = 12;
  while (place + 8 <= bytes.length) {
    const length = view.getUint32(place + 4, true);
    const body = bytes.subarray(place + 8, place + 8 + length);
    if (at(bytes, place, 4) === 'EXIF') yield { exif: body };
    place += 8 + length + (length % 2);
  }
}

/** Tags: the part of the exposure, and its instant. */
const EXPOSURE = 0x8769;
const INSTANT = 0x9003;
const LENGTH_OF_INSTANT = 20;

/** The instant of the exposure in an Exif part, with or without its mark `Exif`. */
function exposureIn(exif: Uint8Array): string | undefined {
  const tiff = at(exif, 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const order = at(tiff, 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const view = viewOf(tiff);
  const isLittle = order === 'II';
  const valueIn = (directory: number, tag: number): number | undefined => {
    for (let i = 0, count = view.getUint16(directory, isLittle); i < count; i++) {
      const entry = directory + 2 + 12 * i;
      if (view.getUint16(entry, isLittle) === tag) return view.getUint32(entry + 8, isLittle);
    }
    return undefined;
  };
  try {
    const exposure = valueIn(view.getUint32(4, isLittle), EXPOSURE);
    const instant = exposure === undefined ? undefined : valueIn(exposure, INSTANT);
    return instant === undefined ? undefined : at(tiff, instant, LENGTH_OF_INSTANT);
  } catch (error) {
    // A part that is cut short has no instant.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The day of an instant as letters have it (RFC 1123), which the standard of PNG proposes: «Sun, 12 May 2024 10:00:00 GMT». */
function dayOfMail(text: string): string {
  const [, day = '', month = '', year = ''] =
    /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) /.exec(text) ?? [];
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * The day in a file's name, year first, as WhatsApp, phones and screenshots write it: «IMG-20240512-WA0007.jpg», «20240512_101500.jpg»,
 * «WhatsApp Image 2024-05-12 at 10.15.00.jpeg». Undefined where there is none, or several that differ.
 */
export function dayInName(name: string): string | undefined {
  const found = name.matchAll(
    /(?<!\d)(20\d\d)([-_. ]?)(\d\d)\2(\d\d)(?=\D|$|(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:\d{3})?(?!\d))/g,
  );
  const days = new Set([...found].map(([, year, , month, day]) => `${year}-${month}-${day}`));
  const [day = ''] = days;
  return days.size === 1 && isDay(day) ? day : undefined;
}
