import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { columnOf, numbers } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import {
  call,
  count,
  emailOf,
  get,
  newObra,
  refused,
  resetWithCatalog,
  ubicacionBody,
  write,
} from '../../world.ts';

// The status of many obras at once: POST /obras/estatus.

interface Asked {
  id: number;
  etag: string;
}

/** An obra as somebody has read it. */
async function read(id: number, options = {}): Promise<Asked> {
  const { headers } = await get(`/obras/${id}`, 'admin', options);
  return { id, etag: headers.get('etag') as string };
}

async function make(many: number, changes: Record<string, unknown> = {}): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let i = 0; i < many; i++) asked.push(await read((await newObra(changes)).id));
  return asked;
}

const change = (estatusObraId: unknown, obras: unknown, options = {}) =>
  call('admin', 'POST', '/obras/estatus', { estatusObraId, obras }, options);

const statusOf = async (id: number) => (await get(`/obras/${id}`, 'admin')).body.estatusObra.nombre;

describe('POST /obras/estatus', () => {
  before(resetWithCatalog);

  test('changes every obra, each with a row of its own in the ledger', async () => {
    const asked = await make(10, { ubicaciones: [ubicacionBody()] });
    const { body } = await change(6, asked);
    const obras = asked.map(({ id }) => ({ id, resultado: 'cambiada', mensaje: null }));
    assert.deepEqual(body, { cambiadas: 10, rechazadas: 0, obras });
    for (const { id, etag } of asked) {
      assert.equal(await statusOf(id), 'Terminada');
      assert.notEqual((await read(id)).etag, etag);
      const [row] = (await get(`/bitacora?recurso=obras&registro=${id}&limit=1`, 'admin')).body;
      assert.equal(row.usuarioEmail, emailOf('admin'));
      assert.deepEqual(row.cambios, [{ campo: 'estatusObraId', antes: 4, despues: 6 }]);
    }
    if (!hasFeature('mapa')) return;
    const { body: tile } = await get('/mapa/15/8226/14431?estatusObraId=6');
    assert.equal(tile.features.length, 10);
  });

  test('leaves those that changed meanwhile, are gone, or have the status, with the reason of each', async () => {
    const made = await make(5);
    const [fine, changed, gone, same, late] = made as [Asked, Asked, Asked, Asked, Asked];
    await write('admin', 'PATCH', `/obras/${changed.id}`, { monto: 7 });
    await write('admin', 'DELETE', `/obras/${gone.id}`);
    await write('admin', 'PATCH', `/obras/${same.id}`, { estatusObraId: 5 });
    // Another has given it that very status: the version that was read is not there any more.
    await write('admin', 'PATCH', `/obras/${late.id}`, { estatusObraId: 5 });
    const { body } = await change(5, [gone, changed, fine, await read(same.id), late]);
    const CHANGED = 'La obra cambió desde que la consultó; consúltela de nuevo antes de cambiarla.';
    assert.deepEqual(body, {
      cambiadas: 1,
      rechazadas: 3,
      obras: [
        { id: gone.id, resultado: 'no existe', mensaje: 'La obra ya no existe.' },
        { id: changed.id, resultado: 'cambió', mensaje: CHANGED },
        { id: fine.id, resultado: 'cambiada', mensaje: null },
        { id: same.id, resultado: 'sin cambio', mensaje: 'Ya tenía ese estatus.' },
        { id: late.id, resultado: 'cambió', mensaje: CHANGED },
      ],
    });
    assert.equal(await statusOf(fine.id), 'Suspendida');
    assert.equal(await statusOf(changed.id), 'En proceso');
  });

  test('takes the tag of a compressed answer too', async () => {
    const [{ id }] = (await make(1, { descripcion: 'x'.repeat(3_000) })) as [Asked];
    const asked = await read(id, { headers: { 'accept-encoding': 'br' } });
    assert.match(asked.etag, /-br"$/);
    assert.equal((await change(1, [asked])).body.cambiadas, 1);
  });

  test('takes the tags of campos=etag, which are those of the works', async () => {
    const asked = await make(3, { nombre: 'Andador enlistado', ubicaciones: [ubicacionBody()] });
    const { body } = await get('/obras?q=enlistado&campos=etag,id', 'admin');
    assert.deepEqual(body, asked);
    const [{ id, etag }] = asked as [Asked];
    assert.deepEqual((await get(`/obras/${id}?campos=id,etag`, 'admin')).body, { id, etag });
    assert.equal((await change(6, body)).body.cambiadas, 3);
  });

  test('under an Idempotency-Key is done once, and answered alike', async () => {
    const asked = await make(2);
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const first = await change(2, asked, options);
    const rows = await count('bitacora');
    const again = await change(2, asked, options);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(again.text, first.text);
    assert.equal(await count('bitacora'), rows);
    // Without the key, they are not what was read any more.
    assert.equal((await change(2, asked)).body.rechazadas, 2);
    refused(await change(3, asked, options), 422, /^Esta Idempotency-Key ya se usó/);
  });

  test('of two people at once changes each obra once', async () => {
    const asked = await make(20);
    const answers = await Promise.all([change(1, asked), change(2, asked.toReversed())]);
    assert.deepEqual(columnOf(answers, 'status'), [200, 200]);
    const [one, other] = answers.map(({ body }) => body.cambiadas);
    assert.equal(one + other, 20);
  });

  test('answers 400 with all that is wrong, and changes none', async () => {
    const [one] = (await make(1)) as [Asked];
    const many = numbers(0, 200).map((id) => ({ ...one, id }));
    const tag = 'obras[0].etag debe ser el ETag que trae GET /obras/:id, con sus comillas.';
    const unread = [/^estatusObraId /, /^obras\[0\]\.id /, tag];
    for (const [estatus, obras, sentences] of [
      [6, [one, { ...one, id: 2 }, one], ['obras[2].id se indicó más de una vez.']],
      [99, [one], ['estatusObraId: no existe el registro 99.']],
      [
        '6',
        [{ id: 'x', etag: 'x' }, { id: 1 }, { ...one, más: 1 }],
        [...unread, /^obras\[1\]\.etag /, /^obras\[2\]\.más /],
      ],
      [6, [], [/^obras /]],
      [6, many, ['obras no debe tener más de 200 elementos.']],
    ] as const) {
      refused(await change(estatus, obras), 400, [...sentences]);
    }
    for (const etag of ['', 'W/"2jmj7l5rSw0yVb_vlWAYkK"', '*', '"a", "b"']) {
      refused(await change(6, [{ ...one, etag }]), 400, [/^obras\[0\]\.etag /]);
    }
    assert.equal(await statusOf(one.id), 'En proceso');
    const { body } = await change(6, [{ id: 99_999_999_999, etag: one.etag }]);
    assert.equal(body.obras[0].resultado, 'no existe');
  });
});
