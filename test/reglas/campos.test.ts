import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPorciento } from '../../portal/core/piezas/porciento.ts';
import {
  bodyOf,
  type Campo,
  comparisonOf,
  type Valor,
  wordsOf,
  written,
} from '../../portal/core/records/campo.ts';
import { table } from '../table.ts';

const ANIO = { id: 3, nombre: '2026' };
const campo = (tipo: string, more: Partial<Campo> = {}) =>
  ({ nombre: 'x', etiqueta: 'X', tipo, opciones: [ANIO], ...more }) as Campo;
const json = (text: string) => JSON.parse(text) as Valor;

/** The names of a field's options below. */
const MORE: Record<string, Partial<Campo>> = {
  '': {},
  opcional: { esOpcional: true },
  vacío: { esOpcional: true, vacio: '' },
};

const FIELDS = table`
  # kind    | option   | typed       | sent        | in words
  texto     | -        | "  Parque " | "  Parque " | ${'  Parque '}
  texto     | -        | ""          | ""          | (vacío)
  texto     | opcional | "  "        | null        | (vacío)
  texto     | opcional | null        | null        | (vacío)
  largo     | vacío    | "  "        | ""          | (vacío)
  largo     | vacío    | "a"         | "a"         | a
  entero    | -        | " 12 "      | 12          | 12
  entero    | -        | "1.5"       | "1.5"       | 1.5
  entero    | -        | "doce"      | "doce"      | doce
  entero    | opcional | ""          | null        | (vacío)
  texto     | -        | "12"        | "12"        | 12
  porciento | -        | "45,5 %"    | 45.5        | 45.5 %
  porciento | -        | "mucho"     | "mucho"     | mucho %
  porciento | -        | ""          | null        | (vacío)
  monto     | -        | 1250000.5   | 1250000.5   | $1,250,000.50
  monto     | -        | "12 pesos"  | "12 pesos"  | 12 pesos
  fecha     | -        | "2026-06-30" | "2026-06-30" | 30 de junio de 2026
  fecha     | -        | "30 jun"    | "30 jun"    | 30 jun
  casilla   | -        | true        | true        | Sí
  casilla   | -        | false       | false       | No
  seleccion | -        | 3           | 3           | 2026
  seleccion | -        | 4           | 4           | 4`;

for (const [kind = '', option = '', typed = '', sent = '', words = ''] of FIELDS) {
  test(`a field of kind ${kind} ${option} with ${typed} is sent as ${sent} and read as «${words}»`, () => {
    const one = campo(kind, MORE[option]);
    assert.deepEqual(written(one, { x: json(typed) }), json(sent));
    assert.equal(wordsOf([one])('x', { x: json(typed) }).trim(), words);
  });
}

const PERCENTS = table`
  # typed | read
  45.5    | 45.5
  45,5    | 45.5
  45.5 %  | 45.5
  100%    | 100
  -3      | -3
  4.5.1   | "4.5.1"
  .5      | ".5"
  %       | null
  1,234.5 | "1,234.5"`;

for (const [typed = '', read = ''] of PERCENTS) {
  test(`the percent «${typed}» is read as ${read}`, () => {
    assert.deepEqual(readPorciento(typed), json(read));
  });
}

const BODIES = table`
  # before                | now                       | body
  -                       | {"a": "", "b": null}      | {}
  -                       | {"a": "x", "b": "2"}      | {"a": "x", "b": 2}
  -                       | {"a": "x"}                | {"a": "x"}
  {"a": "x", "b": 2}      | {"a": "x", "b": "2"}      | {}
  {"a": "x", "b": 2}      | {"a": "y", "b": "2"}      | {"a": "y"}
  {"a": "x", "b": 2}      | {"a": "", "b": ""}        | {"a": "", "b": null}
  {"a": "x"}              | {"a": "x", "b": ""}       | {"b": null}`;

for (const [before = '', now = '', body = ''] of BODIES) {
  test(`${before ? `a record of ${before}` : 'a new record'} that says ${now} is sent as ${body}`, () => {
    const campos = [
      campo('texto', { nombre: 'a' }),
      campo('entero', { nombre: 'b', esOpcional: true }),
    ];
    const values = (text: string) => JSON.parse(text) as Record<string, Valor>;
    assert.deepEqual(
      bodyOf(campos, values(now), before ? values(before) : undefined),
      values(body),
    );
  });
}

test('a field with words, a form for the registry and a merge of its own has them in all places', () => {
  const ids = campo('texto', {
    nombre: 'ids',
    escribe: (value) => (value as number[]).length,
    enPalabras: (value) => `${value} en total`,
    merge: (antes, otra, mia) => ({ isTaken: true, choques: [], merge: () => [antes, otra, mia] }),
  });
  const { campos, isAlike, partes } = comparisonOf([campo('texto'), ids]);
  assert.deepEqual(campos, ['x', 'ids']);
  assert.equal(isAlike('ids', { ids: [1, 2] }, { ids: [3, 4] }), true);
  assert.equal(isAlike('ids', { ids: [1, 2] }, { ids: [3] }), false);
  assert.equal(wordsOf([ids])('ids', { ids: [1, 2] }), '2 en total');
  assert.equal(wordsOf([campo('texto', { escribe: () => undefined })])('x', {}), '(vacío)');
  const parte = partes?.ids?.({ ids: [1] }, { ids: [2] }, { ids: [3] });
  assert.deepEqual(parte?.merge(new Set()), [[1], [2], [3]]);
  assert.deepEqual(Object.keys(partes ?? {}), ['ids']);
});
