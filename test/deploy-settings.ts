import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/core/base/config.ts';

// The settings of deploy/, as the tests hold them against the program.

/** The project's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The text of a file of the project. */
export const readRoot = (file: string) => readFileSync(ROOT + file, 'utf8');

export function settingsIn(file: string): Record<string, string> {
  const lines = readRoot(file).split('\n');
  const said = lines.filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    said.map((line) => [line.split('=', 1)[0] as string, line.slice(line.indexOf('=') + 1)]),
  );
}

/** The same with what has to be changed in them changed. */
export const filledIn = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      value.replace('CAMBIAR', 'x'.repeat(40)),
    ]),
  );

/** The settings as the program reads them, and the names that it asks its environment for. */
export function asRead(given: Record<string, string>) {
  const known = new Set<string>();
  const config = readConfig(
    new Proxy(given, {
      get: (target, name) => {
        known.add(String(name));
        return target[String(name)];
      },
    }),
  );
  return { config, known };
}
