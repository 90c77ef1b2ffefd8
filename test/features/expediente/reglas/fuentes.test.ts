import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IN_LEDGER, namesOf } from '../../../../portal/core/catalogos/opciones.ts';
import { palabrasOf } from '../../../../portal/core/obras/historial/palabras.ts';
import {
  differenceOf,
  type Fuente,
  keyOf,
  mergeFuentes,
  metaInWords,
  namesOf as namesOfFields,
  sharesOf,
  withOneMore,
  writtenFuentes,
  writtenMeta,
} from '../../../../portal/features/expediente/fuentes.ts';
import { historial } from '../../../../portal/features/expediente/historial.ts';
import { toChoose } from '../../../../portal/features/expediente/nombres.ts';
import { table } from '../../../table.ts';

/** «1:100 2:50» as sources. */
const fuentesOf = (text: string): Fuente[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => one.split(':').map(Number))
    .map(([fondoId = 0, monto = 0]) => ({ fondoId, monto }));
const inShort = (fuentes: unknown) =>
  (fuentes as Fuente[]).map(({ fondoId, monto }) => `${fondoId}:${monto}`).join(' ');

describe('The sources of a work that two people changed', () => {
  // before | the other person | the form | taken over | of both (by fund) | merged with one's own | with the other's
  for (const [antes = '', otra = '', mia = '', taken, both, own, other] of table`
    1:100       | 1:100 2:50  | 1:100       | yes | -   | 1:100 2:50  | 1:100 2:50
    1:100 2:50  | 1:100       | 1:120 2:50  | yes | -   | 1:120       | 1:120
    1:100       | 1:110       | 1:120       | no  | 1   | 1:120       | 1:110
    1:100       | -           | 1:120       | no  | 1   | 1:120       | -
    1:100       | 1:110       | -           | no  | 1   | -           | 1:110
    1:100       | 1:110       | 1:110 2:5   | no  | -   | 1:110 2:5   | 1:110 2:5
    1:1 2:2 3:3 | 1:9 2:2 3:8 | 3:7 2:2 1:1 | yes | 3   | 3:7 2:2 1:9 | 3:8 2:2 1:9
    -           | 1:5 2:5     | 2:6 3:1     | yes | 2   | 2:6 3:1 1:5 | 2:5 3:1 1:5
  `) {
    test(`«${antes}» with «${otra}» and «${mia}» are merged fund by fund`, () => {
      const merged = mergeFuentes(fuentesOf(antes), fuentesOf(otra), fuentesOf(mia));
      assert.equal(merged.isTaken, taken === 'yes');
      const claves = merged.choques.map(({ clave }) => clave);
      assert.deepEqual(claves, both ? [`fuentes/${both}`] : []);
      assert.equal(inShort(merged.merge(new Set())), own);
      assert.equal(inShort(merged.merge(new Set(claves))), other);
    });
  }
});

describe('Funds to choose from', () => {
  test('go by their siglas, and by their names too where another one in use has the same', () => {
    const named = (...all: [string | null, boolean][]) =>
      toChoose(
        all.map(([siglas, activo], id) => ({ id, nombre: `Fondo ${id}`, siglas, activo })),
      ).map(({ nombre }) => nombre);
    assert.deepEqual(named(['FISE', true], [null, true]), ['FISE', 'Fondo 1']);
    assert.deepEqual(named(['FISE', true], ['FISE', true]), ['FISE (Fondo 0)', 'FISE (Fondo 1)']);
    assert.deepEqual(named(['FISE', true], ['FISE', false]), ['FISE', 'FISE (Fondo 1)']);
  });
});

describe('The sources of a work in the ledger', () => {
  // One catalog each, in their order: all have a record 3, and a name of their own for it.
  const names = namesOf(
    Object.values(IN_LEDGER).map((nombre) => ({
      ...{ data: [{ id: 3, nombre }], error: null },
      refetch: () => undefined,
    })),
  );
  const { valueInWords } = palabrasOf([historial]);
  for (const [sources = '', words] of table`
    3:10.5      | fondos: $10.50
    3:10.5 14:2 | fondos: $10.50\nFondo 14: $2.00
    -           | ninguna
  `) {
    test(`«${sources}» are «${words}»`, () => {
      const told = valueInWords('fuentes', fuentesOf(sources), names);
      assert.equal(told, words?.replace('\\n', '\n'));
    });
  }
});

describe('The sources of a work in its form', () => {
  test('go without blank rows, with half of one, and with what is no amount as it was typed', () => {
    const half = { fondoId: 5, monto: null };
    const typed = [
      ...withOneMore(withOneMore(fuentesOf('3:10.5'))),
      { fondoId: 4, monto: 'mil' },
      half,
    ];
    assert.deepEqual(writtenFuentes(typed), [
      { fondoId: 3, monto: 10.5 },
      { fondoId: 4, monto: 'mil' },
      { fondoId: 5 },
    ]);
    assert.deepEqual(writtenFuentes(withOneMore([])), []);
    // What the registry says of the second that it was sent stands beside the fourth.
    assert.deepEqual(
      namesOfFields(typed).map(({ monto }) => monto),
      [0, 3, 4, 1, 2].map((at) => `fuentes[${at}].monto`),
    );
  });

  test('have keys that differ, and that stay when a fund changes', () => {
    const [first, second, third] = withOneMore(withOneMore(fuentesOf('3:10')));
    assert.ok(first && second && third);
    assert.equal(new Set([first, second, third].map(keyOf)).size, 3);
    assert.equal(keyOf({ ...first, key: keyOf(first), fondoId: 9 }), keyOf(first));
  });

  test('are parts of their sum', () => {
    assert.deepEqual(sharesOf([750, 250]), [75, 25]);
    assert.deepEqual(sharesOf([1, 1, 1]), [33.3, 33.3, 33.3]);
    assert.deepEqual(sharesOf([]), []);
  });

  for (const [suma, monto, frase, remarked] of table`
    1000    | 1000 | Suman el monto de la obra.                     | no
    1010    | 1000 | Suman $10.00 más que el monto de la obra.      | no
    1010.01 | 1000 | Suman $10.01 más que el monto de la obra.      | yes
    990     | 1000 | Suman $10.00 menos que el monto de la obra.    | no
    989.99  | 1000 | Suman $10.01 menos que el monto de la obra.    | yes
    0.30    | 0.3  | Suman el monto de la obra.                     | no
    5       | 0    | Suman $5.00 más que el monto de la obra.       | yes
  `) {
    test(`${suma} of sources beside ${monto} are told, and remarked on by more than 1 %`, () => {
      assert.deepEqual(differenceOf(Number(suma), Number(monto)), {
        frase,
        seObserva: remarked === 'yes',
      });
    });
  }
});

describe('The goal of a work in its form', () => {
  for (const [cantidad, unidad = '', sent] of table`
    1.2      | kilómetros | {"cantidad":1.2,"unidad":"kilómetros"}
    1,850.50 | m²         | {"cantidad":1850.5,"unidad":"m²"}
    -        | aulas      | {"unidad":"aulas"}
    3        | -          | {"cantidad":3}
    muchos   | aulas      | {"cantidad":"muchos","unidad":"aulas"}
    -        | -          | null
  `) {
    test(`«${cantidad} ${unidad}» goes as ${sent}`, () => {
      assert.equal(JSON.stringify(writtenMeta({ cantidad: cantidad ?? '', unidad })), sent);
    });
  }

  test('is told with its unit', () => {
    assert.equal(metaInWords({ cantidad: 1850.5, unidad: 'metros' }), '1,850.5 metros');
  });
});
