import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { publicJson, publicRfc } from '../../../src/features/seguimiento/rfc.ts';
import { columnOf } from '../../columns.ts';
import { forgetCortes, sellar } from '../../cortes.ts';
import { hasFeature } from '../../features.ts';
import { counts, report as reportOf } from '../../imports.ts';
import { unzip } from '../../spreadsheet.ts';
import { table } from '../../table.ts';
import {
  call,
  contratoBody,
  get,
  newObra,
  resetWithCatalog,
  serving,
  tokenOf,
  write,
} from '../../world.ts';

/** A person's RFC, one that is wrong, and those of a company and of nobody. */
const PERSON = 'CACX7605101P8';
const WRONG = '760510CACX';
const COMPANY = 'CMA010203AB5';
const GENERIC = 'XAXX010101000';
const HIDDEN = 'CACX*********';

describe('an RFC as everybody may read it', () => {
  test('is that of a company, and a generic one; of a person four letters', () => {
    for (const [rfc = '', shown = ''] of table`
      # RFC         | shown
      ${COMPANY}    | ${COMPANY}
      ${GENERIC}    | ${GENERIC}
      ${PERSON}     | ${HIDDEN}
      ${WRONG}      | *************
      CACX760510    | ${HIDDEN}
      S/N           | S************`) {
      assert.equal(publicRfc(rfc), shown, rfc);
      assert.equal(publicRfc(shown), shown.includes('*') ? publicRfc(shown) : shown);
    }
  });

  test('is hidden where it is a member of that name, and no text is taken for one', () => {
    const record = {
      ...{ contratistaRfc: PERSON, objeto: `"contratistaRfc":"${PERSON.slice(0, 4)}"` },
      ...{ rfc: 'A"B\\', otro: null },
    };
    for (const json of [JSON.stringify(record), JSON.stringify(record, null, 1)]) {
      const shown = JSON.parse(publicJson(json));
      assert.deepEqual(shown, { ...record, contratistaRfc: HIDDEN, rfc: 'A************' });
    }
    assert.equal(publicJson('{"contratistaRfc":null}'), '{"contratistaRfc":null}');
  });
});

