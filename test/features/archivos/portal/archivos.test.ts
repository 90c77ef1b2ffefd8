import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { newFolder } from '../../../empty-registry.ts';
import {
  type Archivo,
  addFoto,
  adminToken,
  archivosOf,
  choose,
  foto,
  fotosButton,
  pdf,
  type Suelto,
  waiting,
} from '../../../portal/archivos-pasos.ts';
import {
  act,
  choose as chooseOption,
  eventually,
  expectAlert,
  expectFieldError,
  expectFocus,
  expectGone,
  expectText,
  expectValue,
  fileFrom,
  go,
  press,
} from '../../../portal/gestures.ts';
import {
  assertAccessible,
  assertFits,
  base,
  fetchJson,
  holdBack,
  loseAnswers,
  publicBase,
  quiet,
  type Schema,
  until,
  visit,
} from '../../../portal/portal-world.ts';
import { avancesOf, dayInWords, report, world } from '../../../portal/seguimiento-pasos.ts';

const PHONE = { size: { width: 390, height: 844 }, context: { hasTouch: true } };
const NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/;
/** The photos that lie in the browser. */
const keptFotos = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
    indexedDB.open('registro').onsuccess = ({ target: { result } }) => {
      const request = result.transaction('fotos').objectStore('fotos').count();
      request.onsuccess = () => { result.close(); resolve(request.result); };
    };
  })`);
/** A photo as strangers sent it. */
const sent = (name: string) =>
  readFileSync(new URL(`../../../../../test/features/archivos/fotos/${name}`, import.meta.url));
/** The page where a clerk adds photos to a work. */
async function adding(options?: Parameters<typeof visit>[2], fields?: Record<string, unknown>) {
  const made = await world(fields);
  return { ...made, ...(await visit(made.clerk, `/obras/${made.id}/fotos`, options)) };
}
/** Chooses photos, and waits until they are ready to be sent. */
async function chooseFotos(page: Page, files: Suelto[]) {
  const before = await waiting(page).count();
  await choose(fotosButton(page), files);
  await eventually(() => waiting(page).count(), before + files.length);
}
async function sendOne(page: Page, file: Suelto) {
  await choose(fotosButton(page), [file]);
  await press(page, 'Enviar 1 foto');
}
/** A file on disk, of as many bytes: large ones take long otherwise. */
function onDisk(name: string, buffer: Buffer, bytes = buffer.length): string {
  const path = join(newFolder(), name);
  writeFileSync(path, buffer);
  truncateSync(path, bytes);
  return path;
}
/** These fields of a work's files, a text each. */
const fieldsOf = async (obraId: number, ...fields: (keyof Archivo)[]) =>
  (await archivosOf(obraId)).map((one) => fields.map((field) => String(one[field])).join(', '));
/** A picture as the registry has it. */
async function pictureOf(obraId: number, { id }: Archivo): Promise<Buffer> {
  const answer = await fetch(`${base}/obras/${obraId}/archivos/${id}/contenido`, {
    headers: { authorization: `Bearer ${await adminToken()}` },
  });
  return Buffer.from(await answer.arrayBuffer());
}
const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
const gallery = (page: Page) => page.getByRole('region', { name: /^\d+ fotos?(,|$)/ });
/** Closes the tab, and opens another on a page without photos. */
async function reopen({ page, context }: Awaited<ReturnType<typeof visit>>) {
  await page.close();
  const tab = await context.newPage();
  await tab.goto(page.url().replace(/\/obras\/.*/, '/ayuda'));
  return tab;
}

describe('The portal: photos of a work are added', () => {
  test('a clerk on a phone adds photos to her report: small, upright, each with its day', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}/reportar`, PHONE);
    await page.getByLabel('Avance físico').fill('25');
    await page.getByRole('button', { name: 'Reportar y agregar fotos' }).tap();
    await page.getByRole('heading', { name: 'Agregar fotos', level: 1 }).waitFor();
    const camera = page.locator('input[type=file][capture=environment]');
    assert.equal(await camera.getAttribute('accept'), 'image/jpeg,image/png,image/webp');
    await page.getByRole('button', { name: 'Tomar foto' }).waitFor();
    await chooseFotos(page, [await foto('2026-05-12', 2400), await foto('2026-01-15')]);
    await expectText(page.locator('summary'), 'Foto del 15 de enero de 2026');
    await assertAccessible(page);
    await assertFits(page);

    await page.getByRole('button', { name: 'Enviar 2 fotos' }).tap();
    await expectText(page, 'Se agregaron 2 fotos.');
    await expectGone(waiting(page).first());
    const [avance] = await avancesOf(id);
    assert.deepEqual(await fieldsOf(id, 'fecha', 'avanceId', 'publico', 'ancho', 'alto'), [
      `2026-05-12, ${avance?.id}, true, 1365, 2048`,
      `2026-01-15, ${avance?.id}, true, 400, 600`,
    ]);

    await page.getByRole('link', { name: 'Ver la obra' }).tap();
    await gallery(page).getByRole('link').first().waitFor();
    await expectText(gallery(page), '15 ene 2026');
    // All of them are of one report, so none is before another.
    assert.doesNotMatch(await gallery(page).innerText(), /Antes|Después/);
    await page.getByRole('link', { name: 'Agregar fotos' }).tap();
    await fotosButton(page).waitFor();
  });

  test('title, day and who sees it are changed before a photo is sent, and outlive a closed tab', async () => {
    const adds = await adding({ isOwn: true });
    const { id, page } = adds;
    await chooseFotos(page, [await foto('2026-05-12'), await foto('2026-04-01')]);
    const first = waiting(page).first();
    await first.getByText('Foto del 12 de mayo de 2026').click();
    await first.getByLabel('Fecha').fill('10/05/2026');
    await expectText(first, 'Foto del 10 de mayo de 2026');
    await first.getByLabel('Título').fill('Cimentación <b>terminada</b>');
    await first.getByRole('checkbox').locator('xpath=ancestor::label').click();
    await expectText(first, /^10 de mayo de 2026\. No es pública/);
    // A third one is not small yet.
    await page.evaluate('createImageBitmap = () => new Promise(() => {})');
    await choose(fotosButton(page), [await foto('2026-03-01')]);
    await expectText(page, 'Preparando 1 foto…');
    await eventually(() => keptFotos(page), 3);

    const again = await reopen(adds);
    await expectText(again, 'Eligió 3 fotos que no ha enviado.');
    await again.getByRole('link', { name: 'Verlas' }).click();
    await eventually(() => waiting(again).count(), 3);
    await press(again, 'Enviar 3 fotos');
    await expectText(again, 'Se agregaron 3 fotos.');
    assert.deepEqual(await fieldsOf(id, 'titulo', 'fecha', 'publico'), [
      'Cimentación <b>terminada</b>, 2026-05-10, false',
      'Foto del 1 de abril de 2026, 2026-04-01, true',
      'Foto del 1 de marzo de 2026, 2026-03-01, true',
    ]);
  });

  test('the report is chosen for those too that are not small yet, is kept with each, and one that is deleted lets them go', async () => {
    const { clerk, id } = await world();
    const avance = await report(id, '2026-06-30', 30);
    const { page } = await visit(clerk, `/obras/${id}/fotos`, { allow: /400/ });
    await chooseFotos(page, [await foto()]);
    await page.evaluate(`(() => {
      const whole = createImageBitmap;
      const held = new Promise((resolve) => { letGo = resolve; });
      createImageBitmap = (file) => held.then(() => whole(file));
      // A picture may be on its way from the address of before when the list is read again.
      freed = 0;
      URL.revokeObjectURL = () => { freed += 1; };
    })()`);
    const later = onDisk('IMG_tarde.jpg', (await foto()).buffer);
    await choose(fotosButton(page), later);
    await expectText(page, 'Preparando 1 foto…');
    await choose(fotosButton(page), later);
    await expectAlert(page, '«IMG_tarde.jpg» ya está en la lista.');
    const chosen = `${dayInWords(avance.fechaCorte)}: 30 %`;
    await chooseOption(page, /Del avance al/, chosen);
    await page.evaluate('letGo()');
    await eventually(() => waiting(page).count(), 2);
    assert.equal(await page.evaluate('freed'), 0);
    await page.reload();
    await page.getByRole('button', { name: chosen }).waitFor();
    assert.equal(await page.getByText(/De ningún avance|De otro avance/).count(), 0);

    await fetchJson('DELETE', `/obras/${id}/avances/${avance.id}`);
    await press(page, 'Enviar 2 fotos');
    for (const one of [waiting(page).nth(1), waiting(page).first()]) {
      await expectAlert(one, /^El avance de esta foto ya no está en el registro/);
    }
    await press(page, 'Enviar 2 fotos');
    await expectText(page, 'Se agregaron 2 fotos.');
    assert.deepEqual(await fieldsOf(id, 'avanceId'), ['null', 'null']);
  });

  test('without a network photos wait, and go by themselves when it is back', async () => {
    const { clerk, id } = await world();
    // The network goes before that page was ever opened.
    const { page, context } = await visit(clerk, `/obras/${id}`, {
      ...PHONE,
      isOwn: true,
      allow: NETWORK,
    });
    const adds = page.getByRole('link', { name: 'Agregar fotos' });
    await adds.waitFor();
    await quiet(page);
    await context.setOffline(true);
    await adds.tap();
    await choose(fotosButton(page), [await foto(), await foto()]);
    await press(page, 'Enviar 2 fotos cuando haya conexión');
    await expectText(waiting(page).first(), 'Se envía sola cuando vuelva la conexión');
    assert.deepEqual(await archivosOf(id), []);
    await context.setOffline(false);
    await expectText(page, 'Se agregaron 2 fotos.');
    assert.equal((await archivosOf(id)).length, 2);
  });

  test('after a lost answer and a closed tab no photo is there twice; those of a deleted work are saved and taken out', async () => {
    const adds = await adding({
      isOwn: true,
      allow: /ERR_FAILED|ERR_CONNECTION_RESET|Failed to load resource/,
    });
    const { id, page } = adds;
    await loseAnswers(page, /\/archivos$/, 'POST', { times: Number.POSITIVE_INFINITY });
    await sendOne(page, await foto());
    await eventually(async () => (await archivosOf(id)).length, 1);
    const again = await reopen(adds);
    await expectText(again, 'El registro ya tiene 1 foto que usted envió.');
    assert.equal((await archivosOf(id)).length, 1);
    await go(again, `/obras/${id}/fotos`);
    await fotosButton(again).waitFor();
    assert.equal(await waiting(again).count(), 0);

    // Somebody deletes the work while another one waits.
    await chooseFotos(again, [await foto()]);
    await fetchJson('DELETE', `/obras/${id}`);
    await again.reload();
    await expectText(again, `Obra ${id} no encontrada.`);
    const save = again.getByRole('link', { name: 'Guardar «Foto del 12 de mayo de 2026»' });
    const file = await fileFrom(again, () => save.click());
    assert.equal(file.suggestedFilename(), 'Foto del 12 de mayo de 2026.jpg');
    await assertAccessible(again);
    await press(again, /^Quitar/);
    await expectGone(waiting(again));
    assert.equal(await keptFotos(again), 0);
  });

  test('a registry that is silent is asked again; clear pictures have a white ground', async () => {
    const { id, page } = await adding({ isOwn: true });
    let silent = 0;
    await page.route(/\/archivos$/, (route) => {
      if (route.request().method() !== 'POST' || silent > 0) return route.fallback();
      silent += 1;
    });
    await page.clock.install();
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const picture = sharp({ create: { width: 60, height: 40, channels: 4, background: clear } });
    const plan = {
      name: 'plano.png',
      mimeType: 'image/png',
      buffer: await picture.png().toBuffer(),
    };
    await sendOne(page, plan);
    await eventually(async () => silent, 1);
    await page.clock.fastForward('02:00');
    await expectText(page, 'Se agregó 1 foto.');
    const [made] = await archivosOf(id);
    assert.deepEqual(await fieldsOf(id, 'ancho', 'alto'), ['60, 40']);
    const pixels = await pixelsOf(await pictureOf(id, made as Archivo));
    assert.ok(pixels.every((value) => value > 250));

    // What the work has already is not added again.
    await sendOne(page, plan);
    await expectText(page, '1 foto ya estaba en la obra.');
    assert.equal((await archivosOf(id)).length, 1);
  });

  test('a clerk who loses the agency keeps the photos, and sends them when it is given back', async () => {
    const { clerk, id, dependencia } = await world();
    await addFoto(id, '2026-05-12', { titulo: 'Muros' });
    const { page } = await visit(clerk, `/obras/${id}/fotos`, { allow: /403/ });
    await chooseFotos(page, [await foto()]);
    await clerk.appoint([]);
    const kept = /^Su cuenta ya no captura los avances de esta obra\. La foto se conserva/;
    await press(page, 'Enviar 1 foto');
    await expectAlert(page, kept);
    // The sheet shows what everybody sees, and offers no more.
    await page.getByRole('main').getByRole('link').first().click();
    await gallery(page).getByRole('link', { name: /Muros/ }).waitFor();
    await expectGone(page.getByRole('button', { name: 'Agregar documento' }));
    await page.goBack();
    await waiting(page).first().waitFor();
    await page.reload();
    await expectText(page, 'Su cuenta no captura los avances de esta obra.');
    await expectAlert(page, kept);
    assert.equal(await fotosButton(page).count(), 0);
    assert.equal(await page.getByRole('button', { name: /^Enviar/ }).count(), 0);
    await clerk.appoint([dependencia.id]);
    await page.reload();
    await press(page, 'Enviar 1 foto');
    await expectText(page, 'Se agregó 1 foto.');
  });

  test('where a canvas gives noise the files go as they are, but what is no photo or too large; odd days are asked about before', async () => {
    type Year = Schema<'EjercicioFiscal'>;
    const years = await fetchJson<Year[]>('GET', '/ejercicio-fiscal/activos');
    const ejercicioFiscalId = years.find(({ anio }) => anio === 2026)?.id;
    const { id, page } = await adding({ isOwn: true }, { ejercicioFiscalId });
    // As a browser that resists fingerprinting does it.
    await page.addInitScript(`
      const noisy = (data) => { for (let i = 0; i < data.length; i++) data[i] = Math.random() * 256; };
      const read = CanvasRenderingContext2D.prototype.getImageData;
      CanvasRenderingContext2D.prototype.getImageData = function (...of) {
        const image = read.apply(this, of);
        noisy(image.data);
        return image;
      };
      const encode = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (...of) {
        const other = new OffscreenCanvas(this.width, this.height).getContext('2d');
        const image = other.createImageData(this.width, this.height);
        noisy(image.data);
        other.putImageData(image, 0, 0);
        const own = this.getContext('2d');
        own.drawImage(other.canvas, 0, 0);
        encode.apply(this, of);
      };`);
    await page.reload();
    const [camera, named] = ['foto-digitizada-2002.jpg', 'IMG-20240512-WA0007.jpg'];
    await choose(fotosButton(page), [
      onDisk(camera, sent(camera)),
      onDisk(named, sent(named)),
      onDisk('IMG_1.jpg', Buffer.concat([sent(named), Buffer.from([process.pid % 256])])),
      onDisk('pesada.jpg', (await foto()).buffer, 21 * 1_048_576),
      onDisk('contrato.jpg', pdf().buffer),
    ]);
    await expectAlert(page, /^«contrato\.jpg» es un PDF/);
    await expectAlert(
      page,
      'Este navegador no deja achicar las fotos, y «pesada.jpg» pesa 21 MB, y así se reciben hasta 20 MB: redúzcala, o envíela con otro navegador.',
    );
    await eventually(() => waiting(page).count(), 3);
    const card = (text: string) => waiting(page).filter({ hasText: text });
    const odd = 'es del 12 de mayo de 2024, y la obra es del ejercicio 2026. ¿Se tomó ese día?';
    await expectText(card(`Según su cámara, la foto ${odd}`), 'Foto del 12 de mayo de 2024');
    await expectText(
      card(`Según su nombre, la foto ${odd}`),
      '12 de mayo de 2024, según su nombre.',
    );
    await expectText(waiting(page), 'Sin fecha.');
    await assertAccessible(page);

    await press(page, 'Enviar 3 fotos');
    await expectAlert(page, 'Antes de enviar, responda por el día de 2 fotos.');
    await until(page, 'document.activeElement.textContent.startsWith("Según su cámara")');
    await card('Según su cámara').getByRole('button', { name: 'Sí, ese día' }).click();
    await card('Según su nombre').getByRole('button', { name: 'Escribir otro' }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('31/12/2099');
    await expectText(waiting(page), /La foto es del 31 de diciembre de 2099, que todavía no llega/);
    assert.equal(await page.getByRole('button', { name: 'Sí, ese día' }).count(), 0);
    await press(page, 'No se sabe');
    await press(page, 'Enviar 3 fotos');
    await expectText(page, 'Se agregaron 3 fotos.');
    const texts = await fieldsOf(id, 'titulo', 'fecha', 'fechaSegun', 'ancho');
    assert.deepEqual(texts.sort(), [
      'Foto del 12 de mayo de 2024, 2024-05-12, CAMARA, 320',
      'Foto, null, null, 320',
      'Foto, null, null, 320',
    ]);
    // The registry has the picture itself, not noise.
    const dated = (await archivosOf(id)).find(({ fecha }) => fecha !== null) as Archivo;
    const stored = await pixelsOf(await pictureOf(id, dated));
    const own = await pixelsOf(sent(camera));
    const apart = own.reduce((sum, value, i) => sum + Math.abs(value - (stored[i] ?? 0)), 0);
    assert.ok(apart / own.length < 5, String(apart / own.length));
  });
});

