import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Ordenes } from '../../../src/core/obras/orden.ts';
import { orderNames } from '../../../src/core/obras/schema.ts';
import { ORDENES } from '../../../src/features/contratistas/consulta.ts';
import { columnOf, columnsOf } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { unzip } from '../../spreadsheet.ts';
import { table } from '../../table.ts';
import {
  bytesOf,
  call,
  contratoBody,
  day,
  db,
  get,
  newObra,
  pages,
  refused,
  resetWithCatalog,
  write,
} from '../../world.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of answers have no type
type Firma = any;
const firmas = async (query = ''): Promise<Firma[]> => (await get(`/contratistas?${query}`)).body;
const una = async (clave: string): Promise<Firma> =>
  (await get(`/contratistas/${encodeURIComponent(clave)}`)).body;
const cents = (amount: number | null) => Math.round((amount ?? 0) * 100);
const named = (all: Firma[], nombre: string): Firma => all.find((one) => one.nombre === nombre);

const PERSON = 'CACX7605101P8';
const SCRIPT = '<script>alert(1)</script>';
const LONG = `${'Ñ'.repeat(254)}.`;

/** Four works of two agencies, with contracts of a row each: work, name, RFC, amount, procedure, day of signature. */
const CONTRACTS = table`
  # work | name                     | RFC           | amount     | procedure            | signed
  1      | Constructora del Mayab   | CMA010203AB5  | 1000000.10 | ADJUDICACION_DIRECTA | 2026-01-20
  2      | CONSTRUCTORA DEL MAYAB   | CMA010203AB5  | 500000.20  | LICITACION_PUBLICA   | 2026-03-20
  3      | Constructora del Mayab   | CMA010203AB5  | 0.33       | -                    | 2025-12-01
  1      | Juan Pérez               | ${PERSON}     | 200.05     | INVITACION           | 2026-01-20
  2      | Juan Pérez.              | CACX760510XX1 | 300.05     | INVITACION           | 2026-01-20
  4      | Ñandú y Árboles          | -             | 400        | ADJUDICACION_DIRECTA | 2026-01-20
  4      | NANDU Y ARBOLES          | XAXX010101000 | 600        | ADJUDICACION_DIRECTA | 2026-01-21
  2      | Constructora, del Mayab  | XEXX010101000 | 77         | -                    | 2026-01-20
  3      | ${SCRIPT}                | -             | 1          | -                    | 2026-01-30
  3      | 😀                       | -             | 2          | -                    | 2026-01-31
  3      | ${LONG}                  | -             | 3          | -                    | 2026-01-20
  3      | Caminos, S.A. de C.V. y Puentes S.A. | - | 4          | -                    | 2026-01-20`;

async function world() {
  await resetWithCatalog();
  const other = await write('admin', 'POST', '/dependencias', { nombre: 'Agua Potable' });
  for (const dependenciaId of [1, 1, other.id, other.id]) await newObra({ dependenciaId });
  const [past, ahead] = [await day(-10), await day(200)];
  for (const [i, row] of CONTRACTS.entries()) {
    const [obra, contratista, contratistaRfc, monto, procedimiento, fechaFirma] = row;
    const term = { fechaInicio: '2020-01-01', fechaTermino: obra === '1' ? past : ahead };
    await write(
      'admin',
      'POST',
      `/obras/${obra}/contratos`,
      contratoBody({
        ...{ numero: `K-${i}`, contratista, monto: Number(monto), fechaFirma, ...term },
        ...{ contratistaRfc: contratistaRfc || null, procedimiento: procedimiento || null },
      }),
    );
  }
  // The first contract grows by an agreement, the second ended early by less than was signed.
  await write('admin', 'POST', '/obras/1/contratos/1/convenios', {
    ...{ fecha: '2026-06-01', montoNuevo: 1_250_000.1, justificacion: 'Suelo rocoso.' },
  });
  await write('admin', 'PATCH', '/obras/2/contratos/2', {
    ...{ terminacion: 'RESCISION', fechaTerminacion: '2026-06-01', motivoTerminacion: 'Abandono.' },
    montoFinal: 100_000,
  });
  // Two ended early beside others of their work, without a final amount: one is its firm's only contract.
  for (const id of [3, 9]) {
    await write('admin', 'PATCH', `/obras/3/contratos/${id}`, {
      ...{
        terminacion: 'RESCISION',
        fechaTerminacion: '2026-06-01',
        motivoTerminacion: 'Quiebra.',
      },
    });
  }
}

