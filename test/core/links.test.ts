import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hasFeature } from '../features.ts';

// A reader of a page follows its links. Each leads to a file that is there, and to a heading that the page has.
// Settings, units and comments that send people to a page are held to the same.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const NOT_OURS = new Set(['node_modules', 'dist', 'data', '.git']);

/** Every file of the project whose name ends so, by its path from the root. */
function filesEndingIn(pattern: RegExp, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesEndingIn(pattern, path);
    return pattern.test(entry.name) ? [relative(root, path)] : [];
  });
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** A page without its blocks and code, in which nothing is a link or a heading. */
const proseOf = (page: string) =>
  read(page).replaceAll(/^( *)```.*?^\1```$/gms, (block) => block.replaceAll(/[^\n]/g, ''));

const headings = (page: string) =>
  [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => text);
/** The anchors of a page, as GitHub makes them of its headings. */
const anchors = (page: string) =>
  new Set(
    headings(page).map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Whether a path leads into the folder of a feature that is not there. */
const isGone = (path: string) => {
  const [, feature] = /^(?:src|portal|test)\/features\/([\w-]+)\//.exec(path) ?? [];
  return feature !== undefined && !hasFeature(feature);
};

const pages = filesEndingIn(/\.md$/);

describe('the links of the pages', () => {
  for (const page of pages) {
    test(`of ${page} lead to files and headings that exist`, () => {
      const links = [
        ...proseOf(page)
          .replaceAll(/`[^`\n]*`/g, '``')
          .matchAll(/\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"/g),
      ].map(([, markdown, html]) => (markdown ?? html) as string);
      for (const link of links.filter((one) => !/^(https?|mailto):/.test(one))) {
        const [path = '', anchor] = decodeURI(link).split('#');
        const target = path ? relative(root, resolve(root, dirname(page), path)) : page;
        // Of a feature that is not there, the links into its folder are left over.
        if (isGone(target)) continue;
        assert.ok(!target.startsWith('..') && existsSync(join(root, target)), link);
        if (anchor === undefined) continue;
        assert.ok(statSync(join(root, target)).isFile() && anchors(target).has(anchor), link);
      }
    });
  }

  test('meet no heading twice on a page, which would take its anchor', () => {
    for (const page of pages) {
      const all = headings(page);
      assert.deepEqual(
        all.filter((text, i) => all.indexOf(text) !== i),
        [],
        page,
      );
    }
  });

  test('lead from README.md to every page of docs/', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const [, path = ''] of read(page).matchAll(/\]\(([^()\s#]+\.md)(?:#[^()\s]*)?\)/g)) {
        if (path.startsWith('http')) continue;
        const target = relative(root, resolve(root, dirname(page), path));
        if (!isGone(target)) reached.add(target);
      }
    }
    const missed = pages.filter((page) => /^(docs\/)?[^/]+\.md$/.test(page) && !reached.has(page));
    assert.deepEqual(missed, []);
  });

  test('in code name pages and headings that exist', () => {
    // A migration that has landed is never edited, and keeps the name that a page had then.
    const others = filesEndingIn(
      /\.(ts|tsx|mjs|sql|yml|yaml|sh|service|timer|example)$|Caddyfile$|^Dockerfile$|^run$/,
    ).filter((file) => !/^migrations\/|^test\/core\/links\.test\.ts$/.test(file));
    assert.ok(others.length > 100);
    for (const file of others) {
      const text = read(file);
      // Paths that a fixture writes are left out: those in the project's folders count.
      for (const [, page = ''] of text.matchAll(/(?<![\w/.-])(docs\/[\w-]+\.md)\b/g)) {
        assert.ok(existsSync(join(root, page)), `${file}: ${page}`);
      }
      const named = [
        ...[...text.matchAll(/(docs\/[\w-]+\.md), «([^»]+)»/g)].map(([, p, h]) => [p, h]),
        ...[...text.matchAll(/«([^»]+)» in (docs\/[\w-]+\.md)/g)].map(([, h, p]) => [p, h]),
      ] as [string, string][];
      for (const [page, heading] of named) {
        assert.ok(headings(page).includes(heading), `${file}: ${page}, «${heading}»`);
      }
    }
  });
});
