import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { imports } from './imports.ts';
import type { Listed, LoadWork, Requests } from './load.ts';
import { portal } from './portal.ts';
import { FAVORITES } from './prepare.ts';
import {
  type DatabaseName,
  type Registry,
  registryOf,
  running,
  type Service,
  secondOf,
  startAlone,
} from './registries.ts';
import type { Finding, Target } from './rows.ts';
import {
  ADMIN_PASSWORD,
  credentials,
  type Environment,
  nameOf,
  newFolder,
  onServer,
  residentBytes,
  startBare,
  startService,
  startWorker,
  stop,
} from './start.ts';
import { writes } from './writes.ts';

/** One measure of one registry. */
export interface Measure {
  name: string;
  database: DatabaseName;
  obras: number | null;
  run(): Promise<Finding[]>;
}

export interface Plan {
  rounds: number;
  /** Length of a round. */
  seconds: number;
}

/** Connections of the load generator, and calls under way where the database is asked alone. */
const CLIENTS = 16;
/** Connections of those who read while something else goes on. */
const READERS = 8;
/** Connections where latency is measured and not what the service can take at most. */
const FEW = 4;
/** Logins at a time. */
const LOGINS = 20;

const NO_CACHE: Environment = { CACHE_MB: '0' };

const atLeast = (least: number): Target => ({ of: 'ratio', least });
const atMost = (most: number): Target => ({ of: 'ratio', most });
const ourMost = (most: number): Target => ({ of: 'ours', most });

const megabytes = (bytes: number) => bytes / 1_000_000;

// The clients ---------------------------------------------------------------------------------------

let firstClient: ReturnType<typeof startClient> | undefined;
let secondClient: ReturnType<typeof startClient> | undefined;
const startClient = () => startWorker<LoadWork>('./load.js', {});

/** The process that most load comes from; kept, since a new one is slow at first. */
function client() {
  firstClient ??= startClient();
  return firstClient;
}

/** Another, for what goes on at the same time. */
function otherClient() {
  secondClient ??= startClient();
  return secondClient;
}

/** A round of load on a service, 16 connections for a second unless told otherwise. */
export type Load = Pick<Requests, 'paths'> & Partial<Requests>;

