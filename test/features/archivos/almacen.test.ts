import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { StartError } from '../../../src/core/base/config.ts';
import {
  openAlmacen,
  openDeposito,
  readFilesSettings,
} from '../../../src/features/archivos/almacen/abrir.ts';
import { enterUnknown, sweep } from '../../../src/features/archivos/almacen/barrer.ts';
import { filesPlace } from '../../../src/features/archivos/settings.ts';
import { columnOf } from '../../columns.ts';
import { newFolder } from '../../empty-registry.ts';
import { addressFor, db, newObra, resetWithCatalog } from '../../world.ts';
import {
  allOf,
  bytesIn,
  claim,
  contentOf,
  digestOf,
  enterDocument,
  filesIn,
  keepStore,
  ownerOf,
  pathIn,
  refusal,
} from './objetos.ts';

/** A store in a folder that has a registry's id. */
async function openFolder(folder = join(newFolder(), 'archivos')) {
  const store = openDeposito({ folder });
  await store.own(ownerOf('de-prueba'));
  return { folder, store };
}
const forgetStore = () =>
  db.batch([['DELETE FROM objetos'], ['UPDATE almacen SET id = NULL, titular = NULL']]);
const giveStoreBack = await keepStore(db);

describe('FILES_URL', () => {
  const read = (FILES_URL: string) =>
    readFilesSettings({ FILES_URL, DATA_DIR: '/datos' }).FILES_URL;

  test('is the folder archivos in DATA_DIR, any other folder, or a bucket', () => {
    assert.deepEqual(read(''), { folder: '/datos/archivos' });
    assert.deepEqual(read('/srv/mis archivos'), { folder: '/srv/mis archivos' });
    assert.deepEqual(read('file:///srv/mis%20archivos'), { folder: '/srv/mis archivos' });
    const bucket = { host: 's3.ejemplo.mx', bucket: 'obras', isTls: true, key: 'AKIA', prefix: '' };
    const spelt = read('s3://AKIA:ab/c+d%40e@s3.ejemplo.mx/obras?region=mx-1');
    assert.deepEqual(spelt, { ...bucket, secret: 'ab/c+d@e', region: 'mx-1' });
    assert.deepEqual(read('s3://a%3Ab:100%@[::1]:9000/obras/a/b/?tls=false'), {
      ...{ host: '[::1]:9000', bucket: 'obras', prefix: 'a/b', isTls: false },
      ...{ key: 'a:b', secret: '100%', region: 'us-east-1' },
    });
  });

  for (const place of [
    's3://s3.ejemplo.mx/obras',
    's3://AKIA:misterio@s3.ejemplo.mx',
    's3://AKIA:misterio@s3.ejemplo.mx/obras?regin=a',
    's3://AKIA:misterio@s3.ejemplo.mx/obras?tls=no',
    's3://AKIA:misterio@s3.ejemplo.mx/../obras',
    'S3://AKIA:misterio@s3.ejemplo.mx/obras',
    'https://AKIA:misterio@s3.ejemplo.mx/obras',
    'file://servidor/archivos',
  ]) {
    test(`${place} is refused in one sentence without its secret`, () => {
      assert.throws(
        () => read(place),
        (error: Error) =>
          error instanceof StartError &&
          /^FILES_URL debe [^\n]*$/.test(error.message) &&
          !/AKIA|misterio/.test(error.message),
      );
    });
  }
});

