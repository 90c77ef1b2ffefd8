import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { doubtOfRfc } from '../../../src/features/seguimiento/rfc.ts';
import { table } from '../../table.ts';
import {
  call,
  contratoBody,
  db,
  get,
  newObra,
  refused,
  resetWithCatalog,
  write,
} from '../../world.ts';

/** The sentence of the database, by which answers tell. */
async function noticeOf(rfc: string): Promise<string | null> {
  const row = await db.one<{ notice: string | null }>('SELECT rfc_notice($1) AS notice', [rfc]);
  return row?.notice ?? null;
}
/** The same of the form's own rule. */
const toldOf = (rfc: string) => {
  const doubt = doubtOfRfc(rfc);
  return doubt === undefined ? null : `El RFC ${doubt}`;
};

const SCRIPT = '<SCRIPT>ALERT(1)</SCRIPT>';

describe('the notice of an RFC', () => {
  // The tax office's own, those of its test certificates, and generic ones.
  const CASES = table`
    # RFC         | what it tells
    SAT970701NN3  | -
    MME920427EM3  | -
    EKU9003173C9  | -
    CACX7605101P8 | -
    TCM970625MB1  | -
    H&E951128469  | -
    CMA010203AB5  | -
    XAXX010101000 | -
    XEXX010101000 | -
    EXT990101NI1  | -
    SAT970701NN4  | último signo
    CMA010203AB4  | último signo
    CACX7605101PA | último signo
    CMA000229AB5  | último signo
    CMA010229AB5  | fecha
    CMA011303AB5  | fecha
    CMA010003AB5  | fecha
    CMA010431AB5  | fecha
    CMA010200AB5  | fecha
    CM010203AB5   | forma
    CMA010203ABÑ  | forma
    CMA-010203AB5 | forma
    ${'A'.repeat(30)} | forma
    ${SCRIPT}     | forma
    S/N           | forma
    😀            | forma`;

  test('tells form, date and last sign, and nothing of one that is right or generic', async () => {
    for (const [rfc = '', told = ''] of CASES) {
      assert.equal(toldOf(rfc)?.includes(told) ?? false, told !== '', rfc);
      assert.equal(await noticeOf(rfc), toldOf(rfc), rfc);
    }
  });

  test('is the same in the form and in the answer, whatever the letters', async () => {
    const signs = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZÑ';
    const anyOf = (length: number, from = signs) =>
      Array.from({ length }, () => from[Math.floor(Math.random() * from.length)]).join('');
    const many = Array.from(
      { length: 500 },
      (_, i) =>
        `${anyOf(3 + (i % 2), signs.slice(10))}${anyOf(2, '0123456789')}0${anyOf(1, '123456789')}1${anyOf(1, '0123456789')}${anyOf(2, signs.slice(0, 10))}${anyOf(1, '0A987654321')}`,
    );
    const rows = await db.query<{ rfc: string; notice: string | null }>(
      'SELECT rfc, rfc_notice(rfc) AS notice FROM unnest($1::text[]) AS rfc',
      [many],
    );
    for (const { rfc, notice } of rows) assert.equal(notice, toldOf(rfc), rfc);
  });
});

