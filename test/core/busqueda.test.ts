import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { renderOutdated } from '../../src/core/db/migrate.ts';
import { fold, formsOf, numbersIn, readSearch, reasonOf } from '../../src/palabras/palabras.ts';
import { columnOf, numbers } from '../columns.ts';
import { isHere } from '../features.ts';
import { manyObras } from '../many-obras.ts';
import { table } from '../table.ts';
import {
  type Answer,
  call,
  contratoBody,
  count,
  db,
  get,
  newObra,
  pages,
  resetWithCatalog,
  ubicacionBody,
} from '../world.ts';

/** The keys of the obras that a search finds, in the order of the answer. */
async function found(q: string, rest = ''): Promise<string[]> {
  const { body } = await get(`/obras?${new URLSearchParams({ q, campos: 'claveUnica' })}${rest}`);
  return columnOf(body as { claveUnica: string }[], 'claveUnica');
}

/** The obras of a list, from this page to its end. */
const rowsFrom = async (path: string) => (await pages(path)).flatMap(({ body }) => body);

/** How many works each door that takes a search finds; the map counts their places. */
async function behind(query: URLSearchParams): Promise<Record<string, number>> {
  const lines = (text: string) => text.trim().split(/\r?\n/).length;
  const doors: [path: string, count: (answer: Answer) => number][] = [
    ['/obras/resumen?por=estatus', ({ body }) => body.total.obras],
    ['/obras.geojson?', ({ body }) => body.features.length],
    ['/obras.csv?', ({ text }) => lines(text) - 1],
    ['/obras.ndjson?', ({ text }) => lines(text)],
    ['/ogc/collections/obras_puntos/items?', ({ body }) => body.numberMatched],
    ['/mapa/0/0/0?', ({ body }) => body.features.length],
    ['/oc4ids?', ({ body }) => body.projects.length],
    ['/seguimiento?', ({ body }) => body.length],
  ];
  const found: Record<string, number> = {};
  for (const [path, count] of doors.filter(([path]) => isHere(path))) {
    found[path] = count(await get(`${path}&${query}`));
  }
  return found;
}

/** So many texts of these parts, of one part to so many, the same in each run. */
function textsOf(parts: string[], most: number, count: number): string[] {
  let seed = 11;
  const next = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const text = () =>
    numbers(1, 1 + next(most))
      .map(() => parts[next(parts.length)])
      .join('');
  return numbers(1, count).map(text);
}

