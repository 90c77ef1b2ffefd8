import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { OF_OBRAS } from '../../../../src/features/importacion/columnas.ts';
import {
  type CampoDeSeguimiento,
  OF_SEGUIMIENTO,
} from '../../../../src/features/seguimiento/importacion/columnas.ts';
import { type Cell, foldHeading } from '../../../../src/hojas/celdas/index.ts';
import { findHeadings, type Headings, likeliest } from '../../../../src/hojas/tabla/headings.ts';
import { ascending, columnOf, columnsOf } from '../../../columns.ts';
import { refusalOf, sentences } from '../../../hojas/read.ts';
import { bookOf, type CellValue, linesOf } from '../../../spreadsheet.ts';
import { table } from '../../../table.ts';
import { readSeguimiento } from '../../seguimiento/read.ts';
import { errorsIn, WORK as RIGHT, readAs, readObras } from '../read.ts';

// The headings of a sheet of obras: which columns are read, in which row they stand, what is said where they are not there; and
// rows that are no works, or whose values were cut.

const HEADINGS = Object.keys(RIGHT);
const WORK = Object.values(RIGHT);
const START = WORK.slice(0, -1);
const lines = (...rows: string[][]) => rows.map((row) => row.join()).join('\r\n');
const text = (...rows: string[][]) => lines(HEADINGS, ...rows);
const blank = (many: number) => Array<string>(many).fill('');

