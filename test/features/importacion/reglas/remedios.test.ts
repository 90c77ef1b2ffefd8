import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegistryError } from '../../../../portal/core/errores.ts';
import {
  cambiosIn,
  shareOf,
  titleOf,
} from '../../../../portal/features/importacion/cambios-en-palabras.ts';
import { withHeading } from '../../../../portal/features/importacion/campos.ts';
import { AVANCES, labelOf, OBRAS } from '../../../../portal/features/importacion/clase.ts';
import {
  type Grupo,
  type Informe,
  keepOpciones,
  type Opciones,
  readOpciones,
  requestOf,
  SIN_OPCIONES,
  unfit,
  withoutBlanks,
} from '../../../../portal/features/importacion/eleccion.ts';
import { missingFor } from '../../../../portal/features/importacion/falta.ts';
import { reportCsv } from '../../../../portal/features/importacion/informe-csv.ts';
import {
  addedIn,
  choiceFor,
  missingColumn,
  remedioOf,
  shown,
  taken,
  titleOfGroups,
  valuesInWords,
  withName,
  withoutProposals,
  withProposals,
} from '../../../../portal/features/importacion/remedios.ts';
import {
  counting,
  hasChoices,
  isRefused,
  NADA_DICHO,
  Stopped,
  Unfinished,
  whoOf,
} from '../../../../portal/features/importacion/trabajo.ts';
import { columnsOf } from '../../../columns.ts';
import { table } from '../../../table.ts';

const grupo = (codigo: string, more: object = {}) =>
  ({ codigo, campo: null, gravedad: 'error', valores: [], ...more }) as unknown as Grupo;
const informe = (grupos: Grupo[], columnas: object[] = []) =>
  ({ grupos, columnas }) as unknown as Informe;
const opciones = (more: Partial<Opciones> = {}): Opciones => ({ ...SIN_OPCIONES, ...more });

// The remedy of each kind of error or note: a box changes one choice, on and off.
const REMEDIES = table`
  # code           | remedy           | box                                         | on                         | off
  valorDesconocido | nombres          | -                                           | -                          | -
  unidadMonto      | unidad           | -                                           | -                          | -
  unidadDicha      | unidad           | -                                           | -                          | -
  unidadAvance     | unidad de avance | -                                           | -                          | -
  faltaColumna     | columna          | -                                           | -                          | -
  faltaDato        | columna          | -                                           | -                          | -
  otraMoneda       | casilla          | Los montos ya están en pesos mexicanos      | {"unidadMonto":"pesos"}    | {"unidadMonto":""}
  ocultas          | casilla          | No leer las filas y columnas ocultas        | {"sinOcultas":true}        | {"sinOcultas":false}
  partes           | casilla          | Dicen lo mismo: cuentan una vez             | {"unaVez":true}            | {"unaVez":false}
  yaExiste         | casilla          | Que esas obras tomen lo que dice el archivo | {"actualizar":true}        | {"actualizar":false}
  montoCambia      | casilla          | Sí, esos montos cambian así                 | {"confirmar":["montos"]}   | {"confirmar":[]}
  estatusTermina   | casilla          | Sí, esos estatus cambian así                | {"confirmar":["estatus"]}  | {"confirmar":[]}
  nombrePierde     | casilla          | Sí, esos nombres cambian así                | {"confirmar":["nombres"]}  | {"confirmar":[]}
  claveRepetida    | -                | -                                           | -                          | -`;
for (const [codigo = '', de, nombre, on = '', off = ''] of REMEDIES) {
  test(`the remedy of «${codigo}» is ${de || 'missing'} ${nombre}`, () => {
    const remedio = remedioOf(OBRAS, grupo(codigo), opciones());
    assert.equal(remedio?.de ?? '', de);
    if (remedio?.de !== 'casilla') return;
    assert.deepEqual([remedio.nombre, remedio.isOn], [nombre, false]);
    const chosen = remedio.con(true);
    assert.deepEqual(chosen, opciones(JSON.parse(on)));
    const again = remedioOf(OBRAS, grupo(codigo), chosen);
    assert.ok(again?.de === 'casilla' && again.isOn);
    assert.deepEqual(again.con(false), opciones(JSON.parse(off)));
    assert.deepEqual(again.con(true), chosen);
  });
}