/** Each question with what it finds. */
const eachOf = (searches: [expected: string[], ...questions: string[]][]) =>
  searches.flatMap(([expected, ...all]) => all.map((q) => [expected, q] as const));

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
  // biome-ignore format: rows of questions
  const searches: [expected: string[], ...questions: string[]][] = [
    // All texts of an ubicación, without accents or case.
    [['1450GYR0060'], 'chicxulub', 'MALECON', 'clínica malecon avenida'],
    // A long word is looked up by its beginning, and found whole, wherever it begins.
    [['1450GYR0060'], 'malecones'],
    [['NOMBRE'], 'Guarniciones', 'arniciones', 'GUARNICIO\u0301NES'],
    [[], 'maleconera', 'guarnicion\\es', 'guarnic%ones'],
    // As a sentence has them; the marks within a word are part of it.
    [['1450GYR0060'], 'clínica, malecón.', '«Frente al malecón», "clínica":'],
    [of60, '«60»', '¿60?', '"calle 60"'],
    [['NOMBRE'], '¿guarniciones?'],
    [['KM'], '12+500,'],
    [['CORTA', 'CASA', '1450GYR0060'], ','],
    [[], 'mal.ecón'],
    // A number is found whole.
    [of60, '60', 'calle 60', 'CALLE 60', 'c. 60', 'calles 60'],
    [['CRUCE', 'CORTA', 'PEGADA'], '61'],
    [['1450GYR0060'], '0060', '160', '2026'],
    [['KM'], '500'],
    [[], '6', '060', '603', '250', '89'],
    // Longer numbers and words are found anywhere, in keys too.
    [['1450GYR0060'], 'gyr0060', '1450gyr', '89.603', '1,250,060.60', '60m2'],
    [['LETRA'], '60-a'],
    [['KM'], 'km 12+500', 'km 12'],
    // As people write a crossing.
    [
      ['CRUCE', 'CORTA', 'PEGADA'],
      '60 61', '60x61', '60X61', '60×61', '60 × 61', '60x 61', '#60x61', '60 y 61', '60 por 61', 'calle 60 x 61',
      'calle 60 x calle 61', 'calle 60 entre 61', 'calle 60 con la calle 61', '61 60', '60, 61', 'c 60 x 61,',
    ],
    [['CORTA'], 'calle 60 entre 61 y 63', 'calle 60 x 61 x 63 centro'],
    [[], '60 y 64'],
    // A number, however it is announced.
    [of60, 'no. 60', 'núm. 60', '# 60', '#60', '60,', '60.'],
    [['CASA'], 'techo número 60'],
    // No number, and so to the letter.
    [['CASA'], '#'],
    [['CORTA', 'PEGADA', '1450GYR0060'], 'x'],
    [of60, '６０', '60 '.repeat(66)],
    [['CORTA', 'PEGADA'], 'x 60 '.repeat(40)],
    [[], '%', '_', '60%', '٦٠', '60 🚧', '¿?', '“”'],
  ];
  for (const [expected, q] of eachOf(searches)) {
    test(`q=${JSON.stringify(q).slice(0, 40)} finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await found(q), expected);
    });
  }

  test('finds the same works at every door that takes it', async () => {
    const query = new URLSearchParams({ q: 'calle 60 x 61' });
    const paged = await get(`/obras?${query}&limit=1`);
    assert.equal(paged.headers.get('x-total-count'), '3');
    for (const [door, found] of Object.entries(await behind(query))) assert.equal(found, 3, door);
  });

  test('finds obras by their changed ubicaciones, and adds no ledger rows of its own', async () => {
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

  test('texts are folded and sorted alike, whether anything in them is taken apart or not', async () => {
    // biome-ignore format: a row of letters
    const parts = ['a', 'N', 'ñ', 'Ñ', 'n\u0303', 'ü', 'É', 'å', 'ç', 'Ω', '×', '🚧', '한', ' ', '~', '.', '\n', '\u0301', '7'];
    const texts = textsOf(parts, 6, 2000);
    const bare = (text: string) =>
      `lower(regexp_replace(${text} COLLATE "C", '[\\u0300-\\u036f]', '', 'g') COLLATE "C")`;
    const wrong = await db.query(
      `SELECT t FROM unnest($1::text[]) t CROSS JOIN LATERAL (SELECT normalize(t, NFKD) AS parts) d
       WHERE fold_accents(t) <> ${bare('parts')}
         OR spanish_order(t) <> ${bare(
           `replace(replace(translate(parts, ' .~', U&'\\0001\\0009\\0020'), U&'n\\0303', 'n~'), U&'N\\0303', 'N~')`,
         )}`,
      [texts],
    );
    assert.deepEqual(wrong, []);
  });

  test('whole numbers are the same for the database and for the portal that marks them', async () => {
    // biome-ignore format: a row of letters
    const parts = ['60', '61', '0', '1234', '12345', 'x', '×', 'X', '.', ',', ' ', '-', '+', 'a', 'ñ', '#', '٦', '\n', '$', 'calle', 'Calles', '６'];
    const texts = textsOf(parts, 9, 3000);
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

describe('the other number of a word', () => {
  const cases = table`
    # word      | its other forms
    escuelas    | escuela
    Hospitales  | hospitale hospital
    luces       | luce luz
    luz         | luces
    raíz        | raices
    GALPONES    | galpone galpon
    calles      | calle
    ciudades    | ciudade ciudad
    leyes       | leye ley
    autobuses   | autobuse autobus
    puentes     | puente
    ejes        | eje
    cruces      | cruce cruz
  `;
  // One number alone, or a plural that has the singular in it.
  const ALONE = 'gas lunes miércoles tres Mérida escuela hospital mes Pérez dos SOP-7s km'.split(
    ' ',
  );
  for (const [word = '', forms = ''] of [...cases, ...[...ALONE, ''].map((one) => [one])]) {
    test(`${JSON.stringify(word)} has the other forms: ${forms || '(no other)'}`, () => {
      assert.deepEqual(formsOf(word).join(' '), forms);
    });
  }
});

describe('the search q as people ask', () => {
  const HYPHENATED = 'Cimen\u00adta\u00adción de 120 m²';
  const WORKS: [clave: string, nombre: string, more?: object][] = [
    ['W-1', 'Aula en la escuela primaria'],
    ['W-2', 'Pintura de escuelas'],
    ['W-3', 'Ampliación del hospital'],
    ['W-4', 'Red de luz'],
    ['W-5', 'Galpón de acopio'],
    ['W-6', 'Garaje con luneta y traza'],
    ['W-7', 'Pavimentación', { municipioId: 79, ...at('Calle 41 × 50') }],
    ['W-10', 'Pavimentación', at('Calle 41 × 60, Mérida')],
    ['W-8', 'Bacheo', { municipioId: 52 }],
    ['W-9', 'Bacheo', { municipioId: 52, dependenciaId: 2 }],
    ['PEGADA', 'Zanja', at('Calle60, Centro')],
    ['SOP-2025-00003', 'Techumbre'],
    ['SOP/2025-00004', 'Techumbre'],
    ['0042', 'Zanja en la esquina'],
    ['PDF-1', 'Rehabilitación de o\ufb01cinas y del edi\ufb01cio anexo'],
    ['PDF-2', HYPHENATED],
    ['PDF-3', 'Barda'],
  ];
  before(async () => {
    await resetWithCatalog();
    await call('admin', 'PATCH', '/dependencias/1', { nombre: 'Secretaría de Obras Públicas' });
    await call('admin', 'POST', '/dependencias', { nombre: 'Servicios de Salud', siglas: 'SSY' });
    for (const [claveUnica, nombre, more] of WORKS) {
      await newObra({ claveUnica, nombre, descripcion: '', ...more });
    }
    // As a registry of before has them.
    const rename = `UPDATE obras SET nombre = $2 WHERE clave_unica = $1`;
    await db.query(rename, ['PDF-2', HYPHENATED]);
    await db.query(rename, ['PDF-3', 'Construcción de\vbarda perimetral']);
  });

  // biome-ignore format: rows of questions
  const searches: [expected: string[], ...questions: string[]][] = [
    [['W-1', 'W-2'], 'escuela', 'Escuelas'],
    [['W-3'], 'hospitales'],
    [['W-4'], 'luces'],
    [['W-5'], 'galpones'],
    [[], 'gas', 'lunes', 'tres'],
    [['W-7'], 'tekax', 'calle 41 tekax', 'TÉKAX calle 41'],
    [['W-8'], 'obras públicas motul', 'obra motul', 'sop motul'],
    [['W-9'], 'ssy', 'servicios de salud motul'],
    // A name is found from the beginning of its words, a short word as a whole one.
    [[], 'moto', 'otul', 'ss', '2025', '0042 motul'],
    [['W-10', 'PEGADA'], 'C.60', '¿calle60?'],
    [['PEGADA'], 'calle60 centro', 'calle 60 centro'],
    [['W-7'], 'c.41x50'],
    [['SOP-2025-00003'], 'sop 2025 00003', 'sop/2025/00003', '“sop 2025 00003”', '#SOP-2025-00003'],
    [['SOP/2025-00004'], 'SOP 2025 00004'],
    [['0042'],
      '"0042"', '«0042»', '#0042', '"#0042"', 'no. 0042', 'zanja 0042', '0042, zanja', '(0042)', '[0042]', '`0042`',
      'obra 0042', 'clave: 0042', 'folio:0042', 'zanja (0042)',
    ],
    [['W-1', 'W-2'], '(escuelas)'],
    [['PDF-1'], 'oficinas', 'o\ufb01cinas', 'edificios anexos'],
    [['PDF-2'], 'cimentación', 'cimen\u00adtación', 'm2', 'm²'],
    [['PDF-3'], 'de barda', 'barda\vperimetral'],
  ];
  for (const [expected, q] of eachOf(searches)) {
    test(`q=${JSON.stringify(q)} finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await found(q), expected);
      const ranked = await found(q, '&orden=relevancia&limit=50');
      assert.deepEqual(ranked.toSorted(), expected.toSorted());
    });
  }

  test('finds the same by municipio and dependencia behind every door', async () => {
    const query = new URLSearchParams({ q: 'sop tekax calle 41' });
    for (const [door, found] of Object.entries(await behind(query))) assert.equal(found, 1, door);
  });

  test('finds a renamed or merged dependencia, and a renamed municipio, under the new name at once', async () => {
    const all = async (q: string) => {
      const keys = await found(q, '&limit=50');
      const sum = `/obras/resumen?por=estatus&q=${q}`;
      const tile = `/mapa/0/0/0?q=${q}`;
      const { body } = await get(`/obras?campos=ubicaciones&q=${q}`);
      const placed = body.map(({ ubicaciones }: { ubicaciones: unknown[] }) => ubicaciones);
      return [
        keys,
        isHere(sum) ? (await get(sum)).body.total.obras : keys.length,
        isHere(tile) ? (await get(tile)).body.features.length : placed.flat().length,
      ];
    };
    // Asked before, so that answers are kept.
    assert.deepEqual(await all('sanitarios'), [[], 0, 0]);
    assert.deepEqual(await all('salud'), [['W-9'], 1, 0]);
    await call('admin', 'PATCH', '/dependencias/2', { nombre: 'Servicios Sanitarios' });
    assert.deepEqual(await all('sanitarios'), [['W-9'], 1, 0]);
    assert.deepEqual(await all('salud'), [[], 0, 0]);
    await call('admin', 'POST', '/dependencias', { nombre: 'Secretaría de Bienestar' });
    assert.deepEqual(await found('bienestar'), []);
    const merged = await call('admin', 'POST', '/dependencias/2/fusion', { destinoId: 3 });
    assert.equal(merged.status, 200, merged.text);
    assert.deepEqual(await found('bienestar motul'), ['W-9']);
    assert.deepEqual(await found('sanitarios'), []);
    assert.deepEqual(await all('kini'), [[], 0, 0]);
    await db.query(`UPDATE municipios SET nombre = 'Kiní' WHERE id = 79`);
    try {
      assert.deepEqual(await all('kini'), [['W-7'], 1, 1]);
      assert.deepEqual(await found('tekax'), []);
    } finally {
      await db.query(`UPDATE municipios SET nombre = 'Tekax' WHERE id = 79`);
    }
    assert.deepEqual(await found('tekax'), ['W-7']);
  });

  test('by relevance has what is named so before what lies near it', async () => {
    for (const n of [1, 2, 3]) {
      const place = at('Calle 1', { referenciaLugar: 'A una cuadra del mercado' });
      await newObra({ claveUnica: `CERCA-${n}`, nombre: 'Banquetas', ...place });
    }
    await newObra({ claveUnica: 'MERCADO', nombre: 'Mercado municipal' });
    await newObra({ claveUnica: 'KINI', nombre: 'Mercado', municipioId: 79 });
    const near = ['CERCA-1', 'CERCA-2', 'CERCA-3'];
    for (const q of ['mercado', 'mercados']) {
      assert.deepEqual(await found(q, '&orden=relevancia'), ['MERCADO', 'KINI', ...near]);
    }
    assert.deepEqual(await found('mercado tekax', '&orden=relevancia'), ['KINI']);
    assert.deepEqual(await found('mercado mérida', '&orden=relevancia'), ['MERCADO', ...near]);
    const walked = await rowsFrom('/obras?q=mercado&orden=relevancia&limit=1');
    assert.deepEqual(columnOf(walked, 'claveUnica'), ['MERCADO', 'KINI', ...near]);
  });

  test('contratista= finds compatibility forms, and a word in singular and plural', async () => {
    const { id } = await newObra({ claveUnica: 'FIRMA', nombre: 'Una' });
    const contrato = contratoBody({ contratista: 'Edi\ufb01caciones y Muelle del Sur' });
    const made = await call('admin', 'POST', `/obras/${id}/contratos`, contrato);
    assert.equal(made.status, 201, made.text);
    for (const words of ['edificaciones', 'EDI\ufb01CACIONES', 'muelles', 'edi\u00adfica']) {
      const query = new URLSearchParams({ contratista: words });
      assert.equal((await get(`/contratos?${query}`)).body.length, 1, words);
      assert.equal((await get(`/obras?${query}`)).body.length, 1, words);
    }
    assert.equal((await get('/contratos?contratista=sures')).body.length, 1);
    assert.equal((await get('/contratos?contratista=muellas')).body.length, 0);
  });

  test('marks compatibility forms as wide as they stand', () => {
    const told = (q: string, texto: string) =>
      reasonOf(readSearch(q), { nombre: 'Una', claveUnica: 'C', textos: [texto] })
        ?.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
        .join('');
    assert.equal(told('oficinas', 'Las o\ufb01cinas'), 'Las [o\ufb01cinas]');
    assert.equal(told('of', 'Las o\ufb01cinas'), 'Las [o\ufb01]cinas');
    assert.equal(told('m2', '120 m² de piso'), '120 [m²] de piso');
    assert.equal(told('luces', 'Con luz, y a contraluz'), 'Con [luz], y a contraluz');
  });

  test('is folded by the database as by the portal that marks it', async () => {
    // biome-ignore format: a row of texts
    const texts = [
      'o\ufb01cinas', 'm²', '\ufb02ujo', 'Nº 5', '½', '№', 'a\u00adb', 'a\u200bb', 'a\vb\tc\u0085d', 'ｶ６０', 'Ñandú ´', '…', 'ß',
      '\ufeffa\ufe0f',
    ];
    const rows = await db.query<{ text: string; folded: string }>(
      'SELECT t AS text, fold_accents(t) AS folded FROM unnest($1::text[]) t',
      [texts],
    );
    assert.deepEqual(
      rows.map(({ text }) => fold(text).folded),
      columnOf(rows, 'folded'),
    );
  });

  test('is folded anew after an upgrade, without a row in the ledger', async () => {
    const before = `CREATE OR REPLACE FUNCTION fold_accents(text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN lower(regexp_replace(normalize($1, NFD) COLLATE "C", '[\\u0300-\\u036f]', '', 'g'))`;
    const rows = await count('bitacora');
    await db.transaction(async (tx) => {
      const [own] = await tx.query<{ text: string }>(
        `SELECT pg_get_functiondef('fold_accents(text)'::regprocedure) AS text`,
      );
      await tx.query(before);
      await tx.query('UPDATE obras SET nombre = nombre');
      await tx.query('REINDEX INDEX contratos_contratista_idx');
      await tx.query(own?.text as string);
      for (const index of ['obras_busqueda_idx', 'contratos_contratista_idx']) {
        await tx.query(`COMMENT ON INDEX ${index} IS NULL`);
      }
    });
    assert.deepEqual(await found('cimentacion'), []);
    await renderOutdated(db);
    assert.deepEqual(await found('cimentacion'), ['PDF-2']);
    assert.deepEqual(await found('oficinas'), ['PDF-1']);
    assert.equal((await get('/contratos?contratista=edificaciones')).body.length, 1);
    assert.equal(await count('bitacora'), rows);
  });
});

