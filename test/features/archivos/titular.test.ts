// Registries that share a store, because one was restored from a copy of another: only its titular removes objects of it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { readConfig, StartError } from '../../../src/core/base/config.ts';
import type { Database } from '../../../src/core/db/db.ts';
import { openRegistry } from '../../../src/core/registry.ts';
import {
  adopt,
  beginAgain,
  findOwner,
  openAlmacen,
  openDeposito,
} from '../../../src/features/archivos/almacen/abrir.ts';
import { keyOf, type Owner, readOwner } from '../../../src/features/archivos/almacen/almacen.ts';
import { sweep, sweepDaily } from '../../../src/features/archivos/almacen/barrer.ts';
import type { FilesPlace } from '../../../src/features/archivos/settings.ts';
import { numbers } from '../../columns.ts';
import { newFolder } from '../../empty-registry.ts';
import { db, freshEnvironment, newObra, resetWithCatalog } from '../../world.ts';
import { openBucket } from './bucket.ts';
import {
  allOf,
  bytesIn,
  claim,
  contentOf,
  enterDocument,
  filesIn,
  keepStore,
  ownerOf,
  refusal,
} from './objetos.ts';

const newPlace = () => join(newFolder(), 'archivos');

describe('registro.json', () => {
  const cases: [string, string, Owner][] = [
    ['of this program', '{"registro":"a","titular":"b"}\n', ownerOf('a', 'b')],
    ['of an older program', '{"registro":"a"}\n', ownerOf('a')],
    ['with a titular that is none', '{"registro":"a","titular":5}', ownerOf('a', '')],
    ['that was cut short', '{"registro":"a', ownerOf('')],
    ['that is empty', '', ownerOf('')],
    ['without a registry', '{"titular":"b"}', ownerOf('')],
    ['that is a list', '["a"]', ownerOf('')],
    ['that is null', 'null', ownerOf('')],
  ];
  for (const [what, text, owner] of cases) {
    test(`${what} names the owner ${JSON.stringify(owner)}`, () =>
      assert.deepEqual(readOwner(text), owner));
  }
});

describe('the first registro.json of a store', () => {
  /** Lets hard links fail with this code. */
  function withoutLinks(t: TestContext, code: string) {
    const { mock: links } = t.mock.method(fs, 'link', async () => {
      throw Object.assign(new Error(code), { code });
    });
    syncBuiltinESMExports();
    t.after(() => {
      links.restore();
      syncBuiltinESMExports();
    });
  }
  // biome-ignore format: rows
  const places: [string, (t: TestContext) => Promise<FilesPlace> | FilesPlace, boolean][] = [
    ['in a folder', () => ({ folder: newPlace() }), true],
    ['in a bucket', async () => (await openBucket()).FILES_URL, true],
    ['in a bucket that answers 501 to conditions', async () => (await openBucket(501)).FILES_URL, false],
    ['in a bucket that answers 400 to conditions', async () => (await openBucket(400)).FILES_URL, false],
    ...['EPERM', 'ENOTSUP', 'ENOSYS'].map((code): (typeof places)[number] => [
      `in a folder whose disk answers ${code} to hard links`,
      (t) => {
        withoutLinks(t, code);
        return { folder: newPlace() };
      },
      false,
    ]),
  ];
  for (const [where, make, tells] of places) {
    test(`${where} is written once, and stays for every later registry`, async (t) => {
      const place = await make(t);
      const store = openDeposito(place);
      assert.equal(await store.owner(), undefined);
      assert.deepEqual(await store.claim(ownerOf('uno', 'dos')), ownerOf('uno', 'dos'));
      assert.deepEqual(await store.claim(ownerOf('otro')), ownerOf('uno', 'dos'));
      assert.deepEqual(await store.owner(), ownerOf('uno', 'dos'));
      await store.own(ownerOf('otro'));
      assert.deepEqual(await store.owner(), ownerOf('otro'));
      if ('folder' in place) {
        assert.deepEqual(filesIn(place.folder), [join(place.folder, 'registro.json')]);
      }
      store.close();
    });

    if (!tells) continue;
    test(`${where} is that of one of ten at once, and the other nine get it`, async (t) => {
      const store = openDeposito(await make(t));
      const owners = numbers(0, 9).map((i) => ownerOf(`registro ${i}`));
      const claims = await Promise.all(owners.map((each) => store.claim(each)));
      const owner = await store.owner();
      assert.match(owner?.registro ?? '', /^registro \d$/);
      for (const each of claims) assert.deepEqual(each, owner);
      store.close();
    });
  }

  test('in a bucket that ignores conditions is given back as it stands in the end', async () => {
    const { FILES_URL } = await openBucket('ignored');
    const store = openDeposito(FILES_URL);
    await store.claim(ownerOf('uno'));
    assert.deepEqual(await store.claim(ownerOf('otro')), ownerOf('otro'));
    store.close();
  });

  test('in a folder that can’t be written to is refused', async () => {
    const file = join(newFolder(), 'archivo');
    writeFileSync(file, '');
    await refusal(openDeposito({ folder: join(file, 'archivos') }).claim(ownerOf('uno')));
  });
});