describe('firms', () => {
  before(world);

  test('are one RFC, else one folded name; generic RFCs join nothing', async () => {
    const all = await firmas('orden=nombre');
    assert.deepEqual(
      columnsOf(all, 'nombre', 'rfc', 'contratos').sort(),
      [
        ['CONSTRUCTORA DEL MAYAB', 'CMA010203AB5', 3],
        ['Caminos, S.A. de C.V. y Puentes S.A.', null, 1],
        ['Constructora, del Mayab', null, 1],
        ['Juan Pérez', PERSON, 1],
        ['Juan Pérez.', 'CACX760510XX1', 1],
        ['NANDU Y ARBOLES', null, 2],
        [SCRIPT, null, 1],
        ['😀', null, 1],
        [LONG, null, 1],
      ].sort(),
    );
  });

  test('have what their contracts come to', async () => {
    const [first] = await firmas();
    const { clave, ...figures } = first;
    assert.equal(clave, 'CMA010203AB5');
    assert.deepEqual(figures, {
      ...{ nombre: 'CONSTRUCTORA DEL MAYAB', rfc: 'CMA010203AB5' },
      ...{ contratos: 3, obras: 3, dependencias: 2 },
      ...{ monto: 1_500_000.63, montoVigente: 1_350_000.1, sinMontoFinal: 1 },
      // (1,250,000.10 + 100,000) against (1,000,000.10 + 100,000).
      crecimiento: 22.73,
      ...{ directos: 1, porCientoDirectos: 50, porCientoMontoDirecto: 66.67 },
      obrasPorRevisar: hasFeature('alertas') ? 3 : 0,
      ...{ obrasAtrasadas: 1, primeraFirma: '2025-12-01', ultimaFirma: '2026-03-20' },
    });
    const none = named(await firmas('q=emoji'), '😀');
    assert.equal(none, undefined);
    const [nandu] = await firmas('q=nandu');
    assert.deepEqual([nandu.porCientoDirectos, nandu.crecimiento], [100, 0]);
    const [script] = await firmas('q=script');
    assert.deepEqual(
      [script.nombre, script.porCientoDirectos, script.monto, script.montoVigente],
      [SCRIPT, null, 1, null],
    );
    const [invited] = await firmas('q=juan');
    assert.deepEqual([invited.porCientoDirectos, invited.porCientoMontoDirecto], [0, 0]);
  });

  test('sum up to the cent what GET /contratos has with the same filters', async () => {
    const dependenciaId = (await get('/dependencias')).body.at(-1).id;
    const queries = ['', `dependenciaId=${dependenciaId}`, 'procedimiento=ADJUDICACION_DIRECTA'];
    queries.push('atrasadas=true', 'contratista=mayab', 'contratistaRfc=CMA010203AB5');
    for (const query of queries) {
      const all = await firmas(query);
      assert.ok(all.length > 0, query);
      let contratos = 0;
      for (const firma of all) {
        const own = (await get(`/contratos?${query}&contratistaClave=${firma.clave}`)).body;
        assert.equal(own.length, firma.contratos, `${query} ${firma.nombre}`);
        contratos += own.length;
        for (const sum of ['monto', 'montoVigente']) {
          const cents_ = own.reduce((all: number, one: Firma) => all + cents(one[sum]), 0);
          if (sum === 'montoVigente')
            assert.equal(
              own.filter((one: Firma) => one[sum] === null).length,
              firma.sinMontoFinal,
              firma.nombre,
            );
          const known = own.some((one: Firma) => one[sum] !== null);
          assert.equal(cents_, cents(firma[sum]), `${query} ${firma.nombre} ${sum}`);
          assert.equal(firma[sum] !== null, known, `${query} ${firma.nombre} ${sum}`);
        }
      }
      assert.equal(contratos, (await get(`/contratos?${query}`)).body.length, query);
    }
  });

  test('are found by a word of any of their names, with all their contracts, and by their RFC', async () => {
    const found = async (q: string) =>
      columnsOf(await firmas(`q=${encodeURIComponent(q)}`), 'nombre', 'contratos');
    assert.deepEqual(await found('constructora mayab'), [
      ['CONSTRUCTORA DEL MAYAB', 3],
      ['Constructora, del Mayab', 1],
    ]);
    assert.deepEqual(await found(' cma010203ab5 '), [['CONSTRUCTORA DEL MAYAB', 3]]);
    assert.deepEqual(await found('árboles'), [['NANDU Y ARBOLES', 2]]);
    assert.deepEqual(await found('CMA010203'), []);
    assert.deepEqual(await found('😀'), [['😀', 1]]);
    assert.equal((await found(' ')).length, 9, 'a text without words filters nothing');
  });

  test('come in each order by pages, all of them once', async () => {
    for (const orden of orderNames(ORDENES as unknown as Ordenes)) {
      const whole = columnOf(await firmas(`orden=${orden}`), 'clave');
      const paged = (await pages(`/contratistas?limit=2&orden=${orden}`)).flatMap(({ body }) =>
        columnOf(body as Firma[], 'clave'),
      );
      assert.deepEqual(paged, whole, orden);
      const back = orden.startsWith('-') ? orden.slice(1) : `-${orden}`;
      assert.deepEqual(columnOf(await firmas(`orden=${back}`), 'clave').reverse(), whole, orden);
    }
    const first = await get('/contratistas?limit=1');
    assert.equal(first.headers.get('x-total-count'), '9');
    const uncounted = await get('/contratistas?limit=1', 'user', {
      headers: { prefer: 'count=none' },
    });
    assert.equal(uncounted.headers.get('x-total-count'), null);
    const onNoDay = Buffer.from('contratistas/ultimaFirma:1.9:2026-02-30').toString('base64url');
    for (const cursor of [
      'x',
      '-montoVigente',
      'Y29udHJhdG9zLzE',
      `${onNoDay}&orden=ultimaFirma`,
    ]) {
      const answer = await call('user', 'GET', `/contratistas?cursor=${cursor}`);
      assert.equal(answer.status, 400, cursor);
    }
  });

  test('are a file with their sums, in CSV and in a workbook', async () => {
    const csv = await get('/contratistas.csv?q=mayab&orden=-contratos');
    const [head, first] = csv.text.split('\r\n');
    assert.match(head ?? '', /^\ufeff?clave,nombre,rfc,contratos,obras,dependencias,monto,/);
    assert.match(
      first ?? '',
      /^CMA010203AB5,CONSTRUCTORA DEL MAYAB,CMA010203AB5,3,3,2,1500000\.63,1350000\.10,1,22\.73,1,50\.00,66\.67,1,\d,2025-12-01,2026-03-20$/,
    );
    const parts = Object.values(await unzip(await bytesOf('/contratistas.xlsx'))).join('');
    if (hasFeature('alertas')) assert.ok(parts.includes('Sin umbral registrado'));
    const named = await get('/contratos.csv?contratistaClave=cma010203ab5');
    const file = named.headers.get('content-disposition');
    assert.match(file ?? '', /contratos-constructora-del-mayab-/);
    for (const text of ['Monto vigente en pesos', 'Suma de lo vigente en pesos', '&lt;script&gt;'])
      assert.ok(parts.includes(text), text);
  });
});

