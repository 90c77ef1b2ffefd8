// A registry in a process of its own, with the few records that obras need, and calls that may fail.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { atEnd } from '../at-end.ts';
import { ascending, columnOf } from '../columns.ts';
import { type Running, session, start, startHere } from '../process.ts';
import { logInAt } from '../wire.ts';
import { until } from './postgres.ts';

export const ADMIN = { ADMIN_EMAIL: 'admin@obras.local', ADMIN_PASSWORD: 'secreto-inicial' };

/** The body of its login. */
export const LOGIN = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };

/** Settings of a service whose waits for the database are over soon: tests are about what happens then. */
export const HASTY = { TEST_TIMEOUT_FACTOR: '0.5' };

/**
 * A request that has no answer after so many milliseconds hangs: all the waits for the database together, stretched, take a
 * quarter of it.
 */
const HANGING = 120_000;

const running = new Set<Service>();

// The services that a failed test has left running; what they said may tell why.
atEnd(async () => {
  for (const service of running) {
    console.log(service.output().slice(-4_000));
    await service.stop('SIGKILL');
  }
});

/** A service in a process of its own, or in this one, where it can't be killed. */
export type Service = Pick<Running, 'url' | 'output' | 'stop'> & Partial<Pick<Running, 'process'>>;

export interface Obra {
  id: number;
  numeroObra: number;
  ejercicioFiscalId: number;
  claveUnica: string;
  nombre: string;
  ubicaciones: { direccion: string }[];
}

export interface Reply {
  /** 0 where no answer came: the service ended. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert what a body holds
  body: any;
  headers: Headers;
}

export interface Registry<S extends Service = Running> {
  service: S;
  /** Calls the service as its administrator, and fails where no answer ever comes. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  /** The record that a POST has made. */
  made(path: string, body?: unknown): Promise<Reply['body']>;
  /** All obras, as GET /obras answers them. */
  obras(): Promise<Obra[]>;
  /** The obras that come of replaying the ledger, by id: their own fields. */
  replayed(): Promise<Map<string, object>>;
  /** The text of GET /metrics. */
  metrics(): Promise<string>;
  /** A figure of it; NaN where it has none. */
  figure(name: string): Promise<number>;
}

type Begin<S extends Service> = (environment: Record<string, string>) => Promise<S>;

/** Starts it in this process, which takes a fourth of the processor's time. */
export async function inThisProcess(environment: Record<string, string>): Promise<Service> {
  const { stop, ...service } = await startHere(environment);
  let stopped: Promise<number> | undefined;
  return {
    ...service,
    stop: () => {
      stopped ??= stop().then(() => 0);
      return stopped;
    },
  };
}

const inProcess: Begin<Service> = (environment) => start(environment);