describe('a store in a folder', () => {
  test('keeps objects under their digest, gives parts of them, lists and removes them', async () => {
    const { folder, store } = await openFolder();
    const content = contentOf('los bytes de una foto');
    const { huella, bytes } = content;
    assert.equal(await store.size(huella), undefined);
    assert.equal(await store.get(huella), undefined);
    await Promise.all([store.put(content), store.put(content)]);
    await store.put(content);
    assert.equal(await store.size(huella), bytes);
    assert.equal(String(await bytesIn(store, huella)), 'los bytes de una foto');
    assert.equal(String(await bytesIn(store, huella, { start: 4, end: 8 })), 'bytes');
    const [listed, ...others] = await allOf(store);
    assert.deepEqual(others, []);
    assert.deepEqual([listed?.huella, listed?.bytes], [huella, bytes]);
    const path = pathIn(folder, huella);
    assert.deepEqual(filesIn(folder).sort(), [path, join(folder, 'registro.json')].sort());
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
    await store.remove(huella);
    await store.remove(huella);
    assert.equal(await store.get(huella), undefined);
  });

  test('refuses bytes that are not those of their digest, and those that stop halfway', async () => {
    const { folder, store } = await openFolder();
    const content = contentOf('los bytes de una foto');
    await refusal(store.put({ ...content, huella: digestOf('otros') }));
    const stops = async function* () {
      yield Buffer.from('los bytes');
      throw new Error('the upload is gone');
    };
    const fails = () => new Readable({ read: () => assert.fail('the upload never came') });
    for (let i = 0; i < 25; i++) {
      await refusal(store.put({ ...content, open: () => Readable.from(stops()) }));
      await refusal(store.put({ ...content, open: fails }));
    }
    assert.deepEqual(filesIn(folder), [join(folder, 'registro.json')]);
  });

  for (const [damage, text] of [
    ['was cut short', 'los bytes'],
    ['has one letter changed', 'los bytes de una fotO'],
    ['grew', 'los bytes de una foto, y más'],
    ['is empty', ''],
  ]) {
    test(`replaces one that ${damage} outside`, async () => {
      const { folder, store } = await openFolder();
      const content = contentOf('los bytes de una foto');
      await store.put(content);
      writeFileSync(pathIn(folder, content.huella), text as string);
      await store.put(content);
      assert.equal(String(await bytesIn(store, content.huella)), 'los bytes de una foto');
    });
  }

  test('takes digests alone as names', async () => {
    const { store } = await openFolder();
    for (const name of ['../../../../../../etc/passwd', 'a'.repeat(63), 'A'.repeat(64), '']) {
      await assert.rejects(async () => store.get(name), /no digest/);
      await assert.rejects(async () => store.remove(name), /no digest/);
    }
  });

  test('removes what interrupted writes have left, a day later', async () => {
    const { folder, store } = await openFolder();
    const [old, young] = ['vieja', 'joven'].map((name) => join(folder, 'en-curso', name));
    for (const draft of [old, young]) writeFileSync(draft as string, 'media foto');
    const yesterday = Date.now() / 1000 - 90_000;
    utimesSync(old as string, yesterday, yesterday);
    await store.tidy();
    assert.deepEqual(readdirSync(join(folder, 'en-curso')), ['joven']);
  });

  /** Lets the flushing of folders, or of files, fail with this code. */
  async function failing(t: TestContext, code: string, which: 'isDirectory' | 'isFile') {
    const handle = await open(newFolder());
    const { sync } = handle;
    await handle.close();
    t.mock.method(Object.getPrototypeOf(handle), 'sync', async function (this: FileHandle) {
      if ((await this.stat())[which]()) throw Object.assign(new Error(code), { code });
      await sync.call(this);
    });
  }
  const openWarned = (folder = join(newFolder(), 'archivos')) => {
    const sentences: string[] = [];
    const store = openDeposito({ folder }, (sentence) => sentences.push(sentence));
    return { folder, store, sentences };
  };

  for (const code of ['EINVAL', 'ENOTSUP', 'EPERM', 'EBADF']) {
    test(`on a disk that answers ${code} when a folder is flushed takes objects, and warns once`, async (t) => {
      await failing(t, code, 'isDirectory');
      const { folder, store, sentences } = openWarned();
      const content = contentOf('los bytes de una foto');
      await store.own(ownerOf('de-prueba'));
      await store.put(content);
      await store.put(content);
      await openDeposito({ folder }, (sentence) => sentences.push(sentence)).put(contentOf('otra'));
      assert.equal(String(await bytesIn(store, content.huella)), 'los bytes de una foto');
      assert.equal(sentences.length, 1);
      const warning = `^El disco de .*archivos \\(FILES_URL\\) no asegura sus carpetas \\(${code}\\)`;
      assert.match(sentences[0] ?? '', new RegExp(warning));
    });
  }

  test('warns at the start where its disk can’t flush a folder', async (t) => {
    const { folder, store, sentences } = openWarned();
    await store.probe();
    assert.ok(!existsSync(folder));
    await store.own(ownerOf('de-prueba'));
    await failing(t, 'EINVAL', 'isDirectory');
    await store.probe();
    assert.equal(sentences.length, 1);
  });

  for (const [what, code, which] of [
    ['a folder that fails', 'EIO', 'isDirectory'],
    ['a file that can’t be flushed', 'EINVAL', 'isFile'],
    ['a file that fails', 'EIO', 'isFile'],
  ] as const) {
    test(`refuses an object because of ${what} (${code})`, async (t) => {
      await failing(t, code, which);
      const { folder, store, sentences } = openWarned();
      const content = contentOf('los bytes de una foto');
      await refusal(store.put(content));
      // An object that was renamed and not flushed is whole, and is flushed when it comes again.
      if (which === 'isFile') assert.deepEqual(filesIn(folder), []);
      assert.deepEqual(sentences, []);
    });
  }

  test('refuses objects as away where its folder is', async () => {
    const { folder, store } = await openFolder();
    const content = contentOf('los bytes de una foto');
    await store.put(content);
    renameSync(folder, `${folder}-2`);
    const { text } = await refusal(store.get(content.huella));
    assert.match(text, /^Las fotos y los documentos no están disponibles por el momento/);
    renameSync(`${folder}-2`, folder);
    assert.ok(await bytesIn(store, content.huella));
  });
});

