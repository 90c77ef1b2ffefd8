import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readConfig } from '../../src/base/config.ts';
import { importCommand } from '../../src/commands/import/command.ts';
import { openRegistry } from '../../src/registry.ts';
import { runHere } from '../process.ts';
import { freshEnvironment } from '../world.ts';

// Imports by command, in the process of the tests.

const FEDERAL = readFileSync(
  new URL('../../../sources/obras-federales-yucatan.csv', import.meta.url),
  'utf8',
);

describe('npm run import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registro-importar-'));
  const fileOf = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  test('says what it takes, and what is wrong before it opens anything', async () => {
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
      [['--nada'], /^Opciones no reconocidas/],
    ];
    for (const [args, sentence] of cases) {
      const { code, output } = await runHere(importCommand, {}, args);
      assert.equal(code, 1, output);
      assert.match(output, sentence);
      assert.doesNotMatch(output, / at /);
    }
  });

  test('imports the federal works, puts the refused ones beside the file, and takes those back', async () => {
    const environment = await freshEnvironment();
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

    const wrong: [args: string[], sentence: RegExp][] = [
      [
        ['--columna', 'Núm. interno'],
        /^--columna Núm\. interno: escriba el encabezado, = y el campo\./m,
      ],
      [['--columna', 'Núm. interno=folio'], /^--columna .* Los campos: claveUnica, /m],
      [
        ['--valor', 'estatus=Licitada'],
        /^--valor estatus=Licitada: escriba el campo, dos puntos, /m,
      ],
      [['--valor', 'nombre:a=b'], /^--valor nombre:a=b: .* Los campos: estatus, municipio, /m],
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
    const { db: own } = await openRegistry(readConfig(environment), () => {});
    const rows = await own.query<{ programa: string; archivo: string; fila: number }>(
      `SELECT DISTINCT ON (archivo) programa, archivo, fila FROM bitacora
       WHERE recurso = 'obras' ORDER BY archivo, fila`,
    );
    await own.close();
    assert.deepEqual(rows, [
      { programa: 'registro-obras import', archivo: 'federales.csv', fila: 2 },
      { programa: 'registro-obras import', archivo: 'federales.csv.rechazadas.csv', fila: 3 },
    ]);
  });

  test('says each thing once, and what to do about it in the words of its options', async () => {
    const environment = await freshEnvironment();
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
