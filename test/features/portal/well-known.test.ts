import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig, StartError } from '../../../src/core/base/config.ts';
import { addressFor, base } from '../../world.ts';

const at = async (url: string, path: string, method = 'GET') => {
  const answer = await fetch(url + path, { method, redirect: 'manual' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes, answer };
};

describe('the addresses that machines ask every server for', () => {
  test('robots.txt keeps crawlers out of a registry that asks for a session', async () => {
    const { status, type, bytes } = await at(base, '/robots.txt');
    assert.deepEqual([status, type], [200, 'text/plain; charset=utf-8']);
    assert.equal(bytes.toString(), 'User-agent: *\nDisallow: /\n');
    assert.equal((await at(base, '/robots.txt', 'HEAD')).status, 200);
  });

  test('robots.txt lets crawlers read the pages and works of a public registry, and none of its files', async (t) => {
    const url = await addressFor(t, { PUBLIC_READ: true });
    const text = (await at(url, '/robots.txt')).bytes.toString();
    const refused = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path as string);
    const mayCrawl = (path: string) => !refused.some((start) => path.startsWith(start));
    const pages = ['/portal/', '/portal/obras/7', '/portal/obras?municipioId=50', '/obras/7'];
    for (const path of pages) assert.ok(mayCrawl(path), path);
    const files = ['/obras.csv', '/obras.xlsx', '/seguimiento.csv', '/mapa/1/2/3', '/ogc/api'];
    for (const path of files) assert.ok(!mayCrawl(path), path);
  });

  test('an icon for browsers and telephones is at its usual name', async () => {
    for (const [path, size] of [
      ['/favicon.ico', 48],
      ['/apple-touch-icon.png', 180],
      ['/apple-touch-icon-precomposed.png', 180],
    ] as const) {
      const { status, type, bytes } = await at(base, path);
      assert.deepEqual([status, type], [200, 'image/png'], path);
      assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [size, size]);
    }
  });

  test('security.txt names where to report, where a setting does', async (t) => {
    for (const path of ['/.well-known/security.txt', '/security.txt']) {
      assert.equal((await at(base, path)).status, 404);
    }
    const { SECURITY_CONTACT } = readConfig({
      JWT_SECRET: 'a'.repeat(32),
      SECURITY_CONTACT: 'seguridad@ejemplo.gob.mx, https://ejemplo.gob.mx/avisos',
    });
    const PUBLIC_URL = 'https://obras.ejemplo.gob.mx';
    const url = await addressFor(t, { SECURITY_CONTACT, PUBLIC_URL });
    const { status, type, bytes } = await at(url, '/.well-known/security.txt');
    assert.deepEqual([status, type], [200, 'text/plain; charset=utf-8']);
    const lines = bytes.toString().trimEnd().split('\n');
    const [, expires = ''] = lines[2]?.split('Expires: ') ?? [];
    assert.deepEqual(lines.toSpliced(2, 1), [
      'Contact: mailto:seguridad@ejemplo.gob.mx',
      'Contact: https://ejemplo.gob.mx/avisos',
      'Preferred-Languages: es',
      `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
    ]);
    // RFC 9116: less than a year.
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    assert.ok(days > 170 && days < 365, expires);
    const { answer } = await at(url, '/security.txt');
    assert.equal(answer.headers.get('location'), '/.well-known/security.txt');
  });

  for (const wrong of ['nadie', 'http://ejemplo.mx', 'a@b.mx,', 'https://u:c@ejemplo.mx']) {
    test(`SECURITY_CONTACT=${wrong} stops the start with a sentence`, () => {
      assert.throws(
        () => readConfig({ JWT_SECRET: 'a'.repeat(32), SECURITY_CONTACT: wrong }),
        (error) =>
          error instanceof StartError && /^SECURITY_CONTACT debe tener/.test(error.message),
      );
    });
  }
});
