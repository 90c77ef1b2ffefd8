import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { conditions } from '../../src/core/obras/filtros.ts';
import { LISTAS } from '../../src/features.ts';
import { columnOf } from '../columns.ts';
import { hasFeature, isHere } from '../features.ts';
import { unzip } from '../spreadsheet.ts';
import { table } from '../table.ts';
import {
  call,
  contratoBody,
  day,
  db,
  get,
  newObra,
  noteArchivo,
  obraBody,
  people,
  resetWithCatalog,
  serving,
  tagged,
  tokenOf,
  ubicacionBody,
} from '../world.ts';

// Every filter at every door that takes it, with answers that are kept: after a change of each table that its entry names they are
// those of a service that keeps none. A table that an entry forgets is found here.

/** How each door is asked: the rest of its address. A new door has its line here. */
const DOORS: Record<string, string> = {
  '/obras': '/obras?',
  '/obras.csv': '/obras.csv?',
  '/obras.xlsx': '/obras.xlsx?',
  '/obras.ndjson': '/obras.ndjson?',
  '/obras.geojson': '/obras.geojson?',
  '/obras/resumen': '/obras/resumen?por=estatus&',
  '/obras/resumen.csv': '/obras/resumen.csv?por=estatus&',
  '/mapa/{z}/{x}/{y}': '/mapa/0/0/0?',
  '/seguimiento': '/seguimiento?',
  '/seguimiento.csv': '/seguimiento.csv?',
  '/seguimiento.xlsx': '/seguimiento.xlsx?',
  '/seguimiento/resumen': '/seguimiento/resumen?por=estatus&',
  '/contratos': '/contratos?',
  '/contratos.csv': '/contratos.csv?',
  '/contratos.xlsx': '/contratos.xlsx?',
  '/contratistas': '/contratistas?',
  '/contratistas.csv': '/contratistas.csv?',
  '/contratistas.xlsx': '/contratistas.xlsx?',
  '/expedientes': '/expedientes?',
  '/expedientes.csv': '/expedientes.csv?',
  '/expedientes.xlsx': '/expedientes.xlsx?',
  '/cambios.atom': '/cambios.atom?',
  '/cambios.json': '/cambios.json?',
  '/oc4ids': '/oc4ids?',
  '/ogc/collections/{coleccion}/items': '/ogc/collections/obras_puntos/items?',
};
/** Parameters that choose no obras, and depend on no table. */
const OTHERS =
  /^(if-none-match|prefer|limit|page|cursor|campos|por|datetime|crs|bbox-crs|f|z|x|y|coleccion)$/;

// biome-ignore format: a row of names
type Table = 'archivos' | 'obras' | 'ejercicios_fiscales' | 'favorites' | 'seguimiento' | 'municipios' | 'dependencias' | 'umbrales' | 'expedientes';
/**
 * What each filter is asked with, and the tables whose change makes it find others: those that its entry names, or that of
 * obras where it names none.
 */
const CASES: Record<string, [given: string, ...tables: Table[]]> = Object.fromEntries(
  table`
    # tables | filters, and orders, which depend on what is given, too
    obras                    | municipioId=2 estatusObraId=5 ejercicioFiscalId=2 dependenciaId=2 tipoProyectoId=2
    obras                    | montoMin=5000 montoMax=10 bbox=-89.7,20.9,-89.5,21.1 sinUbicacion=true fueraDeMunicipio=true
    obras                    | registradaDesde=2026-01-01 registradaPorMi=true variacionMonto=5 posibleDuplicada=true obraId=5
    municipios, dependencias | q=puente
    favorites                | favoritas=true
    ejercicios_fiscales      | anioMax=2026
    archivos                 | conFotos=true
    seguimiento              | avanceMin=40 avanceMax=60 conAvance=true atrasadas=true sinReporteDesde=2026-01-01
    seguimiento              | contratista=mayab contratistaRfc=CMA010203AB1 procedimiento=LICITACION_PUBLICA pagoAdelantado=5
    expedientes              | fondoId=1 diferenciaFuentes=1
    seguimiento              | contratistaClave=CMA010203AB1 crecimientoContratos=10 sinMontoFinal=true orden=-avance conAtraso=true
    seguimiento              | unSoloProponente=true convenioTardio=true pagadoDeMas=true
    seguimiento, archivos, ejercicios_fiscales | sinMovimiento=true
    seguimiento, umbrales    | fraccionamiento=true sobreUmbral=true
    seguimiento, expedientes | sinPlazo=true cerradaSinActa=true
  `.flatMap(([tables = '', filters = '']) =>
    filters.split(' ').map((filter) => {
      const [name, given] = filter.split('=');
      return [name, [given, ...tables.split(', ')]];
    }),
  ),
);
/** The features that can be taken away with their filters. */
const CALIDAD =
  'sinUbicacion fueraDeMunicipio registradaDesde registradaPorMi variacionMonto posibleDuplicada';
