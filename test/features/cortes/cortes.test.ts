import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { canonical } from '../../../src/features/cortes/canonico.ts';
import { forgetCortes, sellar } from '../../cortes.ts';
import {
  base,
  call,
  contratoBody,
  newObra,
  refused,
  resetWithCatalog,
  tokenOf,
} from '../../world.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The bytes at a path, as they are sent. */
async function bytesAt(path: string): Promise<Buffer> {
  const answer = await fetch(base + path, {
    headers: { authorization: `Bearer ${await tokenOf('user')}`, 'accept-encoding': 'identity' },
  });
  assert.equal(answer.status, 200, path);
  return Buffer.from(await answer.arrayBuffer());
}
const read = async (path: string) => (await call('user', 'GET', path)).body;

describe('a sealed cut', () => {
  before(async () => {
    await resetWithCatalog();
    await forgetCortes();
    const { id } = await newObra();
    await newObra({ estatusObraId: 3, monto: 0.1 });
    await call('admin', 'POST', `/obras/${id}/contratos`, contratoBody());
  });

  test('the file of a cut has each work with its follow-up as the API answered them', async () => {
    const job = await sellar('2026-T3');
    assert.equal(job.estado, 'sellado', job.error);
    const gz = await bytesAt('/cortes/2026-T3.ndjson.gz');
    const ndjson = gunzipSync(gz);
    const lines = ndjson.toString().trimEnd().split('\n');
    const expected = await Promise.all(
      [1, 2].map(async (id) => ({
        obra: await read(`/obras/${id}`),
        seguimiento: await read(`/obras/${id}/seguimiento`),
      })),
    );
    assert.deepEqual(lines, expected.map(canonical));

    const corte = await read('/cortes/2026-T3');
    assert.deepEqual(
      [corte.obras, corte.monto, corte.archivo.sha256, corte.archivo.ndjson.sha256],
      [2, '1500000.60', sha256(gz), sha256(ndjson)],
    );
    const manifiesto = await bytesAt('/cortes/2026-T3/manifiesto');
    assert.equal(corte.huella, sha256(manifiesto));
    assert.equal(manifiesto.toString(), canonical(JSON.parse(manifiesto.toString())));
    const firma = await bytesAt('/cortes/2026-T3/manifiesto.sig');
    const llave = createPublicKey(await bytesAt('/cortes/llave'));
    assert.ok(verify(null, manifiesto, llave, firma));
  });

  test('a key that is taken is refused', async () => {
    refused(
      await call('admin', 'POST', '/cortes', { clave: '2026-T3', titulo: 'Otra vez' }),
      409,
      'Ya hay un corte con la clave 2026-T3, y los cortes no se cambian ni se eliminan; elija otra clave.',
    );
  });
});
