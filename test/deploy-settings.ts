import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig, StartError } from '../src/core/base/config.ts';

// The settings of deploy/, as the tests hold them against the program.

/** The project's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The text of a file of the project. */
export const readRoot = (file: string) => readFileSync(ROOT + file, 'utf8');

export const settingsIn = (file: string) => settingsOf(readRoot(file));

/** The settings of a text, a line each. */
export const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([^#=\n]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

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

/** Asserts that secrets left as an example has them stop the start, each by its name. */
export function assertSecretsAreSet(
  example: Record<string, string>,
  filled: Record<string, string>,
): void {
  for (const name of ['JWT_SECRET', 'METRICS_TOKEN', 'ADMIN_PASSWORD']) {
    assert.equal(example[name], 'CAMBIAR');
    const message = new RegExp(`^${name} `);
    assert.throws(() => readConfig({ ...filled, [name]: 'CAMBIAR' }), {
      constructor: StartError,
      message,
    });
  }
}
