import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claveIn, propuestaDe } from '../../../../portal/features/cortes/claves.ts';
import {
  type Comparacion,
  entre,
  frasesOf,
  sellosOf,
} from '../../../../portal/features/cortes/frases.ts';
import {
  diferenciaInWords,
  ladosDeObra,
  ladosOf,
  nombreOf,
  valorInWords,
  vistasOf,
} from '../../../../portal/features/cortes/vistas.ts';
import { table } from '../../../table.ts';

const PROPOSALS = table`
  # today     | keys that are taken         | key         | title
  2026-11-30  | -                           | 2026-T4     | Cuarto trimestre de 2026
  2026-12-31  | -                           | 2026-T4     | Cuarto trimestre de 2026
  2027-01-01  | -                           | 2026-T4     | Cuarto trimestre de 2026
  2027-01-31  | 2026-T3                     | 2026-T4     | Cuarto trimestre de 2026
  2027-02-01  | 2026-T4                     | 2027-T1     | Primer trimestre de 2027
  2027-04-30  | -                           | 2027-T1     | Primer trimestre de 2027
  2027-05-01  | -                           | 2027-T2     | Segundo trimestre de 2027
  2027-10-15  | 2027-T3                     | 2027-T3-2   | Tercer trimestre de 2027, corte 2
  2027-10-15  | 2027-T3,2027-T3-2,2027-T3-3 | 2027-T3-4   | Tercer trimestre de 2027, corte 4`;
for (const [today = '', taken = '', clave, titulo] of PROPOSALS)
  test(`a cut on ${today} beside ${taken || 'none'} is proposed as ${clave}`, () => {
    assert.deepEqual(propuestaDe(today, taken.split(',')), { clave, titulo });
  });

test('a key that is typed in small letters is the one in capitals', () => {
  assert.equal(claveIn(' 2026-t4 '), '2026-T4');
});

const INSTANTES: Record<string, string> = { '2026-T3': '2026-10-01T06:00:00.000Z' };
const lado = (clave: string, instante = INSTANTES[clave] ?? '2026-07-01T06:00:00.000Z') => ({
  ...{ clave, instante: clave === 'hoy' ? null : instante },
  titulo: clave === 'hoy' ? null : clave,
});

const BETWEEN = table`
  # key and instant of each side                            | in words
  2026-T2                     | 2026-T3                     | entre junio y septiembre de 2026
  2026-T4 2026-12-31T06:00:00Z | 2027-T1 2027-04-01T05:59:59Z | entre diciembre de 2026 y marzo de 2027
  2026-T3 2026-09-30T05:59:59Z | 2026-T4 2026-11-30T18:00:00Z | entre el 29 de septiembre de 2026 y el 30 de noviembre de 2026
  2026-T2 2026-11-30T18:00:00Z | hoy                         | entre junio de 2026 y hoy
  2026-T2                     | hoy                         | entre junio de 2026 y hoy
  UNO 2026-07-01T05:59:59Z    | DOS 2026-10-01T06:00:00Z    | entre el 30 de junio de 2026 y el 1 de octubre de 2026
  UNO 2026-07-01T06:00:00Z    | DOS 2026-07-01T20:30:00Z    | entre las 12:00 a.m. y las 2:30 p.m. del 1 de julio de 2026
  UNO 2026-07-01T20:30:00Z    | DOS 2026-07-01T19:05:00Z    | entre las 2:30 p.m. y la 1:05 p.m. del 1 de julio de 2026
  2026-T2 2026-11-30T18:00:00Z | UNO 2026-11-30T19:05:00Z    | entre junio de 2026 y el 30 de noviembre de 2026
  2026-T2-2                   | hoy                         | entre el 1 de julio de 2026 y hoy`;
for (const [antes = '', despues = '', words] of BETWEEN)
  test(`a comparison of ${antes} and ${despues} is «${words}»`, () => {
    const of = (text: string) => lado(...(text.split(' ') as [string, string]));
    const plain = entre({ antes: of(antes), despues: of(despues) }).replaceAll(
      /[\u00a0\u202f]/g,
      ' ',
    );
    assert.equal(plain, words);
  });

const SEALED = table`
  # key of each side | when they were sealed, as each browser has its moments
  2026-T2 | 2026-T3  | 2026-T2 se selló el 1 de julio de 2026 a las 12:00 a.m.; 2026-T3 se selló el 1 de octubre de 2026 a las 12:00 a.m.
  2026-T3 | hoy      | 2026-T3 se selló el 1 de octubre de 2026 a las 12:00 a.m.
  2026-T3 | 2026-T3  | 2026-T3 se selló el 1 de octubre de 2026 a las 12:00 a.m.`;
for (const [antes = '', despues = '', words] of SEALED)
  test(`a comparison of ${antes} and ${despues} says when each cut was sealed`, () => {
    const said = sellosOf({ antes: lado(antes), despues: lado(despues) });
    const plain = said.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/(20\d\d), /g, '$1 a las ');
    assert.equal(plain, words);
  });

