import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  apart,
  areasAbove,
  dayOfKey,
  lineasOf,
  type Punto,
  plannedAt,
  plannedOf,
  quarterOf,
  quartersAround,
  topOf,
  valuesAt,
} from '../../../../portal/features/seguimiento/curva.ts';
import { table } from '../../../table.ts';

/** Points as `01-01:0 06-30:50`, of 2026. */
const points = (text = ''): Punto[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => one.split(':') as [string, string])
    .map(([day, valor]) => ({ fecha: `2026-${day}`, valor: Number(valor) }));
const programa = (from: string, to: string, curva = '') =>
  ({
    fechaInicio: `2026-${from}`,
    fechaTermino: `2026-${to}`,
    curva: points(curva).map(({ fecha, valor }) => ({ fecha, avanceFisico: valor })),
  }) as Parameters<typeof plannedOf>[0];
const inWords = (line: Punto[]) =>
  line
    .map(({ fecha, valor }) => `${fecha.slice(5, 10)}:${Math.round(valor * 100) / 100}`)
    .join(' ');

const PLANS = table`
  # begin | end | curve             | plan
  01-01 | 12-31 | -                 | 01-01:0 12-31:100
  01-01 | 12-31 | 06-30:40          | 01-01:0 06-30:40 12-31:100
  01-01 | 12-31 | 01-01:5 12-31:100 | 01-01:5 12-31:100
  02-01 | 06-30 | 01-15:1           | 01-15:1 06-30:100
  01-01 | 06-30 | 07-15:90          | 01-01:0 07-15:90`;
for (const [begin = '', end = '', curve, plan] of PLANS) {
  test(`a programme from ${begin} to ${end} with the curve «${curve}» plans ${plan}`, () => {
    assert.equal(inWords(plannedOf(programa(begin, end, curve))), plan);
  });
}

const AT = table`
  # day | planned by 01-01:0 01-11:50 01-31:100
  12-31 | 100
  01-01 | 0
  01-02 | 5
  01-11 | 50
  01-12 | 52.5
  01-30 | 97.5
  01-31 | 100
  02-01 | 100`;
for (const [day, planned] of AT) {
  test(`on ${day} there is planned ${planned} %`, () => {
    assert.equal(plannedAt(points('01-01:0 01-11:50 01-31:100'), `2026-${day}`), Number(planned));
  });
}
test('before its beginning nothing is planned, and a value is rounded to two decimals', () => {
  assert.equal(plannedAt(points('02-01:10 03-01:20'), '2026-01-31'), 0);
  assert.equal(plannedAt(points('01-01:0 01-04:100'), '2026-01-02'), 33.33);
  assert.equal(plannedAt([], '2026-01-02'), 0);
});

// Corners of the areas in which the upper line is above the lower one.
const AREAS = table`
  # upper           | lower             | areas
  01-01:0 01-11:50  | 01-01:0 01-11:50  | -
  01-01:0 01-11:50  | 01-01:0 01-11:40  | 01-01:0 01-11:50 01-11:40 01-01:0
  01-01:0 01-11:40  | 01-01:0 01-11:50  | -
  01-01:10 01-11:0  | 01-01:0 01-11:10  | 01-01:10 01-06:5 01-06:5 01-01:0
  01-01:0 01-11:10  | 01-01:10 01-11:0  | 01-06:5 01-11:10 01-11:0 01-06:5
  01-05:10 01-09:10 | 01-01:0 01-11:0   | 01-05:10 01-09:10 01-09:0 01-05:0
  -                 | 01-01:0 01-11:0   | -`;
for (const [upper, lower, areas] of AREAS) {
  test(`${upper || 'no line'} is above ${lower} in ${areas || 'no area'}`, () => {
    assert.equal(areasAbove(points(upper), points(lower)).map(inWords).join(' / '), areas);
  });
}

const QUARTERS = table`
  # first    | last       | quarters
  2026-01-01 | 2026-01-01 | 2026-01-01,2026-04-01
  2026-03-31 | 2026-04-01 | 2026-01-01,2026-04-01,2026-07-01
  2025-12-31 | 2026-01-15 | 2025-10-01,2026-01-01,2026-04-01
  2026-05-05 | 2026-05-06 | 2026-04-01,2026-07-01
  0999-11-01 | 0999-11-02 | 0999-10-01,1000-01-01`;
