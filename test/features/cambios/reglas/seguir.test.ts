import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cursorIn,
  lugarDe,
  paraTodos,
  porDia,
} from '../../../../portal/features/cambios/seguir.ts';
import { table } from '../../../table.ts';

const EN = {
  q: { chip: () => '' },
  posibleDuplicada: { chip: () => '', propio: true },
  variacionMonto: {
    chip: () => '',
    campo: { grupo: '', tipo: 'porciento', etiqueta: '', de: 'administradores' },
  },
} as const;

const ASKED = table`
  # the list's filters                        | the feed's
  municipioId=50&q=parque&bbox=-90,20,-89,21  | municipioId=50&q=parque&bbox=-90,20,-89,21
  municipioId=50&favoritas=true               | municipioId=50
  favoritas=true                              | -
  variacionMonto=20&montoMin=5                | montoMin=5
  posibleDuplicada=true&montoMin=5            | montoMin=5
  capturables=true                            | -`;
for (const [list = '', feed] of ASKED) {
  test(`the feed of a list with ${list} has ${feed || 'no filters'}`, () => {
    const filtros = Object.fromEntries(new URLSearchParams(list));
    const left = paraTodos(filtros, EN, ['favoritas', 'capturables']);
    assert.equal(
      Object.entries(left)
        .map((pair) => pair.join('='))
        .join('&'),
      feed,
    );
  });
}

const PLACES = table`
  # where an entry leads                            | the page
  https://obras.ejemplo.gob.mx/portal/obras/7       | /obras/7
  https://ejemplo.gob.mx/registro/portal/obras/7    | /obras/7
  http://127.0.0.1:3000/portal/obras/12345          | /obras/12345`;
for (const [url = '', page] of PLACES) {
  test(`an entry of ${url} leads to ${page} of this portal`, () => {
    assert.equal(lugarDe({ url }), page);
  });
}

test('an entry of a deleted work leads nowhere', () => {
  assert.equal(lugarDe({}), undefined);
});

test('the next page has the cursor of the address, the last page has none', () => {
  assert.equal(cursorIn('https://obras.ejemplo.gob.mx/cambios.json?q=a&cursor=Y2Ft'), 'Y2Ft');
  assert.equal(cursorIn(undefined), undefined);
});

test('entries stand below their days, in their order', () => {
  const entries = ['2026-03-02T10', '2026-03-02T09', '2026-03-01T23'].map((date_modified) => ({
    date_modified,
  }));
  const days = porDia(entries, (instant) => instant.slice(0, 10));
  assert.deepEqual(days, [
    ['2026-03-02', entries.slice(0, 2)],
    ['2026-03-01', entries.slice(2)],
  ]);
});
