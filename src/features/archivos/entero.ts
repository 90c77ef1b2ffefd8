// Whether a file came whole. A download that broke off or a card that was pulled out leaves the beginning of a file, which has
// the marks of its kind, and which some programs even show. The portal asks before it sends, and the service again. Nothing of
// Node is imported here.

/** Reads the bytes of a file from one place up to another. */
export type Reader = (start: number, end: number) => Promise<Uint8Array>;

/** Bytes in which a PDF has its mark (ISO 32000-1, annex H.3.4.1), the most that are looked at. */
export const HEAD = 1_024;
/**
 * Bytes at the end of a PDF in which its end mark is looked for. The standard's annex says 1,024. Servers and programs that seal
 * documents put more behind it.
 */
const TAIL = 65_536;
/** Bytes around the place that `startxref` names in which a table is looked for: some programs are off by a line's end. */
const BYTES_AROUND = 32;
/** Bytes within which a stream says that it stands for a table: the numbers of its objects may come first. */
const LONGEST_HEAD = 8_192;

/**
 * Whether a PDF is whole: behind its last end mark no further part begins, and the place that is named ahead of the mark has the
 * table of its objects, or the stream that stands for one (ISO 32000-1, sections 7.5.4, 7.5.5 and 7.5.8). This holds of
 * linearised, changed, signed and encrypted ones alike. What is in the objects is not looked at.
 *
 * @param size of the file in bytes
 */
export async function isWholePdf(size: number, read: Reader): Promise<boolean> {
  const begin = letters(await read(0, Math.min(size, HEAD))).indexOf('%PDF-');
  const end = await endWithoutPadding(size, read);
  const tailAt = Math.max(0, end - TAIL);
  const tail = letters(await read(tailAt, end));
  const mark = tail.lastIndexOf('%%EOF');
  if (begin < 0 || mark < 0) return false;
  // A further part that was cut short: a change, or what follows the first page of a linearised one.
  if (/^\s*(\d+ +\d+ +obj|xref)\b/.test(tail.slice(mark + 5))) return false;
  const [, place] = /.*startxref\s+(\d{1,10})\s*$/s.exec(tail.slice(0, mark)) ?? [];
  if (place === undefined) return false;
  // Places count from the beginning of the file, or from its mark where something stands before it.
  for (const at of new Set([Number(place), Number(place) + begin])) {
    if (at === 0 || at >= tailAt + mark) continue;
    const there = letters(
      await read(Math.max(0, at - BYTES_AROUND), Math.min(end, at + LONGEST_HEAD)),
    );
    if (/(?<!start)xref\s/.test(there.slice(0, 3 * BYTES_AROUND))) return true;
    if (/^.{0,64}?\d\s+\d+\s+obj\b.*\/XRef\b/s.test(there)) return true;
  }
  return false;
}

/** Where a file ends, without the zeros and blanks that some disks and servers fill up with. */
async function endWithoutPadding(size: number, read: Reader): Promise<number> {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - TAIL);
    const piece = await read(start, end);
    for (let i = piece.length; i > 0; i--) {
      if (!PADDING.has(piece[i - 1] as number)) return start + i;
    }
    end = start;
  }
  return 0;
}
const PADDING = new Set([0, 9, 10, 12, 13, 26, 32]);

/** Bytes as text, a letter each. */
function letters(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += HEAD) {
    text += String.fromCharCode(...bytes.subarray(at, at + HEAD));
  }
  return text;
}

/**
 * Whether a photo has its end. A browser that is given the beginning of one may draw it, with grey below. A file of a kind that is
 * not known here counts as whole.
 */
export function isWholePhoto(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = letters(bytes.subarray(0, 12));
  try {
    if (start.startsWith('\xff\xd8\xff')) return endsAsJpeg(view);
    if (start.startsWith('\x89PNG')) return endsAsPng(view);
    if (/^RIFF.{4}WEBP/s.test(start)) return view.getUint32(4, true) + 8 <= view.byteLength;
    if (start.startsWith('ftyp', 4)) return endsAsHeic(view);
    return true;
  } catch (error) {
    // A part that reaches beyond the end.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** ITU-T T.81, annex B: segments, each with its length, and picture data, in which 0xff stands before no marker but 0 or 0xd0…0xd7. */
function endsAsJpeg(view: DataView): boolean {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) {
      at += 1;
      continue;
    }
    const marker = view.getUint8(at + 1);
    if (marker === END_OF_IMAGE) return true;
    const hasLength = marker >= 0xc0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd8);
    // A filling 0xff may be the first byte of the marker itself.
    at += hasLength ? 2 + view.getUint16(at + 2) : marker === 0xff ? 1 : 2;
  }
}
const END_OF_IMAGE = 0xd9;

/** PNG 1.2, section 3: chunks with their lengths, the last of which is IEND. */
function endsAsPng(view: DataView): boolean {
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49454e44) return true;
  }
}

/** ISO 14496-12, section 4.2: boxes with their sizes. A size of 0 reaches to the end, one of 1 is written behind the type. */
function endsAsHeic(view: DataView): boolean {
  for (let at = 0; at < view.byteLength; ) {
    const size = view.getUint32(at);
    if (size === 0) return true;
    at += size === 1 ? Number(view.getBigUint64(at + 8)) : Math.max(8, size);
    if (at > view.byteLength) return false;
  }
  return true;
}
