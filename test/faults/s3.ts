// A server of our own that speaks S3 and verifies every signature: OpenStack Swift with its s3api, which the tests stop, freeze and
// refuse. It runs Debian's python3-swift in a folder of its own, and is ended and removed afterwards.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { atEnd } from '../at-end.ts';
import { freePort, signal, succeeds, until } from './postgres.ts';

// Debian's own Python: only that one has its packages.
const PYTHON = '/usr/bin/python3';
const SWIFT = '/usr/lib/python3/dist-packages/swift';
const KEY = 'pruebas:registro';
const SECRET = 'secreto/de+prueba';
const REGION = 'us-east-1';
const STORING = ['account', 'container', 'object'] as const;

export interface S3 {
  /** The setting FILES_URL that leads to a bucket; perhaps with another secret. */
  place(bucket: string, secret?: string): string;
  /** Makes a bucket, whose name is given back. */
  makeBucket(name: string): Promise<string>;
  removeBucket(name: string): Promise<void>;
  names(bucket: string): Promise<string[]>;
  /** The status of a request of ours to an address below the server's, and the text of its answer. */
  ask(method: string, path: string, body?: string): Promise<{ status: number; text: string }>;
  /** Holds it in the middle of whatever it does, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Kills what clients talk to; what was stored stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Makes a server and starts it. */
export async function ownS3(): Promise<S3> {
  if (!existsSync(SWIFT)) {
    throw new Error('Falta Swift; instálelo (en Debian: apt-get install python3-swift).');
  }
  const folder = mkdtempSync(join(tmpdir(), 'registro-s3-'));
  const running = new Map<string, number>();
  const end = (name: string) => {
    const pid = running.get(name);
    if (pid) signal(pid, 'SIGKILL');
    running.delete(name);
    return pid;
  };
  atEnd(() => {
    for (const name of [...running.keys()]) end(name);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const ports = {
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
    proxy: await freePort(),
  };
  writeSettings(folder, ports);
  const run = (name: keyof typeof ports) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(PYTHON, ['-c', SERVE, folder, name], { stdio: ['ignore', log, log] });
    running.set(name, child.pid as number);
  };
  for (const name of STORING) run(name);

  const client = new AwsClient({
    ...{ accessKeyId: KEY, secretAccessKey: SECRET, region: REGION },
    ...{ service: 's3', retries: 0 },
  });
  const ask: S3['ask'] = async (method, path, body) => {
    const digest = createHash('sha256').update(body ?? '');
    const answer = await client.fetch(`http://127.0.0.1:${ports.proxy}${path}`, {
      method,
      headers: { 'x-amz-content-sha256': digest.digest('hex') },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const start = async () => {
    run('proxy');
    // All four: the list of an account is asked of the servers that store.
    await until('the store answers', () =>
      succeeds(ask('GET', '/').then(({ status }) => assert.equal(status, 200))),
    );
  };
  const names: S3['names'] = async (bucket) => {
    const { text } = await ask('GET', `/${bucket}?list-type=2&max-keys=1000`);
    return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => name);
  };
  await start();
  return {
    ...{ ask, names, start },
    place: (bucket, secret = SECRET) =>
      `s3://${[KEY, secret].map(encodeURIComponent).join(':')}@127.0.0.1:${ports.proxy}/${bucket}?region=${REGION}&tls=false`,
    makeBucket: async (name) => {
      // On a busy machine it may refuse for a moment, with the bucket made or not.
      await until('the bucket is there', async () => {
        const { status } = await ask('PUT', `/${name}`);
        return status === 200 || status === 409;
      });
      return name;
    },
    removeBucket: async (bucket) => {
      for (const name of await names(bucket)) await ask('DELETE', `/${bucket}/${name}`);
      const { status, text } = await ask('DELETE', `/${bucket}`);
      assert.equal(status, 204, text);
    },
    freeze: () => signal(running.get('proxy') as number, 'SIGSTOP'),
    thaw: () => signal(running.get('proxy') as number, 'SIGCONT'),
    stop: async () => {
      const pid = end('proxy');
      await until('it is gone', () => !existsSync(`/proc/${pid}`));
    },
  };
}

/** Serves as one of the four servers of `folder`. */
const SERVE = `
import sys
import swift.common.utils
folder, name = sys.argv[1:]
swift.common.utils.SWIFT_CONF_FILE = folder + '/swift.conf'
from swift.common.wsgi import run_wsgi
run_wsgi(folder + '/' + name + '-server.conf', name + '-server')
`;

/** Makes the rings, which say where something is stored: on one disk. */
const MAKE_RINGS = `
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for name, port in zip(['account', 'container', 'object'], ports):
    ring = RingBuilder(1, 1, 0)
    ring.add_dev(dict(id=0, region=1, zone=1, ip='127.0.0.1', port=int(port), replication_ip='127.0.0.1',
                      replication_port=int(port), device='disco', weight=1, meta=''))
    ring.rebalance()
    ring.get_ring().save(folder + '/' + name + '.ring.gz')
`;

function writeSettings(folder: string, ports: Record<string, number>): void {
  mkdirSync(join(folder, 'discos', 'disco'), { recursive: true });
  const write = (name: string, ...lines: string[]) =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_suffix = pruebas\nswift_hash_path_prefix = pruebas',
    '[storage-policy:0]\nname = una\ndefault = yes',
  );
  // Without workers of its own, it is one process.
  const common = (name: string) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${ports[name]}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${folder}`;
  for (const name of STORING) {
    write(
      `${name}-server.conf`,
      `${common(name)}\ndevices = ${folder}/discos\nmount_check = false\nfallocate_reserve = 0`,
      `[pipeline:main]\npipeline = ${name}-server`,
      `[app:${name}-server]\nuse = egg:swift#${name}`,
    );
  }
  const [account, user] = KEY.split(':');
  write(
    'proxy-server.conf',
    common('proxy'),
    '[pipeline:main]\npipeline = catch_errors cache s3api tempauth copy slo proxy-server',
    '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true',
    // On a busy machine its own servers are slow to answer.
    'conn_timeout = 20\nnode_timeout = 60',
    ...['catch_errors', 'copy', 'slo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}`),
    // No server listens there: nothing is kept.
    '[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1',
    `[filter:s3api]\nuse = egg:swift#s3api\nlocation = ${REGION}`,
    `[filter:tempauth]\nuse = egg:swift#tempauth\nuser_${account}_${user} = ${SECRET} .admin`,
  );
  const { account: accounts, container, object } = ports;
  execFileSync(PYTHON, ['-c', MAKE_RINGS, folder, ...[accounts, container, object].map(String)]);
}
