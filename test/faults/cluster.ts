// Three machines that keep a registry, each a network, a tree of processes and a disk of its own on this one. They are set up by
// the blocks of docs/tres-maquinas.md, with the files of deploy/cluster/, and vanish with the process that has started them.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../at-end.ts';
import { readBlocks } from '../blocks.ts';
import { columnOf } from '../columns.ts';
import { filledIn, ROOT, settingsIn, settingsOf } from '../deploy-settings.ts';
import { printedBy } from '../process.ts';
import { debianProgram } from './debian.ts';
import type { Way } from './door.ts';
import { until } from './postgres.ts';
import { ADMIN } from './registry.ts';

/** The users of a machine whose processes are Patroni and PostgreSQL, and etcd; root's are all. */
type User = 'postgres' | 'etcd' | 'root';

export interface Machine {
  n: number;
  /** Runs a text in a shell of the machine as root; answers what it prints, and throws what it says where it fails. */
  run(text: string): Promise<string>;
  /** Sends a signal to every process of a user. */
  signal(user: User, name: 'KILL' | 'STOP' | 'CONT'): Promise<void>;
  /** The address of its HAProxy for people. */
  url: string;
  /** The address of its instance of the service, which HAProxy alone uses. */
  instance: string;
  /** The address of its Patroni. */
  patroni: string;
  /** Leaves no room on its disk, which has all of its data; answers how to free it. */
  fillDisk(): Promise<() => Promise<unknown>>;
}

export interface Cluster {
  machines: Machine[];
  /** Takes a machine out of the network, or brings it back. */
  wire(machine: Machine, state: 'down' | 'up'): Promise<void>;
  /** The machine that Patroni calls the primary, but for those that are named; undefined while there is none. */
  leader(but?: Machine): Promise<Machine | undefined>;
  /** The same once there is one. */
  someLeader(but?: Machine): Promise<Machine>;
  /** The standby that confirms commits, and the other. */
  standbys(): Promise<{ confirming: Machine; other: Machine }>;
  /** Waits until one leads, two follow it closely and one of them confirms, and all instances write. */
  whole(): Promise<void>;
  /** Takes back whatever a test that failed has left: what hangs, networks that are cut, programs that do not run. */
  mend(): Promise<void>;
  /** The text that the leader's PostgreSQL prints for a statement; a new leader may still refuse to write. */
  sql(statement: string): Promise<string>;
}

/** Megabytes of a machine's disk. */
const DISK = 3_000;
/** Debian's packages, by a program that shows that they are there. */
const PROGRAMS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  openssl: 'openssl',
  ip: 'iproute2',
};

// The page -------------------------------------------------------------------------------------------

const PAGE = readBlocks('docs/tres-maquinas.md').map(({ text }) => ({ text, isUsed: false }));

/** The block of the page in which this stands. */
function block(part: string): string {
  const [found, ...others] = PAGE.filter(({ text }) => text.includes(part));
  assert.ok(found && others.length === 0, `one block of docs/tres-maquinas.md has «${part}»`);
  found.isUsed = true;
  return found.text;
}

/** The blocks of the page that no cluster was made with. */
export const unusedBlocks = () => PAGE.filter(({ isUsed }) => !isUsed).map(({ text }) => text);

/** One for each `password` in patroni.yml, the same on all machines. */
const PASSWORDS = Array.from({ length: 4 }, () => randomBytes(24).toString('hex'));
const DATABASE_PASSWORD = randomBytes(24).toString('hex');

