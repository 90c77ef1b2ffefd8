import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Operation } from './openapi-check.ts';
import { base } from './world.ts';

interface Documented extends Operation {
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
}

const document = (await (await fetch(`${base}/openapi.json`)).json()) as {
  openapi: string;
  paths: Record<string, Record<string, Documented>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);
const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 and names every operation of the service', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.equal(operations.length, 38);
  });

  for (const { name, operation } of operations) {
    test(`${name} says who may call it, what comes in and what goes out`, () => {
      assert.ok(operation.summary);
      assert.match(operation.description ?? '', /Acceso: /);
      const statuses = Object.keys(operation.responses);
      assert.ok(statuses.some((status) => status.startsWith('2')));
      for (const status of ['500', '503']) assert.ok(statuses.includes(status), status);
      assert.equal(
        statuses.includes('401'),
        operation.security !== undefined || name.includes('login'),
      );
      if (operation.requestBody) assert.ok(statuses.includes('400'));
      const path = name.split(' ')[1] ?? '';
      const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      assert.equal(inPath.length, path.split('{').length - 1);
    });

    test(`${name} shows an example of every body, which fits its schema`, () => {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      for (const { schema, example } of bodies.flatMap((body) =>
        Object.values(body?.content ?? {}),
      )) {
        assert.notEqual(example, undefined);
        assert.ok(ajv.validate(schema, example), `${ajv.errorsText()}: ${JSON.stringify(example)}`);
      }
    });
  }

  test('can be browsed at /docs', async () => {
    const page = await fetch(`${base}/docs`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /swagger-ui/);
    const script = await fetch(`${base}/docs/static/swagger-ui-bundle.js`);
    assert.equal(script.status, 200);
  });
});
