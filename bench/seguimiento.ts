// Measures of the follow-up of works, on a PostgreSQL registry of its own where each has twelve reports.

import { importFile } from './imports.ts';
import {
  alternate,
  load,
  type Measure,
  megabytes,
  NO_CACHE,
  ofService,
  ourMost,
  own,
  type Plan,
  peakWhile,
} from './measure.ts';
import { againstBare } from './reads.ts';
import { answerOf, followedRegistry, type Service } from './registries.ts';
import type { Target } from './rows.ts';
import { processor, slowDisk } from './writes.ts';

/** Days without a report after which a work is in the list of silent ones: a fifth of them. */
const SILENT = 180;

/** @param obras works with a follow-up */
export function followUp(plan: Plan, obras: number): Measure[] {
  const reports = () => ({ paths: ['/obras/{id}/avances'], ids: obras, reports: true });
  const ofFollowed = (
    name: string,
    run: (service: Service) => ReturnType<Measure['run']>,
    settings?: Parameters<typeof ofService>[4],
  ) => ofService(name, 'PostgreSQL', obras, run, settings, followedRegistry);
  /** The median time of one answer that one client reads over and over, beside that of another. */
  const beside = (path: string, other: string, target?: Target): Measure =>
    ofFollowed(
      `GET ${path.replace(/=\d{4}-.*?(?=&|$)/, '=')}, CACHE_MB=0`,
      async (service) => {
        const p50 = async (path: string) =>
          (await load(plan, service, { paths: [path], connections: 1 })).p50;
        const [ours, theirs] = await alternate(
          plan.rounds,
          () => p50(path),
          () => p50(other),
        );
        return [{ unit: 'ms', ours, theirs, against: other, ...(target ? { target } : {}) }];
      },
      NO_CACHE,
    );
  const since = new Date(Date.now() - SILENT * 86_400_000).toISOString().slice(0, 10);
  const all = [
    ofFollowed('GET /obras/:id/seguimiento, siempre el mismo', async (service) => [
      await againstBare(plan, service, '/obras/500/seguimiento'),
    ]),
    ...['/obras', '/seguimiento'].map((path) =>
      beside(`${path}?atrasadas=true&limit=20`, '/obras?limit=20', ourMost(20)),
    ),
    beside(`/obras?sinReporteDesde=${since}&limit=20`, '/obras?limit=20'),
    beside('/seguimiento?orden=-avance&limit=20', '/obras?limit=20'),
    beside('/seguimiento/resumen?por=dependencia', '/obras/resumen?por=dependencia'),
    // Many rows of few works: each is compared with others of its work.
    ofFollowed('simulacro de una hoja de 240 avances de cada una de 12 obras', async (service) => {
      const file = await longSheetOf(service);
      const { took } = await importFile(service, file, 'simular=true&', SHEETS);
      return [{ unit: 's', ours: [took], target: ourMost(15) }];
    }),
    // Last, because they write.
    ofFollowed('importación de una hoja de 10 000 avances', async (service) => {
      const file = await sheetOf(service);
      const dry = await importFile(service, file, 'simular=true&', SHEETS);
      const { peak, result } = await peakWhile(service, () =>
        importFile(service, file, '', SHEETS),
      );
      return [
        own('simulacro: tiempo', 's', [dry.took], 30),
        own('tiempo', 's', [result.took], 30),
        own('memoria del servicio y de su lector', 'MB', [megabytes(peak)], 400),
      ];
    }),
    processor(plan, 'POST /obras/:id/avances', reports, obras, followedRegistry, ourMost(2)),
    slowDisk(plan, 'POST /obras/:id/avances', reports, obras, followedRegistry),
  ];
  return all.map((measure) => ({ ...measure, name: `${measure.name}, con seguimiento` }));
}

const SHEETS = '/seguimiento/importacion';
/** Rows of a sheet, and the days before today of their reports: after the existing ones, and before those written later. */
const ROWS = 10_000;
const CUT = 55;

/** A sheet of many days of a few works, all before the existing ones. */
async function longSheetOf(service: Service): Promise<Buffer> {
  const works = await claves(service, 'limit=12');
  const lines = Array.from({ length: 240 }, (_, n) => {
    const cut = new Date(Date.UTC(2005, 0, 1 + n)).toISOString().slice(0, 10);
    return works.map((clave) => `"${clave}",${cut},0,Sin novedad.`);
  });
  return Buffer.from([HEADINGS, ...lines.flat()].join('\r\n'));
}

const HEADINGS = 'claveUnica,fechaCorte,avanceFisico,observaciones';

/** The claves of a page of works. */
async function claves(service: Service, page: string): Promise<string[]> {
  const answer = await answerOf(service, `/obras?campos=claveUnica&${page}`);
  const works = (await answer.json()) as { claveUnica: string }[];
  return works.map(({ claveUnica }) => claveUnica);
}

/** A sheet with a report of each of as many works. */
async function sheetOf(service: Service): Promise<Buffer> {
  const cut = new Date(Date.now() - CUT * 86_400_000).toISOString().slice(0, 10);
  const lines = [HEADINGS];
  for (let page = 1; lines.length <= ROWS; page++) {
    const works = await claves(service, `limit=1000&page=${page}`);
    if (works.length === 0) break;
    for (const clave of works.slice(0, ROWS + 1 - lines.length)) {
      lines.push(`"${clave}",${cut},82 %,Se colocó la base hidráulica; faltan guarniciones.`);
    }
  }
  return Buffer.from(lines.join('\r\n'));
}
