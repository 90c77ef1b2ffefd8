import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillObra, newKey } from './formulario-pasos.ts';
import { canSend, expectText, expectValue, go, press } from './gestures.ts';
import { fetchJson, makeObra, makeUser, refuse, until, type Visit, visit } from './portal-world.ts';
import { day, inField, makeClerk, makeDependencia, named, report } from './seguimiento-pasos.ts';

// What every form of a record owes to the user who types in it, whatever it is a record of.

interface Forma {
  path: string;
  /** Buttons and choices that lead to it, one after another; none to a page's own form. */
  by?: (string | RegExp)[];
  /** What is typed, by labels: last what is to be kept, and `✓` into a box. */
  typed: Record<string, string>;
  /** The last of these in the registry: the field's name, and its value where it is not what is typed. */
  campo: string;
  value?: string;
  send: string;
  /** What is written to, the list that a new record comes into or the record itself; and where it is read, if elsewhere. */
  at: string;
  read?: () => Promise<object | object[]>;
  /** Another person's value of the same field of a record that is corrected. */
  theirs?: unknown;
  /** How both look beside one another, and what saves them, where there is no choice between two values. */
  both?: { words: string; choose: string };
  /** The page's words once it is done. */
  done: RegExp;
}

const MINE = 'Lo mío';
const THEIRS = { theirs: 'Lo suyo', send: 'Guardar cambios' };
const FIRMA = { fechaFirma: day(-90), fechaInicio: day(-80), fechaTermino: day(80) };

const ofWorks = async (): Promise<Forma[]> => {
  const clave = newKey();
  const [{ id }, { id: reported }] = [await makeObra(), await makeObra({ estatusObraId: 4 })];
  return [
    {
      path: '/obras/nueva',
      typed: { 'Clave única': clave, Nombre: MINE },
      campo: 'nombre',
      send: 'Registrar la obra',
      at: '/obras',
      read: () => fetchJson('GET', `/obras?q=${clave}`),
      done: /^Se registró la obra/,
    },
    {
      path: `/obras/${id}/editar`,
      typed: { Descripción: MINE },
      campo: 'descripcion',
      ...THEIRS,
      at: `/obras/${id}`,
      done: /^Se guardaron los cambios\./,
    },
    {
      path: `/obras/${reported}/reportar`,
      typed: { 'Avance físico': '33.25' },
      campo: 'avanceFisico',
      send: 'Reportar avance',
      at: `/obras/${reported}/avances`,
      done: /^Se reportó 33\.25 % de avance/,
    },
  ];
};

const ofTheFollowUp = async (): Promise<Forma[]> => {
  const { id } = await makeObra({ estatusObraId: 4 });
  const path = `/obras/${id}`;
  const [numero, another] = [named('SOP'), named('SOP')];
  const { id: avance } = await report(id, day(-3), 20);
  const { id: contrato } = await fetchJson<{ id: number }>('POST', `${path}/contratos`, {
    ...{ numero, naturaleza: 'OBRA', objeto: 'Pavimentación.', contratista: 'Mayab' },
    ...{ monto: 1_000_000, ...FIRMA },
  });
  const address = `${path}/contratos/${contrato}`;
  const read = async () =>
    (await fetchJson<{ convenios: { id: number }[] }>('GET', address)).convenios;
  const convenio = { fecha: day(-20), justificacion: 'Suelo rocoso.', montoNuevo: 1_200_000 };
  await fetchJson('POST', `${address}/convenios`, convenio);
  const [agreed] = await read();
  return [
    {
      path,
      by: ['(1 reporte)', /^Corregir el avance/],
      typed: { Observaciones: MINE },
      campo: 'observaciones',
      ...THEIRS,
      at: `${path}/avances/${avance}`,
      done: /^Se corrigió el avance\./,
    },
    {
      path,
      by: ['Registrar el programa'],
      typed: { 'Fecha de inicio': inField(day(-30)), 'Fecha de término': inField(day(30)) },
      campo: 'fechaTermino',
      value: day(30),
      send: 'Registrar el programa',
      at: `${path}/programas`,
      done: /^Se registró el programa\./,
    },
    {
      path,
      by: ['Fechas reales y cierre'],
      typed: { 'Alcance final': MINE },
      campo: 'alcanceFinal',
      ...THEIRS,
      at: `${path}/ejecucion`,
      done: /^Se guardaron las fechas reales/,
    },
    {
      path,
      by: [`Corregir el contrato ${numero}`],
      typed: { Objeto: MINE },
      campo: 'objeto',
      ...THEIRS,
      at: address,
      done: /^Se corrigió el contrato\./,
    },
    {
      path,
      by: [/^Corregir el convenio/],
      typed: { Justificación: MINE },
      campo: 'justificacion',
      ...THEIRS,
      at: `${address}/convenios/${agreed?.id}`,
      read,
      done: /^Se corrigió el convenio\./,
    },
    {
      path,
      by: [`Agregar convenio al contrato ${numero}`],
      typed: { Fecha: day(-20), 'Monto nuevo': '1,200,000', Justificación: 'También mío' },
      campo: 'justificacion',
      send: 'Agregar el convenio',
      at: `${address}/convenios`,
      read,
      done: /^Se agregó el convenio\./,
    },
    {
      path,
      by: ['Agregar contrato'],
      typed: {
        Objeto: 'Pavimentación.',
        Contratista: 'Constructora del Mayab',
        Monto: '1,180,000',
        'Fecha de firma': FIRMA.fechaFirma,
        'Fecha de inicio': FIRMA.fechaInicio,
        'Fecha de término': FIRMA.fechaTermino,
        Número: another,
      },
      campo: 'numero',
      send: 'Agregar el contrato',
      at: `${path}/contratos`,
      done: /^Se agregó el contrato\./,
    },
  ];
};

