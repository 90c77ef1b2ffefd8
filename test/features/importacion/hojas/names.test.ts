import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OTHER_ESTATUS, OTHER_MUNICIPIOS } from '../../../../src/features/importacion/catalogs.ts';
import { bareName, confidentMatch, wordsOf } from '../../../../src/hojas/celdas/names.ts';
import { type CatalogRecord, createFinder } from '../../../../src/hojas-de-obras/nombres.ts';
import { table } from '../../../table.ts';
import { CATALOGS, readObras, works } from '../read.ts';

// Names that catalogs do not have: what is said of them, and for which of them it is nearly certain what was meant.

/** The record that a name is taken for, where that is nearly certain. */
const certain = (name: string, records: CatalogRecord[], others: Record<string, number>) => {
  const { nearest, isCertain } = createFinder(records, others)(name);
  return isCertain ? nearest : undefined;
};

const named = (...nombres: string[]): CatalogRecord[] =>
  nombres.map((nombre, i) => ({ id: i + 1, nombre, activo: true }));

/** Names with one letter left out, doubled, or swapped with the next, but for the first and the last two. */
function slipsOf(nombre: string): string[] {
  const at = [...nombre].map((_, i) => i).slice(1, -2);
  return at.flatMap((i) => [
    nombre.slice(0, i) + nombre.slice(i + 1),
    nombre.slice(0, i) + nombre[i] + nombre.slice(i),
    nombre.slice(0, i) + nombre[i + 1] + nombre[i] + nombre.slice(i + 2),
  ]);
}

/** Words that no catalog of places or statuses is short for. */
// biome-ignore format: rows
const STRANGERS = [
  'Varios', 'Varios municipios', 'Estatal', 'Todo el estado', 'Yucatán', 'Mérida y Umán', 'Mérida, Umán', 'Foráneo', 'N/A', 'S/D',
  'No aplica', 'Por definir', '-', '.', 'Interior del estado',
  'x'.repeat(10_000),
  '\u0301'.repeat(300),
];

describe('a misspelt municipio', () => {
  const { municipios } = CATALOGS;
  const of = (name: string) => certain(name, municipios, OTHER_MUNICIPIOS);

  test('is nearly certain where a letter of a long word slipped, and never another than was meant', () => {
    let many = 0;
    for (const { nombre } of municipios) {
      const find = createFinder(municipios, OTHER_MUNICIPIOS);
      for (const slip of slipsOf(nombre)) {
        const { nearest, isCertain, record } = find(slip);
        if (isCertain) assert.equal(nearest, nombre, slip);
        if (record) assert.equal(record.nombre, nombre, slip);
        many += isCertain ? 1 : 0;
      }
    }
    assert.ok(many > 600, `${many}`);
  });

  const MEANT = table`
    Tizmin                                | Tizimín
    TIZIMIIN                              | Tizimín
    Progeso                               | Progreso
    Oxkutcab                              | Oxkutzcab
    Municipio de Tizimín                  | Tizimín
    Mpio. Tizimín                         | Tizimín
    MUN. DE TIZIMIN                       | Tizimín
    Tizimín, Yuc.                         | Tizimín
    Tekax (Yucatán)                       | Tekax
    Sta. Elena                            | Santa Elena
    Tekal Venegas                         | Tekal de Venegas
    Municipio de Motul de Carrillo Puerto | Motul`;
  test('is nearly certain in these words', () => {
    for (const [name = '', meant] of MEANT) assert.equal(of(name), meant, name);
  });

  // biome-ignore format: rows
  const UNSURE = [
    'Tekal', 'Tekall', 'Dzilam', 'Dzilam G.', 'Temaz', 'Tek.', 'Merida y progreso', 'Telchac P.', 'Chicxulub Puerto',
    'Santa', 'San Felpe 2',
  ];
  test('is not recognized where it may be several, a part of one, or none', () => {
    for (const name of [...STRANGERS, ...UNSURE]) assert.equal(of(name), undefined, name);
  });
});