describe('a whole key', () => {
  const KEYS = ['0042', '42', '60x61', 'SOP-7', 'c. 60', 'NO. 5', '12,5', '7', 'A 9 B'];
  before(async () => {
    await resetWithCatalog();
    // Others that say the same numbers, registered first.
    for (const n of [0, 1, 2]) {
      await newObra({ claveUnica: `X${n}`, nombre: 'Calle 60 × 61 no. 5, 42, 0042, 7, 9, 12' });
    }
    for (const claveUnica of KEYS) await newObra({ claveUnica, nombre: 'Bacheo' });
  });

  test('is found as it stands though it looks like a number, and is first by relevance', async () => {
    for (const key of KEYS) {
      for (const q of [key, key.toLowerCase(), key.toUpperCase(), ` ${key} `]) {
        assert.ok((await found(q)).includes(key), q);
        assert.equal((await found(q, '&orden=relevancia'))[0], key, q);
        assert.equal((await found(q, '&orden=relevancia&limit=1'))[0], key, q);
      }
    }
    // It is the whole key or none: leading zeros make another one, and a part is found by words alone.
    assert.deepEqual(await found('042'), []);
    assert.ok(!(await found('42')).includes('0042'));
    assert.deepEqual(await found('9 B', ''), []);
    // The other filters hold for it too.
    assert.deepEqual(await found('0042', '&montoMax=1'), []);
  });

  test('is found behind every door, page by page', async () => {
    const query = new URLSearchParams({ q: '0042' });
    const all = await found('0042', '&orden=relevancia');
    assert.deepEqual(all, ['0042', 'X0', 'X1', 'X2']);
    const walked = await pages(`/obras?${query}&orden=relevancia&limit=1`);
    assert.deepEqual(
      walked.map(({ body }) => body[0].claveUnica),
      all,
    );
    // None of them has a place.
    const doors = await behind(query);
    for (const door of ['/obras/resumen?por=estatus', '/obras.csv?', '/seguimiento?']) {
      if (isHere(door)) assert.equal(doors[door], 4, door);
    }
  });

  test('is first where too many others are found to look at each', async () => {
    await manyObras(2100, {
      numero_obra: '1000 + n',
      clave_unica: `'MUCHAS-' || n`,
      nombre: `'Calle 7 número ' || n`,
    });
    const asked = '&orden=relevancia&limit=1000';
    const first = await found('7', asked);
    assert.equal(first[0], '7');
    assert.equal(first.length, 1000);
    const query = new URLSearchParams({ q: '7', campos: 'claveUnica' });
    const walked = columnOf(await rowsFrom(`/obras?${query}${asked}`), 'claveUnica');
    assert.equal(walked.length, new Set(walked).size);
    assert.deepEqual(walked.toSorted(), (await found('7')).sort());
  });
});

