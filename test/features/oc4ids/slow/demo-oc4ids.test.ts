import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { fillWithDemo } from '../../../../src/commands/demo/demo.ts';
import { hasFeature } from '../../../features.ts';
import { config, db, get, reset, withApp } from '../../../world.ts';
import { assertValid, readItems, valuesAt } from '../oc4ids-schema.ts';

describe('the demonstration in OC4IDS', () => {
  beforeEach(reset);
  after(reset);

  test('has one work with all items of CoST that the registry publishes, and five funders', async () => {
    if (!hasFeature('archivos')) return;
    await fillWithDemo(db, { print: () => {} }, config);
    await withApp({ PUBLIC_READ: true }, async (url) => {
      // docs/manual.md names it.
      const { body } = await get('/oc4ids/JAPAY-2024-00001', 'nobody', { url });
      assertValid(body);
      const [project] = body.projects;
      for (const { dato, rutas = [] } of readItems())
        for (const path of rutas) assert.ok(valuesAt(project, path).length > 0, `${dato}: ${path}`);
      assert.equal(valuesAt(project, 'parties[roles=funder]').length, 5);
    });
  });
});
