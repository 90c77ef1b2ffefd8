import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FORBIDDEN,
  NoConnection,
  NoSession,
  RegistryError,
  rethrowBody,
  sentencesOf,
} from '../../portal/core/errores.ts';
import { nextOf } from '../../portal/core/piezas/direccion.ts';
import { failuresOf } from '../../portal/core/piezas/fallas.ts';
import { changedFields, isJudged, isPutOff, isUsed } from '../../portal/core/records/envio.ts';
import { table } from '../table.ts';

const refusal = (message: unknown, status = 400, headers: Record<string, string> = {}) =>
  RegistryError.of(new Response('', { status, headers }), { message });

// The fields of the form are nombre, montoMax, ubicaciones[0].direccion, email and curva.
const SENTENCES = table`
  # sentence of the registry                        | field                    | said there or above
  nombre es obligatorio.                            | nombre                   | Es un dato obligatorio.
  nombre no debe estar vacío.                       | nombre                   | Es un dato obligatorio.
  nombre debe tener a lo más 500 caracteres.        | nombre                   | Debe tener a lo más 500 caracteres.
  nombre: no existe.                                | nombre                   | No existe.
  montoMax debe ser un número o null.               | montoMax                 | Debe ser un número.
  ubicaciones[0].direccion no debe estar vacío.     | ubicaciones[0].direccion | Es un dato obligatorio.
  El correo electrónico ya está en uso.             | email                    | El correo electrónico ya está en uso.
  curva[3].fecha debe ser un día.                   | curva                    | Punto de la curva 4, fecha: debe ser un día.
  nombre no se usa junto con claveUnica.            | nombre                   | No se usa junto con clave única.
  descripcion es obligatorio.                       | -                        | Descripción: es obligatorio.
  crearCatalogos debe ser true o false.             | -                        | Agregar a los catálogos: debe ser true o false.
  ubicaciones[0].geometriaJson.coordinates[0] debe ser un número. | -          | Ubicación 1, dibujo: debe ser un número.
  nombreCorto es largo.                             | -                        | nombreCorto es largo.
  Otra obra tiene ya esa clave.                     | -                        | Otra obra tiene ya esa clave.`;
const FIELDS = ['nombre', 'montoMax', 'ubicaciones[0].direccion', 'email', 'curva'];
for (const [sentence, field = '', said] of SENTENCES) {
  test(`«${sentence}» stands ${field ? `at ${field}` : 'above the form'} as «${said}»`, async () => {
    const { fields, rest } = failuresOf(await refusal([sentence]), FIELDS);
    assert.deepEqual([fields, rest], field ? [{ [field]: said }, []] : [{}, [said]]);
  });
}

test('an answer without a body has its number as a sentence', async () => {
  for (const body of [null, undefined, {}]) {
    const error = await RegistryError.of(new Response('', { status: 502 }), body);
    assert.deepEqual(error.sentences, ['El registro respondió 502.']);
  }
});

test('sentences of one field stand together, fields in the order of the form, and each sentence above once', async () => {
  const error = await refusal([
    'montoMax es malo.',
    'nombre es malo.',
    'nombre es peor.',
    'Así no.',
    'Así no.',
  ]);
  const { fields, rest } = failuresOf(error, FIELDS);
  assert.deepEqual(Object.entries(fields), [
    ['nombre', 'Es malo. Es peor.'],
    ['montoMax', 'Es malo.'],
  ]);
  assert.deepEqual(rest, ['Así no.']);
});

test('a lost right has general words and the hint that the text is kept, or the form’s own words alone', async () => {
  const error = await refusal('Forbidden resource', 403);
  assert.deepEqual(failuresOf(error, []).rest, [
    FORBIDDEN,
    'Lo que escribió se conserva: envíelo otra vez cuando le devuelvan el permiso.',
  ]);
  assert.deepEqual(failuresOf(error, [], 'Ya no captura.').rest, ['Ya no captura.']);
  assert.deepEqual(failuresOf(await refusal('No.', 400), [], 'Ya no captura.').rest, ['No.']);
});

