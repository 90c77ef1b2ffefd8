import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GENERATOR = fileURLToPath(new URL('generate.js', import.meta.url));

/** The types that openapi-typescript makes of an OpenAPI document; what it says where it fails is the failure. */
export function typesOf(document: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [GENERATOR], {
    input: document,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}
