// All tests of the portal in one process, so that the service and the browser are started once.
import { readdirSync } from 'node:fs';
import { after } from 'node:test';
import { closePortalWorld } from './portal-world.ts';

const wanted = (process.env.TEST_FILES ?? '').split(' ').filter(Boolean);
for (const file of readdirSync(new URL('.', import.meta.url)).sort()) {
  if (!file.endsWith('.test.js')) continue;
  if (wanted.length > 0 && !wanted.some((text) => file.includes(text))) continue;
  await import(new URL(file, import.meta.url).href);
}
after(closePortalWorld);
