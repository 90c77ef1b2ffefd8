// Instances behind HAProxy as deploy/cluster/ has it, the requests of people meanwhile, and a newer version of the program.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { atEnd } from '../at-end.ts';
import { readRoot as read, ROOT as root } from '../deploy-settings.ts';
import { printedBy } from '../process.ts';
import { debianProgram } from './debian.ts';
import { freePort, until } from './postgres.ts';
import { LOGIN, obraBody, versionBody } from './registry.ts';

/** The seconds for which an instance goes on after SIGTERM, as the page for three machines has them. */
export const [, SHUTDOWN_DELAY = assert.fail('docs/tres-maquinas.md says SHUTDOWN_DELAY')] =
  /^ *SHUTDOWN_DELAY=(\d+)$/m.exec(read('docs/tres-maquinas.md')) ?? [];

/** HAProxy in front of instances. */
export interface Front {
  port: number;
  /** Waits until HAProxy takes so many of them for ready. */
  sees(instances: number): Promise<void>;
}

/**
 * Starts HAProxy with the part for people of deploy/cluster/haproxy.cfg, in front of these ports of this machine.
 *
 * @param isInOrder whether an instance gets requests only where those before it are gone
 */
export async function startFront(ports: string[], isInOrder = false): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'registro-haproxy-'));
  const [port, state] = [await freePort(), await freePort()];
  const shipped = read('deploy/cluster/haproxy.cfg');
  const part = (from: string, to: string) => {
    const [at, end] = [shipped.indexOf(from), shipped.indexOf(to)];
    assert.ok(at >= 0 && end > at, from);
    return shipped.slice(at, end);
  };
  const backup = (i: number) => (isInOrder && i > 0 ? ' backup' : '');
  let text = part('\ndefaults\n', '\n# Databases') + part('\n# People', "\n# This machine's");
  // Between HAProxy and the instances of this machine nothing is encrypted.
  for (const [from, to] of [
    ['  log global\n', ''],
    // On a busy machine a check or an import may take longer than HAProxy should wait for one.
    ['timeout check 2s', 'timeout check 60s'],
    ['timeout client 65s', 'timeout client 600s'],
    ['timeout server 65s', 'timeout server 600s'],
    [/bind :443 ssl .*/, `bind 127.0.0.1:${port}`],
    [/default-server ssl .* check$/m, 'default-server check'],
    [
      /( {2}server maquina\d .*\n)+/,
      ports.map((each, i) => `  server maquina${i + 1} 127.0.0.1:${each}${backup(i)}\n`).join(''),
    ],
  ] as [string | RegExp, string][]) {
    const changed = text.replace(from, to);
    assert.notEqual(changed, text, String(from));
    text = changed;
  }
  const counts = ports
    .map((_, i) => `  http-request return status 20${i} if { nbsrv(instancias) eq ${i + 1} }`)
    .join('\n');
  text += `\nfrontend cuantas\n  mode http\n  timeout client 5s\n  bind 127.0.0.1:${state}\n${counts}\n  http-request return status 503\n`;
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(config, text);
  const child = spawn(debianProgram('haproxy'), ['-db', '-f', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const printed = printedBy(child.stderr);
  atEnd(() => child.kill('SIGKILL'));
  return {
    port,
    sees: (instances) =>
      until(
        () => `HAProxy sees ${instances} instances\n${printed()}`,
        async () => {
          assert.equal(child.exitCode, null, printed());
          const { status } = await fetch(`http://127.0.0.1:${state}/`).catch(() => ({ status: 0 }));
          return status === 199 + instances;
        },
      ),
  };
}

interface Sent {
  body?: string;
  headers?: Record<string, string>;
  /** Whether the body is sent, and the answer read, at the pace of a slow line. */
  isSlow?: boolean;
}

/** Milliseconds between two pieces of a slow line. */
const SLOW = 20;

/** Calls a port over connections that stay open. A connection that breaks is an error. */
export function createCaller(port: number) {
  const agent = new Agent({ keepAlive: true });
  atEnd(() => agent.destroy());
  let token = '';
  const call = async (
    method: string,
    path: string,
    { body, headers, isSlow = false }: Sent = {},
  ) => {
    const sent = request({ port, host: '127.0.0.1', method, path, agent });
    if (token) sent.setHeader('authorization', `Bearer ${token}`);
    if (body !== undefined) sent.setHeader('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers ?? {})) sent.setHeader(name, value);
    const coming = once(sent, 'response');
    coming.catch(() => {});
    if (isSlow && body !== undefined) {
      for (let at = 0; at < body.length; at += 8_192) {
        sent.write(body.slice(at, at + 8_192));
        await setTimeout(SLOW);
      }
      sent.end();
    } else sent.end(body);
    const [answer] = await coming;
    let text = '';
    for await (const piece of answer.setEncoding('utf8')) {
      text += piece;
      if (isSlow) await setTimeout(SLOW);
    }
    assert.ok(answer.complete, `${method} ${path} broke off`);
    return {
      status: answer.statusCode as number,
      headers: answer.headers as Record<string, string | undefined>,
      text,
    };
  };
  const logIn = async () => {
    const answer = await call('POST', '/auth/login', { body: JSON.stringify(LOGIN) });
    assert.equal(answer.status, 200, answer.text);
    token = JSON.parse(answer.text).access_token;
  };
  return { call, logIn, agent };
}

/** Requests of all kinds, until `stop`. Any that is not answered as it should be ends them with an error. */
export interface Load {
  /** Rejects with the first failure. */
  failed: Promise<never>;
  /** Ends the requests, and fails where one has failed or a kind has hardly been answered. */
  stop(): Promise<void>;
  /** The claves of the works that were registered, with the names that they were left with. */
  written: Map<string, string>;
}

/** Rows of each sheet that is imported meanwhile, and its bytes: it is answered with its report. */
const [SHEET_ROWS, SHEET_BYTES] = [20, 300_000];
/** Milliseconds that a client lets pass between two requests. */
const PAUSE = 50;

export async function startLoad({ port }: Pick<Front, 'port'>): Promise<Load> {
  const { call, logIn } = createCaller(port);
  await logIn();
  const written = new Map<string, string>();
  const answered: Record<string, number> = {};
  let isOver = false;
  const expect = async (status: number, ...asked: Parameters<typeof call>) => {
    const answer = await call(...asked);
    const [method, path] = asked;
    const id = answer.headers['x-request-id'] ?? 'of HAProxy itself';
    assert.equal(answer.status, status, `${method} ${path} ${id} ${answer.text.slice(0, 500)}`);
    return answer;
  };
  const register = async (headers?: Record<string, string>) => {
    const body = obraBody();
    const sent = { body: JSON.stringify(body), ...(headers && { headers }) };
    const answer = await expect(201, 'POST', '/obras', sent);
    written.set(body.claveUnica, body.nombre);
    return { obra: JSON.parse(answer.text), answer, sent };
  };
  const kinds: Record<string, () => Promise<void>> = {
    'registers, reads and changes': async () => {
      const { obra } = await register();
      const seen = JSON.parse((await expect(200, 'GET', `/obras/${obra.id}`)).text);
      assert.equal(seen.claveUnica, obra.claveUnica);
      const version = versionBody(`versión ${randomUUID()}`);
      await expect(200, 'PATCH', `/obras/${obra.id}`, { body: JSON.stringify(version) });
      written.set(obra.claveUnica, version.nombre);
      // The other instance hears of the change within a second.
      await until('the change is read', async () => {
        const again = JSON.parse((await expect(200, 'GET', `/obras/${obra.id}`)).text);
        return again.nombre === version.nombre;
      });
    },
    'registers with a key, and sends that again': async () => {
      const { answer, sent } = await register({ 'idempotency-key': randomUUID() });
      assert.equal((await expect(201, 'POST', '/obras', sent)).text, answer.text);
    },
    'reads the whole list': async () => {
      const list = JSON.parse((await expect(200, 'GET', '/obras')).text);
      assert.ok(list.length > 0);
    },
    'downloads all works slowly': async () => {
      const { text } = await expect(200, 'GET', '/obras.csv', { isSlow: true });
      assert.ok(text.endsWith('\r\n'));
    },
    'searches, and reads the summary and the follow-up': async () => {
      await expect(200, 'GET', `/obras?limit=20&q=version%20${Math.floor(Math.random() * 1e4)}`);
      await expect(200, 'GET', '/obras/resumen?por=municipio');
      await expect(200, 'GET', '/seguimiento?limit=20');
      await expect(200, 'GET', '/municipios');
    },
    'imports a small sheet, slowly sent': async () => {
      const mark = randomUUID();
      const rows = Array.from({ length: SHEET_ROWS }, (_, i) => {
        written.set(`${mark}-${i}`, mark);
        return `${mark}-${i},${mark},1.50,2026,Secretaría de Obras,50,Planeada,-89.6237,20.9674`;
      });
      const heading =
        'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus,longitud,latitud';
      const sheet = [heading, ...rows, ' '.repeat(SHEET_BYTES)].join('\r\n');
      const headers = { 'content-type': 'text/csv' };
      const sent = { body: sheet, headers, isSlow: true };
      const { text } = await expect(200, 'POST', '/obras/importacion', sent);
      assert.equal(JSON.parse(text).creadas, SHEET_ROWS, text.slice(0, 500));
    },
    'logs in': async () => {
      await expect(200, 'POST', '/auth/login', { body: JSON.stringify(LOGIN) });
      await setTimeout(500);
    },
  };
  const clients = Promise.all(
    Object.entries(kinds).map(async ([kind, ask]) => {
      while (!isOver) {
        await ask();
        answered[kind] = (answered[kind] ?? 0) + 1;
        await setTimeout(PAUSE);
      }
    }),
  );
  // Before `stop` they end only by failing.
  const failed = clients.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  return {
    failed,
    written,
    stop: async () => {
      isOver = true;
      await clients;
      for (const kind of Object.keys(kinds)) {
        assert.ok((answered[kind] ?? 0) > 3, `${kind}: ${answered[kind]}`);
      }
    },
  };
}

/**
 * A newer version of the program, made of this one: every table has a column more, there is a table more, documents have a
 * field more, and all functions and triggers are made anew. Answers the path of its server.
 */
export function makeNewerVersion(): { server: string; version: string } {
  const folder = mkdtempSync(join(tmpdir(), 'registro-nuevo-'));
  for (const each of ['migrations', 'sql', 'src', 'dist/src', 'dist/limites.json']) {
    cpSync(join(root, each), join(folder, each), { recursive: true });
  }
  for (const each of ['node_modules', 'sources', 'dist/portal']) {
    symlinkSync(join(root, each), join(folder, each));
  }
  const version = '99.0.0';
  const manifest = { ...JSON.parse(read('package.json')), version };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'migrations/900.do.de-prueba.sql'),
    `DO $$
     DECLARE
       una regclass;
     BEGIN
       FOR una IN
         SELECT oid FROM pg_class
         WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
           AND relname NOT IN ('schema_version', 'spatial_ref_sys')
           -- sql/ fills these by whole rows of its views.
           AND relname NOT IN ('obras_documentos', 'obras_mapa', 'obras_seguimiento')
       LOOP
         EXECUTE format('ALTER TABLE %s ADD COLUMN de_prueba text NOT NULL DEFAULT ''x''', una);
       END LOOP;
     END $$;
     CREATE TABLE de_prueba (obra_id integer REFERENCES obras);
     CREATE INDEX ON obras (de_prueba);`,
  );
  const documents = join(folder, 'sql/documentos.sql');
  const text = readFileSync(documents, 'utf8');
  const field = '    o.descripcion,\n';
  const changed = text.replace(field, '    o.descripcion, o.de_prueba AS "dePrueba",\n');
  assert.notEqual(changed, text);
  writeFileSync(documents, changed);
  return { server: join(folder, 'dist/src/server.js'), version };
}