test('a confirmed group leaves the others as they were, and reports have words of their own', () => {
  const remedio = remedioOf(OBRAS, grupo('montoCambia'), opciones({ confirmar: ['estatus'] }));
  assert.ok(remedio?.de === 'casilla' && !remedio.isOn);
  assert.deepEqual(remedio.con(true).confirmar, ['estatus', 'montos']);
  const yaExiste = remedioOf(AVANCES, grupo('yaExiste'), opciones());
  assert.ok(yaExiste?.de === 'casilla');
  assert.equal(yaExiste.nombre, 'Que tomen lo que dice el archivo');
});

const valor = (text: string, cuantas = 1, sugerencia: string | null = null, esSegura = false) => ({
  ...{ valor: text, cuantas, sugerencia, esSegura },
});

// The columns of a file are Clave, Nombre (read as nombre) and Costo.
const COLUMNS = [
  { columna: 'Clave', campo: null },
  { columna: 'Nombre', campo: 'nombre' },
  { columna: 'Costo', campo: null },
];
const falta = (more: object = { campo: 'monto' }) => grupo('faltaColumna', more);
test('a missing column is one of those that are not read; the likeliest is proposed and not chosen', () => {
  const likely = falta({ campo: 'monto', valores: [valor('', 1, 'Costo')] });
  const { with: named, ...columna } = missingColumn(likely, informe([], COLUMNS), opciones()) ?? {};
  assert.deepEqual(columna, {
    campo: 'monto',
    unread: ['Clave', 'Costo'],
    chosen: '',
    likeliest: 'Costo',
  });
  assert.deepEqual(named?.('Costo'), { Costo: 'monto' });
});
test('another column for a field takes the place of the chosen one, and «Ninguna» takes it out', () => {
  const chosen = opciones({ columnas: { Clave: 'monto', Nombre: null } });
  const columna = missingColumn(falta(), informe([], COLUMNS), chosen);
  assert.deepEqual([columna?.chosen, columna?.likeliest], ['Clave', null]);
  assert.deepEqual(columna?.with('Costo'), { Nombre: null, Costo: 'monto' });
  assert.deepEqual(columna?.with(''), { Nombre: null });
});
test('no column is offered where every one is read, or the error is about no field', () => {
  const read = informe([], [{ columna: 'Nombre', campo: 'nombre' }]);
  assert.equal(missingColumn(falta(), read, opciones()), undefined);
  assert.equal(missingColumn(falta({}), informe([], COLUMNS), opciones()), undefined);
});

const desconocido = (...valores: object[]) =>
  grupo('valorDesconocido', { campo: 'municipio', valores });
test('only what is nearly certain is proposed, and takes nothing back that was chosen', () => {
  const merida = valor('Merida', 3, 'Mérida', true);
  const report = informe([
    desconocido(merida, valor('Tizi', 1, 'Tizimín'), valor('Uman', 1, 'Umán', true)),
    grupo('faltaDato', { campo: 'estatus', valores: [valor('x', 1, 'y', true)] }),
    grupo('valorDesconocido', { valores: [valor('x', 1, 'y', true)] }),
    grupo('valorDesconocido', { campo: 'estatus', valores: [valor('x', 1, null, true)] }),
  ]);
  const chosen = opciones({ valores: { municipio: { Uman: '' } } });
  assert.deepEqual(withProposals(chosen, report).valores, {
    municipio: { Merida: 'Mérida', Uman: '' },
  });
});
test('a proposal made since the review is left out, and a reviewed choice stays', () => {
  const reviewed = opciones({ valores: { municipio: { Uman: 'Umán' } }, parcial: true });
  const valores = { municipio: { Uman: 'Muna', Merida: 'Mérida' }, estatus: { x: 'y' } };
  const now = opciones({ valores });
  assert.deepEqual(withoutProposals(reviewed, now), {
    ...reviewed,
    valores: { municipio: { Uman: 'Umán', Merida: '' }, estatus: { x: '' } },
  });
});

