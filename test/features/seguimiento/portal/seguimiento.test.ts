import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { dayInWords } from '../../../../src/core/base/time.ts';
import {
  act,
  assertAccessibleEverywhere,
  boxOf,
  choose,
  eventually,
  expectAlert,
  expectFieldError,
  expectFocus,
  expectGone,
  expectText,
  expectValue,
  go,
  press,
  tabTo,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  base,
  EVERY_SIZE,
  fetchJson,
  gate,
  makeObra,
  refuse,
  until,
  visit,
} from '../../../portal/portal-world.ts';
import {
  avancesOf,
  day,
  inField,
  makeClerk,
  makeDependencia,
  makeFollowed,
  named,
  report,
  type Seguimiento,
} from '../../../portal/seguimiento-pasos.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Avance', exact: true });
/** The text of a part of the page, in one line. */
const textOf = async (page: Page, selector = '.seguimiento') =>
  (await page.locator(selector).innerText()).replace(/\s+/g, ' ');
const openTable = (page: Page) => page.getByText(/^Los mismos datos en una tabla/).click();
/** Opens the form of a report and waits for it. */
const reporting = async (page: Page) => page.getByLabel('Avance físico').waitFor();
const kept = (page: Page, text: string) =>
  until(
    page,
    `Object.entries(localStorage).some(([name, value]) =>
      name.startsWith('registro.borrador.') && value.includes(${JSON.stringify(text)}))`,
  );
const drafts = (page: Page) =>
  page.evaluate<number>(
    `Object.keys(localStorage).filter((name) => name.startsWith('registro.borrador.')).length`,
  );

/** A work of an agency of its own, and its clerk. */
async function world(fields: Record<string, unknown> = {}) {
  const dependencia = await makeDependencia();
  const clerk = await makeClerk([dependencia.id]);
  const { id } = await makeObra({
    monto: 1_000_000,
    estatusObraId: 4,
    ...fields,
    dependenciaId: dependencia.id,
  });
  return { clerk, id, dependencia };
}

