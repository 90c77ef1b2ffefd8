import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { embeddedEnvironment } from '../../../empty-registry.ts';
import { logIn, newRegistry, openRegistry, type Registry } from '../../../faults/registry.ts';
import { readersOf } from '../../../process.ts';

const HEAD = 'claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus\r\n';
const LINE = `A-1,${'Obra '.repeat(50)},1,2026,Secretaría de Obras,50,Planeada\r\n`;

const tokenOf = async (registry: Registry) => (await logIn(registry)).token;

/** A connection to which pieces are written by hand. */
class Sender {
  readonly socket: Socket;
  answer = '';
  closed = false;

  constructor({ service }: Registry) {
    this.socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    this.socket.setEncoding('utf8').on('data', (text: string) => {
      this.answer += text;
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.closed = true;
    });
  }

  head(
    token: string,
    type: string,
    length: number,
    path = '/obras/importacion?simular=true',
  ): void {
    this.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
    );
  }

  write(text: string): Promise<void> {
    return new Promise((resolve) => this.socket.write(text, () => resolve()));
  }

  /** The status of the first answer; waits so long for it. */
  async status(seconds: number): Promise<number> {
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(this.answer) ?? [];
      if (status) return Number(status);
      if (this.closed) break;
      await setTimeout(50);
    }
    return 0;
  }

  async end(seconds: number): Promise<boolean> {
    if (!this.closed) {
      await once(this.socket, 'close', { signal: AbortSignal.timeout(seconds * 1000) }).catch(
        () => {},
      );
    }
    return this.closed;
  }
}

describe('a file that is long on its way', () => {
  // An instance each: they receive one file at a time.
  const registries: Registry[] = [];
  const tokens: string[] = [];
  before(async () => {
    for (let i = 0; i < 4; i++) {
      // The deadlines are those of a service outside of tests: they are what is asked about.
      const registry = await newRegistry({
        ...(await embeddedEnvironment()),
        TEST_TIMEOUT_FACTOR: '1',
      });
      registries.push(registry);
      tokens.push(await tokenOf(registry));
    }
  });
  after(async () => {
    for (const { service } of registries) await service.stop();
  });
  const open = (i: number) => ({
    sender: new Sender(registries[i] as Registry),
    token: tokens[i] as string,
  });

  test('is received while it arrives, cut where it stops, and refused without a second answer', async () => {
    const steady = async () => {
      const { sender, token } = open(0);
      const piece = LINE.repeat(100);
      const pieces = 80;
      sender.head(token, 'text/csv', Buffer.byteLength(HEAD) + pieces * Buffer.byteLength(piece));
      await sender.write(HEAD);
      for (let i = 0; i < pieces && !sender.closed; i++) {
        await sender.write(piece);
        await setTimeout(1_000);
      }
      assert.equal(await sender.status(30), 202, sender.answer);
      // The connection goes on, with time limits of its own.
      sender.answer = '';
      sender.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      assert.equal(await sender.status(5), 200);
      sender.socket.destroy();
    };
    const stopping = async () => {
      const { sender, token } = open(1);
      sender.head(token, 'text/csv', 1_000_000);
      await sender.write(HEAD + LINE.repeat(10));
      assert.equal(await sender.status(45), 408, sender.answer);
      assert.match(sender.answer, /El archivo dejó de llegar o llega demasiado despacio/);
      assert.ok(await sender.end(45));
      // The place is free again.
      const next = open(1);
      next.sender.head(next.token, 'text/csv', Buffer.byteLength(HEAD + LINE));
      await next.sender.write(HEAD + LINE);
      assert.equal(await next.sender.status(10), 200);
      next.sender.socket.destroy();
    };
    const trickling = async () => {
      const { sender, token } = open(2);
      sender.head(token, 'text/csv', 1_000_000);
      await sender.write(HEAD);
      for (let i = 0; i < 60 && sender.answer === ''; i++) {
        await sender.write('x');
        await setTimeout(1_000);
      }
      assert.equal(await sender.status(1), 408, sender.answer);
    };
    const wrongForm = async () => {
      const { sender, token } = open(3);
      const field = '--x\r\nContent-Disposition: form-data; name="otro"; filename="x.csv"\r\n\r\n';
      const rest = 'x'.repeat(1_000_000);
      sender.head(token, 'multipart/form-data; boundary=x', field.length + 5 * rest.length + 9);
      await sender.write(field + rest);
      assert.equal(await sender.status(5), 400, sender.answer);
      // Many clients read the answer once they have sent everything.
      for (let i = 0; i < 4; i++) await sender.write(rest);
      await sender.write('\r\n--x--\r\n');
      sender.answer = '';
      sender.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      assert.equal(await sender.status(5), 200, sender.answer);
      sender.socket.destroy();

      const stuck = open(3);
      stuck.sender.head(stuck.token, 'multipart/form-data; boundary=x', 10_000_000);
      await stuck.sender.write(field + rest);
      assert.equal(await stuck.sender.status(5), 400);
      assert.ok(await stuck.sender.end(45));
      assert.equal(stuck.sender.answer.match(/HTTP\/1\.1/g)?.length, 1, stuck.sender.answer);
    };
    const stoppingForm = async () => {
      const { service } = registries[3] as Registry;
      const { sender, token } = open(3);
      const authorization = `Bearer ${token}`;
      const imported = await fetch(`${service.url}/obras/importacion?crearCatalogos=true`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'text/csv' },
        body: HEAD + LINE,
      });
      assert.equal(imported.status, 200, await imported.text());
      const path = '/obras/1/archivos';
      sender.head(token, 'multipart/form-data; boundary=x', 1_000_000, path);
      await sender.write(
        '--x\r\nContent-Disposition: form-data; name="archivo"; filename="x.pdf"\r\n\r\n%PDF-1.7',
      );
      assert.equal(await sender.status(45), 408, sender.answer);
      assert.match(sender.answer, /El archivo dejó de llegar o llega demasiado despacio/);
      assert.ok(await sender.end(45));
      const left = await fetch(`${service.url}${path}?todos=true`, { headers: { authorization } });
      assert.deepEqual(await left.json(), []);
    };
    await Promise.all([steady(), stopping(), trickling(), wrongForm().then(stoppingForm)]);
  });
});

test('a file under way is removed when its service is killed', async () => {
  const environment = await embeddedEnvironment();
  const registry = await newRegistry(environment);
  const sender = new Sender(registry);
  const body =
    HEAD + Array.from({ length: 150_000 }, (_, i) => `K-${i},x,1,2026,S,50,x`).join('\r\n');
  sender.head(await tokenOf(registry), 'text/csv', Buffer.byteLength(body));
  await sender.write(body);
  const readers = () => readersOf(registry.service.process.pid);
  while (readers().length === 0) await setTimeout(5);
  const [pid = 0] = readers();
  await setTimeout(300);
  await registry.service.stop('SIGKILL');
  for (let i = 0; existsSync(`/proc/${pid}`); i++) {
    assert.ok(i < 100, 'the process that reads a file goes on alone');
    await setTimeout(100);
  }
  const again = await openRegistry(environment);
  await again.service.stop();
});
