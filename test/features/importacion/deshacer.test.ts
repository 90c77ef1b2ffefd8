import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, beforeEach, describe, type TestContext, test } from 'node:test';
import { columnOf, columnsOf } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { gate } from '../../held-imports.ts';
import { importFile, jobEnd, large, report } from '../../imports.ts';
import { CONTRACT, linesOf, rowsLike } from '../../spreadsheet.ts';
import {
  type Answer,
  addressFor,
  call,
  contratoBody,
  count,
  db,
  get,
  newObra,
  noteArchivo,
  people,
  programaBody,
  refused,
  resetWithCatalog,
  ubicacionBody,
  type Who,
} from '../../world.ts';

// The undo of an import, by the rows of the ledger.

type Kind = 'obras' | 'seguimiento';
const pathOf = (id: string, kind: Kind = 'obras') => `/${kind}/importacion/${id}/deshacer`;

const HEAD =
  'clave,nombre,monto,ejercicio fiscal,dependencia,municipio,tipo,estatus,direccion,longitud,latitud';
const sheet = (...rows: string[]) => [HEAD, ...rows].join('\r\n');

/** What an importer says beforehand to large changes. */
const SETTLED = 'actualizar=true&confirmar=montos,estatus,nombres';
/** Imports works, and answers the import's id. */
async function imported(file: string, query = ''): Promise<string> {
  const { importacion } = await report(file, `${SETTLED}&${query}`);
  assert.match(importacion, /^[0-9a-f-]{36}$/);
  return importacion;
}

/** The end of an undo that was begun. */
async function endOf(begun: Answer, who: Who = 'admin') {
  assert.equal(begun.status, 202, begun.text);
  const job = await jobEnd(begun, who);
  assert.equal(job.estado, 'terminada', JSON.stringify(job));
  const { informe } = job;
  assert.equal(informe.registros, informe.eliminados + informe.devueltos + informe.dejados);
  return informe;
}
const undo = async (id: string, who: Who = 'admin', kind: Kind = 'obras') =>
  endOf(await call(who, 'POST', pathOf(id, kind)), who);
const tryUndo = async (id: string, who: Who = 'admin', kind: Kind = 'obras') =>
  endOf(await call(who, 'POST', `${pathOf(id, kind)}?simular=true`), who);
/** The same after a trial, which has to have answered so and written nothing. */
async function undoAsTried(id: string, who: Who = 'admin', kind: Kind = 'obras') {
  const mark = await newest();
  const tried = await tryUndo(id, who, kind);
  assert.equal(await newest(), mark);
  const done = await undo(id, who, kind);
  assert.deepEqual({ ...done, simulacro: true }, tried);
  return done;
}
const refuse = async (
  id: string,
  status: number,
  why: string | RegExp | RegExp[],
  method = 'POST',
) => refused(await call('admin', method, pathOf(id)), status, why);
/** The address of a service whose undos wait for this before each batch. */
const undoing = (t: TestContext, beforeBatch: () => Promise<unknown>) =>
  addressFor(
    t,
    {},
    {
      ...db,
      as: (author) => ({
        ...db.as(author),
        transaction: async (work, unlimited) => {
          await beforeBatch();
          return db.as(author).transaction(work, unlimited);
        },
      }),
    },
  );
/** Of the cases, those whose feature is there: the fourth cell. */
const isOfHere = ([, , , feature]: [string, unknown, string | RegExp, string?]) =>
  feature === undefined || hasFeature(feature);

/** Deleted, gone back, left, and records of catalogs that went. */
const numbers = (informe: Record<string, number>) =>
  columnsOf([informe], 'eliminados', 'devueltos', 'dejados', 'catalogosEliminados')[0];
const reasons = ({ restantes }: { restantes: { motivo: string }[] }) =>
  restantes.map(({ motivo }) => motivo.replace(/, el \d.*(?=\.$)/, ', el día'));

