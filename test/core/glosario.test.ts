import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GLOSARIO } from '../../src/features/seguimiento/glosario.ts';
import { isWhole } from '../features.ts';

const PORTAL = fileURLToPath(new URL('../../../portal', import.meta.url));

test('each word of the glossary has a meaning, and is linked from the screens on which it stands', () => {
  const pages = readdirSync(PORTAL, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const code = pages.map((file) => readFileSync(join(PORTAL, file), 'utf8')).join('\n');
  const linked = new Set([...code.matchAll(/<Termino de="([^"]+)"/g)].map(([, id]) => id));
  const known = Object.keys(GLOSARIO).filter((id) => isWhole() || linked.has(id));
  assert.deepEqual([...linked].sort(), known.sort());
  for (const [id, [termino, definicion]] of Object.entries(GLOSARIO)) {
    assert.match(id, /^[a-z]+(-[a-z]+)*$/);
    assert.match(termino, /^\p{Lu}/u, id);
    assert.match(definicion, /^\p{Lu}.{20,400}\.$/u, id);
  }
});