const suma = (text: string) => {
  const [obras = 0, monto = 0] = text.split('/').map(Number);
  return { obras, monto };
};
/** A comparison of these sums: before, after, new, gone, grown, shrunk, changed and unchanged. */
function comparacion(
  sums: string,
  campos: string,
  changes: Partial<Comparacion> = {},
): Comparacion {
  const [antes, despues, nuevas, desaparecidas, crecieron, bajaron, n] = sums.split(
    ' ',
  ) as string[];
  const [cambiadas = 0, sinCambios = 0] = (n as string).split('/').map(Number);
  const [one, other, came, gone, grown, shrunk] = [
    ...[antes, despues, nuevas, desaparecidas, crecieron, bajaron],
  ].map((text) => suma(text as string)) as ReturnType<typeof suma>[];
  return {
    ...{ antes: lado('2026-T2'), despues: lado('2026-T3'), alReves: false },
    total: {
      ...{ antes: one, despues: other, nuevas: came, desaparecidas: gone },
      ...{ crecieron: grown, bajaron: shrunk, cambiadas, sinCambios },
    },
    campos: campos
      .split(' ')
      .filter(Boolean)
      .map((text) => {
        const [nombre = '', obras] = text.split(':');
        return { campo: nombre.toLowerCase(), nombre, tipo: 'texto', obras: Number(obras) };
      }),
    ...{ grupos: { dependencia: [], municipio: [], estatus: [] }, obras: [] },
    ...changes,
  } as Comparacion;
}

const USUAL = '1950/3200000000 1959/3218200000 12/5000000 3/4000000 41/18200000 5/-1000000 60/1887';
const SENTENCES: [what: string, of: Comparacion, isFiltered: boolean, sentences: string[]][] = [
  [
    'the example of the law',
    comparacion(USUAL, 'Monto:46 Estatus:120 Nombre:1 Avance:310'),
    false,
    [
      'Entre junio y septiembre de 2026: 12 obras nuevas, 3 desaparecieron y 41 crecieron en $18.2 millones.',
      'El registro pasó de 1,950 obras por $3,200 millones a 1,959 por $3,218 millones: $18.2 millones más.',
      'Lo que más cambió: avance (310 obras), estatus (120 obras) y monto (46 obras); 5 bajaron de monto en $1 millón; 1,887 siguen igual.',
    ],
  ],
  [
    'one of each, with filters',
    comparacion('2/300 1/200.50 1/50 1/150 1/0.5 0/0 1/1', 'Monto:1'),
    true,
    [
      'Entre junio y septiembre de 2026: 1 obra nueva, 1 desapareció y 1 creció en $0.50.',
      'Las obras de estos filtros pasaron de 2 obras por $300.00 a 1 por $200.50: $99.50 menos.',
      'Lo que más cambió: monto (1 obra); 1 sigue igual.',
    ],
  ],
  [
    'nothing but a field, backwards',
    comparacion('2/300 2/300 0/0 0/0 0/0 0/0 2/0', 'Estatus:2', {
      ...{ antes: lado('2026-T3'), despues: lado('2026-T2'), alReves: true },
    }),
    false,
    [
      'Hacia atrás, entre septiembre y junio de 2026: ninguna obra nueva, ninguna desapareció y ninguna creció.',
      'El registro pasó de 2 obras por $300.00 a 2 por $300.00: la misma suma.',
      'Lo que más cambió: estatus (2 obras); ninguna sigue igual.',
    ],
  ],
  [
    'nothing',
    comparacion('2/300 2/300 0/0 0/0 0/0 0/0 0/2', ''),
    false,
    ['Entre junio y septiembre de 2026: nada cambió.', 'El registro tiene 2 obras por $300.00.'],
  ],
  [
    'no work before',
    comparacion('0/0 2/300 2/300 0/0 0/0 0/0 0/0', ''),
    false,
    [
      'Entre junio y septiembre de 2026: 2 obras nuevas, ninguna desapareció y ninguna creció.',
      'El registro pasó de ninguna obra a 2 obras por $300.00: $300.00 más.',
      'Ninguna sigue igual.',
    ],
  ],
  [
    'no work after, with filters',
    comparacion('1/300 0/0 0/0 1/300 0/0 0/0 0/0', ''),
    true,
    [
      'Entre junio y septiembre de 2026: ninguna obra nueva, 1 desapareció y ninguna creció.',
      'Las obras de estos filtros pasaron de 1 obra por $300.00 a ninguna: $300.00 menos.',
      'Ninguna sigue igual.',
    ],
  ],
  [
    'one work and nothing else, with filters',
    comparacion('1/300 1/300 0/0 0/0 0/0 0/0 0/1', ''),
    true,
    ['Entre junio y septiembre de 2026: nada cambió.', 'Con estos filtros hay 1 obra por $300.00.'],
  ],
  [
    'no work at all, with filters',
    comparacion('0/0 0/0 0/0 0/0 0/0 0/0 0/0', ''),
    true,
    ['Entre junio y septiembre de 2026: nada cambió.', 'Con estos filtros no hay ninguna obra.'],
  ],
  [
    'a cut and itself',
    comparacion('2/300 2/300 0/0 0/0 0/0 0/0 0/2', '', { despues: lado('2026-T2') }),
    false,
    ['Es el mismo corte en los dos lados: no hay nada que comparar.'],
  ],
];
for (const [what, of, isFiltered, sentences] of SENTENCES)
  test(`a comparison with ${what} is told in its sentences`, () => {
    assert.deepEqual(frasesOf(of, isFiltered), sentences);
  });