describe('a firm', () => {
  before(world);

  test('has its agencies, its names with their counts, and others of its name', async () => {
    const firma = await una('CMA010203AB5');
    assert.deepEqual(firma.nombres, [
      { nombre: 'Constructora del Mayab', contratos: 2 },
      { nombre: 'CONSTRUCTORA DEL MAYAB', contratos: 1 },
    ]);
    assert.deepEqual(columnsOf(firma.porDependencia, 'contratos', 'montoVigente'), [
      [2, 1_350_000.1],
      [1, null],
    ]);
    const [same, ...none] = firma.homonimos;
    assert.deepEqual(
      [same.nombre, same.rfc, same.contratos, none],
      ['Constructora, del Mayab', null, 1, []],
    );
    // Each names the other.
    assert.deepEqual(columnOf((await una(same.clave)).homonimos, 'clave'), ['CMA010203AB5']);
    assert.equal(firma.avisoRfc, null);
    // A person whose RFC changed is two, by their RFCs.
    const [one, other] = await firmas('q=juan');
    assert.deepEqual((await una(one.clave)).homonimos[0].clave, other.clave);
    assert.deepEqual((await una(other.clave)).homonimos[0].clave, one.clave);
    const doubtful = [one, other].find(({ rfc }) => rfc !== PERSON);
    assert.match((await una(doubtful.clave)).avisoRfc, /último signo/);
  });

  if (hasFeature('alertas'))
    test('has the motives to review its works, each as many as the list; unknown without a threshold', async () => {
      const bidders = { procedimiento: 'LICITACION_PUBLICA', numeroProponentes: 1 };
      await write('admin', 'PATCH', '/obras/2/contratos/2', bidders);
      const ofFirma = async (clave: string): Promise<Record<string, [number | null, number[]?]>> =>
        Object.fromEntries(
          (await una(clave)).alertas.map(({ filtro, obras, sinUmbral }: Firma) => [
            filtro,
            sinUmbral ? [obras, sinUmbral] : [obras],
          ]),
        );
      const alertas = () => ofFirma('CMA010203AB5');
      const before = await alertas();
      assert.deepEqual(before.unSoloProponente, [1]);
      assert.deepEqual(before.sobreUmbral, [null, [2026]]);
      await write('admin', 'PUT', '/umbrales/2026', {
        umbrales: [{ procedimiento: 'ADJUDICACION_DIRECTA', monto: 1000 }],
      });
      const now = await alertas();
      for (const [filtro, [obras]] of Object.entries(now)) {
        const list = await get(`/obras?contratistaClave=CMA010203AB5&${filtro}=true`);
        assert.equal(list.body.length, obras ?? 0, filtro);
      }
      // One of its works has an invitation of another firm, for which no threshold is known.
      assert.deepEqual(
        [now.sobreUmbral, now.fraccionamiento],
        [
          [1, [2026]],
          [0, []],
        ],
      );
      // The list counts a work once, however many motives it has.
      let most = 0;
      for (const { clave, obrasPorRevisar } of await firmas()) {
        const found = new Set<number>();
        for (const { filtro } of (await una(clave)).alertas) {
          const { body } = await get(`/obras?contratistaClave=${clave}&${filtro}=true`);
          for (const id of columnOf(body, 'id')) found.add(Number(id));
        }
        assert.equal(obrasPorRevisar ?? 0, found.size, clave);
        most = Math.max(most, found.size);
      }
      assert.ok(most > 0);
    });

  if (hasFeature('alertas'))
    test('without a threshold for one of its years has no 0, and one whose years have it does', async () => {
      await write('admin', 'PUT', '/umbrales/2026', {
        umbrales: [{ procedimiento: 'ADJUDICACION_DIRECTA', monto: 1000 }],
      });
      const FIRMS = table`
        # contracts: procedure, day, amount, kind                         | above | years | split | to review
        ADJUDICACION_DIRECTA 2026-01-20 500                               | 0     |       | 0     | 0
        ADJUDICACION_DIRECTA 2025-01-20 500                               | null  | 2025  | null  | null
        ADJUDICACION_DIRECTA 2026-01-20 500; ADJUDICACION_DIRECTA 2025-01-20 5 | null | 2025 | null | null
        ADJUDICACION_DIRECTA 2026-01-20 1000.01; ADJUDICACION_DIRECTA 2025-01-20 5 | 1 | 2025 | null | 1
        INVITACION 2026-01-20 500                                         | null  | 2026  | 0     | null
        ADJUDICACION_DIRECTA 2025-01-20 500 PROYECTO                      | 0     |       | 0     | 0
        LICITACION_PUBLICA 2025-01-20 500                                 | 0     |       | 0     | 0`;
      for (const [i, [contracts = '', above, years, split, review]] of FIRMS.entries()) {
        const obra = await newObra({ estatusObraId: 1 });
        for (const [k, words] of contracts.split('; ').entries()) {
          const [procedimiento, fechaFirma, monto, naturaleza = 'OBRA'] = words.split(' ');
          const of = { procedimiento, fechaFirma, monto: Number(monto), naturaleza };
          await write('admin', 'POST', `/obras/${obra.id}/contratos`, {
            ...contratoBody({ numero: `U-${i}-${k}`, contratista: `Con umbral ${i}`, ...of }),
          });
        }
        const [{ clave, obrasPorRevisar }] = await firmas(`q=con+umbral+${i}`);
        const alertas = new Map<string, Firma>(
          (await una(clave)).alertas.map((one: Firma) => [one.filtro, one]),
        );
        assert.deepEqual(
          [
            alertas.get('sobreUmbral').obras,
            alertas.get('sobreUmbral').sinUmbral.join(),
            alertas.get('fraccionamiento').obras,
            obrasPorRevisar,
          ].map(String),
          [above, years, split, review],
          contracts,
        );
        const csv = await get(`/contratistas.csv?q=con+umbral+${i}`);
        assert.match(csv.text, new RegExp(`,${review === 'null' ? '' : review},202[56]-`));
      }
    });

  test('is at its key in whatever case, and at that of any of its contracts', async () => {
    for (const { clave, nombre } of await firmas()) {
      for (const form of [clave, clave.toLowerCase(), clave.toUpperCase()]) {
        assert.deepEqual([(await una(form)).clave, (await una(form)).nombre], [clave, nombre]);
      }
    }
    for (const { id, firma } of await db.query<{ id: number; firma: string }>(
      'SELECT id, firm_clave(firma) AS firma FROM contratos',
    )) {
      assert.equal((await una(`c-${id}`)).clave, firma);
    }
    // That of a person does not come from their RFC, which is no key.
    const person = (await firmas(`q=${PERSON}`))[0];
    assert.match(person.clave, /^c-\d+$/);
  });

  test('stays at the key of a contract that is deleted, while it has another, in its contracts and works too', async () => {
    const made = async (numero: string): Promise<number> =>
      (
        await write(
          'admin',
          'POST',
          '/obras/4/contratos',
          contratoBody({ numero, contratista: 'Eva Ek', contratistaRfc: 'EEVA760510XX1' }),
        )
      ).id;
    const [first, second] = [await made('E-1'), await made('E-2')];
    assert.equal((await una(`c-${first}`)).clave, `c-${first}`);
    await write('admin', 'DELETE', `/obras/4/contratos/${first}`);
    assert.deepEqual(
      [(await una(`c-${first}`)).clave, (await una(`C-${first}`)).contratos],
      [`c-${second}`, 1],
    );
    for (const path of ['contratos', 'obras'])
      assert.equal((await get(`/${path}?contratistaClave=c-${first}`)).body.length, 1, path);
    await write('admin', 'DELETE', `/obras/4/contratos/${second}`);
    const gone = await call('user', 'GET', `/contratistas/c-${first}`);
    refused(gone, 404, `Contratista c-${first} no encontrado.`);
  });

  test('that nobody knows is 404', async () => {
    const keys = ['x', 'c-0', 'c-999999999', 'c-99999999999', 'n-0', `n-${'0'.repeat(32)}`, PERSON];
    keys.push('CMA010203AB4', 'a/b', '../users', '%', "' OR 1=1 --", '😀', SCRIPT, 'null');
    for (const key of keys) {
      const answer = await call('user', 'GET', `/contratistas/${encodeURIComponent(key)}`);
      refused(answer, 404, `Contratista ${key} no encontrado.`);
    }
    const long = await call('user', 'GET', `/contratistas/${'x'.repeat(101)}`);
    assert.equal(long.status, 400);
    assert.equal((await call('user', 'GET', '/contratistas/a/b')).status, 404);
  });

  test('filters contracts and works by its key, and an unknown one finds nothing', async () => {
    const works = async (clave: string) =>
      columnOf((await get(`/obras?contratistaClave=${clave}`)).body, 'id');
    assert.deepEqual(await works('cma010203ab5'), [1, 2, 3]);
    for (const clave of ['x', 'c-999999999', PERSON]) {
      assert.deepEqual(await works(clave), []);
      assert.deepEqual((await get(`/contratos?contratistaClave=${clave}`)).body, []);
    }
  });

  test('whose name reads as several firms is one, and its members are told', async () => {
    const CASES = table`
      # name                                                    | members
      Alfa, S.A. de C.V. y Beta, S.A.                           | Alfa, S.A. de C.V.; Beta, S.A.
      ALFA SA DE CV / BETA S DE RL DE CV                        | ALFA SA DE CV; BETA S DE RL DE CV
      Alfa S.A. de C.V. en consorcio con Beta S.C. y Gama S.A.  | Alfa S.A. de C.V.; Beta S.C.; Gama S.A.
      Alfa S.A. de C.V., Beta S.A. y Gama S.A.                  | Alfa S.A. de C.V.; Beta S.A.; Gama S.A.
      ALFA, SA DE CV, BETA, SA DE CV & GAMA, S DE RL            | ALFA, SA DE CV; BETA, SA DE CV; GAMA, S DE RL
      Alfa S.A.B. de C.V. & Beta A.C.                           | Alfa S.A.B. de C.V.; Beta A.C.
      Alfa, S.A.; Beta S.P.R. de R.L., y Gama S.C.              | Alfa, S.A.; Beta S.P.R. de R.L.; Gama S.C.
      Pérez & Hijos S.A.                                        | -
      Pérez, Ruiz y Asociados, S.A., de C.V.                    | -
      Alfa & Beta                                               | -
      Alfa S.A. & Beta                                          | -
      Grupo Norte y Sur, S.A. de C.V.                           | -
      Pérez y Hermanos                                          | -
      Alfa, S.A. y Juan Pérez                                   | -
      Casa y Beta S.A.                                          | -`;
    const ids: number[] = [];
    for (const [i, [contratista, members]] of CASES.entries()) {
      const made = contratoBody({ numero: `C-${i}`, contratista });
      const { id } = await write('admin', 'POST', '/obras/4/contratos', made);
      ids.push(id);
      const firma = await una(`c-${id}`);
      assert.deepEqual(columnOf(firma.integrantes, 'nombre').join('; '), members, contratista);
      assert.deepEqual([firma.contratos, firma.nombre], [1, contratista]);
    }
    // Each member that has contracts of its own knows in which of them it is named.
    for (const [i, contratista, consortia] of [
      [1, 'Alfa, S. A. de C. V.', [0, 1, 2, 3, 4]],
      [2, 'BETA S.A.', [0, 3]],
      [3, 'Casa', []],
    ] as const) {
      const made = contratoBody({ numero: `M-${i}`, contratista });
      const { id } = await write('admin', 'POST', '/obras/4/contratos', made);
      const named = columnOf((await una(`c-${id}`)).consorcios, 'nombre');
      assert.deepEqual(named.sort(), consortia.map((c) => CASES[c]?.[0]).sort(), contratista);
    }
    // And each consortium the members that are one firm: Beta is two once there is one with an RFC.
    const { clave } = await una(`c-${ids[0]}`);
    const keysOf = async () => columnOf((await una(clave)).integrantes, 'clave');
    const [alfa, beta] = await keysOf();
    assert.deepEqual(
      [(await una(alfa)).nombre, (await una(beta)).nombre],
      ['Alfa, S. A. de C. V.', 'BETA S.A.'],
    );
    const twin = contratoBody({
      numero: 'M-4',
      contratista: 'Beta, S.A.',
      contratistaRfc: 'CMA010203AB5',
    });
    await write('admin', 'POST', '/obras/4/contratos', twin);
    assert.deepEqual(await keysOf(), [alfa, null]);
  });
});
