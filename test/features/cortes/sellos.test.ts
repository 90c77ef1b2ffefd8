// What seals state, and what becomes of a cut that does not come to its end.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { openAlmacen } from '../../../src/features/archivos/almacen/abrir.ts';
import {
  type Almacen,
  keyOf,
  storeAway,
  storeFull,
} from '../../../src/features/archivos/almacen/almacen.ts';
import { filesNaming, tellMalos } from '../../../src/features/archivos/command/copy.ts';
import { canonical } from '../../../src/features/cortes/canonico.ts';
import { makeCorte } from '../../../src/features/cortes/corte.ts';
import { finish } from '../../../src/features/cortes/demo.ts';
import { readCorte, readHoy } from '../../../src/features/cortes/lectura.ts';
import { settledId } from '../../../src/features/cortes/libro.ts';
import { fingerprint, readLlave } from '../../../src/features/cortes/llave.ts';
import { privateKey } from '../../../src/features/cortes/settings.ts';
import { beginTrabajo, runTrabajo, tidyTrabajos } from '../../../src/features/cortes/trabajo.ts';
import { verifyAll } from '../../../src/features/cortes/verificar.ts';
import { ended, forgetCortes, sellar } from '../../cortes.ts';
import { newFolder } from '../../empty-registry.ts';
import { sheetRows, unzip } from '../../spreadsheet.ts';
import {
  base,
  call,
  config,
  contratoBody,
  db,
  newObra,
  otherApp,
  refused,
  resetWithCatalog,
  TEST_DATABASE_URL,
  tokenOf,
  ubicacionBody,
  withApp,
} from '../../world.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The bytes at a path, as they are sent. */
async function bytesAt(path: string): Promise<Buffer> {
  const answer = await fetch(base + path, {
    headers: { authorization: `Bearer ${await tokenOf('user')}`, 'accept-encoding': 'identity' },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.status, 200, bytes.toString());
  return bytes;
}
const read = async (path: string) => (await call('user', 'GET', path)).body;

describe('canonical JSON', () => {
  // The examples of RFC 8785, sections 3.2.2 and 3.2.3, and of its appendix B.
  // biome-ignore format: rows
  const cases: [string, string][] = [
    ['{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'],
    ['{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}'],
    ['[-0, 9007199254740992, 295147905179352830000, 1e21, 999999999999999900000, 9.999999999999997e22, 333333333.3333332, -0.0000033333333333333333, 1424953923781206.2]',
      '[0,9007199254740992,295147905179352830000,1e+21,999999999999999900000,9.999999999999997e+22,333333333.3333332,-0.0000033333333333333333,1424953923781206.2]'],
    [' { "b" : [ ] , "a" : { "d" : { } , "c" : "" } } ', '{"a":{"c":"","d":{}},"b":[]}'],
  ];
  for (const [text, expected] of cases) {
    test(`${text.slice(0, 40)} has one form`, () =>
      assert.equal(canonical(JSON.parse(text)), expected));
  }
});

describe('a sealed cut', () => {
  before(async () => {
    await resetWithCatalog();
    await forgetCortes();
    const { id } = await newObra({ ubicaciones: [ubicacionBody()] });
    const ubicaciones = ['Calle 50', 'Calle 42'].map((direccion) => ubicacionBody({ direccion }));
    await newObra({ estatusObraId: 3, monto: 0.1, municipioId: 102, ubicaciones });
    await call('admin', 'POST', `/obras/${id}/contratos`, contratoBody());
    assert.equal((await sellar('2026-T3')).error, null);
  });

  test('the file has each work with its follow-up as the API answered them, and both readers read the same', async () => {
    const gz = await bytesAt('/cortes/2026-T3.ndjson.gz');
    const ndjson = gunzipSync(gz);
    const expected = await Promise.all(
      [1, 2].map(async (id) => ({
        obra: await read(`/obras/${id}`),
        seguimiento: await read(`/obras/${id}/seguimiento`),
      })),
    );
    assert.deepEqual(ndjson.toString().trimEnd().split('\n'), expected.map(canonical));
    const corte = await read('/cortes/2026-T3');
    const { bytes, sha256: digest, ndjson: lines } = corte.archivo;
    assert.deepEqual([bytes, digest], [gz.length, sha256(gz)]);
    assert.deepEqual([lines.bytes, lines.sha256], [ndjson.length, sha256(ndjson)]);
    assert.deepEqual([corte.obras, corte.monto], [2, '1500000.60']);
    assert.deepEqual(
      corte.estatus.map(({ id, obras, monto }: Record<string, unknown>) => [id, obras, monto]),
      [
        [3, 1, '0.10'],
        [4, 1, '1500000.50'],
      ],
    );
    const almacen = await openAlmacen(config, db);
    const all = async (works: AsyncIterable<object>) => {
      const list = [];
      for await (const each of works) list.push(each);
      return list;
    };
    assert.deepEqual(await all(readCorte(almacen, digest)), expected);
    assert.deepEqual(await all(readHoy(db)), expected);
    almacen.close();
    const { body } = await call('user', 'GET', '/cortes');
    assert.deepEqual(
      body.map(({ clave }: { clave: string }) => clave),
      ['2026-T3'],
    );
  });

  test('openssl and sha256sum find its manifest signed, and not one with a changed byte', async () => {
    const folder = newFolder();
    const file = (name: string) => join(folder, name);
    const manifiesto = await bytesAt('/cortes/2026-T3/manifiesto');
    writeFileSync(file('llave.pem'), await bytesAt('/cortes/llave'));
    writeFileSync(file('manifiesto.sig'), await bytesAt('/cortes/2026-T3/manifiesto.sig'));
    assert.equal(sha256(manifiesto), (await read('/cortes/2026-T3')).huella);
    assert.equal(manifiesto.toString(), canonical(JSON.parse(manifiesto.toString())));
    for (const [text, status] of [
      [manifiesto, 0],
      [manifiesto.toString().replace('"obras":2', '"obras":3'), 1],
    ] as const) {
      writeFileSync(file('manifiesto'), text);
      const flags = ['-verify', '-pubin', '-inkey', file('llave.pem'), '-rawin'];
      const asked = [...flags, '-in', file('manifiesto'), '-sigfile', file('manifiesto.sig')];
      assert.equal(spawnSync('openssl', ['pkeyutl', ...asked]).status, status);
    }
  });

  test('its row is neither changed, deleted nor truncated', async () => {
    for (const how of [
      'UPDATE cortes SET clave = clave',
      'DELETE FROM cortes',
      'TRUNCATE cortes',
    ]) {
      await assert.rejects(db.query(how), /never changed or deleted/);
    }
  });

  const rowsAt = async (path: string): Promise<Record<string, string>[]> =>
    parse((await bytesAt(path)).toString(), { columns: true, bom: true });

  test('each column of /obras.csv is in its CSV with the same cells, but those that a cut does not keep', async () => {
    const MISSING = { fotos: 'a cut has no files', foto: 'a cut has no files' };
    const [list, cut] = [await rowsAt('/obras.csv?orden=id'), await rowsAt('/cortes/2026-T3.csv')];
    const columns = Object.keys(list[0] as object);
    const kept = columns.filter((name) => !(name in MISSING));
    const cellsOf = (name: string, rows: Record<string, string>[]) => rows.map((row) => row[name]);
    for (const name of kept) assert.deepEqual(cellsOf(name, cut), cellsOf(name, list), name);
    assert.deepEqual(cellsOf('municipioClave', cut), ['31050', '31102']);
    const { paths } = JSON.parse((await bytesAt('/openapi.json')).toString());
    const { description } = paths['/cortes/{clave}.csv'].get;
    const without = columns.filter((name) => name in MISSING).join(' y ');
    assert.ok(description.startsWith(`Las columnas de /obras.csv menos ${without}, `), description);
  });

  test('its sheets have a row for each work with the amounts of that instant', async () => {
    await call('admin', 'PATCH', '/dependencias/1', { nombre: 'Otra' });
    const rows = await rowsAt('/cortes/2026-T3.csv');
    const cells = rows.map((row) => [
      row.id,
      row.monto,
      row.dependencia,
      row.contratos,
      row.montoVigente,
    ]);
    assert.deepEqual(cells, [
      ['1', '1500000.50', 'Secretaría de Obras', '1', '1200000.00'],
      ['2', '0.10', 'Secretaría de Obras', '0', '0.10'],
    ]);
    const sheets = await unzip(await bytesAt('/cortes/2026-T3.xlsx'));
    const values = sheetRows(sheets['xl/worksheets/sheet1.xml'] as string);
    assert.deepEqual(
      values.map((row) => row['Monto en pesos']?.value),
      ['1500000.50', '0.10'],
    );
  });

  test('a part of the file is sent by Range, and nothing where the client has it', async () => {
    const authorization = `Bearer ${await tokenOf('user')}`;
    const ask = (headers: Record<string, string>) =>
      fetch(`${base}/cortes/2026-T3.ndjson.gz`, { headers: { authorization, ...headers } });
    const whole = await ask({});
    const part = await ask({ range: 'bytes=0-1' });
    assert.deepEqual(
      [part.status, [...new Uint8Array(await part.arrayBuffer())]],
      [206, [0x1f, 0x8b]],
    );
    const same = await ask({ 'if-none-match': whole.headers.get('etag') as string });
    assert.equal(same.status, 304);
  });

  test('another key is an entry of its own in the chain, and old cuts are verified by the old one', async () => {
    const old = (await bytesAt('/cortes/llave')).toString();
    const { privateKey: key } = generateKeyPairSync('ed25519');
    await withApp({ CORTES_KEY: key }, async (url) => {
      assert.equal((await sellar('2026-T4', 'Otra llave', url)).error, null);
    });
    const chain = (await read('/cortes/cadena')) as Record<string, string>[];
    assert.deepEqual(
      chain.map(({ tipo, clave }) => [tipo, clave]),
      [
        ['corte', '2026-T3'],
        ['llave', null],
        ['corte', '2026-T4'],
      ],
    );
    assert.deepEqual(
      chain.slice(1).map(({ anterior }) => anterior),
      chain.slice(0, 2).map(({ huella }) => huella),
    );
    assert.equal((await bytesAt('/cortes/2026-T3/llave')).toString(), old);
    assert.notEqual((await bytesAt('/cortes/llave')).toString(), old);
    const { body } = await call('admin', 'GET', '/bitacora?recurso=cortes');
    assert.deepEqual(
      body
        .map(({ resumen }: { resumen: string }) => resumen.replace(/^.*? (selló|cambió)/, '$1'))
        .slice(0, 2),
      [
        'selló el corte 2026-T4 («Otra llave»), de 2 obras.',
        'cambió la llave con la que se sellan los cortes.',
      ],
    );
  });
});

describe('npm run cortes -- --verificar', () => {
  const digest = async (clave: string) => (await read(`/cortes/${clave}`)).archivo.sha256 as string;
  const store = config.FILES_URL as { folder: string };
  let almacen: Awaited<ReturnType<typeof openAlmacen>>;
  beforeEach(async () => {
    await resetWithCatalog();
    await forgetCortes();
    await newObra();
    for (const clave of ['2026-T2', '2026-T3']) {
      await newObra();
      assert.equal((await sellar(clave)).error, null);
    }
    almacen = await openAlmacen(config, db);
  });
  /** Runs statements that the tables refuse, as whoever owns them may. */
  const byHand = (...statements: [string, unknown[]?][]) =>
    db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const [text, values] of statements) await tx.query(text, values);
    });
  const changeManifest = (from: string, to: string): [string, unknown[]] => [
    `UPDATE cortes SET manifiesto = replace(manifiesto, $1, $2) WHERE clave = '2026-T2'`,
    [from, to],
  ];

  // biome-ignore format: rows
  const cases: [string, () => Promise<unknown>, RegExp[]][] = [
    ['nothing changed', async () => {}, []],
    ['later entries of the ledger', () => newObra(), []],
    ['a row of the ledger edited by psql', () => byHand(["UPDATE bitacora SET usuario_email = 'otro@x.mx' WHERE id = (SELECT max(id) FROM bitacora WHERE recurso = 'obras')"]),
      [/^El corte 2026-T3: la bitácora cambió entre los renglones \d+ y \d+\.$/]],
    ['a row of the ledger deleted by psql', () => byHand(["DELETE FROM bitacora WHERE id = (SELECT max(id) FROM bitacora WHERE recurso = 'obras')"]),
      [/^El corte 2026-T3: la bitácora cambió entre los renglones \d+ y \d+; eran \d+ renglones y son \d+\.$/]],
    ['a manifest with a changed letter', () => byHand(changeManifest('Corte 2026-T2', 'Corte 2026-T1')), [/^El corte 2026-T2: el manifiesto no es el que se firmó\.$/]],
    ['a manifest that is no JSON', () => byHand(changeManifest('{', '[')), [/^El corte 2026-T2: el manifiesto no es el que se firmó\.$/]],
    ['a name in a manifest with a changed byte', () => byHand(changeManifest('"bitacora"', '"bitacorb"')), [/^El corte 2026-T2: el manifiesto no es el que se firmó\.$/]],
    ['a number in a manifest that is no id any more', () => byHand([`UPDATE cortes SET manifiesto = regexp_replace(manifiesto, '"hasta":\\d+', '"hasta":1.40') WHERE clave = '2026-T2'`]),
      [/^El corte 2026-T2: el manifiesto no es el que se firmó\.$/]],
    ['a file with a changed byte', async () => {
      const path = join(store.folder, keyOf(await digest('2026-T2')));
      const gz = await bytesAt('/cortes/2026-T2.ndjson.gz');
      rmSync(path);
      writeFileSync(path, gzipSync(gunzipSync(gz).toString().replace('calle 60', 'calle 61')));
    }, [/^El corte 2026-T2: su archivo no es el que se selló\.$/]],
    ['a file cut short', async () => {
      const path = join(store.folder, keyOf(await digest('2026-T3')));
      writeFileSync(path, (await bytesAt('/cortes/2026-T3.ndjson.gz')).subarray(0, 100));
    }, [/^El corte 2026-T3: su archivo está dañado: no es el que se selló\.$/]],
    ['a missing file', async () => rmSync(join(store.folder, keyOf(await digest('2026-T3')))), [/^El corte 2026-T3: su archivo falta en el almacén\.$/]],
    ['the first cut taken out', () => byHand(["DELETE FROM cortes WHERE clave = '2026-T2'"]),
      [/^El corte 2026-T3: el manifiesto no sigue al anterior de la cadena\.$/, /^El corte 2026-T3: su tramo de la bitácora no empieza donde terminó el anterior \(0\)\.$/,
        /^El corte 2026-T2 está en la bitácora y no en la cadena\.$/]],
    ['a change of a key that was never there', async () => {
      const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
      const [{ huella: anterior }, llave] = [(await read('/cortes/cadena')).at(-1), publicKey.export({ type: 'spki', format: 'pem' })];
      const stated = { tipo: 'llave', numero: 3, anterior, llave: fingerprint(publicKey), llaveAnterior: sha256('x') };
      const text = canonical(stated);
      await db.query('INSERT INTO cortes (numero, manifiesto, huella, anterior, firma, llave) VALUES (3, $1, $2, $3, $4, $5)',
        [text, sha256(text), anterior, sign(null, Buffer.from(text), key).toString('base64'), llave]);
    }, [/^El cambio de llave \(sello 3\): la llave anterior que dice no es la del sello anterior\.$/, /^El cambio de llave \(sello 3\) está en la cadena y no en la bitácora\.$/]],
    ['the last cut taken out', () => byHand(["DELETE FROM cortes WHERE clave = '2026-T3'"]), [/^El corte 2026-T3 está en la bitácora y no en la cadena\.$/]],
    ['the last cut taken out of the ledger', () => byHand(["DELETE FROM bitacora WHERE recurso = 'cortes' AND registro = '2026-T3'"]),
      [/^El corte 2026-T3 está en la cadena y no en la bitácora\.$/]],
  ];
  for (const [what, change, expected] of cases) {
    test(`finds ${expected.length === 0 ? 'all right' : 'what does not fit'} after ${what}`, async () => {
      await change();
      const wrong = await verifyAll(db, almacen, () => {});
      almacen.close();
      assert.equal(wrong.length, expected.length, wrong.join('\n'));
      for (const [i, sentence] of wrong.entries()) assert.match(sentence, expected[i] as RegExp);
    });
  }

  test('a store that stops halfway through a file damages nothing', async () => {
    const get: Almacen['get'] = async (huella) => {
      const source = await almacen.get(huella);
      source?.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
      return source;
    };
    const fault = 'su archivo no se pudo leer entero (read ECONNRESET).';
    assert.deepEqual(await verifyAll(db, { get }, () => {}), [
      `El corte 2026-T2: ${fault}`,
      `El corte 2026-T3: ${fault}`,
    ]);
    const missing = { huella: await digest('2026-T2'), what: 'Falta' };
    const lines: string[] = [];
    tellMalos([missing], await filesNaming(db, [missing]), (line) => lines.push(line));
    assert.deepEqual(lines, [`Falta: ${missing.huella}, el archivo de un corte sellado`]);
    almacen.close();
  });

  test('a damaged manifest keeps neither the list from the other cuts nor the next one from its seal', async () => {
    await byHand([`UPDATE cortes SET manifiesto = '{' WHERE clave = '2026-T3'`]);
    assert.equal((await sellar('2026-T4')).error, null);
    const claves = (await read('/cortes')).map(({ clave }: { clave: string }) => clave);
    assert.deepEqual(claves, ['2026-T4', '2026-T2']);
    assert.equal((await call('user', 'GET', '/cortes/2026-T3')).status, 503);
    assert.deepEqual(await verifyAll(db, almacen, () => {}), [
      'El corte 2026-T3: el manifiesto no es el que se firmó.',
    ]);
    almacen.close();
  });
});