const ALERTAS =
  'sinPlazo sinMovimiento unSoloProponente fraccionamiento sobreUmbral convenioTardio pagadoDeMas cerradaSinActa';
const OF_FEATURES: Record<string, string> = {
  ...Object.fromEntries(ALERTAS.split(' ').map((name) => [name, 'alertas'])),
  ...Object.fromEntries(CALIDAD.split(' ').map((name) => [name, 'calidad'])),
  ...{ bbox: hasFeature('ogc') ? 'ogc' : 'mapa', conFotos: 'archivos', conAtraso: 'mapa' },
};

async function post(path: string, body?: unknown): Promise<void> {
  const answer = await call('admin', 'POST', path, body);
  assert.equal(answer.status, 201, answer.text);
}
async function patch(path: string, body: unknown): Promise<void> {
  const answer = await call('admin', 'PATCH', path, body);
  assert.equal(answer.status, 200, answer.text);
}

/** The changes, one table after the other. */
const CHANGES: Record<Table, () => Promise<unknown>> = {
  ejercicios_fiscales: () => patch('/ejercicio-fiscal/1', { anio: 2030 }),
  archivos: () => noteArchivo(1, { fecha: '2020-01-31' }),
  favorites: () => post(`/users/${people.admin.id}/favorites/1`),
  async seguimiento() {
    const ended = { fechaInicio: '2020-01-01', fechaTermino: '2020-06-30' };
    await post('/obras/1/programas', ended);
    const report = { fechaCorte: '2026-01-31', avanceFisico: 50, montoPagado: 1400 };
    await post('/obras/1/avances', report);
    const dates = { ...ended, fechaFirma: '2020-01-01' };
    const firm = { contratistaRfc: 'CMA010203AB1', procedimiento: 'LICITACION_PUBLICA' };
    await post('/obras/1/contratos', contratoBody({ ...dates, ...firm, monto: 1000 }));
    const { body } = await get('/obras/1/contratos');
    const more = { fecha: '2020-03-01', montoNuevo: 1200, justificacion: 'Suelo rocoso.' };
    await post(`/obras/1/contratos/${body[0].id}/convenios`, more);
    const rescinded = { terminacion: 'RESCISION', motivoTerminacion: 'La empresa no siguió.' };
    const other = { ...rescinded, fechaTerminacion: '2020-05-31', naturaleza: 'SUPERVISION' };
    await post('/obras/1/contratos', contratoBody({ ...dates, ...other, numero: 'S' }));
    // Two more works are for the motives to review: one without contracts, and one with awards.
    await post('/obras/2/avances', { fechaCorte: await day(0), avanceFisico: 10 });
    await patch('/obras/2/ejecucion', { fechaTerminoReal: '2020-06-30' });
    for (const [numero, monto] of [500, 500, 2000].entries()) {
      const award = { numero: `${numero}`, monto, procedimiento: 'ADJUDICACION_DIRECTA' };
      await post('/obras/3/contratos', contratoBody({ ...dates, ...award }));
    }
    const invited = { numero: 'I', procedimiento: 'INVITACION', numeroProponentes: 1, monto: 500 };
    const made = await call('admin', 'POST', '/obras/3/contratos', {
      ...contratoBody({ ...dates, ...invited }),
    });
    const late = { fecha: '2020-07-01', montoNuevo: 600, justificacion: 'Suelo rocoso.' };
    await post(`/obras/3/contratos/${made.body.id}/convenios`, late);
  },
  umbrales: () => db.query('UPDATE umbrales SET monto = 9000'),
  async expedientes() {
    await patch('/obras/1/expediente', { fuentes: [{ fondoId: 1, monto: 5 }] });
    const directa = { modalidad: 'ADMINISTRACION_DIRECTA' };
    for (const id of [2, 4]) await patch(`/obras/${id}/expediente`, directa);
  },
  dependencias: () => patch('/dependencias/1', { nombre: 'Puentes' }),
  async municipios() {
    await db.query(`UPDATE municipios SET nombre = 'Puente' WHERE id = 50`);
  },
  async obras() {
    const ids = { municipioId: 2, ejercicioFiscalId: 2, dependenciaId: 2, tipoProyectoId: 2 };
    const ubicaciones = [ubicacionBody({ municipioId: 2 })];
    await patch('/obras/1', {
      nombre: 'Puente',
      monto: 9000,
      estatusObraId: 5,
      ...ids,
      ubicaciones,
    });
    for (let n = 0; n < 2; n++) {
      await post('/obras', obraBody({ nombre: 'Parque', monto: 5, ubicaciones: [] }));
    }
  },
};

