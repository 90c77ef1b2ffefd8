import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isHere } from '../features.ts';
import {
  call,
  contratoBody,
  db,
  newObra,
  people,
  programaBody,
  resetWithCatalog,
  ubicacionBody,
  type Who,
} from '../world.ts';

// The answers of the specification's endpoints (section 4) are what they were before there was any follow-up, to the byte, and so
// are their tags: a report touches no document, number or tag of a work.

const user = people.user.id;
// biome-ignore format: rows of paths
const READS: [who: Who, path: string][] = [
  ...[
    '/obras', '/obras?municipioId=50', '/obras?estatusObraId=4&ejercicioFiscalId=1', '/obras?limit=1',
    '/obras?orden=-monto&limit=2', '/obras?campos=id,nombre', '/obras?q=calle', '/obras/1', '/obras/2', '/obras/9', '/obras/x',
    '/obras.ndjson', '/obras.csv', '/obras/resumen?por=estatus,municipio', '/mapa/7/32/56',
    `/users/${user}`, `/users/${user}/favorites`, `/users/${user}/favorites?limit=1&page=2`,
    '/ejercicio-fiscal', '/ejercicio-fiscal/activos', '/ejercicio-fiscal/1', '/catalogos/tipo-proyecto',
    '/catalogos/tipo-proyecto/1', '/localidad', '/localidad/1', '/municipios', '/dependencias',
    '/dependencias?ver_todo=true', '/dependencias/1',
  ].filter(isHere).map((path): [Who, string] => ['user', path]),
  ['admin', '/users'], ['admin', `/users/${user}/favorites`], ['other', `/users/${user}`], ['nobody', '/obras'],
  ['nobody', '/dependencias'], ['user', '/users'],
];
/** Writes that are refused, or change nothing. */
const WRITES: [who: Who, method: string, path: string, body?: unknown][] = [
  ['user', 'POST', '/obras', {}],
  ['user', 'PATCH', '/obras/1', {}],
  ['user', 'DELETE', '/obras/1'],
  ['admin', 'POST', '/obras', { nada: true }],
  ['admin', 'PATCH', '/obras/1', {}],
  ['admin', 'PATCH', '/obras/9', {}],
  ['admin', 'DELETE', '/obras/9'],
  // Of an account of its own: others have failures counted meanwhile.
  ['nobody', 'POST', '/auth/login', { email: 'olvidada@ejemplo.mx', password: 'no es' }],
  ['user', 'POST', `/users/${user}/favorites/1`],
  ['user', 'DELETE', `/users/${user}/favorites/9`],
  ['admin', 'POST', '/users', {}],
  ['user', 'DELETE', '/ejercicio-fiscal/1'],
  ['user', 'DELETE', '/catalogos/tipo-proyecto/1'],
  ['nobody', 'PATCH', '/dependencias/1', { nombre: 7 }],
];
/** Headers that differ from one answer to the next: a stream's length is not known before it is kept. */
const VARYING = 'date x-request-id connection keep-alive content-length transfer-encoding'.split(
  ' ',
);

/** Each answer as it came: status, headers, bytes. */
async function recorded(): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const record = async (who: Who, method: string, path: string, body?: unknown) => {
    const { status, headers, text } = await call(who, method, path, body);
    const kept = [...headers].filter(([name]) => !VARYING.includes(name));
    answers.set(`${who} ${method} ${path}`, JSON.stringify([status, kept, text]));
  };
  for (const [who, path] of READS) await record(who, 'GET', path);
  for (const [who, method, path, body] of WRITES) await record(who, method, path, body);
  for (const [who, path] of READS) await record(who, 'HEAD', path);
  return answers;
}

function same(given: Map<string, string>, wanted: Map<string, string>): void {
  assert.deepEqual([...given.keys()], [...wanted.keys()]);
  for (const [request, answer] of given) assert.equal(answer, wanted.get(request), request);
}

const put = async (who: Who, method: string, path: string, body?: unknown) => {
  const answer = await call(who, method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
};

describe('the specification’s answers', () => {
  before(async () => {
    await resetWithCatalog();
    for (const ubicaciones of [[ubicacionBody()], [ubicacionBody(), ubicacionBody()], []]) {
      await newObra({ ubicaciones });
    }
    for (const id of [1, 2]) await put('user', 'POST', `/users/${user}/favorites/${id}`);
    await put('admin', 'PATCH', `/users/${user}/dependencias`, { dependenciaIds: [1] });
  });

  test('are the same in a registry full of follow-up', async () => {
    const empty = await recorded();
    same(await recorded(), empty);
    for (const id of [1, 2]) {
      const at = `/obras/${id}`;
      const post = (path: string, body: object) => put('user', 'POST', `${at}/${path}`, body);
      await post('avances', { fechaCorte: '2026-06-30', avanceFisico: 45 });
      await post('avances', { fechaCorte: '2026-09-30', avanceFisico: 100 });
      await post('programas', programaBody());
      await put('user', 'PATCH', `${at}/ejecucion`, { fechaInicioReal: '2026-02-10' });
      await post('contratos', contratoBody());
      const convenio = { fecha: '2026-08-15', montoNuevo: 7, justificacion: 'Suelo.' };
      await post(`contratos/${id}/convenios`, convenio);
    }
    await db.query(
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico) VALUES (3, '2026-06-30', 12.5)`,
    );
    same(await recorded(), empty);
    await put('user', 'DELETE', '/obras/1/avances/1');
    await db.query('DELETE FROM contratos WHERE obra_id = 2');
    same(await recorded(), empty);
  });

  test('go on from there: a tag read before still counts, and numbers follow one another', async () => {
    const { headers, body } = await call('user', 'GET', '/obras/3');
    await put('user', 'POST', '/obras/3/avances', { fechaCorte: '2026-10-31', avanceFisico: 50 });
    const held = { headers: { 'if-match': headers.get('etag') as string } };
    const changed = await call('admin', 'PATCH', '/obras/3', { monto: 5 }, held);
    assert.deepEqual(changed.body, { ...body, monto: 5 });
    assert.equal((await newObra()).numeroObra, 4);
    const deleted = await call('admin', 'DELETE', '/obras/3');
    assert.deepEqual([deleted.status, deleted.text], [200, '']);
    assert.equal((await call('user', 'GET', '/obras/3')).status, 404);
  });
});
