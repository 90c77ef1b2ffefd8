// A primary and its hot standby, and a link between a service and the primary that can be cut.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';
import { session } from '../process.ts';
import { ownPostgres, type Postgres, until } from './postgres.ts';
import { obraBody, type Registry, type Service } from './registry.ts';

export const READING = /^Por el momento el registro sólo se puede consultar: /;

/** A link between the service and a server: it can be shut, and lead elsewhere. */
export interface Gate {
  /** The address of a database through it. */
  address(database: string): string;
  /** Cuts what goes through it, and lets nothing else. */
  shut(): void;
  /** Leads to this server from here on. */
  open(to: Postgres): void;
}

async function gateTo(first: Postgres): Promise<Gate> {
  let port: number | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    if (port === undefined) return void inside.destroy();
    const outside = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  const gate: Gate = {
    address: (database) => `postgres://postgres@127.0.0.1:${own}/${database}`,
    shut: () => {
      port = undefined;
      for (const socket of sockets) socket.destroy();
    },
    open: (to) => {
      port = Number(new URL(to.address('postgres')).port);
    },
  };
  atEnd(() => {
    gate.shut();
    server.close();
  });
  gate.open(first);
  return gate;
}

export interface Pair {
  primary: Postgres;
  standby: Postgres;
  gate: Gate;
  /** The name of the registry's database, and settings of a service on both that reaches the primary through the gate. */
  name: string;
  environment: Record<string, string>;
  /** The rows of a statement in that database of a server. */
  on<T extends object>(server: Postgres, sql: string): Promise<T[]>;
  /** Waits until everything committed so far is on the standby too. */
  caughtUp(): Promise<void>;
}

/** Makes two servers with an empty registry. */
export async function primaryAndStandby(): Promise<Pair> {
  const primary = await ownPostgres();
  const standby = await primary.standby();
  const gate = await gateTo(primary);
  const { DATABASE_URL = '', ...rest } = await primary.environment();
  const name = new URL(DATABASE_URL).pathname.slice(1);
  const on = <T extends object>(server: Postgres, sql: string) =>
    server.query<T>(sql, { DATABASE_URL: server.address(name) });
  return {
    primary,
    standby,
    gate,
    name,
    environment: {
      ...rest,
      DATABASE_URL: gate.address(name),
      DATABASE_READ_URL: standby.address(name),
    },
    on,
    caughtUp: async () => {
      const [row] = await on<{ lsn: string }>(primary, 'SELECT pg_current_wal_lsn() AS lsn');
      await until('the standby has it', async () => {
        const [held] = await on<{ holds: boolean }>(
          standby,
          `SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}' AS holds`,
        );
        return held?.holds;
      });
    },
  };
}

/** What /health/ready answers: its status, and what it says of reading and writing. */
export async function ready({ service }: Registry<Service>): Promise<[number, string | undefined]> {
  const answer = await fetch(`${service.url}/health/ready`);
  return [answer.status, ((await answer.json()) as { status?: string }).status];
}

/** Waits until a service says that it only reads, or that it serves nothing, or everything. */
export const says = (registry: Registry<Service>, status: 'solo-lectura' | 'ok' | 503) =>
  until(`it says ${status}`, async () => (await ready(registry)).includes(status));

/** Waits until a write goes through. */
export const writes = (registry: Registry<Service>) =>
  until('writes go on', async () => {
    const { status } = await registry.call('POST', '/obras', obraBody('de nuevo'));
    return status === 201;
  });

/** Makes a user: the record, and what calls the service as that user. */
export async function newUser(registry: Registry<Service>, email: string) {
  const password = 'secreto-de-ana';
  const user = await registry.made('/users', {
    email,
    nombreCompleto: 'Ana',
    password,
    roles: 'user',
  });
  const call = await session(registry.service.url, email, password);
  return { ...user, password, call } as {
    id: string;
    password: string;
    call: Awaited<ReturnType<typeof session>>;
  };
}

/** Changes a user's record. */
export async function patchUser(
  registry: Registry<Service>,
  id: string,
  body: object,
): Promise<void> {
  const { status, body: answered } = await registry.call('PATCH', `/users/${id}`, body);
  assert.equal(status, 200, JSON.stringify(answered));
}
