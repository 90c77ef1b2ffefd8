import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cifrasOf } from '../../../../portal/features/alertas/cifras.ts';
import { table } from '../../../table.ts';

const FIGURES = table`
  # filter, figure                         | said
  sinMovimiento diasSinMovimiento 181      | 181 días sin movimiento
  sinMovimiento diasSinMovimiento null     | -
  unSoloProponente proponentesMinimo 1     | 1 proponente
  unSoloProponente proponentesMinimo null  | -
  fraccionamiento excesoFraccionado 0.01   | Juntas, $0.01 sobre el umbral
  sobreUmbral excesoUmbral 1500000         | $1,500,000.00 sobre el umbral
  convenioTardio diasConvenioTardio 1      | Convenio 1 día después del plazo
  pagadoDeMas excesoPagado 250.5           | $250.50 pagados de más
  cerradaSinActa diasSinActa 90            | 90 días sin acta
  sinPlazo plazosRegistrados 0             | -
  atrasadas diasSinActa 90                 | -`;
for (const [given = '', said = ''] of FIGURES) {
  test(`a list by ${given} says «${said}»`, () => {
    const [filtro = '', name = '', figure = ''] = given.split(' ');
    const fila = { [name]: JSON.parse(figure) } as never;
    assert.deepEqual(cifrasOf({ [filtro]: 'true' }, fila), said ? [said] : []);
  });
}
