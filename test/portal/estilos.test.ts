import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addArchivo, addFoto, pdf } from './archivos-pasos.ts';
import { expectText, go } from './gestures.ts';
import { csv, give, row } from './importar-pasos.ts';
import { base, people, visit } from './portal-world.ts';
import { makeClerk, makeDependencia, makeFollowed } from './seguimiento-pasos.ts';

// A page looks the same whatever was visited before it in the same tab.

const dependencia = await makeDependencia();
const clerk = await makeClerk([dependencia.id]);
const obra = await makeFollowed({ dependenciaId: dependencia.id });
await addFoto(obra, '2026-05-12');
await addArchivo(obra, pdf(), { titulo: 'Contrato', clase: 'CONTRATO' });
const word = `estilos${process.pid}`;

/** Rows with errors, so that each kind of group is there. */
async function review(page: Page): Promise<void> {
  const rows = [
    row(`${word}-1`, { dependencia: 'Comisión de nadie', monto: 'mucho' }),
    row(`${word}-2`, { municipio: 'Tizmin' }),
  ];
  await give(page, 'con errores.csv', csv(...rows));
  await expectText(page, /^Qué hay que resolver/);
}

type Step = [path: string, act?: (page: Page) => Promise<unknown>];

/** Pages that an administrator goes to, each with rules of its own. */
const PAGES: Step[] = [
  [`/obras?q=${obra}&vista=lista`],
  ['/obras?municipioId=1&vista=mapa'],
  [`/obras/${obra}`],
  [`/obras/${obra}/editar`],
  [`/obras/${obra}/historial`],
  [`/obras/${obra}/reportar`],
  ['/obras/nueva'],
  ['/resumen?municipioId=1'],
  ['/catalogos'],
  ['/catalogos/dependencias'],
  ['/usuarios'],
  ['/calidad'],
  ['/bitacora'],
  ['/importar', review],
  ['/cuenta'],
  ['/ayuda'],
];
/** Where a clerk goes. */
const OF_CLERK: Step[] = [
  ['/mis-obras'],
  [`/obras/${obra}/reportar`],
  [`/obras/${obra}/fotos`],
  [`/obras/${obra}`],
  ['/resumen?municipioId=1'],
  ['/cuenta'],
];

/** Waits until the page is there, with all that it asks for. */
async function settle(page: Page, act: Step[1]): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await act?.(page);
  await page.evaluate(`(async () => {
    document.activeElement?.blur();
    const count = () => document.querySelectorAll('*').length;
    for (let before = 0, looks = 0; looks < 4; looks++) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      const isWaiting = document.querySelector('main [aria-busy="true"]') !== null;
      if (isWaiting || count() !== before) looks = 0;
      before = count();
    }
  })()`);
}

/** What rules set; sizes and places that only follow from what is written are left out. */
const PROPERTIES =
  `align-content align-items align-self appearance background-color background-image
  border-bottom-color border-bottom-style border-bottom-width border-collapse border-left-color border-left-style
  border-left-width border-right-width border-top-left-radius border-top-style border-top-width box-shadow clip-path
  color column-gap columns content counter-increment cursor display fill flex-basis flex-direction flex-grow flex-shrink
  flex-wrap float font-family font-size font-weight grid-column-start grid-row-start hyphens justify-content justify-items
  justify-self letter-spacing line-height list-style-type margin-bottom margin-left margin-right margin-top max-height
  max-width min-height min-width opacity order outline-style overflow-wrap overflow-x overflow-y padding-bottom padding-left
  padding-right padding-top pointer-events position row-gap stroke stroke-dasharray stroke-width table-layout text-align
  text-anchor text-decoration-line text-overflow text-transform vertical-align visibility white-space z-index`.split(
    /\s+/,
  );

type Look = [element: string, values: string];

/** The styles of a page as the browser computes them: of each kind of element, by its classes, each set of values once. */
const looksOf = (page: Page) =>
  page.evaluate<Look[]>(`(() => {
    const PROPERTIES = ${JSON.stringify(PROPERTIES)};
    const nameOf = (e) => [e.localName, ...e.classList].join('.');
    const kinds = new Map();
    for (const e of document.querySelectorAll('#raiz *:not(script, canvas, option)')) {
      for (const pseudo of ['', '::before', '::after']) {
        const style = getComputedStyle(e, pseudo);
        if (pseudo && style.content === 'none') continue;
        const name = nameOf(e.parentElement) + ' > ' + nameOf(e) + pseudo;
        const values = PROPERTIES.map((property) => style.getPropertyValue(property)).join('|');
        kinds.set(name + values, [name, values]);
      }
    }
    return [...kinds.values()];
  })()`);

/** What differs of two looks at a page: of each kind of element its properties, before and after. */
function differences(alone: Look[], later: Look[]): string[] {
  const known = new Set(alone.map(String));
  return later
    .filter((look) => !known.has(String(look)))
    .map(([name, values]) => {
      const now = values.split('|');
      const changes = alone
        .filter(([other]) => other === name)
        .map(([, before]) =>
          before
            .split('|')
            .flatMap((value, i) =>
              value === now[i] ? [] : [`${PROPERTIES[i]} ${value} → ${now[i]}`],
            ),
        );
      const [least] = changes.sort((one, other) => one.length - other.length);
      return `${name}: ${least?.join('; ') ?? 'not there alone'}`;
    });
}

const nameOf = ([path, act]: Step) => `${path}${act ? ` ${act.name}` : ''}`;

const CONTEXT = { reducedMotion: 'reduce' } as const;

for (const [name, who, pages] of [
  ['an administrator', people.admin, PAGES],
  ['a clerk', clerk, OF_CLERK],
] as const) {
  describe(`The portal's styles, as ${name}`, () => {
    const alone = new Map<string, Look[]>();

    /** How a page looks in a tab that has shown no other. */
    async function lookAlone(step: Step): Promise<Look[]> {
      const known = alone.get(nameOf(step));
      if (known) return known;
      const { page, leave } = await visit(who, step[0], { isOwn: true, context: CONTEXT });
      await settle(page, step[1]);
      const looks = await looksOf(page);
      alone.set(nameOf(step), looks);
      await leave();
      return looks;
    }

    // Both orders together have every page before and after every other.
    for (const [order, steps] of [
      ['one after the other', pages],
      ['from the last to the first', pages.toReversed()],
    ] as const) {
      test(`each page looks as it does alone, ${order} in one tab`, async () => {
        const found: string[] = [];
        const { page } = await visit(who, '/no/existe', { isOwn: true, context: CONTEXT });
        await settle(page, undefined);
        for (const step of steps) {
          await go(page, step[0]);
          // A map writes its place behind.
          assert.ok(page.url().startsWith(`${base}/portal${step[0]}`), page.url());
          await settle(page, step[1]);
          const looks = await looksOf(page);
          const faults = differences(await lookAlone(step), looks);
          found.push(...faults.map((fault) => `${nameOf(step)} ${fault}`));
        }
        assert.deepEqual(found, []);
      });
    }
  });
}
