import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Avance, Seguimiento } from '../../../../portal/features/seguimiento/estado.ts';
import { isClosed, isKnown } from '../../../../portal/features/seguimiento/estado.ts';
import {
  before,
  causaAtCorte,
  causaOf,
  corteOf,
  daysLateAt,
  fallsOf,
  fotosOf,
  newValores,
  objectionsTo,
  typedIn,
  valoresOf,
} from '../../../../portal/features/seguimiento/reporte.ts';
import { table } from '../../../table.ts';

/** Reports as `06-01 40 1000 CLIMA`: day of 2026, built, paid, cause; `/` between them. */
const reports = (text = ''): Avance[] =>
  text
    .split('/')
    .map((one) => one.trim().split(' '))
    .filter(([day]) => day)
    .map(
      ([day, built, paid, cause]) =>
        ({
          fechaCorte: `2026-${day}`,
          avanceFisico: Number(built),
          montoPagado: paid && paid !== 'x' ? Number(paid) : null,
          causaAtraso: cause ?? null,
        }) as Avance,
    );
const work = (termino: string | undefined, avances: string | undefined, ended?: string) =>
  ({
    atraso: { fechaTerminoVigente: termino ? `2026-${termino}` : null },
    avances: reports(avances),
    ejecucion: { fechaTerminoReal: ended ? `2026-${ended}` : null },
  }) as Seguimiento;

const BEFORE = table`
  # reports                           | day   | last  | last paid
  06-01 40 1000 / 07-01 50            | 06-01 | -     | -
  06-01 40 1000 / 07-01 50            | 06-02 | 06-01 | 06-01
  06-01 40 1000 / 07-01 50            | 08-01 | 07-01 | 06-01
  06-01 40 x / 07-01 50 x             | 08-01 | 07-01 | -
  06-01 40 1000 / 07-01 50 2000       | 08-01 | 07-01 | 07-01`;
for (const [avances, day, last, paid] of BEFORE) {
  test(`before ${day} the last of ${avances} is «${last}», and the last paid «${paid}»`, () => {
    const found = before(reports(avances), `2026-${day}`);
    assert.equal(found.last?.fechaCorte ?? '', last && `2026-${last}`);
    assert.equal(found.paid?.fechaCorte ?? '', paid && `2026-${paid}`);
  });
}

// status 4 is «En proceso», 6 finished, 7 cancelled
const LATE = table`
  # status | term | ended | reports        | day   | days late
  4 | 06-10 | -     | -                    | 06-09 | 0
  4 | 06-10 | -     | -                    | 06-10 | 0
  4 | 06-10 | -     | -                    | 06-20 | 10
  4 | -     | -     | -                    | 06-20 | -
  6 | 06-10 | -     | -                    | 06-20 | -
  7 | 06-10 | -     | -                    | 06-20 | -
  4 | 06-10 | 06-05 | -                    | 06-20 | -
  4 | 06-10 | -     | 06-12 100            | 06-20 | -
  4 | 06-10 | -     | 06-12 100            | 06-12 | 2
  4 | 06-10 | -     | 06-12 99             | 06-20 | 10`;
for (const [status, term, ended, avances, day, days] of LATE) {
  test(`with status ${status}, term «${term}», ended «${ended}», reports «${avances}», a work is late on ${day} by «${days}»`, () => {
    const late = daysLateAt(work(term, avances, ended), Number(status), `2026-${day}`);
    assert.equal(late ?? '', days === '' ? '' : Number(days));
  });
}

const CAUSES = table`
  # chosen | before | days late | cause
  CLIMA    | SUELO  | 10        | CLIMA
  ""       | SUELO  | 10        | ""
  null     | SUELO  | 10        | SUELO
  null     | null   | 10        | null
  null     | SUELO  | 0         | ""
  null     | null   | 0         | ""
  null     | SUELO  | null      | SUELO
  null     | null   | null      | ""`;
for (const [chosen, last, late, cause] of CAUSES) {
  test(`a cause chosen as ${chosen}, before ${last}, ${late} days late, is ${cause}`, () => {
    const of = (text = '') => (text === 'null' ? null : text === '""' ? '' : text);
    const avance = { causaAtraso: of(last) } as Avance;
    const valores = { ...newValores(), causaAtraso: of(chosen) };
    assert.equal(causaOf(valores, avance, late === 'null' ? null : Number(late)), of(cause));
  });
}
test('without a report before, a late work asks for its cause', () => {
  assert.equal(causaOf(newValores(), undefined, 3), null);
  assert.equal(causaOf(newValores(), undefined, null), '');
});

test('the delay and the cause of a report are those of the day that it counts for', () => {
  const seguimiento = work('06-10', '06-01 40 x CLIMA / 07-01 50 x SUELO');
  const at = (day: string) =>
    causaAtCorte(seguimiento, 4, { ...newValores(), fechaCorte: `2026-${day}` });
  assert.deepEqual(at('06-05'), { daysLate: 0, causaAtraso: '' });
  assert.deepEqual(at('06-20'), { daysLate: 10, causaAtraso: 'CLIMA' });
  assert.deepEqual(at('07-10'), { daysLate: 30, causaAtraso: 'SUELO' });
});

