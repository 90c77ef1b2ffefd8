import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { readBlocks } from '../blocks.ts';
import { typesOf } from '../client/types.ts';
import { ROOT as project } from '../deploy-settings.ts';
import { base, call, db, newObra, password, people, resetWithCatalog } from '../world.ts';

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

const client = createClient<paths>({ baseUrl: '' });
export const refusal = async (id: number): Promise<string[]> => {
  const { error } = await client.PATCH('/obras/{id}', { params: { path: { id } }, body: { nombre: 'Otra' } });
  return error ? sentences(error) : [];
};
`;

/** The program that docs/clients.md shows. */
const EXAMPLE = readBlocks('docs/clients.md').find(({ language }) => language === 'ts')?.text ?? '';

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
    '--ignoreConfig --strict --target es2023 --module nodenext --skipLibCheck --types node client.ts';
  await run([tsc, ...options.split(' ')], { cwd: folder });
  return join(folder, 'client.js');
}

/** Runs a script to its end, and answers what it prints. The service goes on meanwhile, which has its part in this process. */
async function run(args: string[], options: object): Promise<string> {
  const running = promisify(execFile)(process.execPath, args, { encoding: 'utf8', ...options });
  const { stdout } = await running.catch(({ stdout, stderr }) => assert.fail(stdout + stderr));
  return stdout;
}

describe('a client made from the OpenAPI document', () => {
  test('has types by the names of the interface, and compiles', async (t) => {
    await compiled('api.d.ts', CLIENT, (end) => t.after(end));
  });

  test('runs the program of docs/clients.md, which is the README’s walk', async (t) => {
    const client = await compiled('registro.d.ts', EXAMPLE, (end) => t.after(end));
    await resetWithCatalog();
    await db.query(`UPDATE users SET email = 'admin@obras.local' WHERE id = $1`, [people.admin.id]);
    await newObra({ nombre: 'Rehabilitación del mercado', municipioId: 41 });
    for (const nombre of ['Parque', 'Escuela']) await newObra({ nombre });
    await newObra({ nombre: 'Puente', municipioId: 1 });
    const printed = await run([client], { env: { ...process.env, API: base, P: password } });
    assert.deepEqual(printed.trim().split('\n'), [
      'Kanasín: Rehabilitación del mercado',
      'Mérida: Parque',
      "[ 'Rehabilitación del mercado' ]",
      'Terminada: Pavimentación de la calle 60',
    ]);
    const [made] = (await call('admin', 'GET', '/obras?q=calle%2060')).body;
    assert.deepEqual([made.estatusObraId, made.descripcion], [6, '']);
  });
});