describe('The portal: the follow-up on the sheet of a work', () => {
  test('it says how far the work is, as of when, how late, who builds it, for how much, and why that changed', async () => {
    const id = await makeFollowed();
    // The newest report says nothing of payment: what was paid is what the one before it said.
    await report(id, day(-100), 45.5, { causaAtraso: 'CLIMA' });
    const { page } = await visit('user', `/obras/${id}`);
    await section(page).waitFor();
    await openTable(page);
    // Each is told once.
    const figures = await textOf(page, '.ficha_cifras');
    for (const part of [
      'Monto $2 millones',
      `45.5 % al ${dayInWords(day(-100))} (hace 3 meses)`,
      'Se había previsto 83.33 % (37.83 puntos menos)',
      `2 meses de atraso Debía terminar el ${dayInWords(day(-80))} (80 días)`,
      ': clima',
    ]) {
      assert.ok(figures.includes(part), `${part}\n${figures}`);
    }
    const text = await textOf(page);
    for (const part of [
      'Pagado 91.25 %, construido 45.5 %',
      `Monto pagado: $1,200,000.00, 91.25 % de sus contratos, 60 % del monto registrado, al ${dayInWords(day(-145))} (hace 4 meses)`,
      'Los mismos datos en una tabla (4 reportes)',
      'Clima. Se terminó la cimentación.',
      'Se reprogramó 1 vez; la última, porque: Las lluvias de junio detuvieron la obra.',
      'Constructora del Mayab, S.A. de C.V. CMA010203AB4',
      '$1,180,000.00 Vigente: $1,315,000.50 (+11.44 %)',
      '(+20 días)',
      'Licitación pública (4 proponentes)',
      `${dayInWords(day(-120))}: monto a $1,315,000.50; término al ${dayInWords(day(-80))}`,
      'Por qué: Volúmenes adicionales por suelo rocoso.',
      `Rescindido el ${dayInWords(day(-150))}. Por qué: Dejó de presentarse.`,
    ]) {
      assert.ok(text.includes(part), `${part}\n${text}`);
    }
    const fechas = page.getByRole('table', { name: 'Fechas previstas y reales' });
    await fechas
      .getByRole('row', {
        name: `Inicio ${dayInWords(day(-300))} ${dayInWords(day(-300))} ${dayInWords(day(-290))}`,
      })
      .waitFor();
    await fechas
      .getByRole('row', { name: `Término ${dayInWords(day(-100))} ${dayInWords(day(-80))} —` })
      .waitFor();
    assert.equal(await page.getByRole('link', { name: 'Reportar avance' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: /^Corregir/ }).count(), 0);
  });

  test('planned, built and paid are drawn as lines that are told apart without their colours', async () => {
    const id = await makeFollowed();
    const { page } = await visit('user', `/obras/${id}`);
    const lines = page.getByRole('img', { name: /^Avance previsto, construido y pagado, del / });
    await lines.waitFor();
    const drawn = await page.evaluate<
      string[][]
    >(`[...document.querySelectorAll('.seguimiento_lamina > svg > svg > g')].map((g) => {
      const line = g.querySelector('.seguimiento_linea');
      const { strokeDasharray, strokeLinecap, strokeWidth } = getComputedStyle(line);
      return [g.getAttribute('class'), String(line.getAttribute('d').split(/[ML]/).length - 1),
        [strokeDasharray, strokeLinecap, strokeWidth].join(' ')];
    })`);
    assert.deepEqual(
      drawn.map(([name, points]) => [name, points]),
      [
        ['seguimiento_previsto', '2'],
        ['seguimiento_real', '3'],
        ['seguimiento_pagado', '2'],
      ],
    );
    assert.equal(new Set(drawn.map(([, , looks]) => looks)).size, 3);
    // Names at the lines' ends, none over another; quarters below; the 100 % that is planned.
    const names = page.locator('.seguimiento_lamina g > text');
    const boxes = await Promise.all((await names.all()).map(boxOf));
    boxes.sort((one, other) => one.y - other.y);
    assert.equal(boxes.length, 3);
    for (const [i, { y }] of boxes.slice(1).entries()) {
      const above = boxes[i] as (typeof boxes)[number];
      assert.ok(y >= above.y + above.height - 3, JSON.stringify(boxes));
    }
    for (const text of ['Hoy', '100 %']) await lines.getByText(text, { exact: true }).waitFor();
    await lines
      .getByText(/^T[1-4] \d{4}$/)
      .first()
      .waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    await assertAccessible(page);
  });

  test('its title says the finding, to the point that table and API have; what is paid ahead of what is built is tinted', async () => {
    const { id } = await makeObra({ monto: 1_000_000, estatusObraId: 4 });
    for (const [offset, built, paid] of [
      [-200, 40, 100_000],
      [-100, 50, 900_000],
      [-10, 98, 1_146_123.45],
    ] as const) {
      await report(id, day(offset), built, { montoPagado: paid });
    }
    const { page } = await visit('user', `/obras/${id}`);
    const { avance, pagado } = await fetchJson<Seguimiento>('GET', `/obras/${id}/seguimiento`);
    assert.equal(pagado?.avanceFinanciero, 114.61);
    const figures = [`${pagado?.avanceFinanciero} %`, `${avance?.avanceFisico} %`];
    await page
      .getByRole('heading', { name: `Pagado ${figures[0]}, construido ${figures[1]}`, exact: true })
      .waitFor();
    await openTable(page);
    const row = page.getByRole('row', { name: dayInWords(day(-10)) });
    for (const figure of figures) await expectText(row, figure);
    // Behind at first, then ahead: the first part begins where the lines meet.
    const tints = page.locator('.seguimiento_adelantado');
    assert.equal(await tints.count(), 2);
    // A line of 100 %, below the top of what is drawn.
    const y = await page.locator('.seguimiento_entero').getAttribute('d');
    assert.match(y ?? '', /^M0 1\d\.\d+H100$/);
  });

  test('the value of a day is read at the pointer, by a finger and by the arrow keys, which say it', async () => {
    const id = await makeFollowed();
    const { page } = await visit('user', `/obras/${id}`, { context: { hasTouch: true } });
    const days = page.getByRole('slider', { name: 'Día de la gráfica' });
    const said = () => days.getAttribute('aria-valuetext');
    const at = (offset: number, more: string) => `Al ${dayInWords(day(offset))}: ${more}`;
    const newest = at(-145, 'previsto 64.58 %, construido 45.5 %, pagado 91.25 %');
    await days.focus();
    await eventually(said, newest);
    await page.keyboard.press('ArrowLeft');
    await eventually(said, at(-200, 'previsto 41.67 %, construido 30 %, pagado 60.84 %'));
    await expectText(section(page), (await said()) as string);
    await page.keyboard.press('Home');
    await eventually(said, at(-300, 'previsto 0 %'));
    await page.keyboard.press('End');
    await eventually(said, at(0, 'previsto 100 %'));
    await days.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(days);
    await page.mouse.move(x + 1, y + height / 2);
    await eventually(said, at(-300, 'previsto 0 %'));
    await page.mouse.move(x, y - 300);
    await eventually(said, newest);
    await page.touchscreen.tap(x + width - 1, y + height / 2);
    await eventually(said, at(0, 'previsto 100 %'));
  });

  test('a work that nobody has reported says nothing to a reader, and lets an administrator report', async () => {
    const { id } = await makeObra();
    const { page, leave } = await visit('user', `/obras/${id}`);
    await expectText(page, 'Sin descripción.');
    await page.waitForLoadState('networkidle');
    assert.equal(await section(page).count(), 0);
    await leave();
    const admin = await visit('admin', `/obras/${id}`);
    await section(admin.page).getByText('Todavía no se ha reportado nada').waitFor();
    await act(admin.page, 'Reportar avance');
    await reporting(admin.page);
  });

  for (const size of EVERY_SIZE) {
    test(`axe finds nothing on it, with the table and the drawer open (${size})`, async () => {
      const id = await makeFollowed();
      const { page } = await visit('admin', `/obras/${id}`, { size });
      await section(page).waitFor();
      await openTable(page);
      await assertAccessible(page);
      await assertFits(page);
      await page
        .getByRole('button', { name: /^Corregir el avance al/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Avance físico').waitFor();
      await assertAccessible(page);
    });
  }

  test('at 320 pixels, with long words and the largest amounts, nothing makes the page wider', async () => {
    const { id } = await makeObra({ monto: 9_999_999_999_999.99 });
    await report(id, day(-1), 99.99, {
      montoPagado: 9_999_999_999_999.99,
      observaciones: 'x'.repeat(300),
    });
    await fetchJson('POST', `/obras/${id}/contratos`, {
      numero: 'N'.repeat(100),
      naturaleza: 'OBRA',
      objeto: 'o'.repeat(300),
      contratista: 'c'.repeat(255),
      monto: 9_999_999_999_999.99,
      fechaFirma: '2026-01-01',
      fechaInicio: '2026-01-01',
      fechaTermino: '2026-01-02',
    });
    const { page } = await visit('admin', `/obras/${id}`, {
      context: { viewport: { width: 320, height: 640 } },
    });
    await section(page).waitFor();
    await openTable(page);
    await assertFits(page);
    await go(page, `/obras/${id}/reportar`);
    await reporting(page);
    await assertFits(page);
  });

  test("a clerk's 100 % waits for an administrator, who confirms it with one button", async () => {
    const { clerk, id } = await world();
    await report(id, day(-3), 100);
    const { page, leave } = await visit(clerk, `/obras/${id}`);
    await page.locator('.ficha_cifras').getByText('100 %', { exact: true }).waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Confirmar que está terminada' }).count(),
      0,
    );
    await leave();
    const admin = await visit('admin', `/obras/${id}`);
    await press(admin.page, 'Confirmar que está terminada');
    await press(admin.page, 'Cambiar a Terminada');
    await admin.page.locator('[aria-current="step"]', { hasText: 'Terminada' }).waitFor();
    const { estatusObraId } = await fetchJson<{ estatusObraId: number }>('GET', `/obras/${id}`);
    assert.equal(estatusObraId, 6);
  });
});

describe('The portal: reporting', () => {
  test('a clerk reports in four fields on a phone, with the last report beside them', async () => {
    const { clerk, id } = await world();
    await report(id, day(-60), 30, { montoPagado: 200_000 });
    await report(id, day(-40), 30.5, { observaciones: 'Van los muros.' });
    const { page } = await visit(clerk, `/obras/${id}`, {
      size: 'phone',
      context: { hasTouch: true },
    });
    await page.getByRole('link', { name: 'Reportar avance' }).tap();
    await reporting(page);
    const last = page.getByRole('region', { name: 'El último avance' });
    await expectText(last, `Último avance, al ${dayInWords(day(-40))} (hace 40 días)`);
    await expectText(last, 'Van los muros.');
    await expectText(last, `$200,000.00 pagados al ${dayInWords(day(-60))} (hace 60 días)`);
    await expectText(page, /Vacío: sigue en \$200,000\.00\.$/);
    await expectValue(page.getByLabel('Fecha de corte'), inField(day(0)));
    await page.getByLabel('Avance físico').fill('45,5 %');
    await page.getByLabel('Monto pagado').fill('450,000.50');
    await choose(page, /Causa del atraso/, 'Clima');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Reportar avance' }).tap();
    await expectText(page, `Se reportó 45.5 % de avance al ${dayInWords(day(0))}.`);
    await page.locator('.ficha_cifras').getByText('45.5 %').waitFor();
    const made = (await avancesOf(id)).at(-1);
    assert.deepEqual(
      [made?.fechaCorte, made?.avanceFisico, made?.montoPagado, made?.causaAtraso],
      [day(0), 45.5, 450_000.5, 'CLIMA'],
    );
    assert.equal(await drafts(page), 0);
  });

  test('a keyboard alone does it', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}/reportar`);
    await reporting(page);
    await page.getByLabel('Fecha de corte').fill('');
    // A year of two figures.
    await page.keyboard.type(inField(day(0)).replace('/20', '/'));
    await expectText(page, `Se entiende ${dayInWords(day(0))}`);
    await tabTo(page, /^Avance físico/);
    await page.keyboard.type('12');
    await tabTo(page, /^Observaciones/);
    await page.keyboard.type('Se empezó.');
    await tabTo(page, 'Reportar avance');
    await page.keyboard.press('Enter');
    await expectText(page, /^Se reportó 12 % de avance/);
    const [made] = await avancesOf(id);
    assert.deepEqual([made?.avanceFisico, made?.observaciones], [12, 'Se empezó.']);
  });

  test('a day says how it is understood, and a text that is none is never sent as nothing', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /400/ });
    await reporting(page);
    const cut = page.getByLabel('Fecha de corte');
    await cut.fill('3.4.26');
    await expectText(page, 'Se entiende 3 de abril de 2026');
    await expectValue(cut, '3.4.26');
    await cut.fill('pronto');
    await cut.press('Tab');
    await expectFieldError(page, /no es una fecha que se entienda/);
    await expectValue(cut, 'pronto');
    await page.getByLabel('Avance físico').fill('10');
    const refused = page.waitForResponse((answer) => answer.status() === 400);
    await press(page, 'Reportar avance');
    await refused;
    await expectValue(cut, 'pronto');
    assert.deepEqual(await avancesOf(id), []);
    await cut.fill(inField(day(0)));
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 10 % de avance/);
    assert.deepEqual(
      (await avancesOf(id)).map(({ fechaCorte }) => fechaCorte),
      [day(0)],
    );
  });

  test("what the registry refuses stands at its field, in the registry's words", async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /400/ });
    await reporting(page);
    await page.getByLabel('Fecha de corte').fill(day(2));
    await press(page, 'Reportar avance');
    await expectFieldError(page, 'Es un dato obligatorio.');
    await expectFieldError(page, 'No debe ser posterior a hoy');
    await assertAccessibleEverywhere(page);
    const noNumber = /Debe ser un número/i;
    const outside = /Debe estar entre 0 y 100\./;
    for (const [typed, fault] of [
      ['ciento uno', noNumber],
      ['101', outside],
      ['1e2', noNumber],
      ['-1', outside],
    ] as const) {
      await page.getByLabel('Avance físico').fill(typed);
      await press(page, 'Reportar avance');
      await expectFieldError(page, fault);
    }
    assert.deepEqual(await avancesOf(id), []);
  });

  test('what falls asks for its reason before it is sent, and the registry insists', async () => {
    const { clerk, id } = await world();
    await report(id, day(-10), 40.5);
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /400/ });
    await reporting(page);
    await page.getByLabel('Avance físico').fill('30');
    await expectText(page, 'El avance baja de 40.5 % a 30 %: explique aquí por qué.');
    // At the field that says so, too.
    await expectText(page, 'Baja de 40.5 % a 30 %: explique por qué en Observaciones.');
    await press(page, 'Reportar avance');
    await expectFieldError(page, /avance físico baja de 40\.50 %/);
    await page.getByLabel('Observaciones').fill('Se demolió un tramo mal hecho.');
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 30 % de avance/);
  });

  test('a cut that is reported already leads to correcting that report', async () => {
    const { clerk, id } = await world();
    await report(id, day(0), 20, { montoPagado: 100 });
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /409/, size: 'phone' });
    await reporting(page);
    const last = page.getByRole('region', { name: 'El último avance' });
    // Before anything is sent, and gone with another day.
    await expectText(page, `Ya hay un avance al ${dayInWords(day(0))}: dice 20 %.`);
    assert.equal(await last.getByText(/Es el primer avance/).count(), 0);
    await page.getByLabel('Fecha de corte').fill(day(-1));
    await expectText(last, /^Es el primer avance de esta obra/);
    await page.getByLabel('Fecha de corte').fill(day(0));
    await page.getByLabel('Avance físico').fill('25');
    await page.getByLabel('Observaciones').fill('Con el colado de ayer.');
    await press(page, 'Reportar avance');
    await expectFieldError(page, `Ya hay un avance con corte al ${dayInWords(day(0))}.`);
    await assertAccessible(page);
    // The way to that report is in sight, below the day that has the focus, on a phone too.
    const way = page.getByRole('button', { name: /^Corregir el avance al/ });
    await way.waitFor();
    await until(
      page,
      `(() => {
        const way = [...document.querySelectorAll('button')]
          .find(({ innerText }) => innerText.startsWith('Corregir el avance al'))
          .getBoundingClientRect();
        return way.top >= 0 && way.bottom <= innerHeight;
      })()`,
    );
    await press(page, /^Corregir el avance al/);
    const drawer = page.getByRole('dialog');
    // What was typed stands over what that report says, and nothing that was not typed.
    await expectValue(drawer.getByLabel('Avance físico'), '25');
    await expectValue(drawer.getByLabel('Observaciones'), 'Con el colado de ayer.');
    await expectValue(drawer.getByLabel('Monto pagado'), '100.00');
    await press(drawer, 'Guardar cambios');
    await page.locator('.ficha_cifras').getByText('25 %', { exact: true }).waitFor();
    assert.deepEqual(
      (await avancesOf(id)).map(({ avanceFisico, montoPagado, observaciones }) => [
        avanceFisico,
        montoPagado,
        observaciones,
      ]),
      [[25, 100, 'Con el colado de ayer.']],
    );
    assert.equal(await drafts(page), 0);
  });

  test('where that report is deleted instead, what was typed stays and is sent', async () => {
    const { clerk, id } = await world();
    await report(id, day(0), 20);
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /409/ });
    await reporting(page);
    await page.getByLabel('Avance físico').fill('25');
    await page.getByLabel('Observaciones').fill('La anterior era de otra obra.');
    const send = page.getByRole('button', { name: 'Reportar avance' });
    await send.click();
    await press(page, /^Corregir el avance al/);
    const dialog = page.getByRole('dialog');
    await press(dialog, 'Eliminar este avance');
    const { free, letGo } = gate();
    await page.route(/\/seguimiento$/, async (route) => {
      await free;
      await route.fallback();
    });
    await press(dialog, 'Eliminar el avance');
    // The focus is back where it was, and that goes once the page is read again.
    const isBack = `document.activeElement?.innerText.startsWith('Corregir el avance al')`;
    await until(page, isBack);
    letGo();
    await expectText(page, 'Es el primer avance de esta obra hasta esa fecha.');
    await until(page, `document.activeElement?.ariaLabel === 'El último avance'`);
    assert.equal(await page.getByText(/^Ya hay un avance con corte/).count(), 0);
    await send.click();
    await page.locator('.ficha_cifras').getByText('25 %', { exact: true }).waitFor();
    const [made] = await avancesOf(id);
    assert.equal(made?.observaciones, 'La anterior era de otra obra.');
  });

  test('of a late work the delay is told and its cause asked for, with the last one kept', async () => {
    const { clerk, id } = await world();
    const programa = { fechaInicio: day(-700), fechaTermino: day(-356) };
    await fetchJson('POST', `/obras/${id}/programas`, programa);
    const { page } = await visit(clerk, `/obras/${id}/reportar`);
    await reporting(page);
    const cause = page.getByRole('button', { name: /Causa del atraso$/ });
    const asked = 'La obra va atrasada: elija por qué, o «Sin causa conocida».';
    const until = `debía terminar el ${dayInWords(day(-356))}.`;
    await expectText(page, `Al ${dayInWords(day(0))} lleva 356 días de atraso: ${until}`);
    await expectText(cause, 'Elija…');
    await press(page, 'Reportar avance');
    await expectFieldError(page, 'Es un dato obligatorio.');
    await expectFieldError(page, asked);
    await assertAccessible(page);
    // Of an earlier cut, when it was in time, there is nothing to say.
    await page.getByLabel('Fecha de corte').fill(day(-400));
    await expectText(cause, 'No va atrasada');
    await expectGone(page.getByText(/días de atraso/));
    await page.getByLabel('Fecha de corte').fill(day(-100));
    await expectText(page, /^Al .* lleva 256 días de atraso/);
    await page.getByLabel('Avance físico').fill('30');
    await choose(page, /Causa del atraso$/, 'Permisos o trámites');
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 30 %/);

    await page.goto(`${base}/portal/obras/${id}/reportar`);
    await expectText(cause, 'Permisos o trámites');
    await expectText(page, /Es la causa que se reportó la última vez\.$/);
    const last = page.getByRole('region', { name: 'El último avance' });
    await expectText(last, 'Causa del atraso: permisos o trámites');
    await page.getByLabel('Avance físico').fill('40');
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 40 %/);
    await page.goto(`${base}/portal/obras/${id}/reportar`);
    await page.getByLabel('Fecha de corte').fill(day(-1));
    await choose(page, /Causa del atraso$/, 'Sin causa conocida');
    await page.getByLabel('Avance físico').fill('35');
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 35 %/);
    assert.deepEqual(
      (await avancesOf(id)).map(({ causaAtraso }) => causaAtraso),
      ['PERMISOS', null, 'PERMISOS'],
    );
  });

  test('which part of the amount was paid is told while it is typed, and more than all of it stands out', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { size: 'phone' });
    await reporting(page);
    await page.getByLabel('Monto pagado').fill('453,000');
    const part = (words: string) =>
      page.getByText(`Es el ${words} del monto registrado, $1,000,000.00.`);
    await part('45.3 %').waitFor();
    assert.equal(await page.getByText('Revíselo.').count(), 0);
    await page.getByLabel('Monto pagado').fill('453,000,000');
    await part('45,300 %').and(page.locator('strong')).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    // It is no refusal: what it cost more than planned can be so.
    await page.getByLabel('Monto pagado').fill('1,250,000');
    await page.getByLabel('Avance físico').fill('100');
    await press(page, 'Reportar avance');
    await page.locator('.ficha_cifras').getByText('100 %', { exact: true }).waitFor();
    assert.equal((await avancesOf(id))[0]?.montoPagado, 1_250_000);
  });

  test('a report is corrected and deleted on the sheet', async () => {
    const { clerk, id } = await world();
    await report(id, day(-20), 40, { montoPagado: 100, causaAtraso: 'PAGOS' });
    await report(id, day(-10), 50);
    const { page } = await visit(clerk, `/obras/${id}`, { allow: /400/ });
    await section(page).waitFor();
    await openTable(page);
    const old = page.getByRole('button', { name: `Corregir el avance al ${dayInWords(day(-20))}` });
    await old.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Avance físico').fill('60');
    await press(drawer, 'Guardar cambios');
    await expectFieldError(drawer, /dice menos/);
    await drawer.getByLabel('Avance físico').fill('41,25');
    await drawer.getByLabel('Monto pagado').fill('');
    await choose(page, /Causa del atraso/, 'No va atrasada, o sin causa conocida');
    await press(drawer, 'Guardar cambios');
    await expectGone(drawer);
    await page.getByRole('cell', { name: '41.25 %' }).waitFor();
    await expectFocus(page, 'Corregir');
    const [first] = await avancesOf(id);
    assert.deepEqual(
      [first?.avanceFisico, first?.montoPagado, first?.causaAtraso, first?.observaciones],
      [41.25, null, null, ''],
    );
    await old.click();
    await press(drawer, 'Eliminar este avance');
    await assertAccessible(page);
    await press(page, 'Eliminar el avance');
    await expectText(page, '(1 reporte)');
    await until(page, `document.activeElement?.textContent === 'Avance'`);
    assert.deepEqual(
      (await avancesOf(id)).map(({ fechaCorte }) => fechaCorte),
      [day(-10)],
    );
  });

  test('two who correct one report are told of each other', async () => {
    const { clerk, id } = await world();
    const made = await report(id, day(-20), 40);
    const { page } = await visit(clerk, `/obras/${id}`, { allow: /412/ });
    await section(page).waitFor();
    await openTable(page);
    await press(page, /^Corregir el avance/);
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Avance físico').fill('41');
    await fetchJson('PATCH', `/obras/${id}/avances/${made.id}`, {
      avanceFisico: 42,
      montoPagado: 5,
    });
    await press(drawer, 'Guardar cambios');
    const conflict = page.getByRole('dialog', { name: 'Otra persona cambió este registro' });
    await expectText(conflict, 'Monto pagado: (vacío) → $5.00');
    for (const words of [/Antes\s*40 %/, /La otra persona\s*42 %/, /Usted\s*41 %/]) {
      await conflict.locator('.conflict_version', { hasText: words }).waitFor();
    }
    await conflict.getByText('Usted', { exact: true }).click();
    await press(conflict, 'Guardar lo elegido');
    await expectGone(drawer);
    const [now] = await avancesOf(id);
    assert.deepEqual([now?.avanceFisico, now?.montoPagado], [41, 5]);
  });

  test('a report that somebody corrected meanwhile is not deleted unseen', async () => {
    const { clerk, id } = await world();
    const made = await report(id, day(-20), 40);
    const { page } = await visit(clerk, `/obras/${id}`, { allow: /412/ });
    await section(page).waitFor();
    await openTable(page);
    await press(page, /^Corregir el avance/);
    const dialog = page.getByRole('dialog', { name: /^Corregir/ });
    const question = page.getByRole('dialog', { name: 'Eliminar este avance' });
    await dialog.getByLabel('Observaciones').fill('A medias');
    await press(dialog, 'Eliminar este avance');
    await fetchJson('PATCH', `/obras/${id}/avances/${made.id}`, { avanceFisico: 42 });
    await press(question, 'Eliminar el avance');
    await expectAlert(question, /cambió/);
    await assertAccessibleEverywhere(page);
    assert.equal((await avancesOf(id))[0]?.avanceFisico, 42);
    await press(question, 'Cancelar');
    // In the drawer below the question is what she typed.
    await expectValue(dialog.getByLabel('Observaciones'), 'A medias');
    await press(dialog, 'Cancelar');
    // Opened anew, she sees what it says now, and may delete that.
    await press(page, /^Corregir el avance/);
    await expectValue(dialog.getByLabel('Avance físico'), '42');
    await press(dialog, 'Eliminar este avance');
    await press(question, 'Eliminar el avance');
    await expectGone(dialog);
    assert.deepEqual(await avancesOf(id), []);
  });

  test('a tab that is closed in the middle gives back what was written, to that work and person alone', async () => {
    const { clerk, id, dependencia } = await world();
    const other = await makeObra({ dependenciaId: dependencia.id });
    const { page, context } = await visit(clerk, `/obras/${id}/reportar`);
    await reporting(page);
    await page.getByLabel('Observaciones').fill('A medias, por teléfono');
    await kept(page, 'A medias, por teléfono');
    await page.close();
    const again = await context.newPage();
    await again.goto(`${base}/portal/obras/${other.id}/reportar`);
    await reporting(again);
    assert.equal(await again.getByText(/Hay un borrador sin guardar/).count(), 0);
    await again.goto(`${base}/portal/obras/${id}/reportar`);
    await press(again, /^Continuar con lo que había escrito/);
    await expectValue(again.getByLabel('Observaciones'), 'A medias, por teléfono');
    await again.getByLabel('Avance físico').fill('5');
    await press(again, 'Reportar avance');
    await expectText(again, /^Se reportó 5 % de avance/);
    assert.equal(await drafts(again), 0);
  });

  test('an answer that is lost makes no second report, with what is sent again as it was or changed', async () => {
    for (const second of ['33', '34']) {
      const { clerk, id } = await world();
      const { page, context } = await visit(clerk, `/obras/${id}/reportar`, {
        allow: /ERR_CONNECTION_RESET|ERR_FAILED|422/,
      });
      let lost = 0;
      await context.route(/\/avances$/, async (route) => {
        if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
        lost += 1;
        assert.equal((await route.fetch()).status(), 201);
        await route.abort('connectionreset');
      });
      await reporting(page);
      await page.getByLabel('Avance físico').fill('33');
      await press(page, 'Reportar avance');
      await expectText(page, 'No hubo respuesta del registro: no se sabe si llegó.');
      await page.getByLabel('Avance físico').fill(second);
      await until(page, `!document.querySelector('[type=submit]').disabled`);
      await press(page, 'Reportar avance');
      await expectText(page, `Se reportó ${second} % de avance`);
      assert.deepEqual(
        (await avancesOf(id)).map(({ avanceFisico }) => avanceFisico),
        [Number(second)],
      );
    }
  });

  test('who loses the agency while writing keeps what was written and is told what to do', async () => {
    const { clerk, id, dependencia } = await world();
    const other = await makeDependencia();
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /403/ });
    await reporting(page);
    await page.getByLabel('Avance físico').fill('15');
    for (const [left, sentence] of [
      [[other.id], 'Esta obra no es de su dependencia.'],
      [[], 'Su cuenta ya no captura los avances de esta obra.'],
    ] as const) {
      await clerk.appoint([...left]);
      await press(page, 'Reportar avance');
      await expectAlert(page, new RegExp(sentence.replaceAll('.', '\\.')));
      await expectValue(page.getByLabel('Avance físico'), '15');
    }
    assert.equal(await page.getByText(/pídalo a un administrador/).count(), 0);
    await clerk.appoint([dependencia.id]);
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 15 % de avance/);
  });

  test('who has not the agency is told whose the work is; who has no session is asked to enter', async () => {
    const { id, dependencia } = await world();
    const { page, leave } = await visit('user', `/obras/${id}/reportar`);
    await expectText(page, 'Su cuenta no captura los avances de esta obra.');
    await expectText(page, `Es de ${dependencia.nombre}.`);
    await assertAccessibleEverywhere(page);
    await leave();
    const reader = await visit('nobody', `/obras/${id}/reportar`);
    await reader.page.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  test('a registry that is busy is waited for, and the report goes out once', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /503/ });
    await refuse(page, /\/avances$/, 503, 'El registro está ocupado; inténtelo de nuevo.', {
      times: 1,
      retryAfter: 1,
      method: 'POST',
    });
    await reporting(page);
    await page.getByLabel('Avance físico').fill('7');
    await press(page, 'Reportar avance');
    await expectText(page, /^Se reportó 7 % de avance/);
    await eventually(async () => (await avancesOf(id)).length, 1);
  });

  test('a work that is not there is told as such', async () => {
    const { page } = await visit('admin', '/obras/99999999/reportar', { allow: /404/ });
    await expectAlert(page, /no encontrada/i);
  });
});

describe('The portal: works found by their follow-up', () => {
  for (const size of ['desk', 'phone'] as const) {
    test(`the list says how far each work is, as of when, and which are late (${size})`, async () => {
      const word = named('marcha').replace(' ', '');
      const long = 'de la unidad deportiva y de la calle que lleva a ella';
      const nombre = `Tardía ${word}, ampliación`;
      await makeFollowed({ nombre, descripcion: `Obra ${word}`, estatusObraId: 5 });
      await makeObra({ nombre: `Callada ${long}`, descripcion: `En ${word}`, estatusObraId: 4 });
      const path = `/obras?vista=lista&q=${word}&orden=nombre`;
      // The most that there may be beside it: of an administrator.
      const { page } = await visit('admin', path, { size });
      const row = (name: string) => page.locator('.lista [data-obra]', { hasText: name });
      await row('Tardía')
        .locator('.barra_avance-barra strong', { hasText: /^45\.5 %$/ })
        .waitFor();
      await row('Tardía').getByText('80 días de atraso').waitFor();
      const bar = row('Tardía').locator('.barra_hecho');
      assert.equal(await bar.getAttribute('width'), '45.5');
      assert.equal(await row('Callada').locator('.barra_avance-barra').count(), 0);
      if (size === 'desk') {
        await row('Tardía')
          .getByText(/^al \d+ [a-z]+ \d{4} \(hace 4 meses\)$/)
          .waitFor();
        // Its heading orders by it.
        await press(page, 'Avance');
        await until(page, `new URLSearchParams(location.search).get('orden') === 'avance'`);
        await press(page, 'Avance');
        await until(page, `new URLSearchParams(location.search).get('orden') === '-avance'`);
      }
      // How late a work is is whole, wherever it stands.
      const [card, late] = [
        await boxOf(row('Tardía')),
        await boxOf(row('Tardía').locator('.piezas_rezago')),
      ];
      assert.ok(late.y + late.height <= card.y + card.height, JSON.stringify([card, late]));
      await assertAccessible(page);
      await assertFits(page);
    });
  }

  test('what a filter or an order goes by stands in each row: how far payment is ahead, by how much contracts grew', async () => {
    const word = named('cifra').replace(' ', '');
    const id = await makeFollowed({ nombre: `Pagada ${word}`, monto: 2_000_000 });
    await report(id, day(-1), 46, { montoPagado: 1_300_000 });
    // 1,300,000 of the 1,315,000.50 of its contract, which was of 1,180,000.
    const { page } = await visit('user', `/obras?vista=lista&q=${word}&pagoAdelantado=10`);
    await page.locator('.lista').getByText('Pagado 98.86 % (+52.86)').waitFor();
    await assertFits(page);
    await page.goto(`${base}/portal/obras?vista=lista&q=${word}&orden=-crecimientoContratos`);
    await page.locator('.lista').getByText('Contratos +11.44 %').waitFor();
    for (const width of [360, 1150]) {
      await page.setViewportSize({ width, height: 740 });
      // On one line, within its row and its cell.
      await until(
        page,
        `(() => {
          const mark = document.querySelector('.lista .piezas_rezago')?.getBoundingClientRect();
          const row = document.querySelector('.lista [data-obra]').getBoundingClientRect();
          return mark?.height < 40 && mark.right <= row.right && mark.bottom <= row.bottom;
        })()`,
      );
    }
  });

  test('the card of a work on the map says how far it is and how late', async () => {
    const id = await makeFollowed({ nombre: named('Marcada') });
    const { page } = await visit('user', `/obras?vista=mapa&obra=${id}`);
    const card = page.getByRole('region', { name: 'Obra elegida' });
    await expectText(card, '45.5 %');
    await expectText(card, '80 días de atraso');
  });

  test('filters and orders stand in the address, as etiquetas, and find the works', async () => {
    const word = named('hallada').replace(' ', '');
    await makeFollowed({ nombre: `Tardía ${word}` });
    const { id: fresh } = await makeObra({ nombre: `Puntual ${word}`, estatusObraId: 4 });
    await report(fresh, day(-1), 80);
    await makeObra({ nombre: `Callada ${word}`, estatusObraId: 4 });
    const { page } = await visit('user', `/obras?vista=lista&q=${word}`);
    const listed = async () =>
      (await page.locator('.lista a.lista_nombre').allInnerTexts()).map(
        (name) => name.split(' ')[0],
      );
    const found = (names: string[]) =>
      eventually(async () => (await listed()).sort(), names.sort());
    await found(['Tardía', 'Puntual', 'Callada']);
    const more = () => page.getByRole('button', { name: /^Más( \(\d\))?$/ }).click();
    const panel = page.getByRole('dialog', { name: 'Más filtros' });
    await more();
    await panel.getByText('Sólo las atrasadas').click();
    await assertAccessible(page);
    await press(panel, 'Aplicar');
    await found(['Tardía']);
    await press(page, /Atrasadas/);
    await found(['Tardía', 'Puntual', 'Callada']);
    await more();
    await panel.getByLabel('Avance físico desde (%)').fill('45,5 %');
    await page.keyboard.press('Enter');
    await until(page, `new URLSearchParams(location.search).get('avanceMin') === '45.5'`);
    await found(['Tardía', 'Puntual']);
    await page.goto(`${base}/portal/obras?vista=lista&q=${word}&contratista=mayab`);
    await found(['Tardía']);
    const chips = page.getByRole('list', { name: 'Filtros puestos' });
    await expectText(chips, 'Contratista: mayab');
    await page.goto(`${base}/portal/obras?vista=lista&q=${word}&sinReporteDesde=${day(-2)}`);
    await found(['Tardía', 'Callada']);
    await expectText(chips, `Sin reporte desde el ${dayInWords(day(-2))}`);
    await page.goto(`${base}/portal/obras?vista=lista&q=${word}&orden=corte`);
    await eventually(listed, ['Callada', 'Tardía', 'Puntual']);
  });
});
