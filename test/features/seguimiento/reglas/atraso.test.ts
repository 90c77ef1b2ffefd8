import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cifraOf,
  daysLate,
  inWords,
  plazoOfFila,
  yearsBehind,
} from '../../../../portal/features/seguimiento/atraso.ts';
import { changesOf, findingOf, signed } from '../../../../portal/features/seguimiento/cifras.ts';
import { table } from '../../../table.ts';

const work = (id: number, anio = 2026) => ({ estatusObra: { id }, ejercicioFiscal: { anio } });

// «En proceso» is status 4; two years are many.
const BEHIND = table`
  # status | year | today      | years behind
  4        | 2026 | 2026-06-30 | -
  4        | 2025 | 2026-12-31 | -
  4        | 2024 | 2026-01-02 | 2
  4        | 2023 | 2026-01-02 | 3
  4        | 2016 | 2026-06-30 | 10
  6        | 2016 | 2026-06-30 | -
  3        | 2016 | 2026-06-30 | -`;
for (const [status, year, now, years] of BEHIND) {
  test(`a work of ${year} in status ${status} is ${years || 'no'} years behind on ${now}`, () => {
    const behind = yearsBehind(work(Number(status), Number(year)), new Date(`${now}T12:00:00Z`));
    assert.equal(behind ?? '', years && Number(years));
  });
}
test('a work that is years behind has a sentence with its year', () => {
  assert.equal(
    inWords(work(4, 2016), 10),
    'Sigue en proceso, y su ejercicio fiscal, 2016, es de hace 10 años.',
  );
});

const LATE = table`
  # status | late  | days | said
  4        | true  | 10   | 10
  4        | true  | null | 0
  4        | false | 10   | 0
  6        | true  | 10   | 0
  7        | true  | 10   | 0`;
for (const [status, atrasada, dias, said] of LATE) {
  test(`in status ${status}, late ${atrasada} by ${dias} days, a work of a list is late by ${said}`, () => {
    const marcha = { atrasada: atrasada === 'true', diasAtraso: JSON.parse(dias ?? '') };
    assert.equal(daysLate(work(Number(status)), marcha as never), Number(said));
  });
}
test('an unreported work is not late in a list', () => {
  assert.equal(daysLate(work(4), undefined), 0);
});

const FIGURES = table`
  # filter or order       | paid | points | growth | figure
  pagoAdelantado          | 91.25 | 45.75 | null   | Pagado 91.25 % (+45.75)
  pagoAdelantado          | 10   | -5     | null   | Pagado 10 % (-5)
  pagoAdelantado          | 10   | 0      | null   | Pagado 10 % (0)
  pagoAdelantado          | null | 5      | null   | -
  pagoAdelantado          | 10   | null   | null   | -
  -pagoAdelantado         | 10   | 5      | null   | Pagado 10 % (+5)
  crecimientoContratos    | null | null   | 25     | Contratos +25 %
  crecimientoContratos    | null | null   | -3     | Contratos -3 %
  crecimientoContratos    | null | null   | null   | -
  -crecimientoContratos   | null | null   | 25     | Contratos +25 %`;
for (const [by = '', paid = '', points = '', growth = '', figure] of FIGURES) {
  test(`a list by ${by} says «${figure}» of paid ${paid}, points ${points}, growth ${growth}`, () => {
    const marcha = {
      pagadoContratos: JSON.parse(paid),
      pagoAdelantado: JSON.parse(points),
      crecimientoContratos: JSON.parse(growth),
    } as never;
    const isOrder = by.startsWith('-');
    const cifra = isOrder ? cifraOf({}, by as never) : cifraOf({ [by]: '5' }, '-id');
    assert.equal(cifra?.(marcha) ?? '', figure);
  });
}
test('a list by anything else says how late works are', () => {
  assert.equal(cifraOf({ atrasadas: 'true' }, '-monto'), undefined);
});

const PROGRAMA = { fechaInicio: '2020-01-01', fechaTermino: '2020-12-31', curva: [] };
const FINDINGS = table`
  # built | paid   | programme | finding
  98      | 1146.1 | yes       | Pagado 114.61 %, construido 98 %
  98      | null   | yes       | Construido 98 %
  null    | null   | yes       | Previsto a hoy 100 %, sin reportes
  null    | 500    | no        | -
  null    | null   | no        | -`;
for (const [built = '', paid = '', programme, finding] of FINDINGS) {
  test(`with ${built} built, ${paid} paid of 1,000 and a programme: ${programme}, the finding is «${finding}»`, () => {
    const [avanceFisico, montoPagado] = [JSON.parse(built), JSON.parse(paid)];
    const seguimiento = {
      avance: avanceFisico === null ? null : { avanceFisico },
      pagado: montoPagado === null ? null : { montoPagado },
      baseDePago: { monto: 1000, de: 'MONTO' },
      programa: programme === 'yes' ? PROGRAMA : null,
    };
    assert.equal(findingOf(seguimiento as never), finding);
  });
}

const CHANGES = table`
  # amount  | day        | scope  | words
  1315000.5 | null       | null   | monto a $1,315,000.50
  null      | 2026-06-30 | null   | término al 30 de junio de 2026
  null      | null       | Más    | alcance: Más
  5         | 2026-06-30 | Más    | monto a $5.00; término al 30 de junio de 2026; alcance: Más
  null      | null       | null   | -`;
for (const [amount = '', day, scope, words] of CHANGES) {
  test(`an agreement about ${amount}, ${day}, ${scope} changes «${words}»`, () => {
    const of = (text = '') => (text === 'null' ? null : text);
    const convenio = {
      montoNuevo: JSON.parse(amount),
      fechaTerminoNueva: of(day),
      alcance: of(scope),
    };
    assert.equal(changesOf(convenio as never), words);
  });
}
test('a growth has a plus, and a fall a minus', () => {
  assert.deepEqual([signed('3 %', 3), signed('3 %', -3)], ['+3 %', '−3 %']);
});

const TERMS = table`
  # status | late  | days | built | term       | said                               | late
  4        | true  | 200  | 90    | 2026-06-10 | 200 días de atraso                 | yes
  4        | true  | 1    | null  | 2026-06-10 | 1 día de atraso                    | yes
  4        | false | null | 100   | 2026-06-10 | Era hasta el 10 de junio de 2026   | no
  4        | false | null | 90    | 2026-06-10 | En plazo, hasta el 10 de junio de 2026 | no
  6        | true  | 200  | 90    | 2026-06-10 | Era hasta el 10 de junio de 2026   | no
  4        | true  | 0    | 90    | 2026-06-10 | En plazo, hasta el 10 de junio de 2026 | no
  4        | true  | 200  | 90    | null       | Sin fecha de término               | no`;
for (const [status, atrasada, dias = '', built = '', term, texto, late] of TERMS) {
  test(`among a clerk's own, status ${status}, late ${atrasada} by ${dias}, built ${built}, term ${term}: «${texto}»`, () => {
    const fila = {
      estatusObraId: Number(status),
      atrasada: atrasada === 'true',
      diasAtraso: JSON.parse(dias),
      avanceFisico: JSON.parse(built),
      fechaTerminoVigente: term === 'null' ? null : (term ?? null),
    };
    assert.deepEqual(plazoOfFila(fila), { texto, isLate: late === 'yes' });
  });
}
