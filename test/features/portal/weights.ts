import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The parts of the built portal, and what they weigh.

export const folder = fileURLToPath(new URL('../../../portal/assets/', import.meta.url));
export const files = readdirSync(folder);
/** Bytes of a part as browsers get it. */
const weight = (name: string) => statSync(join(folder, `${name}.br`)).size;

/** Parts that a part needs before it runs, itself among them: its static imports. */
export function needed(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const source = readFileSync(join(folder, name), 'utf8');
  for (const [, other] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    needed(other as string, found);
  }
  return found;
}

/** The parts that draw a base map, and those that they need besides the map's own. */
export const isBase = (name: string) => /^(calles|imagenes)-.*\.js$/.test(name);
export const map = files.find((name) => /^mapa-obras-.*\.js$/.test(name)) as string;
export const partsOf = (base: string) => [...needed(base)].filter((part) => !needed(map).has(part));

export const sum = (names: Iterable<string>) =>
  [...names].reduce((bytes, name) => bytes + weight(name), 0);
