import assert from 'node:assert/strict';
import sharp from 'sharp';
import { pdf } from './pdf.ts';
import { plainly } from './wire.ts';
import { type Answer, base, call, type people, tokenOf, type Who } from './world.ts';

// Files of works, made and sent as a form is.

export const FILES = '/obras/1/archivos';

/** A part of a form: a field with its text, or a file with its bytes. */
export type Part = [name: string, text: string] | [name: string, bytes: Buffer, filename: string];

export const BOUNDARY = '----registro';
export const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** The body of a form with these parts, in their order. */
export function formOf(...parts: Part[]): Buffer {
  const pieces = parts.flatMap(([name, content, filename]) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined
      ? ''
      : `; filename="${filename}"\r\ncontent-type: application/octet-stream`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

interface Sending {
  who?: Who;
  path?: string;
  url?: string;
}

/** Sends these parts to a work. */
export const sendForm = (
  parts: Part[],
  { who = 'admin', path = FILES, url = base }: Sending = {},
): Promise<Answer> => call(who, 'POST', path, formOf(...parts), { url, headers: FORM });

export const send = (file: Buffer, fields: Record<string, string>, sending: Sending = {}) =>
  sendForm([...Object.entries(fields), ['archivo', file, 'IMG_0001.JPG']], sending);

/** The same; it has to be taken, and the record is answered. */
export async function add(file: Buffer, fields: Record<string, string>, sending: Sending = {}) {
  const answer = await send(file, fields, sending);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

export { pdf };

let pictures = 0;
/** A picture that is red on the left and blue on the right, unlike any other. */
export function picture(width = 600, height = 400) {
  // Two of the same colours would be one photo of a work. Steps of 8 outlive the compression.
  const step = (size: number, count: number) => 8 * (Math.floor(pictures / size) % count);
  const [red, blue, leftGreen, rightGreen] = [
    200 + step(1, 7),
    200 + step(7, 7),
    step(49, 5),
    step(245, 5),
  ];
  pictures += 1;
  const left = {
    width: width / 2,
    height,
    channels: 3 as const,
    background: { r: red, g: leftGreen, b: 0 },
  };
  return sharp({
    create: { width, height, channels: 3, background: { r: 0, g: rightGreen, b: blue } },
  }).composite([{ input: { create: left }, left: 0, top: 0 }]);
}
export const photo = (width?: number, height?: number): Promise<Buffer> =>
  picture(width, height).jpeg().toBuffer();

/** The answer at a path, as bytes. */
export async function download(
  path: string,
  {
    who = 'user',
    url = base,
    headers = {},
    method = 'GET',
  }: {
    who?: keyof typeof people | 'nobody';
    url?: string;
    headers?: Record<string, string>;
    method?: string;
  } = {},
) {
  const token = who === 'nobody' ? {} : { authorization: `Bearer ${await tokenOf(who)}` };
  return plainly(url + path, { method, headers: { ...token, ...headers } });
}

/** The path of a record's bytes. */
export const bytesAt = ({ id }: { id: number }, tamano?: string) =>
  `${FILES}/${id}/contenido${tamano ? `?tamano=${tamano}` : ''}`;