test('a failure without a refusal stands above the form', () => {
  assert.deepEqual(failuresOf(new NoConnection(null), ['nombre']), {
    fields: {},
    rest: ['No hubo respuesta del registro. Revise su conexión e inténtelo de nuevo.'],
  });
});

test('an error has its own known sentences, each once', async () => {
  assert.deepEqual(sentencesOf(await refusal(['Así no.', 'Así no.', 'Ni así.'])), [
    'Así no.',
    'Ni así.',
  ]);
  assert.deepEqual(sentencesOf(new NoSession('desactivada')), ['Su cuenta fue desactivada.']);
  assert.deepEqual(sentencesOf(new NoSession('terminada')), [
    'Su sesión terminó. Entre de nuevo para continuar.',
  ]);
  assert.match(sentencesOf(new Error('x is undefined')).join(), /^Ocurrió un error inesperado/);
});

test('a refusal has its status, the request and the seconds to wait; without words it has its status', async () => {
  const error = await refusal(undefined, 503, { 'x-request-id': 'abc', 'retry-after': '7' });
  assert.deepEqual([error.status, error.requestId, error.retryAfter], [503, 'abc', 7]);
  assert.equal(error.message, 'El registro respondió 503.');
  assert.equal((await refusal(['Uno.', 'Dos.'])).message, 'Uno. Dos.');
  assert.equal((await refusal('x')).retryAfter, null);
});

test('a body that was cut, or of another program, is no connection', () => {
  for (const error of [new TypeError(), new SyntaxError()]) {
    assert.throws(() => rethrowBody(error), NoConnection);
  }
  const other = new RangeError('own');
  assert.throws(() => rethrowBody(other), other);
});

test('the next page is the query of its link', () => {
  const of = (link?: string) => nextOf(new Headers(link ? { link } : {}))?.toString();
  assert.equal(of('</obras?cursor=abc&limit=50>; rel="next"'), 'cursor=abc&limit=50');
  assert.equal(of('</obras?page=1>; rel="prev", </obras?page=3>; rel="next"'), 'page=3');
  assert.equal(of('</obras?page=1>; rel="prev"'), undefined);
  assert.equal(of(), undefined);
});

const OUTCOMES = table`
  # status | retry-after | put off | judged | used key
  400      | -           | no      | yes    | no
  403      | -           | no      | yes    | no
  409      | -           | no      | yes    | no
  409      | 2           | yes     | no     | no
  412      | -           | no      | yes    | no
  422      | -           | no      | yes    | yes
  429      | -           | yes     | no     | no
  499      | -           | no      | yes    | no
  500      | -           | no      | no     | no
  503      | 1           | yes     | no     | no`;
for (const [status, after, putOff, judged, used] of OUTCOMES) {
  test(`an answer ${status}${after && ` to wait ${after} s`}: put off ${putOff}, judged ${judged}`, async () => {
    const error = await refusal('x', Number(status), after ? { 'retry-after': after } : {});
    const words = [isPutOff(error), isJudged(error), isUsed(error)].map((is) =>
      is ? 'yes' : 'no',
    );
    assert.deepEqual(words, [putOff, judged, used]);
  });
}

test('without an answer a sending is neither put off nor judged', () => {
  const error = new NoConnection(null);
  assert.deepEqual([isPutOff(error), isJudged(error), isUsed(error)], [false, false, false]);
});

test('changed fields are those that are not alike', () => {
  const isAlike = (
    campo: 'a' | 'b',
    one: { a: number; b: number },
    other: { a: number; b: number },
  ) => one[campo] === other[campo];
  const comparison = { campos: ['a', 'b'] as const, isAlike };
  assert.deepEqual(changedFields(comparison, { a: 1, b: 2 }, { a: 1, b: 3 }), ['b']);
});
