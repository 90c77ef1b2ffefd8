import type { Sharp } from 'sharp';
import { MOST_PIXELS } from '../opciones.ts';
import { dayOfPhoto } from './dia.ts';
import type { PhotoAnswer, PhotoRequest, Usage } from './messages.ts';

// The process that reads photos, one after another (fotos.ts starts it). It has a photo, its file's name and nothing else of the
// service, and makes two pictures of each, without anything that the camera wrote beside the picture. It ignores the signals
// that a terminal or systemd sends to all processes of the service, and ends with the service.

/** The longer side of the two pictures, in pixels, and their quality as JPEG. */
const VISTA = 2048;
const MINI = 400;
const QUALITY = 82;

const [, , module = 'sharp'] = process.argv;
/** sharp, which reads JPEG, PNG and WebP alone; or why it does not load. */
const loading = (import(module) as Promise<typeof import('sharp')>).then(
  ({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
      ],
    });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  },
  (error: Error) => error,
);

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.on('message', ({ bytes, name }: PhotoRequest) => {
  receive(bytes)
    .then((photo) => answerOf(photo, name))
    .then((answer) => process.send?.(answer));
});

/** The next bytes of stdin. */
async function receive(bytes: number): Promise<Buffer> {
  const photo = Buffer.alloc(bytes);
  let at = 0;
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false })) {
    at += (chunk as Buffer).copy(photo, at);
    if (at === bytes) break;
  }
  return photo;
}

async function answerOf(photo: Buffer, name: string): Promise<PhotoAnswer> {
  const sharp = await loading;
  if (sharp instanceof Error) return { kind: 'missing', reason: sharp.message };
  try {
    // The head alone is read here, whatever it says of the pixels, so that the sentence has their number.
    const { width, height } = await sharp(photo, { limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) return { kind: 'tooManyPixels', pixels: width * height };
    const read = sharp(photo, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { data: vista, info } = await asJpeg(read.autoOrient(), VISTA);
    const { data: mini } = await asJpeg(sharp(vista, { failOn: 'error' }), MINI);
    return {
      kind: 'photo',
      vista,
      mini,
      ancho: info.width,
      alto: info.height,
      dia: dayOfPhoto(photo, name),
      usage: usage(),
    };
  } catch (error) {
    return { kind: 'unreadable', reason: (error as Error).message };
  }
}

/** A picture within so many pixels a side. sharp writes no metadata unless it is asked to. */
const asJpeg = (picture: Sharp, side: number) =>
  picture
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { memory: process.memoryUsage.rss(), processor: (user + system) / 1e6 };
}