describe('the order by relevance', () => {
  /** Obras from the most to the least relevant to «calle 60 centro», registered the other way round. */
  const RELEVANT: [clave: string, nombre: string, descripcion: string, direcciones: string[]][] = [
    ['FRASE-N', 'Bacheo, CALLE 60 Céntro', '', []],
    ['FRASE-D', 'Bacheo', '', ['Otra', 'C. 60, centro']],
    ['CERCA', 'Bacheo', '', ['Calle 60 × 61, Centro']],
    ['LEJOS', 'Bacheo en la calle 60', 'Centro', []],
    ['LEJOS-2', 'Bacheo', '', ['Calle 60', 'Centro de Mérida']],
    ['COMIENZO', 'Callejón 60', 'Centros de salud', []],
    ['PARTE', 'Bocacalle 60', 'Epicentro', []],
  ];
  const order = RELEVANT.map(([clave]) => clave);
  const alike = (clave: string) => clave.replace(/-.*/, '');
  before(async () => {
    await resetWithCatalog();
    for (const [claveUnica, nombre, descripcion, direcciones] of RELEVANT.toReversed()) {
      const ubicaciones = direcciones.map((direccion) => ubicacionBody({ direccion }));
      await newObra({ claveUnica, nombre, descripcion, ubicaciones });
    }
  });

  test('has the phrase first, then whole words near each other, whole words, beginnings and parts', async () => {
    const claves = await found('calle 60 centro', '&orden=relevancia');
    assert.deepEqual(claves.map(alike), order.map(alike));
    // A name comes before an address; those alike, by id.
    assert.deepEqual(claves.slice(0, 2), ['FRASE-N', 'FRASE-D']);
    assert.deepEqual(await found('calle 60 centro'), [...order].reverse());
  });

  test('is that of pages, cursors and exports', async () => {
    const expected = await found('calle 60 centro', '&orden=relevancia');
    const query = 'q=calle+60+centro&orden=relevancia';
    for (const limit of [1, 2, 3, 7, 8]) {
      const walked = await pages(`/obras?${query}&limit=${limit}`);
      for (const { headers } of walked) assert.equal(headers.get('x-total-count'), '7');
      const rows = walked.flatMap(({ body }) => body);
      assert.deepEqual(columnOf(rows, 'claveUnica'), expected, `limit=${limit}`);
    }
    const second = await get(`/obras?${query}&limit=3&page=2`);
    assert.deepEqual(columnOf(second.body, 'claveUnica'), expected.slice(3, 6));
    if (!isHere('/obras.csv')) return;
    const lines = (await get(`/obras.ndjson?${query}`)).text.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).claveUnica),
      expected,
    );
    const rows = (await get(`/obras.csv?${query}`)).text.trim().split('\r\n').slice(1);
    assert.deepEqual(
      rows.map((row) => expected.find((clave) => row.includes(`,${clave},`))),
      expected,
    );
  });

  test('takes every q that the list takes', async () => {
    const all = await found('');
    for (const q of ['', ' ', '\u200b']) assert.deepEqual(await found(q, '&orden=relevancia'), all);
    // biome-ignore format: rows of texts
    const odd = [
      '\\', '\\m', '(', '[', 'a{2', '*', '+', '?', '^$', '(?i)a', '***=a', '|', '.', '%', '_', "'", '"', '\\1',
      'x\u0301(', 'q\u0301\u0302', '\u037e', '\u2260', '🚧', '한국', '٦٠', 'ﬁ', '#', '60,', '60x61', 'x × x', 'c. 60',
      'calle '.repeat(33), 'a b c d e f g h i j k l m n', '(calle) [60]', 'x'.repeat(200), '60 '.repeat(60),
    ];
    for (const q of odd) {
      const plain = await found(q);
      const ranked = await found(q, '&orden=relevancia&limit=1000');
      assert.deepEqual(ranked.sort(), plain.sort(), q);
    }
  });

  test('has the works with the phrase first and the rest by id, among more than 2,000', async () => {
    await manyObras(2100, {
      numero_obra: '1000 + n',
      clave_unica: `'MUCHAS-' || n`,
      nombre: `CASE WHEN n % 1000 = 999 THEN 'Zanja del mercado' ELSE 'Mercado y zanja' END`,
      monto: 'n',
    });
    const asked = { orden: 'relevancia', limit: '1000', campos: 'monto' };
    const query = new URLSearchParams({ q: 'zanja del mercado', ...asked });
    const many = new URLSearchParams({ q: 'zanja mercado', ...asked });
    const few = await get(`/obras?${query}`);
    assert.equal(few.headers.get('x-total-count'), '2');
    assert.deepEqual(columnOf(await rowsFrom(`/obras?${many}`), 'monto'), numbers(1, 2100));
    many.set('q', 'y zanja');
    const first = await get(`/obras?${many}`);
    assert.equal(first.headers.get('x-total-count'), '2098');
    many.set('q', 'mercado');
    await db.query(
      `UPDATE obras SET nombre = 'Supermercado' WHERE clave_unica IN ('MUCHAS-1', 'MUCHAS-1050')`,
    );
    const rest = numbers(1, 2100).filter((n) => n !== 1 && n !== 1050);
    const ranked = [...rest, 1, 1050];
    assert.deepEqual(columnOf(await rowsFrom(`/obras?${many}`), 'monto'), ranked);
    if (!isHere('/obras.ndjson')) return;
    const streamed = (await get(`/obras.ndjson?q=mercado&orden=relevancia`)).text
      .trim()
      .split('\n');
    assert.deepEqual(
      streamed.map((line) => JSON.parse(line).monto),
      ranked,
    );
  });

  test('takes the cursor of another search', async () => {
    for (const key of ['', '0', '6']) {
      for (const total of ['3', '999999999']) {
        const cursor = Buffer.from(`relevancia:1.${total}:${key}`).toString('base64url');
        for (const q of ['calle', '', '60']) {
          const path = `/obras?q=${q}&orden=relevancia&limit=2&cursor=${cursor}`;
          assert.equal((await call('user', 'GET', path)).status, 200);
        }
      }
    }
  });
});

