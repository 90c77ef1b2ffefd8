import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { addArchivo, addFoto, choose, foto, fotosButton, pdf, waiting } from './archivos-pasos.ts';
import { sellar } from './cortes-pasos.ts';
import { act, boxOf, expectText, go, press } from './gestures.ts';
import { csv, give, row } from './importar-pasos.ts';
import {
  assertFits,
  fetchJson,
  makeObra,
  makeUser,
  place,
  quiet,
  still,
  visit,
  type Who,
} from './portal-world.ts';
import { day, makeClerk, makeDependencia, makeFollowed, report } from './seguimiento-pasos.ts';

// The looks of every page: contrast in every state, targets of 24 pixels, letters of the size that somebody has chosen in
// their browser, and amounts that are whole whatever they are.

/** The greatest amount that a work can have (specification section 2: numeric(15, 2)). */
const GREATEST = 9_999_999_999_999.99;
const GREATEST_WHOLE = '$9,999,999,999,999.99';
const GREATEST_IN_WORDS = '$10 billones';
/** The tools of the page that was opened last. */
let attached: CDPSession | undefined;
const word = `grande${process.pid}`;
/** A cut before these works. */
const CORTE = word.toUpperCase();
let obra: number;
/** The key of a work that a sheet changes. */
const CHANGED = 'LOOKS-0';
const clerk = await makeClerk([]);
/** Stands for its id in the addresses of pages. */
const OBRA = '{obra}';
type Step = (page: Page) => Promise<unknown>;
/** A page, what is done on it before each look, and the button that stands at a phone's lower edge. */
type Place = [who: Who, path: string, steps?: Step[], button?: string];
const nothing = async () => {};

/** A sheet with each kind of thing that is chosen while it is reviewed. */
async function reviewSheet(page: Page): Promise<void> {
  const rows = [
    row('LOOKS-1', { estatus: 'Ya licitada', monto: String(GREATEST) }),
    row('LOOKS-2', { dependencia: 'Comisión de nadie', monto: 'mucho' }),
    row('LOOKS-3', { municipio: 'Tizmin' }),
    row(CHANGED, { monto: String(GREATEST) }),
  ];
  await give(page, 'con errores.csv', csv(...rows));
  await expectText(page, 'Tiene cambios sin aplicar');
  await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
}

/** A sheet whose amounts may be in thousands, and of which nothing says the estatus. */
async function reviewUnits(page: Page): Promise<void> {
  const file = csv(row('LOOKS-4')).replace('monto', 'Monto en miles').replace('estatus', 'Otra');
  await give(page, 'en miles.csv', file);
  await page.getByRole('radiogroup').waitFor();
}

/** A colleague's import that goes on for as long as one looks. */
async function watchImport(page: Page): Promise<void> {
  const now = new Date().toISOString();
  const tarea = {
    id: '00000000-0000-4000-8000-000000000001',
    archivo: 'programa-anual-de-obra-publica-2026-version-definitiva.xlsx',
    simular: false,
    deshace: null,
    estado: 'escribiendo',
    usuario: 'una-direccion-de-correo-que-es-larga@ejemplo.mx',
    iniciadaEn: now,
    terminadaEn: null,
    filasRevisadas: 199_999,
    filasEscritas: 123_456,
    filasTotal: 199_999,
    filasPorEscribir: 199_999,
    error: null,
  };
  const over = { ...tarea, id: tarea.id.replace(/1$/, '2'), estado: 'fallida', terminadaEn: now };
  await page.route(/\/obras\/importacion$/, (route) => route.fulfill({ json: [tarea, over] }));
  await page.route(/\/obras\/importacion\/[0-9a-f-]+$/, (route) =>
    route.fulfill({ json: { ...tarea, informe: null } }),
  );
  await page.reload();
  await expectText(page, /^Escribiendo: 123,456 de 199,999 filas$/);
}

/** All of a list selected, and the question what to do with them. */
async function selectAll(page: Page): Promise<void> {
  await press(page, 'Seleccionar varias');
  await press(page, /^Seleccionar todas/);
  await expectText(page, '12 obras seleccionadas');
}

async function askEstatus(page: Page): Promise<void> {
  await press(page, 'Cambiar estatus de 12 obras');
  await page.getByRole('dialog').getByRole('listitem').last().waitFor();
}

async function openFoto(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Guarniciones/ }).click();
  await page.getByRole('dialog').getByRole('img').waitFor();
}

