import { existsSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';

const SRC = new URL('../../', import.meta.url);
const ENDING = extname(import.meta.url);

/**
 * The modules of this name in the folders of features, and then of the libraries beside them. So a feature adds what is needed
 * before the service is loaded, which takes a second, as `settings` and `check`, and its parts of commands: `copia`, `demo`.
 * Everything else it adds by its line in `src/features.ts`.
 */
export function found<Module>(name: string): Promise<Module[]> {
  const folders = ['features/', ''].flatMap((above) => {
    const all = readdirSync(new URL(`./${above}`, SRC), { withFileTypes: true });
    const names = all.filter((each) => each.isDirectory()).map((each) => each.name);
    return names.sort().map((folder) => new URL(`./${above}${folder}/${name}${ENDING}`, SRC));
  });
  return Promise.all(
    folders.filter((file) => existsSync(file)).map((file) => import(file.href) as Promise<Module>),
  );
}