describe('why a search found an obra', () => {
  const obra = { nombre: 'Drenaje pluvial', claveUnica: 'SOP-60' };
  /** The reason with its marks in brackets. */
  const told = (q: string, textos: string[], of = obra) =>
    reasonOf(readSearch(q), { ...of, textos })
      ?.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
      .join('');
  const cases: [q: string, textos: string[], expected: string | undefined][] = [
    ['drenaje', ['Drenaje'], undefined],
    ['sop-60', ['SOP-60'], undefined],
    ['zanja', ['Calle 60'], undefined],
    ['calle 60', ['Calle 60 × 61, Centro'], '[Calle] [60] × 61, Centro'],
    ['60', ['Calle 160', 'Calle 20, #60-A'], 'Calle 20, #[60]-A'],
    ['60x61', ['C.60×61'], 'C.[60]×[61]'],
    ['calle 60', ['C. 60 x 61'], '[C. 60] x 61'],
    ['MERIDA', ['Centro', 'Frente al parque, Mérida'], 'Frente al parque, [Mérida]'],
    ['ñandu', ['el N\u0303andú'], 'el [N\u0303andú]'],
    ['pluvial kanasin', ['Pluvial', 'Kanasín'], '[Kanasín]'],
    ['60 centro', ['Calle 60', 'Calle 60, Centro'], 'Calle [60], [Centro]'],
    ['aa', ['aaa🚧aa'], '[aaa]🚧[aa]'],
    ['🚧', ['zanja 🚧 abierta'], 'zanja [🚧] abierta'],
    ['<b>', ['un <b>texto'], 'un [<b>]texto'],
    ['%', ['al 100%'], 'al 100[%]'],
    ['fin', [`${'palabra '.repeat(30)}fin`], '… palabra palabra [fin]'],
    ['fin', [`${'x'.repeat(300)}fin`], '… [fin]'],
    ['60', ['89.60, 60m2 y 1,060'], undefined],
    ['', ['Calle'], undefined],
  ];
  for (const [q, textos, expected] of cases) {
    test(`q=${JSON.stringify(q)} in ${JSON.stringify(textos).slice(0, 40)} is explained by ${expected}`, () => {
      assert.equal(told(q, textos), expected);
    });
  }

  test('is answered to GET /obras?campos=textos', async () => {
    await resetWithCatalog();
    const descripcion = `Dos\nrenglones ${'x'.repeat(3000)}`;
    const places = ['Calle 2', 'Calle 1'].map((direccion) =>
      ubicacionBody({ direccion, localidadReferencia: 'Motul' }),
    );
    const { id } = await newObra({ nombre: 'Una', descripcion, ubicaciones: places });
    await newObra({ nombre: 'Otra', descripcion: '' });
    const [first, second] = (await get('/obras?campos=textos,nombre')).body;
    assert.deepEqual(Object.keys(first), ['nombre', 'textos']);
    assert.deepEqual(first.textos.slice(0, 3), ['Calle 1, Motul', 'Calle 2, Motul', 'Dos']);
    assert.equal(first.textos.join('\n').length, 2000);
    assert.deepEqual(second, { nombre: 'Otra', textos: [] });
    assert.deepEqual((await get(`/obras/${id}?campos=textos`)).body, { textos: first.textos });
    assert.equal('textos' in (await get(`/obras/${id}`)).body, false);
    assert.deepEqual((await get('/obras?campos=lugar,nombre')).body, [
      { nombre: 'Una', lugar: 'Calle 1, Motul' },
      { nombre: 'Otra', lugar: null },
    ]);
  });
});