/** Both sides in turns; the first round of each does not count. */
async function alternate<Ours, Theirs>(
  rounds: number,
  ours: (round: number) => Promise<Ours>,
  theirs: (round: number) => Promise<Theirs>,
): Promise<[Ours[], Theirs[]]> {
  const found: [Ours[], Theirs[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const our = await ours(round);
    const their = await theirs(round);
    if (round === 0) continue;
    found[0].push(our);
    found[1].push(their);
  }
  return found;
}

/** Everything that is measured, in an order that starts and stops as few services as it can. */
export function measures(
  { rounds, seconds }: Plan,
  databases: DatabaseName[],
  sizes: number[],
  { withMillion }: { withMillion: boolean },
): Measure[] {
  const largest = Math.max(...sizes);

  const load = (service: { url: string; token?: string }, job: Load) =>
    client().ask('requests', {
      token: '',
      connections: CLIENTS,
      seconds,
      ...job,
      url: service.url,
      ...(service.token ? { token: service.token } : {}),
    });

  /** The service on one path, over and over, beside a bare server that answers the same bytes. */
  async function againstBare(service: Service, path: string): Promise<Finding> {
    const answer = await fetch(service.url + path, {
      headers: { authorization: `Bearer ${service.token}`, 'accept-encoding': 'identity' },
    });
    if (!answer.ok) throw new Error(`${path}: respondió ${answer.status}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const bare = await startBare(bytes);
    try {
      const [ours, theirs] = await alternate(
        rounds,
        async () => (await load(service, { paths: [path] })).perSecond,
        async () => (await load(bare, { paths: [path] })).perSecond,
      );
      return {
        unit: '/s',
        ours,
        theirs,
        against: 'servidor desnudo',
        target: atLeast(0.5),
        detail: `${(bytes.length / 1000).toFixed(1)} kB`,
      };
    } finally {
      await stop(bare.child);
    }
  }

  /** The whole list for who holds it already, beside a bare server that answers nothing. */
  const unchangedList = (database: DatabaseName): Measure => ({
    name: 'GET /obras sin cambios (If-None-Match)',
    database,
    obras: largest,
    run: async () => {
      const [service] = (await running([await registryOf(database, largest)])) as [Service];
      // Only the headers of the list are waited for.
      const abort = new AbortController();
      const { headers } = await fetch(`${service.url}/obras`, {
        headers: { authorization: `Bearer ${service.token}` },
        signal: abort.signal,
      });
      const held = headers.get('etag');
      abort.abort();
      if (!held) throw new Error('la lista no trae ETag');
      const bare = await startBare(Buffer.alloc(0));
      try {
        const [ours, theirs] = await alternate(
          rounds,
          async () => (await load(service, { paths: ['/obras'], held })).perSecond,
          async () => (await load(bare, { paths: ['/obras'] })).perSecond,
        );
        return [{ unit: '/s', ours, theirs, against: 'servidor desnudo', target: atLeast(0.4) }];
      } finally {
        await stop(bare.child);
      }
    },
  });

  // Hot answers -----------------------------------------------------------------------------------

  const hotObra = (database: DatabaseName, obras: number): Measure => ({
    name: 'GET /obras/:id, siempre la misma',
    database,
    obras,
    run: async () => {
      const [service] = await running([await registryOf(database, obras)]);
      return [await againstBare(service as Service, '/obras/500')];
    },
  });

  const hotMunicipio = (database: DatabaseName, obras: number): Measure => ({
    name: 'GET /obras?municipioId=',
    database,
    obras,
    run: async () => {
      const registry = await registryOf(database, obras);
      const [service] = await running([registry]);
      const { municipio } = registry.facts;
      const finding = await againstBare(service as Service, `/obras?municipioId=${municipio.id}`);
      return [{ ...finding, detail: `${municipio.obras} obras, ${finding.detail}` }];
    },
  });

  const catalog = (database: DatabaseName, path: string): Measure => ({
    name: `GET ${path}`,
    database,
    obras: largest,
    run: async () => {
      const [service] = await running([await registryOf(database, largest)]);
      return [await againstBare(service as Service, path)];
    },
  });

  const logLevel = (database: DatabaseName): Measure => ({
    name: 'GET /obras/:id con LOG_LEVEL=info',
    database,
    obras: sizes[0] as number,
    run: async () => {
      const registry = await registryOf(database, sizes[0] as number);
      // An embedded database has one service at a time: there the registry's copy is the silent one's.
      const [logged, silent] = await running(
        [await secondOf(registry), { LOG_LEVEL: 'info' }],
        [registry],
      );
      const paths = ['/obras/500'];
      const [ours, theirs] = await alternate(
        rounds,
        async () => (await load(logged as Service, { paths })).perSecond,
        async () => (await load(silent as Service, { paths })).perSecond,
      );
      return [{ unit: '/s', ours, theirs, against: 'LOG_LEVEL=silent' }];
    },
  });

  // Beside the database alone ---------------------------------------------------------------------

  const randomObra = (database: DatabaseName): Measure => ({
    name: 'GET /obras/:id al azar, CACHE_MB=0',
    database,
    obras: largest,
    run: async () => {
      const registry = await registryOf(database, largest);
      const [service] = await running([registry, NO_CACHE]);
      const alone = startAlone(registry);
      const ids = registry.facts.obras;
      try {
        const [ours, theirs] = await alternate(
          rounds,
          async () => (await load(service as Service, { paths: ['/obras/{id}'], ids })).perSecond,
          () => alone.ask('findObras', { ids, seconds, inFlight: CLIENTS }),
        );
        return [{ unit: '/s', ours, theirs, against: 'la base sola', target: atLeast(0.75) }];
      } finally {
        await alone.stop();
      }
    },
  });

  const favorites = (database: DatabaseName): Measure => ({
    name: 'GET /users/:id/favorites?limit=10, página al azar, CACHE_MB=0',
    database,
    obras: largest,
    run: async () => {
      const registry = await registryOf(database, largest);
      const second = await secondOf(registry);
      const [service] = await running([registry, NO_CACHE]);
      const alone = startAlone(second);
      const user = registry.facts.users[0] as string;
      const limit = 10;
      const pages = FAVORITES / limit;
      const paths = favoritePaths([user]);
      try {
        const [ours, theirs] = await alternate(
          rounds,
          async () => (await load(service as Service, { paths })).perSecond,
          () => alone.ask('findFavorites', { user, limit, pages, seconds, inFlight: CLIENTS }),
        );
        return [{ unit: '/s', ours, theirs, against: 'la base sola', target: atLeast(0.7) }];
      } finally {
        await alone.ask('close');
        await alone.stop();
      }
    },
  });

  const creates = (database: DatabaseName, isSpread: boolean): Measure => ({
    name: `POST /obras, ${isSpread ? 'en varios ejercicios fiscales' : 'en un solo ejercicio fiscal'}`,
    database,
    obras: largest,
    run: async () => {
      const registry = await registryOf(database, largest);
      const [service] = await running([registry]);
      const alone = startAlone(registry);
      const ejercicios = registry.facts.ejercicios.slice(0, isSpread ? undefined : 1);
      const prefix = `M${Date.now().toString(36)}`;
      const detail = await durability();
      try {
        const [ours, theirs] = await alternate(
          rounds,
          async (round) =>
            (
              await load(service as Service, {
                paths: ['/obras'],
                obras: { prefix: `${prefix}S${round}`, ejercicios },
              })
            ).perSecond,
          (round) =>
            alone.ask('createObras', {
              prefix: `${prefix}B${round}`,
              ejercicios,
              seconds,
              inFlight: CLIENTS,
            }),
        );
        return [
          { unit: '/s', ours, theirs, against: 'la base sola', target: atLeast(0.6), detail },
        ];
      } finally {
        await alone.stop();
      }
    },
  });

  // The whole list --------------------------------------------------------------------------------

  const wholeList = (database: DatabaseName): Measure => ({
    name: 'GET /obras, la lista entera',
    database,
    obras: largest,
    run: async () => {
      const registry = await registryOf(database, largest);
      // A new one: what it grows by is then the list's doing.
      await running();
      const [service] = (await running([registry])) as [Service];
      await load(service, { paths: ['/obras/{id}'], ids: registry.facts.obras });
      const before = residentBytes(service.child);
      const growth: number[] = [];
      const alone = startAlone(registry);
      try {
        const [lists, copies] = await alternate(
          rounds,
          async () => {
            const { peak, result } = await peakWhile(service, () => wholeListOf(service));
            growth.push(megabytes(peak - before));
            return result;
          },
          () => alone.ask('copyObras', { anew: true }),
        );
        const stored: number[] = [];
        for (let round = 0; round <= rounds; round++) {
          const { milliseconds } = await alone.ask('copyObras', { anew: false });
          if (round > 0) stored.push(milliseconds / 1000);
        }
        const [ours, theirs] = [lists, copies].map((all) =>
          all.map(({ milliseconds }) => milliseconds / 1000),
        ) as [number[], number[]];
        const sizes = [lists, copies].map((all) => megabytes(all[0]?.bytes ?? 0).toFixed(0));
        const compared = { unit: 's', ours, theirs } as const;
        return [
          {
            ...compared,
            part: 'tiempo',
            against: 'COPY que la genera',
            target: atMost(1.3),
            detail: `${sizes[0]} MB contra ${sizes[1]} MB`,
          },
          {
            ...compared,
            part: 'tiempo, meta lejana',
            against: 'COPY que la genera',
            target: atMost(0.4),
          },
          { ...compared, part: 'tiempo', theirs: stored, against: 'COPY de los documentos' },
          {
            part: 'primer byte',
            unit: 'ms',
            ours: lists.map(({ firstByte }) => firstByte),
            target: ourMost(100),
          },
          {
            part: 'crecimiento de la memoria',
            unit: 'MB',
            ours: growth,
            counts: 'greatest',
            target: ourMost(80),
            detail: `desde ${megabytes(before).toFixed(0)} MB, en ${growth.length} listas`,
          },
        ];
      } finally {
        await alone.stop();
      }
    },
  });

  /** Whole exports beside the whole list, each on a service that has sent nothing else yet. */
  const exports = (database: DatabaseName, kind: string, target?: Target): Measure => ({
    name: `GET /obras.${kind}, todas las obras`,
    database,
    obras: largest,
    run: async () => {
      const registry = await registryOf(database, largest);
      await running();
      const [service] = (await running([registry])) as [Service];
      await load(service, { paths: ['/obras/{id}'], ids: registry.facts.obras });
      const before = residentBytes(service.child);
      const growth: number[] = [];
      const [files, lists] = await alternate(
        rounds,
        async () => {
          const { peak, result } = await peakWhile(service, () =>
            wholeListOf(service, `/obras.${kind}`),
          );
          growth.push(megabytes(peak - before));
          return result;
        },
        () => wholeListOf(service),
      );
      const [ours, theirs] = [files, lists].map((all) =>
        all.map(({ milliseconds }) => milliseconds / 1000),
      ) as [number[], number[]];
      return [
        {
          part: 'tiempo',
          unit: 's',
          ours,
          theirs,
          against: 'GET /obras',
          ...(target ? { target } : {}),
          detail: `${megabytes(files[0]?.bytes ?? 0).toFixed(0)} MB`,
        },
        {
          part: 'crecimiento de la memoria',
          unit: 'MB',
          ours: growth,
          counts: 'greatest',
          target: ourMost(150),
          detail: `desde ${megabytes(before).toFixed(0)} MB, en ${growth.length} archivos`,
        },
      ];
    },
  });

  const layer = (database: DatabaseName): Measure => ({
    name: 'GET /ogc/collections/obras_puntos/items, página tras página',
    database,
    obras: largest,
    run: async () => {
      const [service] = (await running([await registryOf(database, largest)])) as [Service];
      const url = `${service.url}/ogc/collections/obras_puntos/items`;
      const first: number[] = [];
      const last: number[] = [];
      let features = 0;
      // A walk takes thousands of pages: few of them tell.
      for (let round = 0; round <= Math.min(rounds, 2); round++) {
        const walked = await client().ask('walk', { url, token: service.token, pages: 100 });
        features = walked.features;
        if (round === 0) continue;
        first.push(walked.first);
        last.push(walked.last);
      }
      return [
        {
          unit: 'ms',
          ours: last,
          theirs: first,
          against: 'las primeras páginas',
          target: atMost(1.5),
          detail: `${features} elementos, 10 por página`,
        },
      ];
    },
  });

  /** Sums of all obras, nothing kept; of each round the slowest. */
  const slowest = (
    name: string,
    database: DatabaseName,
    obras: number,
    paths: string[],
  ): Measure => ({
    name: `${name}, CACHE_MB=0`,
    database,
    obras,
    run: async () => {
      const [service] = (await running([await registryOf(database, obras), NO_CACHE])) as [Service];
      const slowest: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const times: number[] = [];
        for (const path of paths) {
          times.push((await wholeListOf(service, path)).milliseconds / 1000);
        }
        if (round > 0) slowest.push(Math.max(...times));
      }
      return [{ unit: 's', ours: slowest, target: ourMost(1) }];
    },
  });

  const slowReader = (database: DatabaseName): Measure => ({
    name: 'GET /obras, cliente que no lee: conexiones en uso',
    database,
    obras: largest,
    run: async () => {
      const registry = await registryOf(database, largest);
      const [service] = (await running([registry])) as [Service];
      const looks: Look[] = [];
      const from = { url: `${service.url}/obras`, token: service.token };
      await onServer(async (server) => {
        for (let round = 0; round < rounds; round++) {
          await client().ask('openSlowly', from);
          try {
            await client().ask('readSome', { bytes: 65_536 });
            // What the sockets between the two take is still filled; then nothing may go on.
            await sleep(1_000);
            const until = performance.now() + 2_000;
            while (performance.now() < until) {
              looks.push(await lookAt(server, registry));
              await sleep(20);
            }
          } finally {
            await client().ask('hangUp');
          }
        }
      });
      const seen = looks.filter(({ busy }) => busy > 0).length;
      return [
        {
          unit: 'conexiones',
          ours: looks.map(({ held }) => held),
          counts: 'greatest',
          target: ourMost(0),
          detail: `activas o en transacción por más de 0.1 s; por un instante, en ${seen} de ${looks.length} miradas`,
        },
      ];
    },
  });

  const duringLists = (database: DatabaseName): Measure => ({
    name: 'p99 de GET /obras/:id al azar mientras sale la lista entera',
    database,
    obras: largest,
    run: async () => {
      const registry = await registryOf(database, largest);
      const [service] = (await running([registry])) as [Service];
      const read = { paths: ['/obras/{id}'], ids: registry.facts.obras, connections: READERS };
      const [ours, theirs] = await alternate(
        rounds,
        async () => {
          const lists = otherClient().ask('lists', {
            url: `${service.url}/obras`,
            token: service.token,
            seconds: seconds + 0.5,
          });
          await sleep(250);
          const { p99 } = await load(service, read);
          await lists;
          return p99;
        },
        async () => (await load(service, read)).p99,
      );
      return [{ unit: 'ms', ours, theirs, against: 'en calma', target: atMost(3) }];
    },
  });

  // Logins ----------------------------------------------------------------------------------------

  const logins = (database: DatabaseName): Measure => ({
    name: `${LOGINS} inicios de sesión a la vez`,
    database,
    obras: largest,
    run: async () => {
      const registry = await registryOf(database, largest);
      const [service] = (await running([registry])) as [Service];
      const session = {
        paths: ['/auth/login'],
        body: credentials,
        connections: LOGINS,
        // Each takes a good part of a second.
        seconds: 2 * seconds,
      };
      const alone = startAlone(registry);
      try {
        const [ours, theirs] = await alternate(
          rounds,
          async () => (await load(service, session)).perSecond,
          () =>
            alone.ask('verifyPasswords', {
              password: ADMIN_PASSWORD,
              seconds: session.seconds,
              inFlight: LOGINS,
            }),
        );
        const read = { paths: ['/obras/{id}'], ids: registry.facts.obras, connections: READERS };
        const [busy, calm] = await alternate(
          rounds,
          async () => {
            const { url, token } = service;
            const others = otherClient().ask('requests', { ...session, url, token });
            await sleep(250);
            const { p99 } = await load(service, read);
            await others;
            return p99;
          },
          async () => (await load(service, read)).p99,
        );
        const compared = { unit: 'ms', against: 'en calma', target: ourMost(50) } as const;
        return [
          { unit: '/s', ours, theirs, against: 'argon2id solo', target: atLeast(0.9) },
          {
            ...compared,
            part: 'p99 de GET /obras/:id al azar mientras tanto',
            ours: busy,
            theirs: calm,
          },
        ];
      } finally {
        await alone.stop();
      }
    },
  });

  // Growth ----------------------------------------------------------------------------------------

  const GROWN_FROM = 10_000;
  const grown = withMillion ? 1_000_000 : largest;

  const growth = (name: string, choose: (small: Registry) => Promise<Choice>): Measure => ({
    name: `p50 de ${name}, CACHE_MB=0`,
    database: 'PostgreSQL',
    obras: grown,
    run: async () => {
      const small = await registryOf('PostgreSQL', GROWN_FROM);
      const large = await registryOf('PostgreSQL', grown);
      const choice = await choose(small);
      const [many, few] = await running([large, NO_CACHE], [small, NO_CACHE]);
      const p50 = async (service: Service | undefined, registry: Registry) => {
        const { obras: ids } = registry.facts;
        const paths = choice(registry);
        return (await load(service as Service, { paths, ids, connections: FEW })).p50;
      };
      const [ours, theirs] = await alternate(
        rounds,
        () => p50(many, large),
        () => p50(few, small),
      );
      const detail = `${choice(small).length} consultas distintas`;
      return [
        {
          unit: 'ms',
          ours,
          theirs,
          against: 'con 10 000 obras',
          target: atMost(2),
          ...(choice(small).length > 1 ? { detail } : {}),
        },
      ];
    },
  });

  const samples = (kind: 'filtered' | 'searches' | 'rectangles') => async (small: Registry) => {
    const alone = startAlone(small);
    try {
      const paths = (await alone.ask('findSamples'))[kind];
      if (paths.length === 0) throw new Error('los datos no dan con qué medirlo');
      return () => paths;
    } finally {
      await alone.stop();
    }
  };

  const growths: Measure[] = [
    growth('GET /obras/:id al azar', async () => () => ['/obras/{id}']),
    growth('GET /obras?municipioId=&estatusObraId=&limit=20', samples('filtered')),
    growth('GET /users/:id/favorites, usuario y página al azar', async () => ({ facts }) => {
      return favoritePaths(facts.users);
    }),
    growth(
      'GET /obras?limit=20&cursor= al 90 %',
      async () =>
        ({ facts }) =>
          deepPages(facts.obras),
    ),
    growth('GET /obras?q=&limit=20', samples('searches')),
    growth('GET /obras?bbox=&limit=20', samples('rectangles')),
  ];

  // All together ----------------------------------------------------------------------------------

  return databases.flatMap((database) => {
    const isPostgres = database === 'PostgreSQL';
    return [
      ...(isPostgres ? [] : starts(rounds)),
      logLevel(database),
      ...sizes.flatMap((obras) => [hotObra(database, obras), hotMunicipio(database, obras)]),
      ...CATALOGS.map((path) => catalog(database, path)),
      unchangedList(database),
      logins(database),
      ...(isPostgres ? [duringLists(database), slowReader(database), wholeList(database)] : []),
      // The embedded database's own memory is the service's there, and would be counted.
      ...(isPostgres
        ? [
            exports(database, 'csv', atMost(2)),
            exports(database, 'xlsx', atMost(4)),
            exports(database, 'ndjson'),
          ]
        : []),
      slowest(
        'GET /obras/resumen?por=, el más lento de cinco',
        database,
        isPostgres ? grown : largest,
        SUMMARIES,
      ),
      slowest(
        'GET /mapa/:z/:x/:y, el más lento de cinco',
        database,
        isPostgres ? grown : largest,
        TILES,
      ),
      ...(isPostgres ? [layer(database)] : []),
      ...(isPostgres ? [randomObra(database)] : []),
      favorites(database),
      ...(isPostgres && grown > GROWN_FROM ? growths : []),
      portal({ rounds, seconds }, database, largest),
      // Last: they change what the others read.
      ...(isPostgres ? [creates(database, false), creates(database, true)] : []),
      ...(isPostgres ? writes({ rounds, seconds }, largest, load) : []),
      ...(isPostgres ? imports({ rounds, seconds }, load) : []),
    ];
  });
}

const CATALOGS = [
  '/municipios',
  '/dependencias',
  '/estatus-obra',
  '/ejercicio-fiscal',
  '/catalogos/tipo-proyecto',
  '/localidad',
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

/** Paths to be asked for in a registry. */
type Choice = (registry: Registry) => string[];

function favoritePaths(users: string[]): string[] {
  const pages = Array.from({ length: FAVORITES / 10 }, (_, index) => index + 1);
  return users.flatMap((id) => pages.map((page) => `/users/${id}/favorites?limit=10&page=${page}`));
}

/** Pages that begin after nine tenths of so many obras. */
function deepPages(obras: number): string[] {
  return Array.from({ length: 500 }, (_, index) => {
    // As the pages before would have linked to it: the last id, and how many obras were counted at first.
    const cursor = `${Math.floor(obras * 0.9) + index}.${obras}`;
    return `/obras?limit=20&cursor=${Buffer.from(cursor).toString('base64url')}`;
  });
}

/** How long the service takes to start on the embedded database, without any obras. */
function starts(rounds: number): Measure[] {
  return [
    {
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
          { part: 'el primero', unit: 's', ours: first, target: ourMost(8) },
          { part: 'los siguientes', unit: 's', ours: later, target: ourMost(2.5) },
          { part: 'memoria en reposo', unit: 'MB', ours: idle },
        ];
      },
    },
  ];
}

/** What a list takes, whole, from the process of the clients. */
function wholeListOf({ url, token }: Service, path = '/obras'): Promise<Listed> {
  return client().ask('list', { url: url + path, token });
}

/** The most memory that a service's process holds while something goes on, in bytes. */
async function peakWhile<T>({ child }: Service, run: () => Promise<T>) {
  let peak = residentBytes(child);
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(child));
  }, 10);
  try {
    const result = await run();
    return { peak: Math.max(peak, residentBytes(child)), result };
  } finally {
    clearInterval(watch);
  }
}

interface Look {
  /** Connections that a statement or a transaction uses at this instant, and those in use for longer than 0.1 s. */
  busy: number;
  held: number;
}

/** Looks at the connections of a registry's service from the server's side. */
async function lookAt(server: ClientBase, { environment }: Registry): Promise<Look> {
  const { rows } = await server.query<Look>(
    `SELECT count(*)::integer AS busy,
       (count(*) FILTER (WHERE clock_timestamp() - state_change > interval '0.1 s'))::integer AS held
     FROM pg_stat_activity
     WHERE datname = $1 AND application_name = 'registro-obras' AND state <> 'idle'`,
    [nameOf(environment.DATABASE_URL as string)],
  );
  return rows[0] as Look;
}

/** What a commit waits for on the server; a warning where that is not the disk. */
async function durability(): Promise<string> {
  const settings = await onServer(async (server) => {
    const { rows } = await server.query<Record<string, string>>(
      `SELECT current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS synchronous_commit`,
    );
    return rows[0] as Record<string, string>;
  });
  const off = Object.keys(settings).filter((name) => settings[name] === 'off');
  return off.length === 0
    ? 'cada una espera al disco'
    : `ATENCIÓN: sin esperar al disco (${off.join(' y ')} off)`;
}
