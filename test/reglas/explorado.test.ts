import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fila } from '../../portal/core/obras/filas.ts';
import { type Seleccion, withoutIds, withRows } from '../../portal/core/obras/lista/elegidas.ts';
import {
  choosing,
  going,
  hrefOfPage,
  listing,
  moving,
  paging,
  sorting,
  type Vistazo,
  vistaOf,
} from '../../portal/core/obras/lista/explorado.ts';
import { shortPlace } from '../../portal/core/obras/lista/lugar-corto.ts';
import { hasWords, ordenOf } from '../../portal/core/obras/lista/orden.ts';
import { table } from '../table.ts';

/** A page at an address; `ancha` is as wide as list and map beside each other need. */
const at = (address = '', size = 'ancha', more: Partial<Vistazo> = {}): Vistazo => {
  const params = new URLSearchParams(address);
  const { q, bbox } = Object.fromEntries(params);
  return {
    params,
    filtros: { ...(q && { q }), ...(bbox && { bbox }) },
    isWide: size === 'ancha',
    hasMap: true,
    ...more,
  };
};

const SEEN = table`
  # address                    | width   | view  | map seen | order      | page
  -                            | ancha   | -     | yes      | -id        | 1
  -                            | angosta | -     | no       | -id        | 1
  vista=mapa                   | ancha   | mapa  | yes      | -id        | 1
  vista=mapa                   | angosta | mapa  | yes      | -id        | 1
  vista=lista                  | ancha   | lista | no       | -id        | 1
  vista=lista                  | angosta | lista | no       | -id        | 1
  vista=otra                   | ancha   | -     | yes      | -id        | 1
  pagina=3&orden=monto         | ancha   | -     | yes      | monto      | 3
  pagina=0                     | ancha   | -     | yes      | -id        | 1
  pagina=-2                    | ancha   | -     | yes      | -id        | 1
  pagina=1.5                   | ancha   | -     | yes      | -id        | 1
  pagina=dos                   | ancha   | -     | yes      | -id        | 1
  q=parque                     | ancha   | -     | yes      | relevancia | 1
  q=parque&orden=-monto        | ancha   | -     | yes      | -monto     | 1
  orden=relevancia             | ancha   | -     | yes      | -id        | 1
  q=parque&orden=relevancia    | ancha   | -     | yes      | relevancia | 1
  q=++                         | ancha   | -     | yes      | -id        | 1
  orden=rara                   | ancha   | -     | yes      | rara       | 1`;
for (const [address, width, vista, map, orden, page] of SEEN) {
  test(`at «${address}», ${width}, the view is ${vista || 'both'}, by ${orden}, page ${page}`, () => {
    const seen = vistaOf(at(address, width));
    assert.equal(seen.vista ?? '', vista);
    assert.deepEqual([seen.isMapSeen, seen.orden, seen.page], [map === 'yes', orden, Number(page)]);
  });
}

test('the view without a map is the list alone', () => {
  const seen = vistaOf(at('vista=mapa', 'ancha', { hasMap: false }));
  assert.deepEqual([seen.vista, seen.isMapSeen], ['lista', false]);
});

test('the address names the place of the map and the chosen work', () => {
  const { lugar, elegida } = vistaOf(at('lugar=-89.6,20.9,12&obra=7'));
  assert.deepEqual([lugar, elegida], ['-89.6,20.9,12', '7']);
  assert.deepEqual([vistaOf(at()).lugar, vistaOf(at()).elegida], [undefined, undefined]);
});

const FOLLOWS = table`
  # bbox   | kept to | follows
  -        | -       | no
  1,2,3,4  | -       | yes
  1,2,3,4  | 1,2,3,4 | no
  1,2,3,4  | 5,6,7,8 | yes`;
for (const [bbox, fija, follows] of FOLLOWS) {
  test(`a list of ${bbox || 'everywhere'} that keeps to ${fija || 'nothing'} follows the map: ${follows}`, () => {
    const page = at(bbox && `bbox=${bbox}`, 'ancha', { fija: fija || undefined });
    assert.equal(vistaOf(page).sigueAlMapa, follows === 'yes');
    const moved = moving(page, '1,2,9', [5, 6, 7, 8]);
    assert.deepEqual(
      moved,
      follows === 'yes'
        ? { lugar: '1,2,9', bbox: '5,6,7,8', pagina: undefined }
        : { lugar: '1,2,9' },
    );
  });
}

const nothing = (changes: object) =>
  JSON.stringify(changes, (_, value) => (value === undefined ? '∅' : value));
