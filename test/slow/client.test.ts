import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { typesOf } from '../client/types.ts';
import {
  base,
  call,
  db,
  emailOf,
  obraBody,
  password,
  people,
  reset,
  resetWithCatalog,
  someCatalog,
  ubicacionBody,
} from '../world.ts';

/** A client written with the types of the document: no type of it stands here. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

type Obra = components['schemas']['Obra'];
type Geometria = components['schemas']['Geometria'];
type Failure = components['schemas']['Falla'];

/** The first position of a geometry, whatever its type. */
function start(geometria: Geometria): number[] {
  switch (geometria.type) {
    case 'Point':
      return geometria.coordinates;
    case 'MultiPoint':
    case 'LineString':
      return geometria.coordinates[0]!;
    case 'MultiLineString':
    case 'Polygon':
      return geometria.coordinates[0]![0]!;
    case 'MultiPolygon':
      return geometria.coordinates[0]![0]![0]!;
    default: {
      const none: never = geometria;
      return none;
    }
  }
}

const named: {
  ubicacion: components['schemas']['Ubicacion']['geometriaJson'] extends Geometria ? true : never;
  dependencia: Obra['dependencia'] extends components['schemas']['Dependencia'] ? true : never;
  municipio: Obra['municipio'] extends components['schemas']['MunicipioBreve'] ? true : never;
  // A record that need not be there.
  tipo: null extends Obra['tipoProyecto'] ? true : never;
  rol: components['schemas']['Usuario']['roles'] extends 'admin' | 'user' ? true : never;
  // Each of the fields that were asked for may be missing.
  campos: undefined extends components['schemas']['ObraPedida']['nombre'] ? true : never;
} = { ubicacion: true, dependencia: true, municipio: true, tipo: true, rol: true, campos: true };

// Fields that the service fills in need not be given.
const least: components['schemas']['NuevaObra'] = {
  claveUnica: 'SOP-1',
  nombre: 'Pavimentación',
  monto: 0,
  ejercicioFiscalId: 1,
  dependenciaId: 1,
  municipioId: 50,
  estatusObraId: 4,
};
const dependencia: components['schemas']['NuevaDependencia'] = { nombre: 'SOP' };
const usuario: components['schemas']['NuevoUsuario'] = {
  email: 'ana@ejemplo.mx',
  nombreCompleto: 'Ana',
  password: 'secreto',
};

const sentences = ({ message }: Failure): string[] => [message].flat();

// Wrong code does not compile.
// @ts-expect-error: a position is no list of positions
const line: components['schemas']['LineString'] = { type: 'LineString', coordinates: [-89.6, 20.9] };
// @ts-expect-error: there is no such type
const circle: Geometria = { type: 'Circle', coordinates: [-89.6, 20.9] };
// @ts-expect-error: monto is a number
const work: Pick<components['schemas']['NuevaObra'], 'monto'> = { monto: '1000' };
// @ts-expect-error: nobody is called so
type Nothing = components['schemas']['Nada'];

export async function useRegistry(
  baseUrl: string,
  credentials: components['schemas']['Credenciales'],
  obra: components['schemas']['NuevaObra'],
) {
  const client = createClient<paths>({ baseUrl });
  const session = await client.POST('/auth/login', { body: credentials });
  if (!session.data) throw new Error(sentences(session.error).join());
  const headers = { Authorization: \`Bearer \${session.data.access_token}\` };
  const made = await client.POST('/obras', { headers, body: obra });
  if (!made.data) throw new Error(sentences(made.error).join());
  const found = await client.GET('/obras/{id}', { headers, params: { path: { id: made.data.id } } });
  const listed = (await client.GET('/obras', { headers, params: { query: { limit: 10 } } })).data as Obra[];
  const byPlace = async (municipioId: number[]) => {
    const query = { municipioId, estatusObraId: [4, 6], campos: 'id,claveUnica' };
    return (await client.GET('/obras', { headers, params: { query } })).data;
  };
  const refused = await client.PATCH('/obras/{id}', {
    headers,
    params: { path: { id: 99 } },
    body: { nombre: 'Otra' },
  });
  return {
    nombre: found.data?.nombre,
    starts: listed.flatMap(({ ubicaciones }) => ubicaciones.map(({ geometriaJson }) => start(geometriaJson))),
    failure: refused.error && sentences(refused.error),
    here: await byPlace([41, 50]),
    elsewhere: await byPlace([1, 2]),
  };
}
`;

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** The program that docs/clients.md shows. */
const [, EXAMPLE = ''] =
  /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(project, 'docs/clients.md'), 'utf8')) ?? [];

