import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, outcomeOf, requestOf } from '../../portal/core/peticiones.ts';
import { table } from '../table.ts';

const ADDRESSES = table`
  # path                  | parameters                                          | address
  /obras                  | {}                                                  | /obras
  /obras/{id}             | {"path": {"id": 7}}                                 | /obras/7
  /{a}/x/{b}              | {"path": {"a": "á/b", "b": 2}}                      | /%C3%A1%2Fb/x/2
  /obras                  | {"query": {"q": "calle 60 & más", "limit": 50}}     | /obras?q=calle%2060%20%26%20m%C3%A1s&limit=50
  /obras                  | {"query": {"orden": "-monto", "cursor": null}}      | /obras?orden=-monto
  /obras                  | {"query": {"favoritas": true, "ids": [3, 4], "b": []}} | /obras?favoritas=true&ids=3&ids=4
  /obras/{id}/historial   | {"path": {"id": 7}, "query": {"q": ""}}             | /obras/7/historial?q=`;
for (const [path = '', params = '', address] of ADDRESSES) {
  test(`${path} with ${params} is asked at ${address}`, () => {
    assert.equal(addressOf(path, JSON.parse(params)), address);
  });
}

test('a request has its body as JSON or as it is sent, and the headers that are there', async () => {
  globalThis.location = { origin: 'http://registro' } as Location;
  const header = { 'if-match': '"a"', 'idempotency-key': undefined };
  const change = requestOf('PATCH', '/obras/{id}', {
    params: { path: { id: 7 }, header },
    body: { monto: 1 },
  });
  assert.deepEqual([change.method, change.url], ['PATCH', 'http://registro/obras/7']);
  assert.deepEqual(
    [...change.headers],
    [
      ['content-type', 'application/json'],
      ['if-match', '"a"'],
    ],
  );
  assert.equal(await change.text(), '{"monto":1}');
  const file = requestOf('POST', '/obras/importacion', {
    headers: { 'content-type': 'text/csv' },
    body: new Blob(['a,b']),
    bodySerializer: (body) => body as Blob,
  });
  assert.deepEqual([file.headers.get('content-type'), await file.text()], ['text/csv', 'a,b']);
  const none = requestOf('GET', '/obras', {});
  assert.deepEqual([[...none.headers], none.body], [[], null]);
});

const OUTCOMES = table`
  # status | content-length | body            | data      | error
  200      | -              | {"id":7}        | {"id":7}  | -
  200      | 8              | {"id":7}        | {"id":7}  | -
  200      | -              | -               | -         | -
  200      | 0              | -               | -         | -
  204      | -              | -               | -         | -
  409      | -              | {"message":"x"} | -         | {"message":"x"}
  502      | -              | <html>          | -         | "<html>"`;
for (const [status, length, body = '', data = '', error = ''] of OUTCOMES) {
  test(`an answer ${status} of «${body}» with the length ${length || 'unsaid'} has the data ${data || 'none'}`, async () => {
    const headers = { ...(length && { 'content-length': length }) };
    const response = new Response(body || null, { status: Number(status), headers });
    const outcome = await outcomeOf(response);
    const json = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
    assert.deepEqual(
      [json(outcome.data), json(outcome.error), outcome.response],
      [data, error, response],
    );
  });
}

test('a file comes as it is, and a body that was cut is none', async () => {
  const blob = (await outcomeOf(new Response('PK'), 'blob')).data as Blob;
  assert.equal(await blob.text(), 'PK');
  await assert.rejects(outcomeOf(new Response('{"id":')), SyntaxError);
});