describe('a misspelt estatus', () => {
  // biome-ignore format: rows
  const OTHERS = [
    'En proceso de contratación', 'En proceso de cancelación', 'En proceso de', 'No terminada', 'Sin contratar', 'Por contratar',
    'Contratar', 'Terminará', 'Interminada', 'Proceso de licitación', 'Terminada parcialmente', 'Licitada',
  ];
  test('is nearly certain where a letter slipped, and not where another word was meant', () => {
    const { estatus } = CATALOGS;
    const of = (name: string) => certain(name, estatus, OTHER_ESTATUS);
    for (const { nombre } of estatus) {
      for (const slip of slipsOf(nombre)) assert.ok([nombre, undefined].includes(of(slip)), slip);
    }
    const slips = ['Terminda', 'CANCELDA', 'en procso', 'En lictación'];
    const meant = ['Terminada', 'Cancelada', 'En proceso', 'En licitación'];
    assert.deepEqual(slips.map(of), meant);
    for (const name of [...STRANGERS, ...OTHERS]) assert.equal(of(name), undefined, name);
  });
});

describe('a misspelt name of a catalog', () => {
  const [obras, publicas] = ['Secretaría de Obras', 'Secretaría de Obras Públicas'];
  // biome-ignore format: rows
  const CASES: [name: string, meant: string | undefined, ...records: string[]][] = [
    ['Secretría de Obras Públicas', publicas, obras, publicas],
    ['Sría. de Obras', obras, obras],
    ['Secretaría de Obra', undefined, obras, publicas],
    ['Unidad de Obras', undefined, 'Universidad de Obras'],
    ['Un. de Obras', undefined, 'Unidad de Obras', 'Universidad de Obras'],
    ['Zona 3', undefined, 'Zona 1', 'Zona 2'],
    ['Programa 200001', undefined, 'Programa 200002'],
    ['Caminos', undefined, 'Camiones', 'Camino'],
  ];
  test('is not certain where two records may be meant, or digits differ', () => {
    for (const [name, meant, ...records] of CASES)
      assert.equal(certain(name, named(...records), {}), meant, name);
  });

  test('is compared in bounded time where a person wrote very much', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => [i, wordsOf(`${'a'.repeat(200)} ${i}`)]);
    const words = wordsOf(bareName(`${'a.'.repeat(500)} ${' '.repeat(400)}, yuc`));
    assert.equal(confidentMatch(words, many as [number, ReturnType<typeof wordsOf>][]), undefined);
  });

  test('is not proposed from inactive records', () => {
    const [old, other] = named('Comisión del Agua', 'Comisión del Agua Rural');
    assert.ok(old && other);
    const inactive = { ...old, activo: false };
    const found = (...records: CatalogRecord[]) =>
      createFinder(records)('Comision de Agua').nearest;
    assert.deepEqual([found(inactive), found(inactive, other)], [undefined, other.nombre]);
  });
});

const IMSS = 'Instituto Mexicano del Seguro Social';
const LIKENESSES = table`
  # name                             | records                                               | the nearest
  Instituto de Aguas del Sur         | ${IMSS}                                               | -
  Secretaría de Educación            | Secretaría de Salud                                   | -
  Secretaría de la Educación Pública | Secretaría de Obras Públicas                          | -
  Instituto de Cultura               | Instituto de Vivienda                                 | -
  Instituto del Seguro Social        | ${IMSS}                                               | ${IMSS}
  Secretaría de Obra                 | ${IMSS}, Secretaría de Obras Públicas                 | Secretaría de Obras Públicas
  Instituto Vivienda                 | ${IMSS}, Instituto de Vivienda del Estado de Yucatán  | Instituto de Vivienda del Estado de Yucatán
  Secretaría                         | ${IMSS}, Secretaría de Salud                          | Secretaría de Salud
  Dzilam G.                          | ${IMSS}, Dzilam González                              | Dzilam González`;
test('a kind of agency alone makes two names no more alike', () => {
  for (const [name = '', records = '', nearest] of LIKENESSES)
    assert.equal(createFinder(named(...records.split(', ')))(name).nearest ?? '', nearest, name);
});

