import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { importCommand } from '../../../../src/features/importacion/command/command.ts';
import { atEnd } from '../../../at-end.ts';
import { large } from '../../../imports.ts';
import { runHere, startHere } from '../../../process.ts';
import { csv } from '../../../spreadsheet.ts';
import { freshEnvironment, numbers } from '../../../world.ts';

// Imports by command, in the process of the tests, at a service that runs.

const EMAIL = 'admin@obras.local';
const ADMIN_PASSWORD = 'secreto-inicial';

/** A service on a registry without obras, and the settings of a command that asks it. */
async function serve() {
  const service = await startHere({ ...(await freshEnvironment()), ADMIN_PASSWORD, PORT: '0' });
  atEnd(service.stop);
  const environment = { PORT: new URL(service.url).port, ADMIN_PASSWORD };
  return { ...service, environment };
}

const FEDERAL = readFileSync(
  new URL('../../../../../sources/obras-federales-yucatan.csv', import.meta.url),
  'utf8',
);

describe('npm run import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registro-importar-'));
  const fileOf = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  /** Runs the command, which ends with this code, and has printed these sentences. */
  async function prints(
    settings: Record<string, string>,
    args: string[],
    code: number,
    ...sentences: RegExp[]
  ) {
    const printed = await runHere(importCommand, settings, args);
    assert.equal(printed.code, code, printed.output);
    for (const sentence of sentences) assert.match(printed.output, sentence);
    return printed.output;
  }
  const CREATES = '--crear-catalogos';

  test('prints its options, and what is wrong before it opens a file', async () => {
    for (const option of ['--ayuda', '--help', '-h'])
      await prints({}, [option], 0, /^Importación de obras[\s\S]+--simular[\s\S]+--parcial/);
    const missing = join(folder, 'no-existe.csv');
    const cases: [args: string[], sentence: RegExp][] = [
      [[], /^Indique un archivo, y sólo uno\./],
      [[missing], /^El archivo .*no-existe\.csv no existe\.$/m],
      [[folder], /no es un archivo\./],
      [['--nada'], /^Opciones no reconocidas; éstas son las que hay\.\n\n[\s\S]+ +--help +muestra/],
    ];
    for (const [args, sentence] of cases)
      assert.doesNotMatch(await prints({}, args, 1, sentence), / at /);
  });

  test('prints where no service is, which right is missing, and what the service answers to a login', async () => {
    const path = fileOf('una.csv', 'clave,nombre\r\nX,Una\r\n');
    const { environment, url, db } = await serve();
    await db.query(
      `INSERT INTO users (email, nombre_completo, password_hash, roles)
       SELECT 'consulta@ejemplo.mx', 'Consulta', password_hash, 'user' FROM users`,
    );
    const wrong =
      /^No se pudo entrar como \S+ \(Credenciales inválidas\)\. Indique la contraseña en ADMIN_PASSWORD, /;
    // biome-ignore format: rows
    const cases: [settings: Record<string, string>, args: string[], sentence: RegExp][] = [
      [{ PORT: '1', ADMIN_PASSWORD }, [], /^Nadie responde en http:\/\/127\.0\.0\.1:1: arranque el servicio, o indique --servicio\.\n$/],
      [environment, ['--servicio', 'nada'], /^--servicio nada: no es una dirección\.\n$/],
      [{ PORT: '1', ADMIN_PASSWORD: 'otra' }, ['--servicio', `${url}/`], wrong],
      [environment, ['--correo', 'nadie@ejemplo.mx'], wrong],
      [{ ...environment, ADMIN_PASSWORD: '' }, [], /^Indique la contraseña en ADMIN_PASSWORD\.\n$/],
      [environment, ['--correo', 'consulta@ejemplo.mx'], /^Importando el archivo…\nSólo los administradores importan obras, y esta cuenta no lo es\.\n$/],
    ];
    for (const [settings, args, sentence] of cases)
      await prints(settings, [path, ...args], 1, sentence);
  });

  test('follows a large file to its end, and keeps its refused rows', async () => {
    const { environment, db } = await serve();
    const right = numbers(1, 300).map((i) => ({ claveUnica: `G-${i}` }));
    const path = fileOf('grande.csv', large(csv(...right, { claveUnica: 'B', municipio: 'Nada' })));
    const rows = /301 filas: 300 obras nuevas, 0 actualizadas, 0 sin cambio, 1 rechazada\./;
    await prints(environment, [path, '--parcial', CREATES], 1, rows);
    assert.match(readFileSync(`${path}.rechazadas.csv`, 'utf8'), /\r\n302,.*,B,/);
    assert.equal((await db.query('SELECT FROM obras')).length, 300);
  });

  test('goes on looking at a large file where the network is away for a moment', async (t) => {
    const { environment } = await serve();
    const path = fileOf('grande-sin-red.csv', large(csv({ claveUnica: 'R-1' })));
    const { fetch: real } = globalThis;
    let lost = 0;
    t.mock.method(globalThis, 'fetch', async (address: URL, request: RequestInit) => {
      const isLook =
        /importacion\/[\w-]{36}/.test(address.pathname) && request.method === undefined;
      if (isLook && lost++ === 0) throw new TypeError('fetch failed');
      return real(address, request);
    });
    const end = /1 fila: 1 obra nueva,[\s\S]+Importación terminada\./;
    await prints(environment, [path, CREATES], 0, end);
    assert.ok(lost > 1);
  });

  test('imports the federal works, puts the refused ones beside the file, and takes those back', async () => {
    const { environment, db } = await serve();
    const path = fileOf('federales.csv', FEDERAL);
    const beside = `${path}.rechazadas.csv`;
    const say = (args: string[], code: number, ...sentences: RegExp[]) =>
      prints(environment, [path, CREATES, ...args], code, ...sentences);
    await say(
      ['--simular'],
      1,
      /71 filas: 67 obras nuevas, 0 actualizadas, 0 sin cambio, 4 rechazadas\./,
      /Falta la clave única\. Escríbala en la fila\. \(fila 53\)\n/,
      /Es un simulacro: en el registro no se escribió nada\.\n$/,
    );
    await say(
      [],
      1,
      /En el registro no se escribió nada: corrija las filas rechazadas/,
      /o elija uno para todas\. Con --ejercicio se indica para todas las filas\. \(3 filas: 70–72\)/,
    );
    await say(['--parcial'], 1, /67 obras nuevas[\s\S]+Importación terminada\.\n$/);

    const refusedRows = readFileSync(beside, 'utf8');
    assert.match(refusedRows, /^\ufefffila rechazada,motivo del rechazo,clave,nombre,/);
    assert.match(refusedRows, /\r\n53,Falta el monto\. /);
    await say(['--parcial'], 1, /0 obras nuevas, 0 actualizadas, 67 sin cambio, 4 rechazadas/);
    // Three of the four only lack their year.
    await prints(
      environment,
      [beside, CREATES, '--parcial', '--ejercicio', '2019'],
      1,
      /4 filas: 3 obras nuevas, 0 actualizadas, 0 sin cambio, 1 rechazada\./,
    );

    // biome-ignore format: rows
    const wrong: [args: string[], sentence: RegExp][] = [
      [['--columna', 'Núm. interno'], /^--columna Núm\. interno: escriba el encabezado, = y el campo\./m],
      [['--columna', 'Núm. interno=folio'], /^--columna: no existe el campo «folio»; son: claveUnica, /m],
      [['--valor', 'estatus=Licitada'], /^--valor estatus=Licitada: escriba el campo, dos puntos, /m],
      [['--valor', 'nombre:a=b'], /^--valor: no existe el campo «nombre», .* son: estatus, municipio, /m],
      [['--valor', 'estatus:Licitada=Adjudicada'], /^--valor: no existe el estatus «Adjudicada»/m],
      [['--unidad', 'dolares'], /^--unidad dolares: las unidades son pesos, miles, millones\.$/m],
      [['--estatus', 'Vigente'], /^--estatus: no existe el registro «Vigente»\.$/m],
    ];
    for (const [args, sentence] of wrong) await say(args, 1, sentence);
    const right = fileOf('una.csv', 'clave,nombre,monto\r\nX,Una,1\r\n');
    const named = [right, '--ejercicio', '2019', '--dependencia', 'CONAGUA'];
    await prints(environment, named, 1, /^--dependencia: no existe el registro «CONAGUA»\.$/m);
    const rows = await db.query<{ programa: string; archivo: string; fila: number }>(
      `SELECT DISTINCT ON (archivo) b.programa, u.email, archivo, fila
       FROM bitacora b JOIN users u ON u.id = b.usuario_id WHERE recurso = 'obras' ORDER BY archivo, fila`,
    );
    const by = { programa: 'registro-obras', email: EMAIL };
    assert.deepEqual(rows, [
      { ...by, archivo: 'federales.csv', fila: 2 },
      { ...by, archivo: 'federales.csv.rechazadas.csv', fila: 3 },
    ]);
    const two = FEDERAL.split('\n').slice(0, 3).join('\n');
    await prints(environment, [fileOf('federales.csv', two), CREATES], 0);
    // Those of an earlier import tell of rows that may be right by now.
    assert.equal(existsSync(beside), false);
  });

  test('prints each sentence once, with the remedy in the words of its options', async () => {
    const { environment } = await serve();
    const headings =
      'Núm. interno,nombre,monto (miles de pesos),ejercicioFiscal,dependencia,municipio,estatus';
    const keys = ['A-1', 'A-2', 'A-3'];
    const rows = keys.map((key) => `${key},Obra,1.5,2026,Secretaría de Obras,50,Licitada`);
    const path = fileOf('licitadas.csv', [headings, ...rows].join('\r\n'));
    const say = (args: string[], code: number, ...sentences: RegExp[]) =>
      prints(environment, [path, CREATES, ...args], code, ...sentences);
    const change = (before: string, after: string) =>
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(before, after));
    const key = ['--columna', 'Núm. interno=claveUnica'];
    await say(key, 1, /Confirme en qué están con --unidad pesos, miles o millones\.\n/);
    await say(
      [...key, '--unidad', 'miles'],
      1,
      /Estatus: .* diga qué registro es con --valor "campo:texto=nombre"\. \(3 filas: 2–4\)\n {6}«Licitada», 3 filas/,
    );
    const right = [...key, '--unidad', 'miles', '--valor', 'estatus:Licitada=En licitación'];
    await say(right, 0, /3 filas: 3 obras nuevas/);
    change('Obra,', 'Otra,');
    await say(right, 1, /Para cambiarlas agregue --actualizar\. \(3 filas: 2–4\)\n/);
    await say([...right, '--actualizar'], 0, /3 actualizadas/);
    change(',1.5,', ',15,');
    await say(
      [...right, '--actualizar', '--simular'],
      1,
      / {2}Montos: 3 cambios\n {6}fila 2, A-1, Monto: \$1,500\.00 → \$15,000\.00 \(por confirmar\)\n/,
      /Si es así, confírmelo con --confirmar montos\. \(3 filas: 2–4\)\n/,
    );
    await say([...right, '--actualizar', '--confirmar', 'montos'], 0, /3 actualizadas/);
    writeFileSync(path, 'clave,nombre,Monto contratado,año\r\nX,Una,5,2026');
    const output = await prints(
      environment,
      [path],
      1,
      /¿Es «Monto contratado»\? Si lo es, agregue --columna "Monto contratado=monto"\.\n/,
      /Diga cuál es con --columna .+ Con --estatus se indica para todas/,
    );
    assert.doesNotMatch(output, /«»/);
    const named = fileOf(
      'nueva.csv',
      'clave,nombre,monto,año,dependencia,municipio,estatus\r\nN-1,Una,1,2026,Instituto Nuevo,50,Planeada',
    );
    const one = /Con --valor "campo:texto=" se registra uno, y con --crear-cat/;
    await prints(environment, [named], 1, one);
    const added = [named, '--valor', 'dependencia:Instituto Nuevo='];
    await prints(environment, added, 0, /1 fila: 1 obra nueva/);
    // Where they can't be kept the report is told all the same.
    const beside = `${path}.rechazadas.csv`;
    rmSync(beside);
    mkdirSync(beside);
    const unkept = /1 rechazada\.[\s\S]+no se pudieron guardar junto al archivo \(/;
    await prints(environment, [path], 1, unkept);
  });
});
