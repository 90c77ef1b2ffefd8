import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { base, makeObra, publicBase, quiet, visit, type Who } from './portal-world.ts';

const { id } = await makeObra({ nombre: 'Obra que se pide antes' });

describe('The portal: questions ahead of its code', () => {
  const pages: [Who, string, RegExp, string][] = [
    ['user', '/obras', /\/obras\?.*limit=50/, '.lista [data-numero="1"]'],
    ['admin', '/obras?municipioId=50', /\/obras\?.*limit=50/, '.lista [data-numero="1"]'],
    ['user', `/obras/${id}`, /\/obras\/\d+$/, 'h1:has-text("Obra que se pide antes")'],
    ['nobody', '/obras', /\/obras\?.*limit=50/, '.lista [data-numero="1"]'],
    ['nobody', '/', /\/obras\?.*limit=5(&|$)/, 'h2:has-text("Las más nuevas") + ul > li'],
  ];
  for (const [who, path, question, shown] of pages) {
    test(`${path} of ${who === 'nobody' ? 'a visitor' : `the ${who}`} asks before the entry is there, and once`, async () => {
      const at = who === 'nobody' ? await publicBase() : base;
      const { page } = await visit(who, null, { at, isOwn: true });
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (!pathname.startsWith('/portal/o')) asked.push(pathname + search);
      });
      // The entry waits for the question: without it the page never begins.
      const isQuestion = page.waitForRequest((request) => question.test(request.url()));
      await page.route(/\/assets\/index-/, async (route) => {
        await isQuestion;
        await route.continue();
      });
      await page.goto(`${at}/portal${path}`);
      await page.locator(shown).first().waitFor();
      await quiet(page);
      assert.equal(asked.filter((url) => question.test(url)).length, 1);
      assert.equal(asked.filter((url) => url === '/portal/ajustes.json').length, 1);
    });
  }
});
