import { existsSync, readFileSync } from 'node:fs';

export const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** The commit of this build, as scripts/prepare.mjs or the image's build leaves it; empty where neither knew it. */
export const commit = (() => {
  const file = new URL('../../../commit', import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
})();
