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
  readonly token: string;
  answer = '';
  closed = false;

  constructor({ service }: Registry, token: string) {
    this.token = token;
    this.socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    this.socket.setEncoding('utf8').on('data', (text: string) => {
      this.answer += text;
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.closed = true;
    });
  }

  head(type: string, length: number, path = '/obras/importacion?simular=true'): void {
    this.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${this.token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
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
    const signal = AbortSignal.timeout(seconds * 1000);
    if (!this.closed) await once(this.socket, 'close', { signal }).catch(() => {});
    return this.closed;
  }

  /** It was cut, because its file has stopped to arrive. */
  async assertCut(): Promise<void> {
    assert.equal(await this.status(45), 408, this.answer);
    assert.match(this.answer, /El archivo dejó de llegar o llega demasiado despacio/);
    assert.ok(await this.end(45));
  }

  /** Its connection goes on, with time limits of its own. */
  async assertOpen(): Promise<void> {
    this.answer = '';
    this.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.equal(await this.status(5), 200, this.answer);
    this.socket.destroy();
  }
}

describe('a file that is long on its way', () => {
  // An instance each: they receive one file at a time.
  const registries: Registry[] = [];
  const tokens: string[] = [];
  before(async () => {
    for (let i = 0; i < 4; i++) {
      // The deadlines are those of a service outside of tests: they are what is asked about.
      const deadlines = { TEST_TIMEOUT_FACTOR: '1' };
      const registry = await newRegistry({ ...(await embeddedEnvironment()), ...deadlines });
      registries.push(registry);
      tokens.push(await tokenOf(registry));
    }
  });
  after(async () => {
    for (const { service } of registries) await service.stop();
  });
  const open = (i: number) => new Sender(registries[i] as Registry, tokens[i] as string);

  test('is received while it arrives, cut where it stops, and refused without a second answer', async () => {
    const steady = async () => {
      const sender = open(0);
      const piece = LINE.repeat(100);
      const pieces = 80;
      sender.head('text/csv', Buffer.byteLength(HEAD) + pieces * Buffer.byteLength(piece));
      await sender.write(HEAD);
      for (let i = 0; i < pieces && !sender.closed; i++) {
        await sender.write(piece);
        await setTimeout(1_000);
      }
      assert.equal(await sender.status(30), 202, sender.answer);
      await sender.assertOpen();
    };
    const stopping = async () => {
      const sender = open(1);
      sender.head('text/csv', 1_000_000);
      await sender.write(HEAD + LINE.repeat(10));
      await sender.assertCut();
      // The place is free again.
      const next = open(1);
      next.head('text/csv', Buffer.byteLength(HEAD + LINE));
      await next.write(HEAD + LINE);
      assert.equal(await next.status(10), 200);
      next.socket.destroy();
    };
    const trickling = async () => {
      const sender = open(2);
      sender.head('text/csv', 1_000_000);
      await sender.write(HEAD);
      for (let i = 0; i < 60 && sender.answer === ''; i++) {
        await sender.write('x');
        await setTimeout(1_000);
      }
      assert.equal(await sender.status(1), 408, sender.answer);
    };
    const wrongForm = async () => {
      const sender = open(3);
      const field = '--x\r\nContent-Disposition: form-data; name="otro"; filename="x.csv"\r\n\r\n';
      const rest = 'x'.repeat(1_000_000);
      sender.head('multipart/form-data; boundary=x', field.length + 5 * rest.length + 9);
      await sender.write(field + rest);
      assert.equal(await sender.status(5), 400, sender.answer);
      // Many clients read the answer once they have sent everything.
      for (let i = 0; i < 4; i++) await sender.write(rest);
      await sender.write('\r\n--x--\r\n');
      await sender.assertOpen();

      const stuck = open(3);
      stuck.head('multipart/form-data; boundary=x', 10_000_000);
      await stuck.write(field + rest);
      assert.equal(await stuck.status(5), 400);
      assert.ok(await stuck.end(45));
      assert.equal(stuck.answer.match(/HTTP\/1\.1/g)?.length, 1, stuck.answer);
    };
    const stoppingForm = async () => {
      const { service } = registries[3] as Registry;
      const sender = open(3);
      const authorization = `Bearer ${sender.token}`;
      const imported = await fetch(`${service.url}/obras/importacion?crearCatalogos=true`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'text/csv' },
        body: HEAD + LINE,
      });
      assert.equal(imported.status, 200, await imported.text());
      const path = '/obras/1/archivos';
      sender.head('multipart/form-data; boundary=x', 1_000_000, path);
      await sender.write(
        '--x\r\nContent-Disposition: form-data; name="archivo"; filename="x.pdf"\r\n\r\n%PDF-1.7',
      );
      await sender.assertCut();
      const left = await fetch(`${service.url}${path}?todos=true`, { headers: { authorization } });
      assert.deepEqual(await left.json(), []);
    };
    await Promise.all([steady(), stopping(), trickling(), wrongForm().then(stoppingForm)]);
  });
});

test('a file under way is removed when its service is killed', async () => {
  const environment = await embeddedEnvironment();
  const registry = await newRegistry(environment);
  const sender = new Sender(registry, await tokenOf(registry));
  const body =
    HEAD + Array.from({ length: 150_000 }, (_, i) => `K-${i},x,1,2026,S,50,x`).join('\r\n');
  sender.head('text/csv', Buffer.byteLength(body));
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
