import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertAccessibleEverywhere,
  expectHeading,
  expectText,
  fileFrom,
  press,
  tabTo,
} from '../../../portal/gestures.ts';
import { give, reviewAgain } from '../../../portal/importar-pasos.ts';
import { base, gate, makeObra, visit } from '../../../portal/portal-world.ts';
import { avancesOf, makeClerk, makeDependencia, named } from '../../../portal/seguimiento-pasos.ts';

/** A clerk with two works of her agency, and one of another's. */
async function world() {
  const [own, other] = [await makeDependencia(), await makeDependencia()];
  const clerk = await makeClerk([own.id]);
  const make = async (dependenciaId: number) => {
    const claveUnica = named('AV').replace(/ /g, '-');
    const { id } = await makeObra({ claveUnica, nombre: `Obra ${claveUnica}`, dependenciaId });
    return { id, claveUnica };
  };
  return { clerk, works: [await make(own.id), await make(own.id)], theirs: await make(other.id) };
}

describe('The portal: a clerk brings in her sheet', () => {
  test('from her works: it is reviewed with its faults, and then written', async () => {
    const { clerk, works, theirs } = await world();
    const [one, two] = works as [(typeof works)[0], (typeof works)[0]];
    const { page } = await visit(clerk, '/mis-obras');
    await page.getByRole('link', { name: 'Reportar varias con una hoja de cálculo' }).click();
    await expectHeading(page, 'Importar avances');
    const rows = (more: string) =>
      `Clave,% de avance,Pagado\r\n${one.claveUnica},45 %,"1,200,000.00"\r\n${two.claveUnica},"10,5",\r\n${more}`;
    await give(page, 'trimestre.csv', rows(`${theirs.claveUnica},5,\r\n`));
    await page.getByText('Falta la fecha de corte.').first().waitFor();
    await page.getByLabel('Fecha de corte de las filas que no la dicen').fill('2026-06-30');
    await reviewAgain(page);
    await page.getByText('Esta obra no es de su dependencia.').first().waitFor();
    await page.getByText(/^Importar las filas correctas/).click();
    await reviewAgain(page);
    await press(page, 'Importar 2 filas');
    await expectText(page, 'Listo: 2 filas registradas y 0 cambiadas de «trimestre.csv».');
    const [avance] = await avancesOf(one.id);
    assert.deepEqual(
      [avance?.fechaCorte, avance?.avanceFisico, avance?.montoPagado],
      ['2026-06-30', 45, 1200000],
    );
    assert.equal((await avancesOf(theirs.id)).length, 0);
    await page.getByRole('link', { name: 'Ver cómo van mis obras' }).click();
    await expectHeading(page, 'Mis obras');
  });

  test('has the template by keyboard alone, and is asked what an avance of 0.45 is', async () => {
    const { clerk, works } = await world();
    const [one] = works as [(typeof works)[0]];
    const { page } = await visit(clerk, '/importar/avances');
    await page.getByRole('button', { name: 'Descargar la plantilla' }).waitFor();
    await assertAccessibleEverywhere(page);
    await tabTo(page, 'Descargar la plantilla');
    const template = await fileFrom(page, () => page.keyboard.press('Enter'));
    assert.equal(template.suggestedFilename(), 'plantilla-avances.xlsx');

    const headings = 'Clave,Corte,Avance físico,Causa del atraso';
    const file = [headings, `${one.claveUnica},2026-06-30,0.45,SOCIAL`].join('\r\n');
    await give(page, 'fracciones.csv', file);
    const question = page.getByRole('radiogroup', { name: 'Avances de 0 a 1 que no dicen %' });
    await expectText(question, 'Fracciones: 0.45 es 45 %');
    assert.equal(await question.locator('[data-selected]').count(), 0);
    // A code of the file stands there in people's words.
    await expectText(page.getByRole('region', { name: 'Primeras filas' }), 'Inconformidad social');
    await assertAccessibleEverywhere(page);
    await question.getByText('Fracciones: 0.45 es 45 %').click();
    await reviewAgain(page);
    await press(page, 'Importar 1 fila');
    await expectText(page, 'Listo: 1 fila registrada');
    assert.equal((await avancesOf(one.id))[0]?.avanceFisico, 45);
  });

  test("waits for her agencies, and says so where they can't be read", async () => {
    const { clerk } = await world();
    const { page } = await visit(clerk, null, { allow: /500/ });
    const { free, letGo } = gate();
    let isAway = true;
    await page.route(/\/users\/[^/]+\/dependencias$/, async (route) => {
      await free;
      return isAway
        ? route.fulfill({ status: 500, json: { statusCode: 500, message: 'Sin servicio.' } })
        : route.fallback();
    });
    const imports: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('importacion')) imports.push(request.url());
    });
    await page.goto(`${base}/portal/importar/avances`);
    await page.getByText('Cargando…').waitFor();
    letGo();
    await expectText(page, 'Sin servicio.');
    assert.deepEqual(imports, []);
    assert.equal(await page.getByText('Su cuenta no captura').count(), 0);
    isAway = false;
    await press(page, 'Intentar de nuevo');
    await expectText(page, 'Descargar la plantilla');
  });
});