async function openExpediente(page: Page): Promise<void> {
  await press(page, 'Corregir el expediente');
  await page.getByLabel('Monto 2').waitFor();
}

/** A photo that is to be sent, with its fields. */
async function giveFoto(page: Page): Promise<void> {
  await choose(fotosButton(page), [await foto()]);
  await waiting(page).locator('summary').click();
}

/** The proposal of a new cut, over those that there are. */
async function askCorte(page: Page): Promise<void> {
  await press(page, 'Hacer un corte');
  await page.getByRole('dialog').getByRole('textbox').last().waitFor();
}

async function makeWorks() {
  await sellar(CORTE);
  for (let i = 0; i < 12; i++) {
    const { id } = await makeObra({
      nombre: `Pavimentación de la carretera estatal de circunvalación ${word} número ${i}`,
      monto: i === 0 ? 1_234_567_890.5 : GREATEST - 1,
      ubicaciones: [place([-89.6 - i / 100, 20.9])],
    });
    obra = id;
  }
  await fetchJson('PATCH', `/obras/${obra}`, { monto: GREATEST });
  await makeObra({ claveUnica: CHANGED });
  await fetchJson('PATCH', `/obras/${obra}/expediente`, {
    meta: { cantidad: GREATEST, unidad: 'metros' },
    fuentes: [1, 2].map((fondoId) => ({ fondoId, monto: GREATEST })),
  });
  await addFoto(obra, day(-300), { publico: 'false' });
  await addFoto(obra, day(-10), { titulo: 'Guarniciones y banquetas de la carretera estatal' });
  await addArchivo(obra, pdf(), { titulo: 'Contrato de la carretera', clase: 'CONTRATO' });
  await report(obra, day(-10), 99.99, { montoPagado: GREATEST, causaAtraso: 'PREDIO' });
  const dependencia = await makeDependencia();
  await clerk.appoint([dependencia.id]);
  await makeFollowed({ dependenciaId: dependencia.id, monto: GREATEST });
}

/** Every page there is, as it stands with the largest sums; some only once something was done on them. These show amounts. */
const WITH_AMOUNTS: Place[] = [
  ['admin', `/obras?q=${word}&montoMax=${GREATEST}`],
  ['admin', `/obras?q=${word}&vista=lista`, [nothing, selectAll, askEstatus]],
  ['user', `/obras?q=${word}&obra=${OBRA}`],
  ['user', '/obras?q=nadahayconestapalabra'],
  ['admin', `/obras/${OBRA}`, [nothing, openFoto]],
  ['admin', `/obras/${OBRA}`, [openExpediente]],
  ['admin', `/obras/${OBRA}/historial`],
  ['admin', `/obras/${OBRA}/editar`, [nothing], 'Guardar cambios'],
  ['admin', `/obras/${OBRA}/reportar`, [nothing], 'Reportar avance'],
  ['user', `/resumen?q=${word}`],
  ['user', `/resumen?q=${word}&tabla=dependencia`],
  ['user', `/resumen?q=${word}&tabla=fondo`],
  ['user', `/resumen?q=${word}&tabla=reportes`],
  ['user', `/resumen?q=${word}&medida=monto&tabla=cruce`],
  ['admin', '/calidad'],
  ['user', `/cambios?q=${word}`],
  ['admin', '/cortes', [nothing, askCorte]],
  ['user', `/cortes?de=${CORTE}&con=hoy`],
  ['user', '/contratistas'],
  ['user', '/contratistas/CMA010203AB5'],
  ['admin', '/bitacora'],
  ['admin', '/importar', [reviewSheet]],
];
const PAGES: Place[] = [
  ['nobody', '/entrar'],
  ['admin', '/umbrales'],
  ['admin', `/obras/${OBRA}/fotos`, [giveFoto], 'Enviar 1 foto'],
  ['user', `/obras/${OBRA}/reportar`],
  [clerk, '/mis-obras'],
  ['user', '/mis-obras'],
  ['admin', '/obras/nueva', [nothing], 'Registrar la obra'],
  ['admin', '/catalogos'],
  ['admin', '/catalogos/dependencias'],
  ['admin', '/catalogos/localidades'],
  ['admin', '/catalogos/fondos'],
  ['admin', '/usuarios'],
  ['user', `/obras/${OBRA}/como-estaba`],
  ['admin', '/importar'],
  ['admin', '/importar', [reviewUnits]],
  ['admin', '/importar', [watchImport]],
  ['admin', '/importar/expedientes'],
  ['user', '/importar'],
  ['admin', '/cuenta'],
  ['user', '/ayuda'],
  ['user', '/no/existe'],
];