/** A file of deploy/cluster/ as a person changes it for a machine: nothing but the lines below CAMBIAR. */
function changedFor(n: number, text: string): string {
  const passwords = PASSWORDS.values();
  let isOwn = false;
  const lines = text.split('\n').map((line) => {
    if (/^\s*#/.test(line))
      isOwn = (isOwn && !line.includes('CAMBIAR')) || /CAMBIAR: this machine/.test(line);
    else if (line === '') isOwn = false;
    else if (/^\s*password: CAMBIAR$/.test(line))
      return line.replace('CAMBIAR', passwords.next().value as string);
    else if (isOwn)
      return line.replaceAll('10.0.0.11', `10.0.0.1${n}`).replaceAll('maquina1', `maquina${n}`);
    return line;
  });
  return lines.join('\n');
}

// A machine ------------------------------------------------------------------------------------------

/**
 * Takes the place of sudo, apt-get and systemctl, which starts what Debian's units and deploy/registro.service start. A program
 * keeps its output in /var/log.
 */
const STAND_INS = {
  sudo: `if [ "$1" = -u ]; then
  user=$2; shift 2
  cd /; exec setpriv --reuid="$user" --regid="$user" --init-groups env HOME=/var/lib/postgresql "$@"
fi
exec "$@"`,
  'apt-get': '',
  systemctl: `for last; do :; done
settings() { grep -E '^[A-Z_0-9]+=' "$1"; }
as() { user=$1; log=$2; shift 2; setsid setpriv --reuid="$user" --regid="$user" --init-groups "$@" >>"/var/log/$log.log" 2>&1 </dev/null & }
case "$1 \${last%.service}" in
  'stop etcd' | 'stop haproxy') ;;
  *' etcd') mapfile -t all < <(settings /etc/default/etcd); as etcd etcd env "\${all[@]}" etcd ;;
  *' patroni') as postgres patroni env HOME=/var/lib/postgresql /usr/bin/patroni /etc/patroni/config.yml ;;
  *' haproxy') setsid haproxy -W -f /etc/haproxy/haproxy.cfg >>/var/log/haproxy.log 2>&1 </dev/null & ;;
  *' registro') mapfile -t all < <(settings /etc/registro/registro.env)
    cd "$ROOT"; setsid bash -c 'while :; do "$@"; sleep 5; done' - env NODE_ENV=production LOG_LEVEL=warn TEST_TIMEOUT_FACTOR="$FACTOR" "\${all[@]}" \\
      "$NODE" dist/src/server.js >>/var/log/registro.log 2>&1 </dev/null & ;;
  *) echo "systemctl $*?" >&2; exit 1 ;;
esac`,
};

/**
 * The first process of a machine. It has /etc, /run and the folders of data for itself, and takes note of every process that
 * ends without a parent. Nothing of the system that it runs on is changed.
 */
const FIRST = `set -e
disk=$1
mount -t tmpfs -o size=${DISK}m,mode=755 tmpfs "$disk"
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p "$disk"/{etc,lib/postgresql,lib/etcd,log,clone}
cp -a /etc/. "$disk/etc"
rm -rf "$disk"/etc/{patroni,etcd,haproxy}/*
mkdir -p "$disk"/etc/{patroni,etcd,haproxy,postgresql-common}
install -d -m 2775 -o postgres -g postgres "$disk/lib/postgresql" "$disk/lib/postgresql/15" /run/postgresql
install -d -m 700 -o etcd -g etcd "$disk/lib/etcd"
chmod 777 "$disk/log"
for each in etc:/etc lib/postgresql:/var/lib/postgresql lib/etcd:/var/lib/etcd log:/var/log; do mount --bind "$disk/\${each%%:*}" "\${each#*:}"; done
[ -d /var/run/postgresql ]
ip link set lo up
echo ready
while :; do sleep infinity & wait; done`;

/** Processes that are ended with this one, the newest first. */
function launch(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

/** The output of a program, or what it says of its failure. */
async function output(
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const [printed, said] = [printedBy(child.stdout), printedBy(child.stderr)];
  const [code] = await once(child, 'close');
  assert.equal(code, 0, `${command} ${args.at(-1)}: ${code}\n${printed()}${said()}`);
  return printed();
}

async function newMachine(
  n: number,
  folder: string,
  open: (way: Pick<Way, 'host' | 'port'>) => Promise<string>,
) {
  const disk = join(folder, `maquina${n}`);
  const bin = join(folder, `bin${n}`);
  mkdirSync(disk);
  mkdirSync(bin);
  for (const [name, text] of Object.entries(STAND_INS)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  }
  const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const outer = launch('unshare', [...own, 'bash', '-c', FIRST, '-', disk]);
  const said = once(outer.stdout as NodeJS.ReadableStream, 'data');
  const [first] = await Promise.race([said, once(outer, 'exit')]);
  assert.match(String(first), /ready/, `machine ${n} did not start`);
  const pid = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim();
  const env = {
    PATH: `${bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    LANG: 'C.UTF-8',
    ROOT,
    NODE: process.execPath,
    FACTOR: process.env.TEST_TIMEOUT_FACTOR,
  };
  const there = ['--target', pid, '--net', '--mount', '--pid', '--'];
  const inside = (command: string[]) =>
    output('nsenter', [...there, ...command], { env, cwd: '/' });
  const run: Machine['run'] = (text) => inside(['bash', '-c', `set -e; cd ${disk}/clone\n${text}`]);
  const host = `10.0.0.1${n}`;
  const sized = (size: string) => run(`mount -o remount,size=${size} ${disk}`);
  const machine: Machine & { pid: string; clone: string } = {
    n,
    pid,
    clone: `/proc/${pid}/root${disk}/clone`,
    run,
    fillDisk: async () => {
      // A little more than it has now: meanwhile that grows.
      await sized(`$(( $(df --output=used ${disk} | tail -n 1) + 512 ))k`);
      return () => sized(`${DISK}m`);
    },
    // -1 are all but the first process and the one that sends, to whom the user may send.
    signal: async (user, name) => {
      const who = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
      // There may be none.
      await inside([...who, 'bash', '-c', `kill -${name} -1 2>/dev/null || :`]);
    },
    url: await open({ host, port: 443 }),
    instance: await open({ host, port: 3443 }),
    patroni: await open({ host, port: 8008 }),
  };
  symlinkSync(join(ROOT, 'deploy'), join(machine.clone, 'deploy'));
  return machine;
}

/** The status and the text of an answer; nothing where none comes soon. */
async function ask(url: string): Promise<{ status?: number; text: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { text: '{}' };
  }
}
const is200 = async (url: string) => (await ask(url)).status === 200;

/** Answers whether an instance is ready, and not for reading alone. */
const writes = async (url: string) => (await ask(`${url}/health/ready`)).text.includes('"ok"');

// The cluster ----------------------------------------------------------------------------------------

/** Makes the cluster by the page, with an instance on each machine. */
export async function newCluster(): Promise<Cluster> {
  for (const [program, name] of Object.entries(PROGRAMS)) debianProgram(program, name);
  const folder = mkdtempSync(join(tmpdir(), 'registro-maquinas-'));
  execFileSync('chmod', ['755', folder]);

  const pki = join(folder, 'pki');
  mkdirSync(pki);
  const paste = (text: string) => output('bash', ['-ec', text], { cwd: pki });
  await paste(block('-keyout ca.key'));
  const forMachine = block('-CAcreateserial');
  assert.match(forMachine, /^N=1$/m);
  for (const n of [1, 2, 3]) {
    await paste(forMachine.replace(/^N=1$/m, `N=${n}`));
    // A browser of the tests believes the cluster's own.
    await paste(`cp maquina${n}/maquina.pem maquina${n}/registro.pem`);
  }

  const network = launch('unshare', ['--net', 'bash', '-c', 'echo ready; exec sleep infinity']);
  await once(network.stdout as NodeJS.ReadableStream, 'data');
  const there = ['--target', String(network.pid), '--net', '--'];
  const ip = (...args: string[]) => output('nsenter', [...there, 'ip', ...args]);
  await ip('link', 'add', 'br0', 'type', 'bridge');
  await ip('addr', 'add', '10.0.0.1/24', 'dev', 'br0');
  for (const link of ['lo', 'br0']) await ip('link', 'set', link, 'up');

  const readPki = (file: string) => readFileSync(join(pki, file), 'utf8');
  const door = fork(fileURLToPath(new URL('door.js', import.meta.url)), [], {
    execPath: 'nsenter',
    execArgv: [...there, process.execPath],
  });
  atEnd(() => door.kill('SIGKILL'));
  const certificates = {
    ca: readPki('ca.crt'),
    cert: readPki('maquina1/maquina.crt'),
    key: readPki('maquina1/maquina.key'),
  };
  const open = async (way: Pick<Way, 'host' | 'port'>) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // Here it is closed: of two that listen either would get connections.
    door.send({ ...certificates, ...way } satisfies Way, server, () => server.close());
    return `http://127.0.0.1:${port}`;
  };

  const machines = await Promise.all([1, 2, 3].map((n) => newMachine(n, folder, open)));
  const onAll = (text: string) => Promise.all(machines.map(({ run }) => run(text)));
  for (const { n, pid, run, clone } of machines) {
    await ip('link', 'add', `v${n}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid);
    await ip('link', 'set', `v${n}`, 'master', 'br0', 'up');
    await run(`ip addr add 10.0.0.1${n}/24 dev eth0; ip link set eth0 up`);
    execFileSync('cp', ['-a', join(pki, `maquina${n}`), join(clone, 'tls')]);
  }

  await onAll(block('apt-get install'));
  await onAll(block('/etc/haproxy/tls'));
  const settings = block('sudo editor');
  const [, before = '', files = '', after = ''] =
    /^(.*)^sudo editor (.*?)$(.*)$/ms.exec(settings) ?? [];
  await onAll(before);
  for (const { n, pid } of machines) {
    for (const file of files.split(' ')) {
      const path = `/proc/${pid}/root${file}`;
      writeFileSync(path, changedFor(n, readFileSync(path, 'utf8')));
      assert.doesNotMatch(readFileSync(path, 'utf8'), /^[^#]*CAMBIAR/m);
    }
  }
  await onAll(after);

  await onAll(block('enable --now etcd'));
  await onAll(block('ETCD_INITIAL_CLUSTER_STATE=existing'));
  const [first, ...others] = machines;
  assert.ok(first);
  const startPatroni = block('enable --now patroni');
  await first.run(startPatroni);
  await until('the first leads', () => is200(`${first.patroni}/primary`));
  for (const { run } of others) await run(startPatroni);
  const database = block('CREATE ROLE obras');
  await first.run(database.replace('CAMBIAR', DATABASE_PASSWORD));
  await onAll(block('enable --now haproxy'));
  const environment = {
    ...filledIn(settingsIn('deploy/machine.env.example')),
    ...settingsOf(block('DATABASE_URL=')),
    ...ADMIN,
  };
  const lines = Object.entries(environment).map(
    ([name, value]) => `${name}=${value.replace('CAMBIAR', DATABASE_PASSWORD)}\n`,
  );
  for (const { pid, run } of machines) {
    writeFileSync(`/proc/${pid}/root/etc/registro/registro.env`, lines.join(''));
    await run('sudo systemctl enable --now registro.service');
  }

  const leader: Cluster['leader'] = async (but) => {
    const asked = machines.filter((machine) => machine !== but);
    const leads = await Promise.all(asked.map(({ patroni }) => is200(`${patroni}/primary`)));
    return asked[leads.indexOf(true)];
  };
  const someLeader: Cluster['someLeader'] = async (but) => {
    let found: Machine | undefined;
    await until('somebody leads', async () => {
      found = await leader(but);
      return found;
    });
    return found as Machine;
  };
  interface Patroni {
    replication?: { application_name: string; state: string }[];
    members?: { name: string; role: string }[];
  }
  const following = async () => {
    const found = await leader();
    const says = async (path: string): Promise<Patroni> =>
      found ? JSON.parse((await ask(`${found.patroni}/${path}`)).text) : {};
    const { replication = [] } = await says('patroni');
    const { members = [] } = await says('cluster');
    // PostgreSQL calls it synchronous two seconds before etcd does. Until then no standby may replace a lost primary.
    const confirming = members.find(({ role }) => role === 'sync_standby')?.name;
    return replication
      .filter(({ state }) => state === 'streaming')
      .map(({ application_name }) => ({
        machine: machines[Number(application_name.slice(-1)) - 1] as Machine,
        isConfirming: application_name === confirming,
      }));
  };
  const cluster: Cluster = {
    machines,
    leader,
    someLeader,
    wire: async ({ n }, state) => {
      await ip('link', 'set', `v${n}`, state);
    },
    standbys: async () => {
      const [confirming, other] = (await following())
        .sort((one, two) => Number(two.isConfirming) - Number(one.isConfirming))
        .map(({ machine }) => machine);
      return { confirming, other } as { confirming: Machine; other: Machine };
    },
    whole: async () => {
      let seen = '';
      await until(
        () => `three machines together: ${seen}`,
        async () => {
          const standbys = columnOf(await following(), 'isConfirming');
          const ready = await Promise.all(machines.map(({ instance }) => writes(instance)));
          const people = await Promise.all(machines.map(({ url }) => writes(url)));
          seen = JSON.stringify({ standbys, ready, people });
          const isFollowed = String(standbys.sort()) === 'false,true';
          return isFollowed && [...ready, ...people].every(Boolean);
        },
      );
    },
    mend: async () => {
      for (const machine of machines) {
        await machine.signal('root', 'CONT');
        await cluster.wire(machine, 'up');
        await machine.run(
          `ip rule del pref 100 2>/dev/null || :
           for each in etcd patroni haproxy; do pgrep -x $each >/dev/null || sudo systemctl start $each; done`,
        );
      }
    },
    sql: async (statement) => {
      const { run } = await someLeader();
      return (
        await run(`sudo -u postgres psql -qXAt -v ON_ERROR_STOP=1 obras <<'EOF'\n${statement}\nEOF`)
      ).trim();
    },
  };
  await cluster.whole();
  const list = await first.run(block('patronictl'));
  for (const role of ['Leader', 'Sync Standby', 'Replica'])
    assert.match(list, new RegExp(`\\| ${role} +\\|`));
  return cluster;
}