const ofCatalogsAndAccounts = async (): Promise<Forma[]> => {
  const [one, other] = [await makeDependencia(), await makeDependencia()];
  const [captured, mine] = [await makeDependencia(), named('Zz Lo mío')];
  const clerk = await makeClerk([]);
  const [email, another] = [`cuenta-${newKey()}@ejemplo.mx`, `lo.mio-${newKey()}@ejemplo.mx`];
  const id = await makeUser(email, 'propia-123', { nombreCompleto: named('De antes') });
  return [
    {
      path: '/catalogos/dependencias',
      by: ['Agregar dependencia'],
      typed: { Nombre: `${mine} nueva` },
      campo: 'nombre',
      send: 'Agregar dependencia',
      at: '/dependencias',
      done: /^Se agregó la dependencia\./,
    },
    {
      path: `/catalogos/dependencias?q=${encodeURIComponent(one.nombre)}`,
      by: [`Editar ${one.nombre}`],
      typed: { Nombre: mine },
      campo: 'nombre',
      ...THEIRS,
      theirs: `${mine} suya`,
      at: `/dependencias/${one.id}`,
      done: /^Se guardó la dependencia\./,
    },
    {
      path: `/usuarios?q=${clerk.email}`,
      by: [/^Más acciones con/, 'Dependencias que captura'],
      typed: { [captured.nombre]: '✓' },
      campo: 'dependenciaIds',
      value: String(captured.id),
      send: 'Guardar cambios',
      at: `/users/${clerk.id}/dependencias`,
      theirs: [other.id],
      both: {
        words: `Dependencias: ninguna → ${other.nombre}`,
        choose: 'Guardar los cambios de ambos',
      },
      done: /captura los avances de 2 dependencias\.$/,
    },
    {
      path: `/usuarios?q=${email}`,
      by: [/^Editar De antes/],
      typed: { 'Nombre completo': MINE },
      campo: 'nombreCompleto',
      ...THEIRS,
      at: `/users/${id}`,
      done: /^Se guardó la cuenta\./,
    },
    {
      path: '/usuarios',
      by: ['Agregar usuario'],
      typed: { 'Nombre completo': 'Lo Mío', 'Correo electrónico': another },
      campo: 'email',
      send: 'Agregar usuario',
      at: '/users',
      done: /^Se agregó la cuenta$/,
    },
  ];
};

const OWN = { email: `propia-${newKey()}@ejemplo.mx`, password: 'propia-123' };
const ofOneself = async (): Promise<Forma[]> => {
  const id = await makeUser(OWN.email, OWN.password, { nombreCompleto: 'De Antes' });
  return [
    {
      path: '/cuenta',
      by: ['Corregir mis datos'],
      typed: { 'Nombre completo': MINE },
      campo: 'nombreCompleto',
      ...THEIRS,
      at: `/users/${id}`,
      done: /^Se guardaron sus datos\./,
    },
  ];
};

