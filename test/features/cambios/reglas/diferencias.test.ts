import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '../../../../portal/core/api.ts';
import { diferenciasOf } from '../../../../portal/features/cambios/diferencias.ts';
import {
  entoncesIn,
  faultOfDia,
  quedoIn,
  versionesInWords,
  whenInWords,
} from '../../../../portal/features/cambios/instante.ts';
import { table } from '../../../table.ts';

const lugar = (changes: object = {}) => ({
  ...{ id: 1, municipioId: 50, municipio: { id: 50, nombre: 'Mérida' }, direccion: 'Calle 60' },
  ...{ localidadReferencia: null, referenciaLugar: null, tipoGeometria: 'PUNTO', orden: 1 },
  geometriaJson: { type: 'Point', coordinates: [-89.62, 20.96] },
  ...changes,
});
const obra = (changes: object = {}) =>
  ({
    ...{ id: 1, numeroObra: 7, claveUnica: 'A-1', nombre: 'Calle 60', descripcion: '', monto: 10 },
    ...{ ejercicioFiscal: { id: 1, anio: 2026, activo: true }, tipoProyecto: null },
    ...{ dependencia: { id: 1, nombre: 'Obras', siglas: 'SOP', activo: true } },
    ...{ municipio: { id: 50, nombre: 'Mérida' }, estatusObra: { id: 4, nombre: 'En proceso' } },
    ubicaciones: [lugar()],
    ...changes,
  }) as unknown as Schema<'Obra'>;

const told = (changes: object, before: object = {}) =>
  diferenciasOf({ obra: obra(before) }, { obra: obra(changes) }).map(
    ({ nombre, entonces, hoy }) => `${nombre}: ${entonces} > ${hoy}`,
  );

const OBRA: [subject: string, changes: object, expected: string[]][] = [
  ['nothing', {}, []],
  ['an id of a place that was written again', { ubicaciones: [lugar({ id: 9 })] }, []],
  ['an amount', { monto: 2000.5 }, ['Monto: $10.00 > $2,000.50']],
  [
    'a first description',
    { descripcion: 'Con banquetas' },
    ['Descripción: Sin dato > Con banquetas'],
  ],
  [
    'an agency that was renamed',
    { dependencia: { id: 1, nombre: 'Obras y Caminos', siglas: null, activo: true } },
    ['Dependencia: Obras (SOP) > Obras y Caminos'],
  ],
  [
    'an agency that was closed',
    { dependencia: { id: 1, nombre: 'Obras', siglas: 'SOP', activo: false } },
    [],
  ],
  [
    'a type',
    { tipoProyecto: { id: 1, nombre: 'Calles' } },
    ['Tipo de proyecto: Sin tipo > Calles'],
  ],
  [
    'a year',
    { ejercicioFiscal: { anio: 2027 }, numeroObra: 1 },
    ['Número de obra: 7 de 2026 > 1 de 2027'],
  ],
  [
    'no place',
    { ubicaciones: [] },
    ['Ubicaciones: 1 ubicación:\n«Calle 60» (Punto en 20.960000, -89.620000) > Ninguna'],
  ],
  [
    'a word of a place',
    { ubicaciones: [lugar({ referenciaLugar: 'Frente al parque' })] },
    [
      'Ubicaciones: 1 ubicación:\n«Calle 60» (Punto en 20.960000, -89.620000) > 1 ubicación:\n«Calle 60» (Punto en 20.960000, -89.620000)\nCon otro dibujo u otros datos.',
    ],
  ],
];
for (const [subject, changes, expected] of OBRA) {
  test(`a work in which ${subject} differs today tells it with both values`, () => {
    assert.deepEqual(told(changes), expected);
  });
}

const seguimiento = (changes: object = {}) =>
  ({
    ...{ avance: null, pagado: null, contratos: [] },
    atraso: { fechaTerminoBase: null, fechaTerminoVigente: null, diasAtraso: null },
    ejecucion: {
      fechaInicioReal: null,
      fechaTerminoReal: null,
      fechaEntregaRecepcion: null,
      montoFinal: null,
    },
    ...changes,
  }) as unknown as Schema<'SeguimientoDeObra'>;