const post = (path: string, body: object) => call('admin', 'POST', path, body);
const AVANCE = { fechaCorte: '2026-06-30', avanceFisico: 10 };
/** Has a person report on these agencies alone. */
const assign = (user: string, ...dependenciaIds: number[]) =>
  call('admin', 'PATCH', `/users/${user}/dependencias`, { dependenciaIds });
const obras = async () => (await get('/obras', 'admin')).body;
const byClave = async (clave: string) =>
  (await obras()).find((each: { claveUnica: string }) => each.claveUnica === clave);
/** The ledger's rows since one, oldest first. */
const newest = async () =>
  Number((await db.one<{ id: string }>('SELECT max(id) AS id FROM bitacora'))?.id);
// biome-ignore lint/suspicious/noExplicitAny: the tests assert what a row holds
const rowsSince = async (mark: number): Promise<any[]> =>
  (await get('/bitacora?limit=100', 'admin')).body
    .filter(({ id }: { id: number }) => id > mark)
    .reverse();

const NEW = 'N-1,Nueva,100,2026,SOP,Mérida,Vialidades,En proceso,Calle 60,-89.62,20.97';
const OLD = 'OLD-1,Otro nombre,999.99,2026,SOP,Mérida,Vialidades,Terminada,Otra calle,-89.63,20.98';

