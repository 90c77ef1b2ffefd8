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

  test('prints its options, and what is wrong before it opens a file', async () => {
    for (const option of ['--ayuda', '--help', '-h']) {
      const { code, output } = await runHere(importCommand, {}, [option]);
      assert.equal(code, 0);
      assert.match(output, /^Importación de obras[\s\S]+--simular[\s\S]+--parcial/);
    }
    const missing = join(folder, 'no-existe.csv');
    const cases: [args: string[], sentence: RegExp][] = [
      [[], /^Indique un archivo, y sólo uno\./],
      [[missing], /^El archivo .*no-existe\.csv no existe\.$/m],
      [[folder], /no es un archivo\./],
      [['--nada'], /^Opciones no reconocidas; éstas son las que hay\.\n\n[\s\S]+ +--help +muestra/],
    ];
    for (const [args, sentence] of cases) {
      const { code, output } = await runHere(importCommand, {}, args);
      assert.equal(code, 1, output);
      assert.match(output, sentence);
      assert.doesNotMatch(output, / at /);
    }
  });

  test('prints where no service is, which right is missing, and what the service answers to a login', async () => {
    const path = fileOf('una.csv', 'clave,nombre\r\nX,Una\r\n');
    const { environment, url, db } = await serve();
    await db.query(
      `INSERT INTO users (email, nombre_completo, password_hash, roles)
       SELECT 'consulta@ejemplo.mx', 'Consulta', password_hash, 'user' FROM users`,
    );
    const cases: [settings: Record<string, string>, args: string[], sentence: RegExp][] = [
      [
        { PORT: '1', ADMIN_PASSWORD },
        [],
        /^Nadie responde en http:\/\/127\.0\.0\.1:1: arranque el servicio, o indique --servicio\.\n$/,
      ],
      [environment, ['--servicio', 'nada'], /^--servicio nada: no es una dirección\.\n$/],
      [
        { PORT: '1', ADMIN_PASSWORD: 'otra' },
        ['--servicio', `${url}/`],
        /^No se pudo entrar como \S+ \(Credenciales inválidas\)\. Indique la contraseña en ADMIN_PASSWORD, /,
      ],
      [
        environment,
        ['--correo', 'nadie@ejemplo.mx'],
        /^No se pudo entrar como \S+ \(Credenciales inválidas\)\. Indique la contraseña en ADMIN_PASSWORD, /,
      ],
      [{ ...environment, ADMIN_PASSWORD: '' }, [], /^Indique la contraseña en ADMIN_PASSWORD\.\n$/],
      [
        environment,
        ['--correo', 'consulta@ejemplo.mx'],
        /^Importando el archivo…\nSólo los administradores importan obras, y esta cuenta no lo es\.\n$/,
      ],
    ];
    for (const [settings, args, sentence] of cases) {
      const { code, output } = await runHere(importCommand, settings, [path, ...args]);
      assert.equal(code, 1);
      assert.match(output, sentence);
    }
  });

  test('follows a large file to its end, and keeps its refused rows', async () => {
    const { environment, db } = await serve();
    const right = numbers(1, 300).map((i) => ({ claveUnica: `G-${i}` }));
    const path = fileOf('grande.csv', large(csv(...right, { claveUnica: 'B', municipio: 'Nada' })));
    const { code, output } = await runHere(importCommand, environment, [
      ...[path, '--parcial', '--crear-catalogos'],
    ]);
    assert.equal(code, 1, output);
    assert.match(
      output,
      /301 filas: 300 obras nuevas, 0 actualizadas, 0 sin cambio, 1 rechazada\./,
    );
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
    const { code, output } = await runHere(importCommand, environment, [path, '--crear-catalogos']);
    assert.equal(code, 0, output);
    assert.ok(lost > 1);
    assert.match(output, /1 fila: 1 obra nueva,[\s\S]+Importación terminada\./);
  });

  test('imports the federal works, puts the refused ones beside the file, and takes those back', async () => {
    const { environment, db } = await serve();
    const path = fileOf('federales.csv', FEDERAL);
    const beside = `${path}.rechazadas.csv`;
    const importFile = (...args: string[]) =>
      runHere(importCommand, environment, [path, '--crear-catalogos', ...args]);

    const dry = await importFile('--simular');
    assert.equal(dry.code, 1, dry.output);
    assert.match(
      dry.output,
      /71 filas: 67 obras nuevas, 0 actualizadas, 0 sin cambio, 4 rechazadas\./,
    );
    assert.match(dry.output, /Falta la clave única\. Escríbala en la fila\. \(fila 53\)\n/);
    assert.match(dry.output, /Es un simulacro: en el registro no se escribió nada\.\n$/);
    const whole = await importFile();
    assert.equal(whole.code, 1);
    assert.match(whole.output, /En el registro no se escribió nada: corrija las filas rechazadas/);
    const partial = await importFile('--parcial');
    assert.match(
      whole.output,
      /o elija uno para todas\. Con --ejercicio se indica para todas las filas\. \(3 filas: 70–72\)/,
    );
    assert.match(partial.output, /67 obras nuevas[\s\S]+Importación terminada\.\n$/);

    const refusedRows = readFileSync(beside, 'utf8');
    assert.match(refusedRows, /^\ufefffila rechazada,motivo del rechazo,clave,nombre,/);
    assert.match(refusedRows, /\r\n53,Falta el monto\. /);
    const again = await importFile('--parcial');
    assert.match(again.output, /0 obras nuevas, 0 actualizadas, 67 sin cambio, 4 rechazadas/);
    // Three of the four only lack their year.
    const rest = await runHere(importCommand, environment, [
      beside,
      '--crear-catalogos',
      '--parcial',
      '--ejercicio',
      '2019',
    ]);
    assert.match(
      rest.output,
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
    ];
    for (const [args, sentence] of wrong) {
      const { code, output } = await importFile(...args);
      assert.equal(code, 1, output);
      assert.match(output, sentence);
    }
    const unknown = await importFile('--estatus', 'Vigente');
    assert.match(unknown.output, /^--estatus: no existe el registro «Vigente»\.$/m);
    const right = fileOf('una.csv', 'clave,nombre,monto\r\nX,Una,1\r\n');
    const told = ['--ejercicio', '2019', '--dependencia', 'CONAGUA'];
    const none = await runHere(importCommand, environment, [right, ...told]);
    assert.match(none.output, /^--dependencia: no existe el registro «CONAGUA»\.$/m);
    const rows = await db.query<{ programa: string; archivo: string; fila: number }>(
      `SELECT DISTINCT ON (archivo) b.programa, u.email, archivo, fila
       FROM bitacora b JOIN users u ON u.id = b.usuario_id WHERE recurso = 'obras' ORDER BY archivo, fila`,
    );
    const by = { programa: 'registro-obras', email: EMAIL };
    assert.deepEqual(rows, [
      { ...by, archivo: 'federales.csv', fila: 2 },
      { ...by, archivo: 'federales.csv.rechazadas.csv', fila: 3 },
    ]);
    const first = await runHere(importCommand, environment, [
      fileOf('federales.csv', FEDERAL.split('\n').slice(0, 3).join('\n')),
      '--crear-catalogos',
    ]);
    assert.equal(first.code, 0, first.output);
    // Those of an earlier import tell of rows that may be right by now.
    assert.equal(existsSync(beside), false);
  });

  test('prints each sentence once, with the remedy in the words of its options', async () => {
    const { environment } = await serve();
    const path = fileOf(
      'licitadas.csv',
      [
        'Núm. interno,nombre,monto (miles de pesos),ejercicioFiscal,dependencia,municipio,estatus',
        ...['A-1', 'A-2', 'A-3'].map(
          (key) => `${key},Obra,1.5,2026,Secretaría de Obras,50,Licitada`,
        ),
      ].join('\r\n'),
    );
    const importFile = (...args: string[]) =>
      runHere(importCommand, environment, [path, '--crear-catalogos', ...args]);
    const key = ['--columna', 'Núm. interno=claveUnica'];
    const unit = await importFile(...key);
    assert.match(unit.output, /Confirme en qué están con --unidad pesos, miles o millones\.\n/);
    const names = await importFile(...key, '--unidad', 'miles');
    assert.match(
      names.output,
      /Estatus: .* diga qué registro es con --valor "campo:texto=nombre"\. \(3 filas: 2–4\)\n {6}«Licitada», 3 filas/,
    );
    const told = [...key, '--unidad', 'miles', '--valor', 'estatus:Licitada=En licitación'];
    const taken = await importFile(...told);
    assert.equal(taken.code, 0, taken.output);
    assert.match(taken.output, /3 filas: 3 obras nuevas/);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Obra,', 'Otra,'));
    const other = await importFile(...told);
    assert.match(other.output, /Para cambiarlas agregue --actualizar\. \(3 filas: 2–4\)\n/);
    const changed = await importFile(...told, '--actualizar');
    assert.match(changed.output, /3 actualizadas/);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(',1.5,', ',15,'));
    const moved = await importFile(...told, '--actualizar', '--simular');
    assert.match(
      moved.output,
      / {2}Montos: 3 cambios\n {6}fila 2, A-1, Monto: \$1,500\.00 → \$15,000\.00 \(por confirmar\)\n/,
    );
    assert.match(moved.output, /Si es así, confírmelo con --confirmar montos\. \(3 filas: 2–4\)\n/);
    const settled = await importFile(...told, '--actualizar', '--confirmar', 'montos');
    assert.match(settled.output, /3 actualizadas/);
    writeFileSync(path, 'clave,nombre,Monto contratado,año\r\nX,Una,5,2026');
    const { output } = await runHere(importCommand, environment, [path]);
    assert.match(
      output,
      /¿Es «Monto contratado»\? Si lo es, agregue --columna "Monto contratado=monto"\.\n/,
    );
    assert.match(output, /Diga cuál es con --columna .+ Con --estatus se indica para todas/);
    assert.doesNotMatch(output, /«»/);
    const row = 'N-1,Una,1,2026,Instituto Nuevo,50,Planeada';
    const named = fileOf(
      'nueva.csv',
      `clave,nombre,monto,año,dependencia,municipio,estatus\r\n${row}`,
    );
    const unknown = await runHere(importCommand, environment, [named]);
    assert.match(unknown.output, /Con --valor "campo:texto=" se registra uno, y con --crear-cat/);
    const value = ['--valor', 'dependencia:Instituto Nuevo='];
    const added = await runHere(importCommand, environment, [named, ...value]);
    assert.match(added.output, /1 fila: 1 obra nueva/);
    // Where they can't be kept the report is told all the same.
    const beside = `${path}.rechazadas.csv`;
    rmSync(beside);
    mkdirSync(beside);
    const unkept = await runHere(importCommand, environment, [path]);
    assert.match(unkept.output, /1 rechazada\.[\s\S]+no se pudieron guardar junto al archivo \(/);
  });
});