/** Until all that a page asks for is there, or another that one goes to. */
async function settle(page: Page, path?: string): Promise<void> {
  if (path) await go(page, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await quiet(page);
}

/** The questions that the tests ask of a page, in its own language. */
const MEASURES = `
  window.isSeen = (e) => {
    const { width, height } = e.getBoundingClientRect();
    if (width === 0 || height === 0 || getComputedStyle(e).visibility !== 'visible') return false;
    // A text that is only heard is cut away, or stands in a place of one pixel.
    if (e.closest('.piezas_solo-oido')) return false;
    for (let at = e; at; at = at.parentElement) {
      if (at.offsetWidth <= 1 && at.offsetHeight <= 1 && getComputedStyle(at).overflow !== 'visible') return false;
    }
    return true;
  };
  window.isOff = (e) => e.closest(':disabled, [data-disabled], [aria-disabled="true"], [data-pending]') !== null;
  window.textsIn = (e) => {
    const texts = [];
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (walk.currentNode.data.trim() && isSeen(walk.currentNode.parentElement)) texts.push(walk.currentNode);
    return texts;
  };
  window.nameOf = (e) => e.tagName.toLowerCase() + '.' + e.getAttribute('class') + ' «' + (e.ariaLabel ?? e.textContent).trim().slice(0, 50) + '»';
  const rgba = (color) => {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  window.backgroundOf = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  // WCAG 2.2, relative luminance and contrast ratio.
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  window.contrast = (color, background) => {
    const [light, dark] = [over(rgba(color), background), background].map(luminance).sort((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  };
  // A table of two things is moved sideways in itself, by the keyboard too (WCAG 2.2, 1.4.10 leaves such tables as they are).
  const isCut = (text) => {
    if (text.parentElement.closest('.resumen_cruce-tabla[tabindex="0"]')) return false;
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some((rect) => {
      if (rect.left < -1 || rect.right > innerWidth + 1) return true;
      // Further down in what scrolls, it is seen once somebody scrolls there.
      let isBelow = false;
      for (let at = text.parentElement; at; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (overflowX !== 'visible' && (rect.left < box.left - 1 || rect.right > box.right + 1)) return true;
        isBelow ||= ['auto', 'scroll'].includes(overflowY);
        if (!isBelow && ['hidden', 'clip'].includes(overflowY) && (rect.top < box.top - 1 || rect.bottom > box.bottom + 1)) return true;
      }
      return false;
    });
  };
  const amountsOf = (texts) => texts.filter(({ data }) => /[$]\\s?\\d/.test(data));
  // Amounts of which a part is not seen: beyond the window, or cut by what they stand in.
  window.cut = (texts = textsIn(document.body)) => [
    ...amountsOf(texts).filter(isCut).map(({ data }) => data),
    ...[...document.querySelectorAll('input')].filter((e) => isSeen(e) && /[$]/.test(e.value) && e.scrollWidth > e.clientWidth).map(({ value }) => value),
  ];
  // Elements that make the page wider than its window.
  window.beyond = () => document.documentElement.scrollWidth <= innerWidth ? [] : [
    document.documentElement.scrollWidth + ' pixels wide',
    ...[...document.body.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map(nameOf),
  ].slice(0, 12);
  window.measure = () => {
    const texts = textsIn(document.body);
    const fields = [...document.querySelectorAll('input, select, textarea')].filter(isSeen);
    const lettered = [...texts.map(({ parentElement }) => parentElement), ...fields];
    const sizes = [...new Map(lettered.map((e) => [parseFloat(getComputedStyle(e).fontSize), e]))];
    const faults = [...cut(texts), ...beyond()];
    return { seen: amountsOf(texts).length, faults, sizes: sizes.map(([pixels, e]) => [pixels, nameOf(e)]) };
  };`;

/** Of a page in a window: how many amounts are seen, which are cut or make it too wide, and each font size with one that has it. */
const measure = (page: Page) =>
  page.evaluate<{ seen: number; faults: string[]; sizes: [number, string][] }>('measure()');

/** What can be true of all that is marked: nothing, the mouse on it or down on it, the focus. */
const STATES = ['', 'hover', 'hover active', 'focus focus-visible', 'hover focus focus-visible'];
/** Everything that can be pressed, with what lies around it and changes its colour as well. */
const PRESSABLE =
  'a[href], button, summary, select, input, textarea, label, [role="tab"], [role="option"], [role="menuitem"]';
const AROUND = `${PRESSABLE}, tr, li`;

/**
 * Marks what can be pressed, the first two of each kind: for the styles it is the same, and so is all that it lies in. Answers
 * a way to put all of it into states at once, as the browser's own tools do.
 */
async function mark(page: Page, tools: CDPSession) {
  await page.evaluate(`{
    const kinds = new Map();
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const styling = ['class', ...new Set(rules.flatMap(({ cssText }) => cssText.match(/(?<=\\[)[a-z-]+(?=[\\]=~|^$*])/g) ?? []))];
    const known = new WeakMap();
    const ways = (e) => {
      if (e && !known.has(e)) known.set(e, [' ' + e.localName, ...styling.map((name) => e.getAttribute(name))].join('.') + ways(e.parentElement));
      return known.get(e) ?? '';
    };
    for (const e of document.querySelectorAll('${AROUND}')) {
      let isNew = isSeen(e);
      if (isNew) {
        const { color, backgroundColor } = getComputedStyle(e);
        const kind = [color, backgroundColor, isOff(e)].join() + ways(e);
        kinds.set(kind, 1 + (kinds.get(kind) ?? 0));
        isNew = kinds.get(kind) <= 2;
      }
      e.toggleAttribute('data-marked', isNew);
    }
  }`);
  const { root } = await tools.send('DOM.getDocument', { depth: 0 });
  const marked = { nodeId: root.nodeId, selector: '[data-marked]' };
  const { nodeIds } = await tools.send('DOM.querySelectorAll', marked);
  // What has gone meanwhile, such as an announcement, has no state.
  const isGone = ({ message }: Error) => assert.match(message, /Could not find node/);
  return (state: string) => {
    const forcedPseudoClasses = state.split(' ').filter(Boolean);
    const all = nodeIds.map((nodeId) => ({ nodeId, forcedPseudoClasses }));
    return Promise.all(all.map((each) => tools.send('CSS.forcePseudoState', each).catch(isGone)));
  };
}

/** What can be pressed: all of it, and in a state what has that or lies in what has it. */
const pressable = (state: string) =>
  state ? `[data-marked]:is(${PRESSABLE}), [data-marked] :is(${PRESSABLE})` : PRESSABLE;
/** Words of less than 4.5:1 (large ones 3:1) and pictures of less than 3:1, of what can be pressed. */
const faint = (page: Page, state: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${pressable(state)}')].flatMap((e) => {
    if (!isSeen(e) || isOff(e)) return [];
    const texts = textsIn(e);
    const least = (node) => {
      const { fontSize, fontWeight } = getComputedStyle(node);
      return parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && fontWeight >= 700) ? 3 : 4.5;
    };
    const found = texts.map(({ parentElement: p }) => [p, getComputedStyle(p).color, least(p)]);
    if ('placeholder' in e) {
      found.push([e, getComputedStyle(e).color, 4.5]);
      if (e.placeholder) found.push([e, getComputedStyle(e, '::placeholder').color, 4.5]);
    }
    if (texts.length === 0) {
      for (const icon of e.querySelectorAll('svg.piezas_icono')) found.push([icon, getComputedStyle(icon).color, 3]);
    }
    return found
      .map(([node, color, most]) => [contrast(color, backgroundOf(node)), most])
      .filter(([ratio, most]) => ratio < most)
      .map(([ratio]) => ratio.toFixed(2) + ':1 ' + nameOf(e));
  })`);

/** Of what is marked, elements that can have the focus and do not show it by a line of at least 3:1. */
const unmarked = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('[data-marked]:is(a[href], button, summary, select, input, textarea)')].flatMap((e) => {
    if (isOff(e)) return [];
    const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(e);
    const lines = boxShadow.match(/rgba?\\([^)]*\\)/g) ?? [];
    if (outlineStyle !== 'none') lines.push(outlineColor);
    const around = backgroundOf(e.parentElement);
    return lines.some((line) => contrast(line, around) >= 3) ? [] : [nameOf(e)];
  })`);