describe('undo of an import of works', () => {
  beforeEach(resetWithCatalog);

  test('deletes what that made, restores what it changed, and answers in a trial the same before', async () => {
    await newObra({ claveUnica: 'OLD-1', ubicaciones: [ubicacionBody()], tipoProyectoId: null });
    await newObra({ claveUnica: 'OLD-2', monto: 9999999999999.99 });
    await newObra({ claveUnica: 'OTHER' });
    const earlier = await obras();
    const catalogs = async () =>
      Promise.all(['dependencias', 'tipos_proyecto', 'ejercicios_fiscales'].map(count));
    const counted = await catalogs();
    const id = await imported(
      sheet(
        NEW,
        'N-2,Nueva con catálogos,1,2031,Instituto Nuevo,Mérida,Puentes,Planeada,,,',
        OLD,
        'OLD-2,Igual pero con lugar,1.01,2026,Instituto Nuevo,Tekax,Vialidades,Cancelada,Calle 1,-89.28,20.2',
      ),
      'crearCatalogos=true&archivo=obras.csv',
    );
    assert.equal(await count('obras'), 5);
    const later = await obras();
    const mark = await newest();

    const tried = await tryUndo(id);
    assert.equal(tried.simulacro, true);
    assert.deepEqual(numbers(tried), [2, 2, 0, 3]);
    assert.deepEqual([await obras(), await newest()], [later, mark]);
    const [one, two, three] = tried.cambios;
    assert.deepEqual(
      [one.accion, one.claveUnica, one.fila, two.accion, three.accion, three.fila],
      ['eliminar', 'N-1', 2, 'eliminar', 'cambiar', 4],
    );
    const changes = columnsOf(three.cambios, 'campo', 'antes', 'despues');
    const fields = Object.fromEntries(changes.map(([campo, ...both]) => [campo, both]));
    assert.deepEqual(fields.monto, [999.99, 1500000.5]);
    assert.deepEqual(fields.nombre, ['Otro nombre', 'Pavimentación de la calle 60']);
    assert.deepEqual(fields.tipoProyectoId, [1, null]);

    const done = await undo(id);
    assert.deepEqual({ ...done, simulacro: true }, tried);
    assert.deepEqual(await obras(), earlier);
    assert.deepEqual(await catalogs(), counted);

    const rows = await rowsSince(mark);
    for (const row of columnsOf(rows, 'importacion', 'deshace', 'archivo', 'usuarioId'))
      assert.deepEqual(row, [id, true, 'obras.csv', people.admin.id]);
    const sentence = (row: { resumen: string }) => row.resumen.replace('Persona admin ', '');
    const deleted = rows.filter((row) => row.accion === 'eliminar').map(sentence);
    // One statement deletes the works, in an order of its own; the catalogs' entries follow.
    assert.deepEqual(
      [...deleted.slice(0, 2).sort().reverse(), ...deleted.slice(2)],
      [
        'eliminó la obra «Nueva» al deshacer la importación de «obras.csv».',
        'eliminó la obra «Nueva con catálogos» al deshacer la importación de «obras.csv».',
        'eliminó la dependencia «Instituto Nuevo» al deshacer la importación de «obras.csv».',
        'eliminó el tipo de proyecto «Puentes» al deshacer la importación de «obras.csv».',
        'eliminó el ejercicio fiscal 2031 al deshacer la importación de «obras.csv».',
        'deshizo la importación de «obras.csv»: 2 registros eliminados, 2 como estaban.',
      ],
    );
    const whole = rows.at(-1);
    assert.deepEqual([whole.recurso, whole.registro], ['importaciones', id]);
    // Tests of other files have left earlier rows of a work with this id, more than a page of them.
    const cursor = Buffer.from(`historial/${mark}`).toString('base64url');
    const path = `/obras/${earlier[0]?.id}/historial?limit=1000&cursor=${cursor}`;
    const story = (await get(path, 'admin')).body;
    const taken = / cambió .* al deshacer la importación de «obras\.csv»\.$/;
    assert.equal(story.filter((row: { resumen: string }) => taken.test(row.resumen)).length, 1);
    const { body } = await get(`/bitacora?importacion=${id}&limit=1000`, 'admin');
    assert.equal(body.filter((row: { deshace: boolean }) => row.deshace).length, rows.length);
  });

  test('a second time repeats no deletion, and answers the same', async () => {
    const id = await imported(sheet(NEW));
    const first = await undo(id);
    const mark = await newest();
    const second = await undo(id);
    assert.deepEqual({ ...second, yaDeshechos: 0, cambios: [] }, { ...first, cambios: [] });
    assert.equal(second.yaDeshechos, 1);
    assert.equal(await newest(), mark);
    // The same sheet again is another import.
    const again = await imported(sheet(NEW));
    assert.notEqual(again, id);
    assert.deepEqual(numbers(await undo(id)), [1, 0, 0, 0]);
    assert.equal(await count('obras'), 1);
    assert.deepEqual(numbers(await undo(again)), [1, 0, 0, 0]);
  });

  // biome-ignore format: rows
  const LEFT: [since: string, act: (id: number) => Promise<unknown>, motivo: string, feature?: string][] = [
    ['changed', (id) => call('admin2', 'PATCH', `/obras/${id}`, { monto: 7 }), 'Después la cambió Persona admin2, el día.'],
    ['changed by hand', (id) => db.query('UPDATE obras SET monto = 8 WHERE id = $1', [id]), 'Después la cambió alguien desde el programa registro-obras, el día.'],
    ['deleted', (id) => call('admin2', 'DELETE', `/obras/${id}`), 'Ya no está: la eliminó Persona admin2, el día.'],
    ['reported', (id) => post(`/obras/${id}/avances`, AVANCE), 'Después se le agregó algo que se perdería: avances.'],
    ['contracted', (id) => post(`/obras/${id}/contratos`, contratoBody()), 'Después se le agregó algo que se perdería: contratos.'],
    [
      'programmed, executed',
      async (id) => {
        await post(`/obras/${id}/programas`, programaBody());
        await call('admin', 'PATCH', `/obras/${id}/ejecucion`, { fechaInicioReal: '2026-01-02' });
      },
      'Después se le agregó algo que se perdería: un programa y fechas reales.',
    ],
    ['photographed', (id) => noteArchivo(id), 'Después se le agregó algo que se perdería: fotos o documentos.', 'archivos'],
    [
      'marked as a favorite',
      (id) => call('user', 'POST', `/users/${people.user.id}/favorites/${id}`),
      'Después se le agregó algo que se perdería: quien la tiene entre sus favoritas.',
    ],
    ['emptied by TRUNCATE', () => db.query('TRUNCATE obras CASCADE'), 'Ya no está.'],
  ];
  for (const [since, act, motivo] of LEFT.filter(isOfHere)) {
    test(`leaves a new work that was ${since} since, and lists it with the reason`, async () => {
      const id = await imported(sheet(NEW, NEW.replace('N-1', 'N-2')));
      const { id: obra } = await byClave('N-1');
      await act(obra);
      const isEmpty = since.startsWith('emptied');
      const isGone = isEmpty || since === 'deleted';
      const done = await undoAsTried(id);
      assert.deepEqual(reasons(done), isEmpty ? [motivo, motivo] : [motivo]);
      assert.deepEqual(numbers(done), isEmpty ? [0, 0, 2, 0] : [1, 0, 1, 0]);
      const [first] = columnsOf(done.restantes, 'claveUnica', 'obraId', 'fila');
      assert.deepEqual(first, ['N-1', obra, 2]);
      assert.equal(await count('obras'), isGone ? 0 : 1);
    });
  }

  test('leaves a work that was changed since, and restores one that was only reported, with its report', async () => {
    const one = await newObra({ claveUnica: 'OLD-1' });
    const two = await newObra({ claveUnica: 'OLD-2' });
    const id = await imported(sheet(OLD, OLD.replace('OLD-1', 'OLD-2')));
    await call('admin2', 'PATCH', `/obras/${one.id}`, { descripcion: 'Otra' });
    await post(`/obras/${two.id}/avances`, AVANCE);
    const done = await undo(id);
    assert.deepEqual(reasons(done), ['Después la cambió Persona admin2, el día.']);
    assert.deepEqual(numbers(done), [0, 1, 1, 0]);
    assert.equal((await byClave('OLD-1')).monto, 999.99);
    assert.equal((await byClave('OLD-2')).monto, two.monto);
    assert.equal((await get(`/obras/${two.id}/avances`)).body.length, 1);
  });

  test('leaves a place to which a photo was added since', async () => {
    if (!hasFeature('archivos')) return;
    const { id: obra } = await newObra({ claveUnica: 'OLD-1' });
    const id = await imported(sheet(OLD));
    const [{ id: ubicacion_id }] = (await byClave('OLD-1')).ubicaciones;
    await noteArchivo(obra, { ubicacion_id });
    assert.deepEqual(reasons(await undo(id)), [
      'Después se le agregó algo que se perdería: fotos o documentos de una ubicación que se quitaría.',
    ]);
  });

  test('leaves a work where a reference of before is gone or inactive meanwhile', async () => {
    const { body: agency } = await post('/dependencias', { nombre: 'Vieja' });
    const { body: type } = await post('/catalogos/tipo-proyecto', { nombre: 'Viejo' });
    await newObra({ claveUnica: 'OLD-1', dependenciaId: agency.id });
    await newObra({ claveUnica: 'OLD-2', tipoProyectoId: type.id });
    const id = await imported(sheet(OLD, OLD.replace('OLD-1', 'OLD-2')));
    await call('admin', 'DELETE', `/dependencias/${agency.id}`);
    await call('admin', 'DELETE', `/catalogos/tipo-proyecto/${type.id}`);
    assert.deepEqual(reasons(await undoAsTried(id)), [
      'No puede volver a la dependencia de antes: se desactivó.',
      'No puede volver al tipo de proyecto de antes: ya no existe.',
    ]);
    assert.equal((await byClave('OLD-1')).monto, 999.99);
  });

  test('gives a work that moved to another fiscal year a new number, as a change does', async () => {
    await post('/ejercicio-fiscal', { anio: 2027 });
    await newObra({ claveUnica: 'OLD-1' });
    const id = await imported(sheet(OLD.replace('2026', '2027')));
    await newObra({ claveUnica: 'NEXT' });
    assert.deepEqual(numbers(await undo(id)), [0, 1, 0, 0]);
    const { numeroObra, ejercicioFiscalId } = await byClave('OLD-1');
    assert.deepEqual([numeroObra, ejercicioFiscalId], [3, 1]);
  });

  test('of the later of two imports comes first, and then that of the other', async () => {
    await newObra({ claveUnica: 'OLD-1', monto: 1 });
    const one = await imported(sheet(OLD));
    const two = await imported(sheet(OLD.replace('999.99', '2000')));
    assert.deepEqual(reasons(await undo(one)), ['Después la cambió Persona admin, el día.']);
    assert.deepEqual(numbers(await undo(two)), [0, 1, 0, 0]);
    assert.equal((await byClave('OLD-1')).monto, 999.99);
    assert.deepEqual(numbers(await undo(one)), [0, 1, 0, 0]);
    assert.equal((await byClave('OLD-1')).monto, 1);
  });

  test('leaves what it added to catalogs where that is used or was changed', async () => {
    const nueva = (clave: string, agency: string, type: string) =>
      `${clave},Nueva,1,2031,${agency},Mérida,${type},Planeada,,,`;
    const id = await imported(
      sheet(
        nueva('N-1', 'Uno Nuevo', 'Puentes'),
        nueva('N-2', 'Dos Nuevo', 'Puentes'),
        nueva('N-3', 'Tres Nuevo', 'Puertos'),
      ),
      'crearCatalogos=true',
    );
    const agencies = (await get('/dependencias')).body;
    const idOf = (nombre: string) =>
      agencies.find((each: { nombre: string }) => each.nombre === nombre).id;
    await newObra({ dependenciaId: idOf('Uno Nuevo') });
    await call('admin', 'PATCH', `/dependencias/${idOf('Dos Nuevo')}`, { siglas: 'DN' });
    await assign(people.other.id, idOf('Tres Nuevo'));
    const done = await undoAsTried(id);
    assert.deepEqual(numbers(done), [3, 0, 0, 3]);
    assert.deepEqual(columnOf(done.restantes, 'nombre'), ['Uno Nuevo', 'Dos Nuevo', 'Tres Nuevo']);
    assert.deepEqual(reasons(done), [
      'Otras obras lo usan.',
      'Después se cambió: Persona admin, el día.',
      'Tiene quien captura su seguimiento.',
    ]);
  });

  test('of several batches is done in several, with progress, and finished by the next where it was cut short', async (t) => {
    const rows = Array.from({ length: 600 }, (_, i) => NEW.replace('N-1', `N-${i}`));
    const answer = await importFile(large(sheet(...rows)), 'archivo=muchas.csv');
    const { informe } = await jobEnd(answer);
    const id = informe.importacion;
    // The second batch waits.
    const [second, rest] = [gate(), gate()];
    let batches = 0;
    const url = await undoing(t, async () => {
      batches += 1;
      if (batches !== 2) return;
      second.open();
      await rest.opened;
    });
    const begun = await call('admin', 'POST', pathOf(id), undefined, { url });
    assert.equal(begun.status, 202);
    await second.opened;
    const at = (await get(pathOf(id), 'admin')).body;
    assert.deepEqual([at.estado, at.deshace, at.filasPorEscribir], ['escribiendo', id, 600]);
    // No other undo begins beside it.
    refused(
      await call('admin2', 'POST', pathOf(id)),
      503,
      'Se está deshaciendo una importación («muchas.csv», por admin@ejemplo.mx); espere a que termine e intente de nuevo.',
    );
    refused(await importFile(sheet(NEW)), 503, /^Se está deshaciendo una importación/);
    const listed = (await get('/obras/importacion', 'admin')).body;
    assert.equal(listed[0].deshace, id);
    const stopped = await call('admin2', 'DELETE', pathOf(id));
    rest.open();
    assert.equal(stopped.body.estado, 'cancelada');
    assert.match(
      stopped.body.error,
      /^admin2@ejemplo\.mx dejó de deshacer la importación: de 600 registros ya se revisaron 250; deshágala de nuevo para terminar\.$/,
    );
    await jobEnd(begun, 'admin');
    assert.equal(await count('obras'), 350);
    const done = await undo(id);
    assert.deepEqual([numbers(done), done.yaDeshechos], [[600, 0, 0, 0], 250]);
    assert.equal(await count('obras'), 0);
    const entries = await get(`/bitacora?recurso=importaciones&registro=${id}`, 'admin');
    assert.equal(entries.body.length, 1);
    assert.match(entries.body[0].resumen, /600 registros eliminados\.$/);
    await refuse(id, 409, 'La importación ya terminó; no hay qué cancelar.', 'DELETE');
  });

  test('ends where the right to it is taken away meanwhile', async (t) => {
    const id = await imported(sheet(NEW));
    const url = await undoing(t, () =>
      call('admin', 'PATCH', `/users/${people.admin2.id}`, { roles: 'user' }),
    );
    const begun = await call('admin2', 'POST', pathOf(id), undefined, { url });
    const job = await jobEnd(begun, 'admin');
    assert.deepEqual(
      [job.estado, job.error],
      ['fallida', 'Quien deshacía la importación ya no es administrador; no se escribió nada.'],
    );
    assert.equal(await count('obras'), 1);
  });

  test('of an unknown, undone or unfinished import is refused with the reason', async () => {
    const id = await imported(sheet(NEW));
    const UNKNOWN = /^La bitácora no tiene ninguna importación con ese identificador\./;
    await refuse(randomUUID(), 404, UNKNOWN);
    refused(await call('admin', 'POST', pathOf(id, 'seguimiento')), 404, UNKNOWN);
    await refuse('7', 400, [/^id/]);
    await refuse(id, 404, 'Nadie ha deshecho esa importación en el último día.', 'GET');
    const begun = await call('admin', 'POST', pathOf(id));
    await endOf(begun);
    const twice =
      'Deshacer no se deshace: para volver a lo importado, importe de nuevo el archivo.';
    await refuse(begun.body.id, 409, twice);
    // Of before this version: its rows in the ledger have no name.
    const old = await db.one<{ id: string }>(
      `INSERT INTO importaciones (archivo, simular, estado, terminada_en, filas_por_escribir, filas_escritas, informe)
       VALUES ('x.csv', false, 'terminada', now(), 3, 3, '{}') RETURNING id`,
    );
    await refuse(old?.id as string, 409, /^Esa importación es de antes/);
    const trial = await importFile(large(sheet(NEW)), 'simular=true');
    await jobEnd(trial);
    await refuse(trial.body.id, 409, 'Esa importación no escribió nada: no hay qué deshacer.');
    assert.equal((await report(sheet(NEW), 'simular=true')).importacion, null);
    await db.query('DELETE FROM importaciones');
  });

  test('of an import that finished an interrupted one undoes both', async () => {
    const two = sheet(NEW, NEW.replace('N-1', 'N-2'));
    const three = sheet(NEW.replace('N-1', 'N-3'));
    const reportOf = async (file: string) =>
      (await jobEnd(await importFile(large(file), 'archivo=uno.csv'))).informe;
    const { importacion } = await reportOf(sheet(NEW));
    await db.query(
      `UPDATE importaciones SET estado = 'interrumpida', informe = NULL WHERE terminada_en IS NOT NULL`,
    );
    const rest = await reportOf(two);
    assert.deepEqual([rest.creadas, rest.importacion], [1, importacion]);
    assert.notEqual((await reportOf(three)).importacion, importacion);
    assert.deepEqual(numbers(await undo(importacion)), [2, 0, 0, 0]);
    await db.query('DELETE FROM importaciones');
  });
});