const OBJECTIONS = table`
  # built | cause | objections
  50      | CLIMA | -
  50      | ""    | -
  50      | null  | causaAtraso
  100     | null  | -
  100 %   | null  | -
  -       | null  | avanceFisico,causaAtraso
  mucho   | null  | causaAtraso`;
for (const [built = '', cause, objections] of OBJECTIONS) {
  test(`a late report of ${built || 'nothing'} with the cause ${cause} has the objections ${objections || 'none'}`, () => {
    const valores = { ...newValores(), avanceFisico: built };
    const found = objectionsTo(
      valores,
      cause === 'null' ? null : cause === '""' ? '' : (cause ?? ''),
    );
    assert.equal(Object.keys(found ?? {}).join(), objections);
    if (found?.causaAtraso)
      assert.match(found.causaAtraso, /elija por qué, o «Sin causa conocida»/);
    if (found?.avanceFisico) assert.equal(found.avanceFisico, 'Es un dato obligatorio.');
  });
}

const FALLS = table`
  # reports before             | built | paid | sentence                                 | built falls      | paid falls
  06-01 40 1000                | 50    | 2000 | -                                        | -                | -
  06-01 40 1000                | 40    | 1000 | -                                        | -                | -
  06-01 40 1000                | 39,5  | 2000 | El avance baja de 40 % a 39.5 %          | de 40 % a 39.5 % | -
  06-01 40 1000                | 50    | 900  | Lo pagado baja de $1,000.00 a $900.00    | -                | de $1,000.00 a $900.00
  06-01 40 1000                | 30    | 900  | El avance baja de 40 % a 30 %            | de 40 % a 30 %   | de $1,000.00 a $900.00
  06-01 40 1000 / 06-02 45     | 50    | 900  | Lo pagado baja de $1,000.00 a $900.00    | -                | de $1,000.00 a $900.00
  06-01 40 1000                | -     | -    | -                                        | -                | -
  -                            | 5     | 5    | -                                        | -                | -
  08-01 40 1000                | 5     | 5    | -                                        | -                | -`;
for (const [avances, built = '', paid, sentence, fallen, fallenPaid] of FALLS) {
  test(`after ${avances || 'nothing'}, ${built || 'nothing'} built and ${paid || 'nothing'} paid give the sentence ${sentence || 'nothing'}`, () => {
    const typed = {
      fechaCorte: '2026-07-01',
      avanceFisico: built,
      montoPagado: paid ? Number(paid) : null,
    };
    const falls = fallsOf({ ...newValores(), ...typed }, reports(avances));
    assert.equal(falls.falls ?? '', sentence);
    assert.equal(falls.fallen ?? '', fallen);
    assert.equal(falls.fallenPaid ?? '', fallenPaid);
    assert.equal(falls.paid, avances?.includes('06-01') ? 1000 : null);
  });
}

test('a report counts for the day that is typed, and for today while that can’t be read', () => {
  assert.equal(corteOf({ fechaCorte: '2026-02-03' }), '2026-02-03');
  assert.equal(corteOf({ fechaCorte: '3 de feb' }), newValores().fechaCorte);
});

test('a draft is one of a report where it says how much is built; what it lacks is as in a new one', () => {
  const draft = (valores: object) => ({ valores }) as never;
  assert.equal(valoresOf(draft({ titulo: 'x' })), undefined);
  assert.deepEqual(valoresOf(draft({ avanceFisico: '3' })), { ...newValores(), avanceFisico: '3' });
});

test('the typed fields of a report go into the stored one, but for its day and empty ones', () => {
  assert.deepEqual(typedIn({ ...newValores(), avanceFisico: '3', montoPagado: 0 }), {
    avanceFisico: '3',
    montoPagado: 0,
  });
});

test('a report with photos to follow leads to them, and they back to where it was to lead', () => {
  assert.equal(
    fotosOf(7, { id: 3 } as Avance, '/mis-obras'),
    '/obras/7/fotos?avance=3&volver=%2Fmis-obras',
  );
});

test('a work has a follow-up with a report, a programme, a contract or a real day', () => {
  const none = { avance: null, programa: null, contratos: [], ejecucion: { montoFinal: null } };
  const known = (more: object) => isKnown({ ...none, ...more } as never);
  assert.equal(known({}), false);
  for (const more of [
    { avance: {} },
    { programa: {} },
    { contratos: [{}] },
    { ejecucion: { montoFinal: 0 } },
  ]) {
    assert.equal(known(more), true);
  }
});

test('a work is closed when it is finished or cancelled', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].filter(isClosed), [6, 7]);
});
