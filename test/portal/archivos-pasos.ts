import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { components } from '../../portal/generado/openapi.d.ts';
import { pdf as wholePdf } from '../pdf.ts';
import { base, logIn, people, type Schema } from './portal-world.ts';

// Photos and documents of works, and the people who add them.

/** Without the feature, the types of the API do not have it. */
export type Archivo = Schema<'Archivo' & keyof components['schemas']>;
/** A file as a browser is given one. */
export interface Suelto {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

let made = 0;
/**
 * A photo as a phone's camera makes one: unlike any other, lying on its side, taken on that day, with the place and the phone in
 * it. One of a phone is wider than what is sent, and takes long to make small.
 */
export async function foto(day = '2026-05-12', width = 600): Promise<Suelto> {
  made += 1;
  const red = (made * 37 + process.pid) % 256;
  const buffer = await sharp({
    create: {
      width,
      height: (width * 2) / 3,
      channels: 3,
      background: { r: red, g: (made * 11) % 256, b: 120 },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .withExif({
      IFD0: { Make: 'Telefono', DateTime: '2026:06:01 09:00:00' },
      IFD2: { DateTimeOriginal: `${day.replaceAll('-', ':')} 10:00:00` },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '20/1 58/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { name: `IMG_${made}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** A street as it is drawn at a stage of its works, from 0 to 5. */
export async function drawn(stage: number): Promise<Suelto> {
  const road = ['#8a6d4b', '#7a5c3e', '#9a8465', '#77736d', '#5a5d60', '#4b4f54'][stage];
  const done = 320 + stage * 120;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="768">
    <rect width="1024" height="768" fill="#a8cbe4"/><rect y="300" width="1024" height="468" fill="#9bb07a"/>
    <path d="M430 300h164l330 468H100z" fill="#8a6d4b"/>
    <path d="M430 300h164l${done * 0.7} ${done}H${430 - done * 0.7}z" fill="${road}"/>
    <rect x="60" y="180" width="210" height="170" fill="#e8d9b5"/><rect x="740" y="150" width="230" height="200" fill="#d9b9a4"/>
    ${stage > 3 ? '<path d="M512 320v420" stroke="#f2e9c0" stroke-width="8" stroke-dasharray="40 30"/>' : ''}</svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  return { name: `IMG_${stage}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** A document of one page, unlike any other. */
export function pdf(name = 'Contrato_SOP-14.pdf'): Suelto {
  return { name, mimeType: 'application/pdf', buffer: wholePdf(400) };
}

let token: Promise<string> | undefined;
/** The token of a session of the administrator. */
export const adminToken = () => {
  token ??= logIn(people.admin)
    .then((answer) => answer.json() as Promise<Schema<'Sesion'>>)
    .then(({ access_token }) => access_token);
  return token;
};

/** Adds a file to a work by the API. */
export async function addArchivo(
  obraId: number,
  { name, mimeType, buffer }: Suelto,
  fields: Record<string, string>,
): Promise<Archivo> {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  body.set('archivo', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const answer = await fetch(`${base}/obras/${obraId}/archivos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await adminToken()}` },
    body,
  });
  const text = await answer.text();
  assert.equal(answer.status, 201, text);
  return JSON.parse(text) as Archivo;
}

/** A photo of a day, added by the API. */
export const addFoto = async (
  obraId: number,
  fecha: string,
  fields: Record<string, string> = {},
): Promise<Archivo> =>
  addArchivo(obraId, await foto(fecha), { titulo: `Foto del ${fecha}`, fecha, ...fields });

/** The files of a work, those that are not public too. */
export async function archivosOf(obraId: number): Promise<Archivo[]> {
  const answer = await fetch(`${base}/obras/${obraId}/archivos?todos=true`, {
    headers: { authorization: `Bearer ${await adminToken()}` },
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Archivo[];
}

/** Gives files to the button that asks for some. */
export async function choose(button: Locator, files: Suelto[] | string | string[]): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(files);
}

export const fotosButton = (page: Page) => page.getByRole('button', { name: 'Elegir fotos' });
/** The photos that the registry has not got yet, on the page that adds them. */
export const waiting = (page: Page) => page.locator('.fotos_foto');
