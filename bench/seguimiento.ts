// Measures of the follow-up of works, on a PostgreSQL registry of its own where each has twelve reports.

import {
  alternate,
  load,
  type Measure,
  NO_CACHE,
  ofService,
  ourMost,
  type Plan,
} from './measure.ts';
import { againstBare } from './reads.ts';
import type { Service } from './registries.ts';
import { followedRegistry } from './registries.ts';
import type { Target } from './rows.ts';
import { processor, slowDisk } from './writes.ts';

/** Days since the last report after which a work stands in the list of those that nobody reports: a fifth of them. */
const SILENT = 180;

/** @param obras how many works have a follow-up */
export function followUp(plan: Plan, obras: number): Measure[] {
  const reports = () => ({ paths: ['/obras/{id}/avances'], ids: obras, reports: true });
  const ofFollowed = (
    name: string,
    run: (service: Service) => ReturnType<Measure['run']>,
    settings?: Parameters<typeof ofService>[4],
  ) => ofService(name, 'PostgreSQL', obras, run, settings, followedRegistry);
  /** The median time of one answer that is asked for over and over by one client, beside that of another. */
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
    // Last: they write.
    processor(plan, 'POST /obras/:id/avances', reports, obras, followedRegistry, ourMost(2)),
    slowDisk(plan, 'POST /obras/:id/avances', reports, obras, followedRegistry),
  ];
  return all.map((measure) => ({ ...measure, name: `${measure.name}, con seguimiento` }));
}