describe('the headings of a sheet', () => {
  const file = [
    'Núm. interno,Clave,Título de la acción,Inversión,Ejercicio,Dependencia,Municipio,Estatus',
    'SOP-9,X,Pavimentación,1000,2026,SOP,Mérida,En proceso',
  ].join('\r\n');
  const columnas = {
    'Núm. interno': 'claveUnica',
    'titulo de la ACCION': 'nombre',
    Inversión: 'monto',
  };

  test('that are named count before what they say, and with null are not read', async () => {
    const read = await readObras(file, { columnas });
    assert.deepEqual(read.columnas.slice(0, 4), [
      { columna: 'Núm. interno', campo: 'claveUnica' },
      { columna: 'Clave', campo: 'claveUnica' },
      { columna: 'Título de la acción', campo: 'nombre' },
      { columna: 'Inversión', campo: 'monto' },
    ]);
    const { claveUnica, nombre, monto } = read.rows[0]?.values ?? {};
    assert.deepEqual([claveUnica, nombre, monto], ['SOP-9', 'Pavimentación', 1000]);
    const without = await readObras(file, { columnas: { ...columnas, Clave: null } });
    assert.deepEqual(without.columnas[1], { columna: 'Clave', campo: null });
  });

  const without = (found: string) =>
    `No se encontraron los encabezados en las primeras 30 filas: hace falta una columna con la clave de la obra (claveUnica, clave de la obra, folio…) y al menos otra conocida. Se encontró: ${found}.`;
  // biome-ignore format: rows
  const REFUSED: [what: string, file: string, sentence: string, columnas?: Record<string, string>][] = [
    ['that are named and not there', file, 'El archivo no tiene la columna «Costo» que se indicó.', { Costo: 'monto' }],
    ['of which none is known', 'a,b,c\r\n1,2,3\r\n', without('«a», «b», «c»')],
    // Two fields that are known stand in many a title.
    ['of which two are known and not the key', 'Núm,nombre,monto\r\n1,Una,10\r\n', without('«Núm», «nombre», «monto»')],
    ['that stand twice', 'clave,monto,Monto\r\nA,1,2\r\n', 'El encabezado «Monto» está dos veces; deje sólo una de esas columnas.'],
  ];
  for (const [what, refused, sentence, named] of REFUSED) {
    test(`refuse the file where ${what}`, async () =>
      assert.equal(await refusalOf(readObras(refused, named && { columnas: named })), sentence));
  }

  test('without the key’s are read all the same: each row lacks the key, and its column is asked for once', async () => {
    const keyless = 'Núm,nombre,monto,municipio\r\n1,Una,10,Mérida\r\n2,Otra,20,Mérida\r\n';
    const { filas, rechazadas, columnas: found, errores, rows } = await readObras(keyless);
    assert.deepEqual([filas, rechazadas], [2, 2]);
    assert.deepEqual(found[0], { columna: 'Núm', campo: null });
    assert.equal(rows[1]?.values.nombre, 'Otra');
    const sentence = 'Ninguna columna se reconoció como clave única. Indique cuál es o agréguela.';
    const keys = errores.filter(({ campo }) => campo === 'claveUnica');
    assert.deepEqual(columnOf(keys, 'mensaje'), [sentence]);
    const told = await readObras(keyless, { columnas: { Núm: 'claveUnica' } });
    assert.equal(told.rows[1]?.values.claveUnica, '2');
    const two = text(WORK, ['A-2', ...WORK.slice(1)]).replace('clave', 'No.');
    const { grupos } = await readObras(two);
    assert.deepEqual(columnsOf(grupos, 'codigo', 'campo', 'mensaje'), [
      ['faltaColumna', 'claveUnica', sentence],
    ]);
  });

  test('in two columns of one field give the better column’s value, where it has one', async () => {
    const two = await readObras(
      'folio,claveUnica,nombre,presupuesto,monto,año,ejecutor,municipio,estatus,Teléfono\r\nF,C,Una,1,2,2026,SOP,50,Planeada,999\r\nG,,Otra,3,,2026,SOP,50,Planeada,999\r\n',
    );
    assert.deepEqual(readAs(two, 'claveUnica'), ['C', 'G']);
    assert.deepEqual(readAs(two, 'monto'), [2, 3]);
    assert.deepEqual(two.columnas.at(-1), { columna: 'Teléfono', campo: null });
  });

  test('of one field rank in the order in which the guide for importers lists them', () => {
    const guide = readFileSync(new URL('../../../../../docs/datos.md', import.meta.url), 'utf8');
    const tables = guide.split('| Campo | Algunos de sus encabezados |').slice(1);
    for (const [i, fields] of [OF_OBRAS, OF_SEGUIMIENTO].entries()) {
      const rows = (tables[i] ?? '').split('\n\n')[0]?.split('\n').slice(2) ?? [];
      assert.ok(rows.length > 5);
      const lists = rows.flatMap((row) => row.split('|')[2]?.split(';') ?? []);
      for (const list of lists) {
        const ranks = list.split(',').flatMap((each) => {
          const heading = foldHeading(each.replace(/ si no los hay/, ''));
          return fields.byHeading.get(heading)?.rank ?? [];
        });
        assert.deepEqual(ranks, ranks.toSorted(ascending), list);
      }
      // No heading of a field is another field's name.
      for (const campo of fields.campos) {
        const own = fields.byHeading.get(foldHeading(campo));
        if (own) assert.equal(own.campo, campo);
      }
    }
  });

  const both = (read: string, other: string) =>
    `«${read}» y «${other}» pueden ser el mismo dato y no dicen lo mismo; se lee «${read}».`;
  const spent = 'FOLIO,CICLO,TRIMESTRE,EJERCIDO,PAGADO,AVANCE';
  const byNames = spent
    .replace('EJERCIDO,PAGADO', 'MONTO_EJERCIDO,MONTO_PAGADO')
    .replaceAll(',', ';');
  const empty = '«PAGADO» está vacía en algunas filas, y de ellas se lee «EJERCIDO».';
  const OF_PROGRESS = table`
    # columns                                    | headings                                     | rows                                    | taken   | note
    paid and spent                               | ${byNames}                                   | A-1;2026;2;300;250;45                   | 250     | 2: ${both('MONTO_PAGADO', 'MONTO_EJERCIDO')}
    paid and spent, the same in both             | ${spent}                                     | A-1,2026,2,"$300.00",300,45             | 300     | -
    paid, of which a row says nothing, and spent | ${spent}                                     | A-1,2026,2,300,,45                      | 300     | 2: ${empty}
    two of progress                              | Clave,Corte,% de avance,Avance físico        | A-1,2026-06-30,60,40 / A-2,2026-06-30,60 %,60 | 40 / 60 | 2: ${both('Avance físico', '% de avance')}
    remarks and comments                         | Clave,Corte,Avance,Comentarios,Observaciones | A-1,2026-06-30,40,Otra,Una              | Una     | 2: ${both('Observaciones', 'Comentarios')}
    two days                                     | Clave,Corte,Fecha de corte,Avance            | A-1,30/06/2026,2026-06-30,40 / A-2,2026-05-31,2026-06-30,40 | 2026-06-30 / 2026-06-30 | 3: ${both('Fecha de corte', 'Corte')}`;
  for (const [what, headings, rows = '', taken = '', note] of OF_PROGRESS) {
    test(`of progress in two columns, ${what}, give the first of the list, with a note of what differs`, async () => {
      const read = await readSeguimiento([headings, ...rows.split(' / ')].join('\r\n'));
      assert.deepEqual([sentences(read.errores), sentences(read.avisos)], [[], note ? [note] : []]);
      for (const [i, value] of taken.split(' / ').entries()) {
        const found = Object.values(read.rows[i]?.values.avance as object);
        const isNumber = /^\d+$/.test(value);
        assert.ok(found.includes(isNumber ? Number(value) : value), JSON.stringify(found));
      }
    });
  }

  const GOALS: [headings: string, cells: string, percent: number | undefined, estatus: number][] = [
    ['UNIDAD DE MEDIDA,META,META MODIFICADA,AVANCE,PORCENTAJE', 'Metro,80,80,40,50', 50, 4],
    ['Unidad de medida,Avance,% de avance', 'Metro,40,50 %', 50, 0],
    ['Meta,Avance,Avance físico', '80,40,50', 50, 4],
    ['UNIDAD DE MEDIDA,META,AVANCE', 'Metro,80,100', undefined, 0],
    // Beside a unit and a goal what is built may be so many metres, too.
    ['UNIDAD DE MEDIDA,META,AVANCE FISICO,PORCENTAJE', 'Metro,80,40,50', 50, 4],
    ['META FISICA,AVANCE FISICO,UNIDAD DE MEDIDA,% AVANCE', '80,40,Metro,50', 50, 4],
    ['META,AVANCE FISICO (%),UNIDAD DE MEDIDA', '80,50,Metro', 50, 4],
    ['META,AVANCE FISICO,UNIDAD DE MEDIDA', '80,50 %,Metro', 50, 4],
    ['META,AVANCE FISICO,UNIDAD DE MEDIDA', '80,50,Metro', undefined, 0],
    // Elsewhere it is the progress, and a percentage of something else is none.
    ['Unidad responsable,AVANCE,PORCENTAJE', 'Obras,50,30', 50, 4],
  ];
  test('of a quantity are not those of the progress beside it', async () => {
    for (const [headings, cells, percent, estatus] of GOALS) {
      const { rows } = await readSeguimiento(
        `FOLIO,CICLO,TRIMESTRE,PAGADO,${headings}\r\nA-1,2026,2,5,${cells}`,
      );
      const avance = rows[0]?.values.avance as Record<string, unknown>;
      assert.equal(avance.avanceFisico, percent, headings);
      // A status is told by the same, where nothing else tells it.
      const work = lines(
        [...HEADINGS.filter((each) => each !== 'estatus'), headings],
        [...WORK.filter((each) => each !== 'En proceso'), cells],
      );
      const read = await readObras(work);
      assert.equal(read.rows[0]?.values.estatusObraId ?? 0, estatus, headings);
    }
    const both = 'FOLIO;CICLO;TRIMESTRE;META PROGRAMADA;AVANCE FISICO;UNIDAD DE MEDIDA;PAGADO';
    const metres = [both, 'X-1;2026;2;1000;45;Metros;5', 'X-2;2026;2;10;1;Obra;5'].join('\n');
    const asked = await readSeguimiento(metres);
    assert.deepEqual(columnsOf(asked.grupos, 'codigo', 'campo', 'mensaje'), [
      [
        'faltaColumna',
        'avanceFisico',
        '«AVANCE FISICO» puede ser una cantidad, por la unidad de medida y la meta que hay junto: indique qué columna trae el avance físico en por ciento, o escriba «%» en su encabezado.',
      ],
    ]);
    // The importer's word counts, and what is not to be read is no matter.
    for (const campo of ['avanceFisico', null]) {
      const columnas = { 'AVANCE FISICO': campo };
      const { rows, creadas } = await readSeguimiento(metres, { columnas });
      const { avanceFisico } = readAs({ rows }, 'avance')[0] as Record<string, unknown>;
      assert.deepEqual([creadas, avanceFisico], [2, campo ? 45 : undefined]);
    }
    const named = await readSeguimiento('FOLIO,Corte,META,AVANCE\r\nA-1,2026-06-30,80,40', {
      columnas: { AVANCE: 'avanceFisico' },
    });
    assert.deepEqual(readAs(named, 'avance'), [{ fechaCorte: '2026-06-30', avanceFisico: 40 }]);
  });

  // biome-ignore format: rows
  const OF_WORKS: Record<string, [columns: Record<string, string>, avisos: string[]]> = {
    'two amounts': [{ monto: '5', Importe: '6' }, [both('monto', 'Importe')]],
    'two amounts that are one': [{ monto: '5', Importe: '$5.00' }, []],
    'a name and its number': [{ municipio: 'Mérida', ID_MUNICIPIO_RESPONSABLE: '50' }, []],
    'two municipios': [{ municipio: 'Mérida', 'nombre del municipio': 'Tekax' }, [both('municipio', 'nombre del municipio')]],
    'an agency and its siglas': [{ dependencia: 'SOP', Ejecutor: 'Secretaría de Obras' }, []],
    'two statuses that are one': [{ estatus: 'En proceso', Situación: 'En ejecución' }, []],
    'two statuses': [{ estatus: 'En proceso', Situación: 'Terminada' }, [both('estatus', 'Situación')]],
    'two years that are one': [{ ejercicio: '2026', CICLO: '2026.0' }, []],
    'two keys': [{ clave: 'A-1', Folio: 'A1' }, [both('Folio', 'clave')]],
    'a text in other capitals': [{ nombre: 'Calle 60', Obra: 'CALLE 60' }, []],
  };
  for (const [what, [columns, avisos]] of Object.entries(OF_WORKS)) {
    test(`of works in two columns, ${what}, give a note of what differs`, async () => {
      const row = { ...Object.fromEntries(HEADINGS.map((each, i) => [each, WORK[i]])), ...columns };
      const read = await readObras(lines(Object.keys(row), Object.values(row) as string[]));
      assert.deepEqual(sentences(read.errores), []);
      assert.deepEqual(columnOf(read.avisos, 'mensaje'), avisos);
    });
  }

  test('of the municipio are known cut short, and where they say what is done there', async () => {
    for (const heading of [
      ...['Mpio', 'MPIO.', 'Mun.', 'NOM_MUN', 'Mnpio', 'CVE_MUN', 'Municipio de ejecución'],
      ...['Municipio donde se ejecuta', 'Municipio donde se realizan los trabajos'],
    ]) {
      const { errores, rows } = await readObras(text(WORK).replace('municipio', heading));
      assert.deepEqual([sentences(errores), rows[0]?.values.municipioId], [[], 50], heading);
    }
  });

  test('«Estado» is the state where states stand below it, and is ignored otherwise', async () => {
    const of = (...states: string[]) =>
      lines(
        [...HEADINGS, 'Estado'],
        ...states.map((state, i) => [`A-${i}`, ...WORK.slice(1), state]),
      );
    const { creadas, grupos } = await readObras(of('Yucatán', 'Campeche', 'YUCATAN'));
    assert.deepEqual([creadas, grupos[0]?.filas], [2, '3']);
    assert.equal((await readObras(of('Terminada', 'Bueno'))).creadas, 2);
  });
});