const CHOICES = table`
  # chosen                          | name   | choice
  {}                                | Uman   | ""
  {"municipio": {"Uman": "Umán"}}   | Uman   | "Umán"
  {"municipio": {"Uman": null}}     | Uman   | null
  {"municipio": {"Uman": ""}}       | Uman   | ""
  {"municipio": {}}                 | toString | ""`;
for (const [chosen = '', name = '', choice = ''] of CHOICES) {
  test(`with ${chosen} the name ${name} stands for ${choice}`, () => {
    const chosenNow = opciones({ valores: JSON.parse(chosen) });
    assert.equal(choiceFor(chosenNow, 'municipio', name), JSON.parse(choice));
  });
}
test('a name gets its record beside the others', () => {
  const before = opciones({ valores: { municipio: { a: 'A' }, estatus: { b: 'B' } } });
  assert.deepEqual(withName(before, 'municipio', 'c', null).valores, {
    ...{ municipio: { a: 'A', c: null }, estatus: { b: 'B' } },
  });
});

test('names that catalogs get have a card of their own, and the rest of the taken ones stands together', () => {
  const report = informe([
    grupo('seAgrega', { campo: 'dependencia', valores: [valor('Nueva')] }),
    grupo('seAgrega', { valores: [valor('x')] }),
    grupo('partes', { campo: 'dependencia', valores: [valor('Otra')] }),
  ]);
  assert.deepEqual(columnsOf(addedIn(report), 'campo', 'valor'), [['dependencia', 'Nueva']]);
  const dependencia = { Nueva: null, Otra: 'Obras', Vacía: '' };
  const dichas = { dependencia, municipio: { Nueva: 'Muna' } };
  assert.deepEqual(taken(dichas, report), [
    { campo: 'dependencia', valor: 'Otra' },
    { campo: 'municipio', valor: 'Nueva' },
  ]);
});

test('values of a group stand once, with their number where there are several', () => {
  assert.equal(valuesInWords([valor('a', 3)]), '«a»');
  assert.equal(valuesInWords([valor('a', 1200), valor('b')]), '«a» (1,200), «b»');
});

const TITLES = table`
  # errors | notes | title
  1        | 0     | Qué hay que resolver: 1 error
  2        | 1     | Qué hay que resolver: 2 errores y 1 aviso
  0        | 2     | Qué conviene revisar: 2 avisos`;
for (const [errors, notes, title] of TITLES) {
  test(`${errors} errors and ${notes} notes are headed «${title}»`, () => {
    const of = (many = '', gravedad: string) =>
      Array.from({ length: Number(many) }, () => grupo('x', { gravedad }));
    assert.equal(titleOfGroups([...of(errors, 'error'), ...of(notes, 'aviso')]), title);
  });
}

const SHOWN = table`
  # kind | field       | value     | shown
  obras  | monto       | 1250000.5 | $1,250,000.50
  obras  | monto       | mucho     | mucho
  obras  | monto       | -         | —
  obras  | nombre      | 12        | 12
  avances | causaAtraso | CLIMA    | Clima
  avances | causaAtraso | toString | toString
  avances | montoPagado | 5        | $5.00`;
for (const [kind, field = '', value, words] of SHOWN) {
  test(`in a sheet of ${kind} the ${field} «${value}» is shown as «${words}»`, () => {
    const clase = kind === 'obras' ? OBRAS : AVANCES;
    assert.equal(shown(clase, field, value).replace(/\s/g, ' '), words);
  });
}

