// The cost of the portal in a browser, from the first byte until its map can be used.
import { existsSync } from 'node:fs';
import { CHROMIUM, launchBrowser, SIZES } from '../test/portal/browser.ts';
import { inRounds, type Measure, ofService, own, type Plan } from './measure.ts';
import type { DatabaseName, Service } from './registries.ts';
import { openSession } from './start.ts';

/** The page of map and list in a browser's first visit, on the same cores as the service. */
export const portal = ({ rounds, largest }: Plan, database: DatabaseName): Measure =>
  ofService('portal: /portal/obras, primera visita', database, largest, async (service) => {
    if (!existsSync(CHROMIUM)) throw new Error(`falta ${CHROMIUM}`);
    const session = await sessionAt(service);
    const visits = await inRounds(rounds, () => visitOf(service, session));
    const all = (part: keyof (typeof visits)[number]) => visits.map((visit) => visit[part]);
    return [
      own('mapa listo tras el primer byte', 'ms', all('ready'), 2_000),
      own('procesador del hilo principal hasta entonces', 's', all('processor'), 0.5),
      own('bytes recibidos', 'MB', all('megabytes'), 0.35),
    ];
  });

/** A phone at 1.6 Mbit/s with answers after 150 ms, and half a processor, as the browser slows itself. */
const SPEED = { downloadThroughput: 200_000, uploadThroughput: 94_000 };
const LINE = { offline: false, latency: 150, ...SPEED };
const HALF = 2;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The pages that strangers open, each with what is there once it says something of a work. */
const A_WORK = `document.querySelector('main a[href*="/portal/obras/"] , main li a')`;
const FIRST_VIEWS = [
  ['lista', '/portal/obras', A_WORK],
  ['ficha', '/portal/obras/1', `/\\$/.test(document.querySelector('main')?.innerText)`],
  ['portada', '/portal/', `/\\d/.test(document.querySelector('main dl')?.innerText)`],
] as const;

/** The first view of a visitor without a session, on a phone. */
export const firstViews = ({ rounds, largest }: Plan, database: DatabaseName): Measure =>
  ofService(
    'portal: primera vista en un teléfono',
    database,
    largest,
    async ({ url }) => {
      const findings = [];
      for (const [part, path, isThere] of FIRST_VIEWS) {
        const views = await inRounds(rounds, () => firstView(url + path, isThere));
        findings.push(own(part, 'ms', views, 2_500));
      }
      return findings;
    },
    { PUBLIC_READ: 'true' },
  );

/** Milliseconds from asking for a page until its browser shows what `isThere` looks for. */
async function firstView(address: string, isThere: string): Promise<number> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ ...PHONE, locale: 'es-MX' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: HALF });
    await page.addInitScript(`(function look() {
      if (document.body && (${isThere})) performance.mark('primera vista');
      else requestAnimationFrame(look);
    })()`);
    await page.goto(address);
    for (;;) {
      const [mark] = await page.evaluate<number[]>(
        `performance.getEntriesByName('primera vista').map(({ startTime }) => startTime)`,
      );
      if (mark !== undefined) return mark;
      await page.waitForTimeout(20);
    }
  } finally {
    await browser.close();
  }
}

/** The portal's record of a session, as text. */
async function sessionAt({ url }: Service): Promise<string> {
  const { access_token: token, user } = await openSession(url);
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