describe('the person of a contract', () => {
  const NAMES = ['Nombre(s)', 'Primer apellido', 'Segundo apellido'];
  const of = (who: string) => NAMES.map((name) => `${name} ${who}`);
  // biome-ignore format: rows
  const CASES: [headings: string[], cells: string[], contratista: string | undefined][] = [
    [[...NAMES, 'Razón social'], ['Juan', 'Pérez', 'Uc', ''], 'Juan Pérez Uc'],
    [[...NAMES, 'Razón social'], ['', '', '', 'Vías S.A.'], 'Vías S.A.'],
    // Forms that have both say who signs for the firm.
    [[...NAMES, 'Denominación o razón social'], ['Juan', 'Pérez', 'Uc', 'Vías'], 'Vías'],
    [of('del contratista o proveedor'), ['ANA MARÍA', 'Pech', ''], 'ANA MARÍA Pech'],
    [[...NAMES, 'Sexo', 'Razón social'], ['Ana', 'Pech', 'N/A', 'Mujer', ''], 'Ana Pech'],
    [of('de la persona física ganadora o adjudicada'), ['Ana', 'Pech', 'Uc'], 'Ana Pech Uc'],
    [[...of('del servidor público'), ...of('de la persona adjudicada'), 'Razón social'], ['Luis', 'Ek', 'Can', 'Ana', 'Pech', 'Uc', ''], 'Ana Pech Uc'],
    // Of somebody else nothing is said.
    [of('del servidor público'), ['Luis', 'Ek', 'Can'], undefined],
    [NAMES, ['Luis', 'Ek', 'Can'], undefined],
    [[...NAMES, 'Razón social'], ['', '', '', ''], undefined],
  ];
  test('is read from three columns, where it is no firm', async () => {
    for (const [headings, cells, contratista] of CASES) {
      const top = ['Clave', 'Número de contrato', 'Monto del contrato', ...headings];
      const { rows, errores } = await readSeguimiento(lines(top, ['A', 'C-1', '1000', ...cells]));
      const found = [errores, (rows[0]?.values.contrato as Record<string, unknown>)?.contratista];
      assert.deepEqual(found, [[], contratista], JSON.stringify(headings));
    }
  });
});

