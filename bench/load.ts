// The clients, in a process of their own: autocannon's requests, and whole lists read fast or slowly.
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { ascending } from '../test/columns.ts';
import { serveJobs } from './jobs.ts';
import { createNewObras, type NewObras } from './new-obra.ts';

interface Run {
  on(
    event: 'response',
    listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
  ): void;
  on(event: 'reqError', listener: (error: Error) => void): void;
  stop(): void;
  then: Promise<unknown>['then'];
}
// The package declares no types.
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Run;

/** A round ends with so many answers, or after so many milliseconds. */
const LEAST_ANSWERS = 20;
const LONGEST_ROUND = 30_000;

export interface Requests {
  url: string;
  token: string;
  connections: number;
  seconds: number;
  /** Requested in random order. `{id}` in a path becomes a random one of 1 to `ids`. */
  paths: string[];
  ids?: number;
  /** POST instead of GET: this text, or obras made one by one. */
  body?: string;
  obras?: NewObras;
  /** Whether each POST has an Idempotency-Key, as the portal's. */
  keyed?: boolean;
  /** PATCH instead: each gives the obra another name. */
  renames?: boolean;
  /** POST instead: a report of progress of one work after another, each with a day of its own. */
  reports?: boolean;
  /** The tag of an unchanged answer: 304 is expected. */
  etag?: string;
}

/** One round; times in milliseconds. Answers other than 2xx are a failure of the round. */
interface Round {
  answers: number;
  perSecond: number;
  p50: number;
  p99: number;
}

async function requests(job: Requests): Promise<Round> {
  const { url, token, connections, seconds, paths, ids, ...how } = job;
  const { body, obras, renames, reports, etag, keyed } = how;
  const isPost = body !== undefined || obras !== undefined || reports;
  const next = obras
    ? createNewObras(obras)
    : renames
      ? createRenamings()
      : reports && (() => newReport(ids as number));
  const path = () => {
    if (reports) return (paths[0] as string).replace('{id}', String(lastReport.obra));
    const chosen = paths[Math.floor(Math.random() * paths.length)] as string;
    return ids ? chosen.replace('{id}', String(1 + Math.floor(Math.random() * ids))) : chosen;
  };
  // The constant part is built once, so that the generator costs as little as possible.
  const isFixed = paths.length === 1 && !ids && !next;
  const times: number[] = [];
  let failure: string | undefined;
  const begun = performance.now();
  let last = begun;
  let done = false;
  const setupRequest = ({ headers, ...request }: { headers: object }) => ({
    ...request,
    headers: keyed ? { ...headers, 'idempotency-key': randomUUID() } : headers,
    body: next ? JSON.stringify(next()) : body,
    path: path(),
  });
  const run = autocannon({
    url,
    connections,
    duration: LONGEST_ROUND / 1000,
    sampleInt: 10,
    method: renames ? 'PATCH' : isPost ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(isPost || renames ? { 'content-type': 'application/json' } : {}),
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    },
    requests: [isFixed ? { path: paths[0], body } : { setupRequest }],
  });
  const stop = () => {
    done = true;
    run.stop();
  };
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (done) return;
    last = performance.now();
    times.push(milliseconds);
    const isExpected = etag === undefined ? status >= 200 && status <= 299 : status === 304;
    if (!isExpected) failure = `${url}${paths[0]}: respondió ${status}`;
    if (failure || (last - begun >= seconds * 1000 && times.length >= LEAST_ANSWERS)) stop();
  });
  run.on('reqError', (error) => {
    failure ??= `${url}${paths[0]}: ${error.message}`;
    stop();
  });
  await run;
  if (failure) throw new Error(failure);
  if (times.length === 0) throw new Error(`${url}${paths[0]}: no respondió`);
  times.sort(ascending);
  return {
    answers: times.length,
    perSecond: (times.length / (last - begun)) * 1000,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
  };
}

/** Returns a function that makes bodies which rename an obra. */
function createRenamings(): () => object {
  let last = 0;
  return () => {
    last += 1;
    return { nombre: `Pavimentación de la calle 60, etapa ${last} de ${Date.now()}` };
  };
}

const DAY = 86_400_000;
/** Reports are made of this many days before today, the earliest first. */
const DAYS = 50;
/** The work of the last report, and its days before today. */
const lastReport = { obra: 0, daysAgo: DAYS };