const contrato = {
  ...{ numero: 'C-1', contratista: 'Constructora, S.A.', montoVigente: 5, convenios: [{}] },
  fechaTerminoVigente: '2026-05-01',
};
test('a follow-up tells progress, payment, terms and contracts that differ today, and no delay, which grows by itself', () => {
  const hoy = seguimiento({
    avance: { avanceFisico: 40, fechaCorte: '2026-06-30' },
    pagado: { montoPagado: 1000, fechaCorte: '2026-06-30' },
    atraso: { fechaTerminoBase: '2026-05-01', fechaTerminoVigente: '2026-06-01', diasAtraso: 20 },
    contratos: [contrato],
  });
  const rows = diferenciasOf(
    { obra: obra(), seguimiento: seguimiento() },
    { obra: obra(), seguimiento: hoy },
  );
  assert.deepEqual(
    rows.map(({ nombre, entonces, hoy }) => [nombre, entonces, hoy]),
    [
      ['Avance físico', 'Sin dato', '40 % al 30 de junio de 2026'],
      ['Monto pagado', 'Sin dato', '$1,000.00 al 30 de junio de 2026'],
      ['Término al inicio', 'Sin dato', '1 de mayo de 2026'],
      ['Término vigente', 'Sin dato', '1 de junio de 2026'],
      [
        'Contratos',
        'Ninguno',
        'C-1 con Constructora, S.A., por $5.00, hasta el 1 de mayo de 2026, 1 convenio',
      ],
    ],
  );
});
test('a follow-up that has not been read tells nothing', () => {
  assert.deepEqual(
    diferenciasOf({ obra: obra(), seguimiento: seguimiento() }, { obra: obra() }),
    [],
  );
});

const ADDRESSES = table`
  # address                          | day
  -                                  | -
  en=                                | -
  campo=monto                        | -
  en=2026-06-30                      | 2026-06-30
  en=2026-06-30T03:00:00.000Z        | 2026-06-29
  en=2026-06-30T08:00:00-06:00       | 2026-06-30
  en=ayer                            | ayer`;
for (const [address, dia] of ADDRESSES) {
  test(`the address «${address}» is of ${dia || 'today'}`, () => {
    const entonces = entoncesIn(new URLSearchParams(address));
    assert.equal(entonces?.dia ?? '', dia);
    if (entonces) assert.equal(`en=${entonces.query.en}`, address);
  });
}
test('a day is told by its end, and an instant by its hour in Mérida', () => {
  assert.equal(whenInWords('2026-06-30'), 'al terminar el 30 de junio de 2026');
  assert.match(whenInWords('2026-06-30T14:30:00.000Z'), /^el 30 de junio de 2026.* 8:30/);
});

const DAYS = table`
  # day        | objection on 2026-11-30
  -            | Escriba el día.
  ayer         | Escriba un día, por ejemplo 30/06/2026.
  2026-02-29   | Escriba un día, por ejemplo 30/06/2026.
  2026-11-29   | -
  2024-02-29   | -
  2026-11-30   | Elija un día que ya terminó: ayer, o uno anterior.
  2027-01-01   | Elija un día que ya terminó: ayer, o uno anterior.`;
for (const [dia, objection] of DAYS) {
  test(`«${dia}» as the day of a past sheet has ${objection ? 'an' : 'no'} objection`, () => {
    assert.equal(faultOfDia(dia ?? '', '2026-11-30') ?? '', objection);
  });
}

const COUNTS: [count: number, hasMore: boolean, words: string][] = [
  [1, false, '1 cambio, desde su registro'],
  [100, true, 'Los primeros 100 cambios, desde su registro'],
];
for (const [count, hasMore, words] of COUNTS)
  test(`a list of ${count} versions ${hasMore ? 'before others' : 'without others'} is «${words}»`, () => {
    assert.equal(versionesInWords(count, hasMore), words);
  });

const ROWS = table`
  # resource   | act      | work | leads to the work
  obras        | crear    | 7    | true
  obras        | cambiar  | 7    | true
  obras        | eliminar | 7    | false
  avances      | eliminar | 7    | true
  contratos    | cambiar  | 7    | true
  favorites    | crear    | 7    | false
  dependencias | cambiar  | null | false`;
for (const [recurso, accion, work, leads] of ROWS) {
  test(`a row of the ledger, ${accion} of ${recurso}, ${leads === 'true' ? 'leads' : 'does not lead'} to the work as it was left`, () => {
    const instante = '2026-06-30T14:30:00.123Z';
    const renglon = { recurso, accion, obraId: JSON.parse(work ?? ''), instante };
    assert.equal(
      quedoIn(renglon as never),
      leads === 'true' ? `/obras/7?en=${instante}` : undefined,
    );
  });
}