describe('the statement of a filter', () => {
  test('has the same text whatever the values, planned once; only that of words is planned each time', () => {
    const q = (words: string) => ({ q: words, named: [] });
    const one = {
      montoMin: '1',
      anioMax: 2026,
      bbox: '1,2,3,4',
      avanceMin: '1',
      q: q('parque 60'),
    };
    const other = {
      montoMin: '2',
      anioMax: 2027,
      bbox: '5,6,7,8',
      avanceMin: '9',
      q: q('puente 61'),
    };
    const textOf = (filters: object) => conditions(filters, LISTAS.filtros).where.text;
    assert.equal(textOf(one), textOf(other));
    const isPlannedEachTime = (filters: object) => conditions(filters, LISTAS.filtros).planEachTime;
    assert.deepEqual(
      [one, { montoMin: '1' }, {}, { q: q('parque') }, { q: q(' ') }, { contratista: 'maya' }].map(
        isPlannedEachTime,
      ),
      [true, false, false, true, false, true],
    );
  });

  test('is prepared by name unless it is planned each time', async () => {
    // A registry has asked few statements when it opens: names are left for more.
    const first = sql`SELECT extract(epoch FROM clock_timestamp())::double precision AS now`;
    const eachTime = sql`SELECT ${1}::integer AS cada_vez`;
    const prepared = await db.transaction(async (tx) => {
      await tx.query(eachTime, { planEachTime: true });
      await tx.query(first);
      return tx.query<{ statement: string }>(
        sql`SELECT statement FROM pg_prepared_statements WHERE statement IN (${first.text}, ${eachTime.text})`,
      );
    });
    assert.deepEqual(columnOf(prepared, 'statement'), [first.text]);
  });
});

