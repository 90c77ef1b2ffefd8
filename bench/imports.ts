// The cost of an import of a spreadsheet, and its effect on others.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  alternate,
  atMost,
  inRounds,
  load,
  type Measure,
  megabytes,
  own,
  type Plan,
  peakWhile,
} from './measure.ts';
import { createNewObras } from './new-obra.ts';
import {
  answerOf,
  copyOf,
  type Registry,
  registryOf,
  running,
  type Service,
  withAlone,
} from './registries.ts';
import type { Finding } from './rows.ts';
import { createDatabase, newFolder } from './start.ts';

const FEW = 10_000;
const MANY = 100_000;
/** Works of the embedded registry that are sent back unchanged. */
const UNCHANGED = 50_000;
/** Connections of readers meanwhile. */
const READERS = 4;
/** Milliseconds between two looks at the progress. */
const OFTEN = 50;
/** Milliseconds that may pass without new progress. */
const PATIENCE = 1_000;
const QUERY = 'crearCatalogos=true&parcial=true';

/** Measures of imports on PostgreSQL. */
export function imports(plan: Plan): Measure[] {
  const { rounds } = plan;
  const againstDemo: Measure = {
    name: `importación de un CSV`,
    database: 'PostgreSQL',
    obras: FEW,
    run: async () => {
      const file = await sheetOf(await registryOf('PostgreSQL', FEW), '');
      const [ours, theirs] = await alternate(
        rounds,
        async () => {
          const [service] = await running([await emptyRegistry()]);
          return (await importFile(service, file)).took;
        },
        async () => {
          const loading = await emptyRegistry();
          await running([loading]);
          await running();
          return withAlone(loading, (alone) => alone.ask('loadDemo', { obras: FEW }));
        },
      );
      const detail = `${megabytes(file.length).toFixed(1)} MB`;
      const against = 'la carga de demostración';
      return [{ unit: 's', ours, theirs, against, target: atMost(3), detail }];
    },
  };

  const many: Measure = {
    name: `importación de un CSV grande`,
    database: 'PostgreSQL',
    obras: MANY,
    run: async () => {
      const file = await sheetOf(await registryOf('PostgreSQL', MANY), 'I-');
      const { environment, facts, database } = await registryOf('PostgreSQL', FEW);
      const fewer = await sheetOf({ environment }, 'J-');
      const copy = { database, facts, environment: await copyOf(environment) };
      const [service] = await running([copy]);
      const dry = await importFile(service, file, 'simular=true&');
      const { peak, result: imported } = await peakWhile(service, () => importFile(service, file));
      const dryBesideOthers = await besideReaders(plan, service, facts.obras, () =>
        importFile(service, file, 'simular=true&'),
      );
      let isOver = false;
      const creates = longestCreate(service, facts.ejercicios[0] as number, () => isOver);
      const besideOthers = await besideReaders(plan, service, facts.obras, () =>
        importFile(service, fewer),
      ).finally(() => {
        isOver = true;
      });
      const slowest = await creates;
      const calm = await p99InCalm(plan, service, facts.obras);
      const detail = `${megabytes(file.length).toFixed(1)} MB`;
      return [
        own('simulacro: tiempo', 's', [dry.took], 15),
        ...progressOf('simulacro: ', dry),
        p99Beside('simulacro: ', dryBesideOthers.p99, calm),
        { ...own('tiempo', 's', [imported.took], 90), detail },
        ...progressOf('', imported),
        own('memoria del servicio y de su lector', 'MB', [megabytes(peak)], 400),
        p99Beside('', besideOthers.p99, calm),
        own('el alta más lenta del mismo ejercicio mientras tanto', 'ms', [slowest], 1_000),
      ];
    },
  };

  return [againstDemo, many];
}

/** The time of an import of an embedded registry's own, unchanged works. */
export const unchangedImport = (plan: Plan): Measure => ({
  name: 'importación de un CSV grande sin cambios',
  database: 'embebida',
  obras: UNCHANGED,
  run: async () => {
    const registry = await registryOf('embebida', UNCHANGED);
    const [service] = await running([registry]);
    const answer = await answerOf(service, '/obras.csv');
    const file = Buffer.from(await answer.arrayBuffer());
    const sent = await importFile(service, file);
    const besideOthers = await besideReaders(plan, service, registry.facts.obras, () =>
      importFile(service, file),
    );
    const calm = await p99InCalm(plan, service, registry.facts.obras);
    for (const { filas, sinCambio } of [sent, besideOthers.result]) {
      if (sinCambio !== filas) throw new Error(`${filas} filas, ${sinCambio} sin cambio`);
    }
    const detail = `${megabytes(file.length).toFixed(1)} MB`;
    return [
      { ...own('tiempo', 's', [sent.took], 30), detail },
      ...progressOf('', sent),
      own('tiempo con otros que leen', 's', [besideOthers.result.took]),
      p99Beside('', besideOthers.p99, calm),
    ];
  },
});

/** An import as its client sees it. */
interface Imported {
  /** Seconds from the upload to the report. */
  took: number;
  /** Milliseconds from the answer to the first progress. */
  first: number;
  /** The longest time without new progress after the answer, in milliseconds. */
  gap: number;
  filas: number;
  sinCambio: number;
}

/** The findings about an import's rows and its progress. */
const progressOf = (prefix: string, { took, first, gap, filas }: Imported): Finding[] => [
  own(`${prefix}filas por segundo`, '/s', [filas / took]),
  own(`${prefix}primer avance que se ve`, 'ms', [first], PATIENCE),
  own(`${prefix}lo más que tarda otro avance`, 'ms', [gap], PATIENCE),
];

