import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { numbersIn } from '../src/obras/palabras.ts';
import { call, count, db, get, newObra, resetWithCatalog, ubicacionBody } from './world.ts';

/** The keys of the obras that a search finds, in the order of the answer. */
async function found(q: string, rest = ''): Promise<string[]> {
  const { body } = await get(`/obras?${new URLSearchParams({ q })}${rest}`);
  return body.map(({ claveUnica }: { claveUnica: string }) => claveUnica);
}

const at = (direccion: string, more: object = {}) => ({
  ubicaciones: [ubicacionBody({ direccion, ...more })],
});

describe('the search q in addresses', () => {
  before(async () => {
    await resetWithCatalog();
    await newObra({ claveUnica: 'CRUCE', nombre: 'Bacheo', ...at('Calle 60 × 61') });
    await newObra({ claveUnica: 'CORTA', nombre: 'Drenaje', ...at('C. 60 x 61 y 63, Centro') });
    await newObra({ claveUnica: 'PEGADA', nombre: 'Drenaje', ...at('C.60x61') });
    await newObra({ claveUnica: 'LETRA', nombre: 'Pozo', ...at('Calle 60-A') });
    await newObra({ claveUnica: 'CASA', nombre: 'Techo', ...at('Calle 20, #60') });
    await newObra({ claveUnica: 'NOMBRE', nombre: 'Guarniciones de la calle 60', descripcion: '' });
    await newObra({
      claveUnica: '1450GYR0060',
      nombre: 'Clínica',
      descripcion:
        'Latitud 20.60, longitud -89.603, con $1,250,060.60 de 2026 (0060), 160 camas y 60m2',
      ...at('Avenida Principal', {
        localidadReferencia: 'Chicxulub',
        referenciaLugar: 'Frente al malecón',
      }),
    });
    await newObra({ claveUnica: 'KM', nombre: 'Carretera', ...at('Km 12+500') });
  });

  const of60 = ['CRUCE', 'CORTA', 'PEGADA', 'LETRA', 'CASA', 'NOMBRE'];
  const searches: [q: string, expected: string[]][] = [
    // All texts of an ubicación, without accents or case.
    ['chicxulub', ['1450GYR0060']],
    ['MALECON', ['1450GYR0060']],
    ['clínica malecon avenida', ['1450GYR0060']],
    // A number is found whole.
    ['60', of60],
    ['calle 60', of60],
    ['CALLE 60', of60],
    ['c. 60', of60],
    ['calles 60', of60],
    ['6', []],
    ['61', ['CRUCE', 'CORTA', 'PEGADA']],
    ['0060', ['1450GYR0060']],
    ['060', []],
    ['603', []],
    ['250', []],
    ['89', []],
    ['160', ['1450GYR0060']],
    ['2026', ['1450GYR0060']],
    ['500', ['KM']],
    // Longer numbers and words are found anywhere, in keys too.
    ['gyr0060', ['1450GYR0060']],
    ['1450gyr', ['1450GYR0060']],
    ['89.603', ['1450GYR0060']],
    ['1,250,060.60', ['1450GYR0060']],
    ['60m2', ['1450GYR0060']],
    ['60-a', ['LETRA']],
    ['km 12+500', ['KM']],
    ['km 12', ['KM']],
    // As people write a crossing.
    ...[
      '60 61',
      '60x61',
      '60X61',
      '60×61',
      '60 × 61',
      '60x 61',
      '#60x61',
      '60 y 61',
      '60 por 61',
      'calle 60 x 61',
      'calle 60 x calle 61',
      'calle 60 entre 61',
      'calle 60 con la calle 61',
      '61 60',
      '60, 61',
      'c 60 x 61,',
    ].map((q): [string, string[]] => [q, ['CRUCE', 'CORTA', 'PEGADA']]),
    ['calle 60 entre 61 y 63', ['CORTA']],
    ['calle 60 x 61 x 63 centro', ['CORTA']],
    ['60 y 64', []],
    // A number, however it is announced.
    ['no. 60', of60],
    ['núm. 60', of60],
    ['# 60', of60],
    ['#60', of60],
    ['60,', of60],
    ['60.', of60],
    ['techo número 60', ['CASA']],
    // No number, and so to the letter.
    ['#', ['CASA']],
    ['%', []],
    ['_', []],
    ['60%', []],
    ['x', ['CORTA', 'PEGADA', '1450GYR0060']],
    ['٦٠', []],
    ['６０', []],
    ['60 🚧', []],
    ['¿?', []],
    ['60 '.repeat(66), of60],
    ['x 60 '.repeat(40), ['CORTA', 'PEGADA']],
  ];
  for (const [q, expected] of searches) {
    test(`${JSON.stringify(q).slice(0, 40)} finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await found(q), expected);
    });
  }

  test('is the same behind every door', async () => {
    const query = new URLSearchParams({ q: 'calle 60 x 61' });
    const paged = await get(`/obras?${query}&limit=1`);
    assert.equal(paged.headers.get('x-total-count'), '3');
    assert.equal((await get(`/obras/resumen?por=estatus&${query}`)).body.total.obras, 3);
    assert.equal((await get(`/obras.geojson?${query}`)).body.features.length, 3);
    assert.equal((await get(`/obras.csv?${query}`)).text.trim().split('\r\n').length, 4);
    assert.equal((await get(`/obras.ndjson?${query}`)).text.trim().split('\n').length, 3);
    assert.equal((await get(`/ogc/collections/obras_puntos/items?${query}`)).body.numberMatched, 3);
    const [cell] = (await get(`/mapa/0/0/0?${query}`)).body.features;
    assert.equal(cell.properties.obras, 3);
  });

  test('follows the ubicaciones, whoever changes them, and the ledger tells only of them', async () => {
    const { id } = await newObra({ claveUnica: 'SIGUE', nombre: 'Sigue', ...at('Calle 701') });
    assert.deepEqual(await found('701'), ['SIGUE']);
    const patch = async (ubicaciones: object[]) => {
      const { status, body } = await call('admin', 'PATCH', `/obras/${id}`, { ubicaciones });
      assert.equal(status, 200);
      return body.ubicaciones as { id: number }[];
    };
    const rows = await count('bitacora');
    const [place] = await patch([
      ubicacionBody({ direccion: 'Calle 702' }),
      ubicacionBody({ direccion: 'Calle 703' }),
    ]);
    assert.deepEqual([await found('701'), await found('702 703')], [[], ['SIGUE']]);
    await patch([{ ...ubicacionBody({ direccion: 'Calle 704' }), id: place?.id }]);
    assert.deepEqual(
      [await found('702'), await found('703'), await found('704')],
      [[], [], ['SIGUE']],
    );
    assert.equal(await count('bitacora'), rows + 2);
    // By hand.
    await db.query(
      `UPDATE ubicaciones SET direccion = 'Calle 705', referencia_lugar = 'Kiosco' WHERE obra_id = ${id}`,
    );
    assert.deepEqual([await found('704'), await found('705 kiosco')], [[], ['SIGUE']]);
    assert.equal(await count('bitacora'), rows + 3);
    await db.query(`INSERT INTO ubicaciones (obra_id, municipio_id, direccion, tipo_geometria, geometria_json, orden)
      SELECT obra_id, municipio_id, 'Calle 706', tipo_geometria, geometria_json, 2 FROM ubicaciones WHERE obra_id = ${id}`);
    assert.deepEqual([await found('705'), await found('706')], [['SIGUE'], ['SIGUE']]);
    // From one work to another.
    const other = await newObra({ claveUnica: 'OTRA', nombre: 'Otra' });
    await db.query(`UPDATE ubicaciones SET obra_id = ${other.id} WHERE direccion = 'Calle 706'`);
    assert.deepEqual([await found('705'), await found('706')], [['SIGUE'], ['OTRA']]);
    await db.query(`DELETE FROM ubicaciones WHERE obra_id = ${other.id}`);
    assert.deepEqual(await found('706'), []);
    await patch([]);
    assert.deepEqual(await found('705'), []);
  });

  test('costs a write of the service no second version of its row', async () => {
    const place = (direccion: string) => ubicacionBody({ direccion, referenciaLugar: 'Esquina' });
    const { id, ubicaciones } = await newObra({
      claveUnica: 'UNA',
      nombre: 'Una',
      ubicaciones: [place('Calle 711'), place('Calle 710')],
    });
    // The command of its transaction that wrote the row, unless a trigger has written it again.
    const row = `SELECT lugares, cmin::text AS cmin FROM obras WHERE id = ${id}`;
    const written = (lugares: string, cmin: string) => [{ lugares, cmin }];
    assert.deepEqual(await db.query(row), written('Calle 710, Esquina\nCalle 711, Esquina', '0'));
    const changes = {
      ubicaciones: [{ ...place('Calle 712'), id: ubicaciones[0].id }, place('Calle 709')],
    };
    assert.equal((await call('admin', 'PATCH', `/obras/${id}`, changes)).status, 200);
    assert.deepEqual(await db.query(row), written('Calle 709, Esquina\nCalle 712, Esquina', '1'));
    // By hand the trigger does.
    await db.query(`UPDATE ubicaciones SET direccion = 'Calle 713' WHERE obra_id = ${id}`);
    const [byHand] = await db.query<{ lugares: string; cmin: string }>(row);
    assert.equal(byHand?.lugares, 'Calle 713, Esquina');
    assert.notEqual(byHand?.cmin, '0');
  });

  test('whole numbers are the same for the database and for who marks them', async () => {
    const parts = [
      '60',
      '61',
      '0',
      '1234',
      '12345',
      'x',
      '×',
      'X',
      '.',
      ',',
      ' ',
      '-',
      '+',
      'a',
      'ñ',
      '#',
      '٦',
      '\n',
      '$',
    ];
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const texts = Array.from({ length: 3000 }, () =>
      Array.from({ length: 1 + next(9) }, () => parts[next(parts.length)]).join(''),
    );
    const rows = await db.query<{ text: string; numbers: string[] }>(
      'SELECT t AS text, short_numbers(t) AS numbers FROM unnest($1::text[]) t',
      [texts],
    );
    for (const { text, numbers } of rows) {
      const ours = [...new Set(numbersIn(text).map(({ digits }) => digits))].sort();
      assert.deepEqual(ours, numbers.toSorted(), JSON.stringify(text));
    }
    assert.equal(rows.length, texts.length);
  });
});