describe('the headings of Formato 28 in each edition', () => {
  // biome-ignore format: rows
  const CASES: [heading: string, ofProgress: string | null, ofWorks: string | null][] = [
    ['Número de expediente, folio o nomenclatura', 'claveUnica', 'claveUnica'],
    ['Número de expediente, folio o nomenclatura que lo identifique', 'claveUnica', 'claveUnica'],
    ['Número de Expediente, Folio o Nomenclatura Que Lo Identifique', 'claveUnica', 'claveUnica'],
    ['Número que identifique al contrato', 'numero', null],
    ['Razón social del contratista o proveedor', 'contratista', null],
    ['Denominación o razón social del contratista, proveedor o adjudicado', 'contratista', null],
    ['RFC de la persona física o moral contratista o proveedor', 'contratistaRfc', null],
    ['Registro Federal de Contribuyentes (RFC) de la persona física o moral contratista o proveedor', 'contratistaRfc', null],
    ['Registro Federal de Contribuyentes (RFC) de la persona moral adjudicada', 'contratistaRfc', null],
    ['Fecha del contrato', 'fechaFirma', null],
    ['Fecha del contrato expresada con el formato día/mes/año', 'fechaFirma', null],
    ['Fecha de firma del contrato (expresada con el formato día/mes/año)', 'fechaFirma', null],
    ['Fecha de inicio del plazo de entrega o ejecución de servicios contratados u obra pública', 'fechaInicio', null],
    ['Fecha de inicio del plazo de entrega o ejecución (formato día/mes/año)', 'fechaInicio', null],
    ['Fecha de inicio de la vigencia del contrato (expresado con el formato día/mes/año)', 'fechaInicio', null],
    ['Fecha de término del plazo de entrega o ejecución de servicios u obra pública', 'fechaTermino', null],
    ['Fecha de término de la vigencia del contrato (expresado con el formato día/mes/año)', 'fechaTermino', null],
    ['Monto total del contrato con impuestos incluidos (MXN)', 'monto', 'monto'],
    ['Monto total del contrato con impuestos incluidos (expresado en pesos mexicanos)', 'monto', 'monto'],
    ['Monto del contrato con los impuestos incluidos, en pesos mexicanos', 'monto', 'monto'],
    ['Descripción de las obras, bienes o servicios', null, 'descripcion'],
    ['Descripción de las obras, los bienes o los servicios contratados y/o adquiridos', null, 'descripcion'],
    ['Breve descripción de la obra pública, en su caso', null, 'descripcion'],
    ['Área(s) responsable(s) de su ejecución', null, 'dependencia'],
    ['Área(s) responsable de la ejecución del contrato', null, 'dependencia'],
    ['Lugar donde se realizará la obra pública, en su caso', null, 'direccion'],
    ['Etapa de la obra pública y/o servicio de la misma (catálogo)', null, 'estatus'],
    ['Tipo de moneda', 'moneda', 'moneda'],
    ['Tipo de cambio de referencia, en su caso', 'tipoCambio', 'tipoCambio'],
    // They say something else in nearly the same words.
    ['Fecha de inicio del periodo que se informa', null, null],
    ['Fecha de término del periodo que se informa', null, null],
    ['Fecha de la convocatoria o invitación', null, null],
    ['Fecha en la que se celebró la junta de aclaraciones', null, null],
    ['Monto del contrato sin impuestos (en MXN)', null, null],
    ['Monto mínimo con impuestos incluidos, en su caso', null, null],
    ['Monto máximo del contrato con impuestos incluidos, en su caso', null, null],
    ['Monto total de garantías y/o contragarantías del contrato', null, null],
    ['RFC de las personas físicas o morales posibles contratantes', null, null],
    ['RFC de los servidores públicos que asistieron con el proveedor', null, null],
    ['Domicilio fiscal de la empresa, contratista o proveedor. Nombre de vialidad', null, null],
    ['Nombre(s) del contratista o proveedor', null, null],
    ['Hipervínculo al documento del contrato y anexos', null, null],
    ['Hipervínculo a los informes de avance físico, en su caso', null, null],
    ['Área(s) responsable(s) que genera(n), posee(n), publica(n) y actualizan la información', null, null],
    ['Objeto del convenio modificatorio, en su caso', null, null],
    ['Fecha de firma del convenio modificatorio (día/mes/año)', null, null],
    ['Descripción de las razones que justifican su elección', null, null],
    ['Tipo de fondo de participación o aportación respectiva', null, null],
  ];
  test('are known by their words, and other headings are not taken for them', async () => {
    for (const [heading, ofProgress, ofWorks] of CASES) {
      const rows = (beside: string[]) =>
        linesOf([
          [...beside, heading],
          [...beside.map(() => 'A-1'), ''],
        ]);
      // A contract's columns count beside its number.
      const besides =
        ofProgress === 'numero' ? ['Clave'] : ['No. de contrato', 'Anticipo', 'Naturaleza'];
      const key = heading.startsWith('Número de e') ? [] : ['Clave'];
      const progress = await readSeguimiento(rows([...new Set([...key, ...besides])]));
      assert.equal(progress.columnas.at(-1)?.campo, ofProgress, `${heading}, of progress`);
      const works = await readObras(rows([...key, 'Nombre', 'Municipio', 'Ejercicio']));
      assert.equal(works.columnas.at(-1)?.campo, ofWorks, `${heading}, of works`);
    }
  });
});

