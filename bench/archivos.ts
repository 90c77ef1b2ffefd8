// Measures of photos: small ones that are read, and large ones that are sent.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import {
  inRounds,
  type Measure,
  megabytes,
  NO_CACHE,
  ofService,
  ourLeast,
  own,
  type Plan,
  peakWhile,
} from './measure.ts';
import { againstBare } from './reads.ts';
import { answerOf, type DatabaseName, type Service } from './registries.ts';
import { processorTime } from './start.ts';

/** Photos of a new phone: 12 megapixels, some 3 MB. */
const WIDTH = 4_000;
const HEIGHT = 3_000;

export const archivos = (plan: Plan, database: DatabaseName): Measure[] => [
  small(plan, database, 'siempre la misma'),
  small(plan, database, 'siempre la misma, CACHE_MB=0', NO_CACHE),
  sending(plan, database),
];

/** The small picture of a photo over and over: kept, or from its folder each time. */
const small = (
  plan: Plan,
  database: DatabaseName,
  how: string,
  settings?: Parameters<typeof ofService>[4],
): Measure =>
  ofService(
    `GET …/archivos/:archivoId/contenido?tamano=mini, ${how}`,
    database,
    plan.largest,
    async (service) => {
      const id = await send(service, await photo(1_600, 1_200));
      const path = `/obras/500/archivos/${id}/contenido?tamano=mini`;
      const finding = await againstBare(plan, service, path);
      // Each is a statement and a file then, so no ratio is asked for.
      if (settings) return [{ ...finding, target: ourLeast(3_000) }];
      const { theirs: _, against: __, ...own } = finding;
      return [
        { ...finding, part: 'razón' },
        { ...own, part: 'por segundo', target: ourLeast(3_000) },
      ];
    },
    settings,
  );

/** A photo of 12 megapixels after the other: its processor time, and the longest that the service's own loop stands still. */
const sending = (plan: Plan, database: DatabaseName): Measure =>
  ofService(
    'POST /obras/:id/archivos, una foto de 12 megapíxeles',
    database,
    plan.largest,
    async (service) => {
      const file = await photo(WIDTH, HEIGHT);
      const peaks: number[] = [];
      const took = await inRounds(plan.rounds, async () => {
        // The process that makes pictures is there after the round that does not count.
        const processor = processorTime(familyOf(service));
        await loopStop(service);
        const begun = performance.now();
        const { peak } = await peakWhile(service, () => send(service, file));
        peaks.push(megabytes(peak));
        const time = performance.now() - begun;
        return { time, processor: processor() / 1_000, stop: await loopStop(service) };
      });
      const of = (name: 'time' | 'processor' | 'stop') => took.map((one) => one[name]);
      const detail = `${megabytes(file.length).toFixed(1)} MB`;
      return [
        { ...own('procesador', 's', of('processor'), 0.4), detail },
        { ...own('mayor pausa del servicio', 'ms', of('stop'), 50), counts: 'greatest' },
        own('tiempo', 'ms', of('time')),
        own('memoria del servicio y del proceso de las fotos', 'MB', peaks),
      ];
    },
  );

/** A photo as a camera makes it: large areas, and grain. */
async function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width: 160, height: 120, channels: 3 as const, background: '#888', noise };
  const areas = await sharp({ create }).png().toBuffer();
  return sharp(areas).resize(width, height, { fit: 'fill' }).jpeg({ quality: 92 }).toBuffer();
}

/** Adds a photo, each time another by its last bytes, to a work, and answers the file's id. */
async function send(service: Service, photo: Buffer): Promise<number> {
  const form = new FormData();
  form.set('titulo', 'Cimentación');
  form.set('archivo', new Blob([photo, randomBytes(16)]), 'foto.jpg');
  const answer = await answerOf(service, '/obras/500/archivos', { method: 'POST', body: form });
  return ((await answer.json()) as { id: number }).id;
}

/** The service's process and its children, where the system tells them. */
function familyOf({ child }: Service): number[] {
  const { pid } = child as { pid: number };
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [],
  );
  return [pid, ...children.map(Number)];
}

/** The longest that the service's loop stood still since it was last asked, in milliseconds. */
async function loopStop({ url }: Service): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
  if (!seconds) throw new Error('/metrics no dice la mayor pausa');
  return Number(seconds) * 1_000;
}
