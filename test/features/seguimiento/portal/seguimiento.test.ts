import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { drafts, kept } from '../../../portal/formulario-pasos.ts';
import {
  act,
  assertAccessibleEverywhere,
  boxOf,
  canSend,
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
  fetchJson,
  holdBack,
  loseAnswers,
  makeObra,
  SIZES,
  still,
  TOUCHED,
  until,
  visit,
} from '../../../portal/portal-world.ts';
import {
  assertAvances,
  CONTRATO,
  day,
  dayInWords,
  inField,
  makeDependencia,
  makeFollowed,
  named,
  report,
  world,
} from '../../../portal/seguimiento-pasos.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Avance', exact: true });
/** The text of a part of the page, in one line. */
const textOf = async (page: Page, selector = '.seguimiento') =>
  (await page.locator(selector).innerText()).replace(/\s+/g, ' ');
const openTable = (page: Page) => page.getByText(/^Los mismos datos en una tabla/).click();
/** Opens the form of a report and waits for it. */
const reporting = async (page: Page) => page.getByLabel('Avance físico').waitFor();

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
      'Constructora del Mayab, S.A. de C.V. CMA010203AB5',
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
    for (const [nombre, ...offsets] of [
      ['Inicio', -300, -300, -290],
      ['Término', -100, -80],
    ] as const) {
      const days = offsets.map((offset) => dayInWords(day(offset)));
      await fechas.getByRole('row', { name: [nombre, ...days].join(' ') }).waitFor();
    }
    // A reader is offered none of what is written.
    assert.equal(await page.getByRole('link', { name: 'Reportar avance' }).count(), 0);
    assert.equal(await section(page).getByRole('button').count(), 0);
  });

  test('planned, built and paid are lines that differ without colours, and are read at the pointer, by a finger and by keys', async () => {
    const path = `/obras/${await makeFollowed()}`;
    const { page } = await visit('user', path, { context: { hasTouch: true } });
    const lines = page.getByRole('img', { name: /^Avance previsto, construido y pagado, del / });
    await lines.waitFor();
    const looks = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.seguimiento_lamina .seguimiento_linea')].map((line) => {
        const { strokeDasharray, strokeLinecap, strokeWidth } = getComputedStyle(line);
        return [strokeDasharray, strokeLinecap, strokeWidth].join(' ');
      })`,
    );
    assert.deepEqual([looks.length, new Set(looks).size], [3, 3]);
    // What is paid ahead of what is built is tinted. Names stand at the lines' ends, none over another.
    assert.equal(await page.locator('.seguimiento_adelantado').count(), 1);
    const names = page.locator('.seguimiento_lamina g > text');
    const boxes = await Promise.all((await names.all()).map(boxOf));
    boxes.sort((one, other) => one.y - other.y);
    assert.equal(boxes.length, 3);
    for (const [i, { y }] of boxes.slice(1).entries()) {
      const above = boxes[i] as (typeof boxes)[number];
      assert.ok(y >= above.y + above.height - 3, JSON.stringify(boxes));
    }
    for (const text of ['Hoy', '100 %']) await lines.getByText(text, { exact: true }).waitFor();
    const quarters = lines.getByText(/^T[1-4] \d{4}$/);
    await quarters.first().waitFor();

    const days = page.getByRole('slider', { name: 'Día de la gráfica' });
    const said = () => days.getAttribute('aria-valuetext');
    const at = (offset: number, more: string) => `Al ${dayInWords(day(offset))}: ${more}`;
    const newest = at(-145, 'previsto 64.58 %, construido 45.5 %, pagado 91.25 %');
    await days.focus();
    await eventually(said, newest);
    await page.keyboard.press('ArrowLeft');
    await eventually(said, at(-200, 'previsto 41.67 %, construido 30 %, pagado 60.84 %'));
    await expectText(section(page), (await said()) as string);
    await days.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(days);
    await page.mouse.move(x + 1, y + height / 2);
    await eventually(said, at(-300, 'previsto 0 %'));
    await page.mouse.move(x, y - 300);
    await eventually(said, newest);
    await page.touchscreen.tap(x + width - 1, y + height / 2);
    await eventually(said, at(0, 'previsto 100 %'));
    await page.emulateMedia({ forcedColors: 'active' });
    await assertAccessible(page);
  });

  test('axe finds nothing on it at every size, and long words and the largest amounts make nothing wider', async () => {
    const id = await makeFollowed({ monto: 9_999_999_999_999.99 });
    await report(id, day(-1), 99.99, {
      montoPagado: 9_999_999_999_999.99,
      observaciones: 'x'.repeat(300),
    });
    await fetchJson('POST', `/obras/${id}/contratos`, {
      ...CONTRATO,
      numero: 'N'.repeat(100),
      objeto: 'o'.repeat(300),
      contratista: 'c'.repeat(255),
    });
    const { page } = await visit('admin', `/obras/${id}`);
    await section(page).waitFor();
    await openTable(page);
    await assertAccessibleEverywhere(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await assertFits(page);
    const reports = page.getByRole('button', { name: /^Corregir el avance al/ });
    await reports.first().click();
    await page.getByRole('dialog').getByLabel('Avance físico').waitFor();
    await assertFits(page);
    await assertAccessible(page);
  });

  test("an unreported work says nothing to a reader; a clerk's 100 % waits for an administrator", async () => {
    const { clerk, id } = await world();
    const reader = await visit('user', `/obras/${id}`);
    await expectText(reader.page, 'Sin descripción.');
    await reader.page.waitForLoadState('networkidle');
    assert.equal(await section(reader.page).count(), 0);
    const { page } = await visit('admin', `/obras/${id}`);
    await section(page).getByText('Todavía no se ha reportado nada').waitFor();
    await act(page, 'Reportar avance');
    await reporting(page);

    await report(id, day(-3), 100);
    const confirm = 'Confirmar que está terminada';
    const writer = await visit(clerk, `/obras/${id}`);
    await writer.page.locator('.ficha_cifras').getByText('100 %', { exact: true }).waitFor();
    assert.equal(await writer.page.getByRole('button', { name: confirm }).count(), 0);
    await page.goto(`${base}/portal/obras/${id}`);
    await press(page, confirm);
    await press(page, 'Cambiar a Terminada');
    await page.locator('[aria-current="step"]', { hasText: 'Terminada' }).waitFor();
    const { estatusObraId } = await fetchJson<{ estatusObraId: number }>('GET', `/obras/${id}`);
    assert.equal(estatusObraId, 6);
  });
});

describe('The portal: reporting', () => {
  test('a clerk reports in four fields on a phone, with the last report beside them', async () => {
    const { clerk, id } = await world();
    await report(id, day(-60), 30, { montoPagado: 200_000 });
    await report(id, day(-40), 40.5, { observaciones: 'Van los muros.' });
    const { page } = await visit(clerk, `/obras/${id}`, { ...TOUCHED, allow: /400/ });
    await page.getByRole('link', { name: 'Reportar avance' }).tap();
    await reporting(page);
    const last = page.getByRole('region', { name: 'El último avance' });
    await expectText(last, `Último avance, al ${dayInWords(day(-40))} (hace 40 días)`);
    await expectText(last, 'Van los muros.');
    await expectText(last, `$200,000.00 pagados al ${dayInWords(day(-60))} (hace 60 días)`);
    await expectText(page, /Vacío: sigue en \$200,000\.00\.$/);
    await expectValue(page.getByLabel('Fecha de corte'), inField(day(0)));
    await page.getByLabel('Avance físico').fill('30,5 %');
    await page.getByLabel('Monto pagado').fill('450,000.50');
    await choose(page, /Causa del atraso/, 'Clima');
    // Of what falls the reason is asked for at its field, too, and the registry insists.
    await expectText(page, 'El avance baja de 40.5 % a 30.5 %: explique aquí por qué.');
    await expectText(page, 'Baja de 40.5 % a 30.5 %: explique por qué en Observaciones.');
    await page.getByRole('button', { name: 'Reportar avance' }).tap();
    await expectFieldError(page, /avance físico baja de 40\.50 %/);
    await assertAccessible(page);
    await page.getByLabel('Observaciones').fill('Se demolió un tramo mal hecho.');

    await page.getByRole('button', { name: 'Reportar avance' }).tap();
    await expectText(page, `Se reportó 30.5 % de avance al ${dayInWords(day(0))}.`);
    await page.locator('.ficha_cifras').getByText('30.5 %').waitFor();
    await assertAvances(
      id,
      `${day(-60)} 30 200000 - -`,
      `${day(-40)} 40.5 - - Van los muros.`,
      `${day(0)} 30.5 450000.5 CLIMA Se demolió un tramo mal hecho.`,
    );
    assert.deepEqual(await drafts(page), []);
  });

  test('a keyboard alone does it; a day that can’t be read is never sent as empty, and a refusal stands at its field', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /400/ });
    await reporting(page);
    const cut = page.getByLabel('Fecha de corte');
    await cut.fill('');
    await page.keyboard.type('pronto');
    await tabTo(page, /^Avance físico/);
    await expectFieldError(page, /no es una fecha que se entienda/);
    await page.keyboard.type('ciento uno');
    await page.keyboard.press('Enter');
    await expectFieldError(page, /Debe ser un número/i);
    await assertAccessibleEverywhere(page);

    await page.getByLabel('Avance físico').fill('12');
    await page.keyboard.press('Enter');
    await page.locator('[role=alert]:focus').waitFor();
    await expectFieldError(page, /no es una fecha que se entienda/);
    await expectValue(cut, 'pronto');
    await assertAvances(id);
    await cut.fill(inField(day(2)));
    await page.keyboard.press('Enter');
    await expectFieldError(page, 'No debe ser posterior a hoy');
    await cut.fill('');
    // A year of two figures.
    await page.keyboard.type(inField(day(0)).replace('/20', '/'));
    await expectText(page, `Se entiende ${dayInWords(day(0))}`);
    await tabTo(page, /^Observaciones/);
    await page.keyboard.type('Se empezó.');
    await tabTo(page, 'Reportar avance');
    await page.keyboard.press('Enter');
    await expectText(page, /^Se reportó 12 % de avance/);
    await assertAvances(id, `${day(0)} 12 - - Se empezó.`);
  });

  test('a cut that is reported already leads to that report; where it is deleted instead, what was typed is sent', async () => {
    const { clerk, id } = await world();
    await report(id, day(0), 20, { montoPagado: 100 });
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow: /409/, size: 'phone' });
    await reporting(page);
    const last = page.getByRole('region', { name: 'El último avance' });
    const cut = page.getByLabel('Fecha de corte');
    const send = page.getByRole('button', { name: 'Reportar avance' });
    const drawer = page.getByRole('dialog');
    // Before anything is sent, and gone with another day.
    await expectText(page, `Ya hay un avance al ${dayInWords(day(0))}: dice 20 %.`);
    assert.equal(await last.getByText(/Es el primer avance/).count(), 0);
    await cut.fill(day(-1));
    await expectText(last, /^Es el primer avance de esta obra/);
    await cut.fill(day(0));
    await page.getByLabel('Avance físico').fill('25');
    await page.getByLabel('Observaciones').fill('Con el colado de ayer.');
    await send.click();
    await expectFieldError(page, `Ya hay un avance con corte al ${dayInWords(day(0))}.`);
    await assertAccessible(page);
    // The way to that report is in sight, below the day that has the focus, on a phone too.
    await until(
      page,
      `[...document.querySelectorAll('button')].some((way) => {
        const { top, bottom } = way.getBoundingClientRect();
        return way.innerText.startsWith('Corregir el avance al') && top >= 0 && bottom <= innerHeight;
      })`,
    );
    await press(page, /^Corregir el avance al/);
    // What was typed stands over what that report says, and nothing that was not typed.
    await expectValue(drawer.getByLabel('Avance físico'), '25');
    await expectValue(drawer.getByLabel('Observaciones'), 'Con el colado de ayer.');
    await expectValue(drawer.getByLabel('Monto pagado'), '100.00');
    await press(drawer, 'Guardar cambios');
    await page.locator('.ficha_cifras').getByText('25 %', { exact: true }).waitFor();
    await assertAvances(id, `${day(0)} 25 100 - Con el colado de ayer.`);
    assert.deepEqual(await drafts(page), []);

    await go(page, `/obras/${id}/reportar`);
    await page.getByLabel('Avance físico').fill('35');
    await page.getByLabel('Observaciones').fill('La anterior era de otra obra.');
    await send.click();
    await press(page, /^Corregir el avance al/);
    await press(drawer, 'Eliminar este avance');
    const letGo = await holdBack(page, /\/seguimiento$/);
    await press(drawer, 'Eliminar el avance');
    // The focus is back where it was, and that goes once the page is read again.
    await until(page, `document.activeElement?.innerText.startsWith('Corregir el avance al')`);
    letGo();
    await expectText(page, 'Es el primer avance de esta obra hasta esa fecha.');
    await until(page, `document.activeElement?.ariaLabel === 'El último avance'`);
    assert.equal(await page.getByText(/^Ya hay un avance con corte/).count(), 0);
    await send.click();
    await page.locator('.ficha_cifras').getByText('35 %', { exact: true }).waitFor();
    await assertAvances(id, `${day(0)} 35 - - La anterior era de otra obra.`);
  });

  test('of a late work the cause is asked for, with the last one kept; more than all of the amount stands out', async () => {
    const { clerk, id } = await world();
    const programa = { fechaInicio: day(-700), fechaTermino: day(-356) };
    await fetchJson('POST', `/obras/${id}/programas`, programa);
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { size: 'phone' });
    await reporting(page);
    const cause = page.getByRole('button', { name: /Causa del atraso$/ });
    const due = `debía terminar el ${dayInWords(day(-356))}.`;
    await expectText(page, `Al ${dayInWords(day(0))} lleva 356 días de atraso: ${due}`);
    await expectText(cause, 'Elija…');
    await press(page, 'Reportar avance');
    await expectFieldError(page, 'La obra va atrasada: elija por qué, o «Sin causa conocida».');
    await page.getByLabel('Fecha de corte').fill(day(-100));
    await expectText(page, /^Al .* lleva 256 días de atraso/);
    await choose(page, /Causa del atraso$/, 'Permisos o trámites');
    await page.getByLabel('Monto pagado').fill('453,000');
    await expectText(page, /Es el 45\.3 % del monto registrado, \$1,000,000\.00\.$/);
    assert.equal(await page.locator('strong', { hasText: 'Es el' }).count(), 0);
    // It is no refusal: what it cost more than planned can be so.
    await page.getByLabel('Monto pagado').fill('453,000,000');
    const part = 'Es el 45,300 % del monto registrado, $1,000,000.00. Revíselo.';
    await page.getByText(part).and(page.locator('strong')).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.getByLabel('Monto pagado').fill('1,250,000');
    for (const built of [30, 35]) {
      await page.getByLabel('Avance físico').fill(String(built));
      await press(page, 'Reportar avance');
      await expectText(page, new RegExp(`^Se reportó ${built} %`));
      if (built === 35) break;
      await go(page, `/obras/${id}/reportar`);
      await expectText(cause, 'Permisos o trámites');
      await expectText(page, /Es la causa que se reportó la última vez\.$/);
      const last = page.getByRole('region', { name: 'El último avance' });
      await expectText(last, 'Causa del atraso: permisos o trámites');
    }
    // It is sent though nobody chooses it again.
    await assertAvances(id, `${day(-100)} 30 1250000 PERMISOS -`, `${day(0)} 35 - PERMISOS -`);
  });

  test('a report is corrected on the sheet, and is not deleted unseen', async () => {
    const { clerk, id } = await world();
    const { id: made } = await report(id, day(-20), 40, { montoPagado: 100, causaAtraso: 'PAGOS' });
    await report(id, day(-10), 50);
    const { page } = await visit(clerk, `/obras/${id}`, { allow: /400|412/ });
    await section(page).waitFor();
    await openTable(page);
    const old = page.getByRole('button', { name: `Corregir el avance al ${dayInWords(day(-20))}` });
    await old.click();
    const drawer = page.getByRole('dialog', { name: /^Corregir/ });
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
    const newest = `${day(-10)} 50 - - -`;
    await assertAvances(id, `${day(-20)} 41.25 - - -`, newest);

    await old.click();
    const question = page.getByRole('dialog', { name: 'Eliminar este avance' });
    await drawer.getByLabel('Observaciones').fill('A medias');
    await press(drawer, 'Eliminar este avance');
    await fetchJson('PATCH', `/obras/${id}/avances/${made}`, { avanceFisico: 43 });
    await press(question, 'Eliminar el avance');
    await expectAlert(question, /cambió/);
    await assertAccessibleEverywhere(page);
    await assertAvances(id, `${day(-20)} 43 - - -`, newest);
    await press(question, 'Cancelar');
    // In the drawer below the question is what she typed.
    await expectValue(drawer.getByLabel('Observaciones'), 'A medias');
    await press(drawer, 'Cancelar');
    // Opened anew, she sees what it says now, and may delete that.
    await old.click();
    await expectValue(drawer.getByLabel('Avance físico'), '43');
    await press(drawer, 'Eliminar este avance');
    await press(question, 'Eliminar el avance');
    await expectText(page, '(1 reporte)');
    await until(page, `document.activeElement?.textContent === 'Avance'`);
    await assertAvances(id, newest);
  });

  test('a draft is of its work alone, and what is changed after a lost answer makes no second report', async () => {
    const { clerk, id, dependencia } = await world();
    const other = await makeObra({ dependenciaId: dependencia.id });
    const allow = /ERR_CONNECTION_RESET|ERR_FAILED|422/;
    const { page } = await visit(clerk, `/obras/${id}/reportar`, { allow });
    await reporting(page);
    await page.getByLabel('Observaciones').fill('A medias, por teléfono');
    await kept(page, 'A medias, por teléfono');
    await go(page, `/obras/${other.id}/reportar`);
    await reporting(page);
    assert.equal(await page.getByText(/Hay un borrador sin guardar/).count(), 0);
    await go(page, `/obras/${id}/reportar`);
    await press(page, /^Continuar con lo que había escrito/);
    await loseAnswers(page, /\/avances$/, 'POST');
    await page.getByLabel('Avance físico').fill('33');
    await press(page, 'Reportar avance');
    await expectText(page, 'No hubo respuesta del registro: no se sabe si llegó.');
    await page.getByLabel('Avance físico').fill('34');
    await canSend(page);
    await press(page, 'Reportar avance');
    await expectText(page, 'Se reportó 34 % de avance');
    await assertAvances(id, `${day(0)} 34 - - A medias, por teléfono`);
    assert.deepEqual(await drafts(page), []);
  });

  test('who loses the agency while writing keeps what was written, and sends it when it is given back', async () => {
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
    await assertAvances(id, `${day(0)} 15 - - -`);
  });

  test('a user without the agency reads which one has the work, and of an unknown work that it is not found', async () => {
    const { id, dependencia } = await world();
    const { page } = await visit('user', `/obras/${id}/reportar`, { allow: /404/ });
    await expectText(page, 'Su cuenta no captura los avances de esta obra.');
    await expectText(page, `Es de ${dependencia.nombre}.`);
    await assertAccessibleEverywhere(page);
    await go(page, '/obras/99999999/reportar');
    await expectAlert(page, /no encontrada/i);
  });
});

describe('The portal: works found by their follow-up', () => {
  /** A late work, one that was reported yesterday, and one that is not reported, with a word that no other has. */
  async function threeWorks(estatusObraId = 4) {
    const word = named('marcha').replace(' ', '');
    const tardia = await makeFollowed({ nombre: `Tardía ${word}`, estatusObraId });
    const { id: puntual } = await makeObra({ nombre: `Puntual ${word}`, estatusObraId: 4 });
    await report(puntual, day(-1), 80);
    const long = 'de la unidad deportiva y de la calle que lleva a ella';
    await makeObra({ nombre: `Callada ${word} ${long}`, estatusObraId: 4 });
    return { word, tardia };
  }

  test('the list says how far each work is, as of when, and which are late, and is ordered by it', async () => {
    const { word } = await threeWorks(5);
    // The most that there may be beside it: of an administrator.
    const { page } = await visit('admin', `/obras?vista=lista&q=${word}&orden=nombre`);
    const row = (name: string) => page.locator('.lista [data-obra]', { hasText: name });
    const late = row('Tardía').getByText('80 días de atraso');
    const built = row('Tardía').locator('.barra_avance-barra strong', { hasText: /^45\.5 %$/ });
    await built.waitFor();
    await late.waitFor();
    assert.equal(await row('Tardía').locator('.barra_hecho').getAttribute('width'), '45.5');
    assert.equal(await row('Callada').locator('.barra_avance-barra').count(), 0);
    await expectText(row('Tardía'), /^al \d+ [a-z]+ \d{4} \(hace 4 meses\)$/);
    for (const size of ['phone', 'desk'] as const) {
      await page.setViewportSize(SIZES[size]);
      await late.waitFor();
      await still(page);
      // How late a work is is whole, wherever it stands.
      const card = await boxOf(row('Tardía'));
      const mark = await boxOf(row('Tardía').locator('.piezas_rezago'));
      assert.ok(mark.y + mark.height <= card.y + card.height, JSON.stringify([card, mark]));
      await assertAccessible(page);
      await assertFits(page);
    }
    // Its heading orders by it.
    for (const orden of ['avance', '-avance']) {
      await press(page, 'Avance');
      await until(page, `new URLSearchParams(location.search).get('orden') === '${orden}'`);
    }
  });

  test('filters stand in the address, as etiquetas, and find the works; the card on the map says how late', async () => {
    const { word, tardia } = await threeWorks();
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

    await go(page, `/obras?vista=lista&q=${word}&contratista=mayab&sinReporteDesde=${day(-2)}`);
    await found(['Tardía']);
    const chips = page.getByRole('list', { name: 'Filtros puestos' });
    await expectText(chips, 'Contratista: mayab');
    await expectText(chips, `Sin reporte desde el ${dayInWords(day(-2))}`);
    await go(page, `/obras?vista=mapa&obra=${tardia}`);
    const card = page.getByRole('region', { name: 'Obra elegida' });
    await expectText(card, '45.5 %');
    await expectText(card, '80 días de atraso');
  });
});
