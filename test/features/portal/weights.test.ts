import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hasFeature } from '../../features.ts';
import { base } from '../../world.ts';
import { files, folder, isBase, map, needed, partsOf, sum } from './weights.ts';

/** The scripts that a shell runs, and those that it has fetched beside them. */
const scriptsIn = (shell: string) => names(shell, /<script[^>]* src="[^"]*\/([\w.-]+\.js)"/g);
const announcedIn = (shell: string) =>
  names(shell, /<link rel="modulepreload"[^>]*\/([\w.-]+\.js)"/g);
const names = (shell: string, pattern: RegExp) =>
  [...shell.matchAll(pattern)].map(([, name]) => name as string);

describe('The portal: what it weighs', () => {
  test('the entry is at most 140 kB, with its page, its styles and all that it needs', async () => {
    const ask = (path: string) => fetch(`${base}${path}`, { headers: { 'accept-encoding': 'br' } });
    const shell = await (await ask('/portal/')).text();
    const entries = scriptsIn(shell);
    const styles = names(shell, /assets\/([\w.-]+\.css)"/g);
    assert.ok(entries.length > 0 && styles.length > 0);
    const parts = [...entries.flatMap((name) => [...needed(name)]), ...styles];
    const paths = new Set(['/portal/', ...parts.map((name) => `/portal/assets/${name}`)]);
    // As it is served.
    let bytes = 0;
    for (const path of paths) {
      const { headers } = await ask(path);
      assert.equal(headers.get('content-encoding'), 'br', path);
      bytes += Number(headers.get('content-length'));
    }
    assert.ok(bytes > 0 && bytes <= 140_000, `${bytes} bytes: ${[...paths].join(', ')}`);
  });

  for (const [path, page] of [
    ['/portal/', 'inicio'],
    ['/portal/entrar', 'entrar'],
    ['/portal/obras', 'explorar'],
    ['/portal/obras/1', 'ficha'],
  ] as const) {
    test(`the shell of ${path} names each part that its page needs, at most 50 kB, and no other`, async () => {
      const shell = await (await fetch(base + path)).text();
      const entry = new Set(scriptsIn(shell).flatMap((name) => [...needed(name)]));
      const announced = announcedIn(shell).filter((name) => !entry.has(name));
      // A page has a part of its name, and perhaps a second with what others take from it.
      const parts = files.filter((name) => name.startsWith(`${page}-`) && name.endsWith('.js'));
      const own = parts.filter((name) => announced.includes(name));
      assert.ok(own.length > 0, announced.join());
      const whole = new Set(own.flatMap((name) => [...needed(name)]));
      for (const name of entry) whole.delete(name);
      assert.deepEqual(announced.toSorted(), [...whole].sort());
      assert.ok(sum(whole) <= 50_000, `${sum(whole)} bytes of ${announced.join()}`);
    });
  }

  if (hasFeature('mapa'))
    test("the map's library is at most 100 kB, in parts that no page without a map fetches", async () => {
      const shell = await (await fetch(`${base}/portal/`)).text();
      const entry = new Set(scriptsIn(shell).flatMap((name) => [...needed(name)]));
      const isMap = (name: string) => /EPSG:3857/.test(readFileSync(join(folder, name), 'utf8'));
      const maps = files.filter((name) => name.endsWith('.js') && !isBase(name) && isMap(name));
      assert.ok(maps.length > 0);
      for (const name of maps) {
        const parts = [...needed(name)].filter((part) => !entry.has(part));
        assert.ok(!entry.has(name), name);
        assert.ok(sum(parts) <= 100_000, `${name}: ${sum(parts)} bytes of ${parts.join(', ')}`);
      }
    });

  if (hasFeature('mapa'))
    test('streets from a file are at most 30 kB more, and pictures less, which only a map with them fetches', () => {
      const added = files.filter(isBase);
      assert.equal(added.length, 2);
      for (const name of added) {
        assert.ok(!needed(map).has(name), name);
        const parts = partsOf(name);
        assert.ok(sum(parts) > 1_000 && sum(parts) <= 30_000, `${name}: ${sum(parts)} bytes`);
      }
    });

  test('nothing in it names another server', () => {
    for (const name of files.filter((file) => /\.(js|css)$/.test(file))) {
      const text = readFileSync(join(folder, name), 'utf8');
      const hosts = names(text, /\b(?:https?:)?\/\/([\w-]+\.[\w.-]+)/g);
      // Names of XML's languages, and where the libraries explain their errors: nobody asks them for anything.
      const known = /^(www\.w3\.org|react\.dev|www\.opengis\.net|reactjs\.org)$/;
      const others = hosts.filter((host) => !known.test(host));
      assert.deepEqual(others, [], name);
    }
  });
});