const MISSING = table`
  # refused | new | changed | partial | stale | offline | sentence                                         | ways
  0         | 3   | 0       | no      | no    | no      | -                                                | -
  2         | 3   | 0       | no      | no    | no      | Falta resolver 2 errores de 2 filas.               | errores,parcial
  2         | 0   | 3       | no      | no    | no      | Falta resolver 2 errores de 2 filas.               | errores,parcial
  2         | 0   | 0       | no      | no    | no      | Falta resolver 2 errores de 2 filas.               | errores
  2         | 3   | 0       | yes     | no    | no      | -                                                | -
  2         | 3   | 0       | yes     | yes   | no      | Falta revisar el archivo con lo que eligió.      | revisar
  0         | 3   | 0       | no      | yes   | yes     | Sin conexión: espere a que vuelva.               | -`;
for (const [refused, creadas, changed, partial, stale, offline, sentence, ways] of MISSING) {
  test(`${refused} refused, ${creadas} new, ${changed} changed, partial ${partial}, stale ${stale}, offline ${offline}: «${sentence}»`, () => {
    const [rechazadas, nuevas, actualizadas] = [refused, creadas, changed].map(Number);
    const missing = missingFor({
      informe: {
        rechazadas,
        creadas: nuevas,
        actualizadas,
        grupos: [grupo('a'), grupo('b', { gravedad: 'aviso' }), grupo('c')],
      } as Informe,
      isParcial: partial === 'yes',
      isStale: stale === 'yes',
      isOffline: offline === 'yes',
    });
    assert.deepEqual([missing?.frase ?? '', missing?.caminos.join() ?? ''], [sentence, ways]);
  });
}

const SHARES = table`
  # before | after | grows or falls
  100      | 1000  | +900 %
  100      | 90    | −10 %
  300      | 400   | +33.3 %
  0        | 400   | -
  -5       | 400   | -
  null     | 400   | -
  400      | null  | -`;
for (const [antes = '', despues = '', share] of SHARES) {
  test(`an amount that goes from ${antes} to ${despues} changes by «${share}»`, () => {
    const of = (text: string) => (text === 'null' ? null : text);
    assert.equal(shareOf({ antes: of(antes), despues: of(despues) }), share);
  });
}
test('a group of changes is headed by its kind and number, and an old report has no group', () => {
  assert.equal(titleOf({ grupo: 'montos', cuantos: 3, cambios: [] }), 'Montos: 3 cambios');
  assert.equal(titleOf({ grupo: 'otros', cuantos: 1, cambios: [] }), 'Lo demás: 1 cambio');
  assert.deepEqual([cambiosIn({}), cambiosIn({ cambios: [] })], [[], []]);
});

const file = (name: string, megabytes: number) => ({ name, size: megabytes * 1_048_576 }) as File;
const FITS = table`
  # name      | MB    | objection
  obras.xlsx  | 32    | -
  obras.xlsx  | 32.5  | El archivo tiene 33 MB y se aceptan 32 MB a lo más si es .xlsx u .ods. Divídalo en varios.
  obras.ODS   | 33    | El archivo tiene 33 MB y se aceptan 32 MB a lo más si es .xlsx u .ods. Divídalo en varios.
  obras.csv   | 64    | -
  obras.csv   | 65    | El archivo tiene 65 MB y se aceptan 64 MB a lo más si es .csv. Divídalo en varios.
  xlsx.txt    | 40    | -
  obras.csv   | 0     | El archivo está vacío; guarde de nuevo el original, y elíjalo otra vez.`;
for (const [name = '', megabytes, objection] of FITS) {
  test(`${name} of ${megabytes} MB is ${objection ? `refused: ${objection}` : 'sent'}`, () => {
    assert.equal(unfit(file(name, Number(megabytes))) ?? '', objection);
  });
}

