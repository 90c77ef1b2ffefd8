import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { fillWithGenerated } from '../../bench/demo/fill.ts';
import type { components } from '../../portal/generado/openapi.d.ts';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/core/base/config.ts';
import { dayOf } from '../../src/core/base/time.ts';
import type { Database } from '../../src/core/db/db.ts';
import { openRegistry } from '../../src/core/registry.ts';
import { atEnd, atEndOfEach } from '../at-end.ts';
import {
  embeddedEnvironment,
  freshEnvironment,
  keep,
  newFolder,
  TEST_DATABASE_URL,
} from '../empty-registry.ts';
import { session } from '../process.ts';
import { wkt } from '../wkt.ts';
import { launchBrowser, SIZES } from './browser.ts';

export { launchBrowser, SIZES };
export const EVERY_SIZE = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** A schema of the OpenAPI document, such as `Schema<'Obra'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

// The portal as people use it: the real service, with demonstration data, and a real browser. The service is in the test's
// own process, where each further one over the same registry costs next to nothing.
// All test files share them, so each makes the records that it changes, under names of its own.

/** Works that everybody may read: 71 real ones and generated ones. */
export const OBRAS = 2_571;
const PASSWORD = 'secreto-de-prueba';

const settingsOf = (environment: Record<string, string>, settings: Record<string, string> = {}) =>
  readConfig({
    ...environment,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: PASSWORD,
    ...settings,
  });

async function fillWithDemo(environment: Record<string, string>) {
  const { db } = await openRegistry(settingsOf(environment), () => {});
  await fillWithGenerated(db, { obras: String(OBRAS) }, () => {});
  await db.close();
}

/**
 * A registry with the demonstration data, which tell of today. On the embedded database it is made once a day, and copied:
 * there it takes ten times as long.
 */
async function demoEnvironment() {
  if (TEST_DATABASE_URL) {
    const made = await freshEnvironment();
    await fillWithDemo(made);
    return made;
  }
  const demo = await keep(
    'registro-demo',
    async (draft) => {
      cpSync((await embeddedEnvironment()).DATA_DIR as string, draft, { recursive: true });
      await fillWithDemo({ DATA_DIR: draft });
    },
    ['bench/demo', 'src/commands/demo', 'sources', `${OBRAS} ${dayOf(new Date())}`],
  );
  const DATA_DIR = newFolder();
  cpSync(demo, DATA_DIR, { recursive: true });
  return { DATA_DIR };
}
const environment = await demoEnvironment();
/** The registry that all tests share. */
export const { db } = await openRegistry(settingsOf(environment), () => {});
atEnd(() => db.close());

/** Starts a service with settings of its own over a registry, and answers its address; it ends with the tests. */
async function serve(
  settings: Record<string, string>,
  where: Record<string, string>,
  registry: Database,
) {
  const app = await buildApp(settingsOf(where, settings), registry);
  atEnd(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** The same over the registry that all share, or by what stands before it. */
export const serveWith = (settings: Record<string, string>, registry = db) =>
  serve(settings, environment, registry);

/** Where the service is, without a slash at the end. */
export const base = await serveWith({});

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

/** Logs in as the first administrator, who has to choose a password before they go anywhere else. */
async function asAdmin(at: string) {
  const call = await session(at, people.admin.email, PASSWORD);
  const [{ id }] = (await (await call('GET', '/users')).json()) as [{ id: string }];
  assert.equal((await call('PATCH', `/users/${id}`, { password: PASSWORD })).status, 200);
  return call;
}

/** Calls the API as the first administrator, to prepare what a test needs and to look at what came of it. */
export const callAsAdmin = await asAdmin(base);

/** Calls the API and answers its JSON; a refusal fails the test. */
export async function fetchJson<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await callAsAdmin(method, path, body);
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : null) as T;
}

/** How many works pass these filters, and what they cost together: summed over the list itself. */
export async function totalOf(filters = ''): Promise<{ obras: number; monto: number }> {
  const path = `/obras?campos=monto&${filters}`;
  const obras = await fetchJson<{ monto: number }[]>('GET', path);
  const cents = obras.reduce((sum, { monto }) => sum + Math.round(monto * 100), 0);
  return { obras: obras.length, monto: cents / 100 };
}

let works = 0;
/** Registers a work by the API, with what is given and a key and name that no other has. */
export async function makeObra(fields: Record<string, unknown> = {}): Promise<{ id: number }> {
  const work = ++works;
  const [ejercicio, dependencia] = await Promise.all([
    fetchJson<{ id: number }[]>('GET', '/ejercicio-fiscal/activos'),
    fetchJson<{ id: number }[]>('GET', '/dependencias'),
  ]);
  return fetchJson('POST', '/obras', {
    claveUnica: `PRUEBA-${process.pid}-${work}`,
    nombre: `Obra de prueba ${work}`,
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

/** Starts a service over an empty registry, whose administrator has chosen the password. */
export async function startEmpty(settings: Record<string, string> = {}) {
  const empty = await freshEnvironment();
  const { db: registry } = await openRegistry(settingsOf(empty), () => {});
  atEnd(() => registry.close());
  const at = await serve(settings, empty, registry);
  return { at, call: await asAdmin(at), registry, config: settingsOf(empty) };
}

await makeUser(people.admin2.email, PASSWORD, {
  nombreCompleto: 'Otra Administradora',
  roles: 'admin',
});
await makeUser(people.user.email, PASSWORD, { nombreCompleto: 'Consulta Pech' });

let publicService: Promise<string> | undefined;
/** Where the same registry is read without a session (PUBLIC_READ=true). */
export function publicBase(): Promise<string> {
  publicService ??= serveWith({ PUBLIC_READ: 'true' });
  return publicService;
}

// The browser ---------------------------------------------------------------------------------------

let browser: Promise<Browser> | undefined;
const theBrowser = () => {
  browser ??= launchBrowser().then((launched) => {
    atEnd(() => launched.close());
    return launched;
  });
  return browser;
};

interface Options {
  size?: keyof typeof SIZES | { width: number; height: number };
  /** Errors that the console may tell: a refusal that the test provokes is one to the browser. */
  allow?: RegExp;
  /** A service with other settings. */
  at?: string;
  browser?: Browser;
  /** Further options of the browser's context, such as `hasTouch`. */
  context?: Parameters<Browser['newContext']>[0];
  /** Whether the tab is this visit's alone: nothing has been fetched in it before, and scripts may be added to it. */
  isOwn?: boolean;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Leaves the page, and asserts that it made no error, broke no rule of its policy and called nobody else. */
  leave: () => Promise<void>;
}

/** A tab, and what is wrong for who visits just now. */
interface Tab {
  page: Page;
  context: BrowserContext;
  at: string;
  allow: RegExp | undefined;
  faults: string[];
}

/** Tabs that are visited by nobody, by the options that they were opened with: to visit one again costs an eighth less. */
const idle = new Map<string, Tab>();
const MOST_IDLE = 4;
/** The requests under way of each tab, and those that ended a moment ago. */
const underWay = new WeakMap<BrowserContext, Set<Request>>();

async function openTab({ browser: other, context: options }: Options): Promise<Tab> {
  const context = await (other ?? (await theBrowser())).newContext({
    viewport: SIZES.desk,
    locale: 'es-MX',
    timezoneId: 'America/Merida',
    acceptDownloads: true,
    ...options,
  });
  const tab = { context, at: '', allow: undefined, faults: [] } as Omit<Tab, 'page'>;
  context.on('console', (message) => {
    if (message.type() !== 'error' || tab.allow?.test(message.text())) return;
    tab.faults.push(message.text());
  });
  context.on('weberror', (fault) => tab.faults.push(String(fault.error().stack)));
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (['http:', 'https:'].includes(protocol) && origin !== tab.at) tab.faults.push(request.url());
  });
  const asked = new Set<Request>();
  underWay.set(context, asked);
  context.on('request', (request) => {
    // A session that was left is none for the tests after it.
    if (request.url().includes('/auth/logout')) sessions.clear();
    // Another document leaves what the one before asked for.
    if (request.isNavigationRequest()) asked.clear();
    asked.add(request);
  });
  const forget = (request: Request) => setTimeout(() => asked.delete(request), 50);
  context.on('requestfinished', forget).on('requestfailed', forget);
  await context.addInitScript(`
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error('CSP: ' + violatedDirective + ' ' + blockedURI);
    });`);
  return Object.assign(tab, { page: await context.newPage() });
}

/** Brings a tab back to what it was when it was opened, but for what the browser keeps of the service's files. */
async function tidy({ page, context, at }: Tab): Promise<boolean> {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const where of [context, page]) await where.unrouteAll({ behavior: 'ignoreErrors' });
  for (const event of ['request', 'requestfailed', 'response', 'dialog'] as const) {
    page.removeAllListeners(event);
  }
  await context.setOffline(false);
  await context.clearPermissions();
  await page.emulateMedia({ media: null });
  // A page of the same origin, without a script that keeps what was begun.
  await page.goto(`${at}/health/live`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  return true;
}

const visits = new Set<Visit>();

// A test leaves its visits by ending.
atEndOfEach(() => Promise.all([...visits].map(({ leave }) => leave())));

/**
 * Opens a page of the portal, such as `/obras`, as somebody who has signed in. It is left when the test ends, or before.
 *
 * @param path null for a tab without a page, where a test prepares something before it opens the first
 */
export async function visit(who: Who, path: string | null, options: Options = {}): Promise<Visit> {
  const { size = 'desk', allow, at = base, isOwn = false } = options;
  const isShared = !options.browser && !isOwn;
  const kind = JSON.stringify([at, options.context]);
  const kept = isShared ? idle.get(kind) : undefined;
  idle.delete(kind);
  const tab = kept ?? (await openTab(options));
  Object.assign(tab, { at, allow, faults: [] });
  const { page, context } = tab;
  const viewport = options.context?.viewport ?? (typeof size === 'string' ? SIZES[size] : size);
  await page.setViewportSize(viewport);
  const signedIn = who === 'nobody' ? undefined : await enter(context, await sessionOf(who, at));
  const opened: Visit = {
    page,
    context,
    async leave() {
      visits.delete(opened);
      const { faults } = tab;
      await signedIn?.dispose();
      const isTidy = isShared && !idle.has(kind) && (await tidy(tab).catch(() => false));
      if (isTidy) idle.set(kind, tab);
      else await context.close();
      for (const [old, unused] of [...idle].slice(0, -MOST_IDLE)) {
        idle.delete(old);
        await unused.context.close();
      }
      assert.deepEqual(faults, []);
    },
  };
  visits.add(opened);
  if (path !== null) await page.goto(`${at}/portal${path}`);
  return opened;
}

/** Has every tab of a context begin with a session, as if somebody had signed in there. */
const enter = (context: BrowserContext, kept: object) =>
  context.addInitScript(`
    if (location.protocol !== 'about:' && !sessionStorage.getItem('prueba.entro')) {
      sessionStorage.setItem('prueba.entro', '1');
      sessionStorage.setItem('registro.sesion', ${JSON.stringify(JSON.stringify(kept))});
    }`);

/** A phone that is touched. */
export const TOUCHED = { size: 'phone', context: { hasTouch: true } } as const;

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

/** Lets requests through to the registry and loses their answers, so many times; of the first few it gives a part. Answers how many. */
export async function loseAnswers(
  where: Page | BrowserContext,
  address: string | RegExp,
  method: string,
  { times = 1, cut = 0 } = {},
): Promise<() => number> {
  let lost = 0;
  await where.route(address, async (route) => {
    if (route.request().method() !== method || lost >= times) return route.fallback();
    lost += 1;
    const answer = await route.fetch();
    assert.ok(answer.ok(), `${answer.status()}: the registry has done it`);
    if (lost > cut) return route.abort('connectionreset');
    return route.fulfill({ response: answer, body: (await answer.text()).slice(0, 20) });
  });
  return () => lost;
}

/** Holds back what is asked for at an address, by a method if one is given, and answers what lets it go. */
export async function holdBack(
  where: Page | BrowserContext,
  address: string | RegExp,
  method = '',
): Promise<() => void> {
  const { free, letGo } = gate();
  await where.route(address, async (route) => {
    if (!method || route.request().method() === method) await free;
    await route.fallback();
  });
  return letGo;
}

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

/** Waits until nothing makes the page wider than its window: what is measured by a script follows a window's new size late. */
export const assertFits = (page: Page): Promise<void> =>
  until(page, 'document.documentElement.scrollWidth <= innerWidth');

/** Waits until an expression holds in the page. What Playwright has for it is against the page's policy. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let tries = 0; !(await page.evaluate(`Boolean(${expression})`)); tries++) {
    assert.ok(tries < 600, `never came true: ${expression.slice(0, 200)}`);
    await page.waitForTimeout(50);
  }
}

/** Waits until nothing on a page moves: no transition is under way, and all stands where it stood at the last two looks. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const isMoving = () => document.getAnimations().some(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
    let before = '';
    for (let looks = 0; looks < 3; looks++) {
      if (looks > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      await new Promise(requestAnimationFrame);
      const now = [...document.body.querySelectorAll('*')].map((e) => {
        const { x, y, width, height } = e.getBoundingClientRect();
        return [x, y, width, height, getComputedStyle(e).fontSize];
      }).join();
      if (isMoving() || now !== before) looks = 0;
      before = now;
    }
  })()`);
}