describe('POST /cortes', () => {
  beforeEach(async () => {
    await resetWithCatalog();
    await forgetCortes();
  });
  const ask = (body: object, url = base) => call('admin', 'POST', '/cortes', body, { url });

  // biome-ignore format: rows
  const odd: [string, number][] = [
    ['2026-T3', 202], ['A', 202], ['9'.repeat(40), 202],
    ['', 400], ['9'.repeat(41), 400], ['9'.repeat(300), 400], ['2026/T3', 400], ['../x', 400], ['2026-t3', 400], ['-T3', 400],
    ['2026.T3', 400], [' 2026\n', 202], ['😀', 400], ['Ñ', 400], ['HOY', 400], ['Hoy', 400], ['HOY-2', 202], ['2026 T4', 400], ['llave', 400], ['%2e', 400],
  ];
  for (const [clave, status] of odd) {
    test(`the key ${JSON.stringify(clave.slice(0, 45))} is answered with ${status}`, async () => {
      const asked = await ask({ clave, titulo: 'Uno' });
      assert.equal(asked.status, status, asked.text);
      if (status === 202)
        assert.equal((await ended(asked.headers.get('location') as string)).error, null);
      else {
        const rule =
          'debe tener de 1 a 40 letras mayúsculas sin acento ni eñe, dígitos o guiones, sin empezar con guion, por ejemplo 2026-T3; HOY no es una clave, porque hoy es el registro de este momento.';
        const { text, body } = await ask({ clave, titulo: 'Uno', reemplaza: clave });
        refused({ ...asked, text, body }, 400, [`clave ${rule}`, `reemplaza ${rule}`]);
      }
    });
  }

  test('of two instances that ask at once for one key one makes the cut, and the other is refused', async (t) => {
    const second = await otherApp({});
    t.after(second.close);
    const asked = await Promise.all(
      [base, second.url].map((url) => ask({ clave: 'A', titulo: 'Uno' }, url)),
    );
    const [made] = asked.filter(({ status }) => status === 202);
    const others = asked.filter(({ status }) => status !== 202);
    assert.equal(others.length, 1);
    assert.ok([503, 409].includes(others[0]?.status as number), others[0]?.text);
    assert.equal((await ended(made?.headers.get('location') as string)).estado, 'sellado');
    refused(
      await ask({ clave: 'A', titulo: 'Dos' }),
      409,
      'Ya hay un corte con la clave A, y los cortes no se cambian ni se eliminan; elija otra clave.',
    );
    assert.equal((await read('/cortes')).length, 1);
  });

  test('a second cut while one is made is refused, and one of a killed program is told as interrupted and leaves its key free', async () => {
    const { id } = await beginTrabajo(db, { clave: 'A', titulo: 'Uno', usuario: undefined });
    refused(
      await ask({ clave: 'B', titulo: 'Dos' }),
      503,
      'Se está haciendo otro corte (A); espere a que termine e intente de nuevo.',
    );
    await db.query(
      `UPDATE cortes_trabajos SET latido = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    const told = await ended(`/cortes/trabajos/${id}`);
    assert.deepEqual(
      [told.estado, told.error],
      [
        'interrumpido',
        'El programa que lo hacía terminó antes; no quedó nada del corte, y la clave está libre.',
      ],
    );
    await tidyTrabajos(db);
    await db.query(`UPDATE cortes_trabajos SET terminado_en = now() - interval '25 hours'`);
    assert.deepEqual((await call('admin', 'GET', '/cortes/trabajos')).body, []);
    assert.equal((await call('admin', 'GET', `/cortes/trabajos/${id}`)).status, 404);
    assert.equal((await sellar('A')).estado, 'sellado');
  });

  for (const [what, change] of [
    ['was taken for lost', `estado = 'interrumpido', error = 'x', terminado_en = now()`],
    // The one program of the embedded database takes nobody for lost.
    ...(TEST_DATABASE_URL ? [['is listed as lost', `latido = now() - interval '1 minute'`]] : []),
  ]) {
    test(`a cut whose job ${what} seals nothing`, async () => {
      const { id } = await beginTrabajo(db, { clave: 'A', titulo: 'Uno', usuario: undefined });
      const author = { usuario: undefined, direccion: undefined };
      const almacen = await openAlmacen(config, db);
      const pedido = { id, clave: 'A', titulo: 'Uno', author };
      await db.query(`UPDATE cortes_trabajos SET ${change}`);
      const needs = { db, almacen, llave: await readLlave(config) };
      await assert.rejects(
        makeCorte(needs, pedido, () => {}, new AbortController().signal),
        /se dio por interrumpido/,
      );
      almacen.close();
      assert.deepEqual(await read('/cortes'), []);
    });
  }

  for (const [what, refusal] of [
    ['is away', storeAway],
    ['is full', storeFull],
  ] as const) {
    test(`a cut whose store ${what} ends with a sentence, leaves nothing and its key free`, async () => {
      const put: Almacen['put'] = async () => {
        throw refusal(new Error('x'));
      };
      const { id } = await beginTrabajo(db, { clave: 'A', titulo: 'Uno', usuario: undefined });
      const needs = { db, almacen: { put }, llave: await readLlave(config) };
      const author = { usuario: undefined, direccion: undefined };
      const pedido = { id, clave: 'A', titulo: 'Uno', author };
      const { signal } = new AbortController();
      await assert.rejects(
        runTrabajo(db, id, (tell, over) => makeCorte(needs, pedido, tell, over), signal),
      );
      const { estado, error } = await ended(`/cortes/trabajos/${id}`);
      assert.equal(estado, 'fallido');
      assert.match(error, /almacén/);
      assert.deepEqual(await read('/cortes'), []);
      assert.equal((await sellar('A')).estado, 'sellado');
    });
  }

  test('a cut whose service stops while its file is stored sends no more of it, and is interrupted', async () => {
    await newObra();
    const { id } = await beginTrabajo(db, { clave: 'A', titulo: 'Uno', usuario: undefined });
    const stopping = new AbortController();
    let isWhole = false;
    const put: Almacen['put'] = async ({ open }) => {
      stopping.abort(storeAway(new Error('x')));
      for await (const _ of open());
      isWhole = true;
    };
    const needs = { db, almacen: { put }, llave: await readLlave(config) };
    const author = { usuario: undefined, direccion: undefined };
    const pedido = { id, clave: 'A', titulo: 'Uno', author };
    await assert.rejects(
      runTrabajo(db, id, (tell, over) => makeCorte(needs, pedido, tell, over), stopping.signal),
    );
    assert.equal(isWhole, false);
    assert.equal((await ended(`/cortes/trabajos/${id}`)).estado, 'interrumpido');
  });

  test('the demonstration leaves its works as they were where another cut is being made', async () => {
    await db.query(`SELECT setval(pg_get_serial_sequence('obras', 'id'), 100)`);
    const { id } = await newObra({ monto: 2_000_000, estatusObraId: 6 });
    const before = await db.one('SELECT monto, estatus_obra_id FROM obras WHERE id = $1', [id]);
    await beginTrabajo(db, { clave: 'OTRO', titulo: 'Otro', usuario: undefined });
    const lines: string[] = [];
    await finish(db, config, (line) => lines.push(line));
    assert.match(
      lines.join(),
      /^Sin cortes de demostración\. Se está haciendo otro corte \(OTRO\)/,
    );
    assert.deepEqual(
      await db.one('SELECT monto, estatus_obra_id FROM obras WHERE id = $1', [id]),
      before,
    );
    const { body } = await call('admin', 'GET', `/bitacora?recurso=obras&registro=${id}&limit=2`);
    assert.deepEqual(
      body.map(({ cambios }: { cambios: { campo: string; despues: unknown }[] }) =>
        cambios.map(({ campo, despues }) => [campo, despues]),
      ),
      [
        [
          ['monto', 2_000_000],
          ['estatusObraId', 6],
        ],
        [
          ['monto', 1_920_000],
          ['estatusObraId', 4],
        ],
      ],
    );
  });

  test('a cut that replaces one names it in its manifest, and none of a key that there is not', async () => {
    assert.equal((await sellar('A')).error, null);
    const replaces = (clave: string, reemplaza: string) => ask({ clave, titulo: 'Uno', reemplaza });
    refused(await replaces('B', 'B'), 400, ['reemplaza: no hay ningún corte con la clave B.']);
    const asked = await replaces('B', 'A');
    assert.equal((await ended(asked.headers.get('location') as string)).error, null);
    const named = (await read('/cortes')).map(({ reemplaza }: { reemplaza: string }) => reemplaza);
    assert.deepEqual(named, ['A', null]);
    assert.equal((await read('/cortes/B/manifiesto')).reemplaza, 'A');
  });

  test('an empty registry has a cut of no works, with headings alone in its sheet', async () => {
    assert.equal((await sellar('VACIO')).error, null);
    const corte = await read('/cortes/VACIO');
    assert.deepEqual(
      [corte.obras, corte.monto, corte.estatus, corte.archivo.ndjson.bytes],
      [0, '0.00', [], 0],
    );
    assert.equal((await bytesAt('/cortes/VACIO.csv')).toString().trimEnd().split('\r\n').length, 1);
  });

  test('a cut while others write, delete and rename has the registry of one instant', async () => {
    const works = await Promise.all(Array.from({ length: 120 }, () => newObra({ monto: 100 })));
    let isOver = false;
    const writing = (async () => {
      for (let i = 0; !isOver; i++) {
        const [from, to] = [works[i % 100], works[(i * 7 + 3) % 100]];
        // In one transaction, so that the sum never differs.
        await db.transaction(async (tx) => {
          await tx.query('UPDATE obras SET monto = monto - 1 WHERE id = $1', [from.id]);
          await tx.query('UPDATE obras SET monto = monto + 1 WHERE id = $1', [to.id]);
          if (i % 40 === 0)
            await tx.query('UPDATE dependencias SET nombre = $1 WHERE id = 1', [`Nombre ${i}`]);
        });
        // A contract and a report by turns, so that there are as many of both, or one contract more.
        if (i < 100) {
          const [path, body] =
            i % 2 === 0
              ? ['contratos', contratoBody()]
              : ['avances', { fechaCorte: '2026-03-31', avanceFisico: 10 }];
          const { status, text } = await call('admin', 'POST', `/obras/${from.id}/${path}`, body);
          assert.equal(status, 201, text);
        }
        // One goes, and one of the same amount comes.
        if (i % 10 === 0) {
          await db.transaction(async (tx) => {
            await tx.query('DELETE FROM obras WHERE id = $1', [works[100 + ((i / 10) % 20)].id]);
          });
        }
        await sleep(5);
      }
    })();
    const job = await sellar('MOVIDO');
    isOver = true;
    await writing;
    assert.equal(job.error, null);
    const { obras, monto, dependencias, archivo } = await read('/cortes/MOVIDO');
    assert.equal(monto, `${obras * 100}.00`);
    // All works have one name of their agency.
    assert.equal(dependencias.length, 1);
    const almacen = await openAlmacen(config, db);
    const names = new Set<string>();
    let ahead = 0;
    for await (const { obra, seguimiento } of readCorte(almacen, archivo.sha256)) {
      ahead += seguimiento.contratos.length - seguimiento.avances.length;
      names.add((obra as unknown as { dependencia: { nombre: string } }).dependencia.nombre);
    }
    assert.equal(names.size, 1);
    assert.ok([0, 1].includes(ahead), `${ahead} contracts ahead of reports`);
    assert.deepEqual(await verifyAll(db, almacen, () => {}), []);
    almacen.close();
  });
});

describe('the entries of the ledger that a seal covers', () => {
  test('a transaction that holds an earlier entry is waited for', async () => {
    await resetWithCatalog();
    if (!TEST_DATABASE_URL) {
      // The one session of the embedded database has no other beside it.
      const newest = await db.one<{ id: string }>('SELECT max(id) AS id FROM bitacora');
      assert.equal(await settledId(db, new AbortController().signal), Number(newest?.id));
      return;
    }
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let early = 0;
    const note = `SELECT write_ledger('crear', 'obras', '1', NULL, '{}')`;
    const noted = new Promise<void>((resolve) => {
      db.transaction(async (tx) => {
        await tx.query(note);
        early = Number((await tx.one<{ id: string }>('SELECT max(id) AS id FROM bitacora'))?.id);
        resolve();
        await held;
      });
    });
    await noted;
    await db.query(note);
    let settled = 0;
    const asked = settledId(db, new AbortController().signal).then((id) => {
      settled = id;
    });
    await sleep(300);
    assert.equal(settled, 0);
    release();
    await asked;
    assert.ok(settled > early);
  });
});

describe('CORTES_KEY', () => {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const pem = key.export({ type: 'pkcs8', format: 'pem' }) as string;
  const der = key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  // biome-ignore format: rows
  const cases: [string, string, boolean][] = [
    ['in PEM', pem, true], ['in PEM with \\n', pem.replaceAll('\n', '\\n'), true], ['in base64', der, true],
    ['cut short', der.slice(0, 20), false], ['empty', '', false], ['of another kind', rsa.export({ type: 'pkcs8', format: 'pem' }) as string, false],
    ['that is public', key.export({ type: 'pkcs8', format: 'pem' }).toString().replace(/\n.+\n/, '\nAAAA\n'), false],
  ];
  for (const [what, value, isRead] of cases) {
    test(`a key ${what} is ${isRead ? 'read' : 'refused, without its letters'}`, () => {
      if (isRead) assert.ok(privateKey(value, 'CORTES_KEY').equals(key));
      else
        assert.throws(
          () => privateKey(value, 'CORTES_KEY'),
          /^StartError: CORTES_KEY debe ser una llave privada Ed25519|^Error: CORTES_KEY debe/,
        );
    });
  }
});