/** Elements to press that are smaller than 24 by 24, except words within a sentence (WCAG 2.2, 2.5.8). */
const small = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${PRESSABLE}')].flatMap((e) => {
    // A tick is pressed by its label.
    if (!isSeen(e) || e.matches('label') || e.closest('label')?.matches('.piezas_casilla')) return [];
    const { width, height } = e.getBoundingClientRect();
    if (width >= 23.9 && height >= 23.9) return [];
    const isWithin = getComputedStyle(e).display === 'inline' && e.parentElement.textContent.trim().length > e.textContent.trim().length;
    return isWithin ? [] : [Math.round(width) + ' × ' + Math.round(height) + ' ' + nameOf(e)];
  })`);

/** Buttons whose words touch their edge. */
const tight = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('.piezas_boton:not(.piezas_discreto)')].filter((e) => {
    const edge = e.getBoundingClientRect();
    return textsIn(e).some((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return left < edge.left + 4 || right > edge.right - 4 || top < edge.top + 1 || bottom > edge.bottom - 1;
    });
  }).map(nameOf)`);

const cut = (page: Page) => page.evaluate<string[]>('cut()');
const beyond = (page: Page) => page.evaluate<string[]>('beyond()');

/** What is wrong with the button at the lower edge of a phone: above the tabs wherever one reads, it covers nothing at the end. */
const misplaced = (page: Page, button: string) =>
  page.evaluate<string[]>(`[0, 1e6].flatMap((end) => {
    scrollTo(0, end);
    const [bar, tabs, last] = [
      '.piezas_al-pulgar',
      '.piezas_pestanas',
      'main .piezas_pagina > :last-child > :not(.piezas_al-pulgar):last-child',
    ].map((each) => document.querySelector(each).getBoundingClientRect());
    const named = [...document.querySelectorAll('.piezas_al-pulgar button')].find(({ textContent }) => textContent === ${JSON.stringify(button)});
    return bar.bottom === tabs.top && !(end > 0 && last.bottom > bar.top) && named?.offsetWidth > 300
      ? []
      : [[end, bar.bottom, tabs.top, last.bottom, bar.top, named?.offsetWidth].join()];
  })`);

