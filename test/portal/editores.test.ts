import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { table } from '../table.ts';
import { drafts, fillObra, newKey } from './formulario-pasos.ts';
import { canSend, eventually, expectText, expectValue, go, press } from './gestures.ts';
import {
  fetchJson,
  makeObra,
  makeUser,
  refuse,
  type Schema,
  until,
  type Visit,
  visit,
} from './portal-world.ts';
import {
  CONTRATO,
  day,
  inField,
  makeClerk,
  makeDependencia,
  named,
  report,
} from './seguimiento-pasos.ts';

// What every form of a record owes to the user who types in it, whatever it is a record of.

interface Forma {
  path: string;
  /** Buttons and choices that lead to it, one after another; none to a page's own form. */
  by: string[];
  /** What is typed, by labels: last what is to be kept, and `✓` into a box. */
  typed: Record<string, string>;
  /** The last of these in the registry: the field's name, and its value where it is not what is typed. */
  campo: string;
  value?: string | undefined;
  send: string;
  /** What is written to, the list that a new record comes into or the record itself; and where it is read, maybe within a record. */
  at: string;
  read: { path: string; part?: string | undefined };
  /** Another person's value of the same field of a record that is corrected. */
  theirs?: unknown;
  /** How both look beside one another, and what saves them, where there is no choice between two values. */
  both?: { words: string; choose: string };
  /** The page's words once it is done. */
  done: RegExp;
}

const FIRMA = `Fecha de firma: ${day(-90)}; Fecha de inicio: ${day(-80)}; Fecha de término: ${day(80)}`;

/** A form a row: a `POST` makes a record, and a `PATCH` corrects one, which another person does as well. */
const formsOf = (rows: string[][]): Forma[] =>
  rows.map(
    ([path = '', by = '', typed = '', kept = '', request = '', read, send = '', done = '']) => {
      const [method, at = ''] = request.split(' ');
      const [campo = '', value] = kept.split(' = ');
      const [from = '', part] = (read || at).split(' ');
      return {
        ...{ path, campo, value, at, send, done: new RegExp(done) },
        by: by.split(' › ').filter(Boolean),
        typed: Object.fromEntries(typed.split('; ').map((one) => one.split(': '))),
        read: { path: from, part },
        ...(method === 'PATCH' && { theirs: 'Lo suyo' }),
      };
    },
  );

const ofWorks = async (): Promise<Forma[]> => {
  const clave = newKey();
  const [{ id }, { id: reported }] = [await makeObra(), await makeObra({ estatusObraId: 4 })];
  return formsOf(table`
    # page                   | opened by | typed                                 | field        | request                       | read              | button            | done
    /obras/nueva             | -         | Clave única: ${clave}; Nombre: Lo mío | nombre       | POST /obras                   | /obras?q=${clave} | Registrar la obra | ^Se registró la obra
    /obras/${id}/editar      | -         | Descripción: Lo mío                   | descripcion  | PATCH /obras/${id}            | -                 | Guardar cambios   | ^Se guardaron los cambios\.
    /obras/${reported}/reportar | -      | Avance físico: 33.25                  | avanceFisico | POST /obras/${reported}/avances | -               | Reportar avance   | ^Se reportó 33\.25 % de avance`);
};