describe('the likeliest heading', () => {
  // biome-ignore format: rows
  const ASKED: [headings: string, likeliest: Partial<Record<CampoDeSeguimiento, string>>][] = [
    ['Razón social del contratista;Monto del contrato sin impuestos (en MXN);Fecha del contrato', {}],
    ['Monto contratado subtotal;Montos del contrato', { monto: 'Montos del contrato' }],
    ['Fecha inicial del contrato;Importe inicial del contrato', { fechaInicio: 'Fecha inicial del contrato', monto: 'Importe inicial del contrato' }],
    ['Objeto de la contratación', { objeto: 'Objeto de la contratación' }],
  ];
  test('is the nearest of that field: no amount is a day, and none without taxes has them', () => {
    for (const [headings, expected] of ASKED) {
      const cells = `Clave única;Número de contrato;${headings}`.split(';');
      const row = { fila: 1, cells: cells.map((text): Cell => ({ text, kind: 'text' })) };
      const found = findHeadings([row], OF_SEGUIMIENTO) as Headings<CampoDeSeguimiento>;
      const asked = OF_SEGUIMIENTO.campos.filter((campo) => !found.of[campo]);
      const told = asked.flatMap((campo) => {
        const heading = likeliest(found, campo);
        return heading === undefined ? [] : [[campo, heading]];
      });
      assert.deepEqual(Object.fromEntries(told), expected, headings);
    }
  });
});