/** A report of the next work; after the last comes the first again, a day later. */
function newReport(obras: number): object {
  lastReport.obra += 1;
  if (lastReport.obra > obras)
    Object.assign(lastReport, { obra: 1, daysAgo: lastReport.daysAgo - 1 });
  return {
    fechaCorte: new Date(Date.now() - lastReport.daysAgo * DAY).toISOString().slice(0, 10),
    avanceFisico: 85,
    montoPagado: 1_250_000.5,
    observaciones: 'Se colocó la base hidráulica; faltan guarniciones y banquetas.',
  };
}

function at(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;
}

// Lists -------------------------------------------------------------------------------------------

interface List {
  url: string;
  token: string;
}

/** Times in milliseconds from the request on; the first byte is the body's. */
export interface Listed {
  milliseconds: number;
  firstByte: number;
  bytes: number;
}

/** Reads one list to its end, or until the signal cuts it. */
async function list({ url, token }: List, signal?: AbortSignal): Promise<Listed> {
  const begun = performance.now();
  const answer = await open({ url, token }, signal);
  let firstByte = 0;
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    firstByte ||= performance.now() - begun;
    bytes += chunk.length;
  }
  return { milliseconds: performance.now() - begun, firstByte, bytes };
}

function open({ url, token }: List, signal?: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(url, { headers, agent: false, ...(signal ? { signal } : {}) }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else reject(new Error(`${url}: respondió ${answer.statusCode}`));
    }).on('error', reject);
  });
}

/** Reads lists one after another for so many seconds, and cuts the last. Returns the number of begun ones. */
async function lists({ seconds, ...from }: List & { seconds: number }): Promise<number> {
  const signal = AbortSignal.timeout(seconds * 1000);
  for (let begun = 1; ; begun++) {
    try {
      await list(from, signal);
    } catch (error) {
      if (signal.aborted) return begun;
      throw error;
    }
  }
}

let slow: IncomingMessage | undefined;

async function openSlowly(from: List): Promise<void> {
  slow = await open(from);
  // The rest of the answer is not needed after the client hangs up.
  slow.on('error', () => {});
}

/** Takes so many bytes of the open list, and leaves the rest unread. */
async function readSome({ bytes }: { bytes: number }): Promise<void> {
  for (let rest = bytes; rest > 0; ) {
    const chunk = slow?.read() as Buffer | null | undefined;
    if (chunk) rest -= chunk.length;
    else if (!slow || slow.readableEnded) throw new Error('la lista terminó antes de tiempo');
    else await sleep(5);
  }
}

async function hangUp(): Promise<void> {
  slow?.destroy();
}

interface Walk extends List {
  /** Pages at the beginning and at the end whose time counts. */
  pages: number;
}

/** Median milliseconds of a page, of the first ones and of the last ones, and the number of features. */
interface Walked {
  first: number;
  last: number;
  features: number;
}

/**
 * Reads a map layer from page to page, as GDAL does. Then its first pages and its last ones are read anew, in turns, so that
 * other work of the machine affects both alike. The very first page, which also counts the features, is left out.
 */
async function walk({ url, token, pages }: Walk): Promise<Walked> {
  const headers = { authorization: `Bearer ${token}` };
  const read = async (address: string) => {
    const begun = performance.now();
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(`${address}: respondió ${answer.status}`);
    const page = (await answer.json()) as {
      numberReturned: number;
      links: { rel: string; href: string }[];
    };
    return { page, milliseconds: performance.now() - begun };
  };
  const addresses: string[] = [];
  let features = 0;
  for (let next: string | undefined = url; next; ) {
    addresses.push(next);
    const { page } = await read(next);
    features += page.numberReturned;
    next = page.links.find(({ rel }) => rel === 'next')?.href;
  }
  const most = Math.min(pages, addresses.length - 1);
  const ends = [addresses.slice(1, 1 + most), addresses.slice(-most)];
  const times = ends.map((): number[] => []);
  for (let i = 0; i < most; i++) {
    for (const [n, some] of ends.entries()) {
      times[n]?.push((await read(some[i] as string)).milliseconds);
    }
  }
  const [first = 0, last = 0] = times.map((some) => at(some.sort(ascending), 0.5));
  return { first, last, features };
}

const work = {
  requests,
  walk,
  list: (job: List) => list(job),
  lists,
  openSlowly,
  readSome,
  hangUp,
};
export type LoadWork = typeof work;
serveJobs(work);