/** Waits until a page, which had time to ask, waits for no answer: after a load, and after a way that loads nothing anew. */
export async function quiet(page: Page): Promise<void> {
  const asked = underWay.get(page.context()) as Set<Request>;
  for (let looks = 0, calm = 0; calm < 3; looks++) {
    assert.ok(looks < 600, `waits for ${[...asked].map((request) => request.url())}`);
    await page.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done, 50)))');
    calm = asked.size > 0 ? 0 : calm + 1;
  }
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Asserts that axe finds nothing to object to on the page as it is (WCAG 2.2 A and AA, and good practice). What was
 * announced a moment ago is left out: it refers by its id to a button that may be gone. So is the size of what a bar that stays, at
 * the top or the lower edge, covers in part just now: it is whole once it is scrolled to.
 */
export async function assertAccessible(page: Page): Promise<void> {
  if (await page.evaluate('!window.axe')) await page.evaluate(axeSource);
  const found = await page.evaluate<{ id: string; help: string; nodes: string[] }[]>(`
    axe.run({ exclude: ['[data-live-announcer]'] }, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    })
      .then(({ violations }) => {
        const bars = [...document.querySelectorAll(
          '.piezas_barra, .piezas_pestanas, .piezas_al-pulgar, .seleccion_de-seleccion',
        )].map((bar) => bar.getBoundingClientRect());
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
