import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { type Merged, type SheetRow, Unreadable } from '../celdas/cell.ts';
import { fold, quoted } from '../celdas/text.ts';

// The common part of workbook formats: zips of XML parts. The zip's directory has the sizes before a byte is inflated.
// Inflating ends where a part exceeds its size.

const MOST_PARTS = 2_000;
/** The most bytes of an inflated part. */
const MOST_INFLATED = {
  sheet: 1024 * 1_048_576,
  strings: 64 * 1_048_576,
  other: 16 * 1_048_576,
};
/** The most bytes that are inflated of all sheets together while the one with the records is looked for: some 5 s. */
const MOST_LOOKED_THROUGH = 64 * 1_048_576;
/** The most bytes from one tag to the next: the parser keeps them in one text. */
const LONGEST_TEXT = 1_048_576;
/** Rows of a sheet, empty ones too, as many as the formats have. */
export const MOST_SHEET_ROWS = 1_048_576;
const DEEPEST = 100;

export const damaged = () =>
  new Unreadable(
    'El libro está incompleto o dañado; ábralo en su programa de hojas de cálculo y guárdelo de nuevo.',
  );

/** Sheets that exceed the bound together. No other sheet is read. */
export class TooMuch extends Unreadable {}

/** A visible sheet. */
export interface Sheet {
  name: string;
  /** Bytes that are read for its rows, inflated. */
  size: number;
  /** The number of rows that are not blank, where it is known already. */
  filled?: number;
  /** Its rows, in pieces. They are read to the end, or returned, before another sheet is read. */
  rows(): AsyncGenerator<SheetRow[]>;
  /** The hidden columns, counted from 0. They are known after the first rows. */
  hidden: Set<number>;
  /** The merged ranges over more than one row, known after the last row. */
  merged: Merged[];
}

/** The same sheet without hidden rows and columns. `onHidden` is called for each. */
export const onlySeen = (sheet: Sheet, onHidden: () => void): Sheet => ({
  ...sheet,
  async *rows() {
    for await (const rows of sheet.rows()) {
      yield rows.flatMap((row) => {
        if (row.isHidden) {
          onHidden();
          return [];
        }
        if (!row.cells.some((cell, index) => cell && sheet.hidden.has(index))) return row;
        onHidden();
        const cells = row.cells.map((cell, index) => (sheet.hidden.has(index) ? undefined : cell));
        return { ...row, cells };
      });
    }
  },
});

/** The sheet with this name. */
export function sheetNamed(sheets: Sheet[], name: string): Sheet {
  const named = sheets.find((sheet) => fold(sheet.name) === fold(name));
  if (named) return named;
  throw new Unreadable(
    `El archivo no tiene una hoja visible que se llame ${quoted(name)}; tiene: ${sheets.map((sheet) => quoted(sheet.name)).join(', ')}.`,
  );
}

/** A zip with its parts by their names, in lower case. */
export interface Archive {
  zip: ZipFile;
  parts: Map<string, Entry>;
  /** Bytes of sheets that were inflated so far, of all together. A part may be read again. */
  unpacked: number;
  /** What its sheets hold, within a sentence. */
  records: string;
  /** The most that they may be, and the sentence beyond. */
  bound: { bytes: number; sentence: string };
}

/**
 * Bounds what is inflated from now on: what one sheet may be, or what all are while one is looked for.
 *
 * @param together bytes of the part that has all sheets, in a format with such a part
 */
export function boundSheets(archive: Archive, isLooking: boolean, together = 0): void {
  const most = isLooking ? MOST_LOOKED_THROUGH + together : MOST_INFLATED.sheet;
  archive.bound = {
    bytes: archive.unpacked + most,
    sentence: isLooking
      ? `Las hojas del libro traen demasiado antes de la de ${archive.records}; indique cuál es, o guárdela sola en un archivo nuevo.`
      : partTooLarge('sheet', 'sus hojas'),
  };
}

const partTooLarge = (kind: keyof typeof MOST_INFLATED, where: string) =>
  `El libro se descomprime a demasiado texto (más de ${MOST_INFLATED[kind] / 1_048_576} MB en ${where}); divídalo en varios.`;

/**
 * Opens a zip.
 *
 * @param fd of the open file, which stays open
 * @param records what its sheets hold, within a sentence
 * @throws Unreadable where it is no zip, or has too many parts
 */
export async function openZip(fd: number, records: string): Promise<Archive> {
  const parts = new Map<string, Entry>();
  try {
    const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > MOST_PARTS) throw tooManyParts(records);
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    for (const entry of entries) parts.set(entry.fileName.toLowerCase(), entry);
    if (areShared(entries)) throw damaged();
    const bound = { bytes: 0, sentence: '' };
    const archive: Archive = { zip, parts, unpacked: 0, records, bound };
    boundSheets(archive, false);
    return archive;
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged();
  }
}

/** The least bytes of a part's head in a zip. */
const LEAST_HEAD = 30;

/** True where two parts have bytes in common. No program packs so: a small file would unpack to a thousand large parts. */
function areShared(entries: Entry[]): boolean {
  const ordered = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  return ordered.some((entry, i) => {
    const next = ordered[i + 1];
    const end = entry.relativeOffsetOfLocalHeader + LEAST_HEAD + entry.compressedSize;
    return next !== undefined && next.relativeOffsetOfLocalHeader < end;
  });
}

const tooManyParts = (records: string) =>
  new Unreadable(
    `El libro tiene más de 2,000 partes; guarde sólo la hoja de ${records} en un archivo nuevo.`,
  );

// XML ---------------------------------------------------------------------------------------------

export type OnTag = (name: string, attributes: Record<string, string>) => void;

export interface Handlers {
  onTag: OnTag;
  onEnd?: (name: string) => void;
  onText?: (text: string) => void;
}

/**
 * Parses a part, and stops after each piece of it.
 *
 * @throws Unreadable where it is too large, damaged, encrypted, or XML that no spreadsheet program writes
 */
export async function* parse(
  archive: Archive,
  entry: Entry,
  { onTag, onEnd, onText }: Handlers,
  kind: keyof typeof MOST_INFLATED,
): AsyncGenerator<void> {
  if (entry.isEncrypted()) throw encrypted();
  if (entry.uncompressedSize > MOST_INFLATED[kind]) {
    throw new Unreadable(partTooLarge(kind, quoted(entry.fileName)));
  }
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('doctype', () => {
    throw new Unreadable(
      'El libro trae una declaración DOCTYPE, que ninguna hoja de cálculo lleva; no se lee.',
    );
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    depth += 1;
    if (depth > DEEPEST) throw damaged();
    onTag(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    onEnd?.(local(name));
  });
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let sinceTag = 0;
  try {
    const stream: Readable = await archive.zip.openReadStreamPromise(entry);
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      if (kind === 'sheet') archive.unpacked += bytes.length;
      if (archive.unpacked > archive.bound.bytes) throw new TooMuch(archive.bound.sentence);
      const first = bytes.indexOf(0x3c);
      if (sinceTag + (first < 0 ? bytes.length : first) > LONGEST_TEXT) throw tooLongText();
      sinceTag = first < 0 ? sinceTag + bytes.length : bytes.length - bytes.lastIndexOf(0x3c);
      parser.write(decoder.decode(bytes, { stream: true }));
      yield;
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    // An error of the parser, the decoder or the zip: the file is damaged.
    throw damaged();
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

const encrypted = () =>
  new Unreadable('El libro está cifrado con contraseña; quítesela y guárdelo de nuevo.');

const tooLongText = () =>
  new Unreadable('El libro tiene un texto de más de un millón de caracteres; acórtelo.');
