import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { fillObra, newKey, readObra, worksWith } from './formulario-pasos.ts';
import { expectText, expectValue, press } from './gestures.ts';
import {
  type Account,
  base,
  fetchJson,
  makeObra,
  makeUser,
  refuse,
  until,
  visit,
} from './portal-world.ts';
import {
  avancesOf,
  day,
  inField,
  makeClerk,
  makeDependencia,
  named,
  report,
} from './seguimiento-pasos.ts';

// What every form of a record owes to the user who types in it, whatever it is a record of.

interface Caso {
  /** The account that opens it, in place of an administrator. */
  who?: Account;
  path: string;
  /** Opens the form and answers where it is. */
  open: (page: Page) => Promise<Locator>;
  /** Types what is to be kept. */
  type: (form: Locator, page: Page) => Promise<unknown>;
  /** The text of it in the draft. */
  typed: string;
  holds: (form: Locator) => Promise<unknown>;
  /** The name of that field in the registry's sentences. */
  campo: string;
  send: string;
  /** The address that is written to. */
  address: RegExp;
  /** How many records there are of what is made; of a correction there is one, or none that has it. */
  count: () => Promise<number>;
  /** Another person's change of the same field, and how both look beside one another; none of a new record. */
  met?: { change: () => Promise<unknown>; theirs: RegExp; mine: RegExp; choose: string };
  /** The page's words once it is done. */
  done: RegExp;
}

const main = (page: Page) => page.locator('main');
const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const fill =
  (label: string, text: string): Caso['type'] =>
  (form) =>
    form.getByLabel(label, { exact: true }).first().fill(text);
const value =
  (label: string, text: string): Caso['holds'] =>
  (form) =>
    expectValue(form.getByLabel(label, { exact: true }).first(), text);
/** Presses the buttons one after another, and answers the drawer that opens. */
const through =
  (title: string | RegExp, ...buttons: (string | RegExp)[]): Caso['open'] =>
  async (page) => {
    for (const name of buttons) {
      await page
        .getByRole('button', { name })
        .or(page.getByRole('menuitem', { name }))
        .first()
        .click();
    }
    return drawer(page, title);
  };
const contrato = (numero: string) => ({
  numero,
  naturaleza: 'OBRA',
  objeto: 'Pavimentación.',
  contratista: 'Constructora del Mayab',
  monto: 1_000_000,
  fechaFirma: day(-90),
  fechaInicio: day(-80),
  fechaTermino: day(80),
});
const makeContrato = async () => {
  const { id } = await makeObra({ estatusObraId: 4 });
  const numero = named('SOP');
  const made = await fetchJson<{ id: number }>('POST', `/obras/${id}/contratos`, contrato(numero));
  return { id, numero, address: `/obras/${id}/contratos/${made.id}` };
};
const isIn = async (path: string, campo: string, mine: unknown) =>
  Number((await fetchJson<Record<string, unknown>>('GET', path))[campo] === mine);
/** The same field of a record at an address, changed by two. */
const corrected = (path: string, campo: string, mine: string, theirs: string) => ({
  campo,
  typed: mine,
  address: new RegExp(`${path}$`),
  count: () => isIn(path, campo, mine),
  met: {
    change: () => fetchJson('PATCH', path, { [campo]: theirs }),
    theirs: new RegExp(`La otra persona\\s*${theirs}`),
    mine: new RegExp(`Usted\\s*${mine}`),
    choose: 'Guardar lo elegido',
  },
});

