import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Referencia } from '../../../../portal/core/catalogos/opciones.ts';
import { NoConnection, RegistryError } from '../../../../portal/core/errores.ts';
import { type Opciones, SIN_OPCIONES } from '../../../../portal/features/importacion/eleccion.ts';
import {
  isShort,
  keyOfName,
  nameOfKey,
  namesFor,
  sheetsOf,
  withColumns,
  withReference,
  withSheet,
} from '../../../../portal/features/importacion/opciones.ts';
import { isUncertain, Stopped } from '../../../../portal/features/importacion/trabajo.ts';
import { table } from '../../../table.ts';

const CHOSEN: Opciones = {
  ...SIN_OPCIONES,
  parcial: true,
  hoja: 'Uno',
  columnas: { Costo: 'monto' },
  valores: { estatus: { 'Ya licitada': 'En licitación' } },
  unidadMonto: 'miles',
  unidadAvance: 'fraccion',
  unaVez: true,
  confirmar: ['montos'],
};

test('the unit of one sheet is not taken for that of another, nor of another column', () => {
  const { columnas, unaVez, confirmar, unidadMonto, unidadAvance } = SIN_OPCIONES;
  const without = { ...CHOSEN, unidadMonto, unidadAvance };
  const other = { ...without, hoja: 'Dos', columnas, unaVez, confirmar };
  assert.deepEqual(withSheet(CHOSEN, 'Dos'), other);
  const read = { ...without, columnas: { Costo: null } };
  assert.deepEqual(withColumns(CHOSEN, { Costo: null }), read);
});

const REFERENCES = table`
  # chosen before                             | reference         | key  | chosen then
  {}                                          | municipioId       | 50   | {"municipioId":50}
  {"municipioId":50}                          | municipioId       | 7    | {"municipioId":7}
  {"municipioId":50}                          | ejercicioFiscalId | 3    | {"municipioId":50,"ejercicioFiscalId":3}
  {"municipioId":50,"ejercicioFiscalId":3}    | ejercicioFiscalId | 0    | {"municipioId":50}
  {"municipioId":50}                          | municipioId       | null | {}`;
for (const [before = '', referencia, key = '', then = ''] of REFERENCES) {
  test(`for rows without a name ${before} with ${referencia} ${key} is ${then}`, () => {
    const opciones = { ...SIN_OPCIONES, porOmision: JSON.parse(before) };
    const changed = withReference(opciones, referencia as Referencia, JSON.parse(key));
    assert.deepEqual(changed, { ...SIN_OPCIONES, porOmision: JSON.parse(then) });
  });
}
test('years and statuses are seen in a list, and records of the other catalogs found by typing', () => {
  const all: Referencia[] = ['ejercicioFiscalId', 'estatusObraId', 'municipioId', 'dependenciaId'];
  assert.deepEqual(all.map(isShort), [true, true, false, false]);
});

// The catalog has Mérida and Tizimín.
const NAMES = table`
  # chosen    | may grow | option for none | offered
  Mérida      | no       | -               | Mérida, Tizimín
  -           | no       | Ninguno         | Ninguno, Mérida, Tizimín
  -           | yes      | -               | Agregar al catálogo, Mérida, Tizimín
  null        | yes      | Ninguno         | Ninguno, Agregar al catálogo, Mérida, Tizimín
  Izamal      | no       | -               | Izamal, Mérida, Tizimín
  Izamal      | yes      | Ninguno         | Ninguno, Agregar al catálogo, Izamal, Mérida, Tizimín`;
for (const [chosen = '', grows, ninguno, offered] of NAMES) {
  test(`for a name that stands for «${chosen}», in a catalog that grows: ${grows}, with «${ninguno}», are offered ${offered}`, () => {
    const value = chosen === 'null' ? null : chosen;
    const registros = ['Mérida', 'Tizimín'].map((nombre, id) => ({ id, nombre }));
    const more = { crece: grows === 'yes', ninguno: ninguno || undefined };
    const options = namesFor(registros, { value, ...more });
    assert.equal(options.map(({ nombre }) => nombre).join(', '), offered);
    const found = options.find(({ id }) => id === keyOfName(value));
    assert.equal(found !== undefined, value !== '' || ninguno !== '');
    assert.equal(nameOfKey(keyOfName(value)), value);
  });
}
test('an emptied field stands for no name', () => assert.equal(nameOfKey(null), ''));

test('of the sheets the chosen one counts, else the one that was read; each with its rows', () => {
  const hojas = [
    { nombre: 'Portada', filas: null, leida: false },
    { nombre: 'Enero', filas: 1, leida: true },
  ] as Parameters<typeof sheetsOf>[0];
  assert.equal(sheetsOf(hojas, '').value, 'Enero');
  assert.equal(sheetsOf(hojas, 'Portada').value, 'Portada');
  assert.equal(sheetsOf([], '').value, null);
  assert.deepEqual(
    sheetsOf(hojas, '').opciones.map(({ id, detalle }) => [id, detalle]),
    [
      ['Portada', undefined],
      ['Enero', '1 fila'],
    ],
  );
});

test('an import that was stopped, lost its answer or failed in the registry may have written a part', async () => {
  const refusal = (status: number) => RegistryError.of(new Response('', { status }), {});
  const failures = [
    ...[new Stopped(), new NoConnection(null), new Error('x')],
    ...(await Promise.all([503, 500, 400, 409].map(refusal))),
  ];
  assert.deepEqual(failures.map(isUncertain), [true, true, false, true, true, false, false]);
});