describe('a person’s RFC', () => {
  const shared = serving({ PUBLIC_READ: true, PUBLIC_URL: 'https://obras.ejemplo.mx' });
  const told = serving({ PUBLIC_READ: true, RFC_PERSONAS: 'publico' });
  before(async () => {
    await resetWithCatalog();
    await newObra({ claveUnica: 'SOP-2026-0001' });
    for (const [i, contratistaRfc] of [PERSON, WRONG, COMPANY, GENERIC].entries()) {
      const body = contratoBody({ numero: `P-${i}`, contratista: `Persona ${i}`, contratistaRfc });
      await write('admin', 'POST', '/obras/1/contratos', body);
    }
    // Its change is told by feeds.
    await write('admin', 'PATCH', '/obras/1/contratos/2', { contratistaRfc: PERSON });
    await write('admin', 'PATCH', '/obras/1/contratos/2', { contratistaRfc: WRONG });
    await forgetCortes();
    if (hasFeature('cortes')) assert.equal((await sellar('2026-T3')).error, null);
  });

  /** The text of an answer, with what is packed in it. */
  async function read(url: string, path: string, who?: 'user' | 'admin', more: object = {}) {
    const headers = { ...(who && { authorization: `Bearer ${await tokenOf(who)}` }), ...more };
    const answer = await fetch(url + path, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isZip = bytes.subarray(0, 2).toString() === 'PK';
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = isZip
      ? Object.values(await unzip(bytes)).join('\n')
      : (isGzip ? gunzipSync(bytes) : bytes).toString();
    const [etag, kept] = ['etag', 'cache-control'].map((name) => answer.headers.get(name));
    return { status: answer.status, etag, kept, text };
  }

  interface Parameter {
    name: string;
    in: string;
    example?: unknown;
  }
  /** Every address that reads, with the examples of the document. */
  async function doors(): Promise<string[]> {
    const { paths, components } = JSON.parse((await read(shared.url, '/openapi.json')).text);
    const whole = (one: Parameter & { $ref?: string }): Parameter =>
      one.$ref ? components.parameters[one.$ref.split('/').at(-1) as string] : one;
    return Object.entries<{ get?: { parameters?: Parameter[] } }>(paths).flatMap(
      ([path, { get }]) => {
        if (!get) return [];
        let address = path;
        const query = new URLSearchParams();
        for (const { name, in: place, example } of (get.parameters ?? []).map(whole)) {
          if (place === 'path') address = address.replace(`{${name}}`, String(example ?? 1));
          if (place === 'query' && example !== undefined) query.set(name, String(example));
        }
        // Where an answer can be one of then, that too.
        const then = (get.parameters ?? []).map(whole).some(({ name }) => name === 'en');
        const now = query.size > 0 ? `${address}?${query}` : address;
        return then ? [now, `${address}?en=${new Date(Date.now() - 1000).toISOString()}`] : [now];
      },
    );
  }

  test('goes out at no door without a session, however often and after whom it is asked', async () => {
    const all = await doors();
    assert.ok(all.length > 60 || !hasFeature('ogc'), `${all.length} doors`);
    const known: string[] = [];
    for (const path of all) {
      const before = await read(shared.url, path);
      const own = await read(shared.url, path, 'admin');
      if (own.text.includes(PERSON) && own.status === 200) known.push(path);
      for (const answer of [
        before,
        await read(shared.url, path),
        await read(shared.url, path, undefined, { authorization: 'Bearer a.b.c' }),
        await read(shared.url, path),
        await read(shared.url, path, undefined, { 'if-none-match': own.etag ?? '"x"' }),
      ]) {
        for (const rfc of [PERSON, WRONG]) assert.ok(!answer.text.includes(rfc), `${path} ${rfc}`);
      }
    }
    // With a session each of them says it, and again.
    for (const path of known)
      assert.ok(
        (await read(shared.url, path, 'user')).text.includes(PERSON) ||
          path.startsWith('/bitacora') ||
          path.includes('historial'),
        path,
      );
    for (const path of [
      '/contratos',
      '/contratos.csv',
      '/contratos.xlsx',
      '/obras/1/contratos',
      '/obras/1/contratos/1',
      '/obras/1/seguimiento',
      '/contratistas',
      '/contratistas.csv',
      '/contratistas.xlsx',
      '/contratistas/c-1',
    ])
      assert.ok(known.includes(path), path);
  });

  test('is four letters there, and an answer of its own', async () => {
    for (const path of [
      '/contratos',
      '/obras/1/contratos/1',
      '/obras/1/seguimiento',
      '/contratistas/c-1',
      '/contratos.csv',
      '/contratos.xlsx',
    ]) {
      const [anybody, user] = [await read(shared.url, path), await read(shared.url, path, 'user')];
      assert.ok(anybody.text.includes(HIDDEN), path);
      assert.ok(user.text.includes(PERSON) && !user.text.includes(HIDDEN), path);
      assert.notEqual(anybody.etag, user.etag, path);
      // A cache on the way keeps the one alone.
      assert.deepEqual([anybody.kept, user.kept], ['public, no-cache', 'private, no-cache'], path);
      const unchanged = await read(shared.url, path, undefined, { 'if-none-match': anybody.etag });
      assert.equal(unchanged.status, 304, path);
    }
    // A company's stays, and who may change the contract compares it with what they have read.
    assert.ok((await read(shared.url, '/contratos')).text.includes(COMPANY));
    const { etag } = await read(shared.url, '/obras/1/contratos/1', 'admin');
    const headers = { 'if-match': etag as string };
    const path = '/obras/1/contratos/1';
    const same = await call('admin', 'PATCH', path, { ocid: 'ocds-1' }, { headers });
    assert.equal(same.status, 200);
  });

  test('is not confirmed by a filter, a word or a key', async () => {
    for (const path of [
      `/contratos?contratistaRfc=${PERSON}`,
      `/contratos?contratistaRfc=${PERSON.toLowerCase()}`,
      `/contratos?contratistaRfc=${PERSON.slice(0, 4)}-${PERSON.slice(4)}`,
      `/contratos?contratistaRfc=${WRONG}`,
      `/contratistas?q=${PERSON}`,
      `/contratistas?contratistaRfc=${PERSON}`,
    ]) {
      assert.deepEqual(JSON.parse((await read(shared.url, path)).text), [], path);
      assert.equal(JSON.parse((await read(told.url, path)).text).length, 1, path);
    }
    assert.equal((await read(shared.url, `/contratistas/${PERSON}`)).status, 404);
    assert.equal(columnOf((await get(`/contratos?contratistaRfc=${PERSON}`)).body, 'id').length, 1);
    const company = await read(shared.url, `/contratos?contratistaRfc=${COMPANY}`);
    assert.equal(JSON.parse(company.text).length, 1);
  });

  test('is read by everybody where the registry is set so', async () => {
    for (const path of [
      '/contratos',
      '/obras/1/contratos',
      '/contratos.csv',
      '/contratistas',
      '/oc4ids',
    ])
      assert.ok((await read(told.url, path)).text.includes(PERSON), path);
  });

  if (hasFeature('importacion'))
    test('that is hidden in a file says nothing where that is imported', async () => {
      const { text } = await read(shared.url, '/contratos.csv');
      const asked = { who: 'admin', type: 'text/csv', path: '/seguimiento/importacion' } as const;
      assert.deepEqual(counts(await reportOf(text, 'actualizar=true', asked)), [0, 0, 4, 0]);
      assert.equal((await get('/obras/1/contratos/1')).body.contratistaRfc, PERSON);
    });
});