describe('headings in two rows', () => {
  const ROW = ['A-1', 'Calle 60', '2026', '1250.5', 'SOP', 'Mérida', 'En proceso'];
  const ABOVE = ['Clave', 'Nombre', 'Ejercicio', 'Inversión', '', 'Ubicación', 'Estatus'];
  const BELOW = ['', '', '', 'Monto', 'Dependencia', 'Municipio', ''];

  test('are read as one, and the rows below are counted from there', async () => {
    const { creadas, filaEncabezados, rows } = await readObras(lines(ABOVE, BELOW, ROW));
    assert.deepEqual([creadas, filaEncabezados], [1, 2]);
    assert.deepEqual([rows[0]?.fila, rows[0]?.values.monto], [3, 1250.5]);
    // Where the first names the key alone, too.
    const second = ['', 'Nombre', 'Ejercicio', 'Monto', 'Dependencia', 'Municipio', 'Estatus'];
    assert.equal((await readObras(lines(['Clave', ...blank(6)], second, ROW))).creadas, 1);
  });

  for (const [unit, asked] of [
    ['Inversión (miles de pesos)', 'unidadMonto'],
    ['Inversión MDP', 'unidadMonto'],
    ['Inversión (USD)', 'otraMoneda'],
  ] as const) {
    test(`with «${unit}» above the amounts give their unit`, async () => {
      const above = ABOVE.map((heading) => heading.replace('Inversión', unit));
      const { grupos, creadas } = await readObras(lines(above, BELOW, ROW));
      assert.deepEqual([creadas, ...grupos.map(({ codigo }) => codigo)], [0, asked]);
    });
  }

  // biome-ignore format: rows
  const AMOUNTS: [rows: string[][], cells: string[], read: number | RegExp][] = [
    [[['Monto', ''], ['Autorizado', 'Ejercido']], ['9', '5'], 9],
    [[['Monto', ''], ['Ejercido', 'Autorizado']], ['5', '9'], 9],
    [[['Monto', ''], ['Original', 'Modificado']], ['5', '9'], /«Monto» sigue en otro renglón \(«Original»\)/],
    [[['Anticipo', ''], ['Monto', '%']], ['5', '30'], /¿Es «Anticipo Monto»\?/],
    // One without taxes is no answer to which is the work's.
    [[['Monto (sin IVA)']], ['5'], /como monto\. Indique cuál es/],
    [[['Monto (pagado)', 'Monto']], ['5', '9'], 9],
    [[['Monto (MXN)']], ['9'], 9],
  ];
  test('over amounts name the work’s, or the file is refused', async () => {
    const bare = HEADINGS.filter((heading) => heading !== 'monto');
    for (const [rows, cells, expected] of AMOUNTS) {
      const above = rows.map((row, i) => [...(i === 0 ? bare : blank(bare.length)), ...row]);
      const reading = readObras(lines(...above, [...START, ...cells]));
      const refusal = await refusalOf(reading);
      if (expected instanceof RegExp) {
        const sentence = refusal ?? (await reading).errores[0]?.mensaje ?? '';
        assert.match(sentence, expected);
      } else assert.equal((await reading).rows[0]?.values.monto, expected, String(rows));
    }
  });

  test('are not taken from a row of a work', async () => {
    const headings = ['Clave', 'Nombre', 'Ejercicio', 'Monto', 'Dependencia', 'Municipio', 'Nota'];
    const notes = ['A-1', ...blank(5), 'Estatus'];
    const { filas, filaEncabezados } = await readObras(lines(headings, notes, ROW));
    assert.deepEqual([filas, filaEncabezados], [2, 1]);
  });
});

