import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
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

  test('gives the licence of PostGIS and of GEOS, with their texts', () => {
    assert.match(
      parts.get('PostGIS')?.licence ?? '',
      /^GPL-2\.0-or-later: .*\(licenses\/GPL-2\.0\.txt\)/,
    );
    assert.match(
      parts.get('GEOS')?.licence ?? '',
      /^LGPL-2\.1-or-later: .*\(licenses\/LGPL-2\.1\.txt\)/,
    );
    assert.match(read('licenses/GPL-2.0.txt'), /GNU GENERAL PUBLIC LICENSE\s+Version 2, June 1991/);
    assert.match(
      read('licenses/LGPL-2.1.txt'),
      /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1, February 1999/,
    );
  });

  test('gives the licence of libvips, with its text and that of the GPL, which it is a part of', () => {
    assert.match(
      notice,
      /libvips[^.]+are under LGPL-3\.0-or-later: \[its text\]\(licenses\/LGPL-3\.0\.txt\)/,
    );
    assert.match(
      read('licenses/LGPL-3.0.txt'),
      /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3, 29 June 2007/,
    );
    assert.match(
      read('licenses/GPL-3.0.txt'),
      /GNU GENERAL PUBLIC LICENSE\s+Version 3, 29 June 2007/,
    );
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
