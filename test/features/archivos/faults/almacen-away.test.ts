import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { withDatabase } from '../../../../src/core/registry.ts';
import { openAlmacen, openDeposito } from '../../../../src/features/archivos/almacen/abrir.ts';
import { sweep } from '../../../../src/features/archivos/almacen/barrer.ts';
import { filesPlace } from '../../../../src/features/archivos/settings.ts';
import { columnOf } from '../../../columns.ts';
import { newFolder } from '../../../empty-registry.ts';
import { archivos, COMMAND, document, read, send, withWork } from '../../../faults/archivos.ts';
import { ownPostgres, type Postgres, until } from '../../../faults/postgres.ts';
import {
  assertUnavailable,
  HASTY,
  newRegistry,
  obraBody,
  openRegistry,
} from '../../../faults/registry.ts';
import { ownS3, type S3 } from '../../../faults/s3.ts';
import { fill, MB, smallDisk } from '../../../faults/small-disk.ts';
import { launch, run } from '../../../process.ts';
import { allOf, claim, contentOf, digestOf, filesIn } from '../objetos.ts';

describe('photos and documents', () => {
  let server: Postgres;
  let s3: S3;
  before(async () => {
    [server, s3] = await Promise.all([ownPostgres(), ownS3()]);
  });
  after(() => server?.remove());

  /** The database of a registry that is running. */
  const within = <T>(
    environment: Record<string, string>,
    work: Parameters<typeof withDatabase<T>>[1],
  ) => withDatabase({ DATABASE_URL: environment.DATABASE_URL as string, DATA_DIR: '' }, work);

  test('are refused while the store is silent, works go on, and no answer has the secret', async () => {
    const FILES_URL = s3.place(await s3.makeBucket('silencio'));
    const own = { ...(await server.environment()), ...HASTY, FILES_URL };
    const { registry, token } = await withWork(own);
    const [kept, lost] = [document(), document()];
    const { status, body } = await send(registry, token, kept);
    assert.equal(status, 201, JSON.stringify(body));
    s3.freeze();
    try {
      const refused = await send(registry, token, lost);
      assertUnavailable(refused);
      const sentence = /no responde su almacén\. Las obras se siguen consultando/;
      assert.match(refused.body.message, sentence);
      assert.equal(await read(registry, token, body), 503);
      assert.equal((await registry.call('GET', '/health/ready')).status, 200);
      assert.equal((await registry.obras()).length, 1);
      await registry.made('/obras', obraBody());
    } finally {
      s3.thaw();
    }
    assert.ok((await registry.figure('registro_store_failures_total\\{asked="put"\\}')) >= 1);
    assert.deepEqual(await read(registry, token, body), kept);
    assert.equal((await send(registry, token, lost)).status, 201);
    assert.match(registry.service.output(), /silent for/);
    assert.doesNotMatch(registry.service.output(), /secreto/);
    await registry.service.stop();
  });

  test('are refused while the bucket is gone or the key is wrong, and the service starts', async () => {
    const bucket = await s3.makeBucket('efimero');
    const own = await server.environment();
    // Before there is any file.
    const misspelt = await newRegistry({ ...own, FILES_URL: s3.place('efimera') });
    assert.match(
      misspelt.service.output(),
      /^No se puede usar el almacén .*efimera\/ \(FILES_URL\): .*no existe el contenedor efimera\. /m,
    );
    await misspelt.service.stop();
    const environment = { ...(await server.environment()), FILES_URL: s3.place(bucket) };
    const { registry, token } = await withWork(environment);
    const file = document();
    assert.equal((await send(registry, token, file)).status, 201);
    await registry.service.stop();

    const elsewhere = s3.place(bucket, 'otro secreto');
    const wrong = await openRegistry({ ...environment, FILES_URL: elsewhere });
    const refused = await send(wrong, token, document());
    assertUnavailable(refused);
    assert.match(refused.body.message, /avise a quien administra el registro/);
    assert.equal((await wrong.call('GET', '/health/ready')).status, 200);
    assert.match(wrong.service.output(), /403/);
    assert.doesNotMatch(wrong.service.output(), /secreto/);
    await wrong.service.stop();

    await s3.removeBucket(bucket);
    const gone = await openRegistry(environment);
    assertUnavailable(await send(gone, token, document()));
    assert.equal((await gone.obras()).length, 1);
    assert.match(gone.service.output(), /NoSuchBucket/);
    // A bucket of that name without its files is not the registry's.
    await s3.makeBucket(bucket);
    assertUnavailable(await send(gone, token, document()));
    await gone.service.stop();
    const { code, output } = await run(environment);
    assert.equal(code, 1);
    assert.match(output, /no es el de este registro, porque no tiene registro\.json; [^\n]+\n$/);
  });

  test('are refused where the disk of the folder is full, and leave no byte there', async () => {
    const disk = smallDisk(120);
    const FILES_URL = join(disk, 'archivos');
    const { registry, token } = await withWork({ ...(await server.environment()), FILES_URL });
    assert.equal((await send(registry, token, document())).status, 201);
    const before = filesIn(FILES_URL);
    const file = document(2 * MB);
    const giveBack = fill(disk, 90 * MB);
    const refused = await send(registry, token, file);
    assertUnavailable(refused);
    const full = /^No se guardó el archivo, porque el almacén .* está lleno;/;
    assert.match(refused.body.message, full);
    assert.deepEqual(filesIn(FILES_URL), before);
    assert.equal((await registry.obras()).length, 1);
    giveBack();
    assert.equal((await send(registry, token, file)).status, 201);
    await registry.service.stop();
  });

  test('of a service that is killed between store and record have no record, and are swept', async () => {
    const FILES_URL = join(newFolder(), 'archivos');
    const environment = { ...(await server.environment()), FILES_URL };
    const { registry, token } = await withWork(environment);
    const file = document();
    await server.client(async (client) => {
      // Records wait for this lock; what is read of them does not.
      await client.query('BEGIN; LOCK TABLE archivos IN EXCLUSIVE MODE');
      const sending = send(registry, token, file);
      await until('it is stored', () => existsSync(FILES_URL) && filesIn(FILES_URL).length === 2);
      await until('its record waits', () => server.waits(environment, 'archivos'));
      await registry.service.stop('SIGKILL');
      assert.equal((await sending).status, 0);
      await client.query('ROLLBACK');
    }, environment);
    const again = await openRegistry(environment);
    assert.deepEqual((await again.call('GET', '/obras/1/archivos?todos=true')).body, []);
    assert.match(await archivos(environment, '--revisar'), /^Revisados 0 /m);
    // The same file again is taken; one that does not come again is swept.
    const { status, body } = await send(again, token, file);
    assert.equal(status, 201);
    await again.call('DELETE', `/obras/1/archivos/${body.id}`);
    const over = "UPDATE objetos SET conservar_hasta = now() - interval '1 hour'";
    await server.query(over, environment);
    assert.match(await archivos(environment, '--barrer'), /^Quitados del almacén: 1 /m);
    assert.deepEqual(filesIn(FILES_URL), [join(FILES_URL, 'registro.json')]);
    await again.service.stop();
  });

  test('that are swept and sent at the same moment are there where a record has them', async () => {
    const FILES_URL = s3.place(await s3.makeBucket('barrido'));
    const environment = { ...(await server.environment()), FILES_URL };
    const { registry, token } = await withWork(environment);
    let swept = 0;
    await within(environment, async (db) => {
      const store = await openAlmacen({ FILES_URL: filesPlace(FILES_URL, 'FILES_URL') }, db);
      for (let round = 0; round < 15; round++) {
        const file = document();
        const content = contentOf(file);
        await store.put(content);
        await claim(db, content, '-1 hour');
        const [sent] = await Promise.all([
          send(registry, token, file),
          sweep(db, store, {}, () => {
            swept += 1;
          }),
        ]);
        assert.equal(sent.status, 201, JSON.stringify(sent.body));
        assert.deepEqual(await read(registry, token, sent.body), file);
      }
      store.close();
    });
    assert.match(await archivos(environment, '--revisar'), /^Revisados 15 .*: no falta ni/m);
    assert.ok(swept <= 15);
    await registry.service.stop();
  });

  test('of two instances with two folders are taken by one, and its folder becomes the registry’s', async () => {
    const environment = await server.environment();
    const [one, two] = [newFolder(), newFolder()].map((folder) => join(folder, 'archivos'));
    const { registry, token } = await withWork({ ...environment, FILES_URL: one as string });
    const other = await openRegistry({ ...environment, FILES_URL: two as string });
    const replies = await Promise.all(
      [registry, other, registry, other].map((each) => send(each, token, document())),
    );
    const [ours, theirs] = replies.map(({ status }) => status);
    assert.deepEqual([ours, theirs].sort(), [201, 503], JSON.stringify(replies));
    assert.deepEqual(columnOf(replies.slice(2), 'status'), [ours, theirs]);
    const strange = ours === 201 ? two : one;
    assert.ok(!existsSync(strange as string));
    await registry.service.stop();
    await other.service.stop();
    const { code, output } = await run({ ...environment, FILES_URL: strange as string });
    assert.equal(code, 1);
    const others = /^El almacén de fotos y documentos .* no es el de este registro, [^\n]+\n$/m;
    assert.match(output, others);
  });

  test('move from a folder to a bucket under load, by a command that is killed, without a loss', async () => {
    const FILES_URL = join(newFolder(), 'archivos');
    const bucket = await s3.makeBucket('mudanza');
    const to = s3.place(bucket);
    const environment = { ...(await server.environment()), FILES_URL };
    const { registry, token } = await withWork(environment);
    const sent: { id: number; file: Buffer }[] = [];
    let isOver = false;
    const sendOne = async (target = registry) => {
      const file = document(60_000);
      const { status, body } = await send(target, token, file);
      assert.equal(status, 201, JSON.stringify(body));
      sent.push({ id: body.id, file });
    };
    for (let i = 0; i < 40; i++) await sendOne();
    const load = (async () => {
      while (!isOver) await sendOne();
    })();

    let kills = 0;
    for (let there = 0; kills < 2; kills += 1) {
      const { child, closed } = launch(environment, ['--mover', to], COMMAND);
      const least = there + 5;
      await until('some are there', async () => {
        there = (await s3.names(bucket)).length;
        return there >= least;
      });
      child.kill('SIGKILL');
      await closed;
    }
    // Cut short, it is no registry's store.
    assert.ok(!(await s3.names(bucket)).includes('registro.json'));
    isOver = true;
    await load;
    const moved = await archivos(environment, '--mover', to);
    assert.match(moved, /^Copiados y comparados: \d+ /m);
    assert.match(moved, /^Ahora ponga ese lugar en FILES_URL en todas las instancias/m);
    assert.doesNotMatch(moved, /secreto/);
    // Files that come before the instance is started anew are in the folder.
    await sendOne();
    await registry.service.stop();
    const served = await openRegistry({ ...environment, FILES_URL: to });
    await sendOne(served);
    const there = { ...environment, FILES_URL: to };
    const rest = await archivos(there, '--mover', to, '--de', FILES_URL);
    assert.match(rest, /^Copiados y comparados: 1 /m);
    const checked = await archivos(there, '--revisar');
    assert.match(checked, new RegExp(`^Revisados ${sent.length} en s3:.*: no falta ni`, 'm'));
    for (const { id, file } of sent) assert.deepEqual(await read(served, token, { id }), file);
    const store = openDeposito(filesPlace(to, 'FILES_URL'));
    const digests = sent.map(({ file }) => digestOf(file)).sort();
    assert.deepEqual(columnOf(await allOf(store), 'huella'), digests);
    store.close();
    await served.service.stop();
  });
});