const readersOf = (ids: number) => ({ paths: ['/obras/{id}'], ids, connections: READERS });

/** The p99 of reads of random obras, in so many rounds, once the cache is as full as it was while other work went on. */
const p99InCalm = (plan: Plan, service: Service, ids: number): Promise<number[]> =>
  inRounds(plan.rounds, async () => (await load(plan, service, readersOf(ids))).p99);

/** Does something, and returns the p99 of each round of such reads until it is done. */
async function besideReaders<T>(plan: Plan, service: Service, ids: number, run: () => Promise<T>) {
  let isOver = false;
  const running = run().finally(() => {
    isOver = true;
  });
  const p99: number[] = [];
  // The end reports a failure.
  running.catch(() => {});
  while (!isOver) p99.push((await load(plan, service, readersOf(ids))).p99);
  return { result: await running, p99 };
}

const p99Beside = (prefix: string, ours: number[], theirs: number[]): Finding => ({
  part: `${prefix}p99 de GET /obras/:id al azar mientras tanto`,
  unit: 'ms',
  ours,
  theirs,
  against: 'en calma',
  target: atMost(5),
});

/** A registry without obras, whose schema the first start of a service makes. */
async function emptyRegistry(): Promise<Registry> {
  const environment = { DATABASE_URL: await createDatabase(), DATA_DIR: newFolder() };
  const facts = { obras: 0, municipio: { id: 0, obras: 0 }, users: [], ejercicios: [] };
  return { database: 'PostgreSQL', environment, facts };
}

/** The works of a registry as a CSV file, each at its first ubicación if that is a point. */
async function sheetOf({ environment }: Pick<Registry, 'environment'>, prefix: string) {
  const client = new pg.Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  try {
    const copied = client.query(
      copyTo(`COPY (
        SELECT '${prefix}' || clave_unica AS "claveUnica", o.nombre, descripcion, monto, anio AS "ejercicioFiscal",
          d.nombre AS dependencia, m.nombre AS municipio, t.nombre AS "tipoProyecto", s.nombre AS estatus,
          u.direccion, u.posicion ->> 0 AS longitud, u.posicion ->> 1 AS latitud
        FROM obras o
        JOIN ejercicios_fiscales e ON e.id = ejercicio_fiscal_id
        JOIN dependencias d ON d.id = dependencia_id
        JOIN municipios m ON m.id = municipio_id
        JOIN estatus_obra s ON s.id = estatus_obra_id
        LEFT JOIN tipos_proyecto t ON t.id = tipo_proyecto_id
        LEFT JOIN LATERAL (
          SELECT direccion, geometria_json -> 'coordinates' AS posicion FROM ubicaciones
          WHERE obra_id = o.id AND geometria_json ->> 'type' = 'Point' ORDER BY orden LIMIT 1) u ON true
        ORDER BY o.id
      ) TO STDOUT WITH (FORMAT csv, HEADER)`),
    );
    const pieces: Buffer[] = [];
    for await (const piece of copied as AsyncIterable<Buffer>) pieces.push(piece);
    return Buffer.concat(pieces);
  } finally {
    await client.end();
  }
}

/** Imports a file, and watches it as its client does. */
export async function importFile(
  service: Service,
  file: Buffer,
  query = '',
  path = '/obras/importacion',
): Promise<Imported> {
  const begun = performance.now();
  const sent = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file };
  const answer = await answerOf(service, `${path}?${query}${QUERY}`, sent);
  const location = answer.headers.get('location');
  let job = (await answer.json()) as Job;
  if (!location) throw new Error(`la importación no tiene dirección: ${JSON.stringify(job)}`);
  const answered = performance.now();
  let news = answered;
  let first: number | undefined;
  let gap = 0;
  while (job.terminadaEn === null) {
    await sleep(OFTEN);
    const before = stepOf(job);
    job = (await (await answerOf(service, location)).json()) as Job;
    if (stepOf(job) === before && job.terminadaEn === null) continue;
    const now = performance.now();
    if (job.filasRevisadas > 0) first ??= now - answered;
    gap = Math.max(gap, now - news);
    news = now;
  }
  const { informe } = job;
  // A few of the works are refused: one has no amount, some lie outside the limits.
  if (!informe || informe.creadas + informe.sinCambio < 0.95 * informe.filas) {
    throw new Error(`la importación terminó así: ${JSON.stringify(job).slice(0, 2_000)}`);
  }
  const { filas, sinCambio } = informe;
  return { took: (news - begun) / 1000, first: first as number, gap, filas, sinCambio };
}

/** An import, as its address describes it. */
interface Job {
  terminadaEn: string | null;
  filasRevisadas: number;
  filasEscritas: number;
  informe: { filas: number; creadas: number; sinCambio: number } | null;
}
const stepOf = ({ filasRevisadas, filasEscritas }: Job) => `${filasRevisadas} ${filasEscritas}`;

/** The longest wait of one client that registers obras of a year, one after the other, in milliseconds. */
async function longestCreate(service: Service, ejercicio: number, isOver: () => boolean) {
  let longest = 0;
  const next = createNewObras({ prefix: 'MIENTRAS', ejercicios: [ejercicio] });
  const headers = { 'content-type': 'application/json' };
  while (!isOver()) {
    const begun = performance.now();
    const obra = { method: 'POST', headers, body: JSON.stringify(next()) };
    await (await answerOf(service, '/obras', obra)).arrayBuffer();
    longest = Math.max(longest, performance.now() - begun);
    await sleep(50);
  }
  return longest;
}