const CASOS: Record<string, () => Promise<Caso>> = {
  async 'a new work'() {
    const clave = newKey();
    return {
      path: '/obras/nueva',
      open: async (page) => main(page),
      type: (_, page) => fillObra(page, clave, 'Lo mío'),
      typed: 'Lo mío',
      holds: value('Nombre', 'Lo mío'),
      campo: 'nombre',
      send: 'Registrar la obra',
      address: /\/obras$/,
      count: async () => (await worksWith(clave)).length,
      done: /^Se registró la obra/,
    };
  },
  async 'a work'() {
    const { id } = await makeObra();
    return {
      path: `/obras/${id}/editar`,
      open: async (page) => main(page),
      type: (form) => form.getByLabel('Descripción').fill('Lo mío'),
      holds: (form) => expectValue(form.getByLabel('Descripción'), 'Lo mío'),
      send: 'Guardar cambios',
      ...corrected(`/obras/${id}`, 'descripcion', 'Lo mío', 'Lo suyo'),
      count: async () => Number((await readObra(id)).descripcion === 'Lo mío'),
      done: /^Se guardaron los cambios\./,
    };
  },
  async 'a new report'() {
    const { id } = await makeObra({ estatusObraId: 4 });
    return {
      path: `/obras/${id}/reportar`,
      open: async (page) => main(page),
      type: (form) => form.getByLabel('Avance físico').fill('33.25'),
      typed: '33.25',
      holds: (form) => expectValue(form.getByLabel('Avance físico'), '33.25'),
      campo: 'avanceFisico',
      send: 'Reportar avance',
      address: /\/avances$/,
      count: async () => (await avancesOf(id)).length,
      done: /^Se reportó 33\.25 % de avance/,
    };
  },
  async 'a report'() {
    const { id } = await makeObra({ estatusObraId: 4 });
    const made = await report(id, day(-3), 20);
    return {
      path: `/obras/${id}`,
      open: async (page) => {
        await page.getByText('(1 reporte)').click();
        return through(/^Corregir el avance/, /^Corregir el avance/)(page);
      },
      type: fill('Observaciones (opcional)', 'Lo mío'),
      holds: value('Observaciones (opcional)', 'Lo mío'),
      send: 'Guardar cambios',
      ...corrected(`/obras/${id}/avances/${made.id}`, 'observaciones', 'Lo mío', 'Lo suyo'),
      done: /^Se corrigió el avance\./,
    };
  },
  async 'a programme'() {
    const { id } = await makeObra({ estatusObraId: 4 });
    return {
      path: `/obras/${id}`,
      open: through('Registrar el programa', 'Registrar el programa'),
      async type(form) {
        await form.getByLabel('Fecha de inicio').fill(inField(day(-30)));
        await form.getByLabel('Fecha de término').fill(inField(day(30)));
      },
      typed: day(30),
      holds: value('Fecha de término', inField(day(30))),
      campo: 'fechaTermino',
      send: 'Registrar el programa',
      address: /\/programas$/,
      count: async () => (await fetchJson<object[]>('GET', `/obras/${id}/programas`)).length,
      done: /^Se registró el programa\./,
    };
  },
  async 'the real dates'() {
    const { id } = await makeObra({ estatusObraId: 4 });
    return {
      path: `/obras/${id}`,
      open: through('Fechas reales y cierre', 'Fechas reales y cierre'),
      type: fill('Alcance final (opcional)', 'Lo mío'),
      holds: value('Alcance final (opcional)', 'Lo mío'),
      send: 'Guardar cambios',
      ...corrected(`/obras/${id}/ejecucion`, 'alcanceFinal', 'Lo mío', 'Lo suyo'),
      done: /^Se guardaron las fechas reales/,
    };
  },
  async 'a new contract'() {
    const { id } = await makeObra({ estatusObraId: 4 });
    const numero = named('SOP');
    return {
      path: `/obras/${id}`,
      open: through('Agregar un contrato', 'Agregar contrato'),
      async type(form) {
        await form.getByLabel('Número', { exact: true }).fill(numero);
        await form.getByLabel('Objeto').fill('Pavimentación.');
        await form.getByLabel('Contratista', { exact: true }).fill('Constructora del Mayab');
        await form.getByLabel('Monto', { exact: true }).fill('1,180,000');
        await form.getByLabel('Fecha de firma').fill(day(-90));
        await form.getByLabel('Fecha de inicio').fill(day(-80));
        await form.getByLabel('Fecha de término').fill(day(80));
      },
      typed: numero,
      holds: value('Número', numero),
      campo: 'numero',
      send: 'Agregar el contrato',
      address: /\/contratos$/,
      count: async () => (await fetchJson<object[]>('GET', `/obras/${id}/contratos`)).length,
      done: /^Se agregó el contrato\./,
    };
  },
  async 'a contract'() {
    const { id, numero, address } = await makeContrato();
    return {
      path: `/obras/${id}`,
      open: through(/^Corregir el contrato/, `Corregir el contrato ${numero}`),
      type: fill('Objeto', 'Lo mío'),
      holds: value('Objeto', 'Lo mío'),
      send: 'Guardar cambios',
      ...corrected(address, 'objeto', 'Lo mío', 'Lo suyo'),
      done: /^Se corrigió el contrato\./,
    };
  },
  async 'a new agreement'() {
    const { id, numero, address } = await makeContrato();
    return {
      path: `/obras/${id}`,
      open: through(/^Agregar un convenio/, `Agregar convenio al contrato ${numero}`),
      async type(form) {
        await form.getByLabel('Fecha', { exact: true }).fill(day(-20));
        await form.getByLabel('Justificación').fill('Lo mío');
        await form.getByLabel('Monto nuevo').fill('1,200,000');
      },
      typed: 'Lo mío',
      holds: value('Justificación', 'Lo mío'),
      campo: 'justificacion',
      send: 'Agregar el convenio',
      address: /\/convenios$/,
      count: async () =>
        (await fetchJson<{ convenios: object[] }>('GET', address)).convenios.length,
      done: /^Se agregó el convenio\./,
    };
  },
  async 'an agreement'() {
    const { id, address } = await makeContrato();
    const { convenios } = await fetchJson<{ convenios: { id: number }[] }>(
      'POST',
      `${address}/convenios`,
      { fecha: day(-20), justificacion: 'Suelo rocoso.', montoNuevo: 1_200_000 },
    );
    const one = `${address}/convenios/${convenios[0]?.id}`;
    const saysMine = async () => {
      const now = await fetchJson<{ convenios: { justificacion: string }[] }>('GET', address);
      return Number(now.convenios[0]?.justificacion === 'Lo mío');
    };
    return {
      path: `/obras/${id}`,
      open: through(/^Corregir el convenio/, /^Corregir el convenio/),
      type: fill('Justificación', 'Lo mío'),
      holds: value('Justificación', 'Lo mío'),
      send: 'Guardar cambios',
      ...corrected(one, 'justificacion', 'Lo mío', 'Lo suyo'),
      count: saysMine,
      done: /^Se corrigió el convenio\./,
    };
  },
  async 'a new catalog record'() {
    const nombre = named('Zz Lo mío');
    return {
      path: '/catalogos/dependencias',
      open: through('Agregar dependencia', 'Agregar dependencia'),
      type: fill('Nombre', nombre),
      typed: nombre,
      holds: value('Nombre', nombre),
      campo: 'nombre',
      send: 'Agregar dependencia',
      address: /\/dependencias$/,
      count: async () =>
        (await fetchJson<{ nombre: string }[]>('GET', '/dependencias')).filter(
          (one) => one.nombre === nombre,
        ).length,
      done: /^Se agregó la dependencia\./,
    };
  },
  async 'a catalog record'() {
    const { id, nombre } = await makeDependencia();
    const mine = named('Zz Lo mío');
    return {
      path: `/catalogos/dependencias?q=${encodeURIComponent(nombre)}`,
      open: through('Editar la dependencia', `Editar ${nombre}`),
      type: fill('Nombre', mine),
      holds: value('Nombre', mine),
      send: 'Guardar cambios',
      ...corrected(`/dependencias/${id}`, 'nombre', mine, named('Zz Lo suyo')),
      done: /^Se guardó la dependencia\./,
    };
  },
  async 'a new account'() {
    const email = `${named('lo.mio').replace(' ', '-')}@ejemplo.mx`;
    return {
      path: '/usuarios',
      open: through('Agregar usuario', 'Agregar usuario'),
      async type(form) {
        await form.getByLabel('Nombre completo').fill('Lo Mío');
        await form.getByLabel('Correo electrónico').fill(email);
      },
      typed: email,
      holds: value('Correo electrónico', email),
      campo: 'email',
      send: 'Agregar usuario',
      address: /\/users$/,
      count: async () =>
        (await fetchJson<{ email: string }[]>('GET', '/users')).filter((one) => one.email === email)
          .length,
      done: /^Se agregó la cuenta$/,
    };
  },
  async 'an account'() {
    const email = `${named('cuenta').replace(' ', '-')}@ejemplo.mx`;
    const nombreCompleto = named('De antes');
    const id = await makeUser(email, 'propia-123', { nombreCompleto });
    return {
      path: `/usuarios?q=${email}`,
      open: through('Editar usuario', /^Editar De antes/),
      type: fill('Nombre completo', 'Lo Mío'),
      holds: value('Nombre completo', 'Lo Mío'),
      send: 'Guardar cambios',
      ...corrected(`/users/${id}`, 'nombreCompleto', 'Lo Mío', 'Lo Suyo'),
      done: /^Se guardó la cuenta\./,
    };
  },
  async "one's own account"() {
    const email = `${named('propia').replace(' ', '-')}@ejemplo.mx`;
    const id = await makeUser(email, 'propia-123', { nombreCompleto: 'De Antes' });
    return {
      who: { email, password: 'propia-123' },
      path: '/cuenta',
      open: through('Corregir mis datos', 'Corregir mis datos'),
      type: fill('Nombre completo', 'Lo Mío'),
      holds: value('Nombre completo', 'Lo Mío'),
      send: 'Guardar cambios',
      ...corrected(`/users/${id}`, 'nombreCompleto', 'Lo Mío', 'Lo Suyo'),
      done: /^Se guardaron sus datos\./,
    };
  },
  async 'the agencies of a clerk'() {
    const [one, other] = [await makeDependencia(), await makeDependencia()];
    const clerk = await makeClerk([]);
    const box = (form: Locator) => form.getByRole('checkbox', { name: one.nombre });
    const idsOf = async () =>
      (await fetchJson<{ dependenciaIds: number[] }>('GET', `/users/${clerk.id}/dependencias`))
        .dependenciaIds;
    return {
      path: `/usuarios?q=${clerk.email}`,
      open: through('Dependencias que captura', /^Más acciones con/, 'Dependencias que captura'),
      type: (form) => form.getByText(one.nombre).click(),
      typed: `"dependenciaIds":[${one.id}]`,
      holds: async (form) => {
        await box(form).waitFor({ state: 'attached' });
        assert.equal(await box(form).isChecked(), true);
      },
      campo: 'dependenciaIds',
      send: 'Guardar cambios',
      address: /\/users\/[^/]+\/dependencias$/,
      count: async () => Number((await idsOf()).includes(one.id)),
      met: {
        change: () => clerk.appoint([other.id]),
        theirs: new RegExp(`Dependencias: ninguna → ${other.nombre}`),
        mine: new RegExp(other.nombre),
        choose: 'Guardar los cambios de ambos',
      },
      done: /captura los avances de 2 dependencias\.$/,
    };
  },
};