/** Goes to where a form is, opens it, and answers it. */
async function open(page: Page, { path, by = [] }: Forma) {
  await go(page, path);
  for (const name of by) {
    const summary = page.locator('summary', { hasText: name });
    const item = page.getByRole('menuitem', { name });
    await page.getByRole('button', { name }).or(item).or(summary).first().click();
  }
  return by.length > 0 ? page.getByRole('dialog') : page.locator('main');
}

/** Types into a form, has it refused, leaves it, meets another person in it and loses the answer. */
async function tryOut({ page, context }: Visit, forma: Forma): Promise<void> {
  const { at, campo, typed, done, theirs, both } = forma;
  const [label, text] = Object.entries(typed).at(-1) as [string, string];
  const value = forma.value ?? text;
  const address = new RegExp(`${at}$`);
  const count = async () => {
    const now = await (forma.read?.() ?? fetchJson<object | object[]>('GET', at));
    const values = [now].flat().map((one) => (one as Record<string, unknown>)[campo]);
    return values.filter((one) => String(one).split(',').includes(value)).length;
  };
  let form = await open(page, forma);
  const field = (name: string) => form.getByLabel(new RegExp(`^${name}`)).first();
  const send = () => form.getByRole('button', { name: forma.send, exact: true });
  const holds = () =>
    text === '✓'
      ? form.getByRole('checkbox', { name: label, checked: true }).waitFor({ state: 'attached' })
      : expectValue(field(label), text);
  if (at === '/obras') await fillObra(page, 'x', 'x');
  for (const [name, one] of Object.entries(typed)) {
    if (one === '✓') await form.getByText(name).click();
    else await field(name).fill(one);
  }

  // A refusal stands at its field, and what is typed stays.
  await refuse(context, address, 400, [`${campo} no le gusta a la prueba.`], { times: 1 });
  await send().click();
  await form.locator('.piezas_error').getByText('No le gusta a la prueba.').first().waitFor();
  await holds();
  await context.unroute(address);

  // Left in the middle, it gives back what was typed.
  await until(
    page,
    `Object.entries(localStorage).some(([name, text]) => name.startsWith('registro.borrador.')
      && String(JSON.parse(text).valores[${JSON.stringify(campo)}]) === ${JSON.stringify(value)})`,
  );
  await go(page, '/ayuda');
  form = await open(page, forma);
  await press(page, /^Continuar con lo que había escrito/);
  await holds();

  // Another person changed the same: both are shown.
  const conflict = page.getByRole('dialog', { name: /^Otra persona cambió/ });
  if (theirs) {
    await fetchJson('PATCH', at, { [campo]: theirs });
    await send().click();
    await expectText(conflict, 'Nada de lo suyo se ha perdido.');
    for (const hasText of both
      ? [both.words]
      : [new RegExp(`La otra persona\\s*${theirs}`), new RegExp(`Usted\\s*${value}`)]) {
      await conflict.locator('.conflict_version, li').filter({ hasText }).waitFor();
    }
    if (!both) await conflict.getByText('Usted', { exact: true }).click();
  }

  // An answer that is lost is asked for again, and nothing is written twice.
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
  if (theirs) await press(conflict, both?.choose ?? 'Guardar lo elegido');
  else await send().click();
  await expectText(form, 'No hubo respuesta del registro: no se sabe si llegó.');
  assert.equal(await count(), 1);
  await canSend(page);
  await send().click();
  await expectText(page, done);
  assert.deepEqual([came.length, new Set(came).size], [2, 1], `under one mark: ${came}`);
  assert.equal(await count(), 1);
  await until(
    page,
    `!Object.keys(localStorage).some((name) => name.startsWith('registro.borrador.'))`,
  );
  await context.unroute(address);
}

describe('The portal: every form of a record', () => {
  for (const [records, make, who] of [
    ['works', ofWorks, 'admin'],
    ['the follow-up', ofTheFollowUp, 'admin'],
    ['catalogs and accounts', ofCatalogsAndAccounts, 'admin'],
    ['oneself', ofOneself, OWN],
  ] as const) {
    test(`nothing typed is lost in the forms of ${records}, and it is written once`, async () => {
      const formas = await make();
      const visited = await visit(who, '/ayuda', {
        allow: /400|412|ERR_CONNECTION_RESET|ERR_FAILED/,
      });
      for (const forma of formas) await tryOut(visited, forma);
    });
  }
});