/** Starts the service, for the first time or again, and logs in. */
export async function openRegistry<S extends Service = Running>(
  environment: Record<string, string>,
  begin = inProcess as Begin<S>,
): Promise<Registry<S>> {
  const begun = await begin({ ...ADMIN, ...environment });
  const service: S = {
    ...begun,
    stop: async (signal?: NodeJS.Signals) => {
      running.delete(service);
      return begun.stop(signal);
    },
  };
  running.add(service);
  service.process?.once('exit', () => running.delete(service));
  const admin = await asAdmin(service);
  const call: Registry['call'] = async (method, path, body, headers) => {
    const hanging = AbortSignal.timeout(HANGING);
    try {
      const answer = await admin(method, path, body, headers, hanging);
      const text = await answer.text();
      return {
        status: answer.status,
        body: text ? JSON.parse(text) : undefined,
        headers: answer.headers,
      };
    } catch {
      assert.ok(!hanging.aborted, `${method} ${path} was never answered`);
      return { status: 0, body: undefined, headers: new Headers() };
    }
  };
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  return {
    service,
    call,
    made: async (path, body) => {
      const reply = await call('POST', path, body);
      assert.equal(reply.status, 201, `${path} ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    metrics,
    figure: async (name) => {
      const [, value = 'NaN'] = new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics()) ?? [];
      return Number(value);
    },
    obras: async () => {
      const { status, body } = await call('GET', '/obras');
      assert.equal(status, 200);
      return body;
    },
    replayed: async () => {
      const rows: LedgerRow[] = [];
      let next: string | undefined = '/bitacora?recurso=obras&limit=1000';
      while (next) {
        const { status, body, headers }: Reply = await call('GET', next);
        assert.equal(status, 200);
        rows.push(...body);
        next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      }
      const obras = new Map<string, object>();
      for (const { registro, accion, cambios } of rows.reverse()) {
        if (accion === 'eliminar') obras.delete(registro);
        else {
          const changed = cambios.map(({ campo, despues }) => [campo, despues]);
          obras.set(registro, { ...obras.get(registro), ...Object.fromEntries(changed) });
        }
      }
      return obras;
    },
  };
}

/** Logs in as its administrator, and answers a function that calls it as `fetch` answers. */
export const asAdmin = ({ url }: Pick<Service, 'url'>) => session(url, LOGIN.email, LOGIN.password);

/** Logs in once more, as its administrator or as somebody else: the token, and who it is. */
export async function logIn({ service }: Registry<Service>, credentials: typeof LOGIN = LOGIN) {
  const answer = await logInAt(service.url, credentials);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  const { access_token: token, user } = JSON.parse(text) as {
    access_token: string;
    user: { id: string };
  };
  return { token, id: user.id };
}

interface LedgerRow {
  registro: string;
  accion: string;
  cambios: { campo: string; despues: unknown }[];
}

/** Asserts that the ledger tells of exactly these obras, as they are. */
export async function assertLedgerAgrees(registry: Registry<Service>): Promise<void> {
  const own = (await registry.obras()).map((obra) => {
    const { ejercicioFiscal, dependencia, municipio, tipoProyecto, estatusObra, ...fields } =
      obra as Obra & Record<string, unknown>;
    const ubicaciones = obra.ubicaciones.map((ubicacion) => {
      const { municipio: _, ...place } = ubicacion as object & { municipio?: object };
      return place;
    });
    return [String(obra.id), { ...fields, ubicaciones }] as const;
  });
  assert.deepEqual(await registry.replayed(), new Map(own));
}

/** A registry with the catalog records that `obraBody` names. */
export async function newRegistry<S extends Service = Running>(
  environment: Record<string, string>,
  begin?: Begin<S>,
): Promise<Registry<S>> {
  const registry = await openRegistry(environment, begin);
  for (const [path, body] of [
    ['/ejercicio-fiscal', { anio: 2026 }],
    ['/ejercicio-fiscal', { anio: 2027 }],
    ['/dependencias', { nombre: 'Secretaría de Obras' }],
  ] as const) {
    // A hasty one refuses on a busy machine, and may have made it all the same.
    await until(path, async () => {
      const { status, body: answered } = await registry.call('POST', path, body);
      assert.ok([201, 409, 503].includes(status), JSON.stringify(answered));
      return status !== 503;
    });
  }
  return registry;
}

let lastClave = 0;

/** A body for POST /obras whose nombre and every direccion say the same: what is half written shows. */
export function obraBody(text = 'versión 0') {
  lastClave += 1;
  return { claveUnica: `OBRA-${lastClave}`, ejercicioFiscalId: 1, ...versionBody(text), ...REST };
}

const REST = { monto: 1500000.5, dependenciaId: 1, municipioId: 50, estatusObraId: 4 };

/** A body for POST /obras/:id/contratos. */
export const CONTRATO = {
  numero: 'A',
  naturaleza: 'OBRA',
  objeto: 'x',
  contratista: 'x',
  monto: 1,
  fechaFirma: '2026-01-20',
  fechaInicio: '2026-02-01',
  fechaTermino: '2026-10-31',
};

/** A body for PATCH /obras/:id that changes the obra and replaces its ubicaciones. */
export function versionBody(text: string) {
  const ubicacion = {
    direccion: text,
    tipoGeometria: 'PUNTO',
    geometriaJson: { type: 'Point', coordinates: [-89.6237, 20.9674] },
  };
  return { nombre: text, ubicaciones: [ubicacion, ubicacion] };
}

/** Asserts that every obra is whole and that no number was given twice. */
export function assertWhole(obras: Obra[]): void {
  for (const { claveUnica, nombre, ubicaciones } of obras) {
    assert.equal(ubicaciones.length, 2, claveUnica);
    for (const { direccion } of ubicaciones) assert.equal(direccion, nombre, claveUnica);
  }
  assert.equal(new Set(columnOf(obras, 'numeroObra')).size, obras.length);
  assert.equal(new Set(columnOf(obras, 'claveUnica')).size, obras.length);
}

/** Asserts that the numbers of each year follow one another. */
export function assertNumbered(obras: Obra[]): void {
  for (const year of new Set(columnOf(obras, 'ejercicioFiscalId'))) {
    const ofYear = obras.filter(({ ejercicioFiscalId }) => ejercicioFiscalId === year);
    const numbers = columnOf(ofYear, 'numeroObra').sort(ascending);
    assert.deepEqual(
      numbers,
      numbers.map((_, i) => i + 1),
    );
  }
}

/** By claveUnica: the latest version that was answered, and the one that was asked for since, which may have been written too. */
export type Versions = Map<
  string,
  { id: number; numeroObra: number; answered: number; asked: number }
>;

/** Asserts that the works that were answered for are there, whole, in a version of theirs. */
export function assertThere(obras: Obra[], versions: Versions): void {
  assertWhole(obras.filter(({ claveUnica }) => versions.has(claveUnica)));
  const stored = new Map(obras.map((obra) => [obra.claveUnica, obra]));
  for (const [clave, { id, numeroObra, answered, asked }] of versions) {
    const obra = stored.get(clave);
    assert.ok(obra, `${clave} was answered and is gone`);
    assert.deepEqual([obra.id, obra.numeroObra], [id, numeroObra]);
    const version = Number(obra.nombre.split(' ')[1]);
    assert.ok(version >= answered && version <= asked, `${clave}: ${version} after ${answered}`);
  }
}

/** Clients of a registry, and what they are answered. */
export interface Load {
  registry: Registry;
  reads: Reply[];
  written: Reply[];
}

/**
 * Runs `work` while clients of each registry read these paths and write. What they are answered is as documented, and what
 * was answered as written is there afterwards.
 */
export async function underLoad(
  registries: Registry[],
  { paths, readers, writers }: { paths: string[]; readers: number; writers: number },
  work: (...loads: Load[]) => Promise<void>,
): Promise<Load[]> {
  let isOver = false;
  const goesOn = async (reply: Reply, wanted: number) => {
    if (reply.status === wanted) return;
    assertUnavailable(reply);
    // A client that is refused does not come back at once.
    await setTimeout(50);
  };
  const read = async ({ registry, reads }: Load, n: number) => {
    for (let i = n; !isOver; i++) {
      const path = paths[i % paths.length] as string;
      const reply = await registry.call('GET', path);
      reads.push(reply);
      if (path === '/obras' && reply.status === 200) assertWhole(reply.body);
      await goesOn(reply, 200);
    }
  };
  const write = async ({ registry, written }: Load) => {
    while (!isOver) {
      const reply = await registry.call('POST', '/obras', obraBody('bajo carga'));
      written.push(reply);
      await goesOn(reply, 201);
    }
  };
  const loads: Load[] = registries.map((registry) => ({ registry, reads: [], written: [] }));
  const clients = Promise.all(
    loads.flatMap((load) => [
      ...Array.from({ length: readers }, (_, n) => read(load, n)),
      ...Array.from({ length: writers }, () => write(load)),
    ]),
  );
  try {
    await Promise.race([work(...loads), clients]);
  } finally {
    isOver = true;
  }
  await clients;
  for (const { registry, written } of loads) {
    const obras = await registry.obras();
    assertWhole(obras);
    const stored = new Set(columnOf(obras, 'claveUnica'));
    for (const { status, body } of written) {
      if (status === 201) assert.ok(stored.has(body.claveUnica), `${body.claveUnica} is gone`);
    }
  }
  return loads;
}

/** Asserts the documented answer while the database is away. */
export function assertUnavailable({ status, body, headers }: Reply): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal(body.statusCode, 503);
}

export function tally(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
