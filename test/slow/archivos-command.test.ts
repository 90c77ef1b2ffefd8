import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { openAlmacen, openDeposito } from '../../src/archivos/almacen/abrir.ts';
import type { Contenido } from '../../src/archivos/almacen/almacen.ts';
import { readConfig } from '../../src/base/config.ts';
import { archivos } from '../../src/commands/archivos/command.ts';
import { backup } from '../../src/commands/backup/backup-command.ts';
import { restore } from '../../src/commands/backup/restore-command.ts';
import { openRegistry } from '../../src/registry.ts';
import { emptyEnvironment, freshEnvironment, newFolder } from '../empty-registry.ts';
import { claim, contentOf, digestOf, enterDocument, filesIn, pathIn } from '../objetos.ts';
import { runHere } from '../process.ts';

describe('npm run archivos', () => {
  let environment: Record<string, string>;
  let folder: string;
  const texts = ['primero', 'segundo', 'tercero'];
  const contents = texts.map((text) => contentOf(text));
  const run = (...args: string[]) => runHere(archivos, environment, args);
  /** Works on the registry, which nobody else has open then. */
  async function within<T>(
    work: (db: Awaited<ReturnType<typeof openRegistry>>['db']) => Promise<T>,
  ) {
    const { db } = await openRegistry(readConfig(environment), () => {});
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }
  before(async () => {
    environment = await freshEnvironment();
    folder = join(environment.DATA_DIR ?? '', 'archivos');
    await within(async (db) => {
      const store = await openAlmacen({ FILES_URL: { folder } }, db);
      await db.batch([
        ["INSERT INTO dependencias (nombre) VALUES ('Secretaría de Obras')"],
        ['INSERT INTO ejercicios_fiscales (anio) VALUES (2026)'],
        [
          `INSERT INTO obras (clave_unica, ejercicio_fiscal_id, numero_obra, nombre, monto, dependencia_id, municipio_id, estatus_obra_id)
           VALUES ('O-1', 1, 1, 'Parque', 1, 1, 50, 1)`,
        ],
      ]);
      for (const [i, content] of contents.entries()) {
        await claim(db, content);
        await store.put(content);
        if (i < 2) await enterDocument(db, content, { titulo: `Contrato ${i}` });
      }
      await claim(db, contents[2] as { huella: string; bytes: number }, '-1 day');
    });
  });

  test('asks for one thing to do, and shows its help', async () => {
    for (const args of [[], ['--revisar', '--barrer'], ['--de', 'x'], ['--revisar', '--de', 'x']]) {
      const { code, output } = await run(...args);
      assert.equal(code, 1);
      assert.match(output, /^Indique una de las opciones\./);
    }
    const { code, output } = await run('--help');
    assert.equal(code, 0);
    assert.match(output, /--borrar <huella>/);
  });

  test('copies the store to another place, and goes on where it was cut short', async () => {
    const place = join(newFolder(), 'otro');
    const first = await run('--mover', place);
    assert.equal(first.code, 0, first.output);
    assert.match(first.output, /^Copiados y comparados: 3 \(1 MB\)\.$/m);
    assert.match(first.output, /^Ahora ponga ese lugar en FILES_URL .* --de .*archivos:/m);
    const names = (of: string) =>
      filesIn(of)
        .map((file) => file.slice(of.length))
        .sort();
    assert.deepEqual(names(place), names(folder));
    // Cut short: one is not there, one only half, and the store says not whose it is.
    const [one, half] = contents.map(({ huella }) => pathIn(place, huella));
    rmSync(one as string);
    writeFileSync(half as string, 'seg');
    rmSync(join(place, 'registro.json'));
    const again = await run('--mover', place, '--de', folder);
    assert.match(again.output, /^Copiados y comparados: 2 /m);
    assert.deepEqual(names(place), names(folder));
    assert.match((await run('--mover', place)).output, /^No faltaba nada en /m);
    assert.equal(readFileSync(half as string, 'utf8'), 'segundo');
    // The registry opens with it.
    const { code, output } = await runHere(archivos, { ...environment, FILES_URL: place }, [
      '--revisar',
    ]);
    assert.equal(code, 0, output);
  });

  test('refuses to copy onto itself, onto another registry’s, or from nowhere', async () => {
    const strange = join(newFolder(), 'ajeno');
    await openDeposito({ folder: strange }).own('otro');
    for (const [args, sentence] of [
      [[''], /^Falta un archivo o una carpeta: su nombre está vacío\.$/m],
      [[folder], /^Los archivos están ya en /m],
      [[strange], /^En .*ajeno hay archivos de otro registro; indique otro lugar\.$/m],
      [[strange, '--de', newFolder()], /^En .* no hay archivos de ningún registro/m],
      [['s3://AKIA:misterio@a'], /^--mover debe tener la forma s3:/m],
      [
        ['s3://AKIA:misterio@127.0.0.1:1/obras?tls=false'],
        /^No se puede usar el almacén s3:\/\/127\.0\.0\.1:1\/obras\/ \(connect ECONNREFUSED/m,
      ],
    ] as const) {
      const { code, output } = await run('--mover', ...args);
      assert.equal(code, 1, output);
      assert.match(output, sentence);
      assert.doesNotMatch(output, /misterio/);
    }
  });

  test('says which files are missing or damaged', async () => {
    const whole = await run('--revisar');
    assert.equal(whole.code, 0, whole.output);
    assert.match(whole.output, /^Revisados 2 en .*: no falta ni está dañado ninguno\.$/m);
    const [one, two] = contents.map(({ huella }) => pathIn(folder, huella));
    renameSync(one as string, `${one}-2`);
    writeFileSync(two as string, 'SEGUNDO');
    const { code, output } = await run('--revisar');
    assert.equal(code, 1);
    assert.match(output, /^Falta: «Contrato 0» \(obra 1, archivo 1, objeto [0-9a-f]{64}\)$/m);
    assert.match(output, /^Dañado: «Contrato 1» \(obra 1, archivo 2, /m);
    assert.match(output, /^Revisados 2 en .*: faltan 1 y están dañados 1\.$/m);
    // What is damaged is not carried on, and is named; the rest goes on.
    const place = join(newFolder(), 'otro');
    for (const first of [true, false]) {
      const moved = await run('--mover', place);
      assert.equal(moved.code, 1);
      assert.match(moved.output, first ? /^Copiados y comparados: 1 /m : /: 0 \(0 MB\)/);
      assert.match(
        moved.output,
        /^No se copiaron 1:\nDañado: «Contrato 1» \(obra 1, archivo 2, objeto [0-9a-f]{64}\)$/m,
      );
    }
    assert.ok(existsSync(join(place, 'registro.json')));
    assert.ok(!existsSync(pathIn(place, contents[1]?.huella as string)));
    renameSync(`${one}-2`, one as string);
    writeFileSync(two as string, 'segundo');
  });

  test('sweeps at once', async () => {
    const { code, output } = await run('--barrer');
    assert.equal(code, 0, output);
    assert.match(output, /^Quitados del almacén: 1 \(1 MB\)\.$/m);
    assert.ok(!existsSync(pathIn(folder, digestOf('tercero'))));
    assert.match((await run('--barrer')).output, /^Quitados del almacén: 0 /m);
  });

  test('deletes one everywhere at once, and the ledger has it', async () => {
    const wrong = await run('--borrar', 'abc');
    assert.match(wrong.output, /^La huella son los 64 dígitos/);
    const { huella } = contents[0] as { huella: string };
    const { code, output } = await run('--borrar', huella);
    assert.equal(code, 0, output);
    assert.match(output, /^Eliminado: «Contrato 0» de la obra 1\.$/m);
    assert.ok(!existsSync(pathIn(folder, huella)));
    const [entry] = await within((db) =>
      db.query<{ programa: string }>(
        "SELECT programa FROM bitacora WHERE recurso = 'archivos' AND accion = 'eliminar'",
      ),
    );
    assert.equal(entry?.programa, 'registro-obras archivos');
    const again = await run('--borrar', huella);
    assert.equal(again.code, 1);
    assert.match(again.output, /^No hay ningún archivo con esa huella\./);
  });

  test('takes away at once what was deleted in the portal, by what people know it by', async () => {
    const [vista, mini] = ['vista', 'mini'].map((text) => contentOf(text));
    const sent = digestOf('lo que se envió');
    await within(async (db) => {
      const store = await openAlmacen({ FILES_URL: { folder } }, db);
      for (const content of [vista, mini] as [Contenido, Contenido]) {
        await claim(db, content);
        await store.put(content);
      }
      await db.query(
        `INSERT INTO archivos (obra_id, tipo, titulo, publico, bytes, tipo_media, ancho, alto, huella, objeto, objeto_mini)
         VALUES (1, 'FOTO', 'Foto', true, 5, 'image/jpeg', 1, 1, $1, $2, $3)`,
        [sent, vista?.huella, mini?.huella],
      );
      await db.query('DELETE FROM archivos WHERE huella = $1', [sent]);
    });
    const { code, output } = await run('--borrar', sent);
    assert.equal(code, 0, output);
    assert.match(output, /^Quitados del almacén: 2\./);
    for (const content of [vista, mini]) {
      assert.ok(!existsSync(pathIn(folder, content?.huella as string)));
    }
  });

  test('names who else has the pictures of a photo that is deleted, which stay', async () => {
    const [vista, mini] = ['paisaje', 'paisaje pequeño'].map((text) => contentOf(text));
    const [one, two] = ['uno', 'dos'].map((text) => digestOf(text));
    await within(async (db) => {
      const store = await openAlmacen({ FILES_URL: { folder } }, db);
      for (const content of [vista, mini] as [Contenido, Contenido]) {
        await claim(db, content);
        await store.put(content);
      }
      for (const sent of [one, two]) {
        await db.query(
          `INSERT INTO archivos (obra_id, tipo, titulo, publico, bytes, tipo_media, ancho, alto, huella, objeto, objeto_mini)
           VALUES (1, 'FOTO', 'Paisaje', true, 5, 'image/jpeg', 1, 1, $1, $2, $3)`,
          [sent, vista?.huella, mini?.huella],
        );
      }
    });
    const { code, output } = await run('--borrar', one as string);
    assert.equal(code, 1, output);
    assert.match(output, /^Eliminado: «Paisaje» de la obra 1\.$/m);
    assert.match(output, /^Quitados del almacén: 0\./m);
    assert.match(
      output,
      new RegExp(
        `^Sus imágenes siguen ahí: las tiene también «Paisaje» \\(obra 1, archivo \\d+\\), que se borra con la huella ${two}\\.$`,
        'm',
      ),
    );
    assert.ok(existsSync(pathIn(folder, vista?.huella as string)));
    const rest = await run('--borrar', two as string);
    assert.equal(rest.code, 0, rest.output);
    assert.match(rest.output, /^Quitados del almacén: 2\./m);
  });

  test('sweep takes what it can where one object can’t be removed, and names it', async () => {
    const [stuck, free] = ['no sale', 'sí sale'].map((text) => contentOf(text));
    await within(async (db) => {
      const store = await openAlmacen({ FILES_URL: { folder } }, db);
      for (const content of [stuck, free] as [Contenido, Contenido]) {
        await claim(db, content, '-1 day');
        await store.put(content);
      }
    });
    const path = pathIn(folder, stuck?.huella as string);
    rmSync(path);
    mkdirSync(join(path, 'algo'), { recursive: true });
    const { code, output } = await run('--barrer');
    assert.equal(code, 1, output);
    assert.match(output, /^Quitados del almacén: 1 /m);
    assert.match(output, new RegExp(`^No se pudo quitar: ${stuck?.huella} \\(`, 'm'));
    rmSync(path, { recursive: true });
    assert.equal((await run('--barrer')).code, 0);
  });

  test('backup copies what is sound and names the works of what is not; restore likewise', async () => {
    const copies = newFolder();
    const files = join(copies, 'archivos');
    const bad = pathIn(folder, contents[1]?.huella as string);
    const sound = contentOf('otro contrato');
    await within(async (db) => {
      const store = await openAlmacen({ FILES_URL: { folder } }, db);
      await claim(db, sound);
      await store.put(sound);
      await enterDocument(db, sound, { titulo: 'Otro' });
    });
    writeFileSync(bad, 'SEGUNDO');
    const copy = (name: string) =>
      runHere(backup, environment, [join(copies, name), '--archivos', files]);
    for (const name of ['1.gz', '2.gz']) {
      const { code, output } = await copy(name);
      assert.equal(code, 1, output);
      assert.ok(existsSync(join(copies, name)));
      assert.match(output, /^Dañado: «Contrato 1» \(obra 1, archivo 2, objeto [0-9a-f]{64}\)$/m);
    }
    assert.ok(existsSync(pathIn(files, sound.huella)));
    assert.ok(existsSync(join(files, 'registro.json')));
    writeFileSync(bad, 'segundo');
    assert.equal((await copy('3.gz')).code, 0);
    writeFileSync(pathIn(files, contents[1]?.huella as string), 'SEGUNDO');
    const target = await emptyEnvironment();
    const restored = await runHere(restore, target, [join(copies, '3.gz'), '--archivos', files]);
    assert.equal(restored.code, 1, restored.output);
    assert.match(restored.output, /^Dañado: «Contrato 1» \(obra 1, archivo 2, /m);
    assert.match(restored.output, /faltan 1 de \d+ archivos/);
    const checked = await runHere(archivos, target, ['--revisar']);
    assert.match(checked.output, /: faltan 1 y están dañados 0\.$/m);
  });

  test('backup copies what a folder does not have yet, and restore puts it back', async () => {
    const copies = join(newFolder(), 'copias');
    const files = join(copies, 'archivos');
    mkdirSync(copies);
    const copy = (name: string) =>
      runHere(backup, environment, [join(copies, name), '--archivos', files]);
    const first = await copy('1.gz');
    assert.equal(first.code, 0, first.output);
    assert.match(first.output, /^Fotos y documentos en .*: [1-3] nuevos \(1 MB\)\.$/m);
    assert.match((await copy('2.gz')).output, /^Fotos y documentos en .*: 0 nuevos /m);
    const { huella } = contents[1] as { huella: string };
    assert.ok(existsSync(pathIn(files, huella)));

    const restored = async (...args: string[]) => {
      const target = await emptyEnvironment();
      const { code, output } = await runHere(restore, target, [join(copies, '1.gz'), ...args]);
      return { target, code, output, files: join(target.DATA_DIR ?? '', 'archivos') };
    };
    const whole = await restored('--archivos', files);
    assert.equal(whole.code, 0, whole.output);
    assert.match(
      whole.output,
      /: [1-3] copiados \(1 MB\)\.\nNo falta ninguno de sus [12] archivos en /,
    );
    const checked = await runHere(archivos, whole.target, ['--revisar']);
    assert.equal(checked.code, 0, checked.output);

    // Without them it opens too, and they may follow.
    const bare = await restored();
    assert.equal(bare.code, 0, bare.output);
    assert.match(
      bare.output,
      /^En .*archivos faltan ([12]) de \1 archivos; cópielos ahí con npm run archivos /m,
    );
    const followed = await runHere(archivos, bare.target, ['--mover', bare.files, '--de', files]);
    assert.equal(followed.code, 0, followed.output);
    assert.equal((await runHere(archivos, bare.target, ['--revisar'])).code, 0);

    const strange = join(newFolder(), 'ajeno');
    await openDeposito({ folder: strange }).own('otro');
    const refused = await restored('--archivos', strange);
    assert.equal(refused.code, 1);
    assert.match(refused.output, /ajeno .* es de otro registro/);
    assert.ok(!existsSync(join(refused.target.DATA_DIR ?? '', 'pgdata')));
  });

  test('takes a new store for one that is lost', async () => {
    rmSync(folder, { recursive: true });
    const lost = await run('--revisar');
    assert.equal(lost.code, 1);
    assert.match(lost.output, /no tiene registro\.json; .*npm run archivos -- --adoptar\.$/m);
    assert.equal((await run('--adoptar')).code, 0);
    assert.match((await run('--revisar')).output, /^Falta: «Contrato 1»/m);
    await openDeposito({ folder }).own('otro');
    const { code, output } = await run('--adoptar');
    assert.equal(code, 1);
    assert.match(output, /es de otro registro/);
  });
});
