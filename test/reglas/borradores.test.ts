import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { nameOf, newBorradores } from '../../portal/core/obras/formulario/borrador.ts';
import { SIN_VALORES } from '../../portal/core/obras/formulario/valores.ts';
import {
  borradores,
  findBorrador,
  keepBorrador,
  removeBorrador,
} from '../../portal/core/records/borradores.ts';

/** A browser's storage, as far as drafts need it. */
function storage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return Object.hasOwn(this, name) ? this[name] : null;
    },
    setItem(this: Record<string, string>, name: string, text: string) {
      if (text.length > 10_000) throw new Error('full');
      this[name] = text;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.create(methods) as Storage;
}

describe('the drafts in the browser', () => {
  beforeEach(() => {
    globalThis.localStorage = storage();
  });
  const draft = (de: string, more: object = {}) => ({
    de,
    instante: Date.now(),
    valores: { a: 1 },
    ...more,
  });

  test('are kept for their user and form, found again, and removed', () => {
    assert.equal(keepBorrador('ana', draft('obra-7')), true);
    assert.deepEqual(findBorrador('ana', 'obra-7')?.valores, { a: 1 });
    assert.equal(findBorrador('ana', 'obra-8'), undefined);
    assert.equal(findBorrador('luis', 'obra-7'), undefined);
    removeBorrador('ana', 'obra-7');
    assert.deepEqual(borradores('ana'), []);
  });

  test('are removed after a month, of every user, and other things stay', () => {
    const day = 24 * 3_600_000;
    keepBorrador('ana', draft('vieja', { instante: Date.now() - 30 * day - 1000 }));
    keepBorrador('ana', draft('nueva', { instante: Date.now() - 30 * day + 60_000 }));
    localStorage.setItem('otra', 'cosa');
    assert.deepEqual(borradores('luis'), []);
    assert.deepEqual(Object.keys(localStorage).sort(), ['otra', 'registro.borrador.ana.nueva']);
  });

  test('are removed where they are broken, without values, or of another name', () => {
    const put = (de: string, text: string) =>
      localStorage.setItem(`registro.borrador.ana.${de}`, text);
    put('rota', '{');
    put('vacía', JSON.stringify({ de: 'vacía', instante: Date.now(), valores: null }));
    put('sin-hora', JSON.stringify({ de: 'sin-hora', instante: 'x', valores: {} }));
    put('otra', JSON.stringify(draft('distinta')));
    assert.deepEqual(borradores('ana'), []);
    assert.deepEqual(Object.keys(localStorage), ['registro.borrador.ana.otra']);
  });

  test('of version 1.0, which kept one body, are forgotten, and those of today are kept', () => {
    keepBorrador('ana', draft('a', { envio: { clave: 'k', cuerpo: '{}' } }));
    keepBorrador('ana', draft('b', { envio: { clave: 'k', cuerpos: ['{}'] } }));
    assert.equal(findBorrador('ana', 'a')?.envio, undefined);
    assert.deepEqual(findBorrador('ana', 'b')?.envio, { clave: 'k', cuerpos: ['{}'] });
  });

  test('of new works are offered with the newest first, and no other draft', () => {
    const work = (de: string, instante: number) =>
      draft(de, {
        instante: Date.now() + instante,
        valores: { nombre: ' A ', claveUnica: 'k', ubicaciones: [] },
      });
    for (const [de, instante] of [
      ['nueva-1', -9],
      ['7', -1],
      ['nueva-2', -3],
      ['nueva-3', -6],
    ] as const) {
      keepBorrador('ana', work(de, instante));
    }
    keepBorrador('ana', draft('nueva-otra'));
    const found = newBorradores('ana');
    assert.deepEqual(
      found.map(({ de }) => de),
      ['nueva-2', 'nueva-3', 'nueva-1'],
    );
    assert.deepEqual(
      found.map(({ valores }) => nameOf(valores)),
      ['A', 'A', 'A'],
    );
    assert.equal(nameOf({ ...SIN_VALORES, nombre: ' ', claveUnica: ' k ' }), 'k');
  });

  test('are reported where the browser does not keep them', () => {
    assert.equal(
      keepBorrador('ana', draft('grande', { valores: { a: 'x'.repeat(20_000) } })),
      false,
    );
    globalThis.localStorage = undefined as never;
    assert.deepEqual(borradores('ana'), []);
    removeBorrador('ana', 'x');
  });
});
