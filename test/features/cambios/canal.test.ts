import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOfCarga, titleOfEntrada } from '../../../src/features/cambios/canal.ts';
import { table } from '../../table.ts';

const CARGAS = table`
  # new | changed | deleted | of parts, in works | undone | sentence
  9800  | 200     | 0       | 0 0                | no     | Se registraron 9,800 obras y se cambiaron 200 en una carga.
  1     | 10      | 0       | 0 0                | no     | Se registró 1 obra y se cambiaron 10 en una carga.
  12    | 0       | 0       | 0 0                | no     | Se registraron 12 obras en una carga.
  0     | 1       | 11      | 0 0                | yes    | Se cambió 1 obra y se eliminaron 11 al deshacer una carga.
  3     | 4       | 5       | 0 0                | no     | Se registraron 3 obras, se cambiaron 4 y se eliminaron 5 en una carga.
  0     | 0       | 0       | 1230 800           | no     | Se hicieron 1,230 cambios en los registros de 800 obras en una carga.
  0     | 0       | 0       | 11 1               | yes    | Se hicieron 11 cambios en los registros de 1 obra al deshacer una carga.
  10000 | 0       | 0       | 0 0                | no     | Se registraron 10,000 obras en una carga.
  10000 | 0       | 1       | 0 0                | no     | Se hicieron más de 10,000 cambios en una carga.`;
for (const [nuevas, cambiadas, eliminadas, partes = '', undone, sentence] of CARGAS) {
  test(`an import of ${nuevas} new, ${cambiadas} changed and ${eliminadas} deleted works, and ${partes} of their parts reads «${sentence}»`, () => {
    const [ofParts, conPartes] = partes.split(' ').map(Number) as [number, number];
    const works = [nuevas, cambiadas, eliminadas].map(Number) as [number, number, number];
    const text = sentenceOfCarga({
      ...{ deshace: undone === 'yes', first: 1, last: 2, desde: '', hasta: '' },
      ...{ nuevas: works[0], cambiadas: works[1], eliminadas: works[2] },
      ...{ partes: ofParts, conPartes, rows: works[0] + works[1] + works[2] + ofParts },
    });
    assert.equal(text, sentence);
  });
}

const TITLES = table`
  # the work | what was done                        | title
  Parque     | Se cambió el monto de $1 a $2.       | Parque: se cambió el monto de $1 a $2
  Parque     | Se eliminó la obra «Parque».         | Se eliminó la obra «Parque»
  Parque     | Se registró la obra «Calle», «C-1».  | Parque: se registró la obra «Calle», «C-1»
  -          | Se registraron 12 obras.             | Se registraron 12 obras`;
for (const [nombre, sentence = '', title] of TITLES) {
  test(`«${sentence}» of ${nombre || 'no one work'} has the title «${title}»`, () => {
    assert.equal(titleOfEntrada(nombre || null, sentence), title);
  });
}