describe('The portal: photos of a work are looked at', () => {
  /** A work with three photos of two days, the oldest of them not public. */
  async function withFotos() {
    const { clerk, id } = await world();
    await addFoto(id, '2026-01-10', { titulo: 'Terreno', publico: 'false' });
    await addFoto(id, '2026-05-12', { titulo: 'Muros' });
    await addFoto(id, '2026-05-12', { titulo: 'Techo <i>nuevo</i>' });
    return { clerk, id };
  }
  const isLoaded = (alt: string) =>
    `[...document.querySelectorAll('img')].some((i) => i.alt === ${JSON.stringify(alt)} && i.complete && i.naturalWidth > 0)`;

  test('by keys, buttons, a finger and the way back, with its title in words; its address opens it', async () => {
    const { clerk, id } = await withFotos();
    const { page, context } = await visit(clerk, `/obras/${id}`, PHONE);
    await page.getByRole('heading', { name: '3 fotos, 2 públicas' }).waitFor();
    await gallery(page).getByRole('link', { name: /Techo/ }).focus();
    await page.keyboard.press('Enter');
    const window = page.getByRole('dialog');
    const shown = (title: string) => window.locator('strong', { hasText: title }).waitFor();
    await shown('Techo <i>nuevo</i>');
    await until(page, isLoaded('Techo <i>nuevo</i>'));
    await assertAccessible(page);
    await assertFits(page);
    await page.keyboard.press('ArrowRight');
    await shown('Muros');
    await press(page, 'Foto siguiente');
    await shown('Terreno');
    await expectText(window, /^No es pública/);

    const touch = await context.newCDPSession(page);
    const at = (x: number) => [{ x, y: 400 }];
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...x: number[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: x.flatMap(at) });
    await finger('touchStart', 100);
    for (const x of [160, 220, 300]) await finger('touchMove', x);
    await finger('touchEnd');
    await shown('Muros');
    await page.keyboard.press('Escape');
    await expectGone(window);
    await until(page, 'document.activeElement.querySelector("img")?.alt.startsWith("Techo")');
    assert.equal(new URL(page.url()).search, '');

    await gallery(page).getByRole('link', { name: /Muros/ }).tap();
    await shown('Muros');
    const address = page.url();
    await page.goBack();
    await expectGone(window);
    await page.goto(address);
    await shown('Muros');
    await press(page, 'Cerrar');
    await expectGone(window);
  });

  test('who reads without an account sees what is public, by the address alone', async () => {
    const { id } = await withFotos();
    const at = await publicBase();
    const { page } = await visit('nobody', `/obras/${id}`, { at });
    await gallery(page).getByRole('link', { name: /Techo/ }).waitFor();
    assert.equal(await gallery(page).getByRole('link').count(), 2);
    await press(page, 'Más acciones');
    for (const name of ['Favorita', 'Editar', 'Historial', 'Eliminar']) {
      assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
    }
    await page.keyboard.press('Escape');
    await until(page, isLoaded('Muros'));
    assert.equal(await page.locator('img[src^="blob:"]').count(), 0);
    await gallery(page).getByRole('link', { name: /Muros/ }).click();
    const large = page.getByRole('dialog').getByRole('img', { name: 'Muros' });
    await large.waitFor();
    assert.match((await large.getAttribute('src')) ?? '', /^\/obras\/\d+\/archivos\/\d+\//);
  });

  test('with a session alone, the page itself asks for the photos: before and after come first, and side by side', async () => {
    const { id } = await withFotos();
    const [first, last] = [await report(id, '2026-03-31', 10), await report(id, '2026-06-30', 45)];
    await addFoto(id, '2026-03-20', { titulo: 'Zanja', avanceId: String(first.id) });
    await addFoto(id, '2026-06-20', { titulo: 'Losa', avanceId: String(last.id) });
    const { page } = await visit('user', `/obras/${id}`);
    await until(page, isLoaded('Muros'));
    await page.locator('img[src^="blob:"]').first().waitFor();
    await eventually(
      () => gallery(page).getByRole('link').allInnerTexts(),
      [
        'Antes, al 31 mar 2026: 10 %',
        'Después, al 30 jun 2026: 45 %',
        '12 may 2026',
        '12 may 2026',
      ],
    );
    // The first one is the first.
    await gallery(page).getByRole('link').first().click();
    const window = page.getByRole('dialog');
    await expectText(window, 'Foto 1 de 4: Zanja');
    await window.getByRole('button', { name: 'Comparar antes y después' }).click();
    for (const alt of ['Zanja', 'Losa']) await until(page, isLoaded(alt));
    await expectText(window, 'Antes, al 31 de marzo de 2026: 10 % Zanja');
    await expectText(window, 'Después, al 30 de junio de 2026: 45 % Losa');
    const places = () =>
      Promise.all(
        ['Zanja', 'Losa'].map(async (name) => {
          const box = await window.getByRole('img', { name }).boundingBox();
          return [box?.x ?? 0, box?.y ?? 0] as const;
        }),
      );
    const [before, after] = await places();
    assert.ok(before && after && before[0] < after[0] && before[1] === after[1]);
    await assertAccessible(page);
    await page.setViewportSize(PHONE.size);
    const [above, below] = await places();
    assert.ok(above && below && above[0] === below[0] && above[1] < below[1]);
    await assertFits(page);

    const address = page.url();
    await page.keyboard.press('ArrowRight');
    await expectText(window, 'Foto 2 de 4: Losa');
    await page.keyboard.press('Escape');
    await expectGone(window);
    await page.goto(address);
    await expectText(window, 'Antes, al 31 de marzo de 2026: 10 % Zanja');
    await press(page, 'Cerrar');
    await expectGone(window);
    assert.equal(new URL(page.url()).search, '');
  });

  test('paper waits for all of them, by the button and by keys, where a session is asked for', async () => {
    const { id } = await world();
    for (let day = 10; day < 22; day++) await addFoto(id, `2026-05-${day}`);
    const { page } = await visit('user', `/obras/${id}`);
    await gallery(page).getByRole('link').first().waitFor();
    for (const print of [() => page.keyboard.press('Control+p'), () => act(page, 'Imprimir')]) {
      await page.unrouteAll();
      const letGo = await holdBack(page, /contenido/);
      await page.reload();
      // The photos that are there when the paper is made.
      await page.evaluate(`window.print = () => {
        window.onPaper = [...document.querySelectorAll('main img')].filter((one) => one.naturalWidth > 0).length;
      }`);
      await gallery(page).getByRole('link').first().waitFor();
      await print();
      letGo();
      await until(page, 'window.onPaper !== undefined');
      assert.equal(await page.evaluate('window.onPaper'), 12);
    }
  });

  test('all of them stand by date, at every size, and a work without any fetches nothing for them', async () => {
    const { id } = await withFotos();
    const { id: bare } = await world();
    const { page: reader } = await visit('user', null, { isOwn: true });
    const asked: string[] = [];
    reader.on('request', (request) => asked.push(request.url()));
    await reader.goto(`${base}/portal/obras/${bare}`);
    await quiet(reader);
    const ofFiles = asked.filter((url) => /galeria|visor|documentos|contenido/.test(url));
    assert.deepEqual(ofFiles, []);

    const { page } = await visit('admin', `/obras/${id}`);
    await press(page, 'Ver todas por fecha');
    await eventually(
      () => gallery(page).getByRole('heading', { level: 3 }).allTextContents(),
      ['12 de mayo de 2026', '10 de enero de 2026'],
    );
    const photos = (property: string) =>
      gallery(page)
        .getByRole('listitem')
        .evaluateAll<number[], string>(
          (all, name) => all.map((one) => (one as unknown as Record<string, number>)[name] ?? 0),
          property,
        );
    // Three photos are a row, of however many days.
    assert.equal(new Set(await photos('offsetTop')).size, 1);
    for (const [width, height] of [
      [320, 640],
      [768, 1024],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await assertFits(page);
      await assertAccessible(page);
    }
    await press(page, 'Ver menos');
    await page.emulateMedia({ media: 'print' });
    const onPaper = (await photos('offsetHeight')).map((height) => height > 0);
    assert.deepEqual(onPaper, [true, true]);
  });

  test('two people who correct the same photo see each other’s change, and a deleted one is gone', async () => {
    const { clerk, id } = await withFotos();
    const { page } = await visit(clerk, `/obras/${id}`, { allow: /412/ });
    await gallery(page).getByRole('link', { name: /Muros/ }).click();
    await press(page, 'Corregir');
    const drawer = page.getByRole('dialog', { name: 'Corregir la foto' });
    await drawer.getByLabel('Título').fill('Muros de la planta baja');
    const muros = (await archivosOf(id)).find(({ titulo }) => titulo === 'Muros');
    await fetchJson('PATCH', `/obras/${id}/archivos/${muros?.id}`, { titulo: 'Muros de block' });
    await press(drawer, 'Guardar cambios');
    const conflict = page.getByRole('dialog', { name: 'Otra persona cambió este registro' });
    await expectText(conflict, 'Muros de block');
    await conflict.getByText('Muros de la planta baja').click();
    await press(conflict, /^Guardar/);
    await expectGone(drawer);
    await page.locator('[role=dialog] strong', { hasText: 'planta baja' }).waitFor();
    await press(page, 'Corregir');
    await press(drawer, 'Eliminar esta foto');
    await press(page, 'Eliminar la foto');
    await expectGone(drawer);
    await expectText(page, 'Se eliminó la foto.');
    assert.equal((await archivosOf(id)).length, 2);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: '2 fotos' }).waitFor();
  });
});