const FLAGS = ['actualizar', 'parcial', 'unaVez', 'sinOcultas'] as const;
const NONE = { archivo: 'a.csv', ...Object.fromEntries(FLAGS.map((flag) => [flag, 'false'])) };
const REQUESTS = table`
  # kind  | choices                                                       | parameters besides
  obras   | {}                                                            | {"crearCatalogos": "false"}
  obras   | {"crearCatalogos": true, "porOmision": {"municipioId": 50}}   | {"crearCatalogos": "true", "municipioId": 50}
  obras   | {"valores": {"municipio": {"a": "A", "b": ""}, "tipo": {"c": ""}}} | {"crearCatalogos": "false", "valores": "{\"municipio\":{\"a\":\"A\"}}"}
  obras   | {"columnas": {"Costo": "monto"}, "hoja": "2026"}              | {"crearCatalogos": "false", "columnas": "{\"Costo\":\"monto\"}", "hoja": "2026"}
  obras   | {"unidadMonto": "miles", "confirmar": ["montos", "estatus"]}  | {"crearCatalogos": "false", "unidadMonto": "miles", "confirmar": "montos,estatus"}
  obras   | {"fechaCorte": "2026-06-30", "unidadAvance": "fraccion"}      | {"crearCatalogos": "false"}
  avances | {"fechaCorte": "2026-06-30", "unidadAvance": "fraccion"}      | {"fechaCorte": "2026-06-30", "unidadAvance": "fraccion"}
  avances | {"crearCatalogos": true, "porOmision": {"municipioId": 50}}   | {}`;
for (const [kind, choices = '', more = ''] of REQUESTS) {
  test(`a sheet of ${kind} with ${choices} is sent with ${more}`, () => {
    const archivo = { nombre: 'a.csv', version: '1', contenido: new Blob(['x']) };
    const clase = kind === 'obras' ? OBRAS : AVANCES;
    const { query, headers, body } = requestOf(clase, archivo, opciones(JSON.parse(choices)));
    assert.deepEqual(query, { ...NONE, ...JSON.parse(more) });
    assert.deepEqual([headers, body], [{ 'content-type': 'text/csv' }, archivo.contenido]);
  });
}
test('flags go as words, a long name is cut, and a workbook has its type', () => {
  const archivo = { nombre: `${'x'.repeat(300)}.xlsx`, version: '1', contenido: new Blob() };
  const all = Object.fromEntries(FLAGS.map((flag) => [flag, true]));
  const { query, headers } = requestOf(OBRAS, archivo, opciones(all));
  assert.equal(query.archivo.length, 255);
  for (const flag of FLAGS) assert.equal(query[flag], 'true');
  assert.match(headers['content-type'], /spreadsheetml\.sheet$/);
});

test('a name that is left as it is counts as no choice', () => {
  assert.deepEqual(withoutBlanks({ a: { x: '' }, b: { y: null, z: '' } }), { b: { y: null } });
  const left = opciones({ valores: { a: { x: '' } } });
  assert.equal(counting(left), counting(opciones()));
  assert.notEqual(counting(opciones({ valores: { a: { x: null } } })), counting(opciones()));
});

const SAID = table`
  # choices                           | something was said of the file
  {}                                  | no
  {"hoja": "2"}                       | yes
  {"columnas": {"a": "b"}}            | yes
  {"valores": {"a": {"x": ""}}}       | no
  {"valores": {"a": {"x": "y"}}}      | yes
  {"parcial": true}                   | no`;
for (const [choices = '', said] of SAID) {
  test(`a file with the choices ${choices} has been given some: ${said}`, () => {
    const chosen = opciones(JSON.parse(choices));
    assert.equal(hasChoices(chosen), said === 'yes');
    assert.equal(hasChoices({ ...chosen, ...NADA_DICHO }), false);
  });
}

test('a file was refused where the registry could not read it, and not where it ended otherwise', async () => {
  const tarea = (estado: string) => new Unfinished({ estado, error: 'x' } as never);
  const refusal = (status: number) => RegistryError.of(new Response('', { status }), {});
  const failures = [
    tarea('fallida'),
    tarea('cancelada'),
    await refusal(400),
    await refusal(503),
    new Stopped(),
  ];
  assert.deepEqual(failures.map(isRefused), [true, false, true, false, false]);
  assert.equal(tarea('fallida').message, 'x');
  assert.deepEqual(
    [whoOf({ usuario: 'a@b.mx' } as never), whoOf({ usuario: null } as never)],
    ['a@b.mx', 'Otra persona'],
  );
});

