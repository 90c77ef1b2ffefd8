// A primary and its hot standby, and a link between a service and the primary that can be cut.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { atEnd } from '../at-end.ts';
import { session } from '../process.ts';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import { obraBody, type Registry, type Service } from './registry.ts';

export const READING = /^Por el momento el registro sólo se puede consultar: /;

/** Makes a link to a server, which takes each connection after so many milliseconds. It can be shut, and lead elsewhere. */
export async function gateTo(first: Postgres, pause = 0) {
  let to: Postgres | undefined = first;
  const sockets = new Set<Socket>();
  const portOf = (server: Postgres) => Number(new URL(server.address('')).port);
  const server = createServer(async (inside) => {
    sockets.add(inside.on('error', () => {}));
    if (pause > 0) await setTimeout(pause);
    if (!to) return void inside.destroy();
    pipeline(inside, connect(portOf(to), '127.0.0.1'), inside, () => sockets.delete(inside));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gate = {
    address: (database: string) => first.address(database).replace(/:\d+/, `:${port}`),
    /** Cuts what goes through it, and lets nothing else. */
    shut: () => {
      to = undefined;
      for (const socket of sockets) socket.destroy();
    },
    /** Leads to this server from here on. */
    open: (other: Postgres) => {
      to = other;
    },
  };
  atEnd(() => {
    gate.shut();
    server.close();
  });
  return gate;
}

export type Pair = Awaited<ReturnType<typeof primaryAndStandby>>;

/** Makes two servers with an empty registry, and a gate to the primary. */
export async function primaryAndStandby() {
  const primary = await ownPostgres();
  const standby = await primary.standby();
  const gate = await gateTo(primary);
  const { DATABASE_URL = '', ...rest } = await primary.environment();
  const name = new URL(DATABASE_URL).pathname.slice(1);
  const urls = { DATABASE_URL: gate.address(name), DATABASE_READ_URL: standby.address(name) };
  /** The rows of a statement in the registry's database of a server. */
  const on = <T extends object>(server: Postgres, sql: string) =>
    server.query<T>(sql, { DATABASE_URL: server.address(name) });
  const set = async (server: Postgres, setting: string, value: string) => {
    await on(server, `ALTER SYSTEM SET ${setting} = '${value}'`);
    await on(server, 'SELECT pg_reload_conf()');
  };
  /** Waits until everything committed so far is on the standby too. */
  const caughtUp = async () => {
    const [row] = await on<{ lsn: string }>(primary, 'SELECT pg_current_wal_lsn() AS lsn');
    const holds = `SELECT WHERE pg_last_wal_replay_lsn() >= '${row?.lsn}'`;
    await until('the standby has it', async () => (await on(standby, holds)).length);
  };
  /** `environment` has the settings of a service on both that reaches the primary through the gate. */
  return { primary, standby, gate, name, environment: { ...rest, ...urls }, on, set, caughtUp };
}

/** The answer of /health/ready: its status, and its word for reading and writing. */
export async function ready({ service }: Registry<Service>): Promise<[number, string | undefined]> {
  const answer = await fetch(`${service.url}/health/ready`);
  return [answer.status, ((await answer.json()) as { status?: string }).status];
}

/** Waits until a service says that it only reads, or that it serves nothing, or everything. */
export const says = (registry: Registry<Service>, status: 'solo-lectura' | 'ok' | 503) =>
  until(`it says ${status}`, async () => (await ready(registry)).includes(status));

/** Waits until a write goes through. */
export const writes = ({ call }: Registry<Service>) =>
  until('writes go on', async () => {
    return (await call('POST', '/obras', obraBody('de nuevo'))).status === 201;
  });

/** Makes a user: the record's id, and what calls the service as that user. */
export async function newUser({ made, service }: Registry<Service>, email: string, roles = 'user') {
  const password = 'secreto-de-ana';
  const { id } = await made('/users', { email, nombreCompleto: 'Ana', password, roles });
  return { id: id as string, password, call: await session(service.url, email, password) };
}

/** Changes a user's record. */
export const patchUser = async ({ call }: Registry<Service>, id: string, changes: object) =>
  assert.equal((await call('PATCH', `/users/${id}`, changes)).status, 200);