describe('undo of an import of follow-up', () => {
  before(resetWithCatalog);
  beforeEach(async () => {
    await resetWithCatalog();
    await newObra({ claveUnica: 'A-1' });
    await newObra({ claveUnica: 'A-2' });
    await assign(people.other.id, 1);
  });

  type Cell = string | number | null;
  // biome-ignore format: rows
  const REPORT = ['Clave única', 'Fecha de corte', 'Avance físico', 'Monto pagado', 'Observaciones'];
  const reports = (...rows: Cell[][]) =>
    linesOf([REPORT, ...rows.map((row) => REPORT.map((_, i) => row[i] ?? null))]);
  const contract = linesOf(
    rowsLike({ 'Número de expediente, folio o nomenclatura': 'A-1', ...CONTRACT }, [{}]),
  );
  const send = async (file: string, who: Who = 'other') => {
    const sending = { who, path: '/seguimiento/importacion' };
    const { importacion } = await report(file, `${SETTLED}&archivo=avances.csv`, sending);
    assert.ok(importacion);
    return importacion as string;
  };
  const undoOf = (id: string, who: Who = 'other') => undo(id, who, 'seguimiento');
  const parts = async () => [
    (await get('/obras/1/avances')).body,
    (await get('/obras/2/avances')).body,
    (await get('/obras/1/contratos')).body,
  ];

  test('deletes the reports and contracts that it made, and restores those that it changed', async () => {
    await post('/obras/1/avances', { ...AVANCE, fechaCorte: '2026-03-31', montoPagado: 100 });
    await post('/obras/1/avances', { ...AVANCE, avanceFisico: 20 });
    const earlier = await parts();
    const id = await send(
      reports(
        ['A-1', '2026-03-31', '50%', 500],
        ['A-1', '2026-06-30', '60%', 600],
        ['A-1', '2026-09-30', '70%', 700],
        ['A-2', '2026-06-30', '5%', 5],
      ),
    );
    const more = await send(contract);
    const mark = await newest();
    const done = await undoAsTried(id, 'other', 'seguimiento');
    assert.deepEqual(numbers(done), [2, 2, 0, 0]);
    assert.deepEqual(numbers(await undoOf(more)), [1, 0, 0, 0]);
    const bare = (all: unknown[][]) =>
      all.map((list) => list.map((each) => ({ ...(each as object), actualizadoEn: '' })));
    assert.deepEqual(bare(await parts()), bare(earlier));
    const rows = await rowsSince(mark);
    const third = rows.find(({ fila }) => fila === 4);
    assert.deepEqual([third.archivo, third.importacion, third.deshace], ['avances.csv', id, true]);
    assert.match(
      third.resumen,
      / eliminó el avance al 30 de septiembre .* al deshacer la importación de «avances\.csv»\.$/,
    );
  });

  const avancePath = async () => `/obras/1/avances/${(await get('/obras/1/avances')).body[0].id}`;
  // biome-ignore format: rows
  const LEFT: [since: string, act: () => Promise<unknown>, motivo: string, feature?: string][] = [
    ['changed', async () => call('admin2', 'PATCH', await avancePath(), { observaciones: 'Otra' }), 'Después lo cambió Persona admin2, el día.'],
    ['deleted', async () => call('admin2', 'DELETE', await avancePath()), 'Ya no está: lo eliminó Persona admin2, el día.'],
    ['deleted with its work', () => call('admin2', 'DELETE', '/obras/1'), 'Ya no está: lo eliminó Persona admin2, el día.'],
    [
      'shown by a photo',
      async () => noteArchivo(1, { avance_id: (await avancePath()).split('/').at(-1) }),
      'Después se le agregó algo que se perdería: fotos o documentos.',
      'archivos',
    ],
    [
      'moved to another agency with its work',
      async () => {
        const { body } = await post('/dependencias', { nombre: 'Otra' });
        return call('admin', 'PATCH', '/obras/1', { dependenciaId: body.id });
      },
      'Su obra ya no es de una de sus dependencias.',
    ],
  ];
  for (const [since, act, motivo] of LEFT.filter(isOfHere)) {
    test(`leaves a report that was ${since} since, and lists it with the reason`, async () => {
      const id = await send(
        reports(['A-1', '2026-06-30', '50%', 500], ['A-2', '2026-06-30', '5%', 5]),
      );
      await act();
      const done = await undoAsTried(id, 'other', 'seguimiento');
      assert.deepEqual([numbers(done), reasons(done)], [[1, 0, 1, 0], [motivo]]);
      const [first] = columnsOf(done.restantes, 'recurso', 'claveUnica', 'obraId');
      assert.deepEqual(first, ['avances', 'A-1', 1]);
    });
  }

  test('leaves a contract with agreements, and a report that explains a later fall', async () => {
    const id = await send(contract);
    const [{ id: contrato }] = (await get('/obras/1/contratos')).body;
    const agreement = { fecha: '2026-11-01', montoNuevo: 5, justificacion: 'Lluvia' };
    const added = await post(`/obras/1/contratos/${contrato}/convenios`, agreement);
    assert.equal(added.status, 201, added.text);
    assert.deepEqual(reasons(await undoOf(id)), [
      'Después se le agregó algo que se perdería: convenios.',
    ]);
    await post('/obras/2/avances', { fechaCorte: '2026-01-31', avanceFisico: 40 });
    const fall = await send(reports(['A-2', '2026-02-28', '30%', null, 'Se demolió']));
    await post('/obras/2/avances', { fechaCorte: '2026-03-31', avanceFisico: 35 });
    const [why = ''] = reasons(await undoOf(fall));
    assert.match(why, /^No puede volver a como estaba: .*baja de 40\.00 % a 35\.00 %/);
  });

  test('is open to a clerk for her own imports alone, and to an administrator for all', async () => {
    const own = await send(reports(['A-1', '2026-06-30', '50%']));
    const others = await send(reports(['A-2', '2026-06-30', '50%']), 'admin');
    const foreign = await call('other', 'POST', pathOf(others, 'seguimiento'));
    refused(foreign, 404, /^La bitácora no tiene/);
    refused(await call('user', 'POST', pathOf(own, 'seguimiento')), 403, 'Forbidden resource');
    refused(await call('other', 'POST', pathOf(own)), 403, 'Forbidden resource');
    assert.deepEqual(numbers(await undoOf(own, 'admin')), [1, 0, 0, 0]);
    assert.deepEqual(numbers(await undoOf(others, 'admin')), [1, 0, 0, 0]);
    await assign(people.other.id);
    refused(await call('other', 'POST', pathOf(own, 'seguimiento')), 403, 'Forbidden resource');
  });
});

