import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { components } from '../../portal/openapi.d.ts';
import { atEnd, atEndOfEach } from '../at-end.ts';
import { embeddedEnvironment } from '../empty-registry.ts';
import { type Running, session, start } from '../process.ts';
import { wkt } from '../wkt.ts';
import { launchBrowser, SIZES } from './browser.ts';

export { launchBrowser, SIZES };
export const EVERY_SIZE = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** A schema of the OpenAPI document, such as `Schema<'Obra'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

// The portal as people use it: the real service with demonstration data in a process of its own, and a real browser.
// All test files share them, so each makes the records that it changes, under names of its own.

/** Works that everybody may read: 71 real ones and generated ones. */
export const OBRAS = 5_071;
const PASSWORD = 'secreto-de-prueba';

const withWorks = (obras: number) => ['--demo', '--obras', String(obras)];

const settings = { ...(await embeddedEnvironment()), ADMIN_PASSWORD: PASSWORD };
const service = await start(settings, withWorks(OBRAS));

/** Where the service is, without a slash at the end. */
export const base = service.url;

export const people = {
  admin: { email: 'admin@obras.local', password: PASSWORD },
  admin2: { email: 'otra-admin@ejemplo.mx', password: PASSWORD },
  user: { email: 'consulta@ejemplo.mx', password: PASSWORD },
} as const;
export interface Account {
  email: string;
  password: string;
}
export type Who = keyof typeof people | 'nobody' | Account;

/** Calls the API as the first administrator, to prepare what a test needs and to look at what came of it. */
export const callAsAdmin = await session(base, people.admin.email, PASSWORD);

// The first administrator has to change the password they were given before they go anywhere else.
const [first] = (await (await callAsAdmin('GET', '/users')).json()) as [{ id: string }];
assert.equal(
  (await callAsAdmin('PATCH', `/users/${first.id}`, { password: PASSWORD })).status,
  200,
);

/** Calls the API and answers its JSON; a refusal fails the test. */
export async function fetchJson<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await callAsAdmin(method, path, body);
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : null) as T;
}

let works = 0;
/** Registers a work by the API, with what is given and a key and name that no other has. */
export async function makeObra(fields: Record<string, unknown> = {}): Promise<{ id: number }> {
  works += 1;
  const [ejercicio, dependencia] = await Promise.all([
    fetchJson<{ id: number }[]>('GET', '/ejercicio-fiscal/activos'),
    fetchJson<{ id: number }[]>('GET', '/dependencias'),
  ]);
  return fetchJson('POST', '/obras', {
    claveUnica: `PRUEBA-${process.pid}-${works}`,
    nombre: `Obra de prueba ${works}`,
    descripcion: '',
    monto: 1000,
    ejercicioFiscalId: ejercicio[0]?.id,
    dependenciaId: dependencia[0]?.id,
    municipioId: 50,
    estatusObraId: 1,
    ...fields,
  });
}

/** An ubicación for the body of a work: a point by its longitude and latitude, or what a text in WKT says. */
export function place(where: [lon: number, lat: number] | string, fields: object = {}) {
  const geometriaJson =
    typeof where === 'string' ? wkt(where) : { type: 'Point', coordinates: where };
  const { type } = geometriaJson;
  const tipoGeometria = type.endsWith('Point')
    ? 'PUNTO'
    : type.endsWith('Polygon')
      ? 'POLIGONO'
      : 'RUTA';
  return { direccion: 'Calle 60', tipoGeometria, geometriaJson, ...fields };
}

/** Makes an account whose owner has chosen the password, and answers its id. */
export async function makeUser(
  email: string,
  password: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { id } = await fetchJson<{ id: string }>('POST', '/users', {
    nombreCompleto: `Persona ${email}`,
    email,
    password: 'provisional-1',
    ...fields,
  });
  const own = await session(base, email, 'provisional-1');
  assert.equal((await own('PATCH', `/users/${id}`, { password })).status, 200);
  return id;
}

/** Starts an empty registry, whose administrator has chosen the password; what is not stopped ends with the tests. */
export async function startOwn(settings: Record<string, string> = {}, args: string[] = []) {
  const { email, password } = people.admin;
  const environment = { ...(await embeddedEnvironment()), ADMIN_PASSWORD: password, ...settings };
  const { url: at, stop: end } = await start(environment, args);
  const call = await session(at, email, password);
  const [{ id }] = (await (await call('GET', '/users')).json()) as [{ id: string }];
  assert.equal((await call('PATCH', `/users/${id}`, { password })).status, 200);
  return { at, call, end };
}

await makeUser(people.admin2.email, PASSWORD, {
  nombreCompleto: 'Otra Administradora',
  roles: 'admin',
});
await makeUser(people.user.email, PASSWORD, { nombreCompleto: 'Consulta Pech' });

let publicService: Promise<Running> | undefined;
/** Where a second service is, with data of its own, that is read without a session (PUBLIC_READ=true). */
export async function publicBase(): Promise<string> {
  publicService ??= embeddedEnvironment().then((environment) =>
    start({ ...environment, ADMIN_PASSWORD: PASSWORD, PUBLIC_READ: 'true' }, withWorks(200)),
  );
  return (await publicService).url;
}

// The browser ---------------------------------------------------------------------------------------

let browser: Promise<Browser> | undefined;

interface Options {
  size?: keyof typeof SIZES;
  /** Errors that the console may tell: a refusal that the test provokes is one to the browser. */
  allow?: RegExp;
  /** A service with other settings. */
  at?: string;
  browser?: Browser;
  /** Further options of the browser's context, such as `hasTouch`. */
  context?: Parameters<Browser['newContext']>[0];
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Closes the page, and asserts that it made no error, broke no rule of its policy and called nobody else. */
  leave: () => Promise<void>;
}

const visits = new Set<Visit>();

// A test leaves its visits by ending.
atEndOfEach(() => Promise.all([...visits].map(({ leave }) => leave())));

/** Opens a page of the portal, such as `/obras`, as somebody who has signed in. It is left when the test ends, or before. */
export async function visit(who: Who, path: string, options: Options = {}): Promise<Visit> {
  const { size = 'desk', allow, at = base } = options;
  browser ??= launchBrowser().then((launched) => {
    atEnd(() => launched.close());
    return launched;
  });
  const context = await (options.browser ?? (await browser)).newContext({
    viewport: SIZES[size],
    locale: 'es-MX',
    timezoneId: 'America/Merida',
    acceptDownloads: true,
    ...options.context,
  });
  const faults: string[] = [];
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' && !allow?.test(message.text())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error.stack)));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (['http:', 'https:'].includes(protocol) && origin !== at) faults.push(request.url());
    });
  });
  await context.addInitScript(`
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error('CSP: ' + violatedDirective + ' ' + blockedURI);
    });`);
  if (who !== 'nobody') {
    const kept = JSON.stringify(await sessionOf(who, at));
    await context.addInitScript(`
      if (location.protocol !== 'about:' && !sessionStorage.getItem('prueba.entro')) {
        sessionStorage.setItem('prueba.entro', '1');
        sessionStorage.setItem('registro.sesion', ${JSON.stringify(kept)});
      }`);
  }
  const page = await context.newPage();
  const opened: Visit = {
    page,
    context,
    async leave() {
      visits.delete(opened);
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
  visits.add(opened);
  await page.goto(`${at}/portal${path}`);
  return opened;
}

/** Asks for a session by the API. */
export const logIn = ({ email, password }: Account, at = base) =>
  fetch(`${at}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