test('a report is a sheet for Excel with no formulas, and with labels where no column is named', async () => {
  const remark = (columna: string, valor: string | null) => ({
    fila: 3,
    columna,
    valor,
    mensaje: 'Dijo "no"',
  });
  const report = {
    columnas: COLUMNS,
    errores: [remark('Costo', '=1+1')],
    avisos: [remark('monto', null)],
  };
  const text = await reportCsv(OBRAS, report as never).text();
  assert.equal(
    text,
    [
      '"fila","tipo","columna","valor","mensaje"',
      `"3","error","Costo","'=1+1","Dijo ""no"""`,
      '"3","aviso","Monto en pesos","","Dijo ""no"""',
      '',
    ].join('\r\n'),
  );
  assert.deepEqual(withHeading(OBRAS, report as never, { columna: 'Costo' }), { columna: 'Costo' });
});

test('a field has its label, and each kind of sheet its words for what comes in', () => {
  assert.deepEqual([labelOf(OBRAS, 'monto'), labelOf(OBRAS, 'otro')], ['Monto en pesos', 'otro']);
  assert.deepEqual(
    [OBRAS.cuantas(1), OBRAS.nuevas(2), OBRAS.cambiadas(1)],
    [...['1 obra', '2 obras nuevas', '1 actualizada']],
  );
  assert.deepEqual(
    [AVANCES.cuantas(1), AVANCES.nuevas(2), AVANCES.cambiadas(1)],
    [...['1 fila', '2 filas registradas', '1 cambiada']],
  );
  assert.match(OBRAS.igual(true), /^Todas las obras del archivo están ya igual/);
  assert.match(OBRAS.igual(false), /^Las obras de las filas que no se rechazan están ya igual/);
  assert.match(AVANCES.igual(true), /^Las filas del archivo no dicen nada nuevo/);
  assert.match(AVANCES.igual(false), /^Las filas que no se rechazan no dicen nada nuevo/);
});

// Choices that were kept for a file, and the next file that is chosen.
const KEPT = table`
  # file    | version | choices for it
  a.csv     | 1       | {"parcial": true, "valores": {"estatus": {"Ya licitada": "En licitación"}}, "columnas": {"Costo": "monto"}, "unidadMonto": "miles", "confirmar": ["montos"], "unaVez": true}
  a.csv     | 2       | {"parcial": true, "valores": {"estatus": {"Ya licitada": "En licitación"}}, "columnas": {"Costo": "monto"}}
  b.csv     | 1       | {}`;
for (const [nombre = '', version = '', choices = ''] of KEPT) {
  test(`the choices for a.csv, version 1, are for ${nombre}, version ${version}, these: ${choices}`, () => {
    const kept = new Map<string, string>();
    globalThis.sessionStorage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
    } as unknown as Storage;
    const file = { nombre: 'a.csv', version: '1', contenido: new Blob() };
    keepOpciones(OBRAS, file, opciones(JSON.parse(KEPT[0]?.[2] ?? '')));
    const read = readOpciones(OBRAS, { ...file, nombre, version });
    assert.deepEqual(read, opciones(JSON.parse(choices)));
    assert.deepEqual(readOpciones(AVANCES, file), opciones());
  });
}
test('no choices are kept or read where the browser has no storage', () => {
  globalThis.sessionStorage = {
    getItem: () => '{',
    setItem: () => {
      throw new Error('full');
    },
  } as unknown as Storage;
  const file = { nombre: 'a.csv', version: '1', contenido: new Blob() };
  keepOpciones(OBRAS, file, opciones({ parcial: true }));
  assert.deepEqual(readOpciones(OBRAS, file), opciones());
});
