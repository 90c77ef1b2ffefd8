// The cost of the portal in a browser, from the first byte until its map can be used.
import { existsSync } from 'node:fs';
import { CHROMIUM, launchBrowser, SIZES } from '../test/portal/browser.ts';
import { inRounds, type Measure, ofService, ourMost, type Plan } from './measure.ts';
import type { DatabaseName, Service } from './registries.ts';
import { credentials } from './start.ts';

/** The page of map and list in a browser's first visit, on the same cores as the service. */
export const portal = ({ rounds, largest }: Plan, database: DatabaseName): Measure =>
  ofService('portal: /portal/obras, primera visita', database, largest, async (service) => {
    if (!existsSync(CHROMIUM)) throw new Error(`falta ${CHROMIUM}`);
    const session = await sessionAt(service);
    const visits = await inRounds(rounds, () => visitOf(service, session));
    const all = (part: keyof (typeof visits)[number]) => visits.map((visit) => visit[part]);
    return [
      {
        part: 'mapa listo tras el primer byte',
        unit: 'ms',
        ours: all('ready'),
        target: ourMost(2_000),
      },
      {
        part: 'procesador del hilo principal hasta entonces',
        unit: 's',
        ours: all('processor'),
        target: ourMost(0.5),
      },
      { part: 'bytes recibidos', unit: 'MB', ours: all('megabytes'), target: ourMost(0.35) },
    ];
  });

/** The portal's record of a session, as text. */
async function sessionAt({ url }: Service): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: credentials,
  });
  const { access_token: token, user } = (await answer.json()) as Record<string, object>;
  // The page of a user who has chosen a password.
  const settled = { ...user, mustChangePassword: false };
  return JSON.stringify({ token, user: settled, expiresAt: Date.now() + 3_600_000 });
}

async function visitOf({ url }: Service, session: string) {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: SIZES.desk, locale: 'es-MX' });
    await context.addInitScript(`if (location.protocol !== 'about:') {
      sessionStorage.setItem('registro.sesion', ${JSON.stringify(session)});
    }`);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Performance.enable');
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(`${url}/portal/obras`);
    // The page's policy forbids the browser's own way to wait.
    while (!(await page.evaluate(`performance.getEntriesByName('mapa listo').length > 0`))) {
      await page.waitForTimeout(20);
    }
    const { metrics } = await devtools.send('Performance.getMetrics');
    const ready = await page.evaluate<number>(`
      performance.getEntriesByName('mapa listo')[0].startTime
        - performance.getEntriesByType('navigation')[0].responseStart`);
    await page.waitForLoadState('networkidle');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    return { ready, processor: seconds, megabytes: bytes / 1_000_000 };
  } finally {
    await browser.close();
  }
}
