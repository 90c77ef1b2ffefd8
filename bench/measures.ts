import { setTimeout as sleep } from 'node:timers/promises';
import { archivos } from './archivos.ts';
import { GROWN_FROM, growths } from './growth.ts';
import { imports, unchangedImport } from './imports.ts';
import { duringLists, exports, layer, slowest, slowReader, wholeList } from './lists.ts';
import {
  alternate,
  atLeast,
  atMost,
  type Measure,
  megabytes,
  ofService,
  otherClient,
  ourMost,
  own,
  type Plan,
  p99While,
  rate,
} from './measure.ts';
import { firstViews, portal } from './portal.ts';
import {
  catalog,
  favorites,
  hotMunicipio,
  hotObra,
  logLevel,
  randomObra,
  unchangedList,
} from './reads.ts';
import { type DatabaseName, running, withAlone } from './registries.ts';
import { followUp } from './seguimiento.ts';
import {
  ADMIN_PASSWORD,
  credentials,
  newFolder,
  residentBytes,
  startService,
  stop,
} from './start.ts';
import { creates, writes } from './writes.ts';

/** All measures, in an order with few starts and stops of services. */
export function measures(
  base: Omit<Plan, 'largest'>,
  databases: DatabaseName[],
  sizes: number[],
  { withMillion, followed }: { withMillion: boolean; followed: number },
): Measure[] {
  const plan: Plan = { ...base, largest: Math.max(...sizes) };
  const grown = withMillion ? 1_000_000 : plan.largest;
  return databases.flatMap((database) => {
    const isPostgres = database === 'PostgreSQL';
    const summed = isPostgres ? grown : plan.largest;
    const summaries = 'GET /obras/resumen?por=, el más lento de cinco';
    const tiles = 'GET /mapa/:z/:x/:y, el más lento de cinco';
    return [
      ...(isPostgres ? [] : [starts(plan)]),
      logLevel(plan, database, sizes[0] as number),
      ...sizes.flatMap((obras) => [
        hotObra(plan, database, obras),
        hotMunicipio(plan, database, obras),
      ]),
      ...CATALOGS.map((path) => catalog(plan, database, path)),
      unchangedList(plan, database),
      logins(plan, database),
      // The embedded database's own memory is part of the service's there.
      ...(isPostgres
        ? [
            duringLists(plan, database),
            slowReader(plan, database),
            wholeList(plan, database),
            exports(plan, database, 'csv', atMost(2)),
            exports(plan, database, 'xlsx', atMost(4)),
            exports(plan, database, 'ndjson'),
          ]
        : []),
      slowest(plan, summaries, database, summed, SUMMARIES),
      slowest(plan, tiles, database, summed, TILES),
      ...(isPostgres ? [layer(plan, database), randomObra(plan, database)] : []),
      favorites(plan, database),
      ...(isPostgres && grown > GROWN_FROM ? growths(plan, grown) : []),
      portal(plan, database),
      firstViews(plan, database),
      ...archivos(plan, database),
      ...(isPostgres ? followUp(plan, followed) : []),
      // Last, because they change the data of the others.
      ...(isPostgres
        ? [creates(plan, false), creates(plan, true), ...writes(plan), ...imports(plan)]
        : [unchangedImport(plan)]),
    ];
  });
}

const CATALOGS = [
  ...['/municipios', '/dependencias', '/estatus-obra', '/ejercicio-fiscal'],
  ...['/catalogos/tipo-proyecto', '/localidad'],
];

const SUMMARIES = ['municipio', 'dependencia', 'ejercicioFiscal', 'estatus', 'tipoProyecto'].map(
  (por) => `/obras/resumen?por=${por}`,
);
/** From most of the state down to a few streets of Mérida. */
const TILES = [
  '/mapa/7/32/56',
  '/mapa/7/32/56?estatusObraId=4',
  '/mapa/9/128/225',
  '/mapa/12/1028/1803',
  '/mapa/15/8226/14431',
];

/** The time of a start on the embedded database, without any obras. */
const starts = ({ rounds }: Plan): Measure => ({
  name: 'arranque',
  database: 'embebida',
  obras: null,
  run: async () => {
    await running();
    const first: number[] = [];
    const later: number[] = [];
    const idle: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const environment = { DATA_DIR: newFolder() };
      for (const times of [first, later]) {
        const begun = performance.now();
        const { child } = await startService(environment);
        times.push((performance.now() - begun) / 1000);
        if (times === later) {
          await sleep(2_000);
          idle.push(megabytes(residentBytes(child)));
        }
        await stop(child);
      }
    }
    return [
      own('el primero', 's', first, 8),
      own('los siguientes', 's', later, 2.5),
      own('memoria en reposo', 'MB', idle),
    ];
  },
});

/** Logins at a time. */
const LOGINS = 20;

const logins = (plan: Plan, database: DatabaseName): Measure =>
  ofService(`${LOGINS} inicios de sesión a la vez`, database, plan.largest, (service, registry) =>
    withAlone(registry, async (alone) => {
      // Each takes a good part of a second.
      const seconds = 2 * plan.seconds;
      const load = { body: credentials, connections: LOGINS, seconds };
      const session = { paths: ['/auth/login'], ...load };
      const hashes = { password: ADMIN_PASSWORD, seconds, inFlight: LOGINS };
      const [ours, theirs] = await alternate(
        plan.rounds,
        () => rate(plan, service, session),
        () => alone.ask('verifyPasswords', hashes),
      );
      const { url, token } = service;
      const begin = () => otherClient().ask('requests', { ...session, url, token });
      const read = await p99While(plan, service, registry.facts.obras, begin);
      const part = 'p99 de GET /obras/:id al azar mientras tanto';
      return [
        { unit: '/s', ours, theirs, against: 'argon2id solo', target: atLeast(0.9) },
        { ...read, part, target: ourMost(50) },
      ];
    }),
  );