test('a name among very many records is found at once', () => {
  const records = Array.from({ length: 50_000 }, (_, i) => ({
    ...{ id: i + 1, nombre: `Dependencia ${i}`, activo: true },
    siglas: null,
  }));
  // A step for each of the others at each of them would take minutes.
  assert.equal(createFinder(records)('DEPENDENCIA 49,999').record?.id, 50_000);
});

test('a report has of each name its likeness, and whether that is nearly certain', async () => {
  const names = ['Tizmin', 'Varios', 'Tekal', 'Nowhere', 'Tizmin', 'TIZMIN'];
  const rows = names.map((municipio) => ({ municipio }));
  const { grupos } = await readObras(works(...rows, { estatus: 'En proceso de contratación' }));
  assert.deepEqual(grupos[0]?.valores, [
    { valor: 'Tizmin', cuantas: 3, sugerencia: 'Tizimín', esSegura: true },
    { valor: 'Varios', cuantas: 1, sugerencia: null, esSegura: false },
    { valor: 'Tekal', cuantas: 1, sugerencia: 'Tekal de Venegas', esSegura: false },
    { valor: 'Nowhere', cuantas: 1, sugerencia: null, esSegura: false },
  ]);
  assert.deepEqual(grupos[1]?.valores, [
    {
      ...{ valor: 'En proceso de contratación', cuantas: 1 },
      ...{ sugerencia: 'En proceso', esSegura: false },
    },
  ]);
});

test('a municipio is read by its name, its number or both, and is asked about where these differ', async () => {
  const several = 'nombra más de un municipio; escriba uno solo, el principal.';
  const other =
    'trae un número y un nombre que no son del mismo municipio; corrija uno de los dos.';
  const any = (...names: string[]) =>
    `puede ser ${names.map((each) => `«${each}»`).join(', ')}; escriba el nombre completo, con sus acentos.`;
  const unknown = (name: string, like?: string) =>
    `no existe el municipio «${name}».${like ? ` ¿Quiso decir «${like}»?` : ''}`;
  const READ: [cell: string, read: number | string][] = [
    ...[
      ...['Mérida', '50', '050', '31050', '50.0', '50 - Mérida', '50-MERIDA', '050 Mérida'],
      ...['31050 Mérida', '31050 – Mérida, Yuc.', 'Mérida (050)', 'Mérida - 31050', 'Mérida 50'],
    ].map((cell): [string, number] => [cell, 50]),
    ['052 - Motul de Carrillo Puerto', 52],
    ['80 - Tekit', 80],
    ['51 - Mérida', other],
    ['Mérida - 31051', other],
    ['31999 Mérida', other],
    ['50 - Merda', unknown('50 - Merda', 'Mérida')],
    ['50 - Colonia Centro', unknown('50 - Colonia Centro')],
    ['Tekal', unknown('Tekal', 'Tekal de Venegas')],
    ['Dzilam G.', unknown('Dzilam G.', 'Dzilam González')],
    ['Dzilam', any('Dzilam de Bravo', 'Dzilam González')],
    ['Telchac P.', any('Telchac Pueblo', 'Telchac Puerto')],
    ['Mérida y Progreso', several],
    ['Mérida, Progreso y Umán', several],
    ['Mérida/Kanasín', several],
    ['Mérida - Progreso', several],
    ['Mérida-Progreso', several],
    ['Mérida–Kanasín', several],
    ['Mérida y Chelem', unknown('Mérida y Chelem')],
    ['Chicxulub Puerto, Progreso', unknown('Chicxulub Puerto, Progreso', 'Progreso')],
    ['Varios', unknown('Varios')],
    ['Temaz', unknown('Temaz', 'Temax')],
  ];
  const { rows } = await readObras(works(...READ.map(([municipio]) => ({ municipio }))));
  assert.deepEqual(
    rows.map(({ values, sentences: found }) => found[0] ?? values.municipioId),
    READ.map(([cell, read]) => {
      if (typeof read === 'number') return read;
      return read.startsWith('no existe') ? `Municipio: ${read}` : `Municipio: «${cell}» ${read}`;
    }),
  );
});
