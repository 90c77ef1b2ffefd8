import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { table } from '../table.ts';
import { db, TEST_DATABASE_URL } from '../world.ts';

// THIRD-PARTY.md and the parts that others have made are held against each other.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const notice = read('THIRD-PARTY.md');

/** The rows of the page's table, by part. */
const parts = new Map(
  [...notice.matchAll(/^\| (\w[\w-]*) \| (\d[\d.]*) \| (.+?) \|/gm)].map(
    ([, part = '', version = '', licence = '']) => [part, { version, licence }],
  ),
);

describe('THIRD-PARTY.md', () => {
  test('names what is in the embedded database, by the versions that run', {
    skip: TEST_DATABASE_URL !== undefined && 'this database is a server’s own',
  }, async () => {
    const { postgis = '', postgres = '' } =
      (await db.one<{ postgis: string; postgres: string }>(
        'SELECT postgis_full_version() AS postgis, version() AS postgres',
      )) ?? {};
    const found = new Map([
      ...[...postgis.matchAll(/\b(POSTGIS|GEOS|PROJ|LIBXML|LIBJSON)="([\d.]*\d)/g)].map(
        ([, name = '', version = '']) => [name, version] as const,
      ),
      ['PostgreSQL', /^PostgreSQL ([\d.]+)/.exec(postgres)?.[1] ?? ''],
      ['PGlite', /\(PGlite ([\d.]+)\)/.exec(postgres)?.[1] ?? ''],
    ]);
    const names = { POSTGIS: 'PostGIS', LIBXML: 'libxml2', LIBJSON: 'json-c' };
    const said = Object.fromEntries([...parts].map(([part, { version }]) => [part, version]));
    assert.deepEqual(
      Object.fromEntries(
        [...found].map(([name, version]) => [names[name as keyof typeof names] ?? name, version]),
      ),
      said,
    );
  });

  test('gives the licences of PostGIS, GEOS and libvips, with their texts and that of the GPL behind the last', () => {
    for (const [part, licence] of [
      ['PostGIS', 'GPL-2.0'],
      ['GEOS', 'LGPL-2.1'],
    ] as const) {
      const words = parts.get(part)?.licence ?? '';
      assert.ok(
        words.startsWith(`${licence}-or-later: `) && words.includes(`(licenses/${licence}.txt)`),
      );
    }
    assert.match(
      notice,
      /libvips[^.]+are under LGPL-3\.0-or-later: \[its text\]\(licenses\/LGPL-3\.0\.txt\)/,
    );
    for (const [file = '', title = ''] of table`
      GPL-2.0  | GNU GENERAL PUBLIC LICENSE Version 2, June 1991
      LGPL-2.1 | GNU LESSER GENERAL PUBLIC LICENSE Version 2.1, February 1999
      GPL-3.0  | GNU GENERAL PUBLIC LICENSE Version 3, 29 June 2007
      LGPL-3.0 | GNU LESSER GENERAL PUBLIC LICENSE Version 3, 29 June 2007
    `) {
      assert.ok(read(`licenses/${file}.txt`).replace(/\s+/g, ' ').includes(title), file);
    }
  });

  test('names the licence of every package that runs', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean; license?: string }>;
    };
    const running = Object.entries(packages).filter(
      ([path, { dev, devOptional }]) => path && !dev && !devOptional,
    );
    assert.ok(running.length > 100);
    const [, sentence = ''] =
      /Those\s+that\s+run\s+are\s+under\s+(.+?)\.\s+The\s+text/s.exec(notice) ?? [];
    const named = new Set(sentence.split(/,\s+|\s+or\s+/));
    const licences = new Set(running.flatMap(([, { license = 'none' }]) => license.split(' AND ')));
    assert.deepEqual([...licences].sort(), [...named].sort());
  });

  test('is copied into the image with the texts', () => {
    const lastStage =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    const copied = [...lastStage.matchAll(/^COPY (?!--)(.+)$/gm)].flatMap(([, paths = '']) =>
      paths.split(' ').slice(0, -1),
    );
    const sent = read('.dockerignore').split('\n');
    for (const name of ['LICENSE', 'THIRD-PARTY.md', 'licenses']) {
      assert.ok(existsSync(join(root, name)));
      assert.ok(copied.includes(name), name);
      assert.ok(sent.includes(`!${name}`), name);
    }
  });
});