test('the tables are those that have works, with amounts ahead of the other fields', () => {
  const vistas = vistasOf(comparacion('0/0 0/0 0/0 3/1 0/0 0/0 60/0', 'Nombre:1 Monto:41'));
  assert.deepEqual(
    vistas.map(({ id, nombre, query }) => [id, nombre, Object.values(query).join()]),
    [
      ['desaparecidas', 'Desaparecidas: 3 obras', 'DESAPARECIDA'],
      ['cambiadas', 'Cambiadas en algo: 60 obras', 'CAMBIADA'],
      ['monto', 'Monto: cambió en 41 obras', 'CAMBIADA,monto'],
      ['nombre', 'Nombre: cambió en 1 obra', 'CAMBIADA,nombre'],
    ],
  );
});

const SHEETS = table`
  # kind       | backwards | sheets
  NUEVA        | no        | despues hoy
  DESAPARECIDA | no        | antes
  CAMBIADA     | no        | antes despues hoy
  NUEVA        | yes       | despues
  DESAPARECIDA | yes       | antes hoy
  CAMBIADA     | yes       | antes despues hoy`;
for (const [tipo, backwards, sheets] of SHEETS)
  test(`a work that is ${tipo}, backwards ${backwards}, leads to its sheets ${sheets}`, () => {
    const there = Object.entries(ladosDeObra(tipo as 'NUEVA', backwards === 'yes'));
    assert.equal(there.flatMap(([side, isThere]) => (isThere ? [side] : [])).join(' '), sheets);
  });

const VALUES: [value: string | number | null, tipo: string, words: string][] = [
  [1250.5, 'importe', '$1,250.50'],
  [45.5, 'porcentaje', '45.5 %'],
  ['2026-06-30', 'fecha', '30 de junio de 2026'],
  [12, 'numero', '12'],
  ['Mérida', 'texto', 'Mérida'],
  [null, 'importe', 'Sin dato'],
  ['', 'texto', 'Sin dato'],
];
for (const [value, tipo, words] of VALUES)
  test(`the ${tipo} ${value} is shown as «${words}»`, () => {
    assert.equal(valorInWords(value, tipo), words);
  });

const DIFFERENCES: [number | null, number | null, tipo: string, words: string][] = [
  [250000.25, 16.67, 'importe', '$250,000.25 más (16.67 %)'],
  [-0.01, 0, 'importe', '$0.01 menos (0 %)'],
  [1000, null, 'importe', '$1,000.00 más'],
  [14.5, null, 'porcentaje', '14.5 puntos más'],
  [-1, null, 'porcentaje', '1 punto menos'],
  [30, null, 'fecha', '30 días después'],
  [-1, null, 'fecha', '1 día antes'],
  [null, null, 'texto', ''],
  [0, null, 'porcentaje', ''],
];
for (const [diferencia, porCiento, tipo, words] of DIFFERENCES)
  test(`a ${tipo} that differs by ${diferencia} changed «${words}»`, () => {
    assert.equal(diferenciaInWords({ diferencia, porCiento }, tipo), words);
  });

const NAMES = table`
  # then | later | in words
  SOP    | SOP   | SOP
  SOP    | SEDUM | SEDUM (antes SOP)
  SOP    | -     | SOP
  -      | SEDUM | SEDUM`;
for (const [then, later, words] of NAMES)
  test(`a group that was ${then || 'not there'} and is ${later || 'gone'} is «${words}»`, () => {
    assert.equal(nombreOf({ nombreAntes: then || null, nombreDespues: later || null }), words);
  });

const SIDES = table`
  # cuts, the newest first | compared
  -                        | -
  B                        | B hoy
  C,B,A                    | B C`;
for (const [cuts = '', sides] of SIDES)
  test(`of the cuts «${cuts}» «${sides}» are compared at first`, () => {
    const claves = cuts.split(',').filter(Boolean);
    const of = ladosOf(claves.map((clave) => ({ clave })));
    assert.equal(of ? `${of.de} ${of.con}` : '', sides);
  });