describe('GET /bitacora of imports', () => {
  before(resetWithCatalog);

  test('is filtered by one file and by one import; logins are left out where that is asked', async () => {
    const mark = await newest();
    const one = await imported(sheet(NEW), 'archivo=uno.csv');
    await imported(sheet(NEW.replace('N-1', 'N-2')), 'archivo=dos.csv');
    await call('nobody', 'POST', '/auth/login', { email: 'x@y.mx', password: 'no-es-esta' });
    const since = async (query: string) => {
      const { body } = await get(`/bitacora?limit=100&${query}`, 'admin');
      return body.filter(({ id }: { id: number }) => id > mark);
    };
    assert.deepEqual(columnOf(await since('archivo=uno.csv'), 'importacion'), [one]);
    for (const [query, rows] of [
      ['archivo=dos.csv', 1],
      ['archivo=un', 0],
      [`importacion=${one}`, 1],
      ['', 3],
      ['sinEntradas=false', 3],
      ['sinEntradas=true', 2],
    ] as const)
      assert.equal((await since(query)).length, rows, query);
    refused(await call('admin', 'GET', '/bitacora?importacion=7'), 400, [/^importacion/]);
    const csv = await get('/bitacora.csv?archivo=uno.csv', 'admin');
    assert.ok(!csv.text.includes('dos.csv'));
  });
});