/** Waits until a draft has a text. */
const kept = (page: Page, text: string) =>
  until(
    page,
    `Object.entries(localStorage).some(([name, value]) =>
      name.startsWith('registro.borrador.') && value.includes(${JSON.stringify(text)}))`,
  );

/** Lets the next writing through to the registry and loses its answer; answers the keys and tags that came, in order. */
async function loseAnswer(context: BrowserContext, address: RegExp): Promise<string[]> {
  const came: string[] = [];
  await context.route(address, async (route) => {
    const request = route.request();
    if (!['POST', 'PATCH'].includes(request.method())) return route.fallback();
    const headers = request.headers();
    came.push(headers['idempotency-key'] ?? headers['if-match'] ?? '');
    if (came.length > 1) return route.fallback();
    assert.ok((await route.fetch()).ok());
    await route.abort('connectionreset');
  });
  return came;
}

describe('The portal: every form of a record', () => {
  for (const [name, make] of Object.entries(CASOS)) {
    test(`${name}: nothing typed is lost, and it is written once`, async () => {
      const caso = await make();
      const { page, context } = await visit(caso.who ?? 'admin', caso.path, {
        allow: /400|403|412|ERR_CONNECTION_RESET|ERR_FAILED/,
      });
      let form = await caso.open(page);
      await caso.type(form, page);
      const send = () => form.getByRole('button', { name: caso.send, exact: true });

      // A refusal stands at its field, and what is typed stays.
      const wrong = `${caso.campo} no le gusta a la prueba.`;
      await refuse(context, caso.address, 400, [wrong], { times: 1 });
      await send().click();
      await form.locator('.piezas_error').getByText('No le gusta a la prueba.').first().waitFor();
      await caso.holds(form);

      // So it does where the right was taken away meanwhile.
      await context.unroute(caso.address);
      await refuse(context, caso.address, 403, 'Forbidden resource', { times: 1 });
      await send().click();
      await form
        .getByRole('alert')
        .getByText(/Su cuenta (no tiene permiso para esto|ya no captura los avances de esta obra)/)
        .waitFor();
      await form
        .getByRole('alert')
        .getByText(/Lo que escribió se conserva/)
        .waitFor();
      await caso.holds(form);
      await context.unroute(caso.address);

      // A tab that is closed gives it back.
      await kept(page, caso.typed);
      await page.close();
      const again = await context.newPage();
      await again.goto(`${base}/portal${caso.path}`);
      form = await caso.open(again);
      await press(again, /^Continuar con lo que había escrito/);
      await caso.holds(form);

      // Another person changed the same: both are shown.
      const { met } = caso;
      const conflict = drawer(again, /^Otra persona cambió/);
      if (met) {
        await met.change();
        await send().click();
        await expectText(conflict, 'Nada de lo suyo se ha perdido.');
        for (const words of [met.theirs, met.mine]) {
          await conflict.locator('.conflict_version, li').filter({ hasText: words }).waitFor();
        }
        const mine = conflict.getByText('Usted', { exact: true });
        if ((await mine.count()) > 0) await mine.click();
      }

      // An answer that is lost is asked for again, and nothing is written twice.
      const came = await loseAnswer(context, caso.address);
      await (met ? press(conflict, met.choose) : send().click());
      await expectText(form, 'No hubo respuesta del registro: no se sabe si llegó.');
      assert.equal(await caso.count(), 1);
      await until(again, `!document.querySelector('[type=submit]').disabled`);
      await send().click();
      await expectText(again, caso.done);
      assert.deepEqual([came.length, new Set(came).size], [2, 1], `under one mark: ${came}`);
      assert.equal(await caso.count(), 1);
      await until(
        again,
        `!Object.keys(localStorage).some((name) => name.startsWith('registro.borrador.'))`,
      );
    });
  }
});