describe('a filter at every door', () => {
  // Without an address of its own the service keeps no answer that has links.
  const address = { PUBLIC_URL: 'https://obras.ejemplo.mx' };
  const kept = serving(address);
  const bare = serving({ ...address, CACHE_MB: 0 });
  before(async () => {
    await resetWithCatalog();
    await db.query('INSERT INTO ejercicios_fiscales (anio) VALUES (2027)');
    await db.query(`INSERT INTO dependencias (nombre, siglas) VALUES ('Otra', 'O')`);
    await db.query(`INSERT INTO tipos_proyecto (nombre) VALUES ('Puentes')`);
    await newObra({ monto: 1500, ubicaciones: [ubicacionBody({ municipioId: 50 })] });
    for (const nombre of ['Terminada', 'Con adjudicaciones', 'Sin contratos'])
      await newObra({ nombre, monto: 20, ubicaciones: [ubicacionBody()] });
    await db.query(`WITH year AS (INSERT INTO ejercicios_fiscales (anio) VALUES (2020) RETURNING id)
      INSERT INTO umbrales SELECT id, 'ADJUDICACION_DIRECTA', 800 FROM year`);
  });
  after(() => db.query(`UPDATE municipios SET nombre = 'Mérida' WHERE id = 50`));

  /** An answer, but for what tells the moment. */
  async function ask(url: string, path: string, etag?: string | null) {
    const headers = {
      authorization: `Bearer ${await tokenOf('admin')}`,
      ...(etag && { 'if-none-match': etag }),
    };
    const read = () => fetch(url + path, { headers });
    const answer = url === kept.url ? await tagged(read) : await read();
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text =
      answer.status === 200 && path.includes('.xlsx')
        ? ((await unzip(bytes))['xl/worksheets/sheet1.xml'] as string)
        : bytes.toString().replace(/"(timeStamp|publishedDate)":"[^"]*"/g, '');
    return { status: answer.status, etag: answer.headers.get('etag'), text };
  }

  interface Door {
    path: string;
    filters: string[];
  }
  async function doors(): Promise<Door[]> {
    const answer = await fetch(`${kept.url}/openapi.json`);
    // biome-ignore lint/suspicious/noExplicitAny: the document, read freely.
    const { paths, components } = (await answer.json()) as any;
    const nameOf = ({ $ref, name }: { $ref?: string; name: string }): string =>
      $ref ? components.parameters[$ref.split('/').at(-1) as string].name : name;
    return Object.entries<{ get?: { parameters?: { name: string }[] } }>(paths).flatMap(
      ([path, { get }]) => {
        const all = (get?.parameters ?? []).map(nameOf);
        // Firms and contracts have orders of their own, all of which read the same contracts.
        const filters = all.filter(
          (name) => name !== 'orden' || !/^\/contrat(os|istas)/.test(path),
        );
        // A difference is of cuts, which do not change; that to today is asked again in test/features/cortes/diferencias.
        return filters.includes('ejercicioFiscalId') && !path.startsWith('/cortes/')
          ? [{ path, filters: filters.filter((name) => !OTHERS.test(name)) }]
          : [];
      },
    );
  }

  test('each door and each filter has its line here, and each table that an entry names', async () => {
    const all = await doors();
    const expected = Object.keys(DOORS).filter(isHere);
    assert.deepEqual(all.map(({ path }) => path).sort(), expected.sort());
    const filters = new Set(all.flatMap((door) => door.filters));
    const known = Object.keys(CASES).filter((name) =>
      hasFeature(OF_FEATURES[name] ?? 'seguimiento'),
    );
    assert.deepEqual([...filters].sort(), known.sort());
    for (const [name, { dependsOn = [], own }] of Object.entries(LISTAS.filtros)) {
      const tables = [...dependsOn, ...(own === 'favorites' ? [own] : [])];
      assert.deepEqual(tables.length > 0 ? tables : ['obras'], CASES[name]?.slice(1), name);
    }
    const changed = new Set(Object.values(CASES).flatMap(([, ...tables]) => tables));
    assert.deepEqual([...changed].sort(), Object.keys(CHANGES).sort());
  });

  test('takes each filter of the list, or refuses it: none is ignored', async () => {
    const ofLists = Object.keys(LISTAS.filtros);
    for (const { path, filters } of await doors()) {
      for (const name of ofLists.filter((name) => !filters.includes(name))) {
        const query = `${DOORS[path]}${name}=${CASES[name]?.[0]}`;
        // With an answer without it in the cache, too.
        await ask(kept.url, DOORS[path] as string);
        const { status, text } = await ask(kept.url, query);
        assert.equal(status, 400, query);
        assert.match(text, new RegExp(`"${name} no es`), query);
      }
    }
  });

  // Nobody writes files where their feature is away, nor says that they changed.
  const isWritten = (table: string) => table !== 'archivos' || hasFeature('archivos');
  for (const [table, change] of Object.entries(CHANGES).filter(([table]) => isWritten(table))) {
    test(`is answered anew after a change of ${table}`, async () => {
      const all = await doors();
      const isOfObras = table === 'obras';
      const once = new Set<string>();
      const asked = all.flatMap(({ path, filters }, door) =>
        filters
          .filter((name) => CASES[name]?.slice(1).includes(table) || (isOfObras && name === 'q'))
          // Every answer depends on obras, filters or none: each filter is asked once for them, and another one at each door.
          .filter(
            (name, i) =>
              !isOfObras || i % all.length === door || (!once.has(name) && once.add(name)),
          )
          .map((name) => ({ name, path: `${DOORS[path]}${name}=${CASES[name]?.[0]}` })),
      );
      const held = [];
      for (const each of asked) {
        const first = await ask(kept.url, each.path);
        const again = await ask(kept.url, each.path, first.etag);
        if (first.status === 200) assert.equal(again.status, 304, each.path);
        else assert.equal(first.status, 404, `${each.path}: ${first.text}`);
        held.push({ ...each, ...first });
      }
      await change();
      const changed = new Set<string>();
      for (const { name, path, etag, text } of held) {
        const [given, anew] = await Promise.all([ask(kept.url, path, etag), ask(bare.url, path)]);
        assert.equal(given.status === 304 ? text : given.text, anew.text, path);
        if (anew.text !== text) changed.add(name);
      }
      assert.deepEqual([...changed].sort(), [...new Set(asked.map(({ name }) => name))].sort());
    });
  }

  if (hasFeature('archivos'))
    test('notices a photo where photos are shown, and leaves all other answers and their tags', async () => {
      // biome-ignore format: rows of paths
      const shown = [
        '/obras?campos=id,foto', '/obras/1?campos=foto', '/obras.csv', '/obras.xlsx', '/obras.geojson', '/oc4ids',
        '/ogc/collections/obras_puntos/items',
      ];
      // biome-ignore format: rows of paths
      const others = [
        '/obras', '/obras?campos=id', '/obras/1?campos=id', '/obras.ndjson', '/mapa/0/0/0', '/obras/resumen?por=estatus',
        '/contratos',
      ];
      const all = [...shown, ...others].filter(isHere);
      const before = new Map<string, Awaited<ReturnType<typeof ask>>>();
      for (const path of all) before.set(path, await ask(kept.url, path));
      await noteArchivo(1);
      for (const path of all) {
        const { etag, text } = before.get(path) as Awaited<ReturnType<typeof ask>>;
        const now = await ask(kept.url, path, etag);
        assert.equal(now.status, shown.includes(path) ? 200 : 304, path);
        if (now.status === 304) continue;
        assert.notEqual(now.text, text, path);
        assert.equal(now.text, (await ask(bare.url, path)).text, path);
      }
    });
});