const ACTS = table`
  # act            | address     | width   | changes; ∅ takes out
  choose 7         | -           | ancha   | {"obra":"7"}
  choose 7         | -           | angosta | {"obra":"7","vista":"mapa"}
  choose 7         | vista=lista | ancha   | {"obra":"7","vista":"∅"}
  choose 7         | vista=mapa  | angosta | {"obra":"7"}
  choose none      | vista=lista | angosta | {"obra":"∅"}
  go 1,2,16        | -           | ancha   | {"lugar":"1,2,16"}
  go 1,2,16        | -           | angosta | {"lugar":"1,2,16","vista":"mapa"}
  go 1,2,16        | vista=lista | ancha   | {"lugar":"1,2,16","vista":"∅"}
  sort monto       | pagina=3    | ancha   | {"orden":"monto","pagina":"∅"}
  sort -id         | orden=monto | ancha   | {"orden":"∅","pagina":"∅"}
  sort -id         | q=a         | ancha   | {"orden":"-id","pagina":"∅"}
  sort relevancia  | q=a         | ancha   | {"orden":"∅","pagina":"∅"}
  list all         | -           | ancha   | {"bbox":"∅","pagina":"∅"}
  list 1,2,3,4     | -           | ancha   | {"bbox":"1,2,3,4","pagina":"∅"}
  show 1,2,3,4     | -           | ancha   | {"bbox":"1,2,3,4","pagina":"∅"}
  show 1,2,3,4     | vista=mapa  | angosta | {"bbox":"1,2,3,4","pagina":"∅","vista":"∅"}
  list 1,2,3,4     | vista=mapa  | angosta | {"bbox":"1,2,3,4","pagina":"∅"}
  page 2           | -           | ancha   | {"pagina":"2"}
  page 1           | pagina=2    | ancha   | {"pagina":"∅"}`;
for (const [act = '', address, width, changes] of ACTS) {
  test(`to ${act} at «${address}», ${width}, changes ${changes}`, () => {
    const [verb, what = ''] = act.split(' ');
    const page = at(address, width);
    const part = what === 'all' ? undefined : (what.split(',').map(Number) as never);
    const done =
      verb === 'choose'
        ? choosing(page, what === 'none' ? undefined : Number(what))
        : verb === 'go'
          ? going(page, what)
          : verb === 'sort'
            ? sorting(page, what as never)
            : verb === 'page'
              ? paging(Number(what))
              : listing(page, part, verb === 'show');
    assert.equal(nothing(done), changes);
  });
}

test('a link to another page keeps all else of the address', () => {
  assert.equal(hrefOfPage(at('q=a&pagina=2&orden=monto'), 3), '/obras?q=a&pagina=3&orden=monto');
  assert.equal(hrefOfPage(at('q=a&pagina=2'), 1), '/obras?q=a');
});

test('a text of blanks alone has no words', () => {
  assert.deepEqual([{}, { q: ' ' }, { q: ' a' }].map(hasWords), [false, false, true]);
  assert.equal(ordenOf(null, {}), '-id');
});

const PLACES = table`
  # address                                                                       | municipio | in short
  -                                                                               | Mérida | -
  Calle 60                                                                        | Mérida | Calle 60
  Calle 60, Mérida                                                                | Mérida | Calle 60
  Mérida                                                                          | Mérida | -
  Mérida Centro                                                                   | Mérida | Mérida Centro
  Calle 60 entre 61 y 63, colonia Centro, frente a la plaza grande de la ciudad   | Mérida | Calle 60 entre 61 y 63, colonia Centro, frente a la plaza…
  ${'x'.repeat(64)}                                                               | Mérida | ${'x'.repeat(64)}`;
for (const [lugar, municipio = '', short] of PLACES) {
  test(`«${lugar}» of ${municipio} is in short «${short}»`, () => {
    assert.equal(shortPlace(lugar || null, municipio).join(), short);
  });
}

const row = (id: number, etag: string | undefined = 'e') =>
  ({ id, nombre: `Obra ${id}`, estatusObra: { id: 1, nombre: 'x' }, monto: 3, etag }) as Fila;
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => row(from + i));

test('works are selected as they are seen, with their version, up to 200, and the rest is left out with a sign of that', () => {
  const first = withRows(null, [row(1), row(2)]);
  assert.deepEqual([[...(first.obras ?? [])].map(([id]) => id), first.isFull], [[1, 2], false]);
  assert.deepEqual(first.obras?.get(1), {
    ...{ id: 1, nombre: 'Obra 1', estatusObra: { id: 1, nombre: 'x' }, etag: 'e' },
  });
  const full = withRows(first.obras, rows(3, 200));
  assert.deepEqual([full.obras?.size, full.isFull], [200, false]);
  const more = withRows(full.obras, [row(201), row(5, 'newer')]);
  assert.deepEqual([more.obras?.size, more.isFull, more.obras?.get(5)?.etag], [200, true, 'newer']);
  assert.equal(withRows(null, [{ ...row(1), etag: '' }]).obras?.size, 0);
});

test('works are taken out of the selection, where there is one', () => {
  const { obras } = withRows(null, rows(1, 3));
  assert.deepEqual([...(withoutIds(obras, [1, 3]) as NonNullable<Seleccion>).keys()], [2]);
  assert.equal(withoutIds(null, [1]), null);
});