const sessions = new Map<string, object>();

async function sessionOf(who: Exclude<Who, 'nobody'>, at: string): Promise<object> {
  const account = typeof who === 'string' ? people[who] : who;
  const name = `${account.email} ${at}`;
  const known = sessions.get(name);
  if (known) return known;
  const answer = await logIn(account, at);
  assert.equal(answer.status, 200);
  const { access_token: token, user } = (await answer.json()) as Schema<'Sesion'>;
  const made = { token, expiresAt: Date.now() + 8 * 3_600_000, user };
  sessions.set(name, made);
  return made;
}

/** Answers the requests to an address with a refusal of the registry, so many times. */
export const refuse = (
  where: Page | BrowserContext,
  address: string | RegExp,
  status: number,
  message: string | string[],
  { times = Number.POSITIVE_INFINITY, retryAfter = 0, method = '' } = {},
): Promise<unknown> =>
  where.route(address, (route) => {
    if ((method && route.request().method() !== method) || times-- <= 0) return route.fallback();
    return route.fulfill({
      status,
      headers: retryAfter ? { 'retry-after': String(retryAfter) } : {},
      json: { statusCode: status, message },
    });
  });

/** Something that is waited for until it is let go. */
export function gate(): { free: Promise<void>; letGo: () => void } {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { free, letGo };
}

/** Enters as somebody at the page that asks for it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña').fill(password);
  await page.keyboard.press('Enter');
}

/** Asserts that nothing makes the page wider than its window. */
export const assertFits = async (page: Page): Promise<void> =>
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));

/** Waits until an expression holds in the page. What Playwright has for it is against the page's policy. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let tries = 0; !(await page.evaluate(`Boolean(${expression})`)); tries++) {
    assert.ok(tries < 600, `never came true: ${expression.slice(0, 200)}`);
    await page.waitForTimeout(50);
  }
}

/** Waits until nothing on a page moves: no transition is under way, and what it shows has stood still for some frames. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const isMoving = () => document.getAnimations().some(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
    let before = '';
    for (let frames = 0; frames < 15; frames++) {
      await new Promise(requestAnimationFrame);
      const places = [...document.body.querySelectorAll('*')].map((e) => {
        const { x, y, width, height } = e.getBoundingClientRect();
        return [x, y, width, height, getComputedStyle(e).fontSize];
      });
      const now = places.join();
      if (isMoving() || now !== before) frames = 0;
      before = now;
    }
  })()`);
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Asserts that axe finds nothing to object to on the page as it is (WCAG 2.2 A and AA, and good practice). What was
 * announced a moment ago is left out: it refers by its id to a button that may be gone. So is the size of what the bar or a
 * phone's tabs cover in part just now: it is whole once it is scrolled to.
 */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  const found = await page.evaluate<{ id: string; help: string; nodes: string[] }[]>(`
    axe.run({ exclude: ['[data-live-announcer]'] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => {
        const bars = [...document.querySelectorAll('.barra, .pestanas')].map((bar) => bar.getBoundingClientRect());
        const isCovered = ({ target }) => {
          const { top, bottom } = document.querySelector(target[0]).getBoundingClientRect();
          return bars.some((bar) => bar.height > 0 && top < bar.bottom && bottom > bar.top);
        };
        return violations
          .map(({ id, help, nodes }) => ({
            id, help, nodes: nodes
              .filter((node) => !(id === 'target-size' && isCovered(node)))
              .map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary),
          }))
          .filter(({ nodes }) => nodes.length > 0);
      })`);
  assert.deepEqual(found, []);
}
