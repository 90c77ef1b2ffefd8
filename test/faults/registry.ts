// A registry in a process of its own, with the few records that obras need, and calls that may fail.
import assert from 'node:assert/strict';
import { atEnd } from '../at-end.ts';
import { type Running, session, start } from '../process.ts';

export const ADMIN = { ADMIN_EMAIL: 'admin@obras.local', ADMIN_PASSWORD: 'secreto-inicial' };

/** The body of its login. */
export const LOGIN = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };

/** No request may take longer, whatever happens to the database; milliseconds. */
export const LONGEST = 10_000;
/** The same in this process, where the waits for the database are stretched. */
export const LONGEST_HERE = LONGEST * Number(process.env.TEST_STRETCH ?? 1);

const running = new Set<Running>();

// The services that a failed test has left running; what they said may tell why.
atEnd(async () => {
  for (const service of running) {
    console.log(service.output().slice(-4_000));
    await service.stop('SIGKILL');
  }
});

export interface Obra {
  id: number;
  numeroObra: number;
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

export interface Registry {
  service: Running;
  /** Calls the service as its administrator and asserts that nothing takes longer than `LONGEST`. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  /** All obras, as GET /obras answers them. */
  obras(): Promise<Obra[]>;
  /** The obras that come of replaying the ledger, by id: their own fields. */
  replayed(): Promise<Map<string, object>>;
}

/** Starts the service, for the first time or again, and logs in. */
export async function openRegistry(environment: Record<string, string>): Promise<Registry> {
  const service = await start({ ...ADMIN, ...environment });
  running.add(service);
  service.process.once('exit', () => running.delete(service));
  const admin = await session(service.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const call: Registry['call'] = async (method, path, body, headers) => {
    const begun = performance.now();
    try {
      const answer = await admin(method, path, body, headers, AbortSignal.timeout(2 * LONGEST));
      const text = await answer.text();
      return {
        status: answer.status,
        body: text ? JSON.parse(text) : undefined,
        headers: answer.headers,
      };
    } catch {
      return { status: 0, body: undefined, headers: new Headers() };
    } finally {
      const milliseconds = performance.now() - begun;
      assert.ok(milliseconds < LONGEST, `${method} ${path} took ${milliseconds} ms`);
    }
  };
  return {
    service,
    call,
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

/** Logs in once more: the token, and who it is. */
export async function logIn({ service }: Registry) {
  const answer = await fetch(`${service.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(LOGIN),
  });
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
export async function assertLedgerAgrees(registry: Registry): Promise<void> {
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
export async function newRegistry(environment: Record<string, string>): Promise<Registry> {
  const registry = await openRegistry(environment);
  for (const [path, body] of [
    ['/ejercicio-fiscal', { anio: 2026 }],
    ['/ejercicio-fiscal', { anio: 2027 }],
    ['/dependencias', { nombre: 'Secretaría de Obras' }],
  ] as const) {
    assert.equal((await registry.call('POST', path, body)).status, 201);
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
  assert.equal(new Set(obras.map(({ numeroObra }) => numeroObra)).size, obras.length);
  assert.equal(new Set(obras.map(({ claveUnica }) => claveUnica)).size, obras.length);
}

/** Asserts the documented answer while the database is away. */
export function assertUnavailable({ status, body, headers }: Reply): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal(body.statusCode, 503);
}

/** The number of answers with each status. */
export function tally(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