/** Makes a folder with the types of the present document, compiles a program in it, and answers where it is. */
async function compiled(types: string, program: string, after: (end: () => void) => void) {
  const document = await (await fetch(`${base}/openapi.json`)).text();
  // Within the project, so that it finds what it imports.
  const folder = mkdtempSync(join(project, 'dist', 'cliente-'));
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, types), typesOf(document));
  writeFileSync(join(folder, 'client.ts'), program);
  const tsc = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
  const options =
    '--ignoreConfig --strict --target es2023 --module nodenext --skipLibCheck --types node';
  await run(tsc, [...options.split(' '), 'client.ts'], folder);
  return join(folder, 'client.js');
}

/** Runs a script of a program to its end. The service goes on meanwhile, which has its part in this process. */
async function run(script: string, args: string[], cwd: string): Promise<void> {
  await promisify(execFile)(process.execPath, [script, ...args], { cwd }).catch(
    ({ stdout, stderr }) => assert.fail(stdout + stderr),
  );
}

describe('a client made from the OpenAPI document', () => {
  before(reset);

  test('has types by the names of the interface, compiles, and works', async (t) => {
    const client = await compiled('api.d.ts', CLIENT, (end) => t.after(end));
    await someCatalog();
    const { useRegistry } = await import(client);
    const coordinates = [
      [-89.6, 20.9],
      [-89.5, 20.8],
    ];
    const line = { type: 'LineString', coordinates };
    const outcome = await useRegistry(
      base,
      { email: emailOf('admin'), password },
      obraBody({
        claveUnica: 'CAMINO-1',
        nombre: 'Camino',
        ubicaciones: [
          ubicacionBody(),
          ubicacionBody({ tipoGeometria: 'RUTA', geometriaJson: line }),
        ],
      }),
    );
    assert.deepEqual(outcome, {
      nombre: 'Camino',
      starts: [
        [-89.6237, 20.9674],
        [-89.6, 20.9],
      ],
      failure: ['Obra 99 no encontrada.'],
      here: [{ id: 1, claveUnica: 'CAMINO-1' }],
      elsewhere: [],
    });
  });

  test('runs the program of docs/clients.md, which is the README’s walk', async (t) => {
    const client = await compiled('registro.d.ts', EXAMPLE, (end) => t.after(end));
    await resetWithCatalog();
    await db.query(`UPDATE users SET email = 'admin@obras.local' WHERE id = $1`, [people.admin.id]);
    for (const [nombre, municipioId] of [
      ['Rehabilitación del mercado', 41],
      ['Parque', 50],
      ['Escuela', 50],
      ['Puente', 1],
    ]) {
      const { status, text } = await call(
        'admin',
        'POST',
        '/obras',
        obraBody({ nombre, municipioId }),
      );
      assert.equal(status, 201, text);
    }
    const env = { ...process.env, API: base, P: password };
    // Not to wait for: the service that it calls runs in this process.
    const { stdout } = await promisify(execFile)(process.execPath, [client], { env });
    assert.deepEqual(stdout.trim().split('\n'), [
      'Kanasín: Rehabilitación del mercado',
      'Mérida: Parque',
      "[ 'Rehabilitación del mercado' ]",
      'Terminada: Pavimentación de la calle 60',
    ]);
    const [made] = (await call('admin', 'GET', '/obras?q=calle%2060')).body;
    assert.deepEqual([made.estatusObraId, made.descripcion], [6, '']);
  });
});
