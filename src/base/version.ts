import { existsSync, readFileSync } from 'node:fs';

/** The program's version, as package.json says it. */
export const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** The commit that this was built of, as scripts/prepare.mjs or the image's build leaves it; empty where neither knew. */
export const commit = (() => {
  const file = new URL('../../commit', import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
})();