const ofTheFollowUp = async (): Promise<Forma[]> => {
  const { id } = await makeObra({ estatusObraId: 4 });
  const path = `/obras/${id}`;
  const [numero, another] = [named('SOP'), named('SOP')];
  const { id: avance } = await report(id, day(-3), 20);
  const { id: contrato } = await fetchJson<{ id: number }>('POST', `${path}/contratos`, {
    ...CONTRATO,
    numero,
  });
  const at = `${path}/contratos/${contrato}`;
  const convenio = { fecha: day(-20), justificacion: 'Suelo rocoso.', montoNuevo: 1_200_000 };
  await fetchJson('POST', `${at}/convenios`, convenio);
  const { convenios } = await fetchJson<Schema<'Contrato'>>('GET', at);
  return formsOf(table`
    # page  | opened by                              | typed                                                     | field                       | request                          | read            | button                | done
    ${path} | (1 reporte) › Corregir el avance       | Observaciones: Lo mío                                     | observaciones               | PATCH ${path}/avances/${avance}  | -               | Guardar cambios       | ^Se corrigió el avance\.
    ${path} | Registrar el programa                  | Fecha de inicio: ${day(-30)}; Fecha de término: ${inField(day(30))} | fechaTermino = ${day(30)} | POST ${path}/programas   | -               | Registrar el programa | ^Se registró el programa\.
    ${path} | Fechas reales y cierre                 | Alcance final: Lo mío                                     | alcanceFinal                | PATCH ${path}/ejecucion          | -               | Guardar cambios       | ^Se guardaron las fechas reales
    ${path} | Escribir el expediente                 | Propósito: Lo mío                                         | proposito                   | PATCH ${path}/expediente         | -               | Guardar cambios       | ^Se guardó el expediente\.
    ${path} | Corregir el contrato ${numero}         | Objeto: Lo mío                                            | objeto                      | PATCH ${at}                      | -               | Guardar cambios       | ^Se corrigió el contrato\.
    ${path} | Corregir el convenio                   | Justificación: Lo mío                                     | justificacion               | PATCH ${at}/convenios/${convenios[0]?.id} | ${at} convenios | Guardar cambios | ^Se corrigió el convenio\.
    ${path} | Agregar convenio al contrato ${numero} | Fecha: ${day(-20)}; Monto nuevo: 1,200,000; Justificación: También mío | justificacion  | POST ${at}/convenios             | ${at} convenios | Agregar el convenio   | ^Se agregó el convenio\.
    ${path} | Agregar contrato                       | Objeto: Pavimentación.; Contratista: Mayab; Monto: 1,180,000; ${FIRMA}; Número: ${another} | numero | POST ${path}/contratos | -        | Agregar el contrato   | ^Se agregó el contrato\.`);
};

const ofCatalogsAndAccounts = async (): Promise<Forma[]> => {
  const [one, other] = [await makeDependencia(), await makeDependencia()];
  const [captured, mine] = [await makeDependencia(), named('Zz Lo mío')];
  const clerk = await makeClerk([]);
  const [email, another] = [`cuenta-${newKey()}@ejemplo.mx`, `lo.mio-${newKey()}@ejemplo.mx`];
  const id = await makeUser(email, 'propia-123', { nombreCompleto: named('De antes') });
  const shown = `/catalogos/dependencias?q=${encodeURIComponent(one.nombre)}`;
  const forms = formsOf(table`
    # page                    | opened by            | typed                   | field          | request                  | read | button              | done
    /catalogos/dependencias   | Agregar dependencia  | Nombre: ${mine} nueva   | nombre         | POST /dependencias       | -    | Agregar dependencia | ^Se agregó la dependencia\.
    ${shown}                  | Editar ${one.nombre} | Nombre: ${mine}         | nombre         | PATCH /dependencias/${one.id} | - | Guardar cambios   | ^Se guardó la dependencia\.
    /usuarios?q=${clerk.email} | Más acciones con › Dependencias que captura | ${captured.nombre}: ✓ | dependenciaIds = ${captured.id} | PATCH /users/${clerk.id}/dependencias | - | Guardar cambios | captura los avances de 2 dependencias\.$
    /usuarios?q=${email}      | Editar De antes      | Nombre completo: Lo mío | nombreCompleto | PATCH /users/${id}       | -    | Guardar cambios     | ^Se guardó la cuenta\.
    /usuarios                 | Agregar usuario      | Nombre completo: Lo Mío; Correo electrónico: ${another} | email | POST /users | - | Agregar usuario | ^Se agregó la cuenta$`);
  const words = `Dependencias: ninguna → ${other.nombre}`;
  const both = { words, choose: 'Guardar los cambios de ambos' };
  return forms.map((one) =>
    one.campo === 'dependenciaIds' ? { ...one, theirs: [other.id], both } : one,
  );
};

const OWN = { email: `propia-${newKey()}@ejemplo.mx`, password: 'propia-123' };
const ofOneself = async (): Promise<Forma[]> => {
  const id = await makeUser(OWN.email, OWN.password, { nombreCompleto: 'De Antes' });
  return formsOf(table`
    # page  | opened by          | typed                   | field          | request            | read | button          | done
    /cuenta | Corregir mis datos | Nombre completo: Lo mío | nombreCompleto | PATCH /users/${id} | -    | Guardar cambios | ^Se guardaron sus datos\.`);
};

/** Goes to where a form is, opens it, and answers it. */
async function open(page: Page, { path, by }: Forma) {
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
    const { path, part } = forma.read;
    const now = await fetchJson<Record<string, unknown>>('GET', path);
    const records = [part ? now[part] : now].flat() as Record<string, unknown>[];
    return records.filter((one) => String(one[campo]).split(',').includes(value)).length;
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
  await eventually(() => drafts(page), []);
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