describe('a file of another office', () => {
  // biome-ignore format: rows
  const OFFICES: [name: string, expected: (string | number)[], ...lines: string[]][] = [
    ['Obra Pública Abierta, 2019: keys behind an apostrophe, TOTAL for a year',
      ['0909J2U0007', 'Desarrollo', 23930800, 2019, 'Centro SCT Yucatán', 59, 6],
      'CICLO,ID_RAMO,DESC_UNIDAD,CVE_CARTERA,NOMBRE_PPI,DESCRIPCION_TIPO_PPI,MONTO_TOTAL_INVERSION,ENTIDAD_FEDERATIVA,LONGITUD_INICIAL,LATITUD_INICIAL,LONGITUD_FINAL,LATITUD_FINAL,ANIO,AVANCE_FISICO,ESTATUS_OPERACION,NOMBRE_ADMIN,TELEFONO_ADMIN',
      `2019,9,Centro SCT Yucatán,'0909J2U0007,Desarrollo,Proyecto de infraestructura,23930800,YUCATAN,-89.665308,21.2787,0,0,TOTAL,100,Vigente,Nadie,999`,
      `2019,9,Centro SCT Tabasco,'0909J2U0008,Otra,Proyecto de infraestructura,1,TABASCO,0,0,0,0,2019,0,Vigente,Nadie,999`],
    ['Obra Pública Abierta, 2018: the name stands under the key’s heading',
      ['1416B000001', 'Acueducto', 1000.5, 2018, 'CONAGUA', 50, 4],
      'CICLO;DESCRIPCION_UR;CVE_PPI;CVE_PPI;TIPO_PPI;MONTO_TOTAL_INVERSION;ENT_FED;LONGITUD_INICIAL;LATITUD_INICIAL;AVANCE_FISICO',
      '2018;CONAGUA;1416B000001;Acueducto;Hidráulica;1000.50;31;-89.6237;20.9674;12.5'],
    ['federal transfers: one project in several rows',
      ['YUC210101', 'Agua potable', 500000, 2021, 'Ayuntamiento de Mérida', 50, 4],
      'CICLO,TRIMESTRE,FOLIO,ID_ENTIDAD_FEDERATIVA,ENTIDAD_RESPONSABLE,ID_MUNICIPIO_RESPONSABLE,CATEGORIA,NOMBRE,MONTO_GLOBAL_APROBADO,CLASIFICACION,INSTITUCION_EJECUTORA,ESTATUS,AVANCE',
      '2021,4,YUC210101,31,Yucatán,50,Proyecto,Agua potable,500000,Agua,Ayuntamiento de Mérida,En Ejecución,50',
      '2021,4,YUC210101,31,Yucatán,50,Proyecto,Agua potable,500000,Agua,Ayuntamiento de Mérida,En Ejecución,50'],
    ['Formato 28: a cover, and headings of a sentence each',
      ['LO-931-E1-2022', 'Construcción de banquetas', 1500000, 2022, 'Dirección de Obras', 50, 4],
      'TÍTULO,NOMBRE CORTO,DESCRIPCIÓN', 'Procedimientos,LTAIPEY70FXXVIII,Licitaciones', '',
      'Ejercicio,"Número de Expediente, Folio o Nomenclatura","Descripción de las Obras, Bienes o Servicios",Área(s) Responsable(s) de su Ejecución,Monto Total del Contrato con Impuestos Incluidos (MXN),Objeto del Contrato,"Lugar donde se Realizará la Obra Pública, en su caso",Etapa de la Obra Pública (catálogo)',
      '2022, LO-931-E1-2022,Banquetas,Dirección de Obras,"$1,500,000.00",Construcción de banquetas,Centro,En ejecución'],
  ];
  const FIELDS = 'claveUnica nombre monto anio dependencia municipioId estatusObraId'.split(' ');
  for (const [name, expected, ...file] of OFFICES) {
    test(`has each value of its work (${name})`, async () => {
      const { rows, creadas, columnas } = await readObras(file.join('\r\n'), {
        crearCatalogos: true,
        fallbacks: { municipioId: 50 },
      });
      assert.equal(creadas, 1);
      assert.deepEqual(
        FIELDS.map((field) => rows[0]?.values[field]),
        expected,
      );
      // Names and telephones of people are not read.
      const used = columnas.filter(({ campo }) => campo !== null);
      assert.ok(!used.some(({ columna }) => /ADMIN|OPERACION/.test(columna)));
    });
  }
});

describe('rows that are no works', () => {
  const NO_WORK =
    'No es una obra, sino un título, un total, una nota o un encabezado repetido; se pasó por alto.';
  const ASIDES: [name: string, row: string[]][] = [
    ['a total with its label in the key’s column', ['TOTAL GENERAL', ...blank(5), '"1,234.00"']],
    ['a total with its label before the amount', [...blank(5), 'Total:', '1234']],
    ['a total of works', ['', 'Total de obras: 25', ...blank(4), '1234']],
    ['a subtotal', ['', 'Subtotal Mérida', ...blank(4), '$1234.00']],
    ['a title', ['MUNICIPIO DE MÉRIDA']],
    ['a source', ['"Fuente: Secretaría de Obras Públicas, con datos de 2026."']],
    ['who made it', ['Elaboró:', 'Ing. Juan Pérez', ...blank(5)]],
    ['who signs it', ['', 'Elaboró: A', '', 'Revisó: B', '', 'Autorizó: C', '']],
    ['a note', ['', '* Cifras preliminares', ...blank(5)]],
    ['when it was cut off', ['Corte al 31 de marzo de 2026']],
    ['the headings again', HEADINGS],
    ['how many rows a database has found', ['(48 rows affected)']],
    ['the same in Spanish', ['(48 filas afectadas)', ...blank(6)]],
    ['the same of others', ['48 rows in set (0.02 sec)']],
    ['the same of psql', ['(1 fila)']],
    ['the same with its name first', ['Registros: 1']],
    ['the same as a total', ['', '"Total de registros: 1,048"', ...blank(5)]],
    ['where PostgreSQL ends a copy', ['\\.']],
    ['where a program ends a file', ['# fin']],
    ['when a program ended', ['Completion time: 2026-06-30T10:00:00']],
    ['when a program made it', ['', 'Generado el 30/06/2026 a las 10:00 por SIOP', ...blank(5)]],
    ['when somebody downloaded it', ['Fecha de descarga: 30/06/2026']],
    ['a page’s number', ['Página 1 de 3']],
    ['a line that is drawn', HEADINGS.map(() => '-------')],
    ['the same in one cell', ['-----+-----+----']],
    ['the sign by which DOS ends a file, with a note', ['* Fin', '\u001a']],
  ];
  for (const [name, row] of ASIDES) {
    test(`are passed over with one remark: ${name}`, async () => {
      const { filas, creadas, avisos } = await readObras(text(WORK, blank(7), row));
      assert.deepEqual([filas, creadas], [1, 1]);
      assert.deepEqual(sentences(avisos), [`4: ${NO_WORK}`]);
    });
  }

  // biome-ignore format: rows
  const WORKS: [name: string, row: string[]][] = [
    ['a key and the name «Total»', ['A-2', 'Total', ...START.slice(2), '5']],
    ['the key «TOTAL» and all that a work has', ['TOTAL', 'Calle 62', ...START.slice(2), '5']],
    ['no key, and a name that begins like a total', ['', 'Total rehabilitación de la escuela', ...blank(4), '5']],
    ['no key, and a source for its name', ['', 'Fuente de la plaza', ...START.slice(2), '5']],
    ['a key with an asterisk', ['*A-3', 'Calle 64', ...START.slice(2), '5']],
    ['a note for its key, and an amount', ['Nota: 5', 'Calle 64', ...blank(4), '5']],
    ['rows in its name', ['A-4', '48 filas de butacas', ...START.slice(2), '5']],
    ['a count for its name', ['A-5', 'Registros: 5', ...START.slice(2), '5']],
    ['a sign in its key', ['# 3', 'Calle 68', ...START.slice(2), '5']],
    ['a page in its key', ['Hoja 3', 'Calle 66', ...START.slice(2), '5']],
  ];
  for (const [name, row] of WORKS) {
    test(`are never found in a row with ${name}`, async () => {
      const { filas, avisos } = await readObras(text(WORK, row));
      assert.deepEqual([filas, sentences(avisos)], [2, []]);
    });
  }
});

