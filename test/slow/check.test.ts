import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT as root } from '../deploy-settings.ts';
import { newFolder } from '../empty-registry.ts';
import { table } from '../table.ts';

/** A function of one of the project's scripts, which have no types; most answer the sentences of what they refuse. */
const from = async <R = string[]>(script: string, name: string) =>
  (await import(join(root, `scripts/${script}.mjs`)))[name] as (...given: unknown[]) => R;
const importsPastDoors = await from('floors', 'importsPastDoors');
const importsUpwards = await from('floors', 'importsUpwards');
const wordsOfOthers = await from('floors', 'wordsOfOthers');
const foreignTables = await from('tables', 'foreignTables');
const needlessReaders = await from('tables', 'needlessReaders');
const editedSinceLanding = await from('landed', 'editedSinceLanding');
const notOnlyAdding = await from('additive', 'notOnlyAdding');
const unclearNames = await from('names', 'unclearNames');
const withoutFeature = await from<string>('without-feature', 'withoutFeature');

function folderOf(files: Record<string, string>): string {
  const made = newFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, name)), { recursive: true });
    writeFileSync(join(made, name), text);
  }
  return made;
}

describe('npm run check', () => {
  /** The rules that these files break, by the linter with the project's settings. */
  const lint = (files: Record<string, string>) => {
    const made = folderOf(files);
    cpSync(join(root, 'biome.json'), join(made, 'biome.json'));
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const options = { cwd: made, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, [biome, 'check'], options);
    return { status, rule: /lint\/\w+\/\w+/.exec(stderr)?.[0] };
  };
  const GOOD = { status: 0, rule: undefined };

  test('refuses a circle of files, be it of types alone', () => {
    const one = "import type { Other } from './other.ts';\n\nexport type One = Other | 1;\n";
    const back = "import type { One } from './one.ts';\n\nexport type Other = One[];\n";
    assert.deepEqual(lint({ 'one.ts': one, 'other.ts': 'export type Other = 2;\n' }), GOOD);
    const rule = 'lint/suspicious/noImportCycles';
    assert.deepEqual(lint({ 'one.ts': one, 'other.ts': back }), { status: 1, rule });
  });

  test('refuses a function of more than 120 lines', () => {
    const lines = (count: number) =>
      `export function long() {\n${"  console.log('x');\n".repeat(count - 2)}}\n`;
    assert.deepEqual(lint({ 'src/long.ts': lines(120) }), GOOD);
    const rule = 'lint/complexity/noExcessiveLinesPerFunction';
    assert.deepEqual(lint({ 'src/long.ts': lines(130) }), { status: 1, rule });
  });

  test('refuses what runs from one floor of src back up to another, or from a feature to a stranger, types and later imports too', () => {
    const made = folderOf({
      'core/base/ground.ts': "import { text } from './text.ts';\n",
      'core/base/text.ts': "import type { Db } from '../db/db.ts';\n",
      'core/db/db.ts':
        "import { text } from '../base/text.ts';\nawait import('../obras/routes.ts');\n",
      'core/obras/routes.ts':
        "import { query } from '../db/db.ts';\nexport * from '../../features/ogc/routes.ts';\n",
      'features/ogc/routes.ts':
        "import '../exportes/geojson.ts';\nimport type { Contrato } from '../seguimiento/campos.ts';\n",
      'app.ts': "import {\n  obras,\n} from './core/obras/routes.ts';\n",
    });
    assert.deepEqual(importsUpwards(made).sort(), [
      'core/base/text.ts imports core/db/db.ts, which stands on it',
      'core/db/db.ts imports core/obras/routes.ts, which stands on it',
      'core/obras/routes.ts imports features/ogc/routes.ts, which stands on it',
      'features/ogc/routes.ts imports features/exportes/geojson.ts, a feature that ogc does not stand on',
      'features/ogc/routes.ts imports features/seguimiento/campos.ts, a feature that ogc does not stand on',
    ]);
  });

  test('refuses what runs from the core of the portal to a feature, or from a feature to a stranger', () => {
    const made = folderOf({
      'main.tsx': "import { FEATURES } from './core/feature.ts';\n",
      'core/feature.ts': "import { NAMES } from '../features.ts';\n",
      'core/ficha.tsx':
        "import { text } from '../../src/core/base/text.ts';\nlazy(() => import('../features/archivos/galeria.tsx'));\n",
      'features/archivos/galeria.tsx':
        "import '../seguimiento/consultas.ts';\nimport '../resumen/por.ts';\n",
    });
    assert.deepEqual(importsUpwards(made, 'portal'), [
      'core/ficha.tsx imports features/archivos/galeria.tsx, which stands on it',
      'features/archivos/galeria.tsx imports features/resumen/por.ts, a feature that archivos does not stand on',
    ]);
  });

  test('refuses what enters a folder other than by its doors, types and later imports too', () => {
    const made = folderOf({
      'src/hojas/index.ts': "export { run } from './importacion/run.ts';\n",
      'src/hojas/importacion/run.ts': "import { fold } from '../celdas/text.ts';\n",
      'src/obras/good.ts':
        "import { run } from '../hojas/index.ts';\nimport '../hojas-de-obras.ts';\n",
      'src/obras/kind.ts':
        "import { fold } from '../hojas/celdas/index.ts';\nimport type { Run } from '../hojas/importacion/run.ts';\n",
      'portal/core/utm.tsx': "await import('../../src/hojas/celdas/utm.ts');\n",
    });
    assert.deepEqual(importsPastDoors(made, ['src', 'portal']).sort(), [
      'portal/core/utm.tsx imports src/hojas/celdas/utm.ts, and not by a door of its folder',
      'src/obras/kind.ts imports src/hojas/importacion/run.ts, and not by a door of its folder',
    ]);
  });

  test('refuses a line of hojas that names a work', () => {
    const made = folderOf({
      'hojas/a.ts': "const records = 'filas';\nconst OBRAS = records;\n",
      'hojas-de-obras/b.ts': "const moneda = 'obra';\n",
    });
    assert.deepEqual(wordsOfOthers(made), [
      'hojas/a.ts:2 says «OBRA», of which hojas knows nothing',
    ]);
  });

  test('asks where a new folder of src stands', () => {
    const made = folderOf({ 'obrero/a.ts': "import '../core/base/b.ts';\n", 'core/base/b.ts': '' });
    assert.throws(() => importsUpwards(made), /says nothing of src\/obrero/);
  });

  test('refuses a statement about a table of a feature in another folder, and a file of sql/ without an owner', () => {
    const made = folderOf({
      'src/obras/a.ts': 'db.query(`SELECT * FROM objetos JOIN avances USING (id)`);\n',
      'src/ogc/b.ts': '// UPDATE avances\ndb.query(`UPDATE avances SET id = 1`);\n',
      'src/ogc/c.ts': 'db.query(`SELECT FROM obras`);\n',
      'src/features/mapa/mapa.sql': 'CREATE TRIGGER x AFTER INSERT ON contratos\n',
      'sql/otra.sql': '',
    });
    assert.deepEqual(foreignTables(made).sort(), [
      'sql/otra.sql has no owner in scripts/tables.mjs',
      'src/features/mapa/mapa.sql reads or writes contratos, a table of seguimiento',
      'src/obras/a.ts reads or writes avances, a table of seguimiento',
      'src/obras/a.ts reads or writes objetos, a table of archivos',
      'src/ogc/b.ts reads or writes avances, a table of seguimiento',
    ]);
  });

  test('refuses a reader in the list of scripts/tables.mjs that has no statement about the table', () => {
    const made = folderOf({
      'src/features/oc4ids/a.ts': 'SELECT FROM avances\n',
      'src/features/portal/a.ts': '',
      'sql/avisos.sql': '',
    });
    assert.deepEqual(needlessReaders(made), [
      'portal reads no table of seguimiento, as scripts/tables.mjs says',
    ]);
  });

  test('refuses a test with a name that is not there, is too short or begins with a verb, unless a group names the subject', () => {
    const body = ', () => {});';
    const made = folderOf({
      'core/a.test.ts': [
        `test('it works'${body}`,
        "describe('GET /obras', () => {",
        '  for (const n of [1]) {',
        `    test(\`keeps its \${n ? \`\${n}\` : 'x'} works\`${body}`,
        '  }',
        '});',
        'for (const n of [1]) {',
        `  test(\`keeps its \${n} works\`${body}`,
        `  test('works of a clerk are kept'${body}`,
        '}',
        `test(n${body}`,
        `test(name(1, 2)${body}`,
        'describe(n, () => {',
        "  test(\n    'leaves early',\n    () => {},\n  );",
        `  test('leaves early in winter'${body}`,
        '});',
      ].join('\n'),
    });
    const at = join(made, 'core/a.test.ts');
    assert.deepEqual(unclearNames(made), [
      `${at}: the test «it works» has less than three words`,
      `${at}: the test «keeps its \${n} works» begins with a verb, and no group names its subject`,
      `${at}: the test «n» has its name elsewhere; write a sentence with its case in it`,
      `${at}: the test «name(1» has its name elsewhere; write a sentence with its case in it`,
      `${at}: the test «leaves early» has less than three words`,
    ]);
  });

  test('refuses a migration that was edited or taken away after the commit that brought it, where git is at hand', () => {
    const made = folderOf({ 'migrations/001.x.sql': 'one\n', 'migrations/old/1.sql': 'old\n' });
    const git = (...args: string[]) => {
      const { status, stderr } = spawnSync('git', args, { cwd: made, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    };
    const commit = () => {
      git('add', '.');
      git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--quiet', '--message', 'x');
    };
    const write = (name: string, text: string) =>
      writeFileSync(join(made, 'migrations', name), text);
    const refused = () =>
      editedSinceLanding('migrations', made)
        .map((sentence) => sentence.split(' ')[0])
        .sort();
    write('001.x.sql', 'other\n');
    assert.deepEqual(refused(), []);
    git('init', '--quiet');
    assert.deepEqual(refused(), []);
    commit();
    // Not landed yet, and with the line ends of another system.
    write('002.y.sql', 'two\n');
    write('001.x.sql', 'other\r\n');
    assert.deepEqual(refused(), []);

    write('001.x.sql', 'edited\n');
    write('old/1.sql', 'edited\n');
    commit();
    assert.deepEqual(refused(), ['migrations/001.x.sql', 'migrations/old/1.sql']);
    write('001.x.sql', 'other\n');
    write('old/1.sql', 'old\n');
    assert.deepEqual(refused(), []);
    rmSync(join(made, 'migrations/002.y.sql'));
    assert.deepEqual(refused(), ['migrations/002.y.sql']);
    commit();
    // Brought again, it is still the first that counts.
    write('002.y.sql', 'edited\n');
    commit();
    assert.deepEqual(refused(), ['migrations/002.y.sql']);

    // Numbers that begin anew leave those of before behind.
    for (const name of ['001.x.sql', '002.y.sql', 'old/1.sql'])
      rmSync(join(made, 'migrations', name));
    write('001.z.sql', 'one\n');
    write('002.z.sql', 'new\n');
    commit();
    assert.deepEqual(refused(), []);
    write('002.z.sql', 'edited\n');
    assert.deepEqual(refused(), ['migrations/002.z.sql']);
  });

  test('refuses a migration that does more than add, since older instances go on beside it', () => {
    const first = { '002.do.x.sql': 'DROP TABLE obras;' };
    // Written over two lines.
    const refused = (statement: string) =>
      notOnlyAdding(
        folderOf({ ...first, '003.do.x.sql': `-- Adds\n${statement.replace(' ', '\n  ')};\n` }),
      );
    const added = 'ALTER TABLE obras ADD COLUMN';
    for (const [fate, statement = ''] of table`
      adds | ${added} contratista text
      adds | ${added} contratista text CONSTRAINT obras_contratista_check CHECK (length(contratista) > 0)
      adds | ${added} avance numeric(5, 2) NOT NULL DEFAULT 0
      adds | ${added} nota text DEFAULT 'a; b' NOT NULL
      adds | ${added} es_plurianual boolean NOT NULL DEFAULT false
      adds | ${added} otra integer CONSTRAINT obras_otra_fkey REFERENCES obras (id)
      adds | CREATE INDEX obras_monto_idx ON obras (monto)
      adds | CREATE TABLE fotos (id uuid PRIMARY KEY, nombre text NOT NULL UNIQUE)
      adds | CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN DROP TABLE obras; END $$
      adds | INSERT INTO estatus_obra (nombre) VALUES ('En; pausa')
      more | ALTER TABLE obras DROP COLUMN nombre
      more | ALTER TABLE obras RENAME COLUMN nombre TO titulo
      more | ALTER TABLE obras ALTER COLUMN monto TYPE bigint
      more | ${added} contratista text NOT NULL
      more | ${added} contratista text UNIQUE
      more | ${added} uno text, DROP COLUMN nombre
      more | ${added} codigo uuid DEFAULT gen_random_uuid()
      more | ${added} letras text GENERATED ALWAYS AS (nombre) STORED
      more | ALTER TABLE obras ADD CONSTRAINT obras_monto_check CHECK (monto > 1)
      more | CREATE UNIQUE INDEX obras_nombre_key ON obras (nombre)
      more | UPDATE obras SET monto = 1
      more | DELETE FROM obras
      more | TRUNCATE obras_mapa
      more | DROP TABLE obras
      more | LOCK TABLE obras
      more | DO $$ BEGIN END $$
    `) {
      const sentence = `003.do.x.sql does more than add, while older instances read and write: ${statement.replace(/\$.*\$/, "''")}`;
      assert.deepEqual(refused(statement), fate === 'more' ? [sentence] : [], statement);
    }
  });
});

test('npm run check:features takes out of a list what it has of a feature, in several lines too, and nothing of another', () => {
  const rest = (text: string) => withoutFeature(text, 'calles');
  const others = `import { calles as otras } from './features/calles-de-otros/feature.ts';
export const FEATURES = [
  otras,
  mapaDeCalles,
`;
  const own = `import { feature as calles } from './features/calles/feature.ts';
import {
  type Lugar,
  lugares,
  feature as nombres,
} from './features/calles/lugares.ts';
`;
  const list = `${own}${others}  calles,\n  { routes: lugares },\n  nombres,\n];\n`;
  assert.equal(rest(list), `${others}];\n`);
  const names = "  'mapa',\n  'otras-calles',\n";
  assert.equal(rest(names.replace("'otras", "'calles',\n  'otras")), names);
});