describe('the store of a registry', () => {
  before(resetWithCatalog);
  beforeEach(forgetStore);
  after(async () => {
    await forgetStore();
    await giveStoreBack();
  });
  const content = contentOf('los bytes de una foto');
  const idOf = async () => (await db.one<{ id: string | null }>('SELECT id FROM almacen'))?.id;
  const openAt = (folder: string) => openAlmacen({ FILES_URL: { folder } }, db);
  const newPlace = () => join(newFolder(), 'archivos');
  const ownerIn = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'registro.json'), 'utf8')).registro;

  test('stays empty before the first file, and has the registry’s id from then on', async () => {
    const folder = newPlace();
    const store = await openAt(folder);
    assert.ok(!existsSync(folder));
    assert.equal(await idOf(), null);
    await store.put(content);
    assert.match((await idOf()) ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(ownerIn(folder), await idOf());
    const again = await openAt(folder);
    assert.ok(await bytesIn(again, content.huella));
  });

  test('is refused at the start in one sentence where it is another folder', async () => {
    await (await openAt(newPlace())).put(content);
    const strange = newPlace();
    const refused = (sentence: RegExp) =>
      assert.rejects(openAt(strange), (error: Error) => {
        assert.ok(error instanceof StartError);
        assert.match(error.message, sentence);
        return !error.message.includes('\n');
      });
    const bare =
      /archivos \(FILES_URL\) no es el de este registro, porque no tiene registro\.json;/;
    await refused(bare);
    await openDeposito({ folder: strange }).own(ownerOf('otro'));
    await refused(/archivos \(FILES_URL\) es de otro registro, según su registro\.json;/);
    writeFileSync(join(strange, 'registro.json'), '{"registro"');
    await refused(/tiene dañado su registro\.json, que dice de qué registro es;/);
  });

  test('refuses files of an instance that started on another folder before the first file', async () => {
    const [folder, strange] = [newPlace(), newPlace()];
    const [store, other] = [await openAt(folder), await openAt(strange)];
    // Both first files come at once: one of the two folders is the registry's.
    const outcomes = await Promise.allSettled([store.put(content), other.put(content)]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const [ours, theirs] = outcomes[0]?.status === 'fulfilled' ? [store, other] : [other, store];
    for (const work of [() => theirs.put(content), () => theirs.get(content.huella)]) {
      const { text, cause } = await refusal(work());
      assert.match(text, /no se puede usar su almacén; avise a quien administra el registro/);
      assert.match(cause, /no es el de este registro/);
    }
    assert.ok(await bytesIn(ours, content.huella));
    assert.ok(theirs.failures.put >= 2 && theirs.failures.get === 1);
  });

  test('writes no file where its disk is not mounted any more', async () => {
    const folder = newPlace();
    const store = await openAt(folder);
    await store.put(content);
    renameSync(folder, `${folder}-2`);
    // The folder that a disk is mounted at is there without it.
    mkdirSync(folder);
    await refusal(store.put(contentOf('otros bytes')));
    assert.deepEqual(readdirSync(folder), []);
  });

  test('is begun anew after an interrupted first start, and not where another registry’s files lie', async () => {
    const folder = newPlace();
    const deposito = openDeposito({ folder });
    await deposito.own(ownerOf('de-un-inicio-cortado'));
    await (await openAt(folder)).put(content);
    assert.equal(ownerIn(folder), await idOf());
    await forgetStore();
    const { cause } = await refusal((await openAt(folder)).put(content));
    assert.match(cause, /es de otro registro/);
    assert.equal(await idOf(), null);
  });

  test('that can’t be used is a warning at the start, where no file is stored yet', async () => {
    const place = (rest: string) => filesPlace(`s3://AKIA:misterio@127.0.0.1:1/obras${rest}`, 'x');
    const away = await openAlmacen({ FILES_URL: place('?tls=false') }, db);
    assert.match(String(away.trouble), /ECONNREFUSED/);
    // Nothing can be made below a file.
    const file = join(newFolder(), 'archivo');
    writeFileSync(file, '');
    assert.match(String((await openAt(join(file, 'archivos'))).trouble), /EACCES/);
    assert.equal((await openAt(newPlace())).trouble, undefined);
  });

  test('leaves the service ready and works readable while it is away', async (t) => {
    const folder = newPlace();
    const store = await openAt(folder);
    await store.put(content);
    await newObra();
    // No server listens there.
    const FILES_URL = filesPlace('s3://AKIA:misterio@127.0.0.1:1/obras?tls=false', 'FILES_URL');
    const url = await addressFor(t, { FILES_URL, PUBLIC_READ: true });
    assert.equal((await fetch(`${url}/health/ready`)).status, 200);
    assert.equal((await fetch(`${url}/obras`)).status, 200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    assert.match(metrics, /^registro_store_failures_total\{asked="put"\} 0$/m);
    assert.match(metrics, /^registro_store_sweep_timestamp_seconds 0$/m);
    assert.match(metrics, /^registro_files_bytes 0$/m);
  });

  test('is swept of what can be removed where one object can’t', async () => {
    const folder = newPlace();
    const store = await openAt(folder);
    const all = ['uno', 'dos', 'tres'].map((text) => contentOf(text));
    for (const each of all) {
      await claim(db, each, '-1 minute');
      await store.put(each);
    }
    const stuck = (all[0] as { huella: string }).huella;
    rmSync(pathIn(folder, stuck));
    mkdirSync(join(pathIn(folder, stuck), 'algo'), { recursive: true });
    const removed: string[] = [];
    const swept = () => sweep(db, store, {}, ({ huella }) => removed.push(huella));
    const failed = await swept();
    assert.deepEqual(columnOf(failed, 'huella'), [stuck]);
    assert.deepEqual(removed.sort(), columnOf(all.slice(1), 'huella').sort());
    assert.ok(await db.one('SELECT FROM objetos WHERE huella = $1', [stuck]));
    rmSync(pathIn(folder, stuck), { recursive: true });
    assert.deepEqual(await swept(), []);
    assert.ok(removed.includes(stuck));
  });

  test('is swept of objects without a file once their time is over', async () => {
    const store = await openAt(newPlace());
    const { id } = await newObra();
    const [due, named, fresh] = ['uno', 'dos', 'tres'].map((text) => contentOf(text));
    assert.ok(due && named && fresh);
    for (const each of [due, named, fresh]) {
      await claim(db, each, each === fresh ? '1 minute' : '-1 minute');
      await store.put(each);
    }
    await enterDocument(db, named, { obraId: id });
    const unknown = contentOf('cuatro');
    await store.put(unknown);
    const removed: string[] = [];
    const swept = () => sweep(db, store, {}, ({ huella }) => removed.push(huella));
    await swept();
    assert.deepEqual(removed, [due.huella]);
    // An unknown object is entered, and stays for a day.
    const entered = await enterUnknown(db, store, () => {});
    assert.deepEqual(entered, [{ huella: unknown.huella, bytes: unknown.bytes }]);
    await swept();
    const here = async () => columnOf(await allOf(store), 'huella');
    assert.deepEqual(await here(), columnOf([named, fresh, unknown], 'huella').sort());
    // Deleted, it stays for thirty days.
    await db.query('DELETE FROM archivos WHERE obra_id = $1', [id]);
    await swept();
    assert.ok((await here()).includes(named.huella));
    await claim(db, named, '-1 minute');
    await swept();
    assert.ok(!(await here()).includes(named.huella));
  });
});