describe('a value cut at a comma without quotes', () => {
  const many = (cells: number, why: string) =>
    `La fila tiene ${cells} celdas y hay 7 encabezados: ${why} Entrecomille el valor o, si es otro dato, ponga encabezado a su columna.`;
  const described = [...HEADINGS, 'descripcion'];
  // biome-ignore format: rows
  const CUT: Record<string, [file: string, sentence: string]> = {
    'in the last column': [text([...START, '$2,345,678.90']), many(9, '¿una coma sin comillas?')],
    'of a few hundred thousands': [text([...START, '345,678']), many(8, '¿una coma sin comillas?')],
    'and another delimiter': [text([...START, '1000', 'zona; norte']).replaceAll(',', ';'), many(9, '¿un punto y coma sin comillas?')],
    'before a column that may be empty': [
      lines(described, [...START, '$2,345']),
      'Monto: «$2» y, en la celda siguiente, «345» parecen una sola cantidad con una coma sin comillas; entrecomíllela. Si no lo son, escriba «$2.00».',
    ],
    'of a name': [text(['A-1', 'Calle 62, entre 61 y 63', ...START.slice(2), '5']), many(8, '¿una coma sin comillas?')],
  };
  for (const [name, [file, sentence]] of Object.entries(CUT)) {
    // What follows stands in the wrong columns: nothing else is said of the row.
    test(`is the only error of its row: ${name}`, async () =>
      assert.deepEqual(await errorsIn(file), [`2: ${sentence}`]));
  }

  test('is not suspected where cells at the end are blank, have a heading, or are cents', async () => {
    for (const file of [
      text([...START, '1000', '', ' ', '']),
      lines([...HEADINGS, 'Notas'], [...START, '1000', 'urge']),
      text([...START, '2.00']),
    ]) {
      assert.equal((await readObras(file)).creadas, 1, file);
    }
  });

  test('is suspected in a workbook where the next cell may be the rest of an amount', async () => {
    const book = (...rows: CellValue[][]) => bookOf([{ name: 'Obras', rows: [HEADINGS, ...rows] }]);
    assert.deepEqual(await errorsIn(await book([...START, 2, 345, 678.9])), [
      '2: La fila tiene 9 celdas y hay 7 encabezados: ¿se partió una cantidad en su coma? Corrija la fila o, si es otro dato, ponga encabezado a su columna.',
    ]);
    const { rechazadas, creadas, avisos } = await readObras(
      await book(
        [...START, 1000, null, 'ojo: falta el anexo'],
        ['A-2', ...START.slice(1), 1000, 'revisar'],
        ['A-3', ...START.slice(1), 1000, { xml: '<c s="0"/>' }],
        ['A-4', ...START.slice(1), 1000, null, null, 5_000_000],
      ),
    );
    assert.deepEqual([creadas, rechazadas], [4, 0]);
    assert.deepEqual(sentences(avisos), [
      '2: «ojo: falta el anexo» está a la derecha de la última columna con encabezado, «monto», y no se lee; tampoco lo demás que esté ahí.',
    ]);
  });
});