/** Pixels of CSS, and the font size that is chosen in the browser: 16 where nobody has chosen one. */
type Window = { width: number; height: number; letters?: number };
const DESK: Window = { width: 1280, height: 800 };
const PHONE: Window = { width: 360, height: 740 };

/** The windows in which every page is looked at. */
const WINDOWS: Record<string, Window> = {
  'an office’s window': DESK,
  'the narrowest window with map and list': { width: 1100, height: 800 },
  'a wide window': { width: 1440, height: 900 },
  'a tablet': { width: 768, height: 1024 },
  'a phone': PHONE,
  '320 pixels': { width: 320, height: 640 },
  'letters of 200 %': { ...DESK, letters: 32 },
  'letters of 150 % on a phone': { ...PHONE, letters: 24 },
};

const nameOf = ([who, path, steps = []]: Place) =>
  [
    path.replace(word, 'grande'),
    ...steps.map(({ name }) => name),
    who === clerk ? 'clerk' : who,
  ].join(' ');

/** A page, and the way to see it in another window. */
async function open([who, path]: Place, size = DESK) {
  const at = path.replace(OBRA, String(obra));
  const visited = await visit(who, at, { size, context: { reducedMotion: 'reduce' } });
  const { page, context } = visited;
  const tools = await context.newCDPSession(page);
  attached = tools;
  for (const domain of ['Page', 'DOM', 'CSS'] as const) await tools.send(`${domain}.enable`);
  const choose = (letters: number) =>
    tools.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: letters } });
  const resize = async ({ width, height, letters = 16 }: Window) => {
    await page.setViewportSize({ width, height });
    await choose(letters);
    await still(page);
  };
  await choose(16);
  await settle(page);
  await page.evaluate(MEASURES);
  return { ...visited, tools, resize };
}

