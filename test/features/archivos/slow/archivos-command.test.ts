import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { backup } from '../../../../src/commands/backup/backup-command.ts';
import { restore } from '../../../../src/commands/backup/restore-command.ts';
import { readConfig } from '../../../../src/core/base/config.ts';
import type { Database } from '../../../../src/core/db/db.ts';
import { openRegistry } from '../../../../src/core/registry.ts';
import { openAlmacen, openDeposito } from '../../../../src/features/archivos/almacen/abrir.ts';
import type { Contenido } from '../../../../src/features/archivos/almacen/almacen.ts';
import { archivos } from '../../../../src/features/archivos/command/command.ts';
import { emptyEnvironment, freshEnvironment, newFolder } from '../../../empty-registry.ts';
import { runHere } from '../../../process.ts';
import { claim, contentOf, digestOf, enterDocument, filesIn, ownerOf, pathIn } from '../objetos.ts';

/** Works on a registry that no other process has open. */
async function inRegistry<T>(
  environment: Record<string, string>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { db } = await openRegistry(readConfig(environment), () => {});
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

type Run = { code: number | undefined; output: string };
/** Holds what a program printed, and that it ended well. */
function ends({ code, output }: Run, ...sentences: RegExp[]): void {
  assert.equal(code, 0, output);
  for (const sentence of sentences) assert.match(output, sentence);
}
/** Holds what a program printed, and that it ended with a failure. */
function fails({ code, output }: Run, ...sentences: RegExp[]): void {
  assert.equal(code, 1, output);
  for (const sentence of sentences) assert.match(output, sentence);
}

describe('npm run archivos', () => {
  let environment: Record<string, string>;
  let folder: string;
  const texts = ['primero', 'segundo', 'tercero'];
  const contents = texts.map((text) => contentOf(text));
  const run = (...args: string[]) => runHere(archivos, environment, args);
  const within = <T>(work: (db: Database) => Promise<T>) => inRegistry(environment, work);
  /** Puts these into the store as uploads do, kept from now on, and goes on in the registry. */
  const store = (all: Contenido[], work = async (_db: Database) => {}, kept?: string) =>
    within(async (db) => {
      const almacen = await openAlmacen({ FILES_URL: { folder } }, db);
      for (const content of all) {
        await claim(db, content, kept);
        await almacen.put(content);
      }
      await work(db);
    });
  const enterFoto = (db: Database, titulo: string, huella: string, ...stored: Contenido[]) =>
    db.query(
      `INSERT INTO archivos (obra_id, tipo, titulo, publico, bytes, tipo_media, ancho, alto, huella, objeto, objeto_mini)
       VALUES (1, 'FOTO', $1, true, 5, 'image/jpeg', 1, 1, $2, $3, $4)`,
      [titulo, huella, ...stored.map((each) => each.huella)],
    );
  before(async () => {
    environment = await freshEnvironment();
    folder = join(environment.DATA_DIR ?? '', 'archivos');
    await within(async (db) => {
      await db.batch([
        ["INSERT INTO dependencias (nombre) VALUES ('Secretaría de Obras')"],
        ['INSERT INTO ejercicios_fiscales (anio) VALUES (2026)'],
        [
          `INSERT INTO obras (clave_unica, ejercicio_fiscal_id, numero_obra, nombre, monto, dependencia_id, municipio_id, estatus_obra_id)
           VALUES ('O-1', 1, 1, 'Parque', 1, 1, 50, 1)`,
        ],
      ]);
    });
    await store(contents, async (db) => {
      for (const [i, content] of contents.entries()) {
        if (i < 2) await enterDocument(db, content, { titulo: `Contrato ${i}` });
        else await claim(db, content, '-1 day');
      }
    });
  });

  test('names its options where it is given none or several, and for --help', async () => {
    for (const args of [[], ['--revisar', '--barrer'], ['--de', 'x'], ['--revisar', '--de', 'x']]) {
      fails(await run(...args), /^Indique una de las opciones\./);
    }
    ends(await run('--help'), /--borrar <huella>/);
  });

  test('copies the store to another place, and goes on where it was cut short', async () => {
    const place = join(newFolder(), 'otro');
    const copied = /^Copiados y comparados: 3 \(1 MB\)\.$/m;
    const next = /^Ahora ponga ese lugar en FILES_URL .* --de .*archivos:/m;
    ends(await run('--mover', place), copied, next);
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
    const moved = { ...environment, FILES_URL: place };
    ends(await runHere(archivos, moved, ['--revisar']));
  });

  test('refuses to copy onto itself, onto another registry’s, or from nowhere', async () => {
    const strange = join(newFolder(), 'ajeno');
    await openDeposito({ folder: strange }).own(ownerOf('otro'));
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
      const refused = await run('--mover', ...args);
      fails(refused, sentence);
      assert.doesNotMatch(refused.output, /misterio/);
    }
  });

  test('names the files that are missing or damaged', async () => {
    ends(await run('--revisar'), /^Revisados 2 en .*: no falta ni está dañado ninguno\.$/m);
    const [one, two] = contents.map(({ huella }) => pathIn(folder, huella));
    renameSync(one as string, `${one}-2`);
    writeFileSync(two as string, 'SEGUNDO');
    fails(
      await run('--revisar'),
      /^Falta: «Contrato 0» \(obra 1, archivo 1, objeto [0-9a-f]{64}\)$/m,
      /^Dañado: «Contrato 1» \(obra 1, archivo 2, /m,
      /^Revisados 2 en .*: faltan 1 y están dañados 1\.$/m,
    );
    // Damaged objects are named and not copied; the rest goes on.
    const place = join(newFolder(), 'otro');
    for (const first of [true, false]) {
      fails(
        await run('--mover', place),
        first ? /^Copiados y comparados: 1 /m : /: 0 \(0 MB\)/,
        /^No se copiaron 1:\nDañado: «Contrato 1» \(obra 1, archivo 2, objeto [0-9a-f]{64}\)$/m,
      );
    }
    assert.ok(existsSync(join(place, 'registro.json')));
    assert.ok(!existsSync(pathIn(place, contents[1]?.huella as string)));
    renameSync(`${one}-2`, one as string);
    writeFileSync(two as string, 'segundo');
  });

  test('--barrer removes at once what no file uses', async () => {
    ends(await run('--barrer'), /^Quitados del almacén: 1 \(1 MB\)\.$/m);
    assert.ok(!existsSync(pathIn(folder, digestOf('tercero'))));
    assert.match((await run('--barrer')).output, /^Quitados del almacén: 0 /m);
  });

  test('deletes a file everywhere at once, with a row in the ledger', async () => {
    const wrong = await run('--borrar', 'abc');
    assert.match(wrong.output, /^La huella son los 64 dígitos/);
    const { huella } = contents[0] as { huella: string };
    ends(await run('--borrar', huella), /^Eliminado: «Contrato 0» de la obra 1\.$/m);
    assert.ok(!existsSync(pathIn(folder, huella)));
    const [entry] = await within((db) =>
      db.query<{ programa: string }>(
        "SELECT programa FROM bitacora WHERE recurso = 'archivos' AND accion = 'eliminar'",
      ),
    );
    assert.equal(entry?.programa, 'registro-obras archivos');
    fails(await run('--borrar', huella), /^No hay ningún archivo con esa huella\./);
  });

  test('removes at once the pictures of a photo that was deleted in the portal, by the digest of its file', async () => {
    const pictures = [contentOf('vista'), contentOf('mini')];
    const sent = digestOf('lo que se envió');
    await store(pictures, async (db) => {
      await enterFoto(db, 'Foto', sent, ...pictures);
      await db.query('DELETE FROM archivos WHERE huella = $1', [sent]);
    });
    ends(await run('--borrar', sent), /^Quitados del almacén: 2\./);
    for (const { huella } of pictures) assert.ok(!existsSync(pathIn(folder, huella)));
  });

  test('keeps the pictures of a deleted photo that another photo has, and names that', async () => {
    const [vista, mini] = [contentOf('paisaje'), contentOf('paisaje pequeño')];
    const [one, two] = [digestOf('uno'), digestOf('dos')];
    await store([vista, mini], async (db) => {
      for (const sent of [one, two]) await enterFoto(db, 'Paisaje', sent, vista, mini);
    });
    const stays = `^Sus imágenes siguen ahí: las tiene también «Paisaje» \\(obra 1, archivo \\d+\\), que se borra con la huella ${two}\\.$`;
    fails(
      await run('--borrar', one),
      /^Eliminado: «Paisaje» de la obra 1\.$/m,
      /^Quitados del almacén: 0\./m,
      new RegExp(stays, 'm'),
    );
    assert.ok(existsSync(pathIn(folder, vista.huella)));
    ends(await run('--borrar', two), /^Quitados del almacén: 2\./m);
  });

  test('--barrer removes what it can where one object can’t be removed, and names that', async () => {
    const [stuck, free] = [contentOf('no sale'), contentOf('sí sale')];
    await store([stuck, free], undefined, '-1 day');
    const path = pathIn(folder, stuck.huella);
    rmSync(path);
    mkdirSync(join(path, 'algo'), { recursive: true });
    const named = new RegExp(`^No se pudo quitar: ${stuck.huella} \\(`, 'm');
    fails(await run('--barrer'), /^Quitados del almacén: 1 /m, named);
    rmSync(path, { recursive: true });
    ends(await run('--barrer'));
  });

  test('backup copies the sound files and names the works of damaged ones, and restore likewise', async () => {
    const copies = newFolder();
    const files = join(copies, 'archivos');
    const bad = pathIn(folder, contents[1]?.huella as string);
    const sound = contentOf('otro contrato');
    await store([sound], (db) => enterDocument(db, sound, { titulo: 'Otro' }));
    writeFileSync(bad, 'SEGUNDO');
    const copy = (name: string) =>
      runHere(backup, environment, [join(copies, name), '--archivos', files]);
    for (const name of ['1.gz', '2.gz']) {
      const damaged = /^Dañado: «Contrato 1» \(obra 1, archivo 2, objeto [0-9a-f]{64}\)$/m;
      fails(await copy(name), damaged);
      assert.ok(existsSync(join(copies, name)));
    }
    assert.ok(existsSync(pathIn(files, sound.huella)));
    assert.ok(existsSync(join(files, 'registro.json')));
    writeFileSync(bad, 'segundo');
    ends(await copy('3.gz'));
    writeFileSync(pathIn(files, contents[1]?.huella as string), 'SEGUNDO');
    const target = await emptyEnvironment();
    const restored = await runHere(restore, target, [join(copies, '3.gz'), '--archivos', files]);
    fails(restored, /^Dañado: «Contrato 1» \(obra 1, archivo 2, /m, /faltan 1 de \d+ archivos/);
    const checked = await runHere(archivos, target, ['--revisar']);
    assert.match(checked.output, /: faltan 1 y están dañados 0\.$/m);
  });

  test('backup adds the files that a folder lacks, and restore puts them back', async () => {
    const copies = join(newFolder(), 'copias');
    const files = join(copies, 'archivos');
    mkdirSync(copies);
    const copy = (name: string) =>
      runHere(backup, environment, [join(copies, name), '--archivos', files]);
    ends(await copy('1.gz'), /^Fotos y documentos en .*: [1-3] nuevos \(1 MB\)\.$/m);
    assert.match((await copy('2.gz')).output, /^Fotos y documentos en .*: 0 nuevos /m);
    const { huella } = contents[1] as { huella: string };
    assert.ok(existsSync(pathIn(files, huella)));

    const restored = async (...args: string[]) => {
      const target = await emptyEnvironment();
      const { code, output } = await runHere(restore, target, [join(copies, '1.gz'), ...args]);
      return { target, code, output, files: join(target.DATA_DIR ?? '', 'archivos') };
    };
    const whole = await restored('--archivos', files);
    ends(whole, /: [1-3] copiados \(1 MB\)\.\nNo falta ninguno de sus [12] archivos en /);
    ends(await runHere(archivos, whole.target, ['--revisar']));

    // Without them it opens too, and they may follow.
    const bare = await restored();
    ends(bare, /^En .*archivos faltan ([12]) de \1 archivos; cópielos ahí con npm run archivos /m);
    ends(await runHere(archivos, bare.target, ['--mover', bare.files, '--de', files]));
    ends(await runHere(archivos, bare.target, ['--revisar']));

    const strange = join(newFolder(), 'ajeno');
    await openDeposito({ folder: strange }).own(ownerOf('otro'));
    const refused = await restored('--archivos', strange);
    fails(refused, /ajeno .* es de otro registro/);
    assert.ok(!existsSync(join(refused.target.DATA_DIR ?? '', 'pgdata')));
  });

  describe('with a registry that was restored for a trial', () => {
    let trial: Record<string, string>;
    let restored: string;
    const copies = newFolder();
    const files = join(copies, 'archivos');
    const here = (...args: string[]) => runHere(archivos, trial, args);
    const others =
      /\(FILES_URL\) tiene otro titular, .* npm run archivos -- --adoptar, y si es de prueba, indique un FILES_URL propio\.$/m;
    /** Adds an object that nothing names, whose time is over. Gives its file, and what the start of the service would warn of. */
    const leave = (registry: Record<string, string>, text: string) =>
      inRegistry(registry, async (db) => {
        const { FILES_URL } = readConfig(registry);
        const content = contentOf(text);
        const sentences: string[] = [];
        const store = await openAlmacen({ FILES_URL }, db, (sentence) => sentences.push(sentence));
        await claim(db, content, '-1 day');
        await store.put(content);
        const path = pathIn('folder' in FILES_URL ? FILES_URL.folder : '', content.huella);
        return { path, warning: sentences.join('\n') };
      });
    before(async () => {
      const copy = join(copies, '1.gz');
      ends(await runHere(backup, environment, [copy, '--archivos', files]));
      trial = { ...(await emptyEnvironment()), FILES_URL: folder };
      const ended = await runHere(restore, trial, [copy]);
      ends(ended);
      restored = ended.output;
    });

    test('the restore prints that the store stays the other’s', () => {
      assert.match(restored, /^No falta ninguno de sus \d+ archivos en /m);
      assert.match(restored, others);
    });

    test('no object of production’s store is swept, deleted or erased', async () => {
      const { huella } = contents[1] as { huella: string };
      const before = filesIn(folder).sort();
      // A photo that was deleted more than thirty days ago.
      await inRegistry(trial, (db) =>
        db.batch([
          ["DELETE FROM archivos WHERE titulo = 'Otro'"],
          ["UPDATE objetos SET conservar_hasta = now() - interval '1 day'"],
        ]),
      );
      for (const args of [['--barrer'], ['--borrar', huella]]) {
        const refused = await here(...args);
        fails(refused, others);
        assert.equal(refused.output.trim().split('\n').length, 1);
      }
      const named = await inRegistry(trial, (db) =>
        db.query('SELECT FROM archivos WHERE huella = $1', [huella]),
      );
      assert.equal(named.length, 1);
      assert.deepEqual(filesIn(folder).sort(), before);
      ends(await run('--revisar'));
    });

    test('two that adopt in turns sweep in turns, and the other warns at its start', async () => {
      const [ours, theirs] = [await leave(environment, 'una'), await leave(trial, 'otra')];
      assert.equal(ours.warning, '');
      assert.match(theirs.warning, others);
      ends(await here('--adoptar'));
      fails(await run('--barrer'), others);
      assert.match((await run('--adoptar')).output, /y ningún otro quita nada de él\./);
      assert.match((await here('--barrer')).output, others);
      assert.ok(existsSync(ours.path));
      assert.match((await run('--barrer')).output, /^Quitados del almacén: 1 /m);
      assert.ok(!existsSync(ours.path));
    });

    test('a restore into an empty store makes it its own, with the files or without', async () => {
      for (const args of [['--archivos', files], []]) {
        const target = await emptyEnvironment();
        const ended = await runHere(restore, target, [join(copies, '1.gz'), ...args]);
        ends(ended);
        assert.doesNotMatch(ended.output, others);
        const { path, warning } = await leave(target, 'suya');
        assert.equal(warning, '');
        ends(await runHere(archivos, target, ['--barrer']));
        assert.ok(!existsSync(path));
      }
    });

    test('a registry of which all files were deleted is restored and opens', async () => {
      const file = join(copies, 'sin-archivos.gz');
      await inRegistry(trial, (db) => db.query('DELETE FROM archivos'));
      ends(await runHere(backup, trial, [file]));
      const target = await emptyEnvironment();
      ends(await runHere(restore, target, [file]));
      assert.equal((await leave(target, 'primera')).warning, '');
    });

    test('a store that is moved keeps its titular, and a trial’s own copy of it is adopted', async () => {
      const [moved, own] = ['mudado', 'propio'].map((name) => join(newFolder(), name));
      for (const place of [moved, own] as string[]) ends(await run('--mover', place));
      const sweeps = async (registry: Record<string, string>, path: string) => {
        ends(await runHere(archivos, registry, ['--barrer']));
        assert.ok(!existsSync(path));
      };
      const production = { ...environment, FILES_URL: moved as string };
      const ours = await leave(production, 'después');
      assert.equal(ours.warning, '');
      await sweeps(production, ours.path);
      const elsewhere = { ...trial, FILES_URL: own as string };
      const theirs = await leave(elsewhere, 'de prueba');
      assert.match(theirs.warning, others);
      ends(await runHere(archivos, elsewhere, ['--adoptar']));
      await sweeps(elsewhere, theirs.path);
    });
  });

  test('a registry without files has no store to adopt', async () => {
    const adopted = await runHere(archivos, await freshEnvironment(), ['--adoptar']);
    ends(adopted, /^El registro no tiene fotos ni documentos todavía, y su almacén /);
  });

  test('adopts a new store in place of a lost one', async () => {
    rmSync(folder, { recursive: true });
    const lost = /no tiene registro\.json; .*npm run archivos -- --adoptar\.$/m;
    fails(await run('--revisar'), lost);
    ends(await run('--adoptar'));
    assert.match((await run('--revisar')).output, /^Falta: «Contrato 1»/m);
    await openDeposito({ folder }).own(ownerOf('otro'));
    fails(await run('--adoptar'), /es de otro registro/);
  });
});
