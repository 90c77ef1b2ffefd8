import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ARROWS,
  classesOf,
  draw,
  nameOf,
  neighboursOf,
  nextTo,
  rangeOf,
} from '../../../../portal/features/resumen/clases.ts';
import {
  axesIn,
  choosingAxis,
  most,
  ordered,
  sortOf,
} from '../../../../portal/features/resumen/cuentas.ts';
import { table } from '../../../table.ts';

const CLASSES = table`
  # values                       | classes: from-to (municipios)
  -                              | 0-∞ (0)
  0 0 0                          | 0-∞ (0)
  3                              | 0-∞ (1)
  1 2 3 4 5                      | 0-2 (1) 2-5 (3) 5-∞ (1)
  1 10 100 1000 10000            | 0-10 (1) 10-100 (1) 100-1000 (1) 1000-10000 (1) 10000-∞ (1)
  7 13 57 129 300                | 0-10 (1) 10-50 (1) 50-100 (1) 100-250 (1) 250-∞ (1)
  1 1 1 1 1 1 1 1 900            | 0-∞ (9)`;
for (const [values = '', words] of CLASSES) {
  test(`the values «${values}» are put into the classes «${words}»`, () => {
    const classes = classesOf(values.split(' ').filter(Boolean).map(Number));
    const found = classes.map(({ from, to, municipios }) => `${from}-${to} (${municipios})`);
    assert.equal(found.join(' ').replace('Infinity', '∞'), words);
  });
}

test('fewer classes are as far apart in colour as can be, from the lightest on', () => {
  const colours = (...values: number[]) => classesOf(values).map(({ color }) => color);
  const all = '#d8ebe6 #a3cfca #63a9ac #2d7f8a #0b4a57';
  assert.equal(colours(1, 10, 100, 1000, 10000).join(' '), all);
  assert.deepEqual(colours(3), ['#d8ebe6']);
  assert.equal(colours(1, 2, 3, 4, 5).at(-1), '#0b4a57');
});

const RANGES = table`
  # from | to     | of     | words
  0      | ∞      | obras  | Todos
  0      | 5      | obras  | Menos de 5 obras
  5      | 6      | obras  | 5 obras
  1      | 2      | obras  | 1 obra
  5      | 10     | obras  | De 5 a 9 obras
  1000   | 2500   | obras  | De 1,000 a 2,499 obras
  10     | ∞      | obras  | 10 obras o más
  0      | 1000000 | monto | Menos de $1 millón
  1000000 | 2500000 | monto | De $1 millón a menos de $2.5 millones
  2500000 | ∞     | monto  | $2.5 millones o más
  5      | 6      | monto  | De $5.00 a menos de $6.00`;
for (const [from, to, of, words] of RANGES) {
  test(`a class of ${of} from ${from} to ${to} is «${words}»`, () => {
    const limits = { from: Number(from), to: to === '∞' ? Number.POSITIVE_INFINITY : Number(to) };
    const range = rangeOf({ ...limits, color: '', municipios: 0 }, of as 'obras');
    assert.equal(range.replace(/\s/g, ' '), words);
  });
}

// Shapes by their middles, from which an arrow leads on.
const shape = (id: number, x: number, y: number) => ({ id, x, y, nombre: `${id}`, path: '' });
const SHAPES = [
  ...[shape(1, 0, 0), shape(2, 10, 0), shape(3, 20, 5)],
  ...[shape(4, 0, 10), shape(5, -10, 17), shape(6, 1, -30)],
];
test('a place straight ahead is nearer than one aside', () => {
  const [ahead, aside] = [shape(2, 12, 0), shape(3, 10, 4)];
  assert.equal(nextTo(shape(1, 0, 0), [aside, ahead], [1, 0]).id, 2);
});
const WAYS = table`
  # from | arrow      | to
  1      | ArrowRight | 2
  1      | ArrowDown  | 4
  1      | ArrowUp    | 6
  1      | ArrowLeft  | 5
  2      | ArrowLeft  | 1
  2      | ArrowRight | 3
  3      | ArrowRight | 3
  6      | ArrowUp    | 6`;
for (const [from, arrow = '', to] of WAYS) {
  test(`from ${from} ${arrow} leads to ${to}`, () => {
    const at = SHAPES.find(({ id }) => id === Number(from)) as (typeof SHAPES)[number];
    assert.equal(nextTo(at, SHAPES, ARROWS[arrow] as [number, number]).id, Number(to));
  });
}

