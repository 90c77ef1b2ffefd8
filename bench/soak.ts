// Mixed load at saturation for as long as asked for: what is answered, whether memory grows, what stays open.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { newRegistry, obraBody, openRegistry, versionBody } from '../test/faults/registry.ts';

export interface SoakOptions {
  /** Settings of the services; one that has a DATABASE_URL. */
  environment: Record<string, string>;
  seconds: number;
  instances: number;
  /** Clients, each of which asks again as soon as it is answered. */
  clients: number;
}

export interface SoakReport {
  seconds: number;
  instances: number;
  clients: number;
  requests: number;
  requestsPerSecond: number;
  /** Answers by status; 0: none came. */
  answers: Record<number, number>;
  /** What was answered that is neither right nor 429 or 503, by operation and status. */
  errors: Record<string, number>;
  /** Resident memory of each service in MB, and by how much it grows in a minute once it has warmed up. */
  memory: { first: number; last: number; most: number; slope: number }[];
  /** After the load: connections to PostgreSQL, those of them in a transaction, sockets beside those there before. */
  connections: { database: number; inTransaction: number; moreSockets: number[] };
}

/** The part of the time that memory takes to find its level: caches fill, code is compiled. */
const WARM_UP = 0.4;
const SAMPLE = 1_000;
/** Clients that have gone are noticed within this time, milliseconds. */
const SETTLE = 2_000;

/** Starts services on a new registry, keeps them busy, stops them, and says what was seen. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { environment, seconds, instances, clients } = options;
  const quiet = { ...environment, LOG_LEVEL: 'fatal' };
  const first = await newRegistry(quiet);
  const others = await Promise.all(
    Array.from({ length: instances - 1 }, () => openRegistry(quiet)),
  );
  const services = [first, ...others].map(({ service }) => service);
  const pids = services.map(({ process }) => process.pid as number);
  try {
    const login = await ask(http.globalAgent, services[0]?.url ?? '', 'POST', '/auth/login', LOGIN);
    const { access_token: token, user } = JSON.parse(login.text);
    const ids: number[] = [];
    for (let n = 0; n < 200; n++) {
      ids.push((await first.call('POST', '/obras', obraBody())).body.id);
    }
    const sockets = pids.map(countSockets);

    const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
    const answers: Record<number, number> = {};
    const errors: Record<string, number> = {};
    const samples = pids.map((): [minute: number, megabytes: number][] => []);
    const begun = performance.now();
    const end = begun + seconds * 1_000;
    const work = async (client: number) => {
      const { url = '' } = services[client % services.length] ?? {};
      while (performance.now() < end) {
        const [right, method, path, body] = pick(ids, user.id);
        const { status, text } = await ask(agent, url, method, path, body, token);
        answers[status] = (answers[status] ?? 0) + 1;
        if (status === 201 && path === '/obras') ids.push(JSON.parse(text).id);
        if (!right.includes(status) && status !== 429 && status !== 503) {
          const what = `${method} ${path.replace(/\d{2,}/g, 'N')} ${status}`;
          errors[what] = (errors[what] ?? 0) + 1;
        }
      }
    };
    const watch = async () => {
      while (performance.now() < end) {
        for (const [n, pid] of pids.entries()) {
          samples[n]?.push([(performance.now() - begun) / 60_000, residentMegabytes(pid)]);
        }
        await setTimeout(SAMPLE);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: clients }, (_, n) => work(n))]);
    const took = (performance.now() - begun) / 1_000;
    agent.destroy();
    await setTimeout(SETTLE);

    const requests = Object.values(answers).reduce((sum, count) => sum + count, 0);
    return {
      seconds: Math.round(took),
      instances,
      clients,
      requests,
      requestsPerSecond: Math.round(requests / took),
      answers,
      errors,
      memory: samples.map((points) => memoryOf(points)),
      connections: {
        ...(await databaseConnections(environment)),
        moreSockets: pids.map((pid, n) => countSockets(pid) - (sockets[n] ?? 0)),
      },
    };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

const LOGIN = { email: 'admin@obras.local', password: 'secreto-inicial' };

type Request = [right: number[], method: string, path: string, body?: unknown];

/** One of the requests that people and programs make, reads far more often than writes. */
function pick(ids: number[], userId: string): Request {
  const id = ids[Math.floor(Math.random() * ids.length)];
  const dice = Math.random() * 100;
  if (dice < 45) return [[200], 'GET', `/obras/${id}`];
  if (dice < 60) return [[200], 'GET', `/obras?limit=20&page=${1 + Math.floor(dice % 5)}`];
  if (dice < 65) return [[200], 'GET', '/obras?limit=10&q=version'];
  if (dice < 75) return [[200], 'GET', '/municipios'];
  if (dice < 80) return [[200], 'GET', `/users/${userId}/favorites`];
  if (dice < 82) return [[201, 400], 'POST', `/users/${userId}/favorites/${id}`];
  if (dice < 84) return [[200, 404], 'DELETE', `/users/${userId}/favorites/${id}`];
  if (dice < 92) return [[200], 'PATCH', `/obras/${id}`, versionBody(`versión ${dice}`)];
  if (dice < 97) return [[201], 'POST', '/obras', obraBody()];
  if (dice < 98) return [[200], 'POST', '/auth/login', LOGIN];
  if (dice < 99) return [[401], 'POST', '/auth/login', { ...LOGIN, email: `${dice}@x.mx` }];
  return [[400], 'POST', '/obras', { ...obraBody(), monto: -1 }];
}

function ask(
  agent: http.Agent,
  url: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const request = http.request(url + path, { agent, method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', () => resolve({ status: 0, text: '' }));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      );
    });
    request.on('error', () => resolve({ status: 0, text: '' }));
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

function countSockets(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
    } catch {
      // Closed in between.
      return false;
    }
  }).length;
}

/** The slope is that of the straight line nearest to the points by least squares. */
function memoryOf(points: [minute: number, megabytes: number][]) {
  const warm = points.slice(Math.floor(points.length * WARM_UP));
  const mean = (n: 0 | 1) => warm.reduce((sum, point) => sum + point[n], 0) / warm.length;
  const [x, y] = [mean(0), mean(1)];
  const above = warm.reduce((sum, [minute, megabytes]) => sum + (minute - x) * (megabytes - y), 0);
  const below = warm.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0);
  const megabytes = points.map(([, value]) => value);
  return {
    first: round(megabytes[0] ?? 0),
    last: round(megabytes.at(-1) ?? 0),
    most: round(Math.max(...megabytes)),
    slope: round(above / below),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

async function databaseConnections({ DATABASE_URL }: Record<string, string>) {
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  try {
    const { rows } = await client.query<{ database: number; inTransaction: number }>(
      `SELECT count(*)::integer AS database,
         count(*) FILTER (WHERE xact_start IS NOT NULL)::integer AS "inTransaction"
       FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'registro-obras%'`,
    );
    return rows[0] as { database: number; inTransaction: number };
  } finally {
    await client.end();
  }
}