describe('The portal: its looks', () => {
  before(makeWorks);
  // A tab that was closed has none left.
  afterEach(() => attached?.detach().catch(() => {}));

  for (const one of [...WITH_AMOUNTS, ...PAGES]) {
    test(`${nameOf(one)}: in every window each state is seen, no amount is cut, letters are as large as chosen`, async () => {
      const found: string[] = [];
      const { page, tools, resize } = await open(one);
      const [, , steps = [nothing], button] = one;
      for (const step of steps) {
        if (step !== steps[0]) await resize(DESK);
        await step(page);
        await page.evaluate(MEASURES);
        let seen = 0;
        const usual = new Set<number>();
        const large: [pixels: number, where: string][] = [];
        for (const [name, size] of Object.entries(WINDOWS)) {
          await resize(size);
          let now = await measure(page);
          // An element that changes its place in another window has reached it within some seconds.
          for (let tries = 0; now.faults.length > 0 && tries < 20; tries++) {
            await page.waitForTimeout(200);
            now = await measure(page);
          }
          const where = `${step.name} ${name}`;
          const note = (state: string, faults: string[]) =>
            found.push(...[...new Set(faults)].map((fault) => `${where} ${state}: ${fault}`));
          note('width', now.faults);
          seen += now.seen;
          const letters = size.letters ?? 16;
          for (const [pixels, what] of now.sizes) {
            if (letters === 16) usual.add(pixels);
            else large.push([(16 * pixels) / letters, `${where}: ${what}`]);
          }
          if (size !== DESK && size !== PHONE) continue;
          if (size === PHONE && button) note('button', await misplaced(page, button));
          note('size', [...(await small(page)), ...(await tight(page))]);
          const force = await mark(page, tools);
          for (const state of STATES) {
            if (state) await force(state);
            note(state, await faint(page, state));
            if (state.includes('focus')) note(state, await unmarked(page));
          }
          await force('');
        }
        if (seen === 0 && WITH_AMOUNTS.includes(one)) found.push(`${step.name}: no amount`);
        // A text that is as large with other letters has a size of its own, which nobody chose.
        assert.ok(usual.has(16));
        found.push(...large.filter(([pixels]) => !usual.has(pixels)).map(String));
      }
      assert.deepEqual(found, []);
    });
  }

  test('with a filter set an administrator’s tools have one line, and the list begins below 110 pixels', async () => {
    const municipios = await fetchJson<{ id: number; nombre: string }[]>('GET', '/municipios');
    const [longest] = municipios.sort((one, other) => other.nombre.length - one.nombre.length);
    const { page, resize } = await open(['admin', `/obras?municipioId=${longest?.id}`]);
    await page.getByRole('button', { name: /^Quitar el filtro Municipio: / }).waitFor();
    for (const width of [1440, 1366]) {
      await resize({ width, height: width === 1440 ? 900 : 768 });
      const [tools = 0, first = 0, search = 0] = await page.evaluate<number[]>(`[
        document.querySelector('.explorar_herramientas').offsetHeight,
        document.querySelector('.explorar_totales').getBoundingClientRect().top,
        document.querySelector('.barra-filtros_busqueda').offsetWidth,
      ]`);
      assert.ok(tools < 60 && first <= 110 && search >= 160, `${tools} ${first} ${search}`);
      assert.deepEqual(await beyond(page), []);
    }
  });

  test('the makers of the map have two lines of a phone, whole and with nothing on them', async () => {
    const { page, resize } = await open(['user', '/obras?vista=mapa'], PHONE);
    for (const path of ['/obras?vista=mapa', `/obras/${obra}`]) {
      await go(page, path);
      for (const width of [390, 360, 320]) {
        await resize({ width, height: 740 });
        const credit = page.locator('.base_credito-mapa');
        await credit.scrollIntoViewIfNeeded();
        await expectText(page, /^Fuente: INEGI.*elaboración propia$/);
        const [lines = 0, isWhole] = await page.evaluate<[number, boolean]>(`{
          const it = document.querySelector('.base_credito-mapa');
          const { left, right, top, bottom } = it.getBoundingClientRect();
          const corners = [[left + 2, top + 2], [right - 2, bottom - 2]];
          [Math.round(it.offsetHeight / 17), corners.every((at) => document.elementFromPoint(...at) === it)];
        }`);
        assert.deepEqual([lines <= 2, isWhole], [true, true], `${lines} ${path} ${width}`);
      }
    }
  });

  test('figures, labels and addresses have the lines that are meant, and stand on one line with what is beside them', async () => {
    const WIDE = 'maria.guadalupe.canche@secretaria-de-obras.yucatan.gob.mx';
    await makeUser(WIDE, 'otra-clave-mejor', { nombreCompleto: 'María Guadalupe Canché Pech' });
    const { page, resize } = await open(['admin', '/bitacora']);
    /** Of all that a selector finds: the texts of each line. */
    const lines = (selector: string) =>
      page.evaluate<string[][]>(`{
        const of = (e) => {
          const found = new Map();
          for (const text of textsIn(e)) for (let at = 0; at < text.data.length; at += 1) {
            const range = document.createRange();
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            const { bottom } = range.getBoundingClientRect();
            found.set(bottom, (found.get(bottom) ?? '') + text.data[at]);
          }
          return [...found.values()];
        };
        [...document.querySelectorAll('main ' + ${JSON.stringify(selector)})].map(of);
      }`);
    const visits: [path: string, width: number, selector: string][] = [
      ['/bitacora', 1366, '.bitacora_porcentaje label'],
      ['/bitacora', 960, '.bitacora_porcentaje label'],
      [`/obras/${await makeFollowed()}`, 768, '.ficha_cifras strong'],
    ];
    for (const [path, width, selector] of visits) {
      await go(page, path);
      await resize({ ...DESK, width });
      await settle(page);
      await page.evaluate(MEASURES);
      const found = await lines(selector);
      assert.ok(found.length > 0, path);
      assert.ok(!found.some((one) => one.length !== 1), `${path} ${width} ${found.join('; ')}`);
    }
    await resize({ ...DESK, width: 1366 });
    await go(page, '/usuarios?q=canche');
    await page.getByRole('cell', { name: WIDE, exact: true }).waitFor();
    await page.evaluate(MEASURES);
    const [parts = []] = await lines('td.piezas_se-parte');
    assert.ok(parts.length > 1);
    for (const part of parts.slice(0, -1)) assert.match(part, /[@-]$/);
    // A button is as high as its field.
    for (const path of ['/calidad', '/bitacora', '/resumen', '/obras']) {
      await settle(page, path);
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('main .piezas_campo + button')].flatMap((e) => [e, e.previousElementSibling.querySelector('input') ?? e].map((each) => each.offsetHeight)).filter((height) => height > 0)`,
      );
      assert.ok(heights.length > 0 && new Set(heights).size === 1, `${path} ${heights}`);
    }
    // Labels of fields weigh less than names.
    await settle(page, `/obras/${obra}/editar`);
    const weights = (selector: string) =>
      page.evaluate<string[]>(
        `[...new Set([...document.querySelectorAll('${selector}')].map((e) => getComputedStyle(e).fontWeight))]`,
      );
    assert.deepEqual(await weights('.piezas_campo > label'), ['400']);
    assert.deepEqual(await weights('h1'), ['700']);
    // A card's status and amount, and on a phone the amounts of the sums.
    await settle(page, '/obras');
    const apart = await page.evaluate<number[]>(`{
      const bottom = (e) => { const range = document.createRange(); range.selectNodeContents(e.lastChild); return range.getBoundingClientRect().bottom; };
      [...document.querySelectorAll('.lista_en-que')].map((e) => Math.round(bottom(e.querySelector('.piezas_estatus')) - bottom(e.querySelector('strong'))));
    }`);
    // An amount that has no room beside the status stands below it.
    const beside = apart.filter((pixels) => Math.abs(pixels) < 10);
    assert.ok(beside.length > 0 && beside.every((pixels) => Math.abs(pixels) <= 1), `${apart}`);
    await go(page, '/resumen');
    await resize({ width: 390, height: 844 });
    await settle(page);
    const edges = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.resumen_grupos tr')].flatMap((e) => e.querySelectorAll('td')[1] ?? []).map((e) => Math.round(e.getBoundingClientRect().right))`,
    );
    const seen = edges.filter((edge) => edge > 0);
    assert.ok(seen.length > 1 && new Set(seen).size === 1, `${edges}`);
  });

  test('on paper no page has buttons or fields, a heading goes on, and notes are smaller than what they are of', async () => {
    const found: string[] = [];
    const { page } = await visit('admin', '/ayuda', { size: { width: 700, height: 1000 } });
    const { id: bare } = await makeObra();
    await page.evaluate(MEASURES);
    const works = [
      `obras/${obra}`,
      `obras/${bare}`,
      `obras/${obra}/historial`,
      `resumen?q=${word}`,
    ];
    const others = ['calidad', 'bitacora', 'usuarios', 'catalogos/dependencias', 'ayuda'];
    for (const path of [...works, ...others, 'obras', 'obras?vista=lista']) {
      await page.emulateMedia({ media: null });
      await settle(page, `/${path}`);
      await page.emulateMedia({ media: 'print' });
      const faults = await page.evaluate<string[]>(`{
        const all = (selector) => [...document.querySelectorAll('main ' + selector.replaceAll(', ', ', main '))].filter(isSeen);
        const size = (e) => parseFloat(getComputedStyle(e).fontSize);
        const after = (e) => {
          for (let at = e; at && at.localName !== 'main'; at = at.parentElement) {
            for (let next = at.nextElementSibling; next; next = next.nextElementSibling) if (isSeen(next)) return next;
          }
        };
        [
          ...all('button, .piezas_boton, input, select, textarea').map((e) => 'a button or field: ' + nameOf(e)),
          ...all('h2, h3').filter((e) => !after(e) || /^H[12]$/.test(after(e).tagName)).map((e) => 'nothing below ' + nameOf(e)),
          ...all('small, .piezas_ayuda, dt').filter((e) => textsIn(e).length > 0 && size(e) > Math.min(...all('td, dd, li, p:not(.piezas_ayuda), strong').map(size)))
            .map((e) => size(e) + ' ' + nameOf(e)),
          ...all('table').filter((e) => getComputedStyle(e).display !== 'table').map((e) => 'no table: ' + nameOf(e)),
          ...all('summary').filter((e) => getComputedStyle(e, '::after').content !== 'none').map((e) => 'a way into: ' + nameOf(e)),
          ...all('*').filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => 'cut off: ' + nameOf(e)),
        ];
      }`);
      found.push(...[...new Set(faults)].map((fault) => `${path} ${fault}`));
    }
    assert.deepEqual(found, []);
  });

  test('what opens over a page is read and seen in every state as well', async () => {
    const found: string[] = [];
    const { page, tools } = await open(['admin', `/obras?q=${word}&vista=lista`]);
    const look = async (what: string) => {
      const force = await mark(page, tools);
      for (const state of ['', 'hover', 'focus focus-visible']) {
        if (state) await force(state);
        await page.evaluate(
          `for (const e of document.querySelectorAll('[role="option"], [role="menuitem"]')) e.toggleAttribute('data-focused', ${state !== ''})`,
        );
        found.push(...(await faint(page, state)).map((fault) => `${what} ${state}: ${fault}`));
      }
      found.push(...(await small(page)).map((fault) => `${what} size: ${fault}`));
      await force('');
    };
    await press(page, 'Administración');
    await page.getByRole('menuitem', { name: 'Usuarios' }).waitFor();
    await look('menu');
    await page.keyboard.press('Escape');
    for (const name of ['Municipio', 'Más']) {
      await page.getByRole('button', { name, exact: true }).first().click();
      await page.getByRole('dialog').locator('input:visible').first().waitFor();
      await look(name);
      await page.keyboard.press('Escape');
    }
    await settle(page, `/obras/${obra}`);
    await page.evaluate('navigator.clipboard.writeText = async () => {}');
    await act(page, 'Copiar enlace');
    await expectText(page, 'Se copió el enlace de la obra.');
    await look('announcement');
    await act(page, 'Eliminar');
    await page.getByRole('dialog').waitFor();
    await look('question');
    assert.deepEqual(await cut(page), []);
    assert.deepEqual(found, []);
  });

  test('beside the map and in the whole list, the greatest amount and a common one are whole', async () => {
    const { page, resize } = await open(['user', `/obras?q=${word}&orden=-monto`]);
    const list = page.locator('.lista');
    for (const [vista, greatest, common] of [
      ['', GREATEST_IN_WORDS, /^\$1,23.* millones$/],
      ['lista', GREATEST_WHOLE, '$1,234,567,890.50'],
    ] as const) {
      await resize(DESK);
      await go(page, `/obras?q=${word}&orden=-monto&vista=${vista}`);
      await list.getByText(greatest).first().waitFor();
      await list.getByText(common).scrollIntoViewIfNeeded();
      assert.deepEqual(await cut(page), []);
      // The name still has room beside it.
      const { width } = await boxOf(page.locator('.lista_nombre').first());
      assert.ok(width >= 150, `${width} pixels for the name`);
      for (const width of [1376, 1377]) {
        await resize({ ...DESK, width });
        await assertFits(page);
      }
    }
  });
});