const square = (west: number, south: number, side = 1) => {
  const [east, north] = [west + side, south + side];
  return [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: corners
};
const municipio = (id: number, nombre: string, ...polygons: number[][][]) => ({
  id,
  properties: { nombre },
  geometry:
    polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons }
      : { type: 'MultiPolygon', coordinates: polygons.map((ring) => [ring]) },
});
const LIMITES = {
  features: [
    municipio(1, 'Ábaco', square(0, 0)),
    municipio(2, 'Zeta', square(1, 0)),
    municipio(3, 'Lejos', square(8, 0, 2), square(0, 1)),
  ],
} as unknown as Parameters<typeof draw>[0];

test('municipios are neighbours that share a vertex, by name, and have names', () => {
  assert.deepEqual(neighboursOf(1, LIMITES), [3, 2]);
  assert.deepEqual(neighboursOf(9, LIMITES), []);
  assert.deepEqual([nameOf(2, LIMITES), nameOf(9, LIMITES)], ['Zeta', undefined]);
});

test('the limits are drawn in equal scales within the width, north up', () => {
  const { shapes, height } = draw(LIMITES);
  const [one, two, three] = shapes as [(typeof shapes)[0], (typeof shapes)[0], (typeof shapes)[0]];
  assert.equal(one.path, 'M4.0 122.4L63.2 122.4L63.2 63.2L4.0 63.2L4.0 122.4Z');
  assert.deepEqual([one.x, one.y, two.x, two.y].map(Math.round), [34, 93, 93, 93]);
  assert.ok(three.path.split('M').length === 3);
  assert.ok(height > 120 && height < 130);
});

test('a state that lies elsewhere to the west is drawn alike', () => {
  const west = JSON.parse(JSON.stringify(LIMITES), (_, value) =>
    Array.isArray(value) && typeof value[0] === 'number' ? [value[0] - 90, value[1]] : value,
  );
  const paths = ({ shapes }: ReturnType<typeof draw>) => shapes.map(({ path }) => path);
  assert.deepEqual(paths(draw(west)), paths(draw(LIMITES)));
});

const sum = (id: number, obras: number, monto: number) => ({ id, nombre: `${id}`, obras, monto });
const GROUPS = [sum(1, 5, 10), sum(2, 9, 5), sum(3, 7, 20)];
const ORDERS = table`
  # order  | figure | all   | the two largest
  valor    | obras  | 2,3,1 | 2,3
  valor    | monto  | 3,1,2 | 3,1
  catálogo | obras  | 1,2,3 | 2,3
  catálogo | monto  | 1,2,3 | 1,3`;
for (const [orden, cuenta, all, largest] of ORDERS) {
  test(`groups by ${orden} of ${cuenta} are ${all}, of which the largest are ${largest}`, () => {
    const ids = (groups: { id: number | null }[]) => groups.map(({ id }) => id).join();
    assert.equal(ids(ordered(GROUPS, orden as 'valor', cuenta as 'obras')), all);
    assert.equal(ids(most(GROUPS, 2, orden as 'valor', cuenta as 'obras')), largest);
  });
}

const AXES = table`
  # address                                           | chosen               | rows            | columns
  -                                                   | -                    | dependencia     | ejercicioFiscal
  renglones=nada                                      | -                    | dependencia     | ejercicioFiscal
  renglones=municipio                                 | -                    | municipio       | ejercicioFiscal
  renglones=ejercicioFiscal                           | -                    | ejercicioFiscal | dependencia
  renglones=ejercicioFiscal&columnas=ejercicioFiscal  | -                    | ejercicioFiscal | dependencia
  columnas=estatus                                    | -                    | dependencia     | estatus
  renglones=municipio&columnas=estatus                | renglones estatus    | estatus         | municipio
  renglones=municipio&columnas=estatus                | columnas municipio   | estatus         | municipio
  renglones=municipio&columnas=estatus                | renglones dependencia | dependencia    | estatus
  -                                                   | columnas municipio   | dependencia     | municipio`;
for (const [address = '', chosen = '', rows, columns] of AXES) {
  test(`at «${address}» with ${chosen || 'nothing'} chosen, ${rows} are crossed with ${columns}`, () => {
    const [axis, por] = chosen.split(' ') as ['renglones', 'estatus' | undefined];
    const before = axesIn(new URLSearchParams(address));
    const now = por ? axesIn(new URLSearchParams(choosingAxis(before, axis, por))) : before;
    assert.deepEqual(now, [rows, columns]);
  });
}

test('the heading of the figure that rows are ordered by says so', () => {
  const byValue = [sortOf('obras', 'obras', 'valor'), sortOf('monto', 'obras', 'valor')];
  assert.deepEqual(byValue, ['descending', undefined]);
  assert.equal(sortOf('obras', 'obras', 'catálogo'), undefined);
});
