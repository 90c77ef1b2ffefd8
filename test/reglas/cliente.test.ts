import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clientOf } from '../../portal/core/cliente.ts';

interface Paths {
  '/obras/{id}': object;
}

/** What goes out and what comes back, where the registry answers with a body. */
async function ask(method: 'GET' | 'PATCH', init: object, answer: Response) {
  let sent: Request | undefined;
  const client = clientOf<Paths>('https://r.test', async (request) => {
    sent = request;
    return answer;
  }) as unknown as Record<string, (path: string, init: object) => Promise<Record<string, unknown>>>;
  const { response: _, ...outcome } = (await client[method]?.('/obras/{id}', init)) ?? {};
  return { sent: sent as Request, outcome };
}

describe("The client of the registry's operations", () => {
  test('fills the address in, and leaves out what is not set', async () => {
    const params = {
      path: { id: 'a/b ñ' },
      query: { q: 'Mérida & más', anio: [2025, 2026], vacio: [], sin: undefined, nada: null },
      header: { 'if-match': undefined },
    };
    const { sent, outcome } = await ask('GET', { params }, new Response('{"id":1}'));
    assert.equal(
      sent.url,
      'https://r.test/obras/a%2Fb%20%C3%B1?q=M%C3%A9rida%20%26%20m%C3%A1s&anio=2025&anio=2026',
    );
    assert.deepEqual([...sent.headers], []);
    assert.deepEqual(outcome, { data: { id: 1 } });
  });

  test('sends a body as JSON with its headers, or as it is told', async () => {
    const params = { path: { id: 1 }, header: { 'if-match': '"7"' } };
    const json = await ask(
      'PATCH',
      { params, body: { a: null } },
      new Response(null, { status: 204 }),
    );
    assert.equal(await json.sent.text(), '{"a":null}');
    assert.deepEqual(
      [...json.sent.headers],
      [
        ['content-type', 'application/json'],
        ['if-match', '"7"'],
      ],
    );
    assert.deepEqual(json.outcome, { data: undefined });
    const file = {
      params,
      body: 'a,b',
      bodySerializer: String,
      headers: { 'content-type': 'text/csv' },
    };
    const csv = await ask('PATCH', file, new Response('{}'));
    assert.equal(await csv.sent.text(), 'a,b');
    assert.equal(csv.sent.headers.get('content-type'), 'text/csv');
  });

  test('gives a refusal as its body, also where it is no JSON', async () => {
    for (const [text, error] of [
      ['{"mensaje":"No"}', { mensaje: 'No' }],
      ['<html>', '<html>'],
    ] as const) {
      const { outcome } = await ask('GET', {}, new Response(text, { status: 502 }));
      assert.deepEqual(outcome, { error });
    }
  });
});