for (const [first = '', last = '', quarters] of QUARTERS) {
  test(`the quarters from ${first} to ${last} begin on ${quarters}`, () => {
    assert.equal(quartersAround(first, last).join(), quarters);
  });
}

test('the three lines are the plan, what was built, and what was paid in percent where it was', () => {
  const avance = (fechaCorte: string, avanceFisico: number, montoPagado: number | null) => ({
    ...{ fechaCorte, avanceFisico, montoPagado },
  });
  const avances = [avance('2026-02-01', 10, null), avance('2026-03-01', 30, 250)] as never;
  const lines = lineasOf(programa('01-01', '12-31'), avances, { monto: 1000, de: 'MONTO' });
  assert.equal(inWords(lines.previsto), '01-01:0 12-31:100');
  assert.equal(inWords(lines.real), '02-01:10 03-01:30');
  assert.equal(inWords(lines.pagado), '03-01:25');
  assert.deepEqual(lineasOf(null, [], { monto: 1000, de: 'MONTO' }).previsto, []);
});

const NAMES = table`
  # places of three names, in percent of the height | moved
  10 50 90    | 10 50 90
  50 50 50    | 50 59 68
  95 96 99    | 80 89 98
  0 99 3      | 0 9 98`;
for (const [places = '', moved] of NAMES) {
  test(`names at ${places} are moved apart to ${moved}`, () => {
    const names = places.split(' ').map((place) => ({ place: Number(place) }));
    assert.equal(
      apart(names)
        .map(({ place }) => place)
        .join(' '),
      moved,
    );
  });
}

test('quarters are counted since the year 0', () => {
  assert.deepEqual([quarterOf('2026-01-01'), quarterOf('2026-10-01')], [8104, 8107]);
});

const TOPS = table`
  # values          | top
  0 98              | 100
  100               | 100
  100.01            | 120
  98 114.61         | 120
  180               | 180
  250               | 200`;
for (const [valores = '', top] of TOPS) {
  test(`lines of ${valores} reach up to ${top} %`, () => {
    assert.equal(topOf(valores.split(' ').map(Number)), Number(top));
  });
}

// Planned from 0 to 100 % over ten days; built and paid on the fifth.
const DAYS = table`
  # day        | planned | built | paid
  2026-01-01   | 0       | -     | -
  2026-01-05   | 40      | 30    | 20
  2026-01-06   | 50      | -     | -
  2027-01-01   | 100     | -     | -`;
for (const [day = '', previsto, real, pagado] of DAYS) {
  test(`on ${day} there is planned ${previsto}, built ${real || 'nothing'}, paid ${pagado || 'nothing'}`, () => {
    const at = (fecha: string, valor: number) => ({ fecha, valor });
    const lineas = {
      previsto: [at('2026-01-01', 0), at('2026-01-11', 100)],
      real: [at('2026-01-05', 30)],
      pagado: [at('2026-01-05', 20)],
    };
    const found = valuesAt(lineas, day);
    assert.deepEqual(
      [found.previsto, found.real, found.pagado].map((valor) => String(valor ?? '')),
      [previsto, real, pagado],
    );
    assert.equal(valuesAt({ ...lineas, previsto: [] }, day).previsto, undefined);
  });
}

const KEYS = table`
  # key      | from | of | to
  ArrowLeft  | 2    | 5  | 1
  ArrowDown  | 0    | 5  | 0
  ArrowRight | 2    | 5  | 3
  ArrowUp    | 4    | 5  | 4
  Home       | 3    | 5  | 0
  End        | 3    | 5  | 4
  Enter      | 3    | 5  | -`;
for (const [key = '', from, many, to] of KEYS) {
  test(`${key} at day ${from} of ${many} leads to ${to || 'none'}`, () => {
    assert.equal(String(dayOfKey(key, Number(from), Number(many)) ?? ''), to);
  });
}