describe('a contract', () => {
  before(async () => {
    await resetWithCatalog();
    await newObra();
  });
  const made = (changes: object) =>
    write('admin', 'POST', '/obras/1/contratos', contratoBody(changes));
  const firmOf = async (id: number) =>
    (await db.one<{ firma: string }>('SELECT firma FROM contratos WHERE id = $1', [id]))?.firma;

  test('keeps whatever RFC its paper has, in capitals, and its answer tells the notice', async () => {
    const odd = await made({ numero: 'odd', contratistaRfc: ' cma010230ab5 ' });
    assert.deepEqual([odd.contratistaRfc, odd.avisoRfc], ['CMA010230AB5', toldOf('CMA010230AB5')]);
    const path = `/obras/1/contratos/${odd.id}`;
    const right = await write('admin', 'PATCH', path, { contratistaRfc: 'CMA010203AB5' });
    assert.equal(right.avisoRfc, null);
    const none = await write('admin', 'PATCH', path, { contratistaRfc: null });
    assert.deepEqual([none.contratistaRfc, none.avisoRfc], [null, null]);
    refused(await call('admin', 'PATCH', path, { contratistaRfc: 'CACX*********' }), 400, [
      'contratistaRfc no debe llevar asteriscos: así se oculta el RFC de una persona, y no dice cuál es.',
    ]);
    const form = await write('admin', 'PATCH', path, { contratistaRfc: 'S/N' });
    assert.deepEqual(
      [form.contratistaRfc, (await get(path)).body.avisoRfc],
      ['S/N', toldOf('S/N')],
    );
  });

  test('takes an RFC without the signs that part it, and any other text as it is', async () => {
    const CASES = table`
      # as it is written    | stored               | notice
      CMA-010203-AB5        | CMA010203AB5         | -
      cma 010203 ab5        | CMA010203AB5         | -
      c.m.a.–010203–ab5     | CMA010203AB5         | -
      CACX-760510-1P8       | CACX7605101P8        | -
      xaxx-010101-000       | XAXX010101000        | -
      cma-010229-ab5        | CMA010229AB5         | fecha
      CMA 010203 AB4        | CMA010203AB4         | último signo
      CMA-010203            | CMA-010203           | forma
      sin RFC               | SIN RFC              | forma
      ${'a'.repeat(30)}     | ${'A'.repeat(30)}    | forma
      ${SCRIPT}             | ${SCRIPT}            | forma`;
    const { id } = await made({ numero: 'parted' });
    const path = `/obras/1/contratos/${id}`;
    for (const [contratistaRfc = '', stored, told = ''] of CASES) {
      const { avisoRfc, ...rest } = await write('admin', 'PATCH', path, { contratistaRfc });
      assert.equal(rest.contratistaRfc, stored);
      assert.ok(told ? avisoRfc?.includes(told) : avisoRfc === null, contratistaRfc);
      const query = `contratistaRfc=${encodeURIComponent(contratistaRfc)}`;
      assert.equal((await get(`/contratos?${query}`)).body.length > 0, true, contratistaRfc);
    }
  });

  test('is of one firm by its RFC, else by its folded name, whoever writes it', async () => {
    // Generic RFCs, and what has no RFC's form, are nobody's.
    const CASES = table`
      # name                | RFC           | firm
      Constructora Ñandú SA | CMA010203AB5  | RFC CMA010203AB5
      Otra                  | cma010203ab5  | RFC CMA010203AB5
      Otra                  | CMA010203AB9  | RFC CMA010203AB9
      Constructora Ñandú SA | -             | NOMBRE constructora nandu sa
      CONSTRUCTORA NANDU SA | XAXX010101000 | NOMBRE constructora nandu sa
      Constructora Ñandú SA | XEXX010101000 | NOMBRE constructora nandu sa
      Constructora Ñandú SA | EXT990101NI1  | NOMBRE constructora nandu sa
      Constructora Ñandú SA | S/N           | NOMBRE constructora nandu sa
      Constructora  Ñandú, S. A. | -        | NOMBRE constructora nandu sa
      Norte y S. de R. L. de C. V. | -      | NOMBRE norte y s de rl de cv
      ., .                  | -             | NOMBRE ., .`;
    let id = 0;
    for (const [i, [contratista, rfc, firm]] of CASES.entries()) {
      ({ id } = await made({ numero: `${i}`, contratista, contratistaRfc: rfc || null }));
      assert.equal(await firmOf(id), firm);
    }
    await write('admin', 'PATCH', `/obras/1/contratos/${id}`, { contratista: 'Árbol' });
    assert.equal(await firmOf(id), 'NOMBRE arbol');
    await db.query(
      `UPDATE contratos SET contratista_rfc = 'CMA010203AB5', firma = 'x' WHERE id = $1`,
      [id],
    );
    assert.equal(await firmOf(id), 'RFC CMA010203AB5');
  });

  test('of a registry that lacks its firms has them filled', async () => {
    await made({ numero: 'lacking', contratista: 'Sin firma' });
    await db.query('ALTER TABLE contratos DISABLE TRIGGER contratos_firma');
    await db.query('UPDATE contratos SET firma = NULL');
    await db.query('ALTER TABLE contratos ENABLE TRIGGER contratos_firma');
    await db.query('COMMENT ON INDEX contratos_firma_idx IS NULL');
    for (let last: number | null = 0; last !== null; ) {
      const row: { last: number | null } | undefined = await db.one(
        'SELECT firms_outdated($1) AS last',
        [last],
      );
      last = row?.last ?? null;
    }
    const wrong = await db.query(
      'SELECT FROM contratos WHERE firma IS DISTINCT FROM firm_key(contratista_rfc, contratista)',
    );
    assert.equal(wrong.length, 0);
  });
});
