// Mixed load at saturation for a chosen time: answers, growth of memory, and open connections.
import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import {
  LOGIN,
  newRegistry,
  obraBody,
  openRegistry,
  versionBody,
} from '../test/faults/registry.ts';
import { plainly } from '../test/wire.ts';

interface SoakOptions {
  /** Settings of the services, with a DATABASE_URL. */
  environment: Record<string, string>;
  seconds: number;
  instances: number;
  /** Clients, each of which sends its next request after the answer. */
  clients: number;
  /** Obras in the registry, about as many from the beginning to the end: growth of memory has another cause. */
  obras: number;
}

export interface SoakReport {
  seconds: number;
  instances: number;
  clients: number;
  requests: number;
  requestsPerSecond: number;
  /** Answers by status; 0 without one. */
  answers: Record<number, number>;
  /** Answers that are neither right nor 429 or 503, by operation and status. */
  errors: Record<string, number>;
  /** Obras at the beginning and at the end. */
  obras: [first: number, last: number];
  /** Memory of each service: resident, and the part in use by JavaScript and its buffers. */
  memory: { resident: Course; used: Course }[];
  /** After the load: connections to PostgreSQL, those of them in a transaction, sockets beside those there before. */
  connections: { database: number; inTransaction: number; moreSockets: number[] };
}

/** An amount of memory over time, in MB, and its growth in a minute after the warm-up. */
interface Course {
  first: number;
  last: number;
  most: number;
  slope: number;
}

/** The part of the time that memory takes to settle: caches fill, code is compiled, the heap adjusts. */
const WARM_UP = 0.4;
const SAMPLE = 1_000;
/** Megabytes of the cache: so few that it is full after the warm-up, and further growth has another cause. */
const CACHE = '8';
/** Milliseconds within which the service notices that clients have left. */
const SETTLE = 2_000;

/** Starts services on a new registry, loads them, stops them, and returns the report. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { environment, seconds, instances, clients, obras } = options;
  const quiet = { CACHE_MB: CACHE, LOG_LEVEL: 'fatal', ...environment };
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
    const fill = async () => {
      while (ids.length < obras) ids.push((await first.made('/obras', obraBody())).id);
    };
    await Promise.all(Array.from({ length: 10 }, fill));
    const size: SoakReport['obras'] = [ids.length, 0];
    const sockets = pids.map(countSockets);

    const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
    const answers: Record<number, number> = {};
    const errors: Record<string, number> = {};
    const samples = pids.map(() => ({ resident: [] as Point[], used: [] as Point[] }));
    const begun = performance.now();
    const end = begun + seconds * 1_000;
    const work = async (client: number) => {
      const { url = '' } = services[client % services.length] ?? {};
      while (performance.now() < end) {
        const { right, method, path, body, headers } = pick(ids, obras, user.id);
        const all = { authorization: `Bearer ${token}`, ...headers };
        const { status, text } = await ask(agent, url, method, path, body, all);
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
        for (const [n, { url }] of services.entries()) {
          const { text } = await ask(agent, url, 'GET', '/metrics');
          const minute = (performance.now() - begun) / 60_000;
          const megabytes = (name: string) =>
            Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1_048_576;
          samples[n]?.resident.push([minute, megabytes('process_resident_memory_bytes')]);
          const heap = megabytes('nodejs_heap_size_used_bytes');
          samples[n]?.used.push([minute, heap + megabytes('nodejs_external_memory_bytes')]);
        }
        await setTimeout(SAMPLE);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: clients }, (_, n) => work(n))]);
    const took = (performance.now() - begun) / 1_000;
    agent.destroy();
    size[1] = ids.length;
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
      obras: size,
      memory: samples.map(({ resident, used }) => {
        return { resident: courseOf(resident), used: courseOf(used) };
      }),
      connections: {
        ...(await databaseConnections(environment)),
        moreSockets: pids.map((pid, n) => countSockets(pid) - (sockets[n] ?? 0)),
      },
    };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** A request, and its right statuses. */
interface Request {
  right: number[];
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request of people or programs, reads far more often than writes. Another client may have deleted an obra meanwhile. */
function pick(ids: number[], obras: number, userId: string): Request {
  const id = ids[Math.floor(Math.random() * ids.length)];
  const dice = Math.random() * 100;
  const get = (path: string, headers = {}) => ({ right: [200], method: 'GET', path, headers });
  if (dice < 40) return { ...get(`/obras/${id}`), right: [200, 404] };
  if (dice < 55) return get(`/obras?limit=20&page=${1 + Math.floor(dice % 5)}`);
  if (dice < 58) return get('/obras?limit=10&q=version');
  if (dice < 60) return get('/obras?limit=100', { 'accept-encoding': 'gzip' });
  if (dice < 60.2) return get('/obras');
  if (dice < 70) return get('/municipios');
  if (dice < 73) return get('/localidad');
  if (dice < 76) return get(`/users/${userId}/favorites`);
  if (dice < 77) return get('/bitacora?limit=20');
  if (dice < 78) return { ...get(`/obras/${id}/historial`), right: [200, 404] };
  const favorite = `/users/${userId}/favorites/${id}`;
  if (dice < 80) return { right: [201, 400, 404], method: 'POST', path: favorite };
  if (dice < 82) return { right: [200, 404], method: 'DELETE', path: favorite };
  const body = versionBody(`versión ${dice}`);
  if (dice < 90) return { right: [200, 404], method: 'PATCH', path: `/obras/${id}`, body };
  if (dice < 96) return ids.length < obras ? register(dice < 93) : remove(ids);
  if (dice < 97) return { ...register(false), right: [400], body: { ...obraBody(), monto: -1 } };
  const login = { method: 'POST', path: '/auth/login' };
  if (dice < 98) return { ...login, right: [200], body: LOGIN };
  return { ...login, right: [401], body: { ...LOGIN, email: `${dice}@x.mx` } };
}

function register(withKey: boolean): Request {
  const headers: Record<string, string> = withKey ? { 'idempotency-key': randomUUID() } : {};
  return { right: [201], method: 'POST', path: '/obras', body: obraBody(), headers };
}

/** The last in the list takes the place of the deleted one. */
function remove(ids: number[]): Request {
  const last = ids.pop() as number;
  const at = Math.floor(Math.random() * (ids.length + 1));
  const id = ids[at] ?? last;
  if (at < ids.length) ids[at] = last;
  return { right: [200], method: 'DELETE', path: `/obras/${id}` };
}

/** Asks over connections of this agent; status 0 where no answer comes. */
const ask = (
  agent: http.Agent,
  url: string,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<{ status: number; text: string }> =>
  plainly(url + path, {
    ...{ agent, method },
    headers: body === undefined ? more : { ...more, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => ({ status: 0, text: '' }));

function countSockets(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
    } catch {
      // The connection closed in between.
      return false;
    }
  }).length;
}

type Point = [minute: number, megabytes: number];

/** The slope is that of the straight line nearest to the points by least squares. */
function courseOf(points: Point[]): Course {
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
