import assert from 'node:assert/strict';
import { test } from 'node:test';
import { files, isBase, partsOf } from '../features/portal/weights.ts';
import { base, quiet, visit } from './portal-world.ts';

// The weight of each part is in test/features/portal/weights.test.ts.

test('The portal: a first visit to map and list takes at most 350 kB in all, and the map below them 60 kB more', async () => {
  const { page, context } = await visit('user', '/ayuda', { isOwn: true });
  // What this page still fetches is none of the other's.
  await page.waitForLoadState('networkidle');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.clearBrowserCache');
  // The map below the works comes after them, its code too.
  let bytes = 0;
  let below = 0;
  const parts = new Set(files.filter(isBase).flatMap(partsOf));
  const isBelow = page.waitForResponse(/\/mapa\/base\//);
  const largest: string[] = [];
  const names = new Map<string, string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) =>
    names.set(requestId, request.url),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId) ?? '';
    // Other files' tests have added photos to works: they weigh what the registry has.
    if (name.includes('/contenido?')) return;
    if (parts.has(name.replace(/^.*\//, '')) || name.includes('/mapa/base/')) {
      below += encodedDataLength;
    } else bytes += encodedDataLength;
    largest.push(`${encodedDataLength} ${name}`);
  });
  await page.goto(`${base}/portal/obras`);
  await isBelow;
  await quiet(page);
  assert.ok(bytes > 0 && bytes <= 350_000, `${bytes}: ${largest.join('\n')}`);
  assert.ok(below > 0 && below <= 60_000, `${below}: ${largest.join('\n')}`);
});
