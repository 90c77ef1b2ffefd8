import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { base, call } from './world.ts';

export { forgetCortes } from './world.ts';

/** Asks for a cut and waits for its end. Answers its job. */
export async function sellar(clave: string, titulo = `Corte ${clave}`, url = base) {
  const asked = await call('admin', 'POST', '/cortes', { clave, titulo }, { url });
  assert.equal(asked.status, 202, asked.text);
  return ended(asked.headers.get('location') as string, url);
}

/** The job at an address, once it has ended. */
export async function ended(location: string, url = base) {
  for (;;) {
    const { status, text, body } = await call('admin', 'GET', location, undefined, { url });
    assert.equal(status, 200, text);
    if (body.terminadoEn !== null) return body;
    await sleep(20);
  }
}