const SENTENCE =
  /^El almacén de fotos y documentos [^\n]+ \(FILES_URL\) tiene otro titular, según su registro\.json, así que este registro guarda ahí y no quita nada: si queda en lugar del otro, dígalo con npm run archivos -- --adoptar, y si es de prueba, indique un FILES_URL propio\.$/;
const giveStoreBack = await keepStore(db);
async function forgetStore(...registries: Database[]) {
  for (const registry of [db, ...registries]) {
    await registry.batch([
      ['DELETE FROM archivos'],
      ['DELETE FROM objetos'],
      ['UPDATE almacen SET id = NULL, titular = NULL'],
    ]);
  }
}

for (const kind of ['a folder', 'a bucket']) {
  describe(`registries that share ${kind}`, () => {
    let place: FilesPlace;
    /** The text under this name; undefined where there is no file. */
    let textOf: (name: string) => string | undefined;
    let write: (name: string, text: string) => void;
    async function newStore(): Promise<FilesPlace> {
      if (kind === 'a folder') {
        const folder = newPlace();
        textOf = (name) =>
          existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
        write = (name, text) => writeFileSync(join(folder, name), text);
        return { folder };
      }
      const { FILES_URL, objects } = await openBucket();
      textOf = (name) => objects.get(name)?.toString();
      write = (name, text) => objects.set(name, Buffer.from(text));
      return FILES_URL;
    }
    before(resetWithCatalog);
    beforeEach(async () => {
      await forgetStore();
      place = await newStore();
    });
    after(async () => {
      await forgetStore();
      await giveStoreBack();
    });

    /** The registry turns into one that was restored from a copy of it, with the same rows. */
    const restored = () => db.query('UPDATE almacen SET titular = gen_random_uuid()');
    /** Turns it back into the one that the copy is of. */
    const original = () => db.query('UPDATE almacen SET titular = NULL');
    const open = (warn?: (sentence: string) => void) => openAlmacen({ FILES_URL: place }, db, warn);
    const isThere = (content: { huella: string }) => textOf(keyOf(content.huella)) !== undefined;
    const mine = async () => (await findOwner(db)) as Owner;
    const adoptHere = async () => adopt(await mine(), openDeposito(place));
    const rows = async () => (await db.query('SELECT FROM objetos')).length;

    /** Objects that nothing names any more, and whose time is over. */
    async function due(...texts: string[]) {
      const store = await open();
      const contents = texts.map((text) => contentOf(text));
      for (const content of contents) {
        await claim(db, content, '-1 minute');
        await store.put(content);
      }
      return contents as [ReturnType<typeof contentOf>, ...ReturnType<typeof contentOf>[]];
    }
    /** Sweeps, and gives the number of objects that were removed. */
    async function swept(): Promise<number> {
      const removed: object[] = [];
      const failed = await sweep(db, await open(), {}, (each) => removed.push(each));
      assert.deepEqual(failed, []);
      return removed.length;
    }
    async function refusedSweep() {
      const before = await rows();
      const { cause } = await refusal(swept());
      assert.match(cause, /tiene otro titular/);
      assert.equal(await rows(), before);
    }

    test('a restored one stores and reads there, and removes no object', async () => {
      const [old] = await due('vieja');
      await restored();
      const store = await open();
      const fresh = contentOf('nueva');
      await store.put(fresh);
      assert.ok(isThere(fresh));
      assert.equal(String(await bytesIn(store, old.huella)), 'vieja');
      await refusedSweep();
      await refusal(store.remove(old.huella));
      await refusal(store.tidy());
      assert.ok(isThere(old));
      await original();
      assert.equal(await swept(), 1);
      assert.ok(!isThere(old));
    });

    test('a photo that the restored one deletes stays for the other', async () => {
      const { id } = await newObra();
      const [photo] = await due('foto');
      await enterDocument(db, photo, { obraId: id });
      await restored();
      await db.query('DELETE FROM archivos');
      await claim(db, photo, '-1 minute');
      await refusedSweep();
      assert.ok(isThere(photo));
    });

    test('a restored one warns once at its start, and starts', async () => {
      await due('vieja');
      const sentences: string[] = [];
      await open((sentence) => sentences.push(sentence));
      assert.equal(sentences.length, 0);
      await restored();
      const store = await open((sentence) => sentences.push(sentence));
      assert.equal(sentences.length, 1);
      assert.match(sentences[0] ?? '', SENTENCE);
      assert.doesNotMatch(sentences[0] ?? '', /secreto/);
      assert.equal(store.trouble, undefined);
    });

    test('the daily sweep of a restored one removes no object, and logs why', async (t) => {
      const [old] = await due('vieja');
      await restored();
      /** An hour after a start. */
      const daily = async () => {
        const hooks = new Map<string, () => Promise<void>>();
        const warnings: string[] = [];
        const app = {
          addHook: (name: string, hook: () => Promise<void>) => hooks.set(name, hook),
          log: { warn: ({ err }: { err: Error }) => warnings.push(String(err.cause)) },
        };
        const almacen = await open();
        t.mock.timers.enable({ apis: ['setTimeout'] });
        const sweeps = sweepDaily(app as unknown as FastifyInstance, { db, almacen });
        await hooks.get('onListen')?.();
        t.mock.timers.tick(3_600_000);
        t.mock.timers.reset();
        while (sweeps.endedAt === 0 && warnings.length === 0) await sleep(5);
        await hooks.get('onClose')?.();
        return { ...sweeps, warnings };
      };
      const { endedAt, removed, warnings } = await daily();
      assert.deepEqual([endedAt, removed, warnings.length], [0, 0, 1]);
      assert.match(warnings[0] ?? '', /tiene otro titular/);
      assert.ok(isThere(old));
      await original();
      assert.equal((await daily()).removed, 1);
      assert.ok(!isThere(old));
    });

    test('two that adopt in turns remove in turns', async () => {
      const contents = await due('una', 'dos', 'tres', 'cuatro');
      await restored();
      const { titular } = await mine();
      await refusedSweep();
      await adoptHere();
      // The one that was the titular goes on without removing.
      await original();
      await refusedSweep();
      assert.ok(contents.every(isThere));
      await adoptHere();
      await db.query('UPDATE almacen SET titular = $1', [titular]);
      await refusedSweep();
      await adoptHere();
      assert.equal(await swept(), 4);
      assert.deepEqual(await allOf(openDeposito(place)), []);
    });

    test('a sweep ends where another registry adopts in its middle', async () => {
      const contents = await due('una', 'dos', 'tres');
      let removed = 0;
      const { registro } = await mine();
      const sweeping = sweep(db, await open(), {}, () => {
        removed += 1;
        write('registro.json', JSON.stringify(ownerOf(registro, 'otro')));
      });
      assert.match((await refusal(sweeping)).cause, /tiene otro titular/);
      assert.equal(removed, 1);
      assert.equal(contents.filter(isThere).length, 2);
      assert.equal(await rows(), 2);
    });

    test('after an upgrade production goes on, and the registro.json of the older program is its own', async () => {
      await due('vieja');
      const { registro } = await mine();
      write('registro.json', `${JSON.stringify({ registro })}\n`);
      await restored();
      await refusedSweep();
      await original();
      assert.equal(await swept(), 1);
    });

    test('a registro.json without a readable titular lets no object be removed until one adopts', async () => {
      await due('vieja');
      const { registro } = await mine();
      write('registro.json', JSON.stringify({ registro, titular: 5 }));
      await refusedSweep();
      await adoptHere();
      assert.equal(await swept(), 1);
    });

    for (const damaged of ['{"registro"', '', '\0\0\0']) {
      test(`a registro.json that is ${JSON.stringify(damaged)} lets no object be removed until one adopts`, async () => {
        const store = await open();
        const [old] = await due('vieja');
        write('registro.json', damaged);
        await assert.rejects(open(), (error: Error) => {
          assert.ok(error instanceof StartError);
          return /tiene dañado su registro\.json, [^\n]+ --adoptar\.$/.test(error.message);
        });
        const { cause } = await refusal(sweep(db, store, {}, () => assert.fail('removed')));
        assert.match(cause, /tiene dañado su registro\.json/);
        assert.ok(isThere(old));
        await assert.rejects(beginAgain(await mine(), openDeposito(place)), StartError);
        await adoptHere();
        assert.equal(await swept(), 1);
      });
    }

    test('a store of another registry is not adopted', async () => {
      const [old] = await due('vieja');
      write('registro.json', JSON.stringify(ownerOf('ajeno')));
      await assert.rejects(adoptHere(), /es de otro registro/);
      assert.ok(isThere(old));
      assert.deepEqual(await openDeposito(place).owner(), ownerOf('ajeno'));
    });

    test('a new store in the place of a lost one is the restored one’s, which then removes', async () => {
      await due('vieja');
      const lost = place;
      place = await newStore();
      await restored();
      assert.equal(await beginAgain(await mine(), openDeposito(place)), true);
      assert.equal(await beginAgain(await mine(), openDeposito(lost)), false);
      assert.equal(await swept(), 1);
    });

    test('one without files leaves all that lies there', async () => {
      const [old] = await due('vieja');
      const registro = textOf('registro.json');
      await forgetStore();
      const store = await open();
      await claim(db, old, '-1 minute');
      const failed = await sweep(db, store, {}, () => assert.fail('removed'));
      assert.equal(failed.length, 1);
      await store.tidy();
      await refusal(allOf(store));
      assert.ok(isThere(old));
      assert.equal(textOf('registro.json'), registro);
    });

    test('two that begin at once in one place leave one with it, and the other is refused', async (t) => {
      const environment = await freshEnvironment();
      const other = await openRegistry(readConfig(environment), () => {});
      t.after(() => other.db.close());
      const registries = [db, other.db];
      for (let round = 0; round < 4; round++) {
        place = await newStore();
        await forgetStore(other.db);
        const opened = registries.map((registry) => openAlmacen({ FILES_URL: place }, registry));
        const stores = await Promise.all(opened);
        const winners = new Set<number>();
        // Both may be refused while one of them looks at the other’s registro.json. Then the next file comes in.
        for (const text of ['primera', 'segunda']) {
          const puts = stores.map((store, i) => store.put(contentOf(`${text} de ${i}`)));
          const outcomes = await Promise.allSettled(puts);
          for (const [i, { status }] of outcomes.entries()) {
            if (status === 'fulfilled') winners.add(i);
          }
        }
        const [winner] = winners;
        assert.deepEqual([...winners], [winner]);
        const theirs = await findOwner(registries[winner as number] as Database);
        assert.deepEqual(await openDeposito(place).owner(), theirs);
      }
    });
  });
}

test('a restored registry without files lists none in a store that is being moved to its place', async (t) => {
  await forgetStore();
  t.after(giveStoreBack);
  const folder = newPlace();
  const store = openDeposito({ folder });
  mkdirSync(folder);
  await store.put(contentOf('a medio mover'));
  const ours = await openAlmacen({ FILES_URL: { folder } }, db);
  assert.deepEqual(await allOf(ours), []);
});
