// The day that a camera wrote into a photo (Exif 2.32, section 4.6). Nothing else of it is read.

/** Tags: where the part of the exposure begins, and the instants of the exposure and of its digitization. */
const EXPOSURE = 0x8769;
const INSTANTS = [0x9003, 0x9004];
const LENGTH_OF_INSTANT = 20;

/**
 * The day of a photo, AAAA-MM-DD, as its camera's clock had it; null where the Exif part has none.
 *
 * @param exif the part with or without its mark `Exif`
 */
export function dayInExif(exif: Buffer): string | null {
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const isLittle = order === 'II';
  try {
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
    /** The value of a tag in the directory at this place. */
    const valueIn = (directory: number, tag: number): number | undefined => {
      for (let i = 0, count = short(directory); i < count; i++) {
        const entry = directory + 2 + 12 * i;
        if (short(entry) === tag) return long(entry + 8);
      }
      return undefined;
    };
    const exposure = valueIn(long(4), EXPOSURE);
    if (exposure === undefined) return null;
    for (const tag of INSTANTS) {
      const at = valueIn(exposure, tag);
      if (at === undefined) continue;
      const text = tiff.toString('latin1', at, at + LENGTH_OF_INSTANT);
      const [, year, month, day] = /^(\d{4}):(\d\d):(\d\d) /.exec(text) ?? [];
      if (year) return `${year}-${month}-${day}`;
    }
  } catch (error) {
    // A part that is cut short says nothing.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}