describe('The portal: documents and the history of a work', () => {
  test('a clerk adds a contract that is not public, then its public version, and deletes it', async () => {
    const { clerk, id } = await world();
    const { page } = await visit(clerk, `/obras/${id}`, { ...PHONE, allow: /400/ });
    const drawer = page.getByRole('dialog');
    const chooser = drawer.getByRole('button', { name: 'Elegir el PDF' });
    await page.getByRole('button', { name: 'Agregar documento' }).tap();
    await press(drawer, 'Agregar el documento');
    await expectAlert(drawer, 'Archivo: elija el PDF.');
    await choose(chooser, [await foto()]);
    await expectAlert(drawer, /es una foto: agréguela con el botón «Agregar fotos»/);
    await choose(chooser, [pdf()]);
    await expectText(drawer, /^Contrato_SOP-14\.pdf, /);
    await expectValue(drawer.getByLabel('Título'), 'Contrato SOP-14');
    await assertAccessible(page);
    await assertFits(page);

    // A phone's way back, which the browser takes Escape for, closes the drawer alone, and what was typed is kept.
    await page.keyboard.press('Escape');
    await expectText(page, /^Lo que escribió se conserva/);
    await page.reload();
    await page.getByRole('button', { name: 'Agregar documento' }).tap();
    await press(drawer, /^Continuar con lo que había escrito/);
    await expectText(drawer, 'Elija otra vez «Contrato_SOP-14.pdf».');
    await expectValue(drawer.getByLabel('Título'), 'Contrato SOP-14');
    await choose(chooser, [pdf()]);
    await press(drawer, 'Agregar el documento');
    await expectFieldError(drawer, 'Es obligatoria en un documento.');
    await chooseOption(page, /^Elija… Clase/, 'Contrato');
    await drawer.getByLabel('Fecha').fill('2/3/2026');
    await press(drawer, 'Agregar el documento');
    await expectText(page, 'Se agregó el documento.');
    await expectText(page, /^No es público: lo descargan sólo quienes capturan/);
    await expectFocus(page, 'Agregar documento');
    assert.deepEqual(await fieldsOf(id, 'clase', 'titulo', 'fecha', 'publico'), [
      'CONTRATO, Contrato SOP-14, 2026-03-02, false',
    ]);

    await press(page, 'Corregir «Contrato SOP-14»');
    await expectText(drawer, /suba la versión pública/);
    await drawer.getByRole('checkbox').locator('xpath=ancestor::label').click();
    await press(drawer, 'Guardar cambios');
    await expectText(page, /^Público: lo descarga quien tenga cuenta/);
    const link = page.getByRole('link', { name: 'Contrato SOP-14' });
    const file = await fileFrom(page, () => link.click());
    assert.equal(file.suggestedFilename(), 'contrato-sop-14.pdf');

    await press(page, 'Corregir «Contrato SOP-14»');
    await press(drawer, 'Eliminar este documento');
    await press(page, 'Eliminar el documento');
    await expectText(page, 'Se eliminó el documento.');
    await until(page, `document.activeElement?.textContent === 'Documentos'`);
    assert.deepEqual(await archivosOf(id), []);
  });

  test('photos of one day that one person added stand in one line, which opens into each', async () => {
    const { id } = await world();
    for (const fecha of ['2026-05-12', '2026-05-12', '2026-05-12', '2026-01-10']) {
      await addFoto(id, fecha);
    }
    const { page } = await visit('admin', `/obras/${id}/historial`);
    await page.getByText('Administrador agregó 3 fotos del 12 de mayo de 2026.').click();
    const lines = page.locator('.historial > section > ol > li');
    await eventually(() => lines.filter({ hasText: 'agregó 3 fotos' }).locator('li').count(), 3);
    await expectText(lines, /agregó la foto «Foto del 2026-01-10» del 10 de enero de 2026/);
    // The work itself, too.
    assert.equal(await lines.count(), 3);
    await lines.filter({ hasText: 'agregó 3 fotos' }).locator('li summary').first().click();
    await lines.getByRole('cell', { name: 'Foto del 2026-05-12' }).waitFor();
    await assertAccessible(page);
    await go(page, '/bitacora?recurso=archivos');
    await expectText(page.getByRole('main'), 'Administrador agregó 3 fotos del 12 de mayo de 2026');
  });
});
