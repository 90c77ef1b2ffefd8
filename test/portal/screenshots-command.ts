// npm run screenshots: the pictures in README, LEEME and the manual, taken anew of the portal as it is.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { readArguments } from '../../src/consola/console.ts';
import { closeAll } from '../at-end.ts';
import type { Schema, SIZES, Who } from './portal-world.ts';

const HELP = `Uso: npm run screenshots [-- opciones]

Toma de nuevo las imágenes de docs/portal con el navegador Chromium, de un registro de demostración que hace y borra.

  --solo <texto>  sólo las imágenes cuyo nombre lo contiene
  --help          muestra esta ayuda
`;

interface Shot {
  name: string;
  /** `capturista` reports for the agency of the work that is followed. */
  who: Who | 'capturista';
  /** `{seguida}` stands for the id of a work that is late, with a contract that was changed, and `{antes}` for an instant before a change. */
  path: string;
  /** Of the demonstration, as docs/manual.md names it: `{entera}` is the work of which nothing is unsaid. */
  isOfDemo?: true;
  size: keyof typeof SIZES;
  /** Brings the page to what the picture is to show. */
  prepare?: (page: Page) => Promise<unknown>;
}

const SHOTS: Shot[] = [
  { name: 'entrar', who: 'nobody', path: '/entrar', size: 'phone' },
  { name: 'mapa', who: 'admin', path: '/obras', size: 'desk', prepare: mapDrawn },
  {
    name: 'mapa-filtros',
    who: 'user',
    path: '/obras?municipioId=50&q=calle&orden=-monto',
    size: 'desk',
    prepare: mapDrawn,
  },
  {
    name: 'mapa-telefono',
    who: 'user',
    path: '/obras?vista=mapa',
    size: 'phone',
    prepare: mapDrawn,
  },
  { name: 'ficha', who: 'admin', path: '/obras/7', size: 'desk', prepare: mapDrawn },
  {
    name: 'avance',
    who: 'capturista',
    path: '/obras/{seguida}',
    size: 'desk',
    prepare: followUp,
  },
  {
    name: 'expediente',
    who: 'admin',
    path: '/obras/{entera}',
    isOfDemo: true,
    size: 'desk',
    prepare: recordShown,
  },
  { name: 'contratistas', who: 'admin', path: '/contratistas', isOfDemo: true, size: 'desk' },
  {
    name: 'contratista',
    who: 'admin',
    path: '/contratistas/UHI080808XX6',
    isOfDemo: true,
    size: 'desk',
  },
  { name: 'umbrales', who: 'admin', path: '/umbrales', isOfDemo: true, size: 'desk' },
  { name: 'fotos', who: 'user', path: '/obras/{seguida}', size: 'desk', prepare: photosShown },
  {
    name: 'documentos',
    who: 'capturista',
    path: '/obras/{seguida}',
    size: 'desk',
    prepare: documentsShown,
  },
  {
    name: 'fotos-telefono',
    who: 'capturista',
    path: '/obras/{seguida}/fotos',
    size: 'phone',
    prepare: choosePhotos,
  },
  { name: 'mis-obras', who: 'capturista', path: '/mis-obras', size: 'desk' },
  {
    name: 'reportar-telefono',
    who: 'capturista',
    path: '/obras/{seguida}/reportar',
    size: 'phone',
    prepare: report,
  },
  {
    name: 'importar-avances',
    who: 'capturista',
    path: '/importar/avances',
    size: 'desk',
    prepare: reviewReports,
  },
  { name: 'resumen', who: 'user', path: '/resumen', size: 'desk' },
  { name: 'cortes', who: 'admin', path: '/cortes', size: 'desk' },
  {
    name: 'comparar',
    who: 'user',
    path: '/cortes?de=2026-T2&con=2026-T3&ver=monto',
    size: 'desk',
  },
  { name: 'formulario', who: 'admin', path: '/obras/nueva', size: 'desk', prepare: drawRoute },
  {
    name: 'formulario-telefono',
    who: 'admin',
    path: '/obras/nueva',
    size: 'phone',
    prepare: drawRoute,
  },
  { name: 'historial', who: 'admin', path: '/obras/7/historial', size: 'desk', prepare: settle },
  {
    name: 'como-estaba',
    who: 'user',
    path: '/obras/7?en={antes}',
    size: 'desk',
    prepare: mapDrawn,
  },
  { name: 'cambios', who: 'user', path: '/cambios?obraId={seguida}', size: 'desk' },
  { name: 'usuarios', who: 'admin', path: '/usuarios', size: 'desk' },
  { name: 'bitacora', who: 'admin', path: '/bitacora', size: 'desk' },
  { name: 'importar', who: 'admin', path: '/importar', size: 'desk' },
  {
    name: 'importar-revision',
    who: 'admin',
    path: '/importar',
    size: 'desk',
    prepare: reviewSheet,
  },
];

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function mapDrawn(page: Page): Promise<void> {
  await settle(page);
  await page.locator('canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  // Its tiles come from the page's own memory too, and are drawn a few at a time.
  await page.waitForTimeout(2000);
}

/** A route by the keyboard, on a map that has come nearer. */
async function drawRoute(page: Page): Promise<void> {
  await settle(page);
  await page.getByRole('button', { name: 'Agregar ruta' }).click();
  const map = page.getByRole('application');
  await map.locator('canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  await map.focus();
  const keys = 'ArrowLeft Enter ArrowRight ArrowDown Enter ArrowRight ArrowUp Enter';
  for (const key of keys.split(' ')) {
    await page.keyboard.press(key);
    // The map glides where a key sends it.
    await page.waitForTimeout(400);
  }
  await map.evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

/** A sheet in which some names, and an amount, are not as they should be. */
async function reviewSheet(page: Page): Promise<void> {
  const { csv, give, row } = await import('./importar-pasos.ts');
  await settle(page);
  const rows = Array.from({ length: 12 }, (_, i) =>
    row(`SOP-2026-${String(i + 1).padStart(3, '0')}`, {
      nombre: `Pavimentación de la calle ${i + 40}`,
      monto: i === 8 ? '12.5 mdp' : `${i + 1}250000.50`,
      estatus: i % 3 === 0 ? 'Ya licitada' : 'En proceso',
      municipio: i === 5 ? 'Tizmin' : 'Mérida',
    }),
  );
  await give(page, 'programa-2026.csv', csv(...rows));
  await page.getByRole('heading', { name: /^Qué hay que resolver/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('window.scrollTo(0, 180)');
}

/** How a work goes, on its sheet. */
async function followUp(page: Page): Promise<void> {
  await settle(page);
  const heading = page.getByRole('heading', { level: 2, name: 'Avance' });
  await heading.waitFor();
  await heading.evaluate((element) => element.scrollIntoView());
  await page.evaluate('window.scrollBy(0, -70)');
}

/** Whose money a work is built with. */
async function recordShown(page: Page): Promise<void> {
  await settle(page);
  const heading = page.getByRole('heading', { level: 2, name: 'Expediente' });
  await heading.waitFor();
  await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.evaluate('window.scrollBy(0, -70)');
}

/** The demonstration of `npm run demo`: where it is served, and the id of the work of which nothing is unsaid. */
async function startDemo(): Promise<{ at: string; entera: number }> {
  const { fillWithDemo } = await import('../../src/commands/demo/demo.ts');
  const { startEmpty } = await import('./portal-world.ts');
  const { at, call, registry, config } = await startEmpty();
  await fillWithDemo(registry, { print: () => {} }, config);
  const found = (await (await call('GET', '/obras?q=JAPAY-2024-00001')).json()) as [{ id: number }];
  return { at, entera: found[0].id };
}

/** The photos of a work, all of them loaded. */
async function photosShown(page: Page): Promise<void> {
  await settle(page);
  await page.getByRole('region', { name: /fotos$/ }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function documentsShown(page: Page): Promise<void> {
  await settle(page);
  const heading = page.getByRole('heading', { level: 2, name: 'Documentos' });
  await heading.evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

/** Photos that are to be sent. */
async function choosePhotos(page: Page): Promise<void> {
  const { choose, drawn, fotosButton, waiting } = await import('./archivos-pasos.ts');
  await settle(page);
  await choose(fotosButton(page), await Promise.all([3, 4, 5].map((stage) => drawn(stage))));
  await waiting(page).nth(2).waitFor();
}

/** Photos and documents of the work that is followed. */
async function addArchivos(obraId: number): Promise<void> {
  const { addArchivo, drawn, pdf } = await import('./archivos-pasos.ts');
  const days = ['2026-01-20', '2026-03-15', '2026-05-12', '2026-07-08', '2026-09-30'];
  for (const [stage, fecha] of days.entries()) {
    const titulo = `Avance de la obra el ${Number(fecha.slice(8))} de ${MONTHS[stage]}`;
    await addArchivo(obraId, await drawn(stage), { titulo, fecha });
  }
  const documents = [
    ['FALLO', 'Fallo de la licitación', 'true'],
    ['CONTRATO', 'Contrato de obra', 'true'],
    ['FIANZA', 'Fianza de cumplimiento', 'false'],
    ['ACTA_ENTREGA', 'Acta de entrega-recepción', 'true'],
  ] as const;
  for (const [clase, titulo, publico] of documents) {
    await addArchivo(obraId, pdf(), { clase, titulo, publico, fecha: '2026-02-10' });
  }
}
const MONTHS = ['enero', 'marzo', 'mayo', 'julio', 'septiembre'];

/** Two cuts, with changes in between. */
async function makeCortes(): Promise<void> {
  const { fetchJson, makeObra } = await import('./portal-world.ts');
  const { sellar } = await import('./cortes-pasos.ts');
  const { id } = await makeObra({
    nombre: 'Rehabilitación del parque de Santiago',
    monto: 850_000,
  });
  await sellar('2026-T2', 'Segundo trimestre de 2026');
  await fetchJson('DELETE', `/obras/${id}`);
  for (const obra of [8, 9, 10, 11, 12]) {
    const { monto } = await fetchJson<Schema<'Obra'>>('GET', `/obras/${obra}`);
    await fetchJson('PATCH', `/obras/${obra}`, {
      monto: Math.round(monto * 1.12),
      estatusObraId: 6,
    });
  }
  await makeObra({ nombre: 'Mercado de San Benito, segunda etapa', monto: 18_200_000 });
  await sellar('2026-T3', 'Tercer trimestre de 2026');
}

/** A report that is filled in. */
async function report(page: Page): Promise<void> {
  await settle(page);
  await page.getByLabel('Avance físico').fill('99');
  await page.getByLabel('Monto pagado').fill('2,450,000');
}

/** The agency that reports. */
let agency: number | null = null;

/** A sheet of reports, one of another agency's work. */
async function reviewReports(page: Page): Promise<void> {
  const { give } = await import('./importar-pasos.ts');
  await settle(page);
  const { fetchJson } = await import('./portal-world.ts');
  const rows = await fetchJson<Fila[]>('GET', '/seguimiento?avanceMin=1&avanceMax=60&limit=300');
  const own = rows.filter(({ dependenciaId }) => dependenciaId === agency);
  const others = rows.filter(({ dependenciaId }) => dependenciaId !== agency);
  const lines = [...own.slice(0, 8), ...others.slice(0, 1)].map(
    ({ claveUnica, avanceFisico }) => `${claveUnica},2026-10-31,${(avanceFisico ?? 0) + 20} %`,
  );
  await give(
    page,
    'tercer-trimestre.csv',
    ['Clave,Fecha de corte,Avance físico', ...lines].join('\n'),
  );
  await page.getByRole('heading', { name: /^Qué hay que resolver/ }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('window.scrollTo(0, 180)');
}
type Fila = Schema<'FilaDeSeguimiento'>;

const { values } = readArguments(HELP, {
  options: {
    solo: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
} else {
  const folder = fileURLToPath(new URL('../../../docs/portal/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  // Only now: it starts a service and a browser.
  const { fetchJson, visit } = await import('./portal-world.ts');
  // A story to tell: what a work is now is not what it was registered as.
  await fetchJson('PATCH', '/obras/7', { estatusObraId: 5 });
  const antes = new Date().toISOString();
  await fetchJson('PATCH', '/obras/7', { monto: 33_150_000, estatusObraId: 4 });
  const rows = await fetchJson<Fila[]>('GET', '/seguimiento?atrasadas=true&avanceMin=20&limit=500');
  const seguida = rows.find(({ reportes, convenios }) => reportes > 3 && convenios > 0) as Fila;
  const { makeClerk } = await import('./seguimiento-pasos.ts');
  agency = seguida.dependenciaId;
  const capturista = await makeClerk([agency]);
  await addArchivos(seguida.obraId);
  await makeCortes();
  const shots = SHOTS.filter(({ name }) => name.includes(values.solo));
  const demo = shots.some(({ isOfDemo }) => isOfDemo) ? await startDemo() : undefined;
  for (const { name, who, path, isOfDemo, size, prepare = settle } of shots) {
    const address = path
      .replace('{seguida}', String(seguida.obraId))
      .replace('{entera}', String(demo?.entera))
      .replace('{antes}', antes);
    const { page, leave } = await visit(who === 'capturista' ? capturista : who, address, {
      size,
      ...(isOfDemo && demo && { at: demo.at }),
    });
    await prepare(page);
    await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
    process.stdout.write(`docs/portal/${name}.png\n`);
    await leave();
  }
  await closeAll();
}
