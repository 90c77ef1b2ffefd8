import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, test } from 'node:test';
import { columnOf, columnsOf } from '../../columns.ts';
import { hasFeature } from '../../features.ts';
import { manyObras } from '../../many-obras.ts';
import { table } from '../../table.ts';
import {
  appoint,
  contratoBody,
  db,
  get,
  newObra,
  noteArchivo,
  programaBody,
  resetWithCatalog,
  ubicacionBody,
  withApp,
  write,
} from '../../world.ts';
import { assertValid, readItems, valuesAt } from './oc4ids-schema.ts';

// The follow-up of works in OC4IDS. Every package is held to the official schema, and to its names of fields.

// biome-ignore lint/suspicious/noExplicitAny: a project of the standard, whose fields are asserted one by one
type Project = any;

async function projects(path = '/oc4ids'): Promise<Project[]> {
  const { body } = await get(path);
  assertValid(body);
  return body.projects;
}

/** Writes a part of an obra's follow-up. */
const part = (id: number, name: string, body: object, method = 'POST') =>
  write('admin', method, `/obras/${id}/${name}`, body);

const ENDED = { terminacion: 'CONCLUIDO', fechaTerminacion: '2026-09-30' };
const pesos = (amount: number) => ({ amount, currency: 'MXN' });
const begin = (day: string) => `${day}T00:00:00-06:00`;
const end = (day: string) => `${day}T23:59:59-06:00`;
/** The term from the beginning of a day to the end of another. */
const term = (from: string, to: string, durationInDays: number) => ({
  ...{ startDate: begin(from), endDate: end(to), durationInDays },
});

/** An obra of which everything is known. */
async function richObra(changes: object = {}) {
  const { id } = await newObra({
    monto: 2_000_000,
    claveUnica: 'RICA',
    nombre: 'Calle 60',
    descripcion: 'Concreto hidráulico.',
    estatusObraId: 6,
    ubicaciones: [ubicacionBody()],
    ...changes,
  });
  const classes = { sectorOc4ids: 'transport.road', tipoOc4ids: 'rehabilitation' };
  await write('admin', 'PATCH', '/catalogos/tipo-proyecto/1/oc4ids', classes);
  for (const [fechaTermino, motivo, ...curva] of [
    ['2026-10-31', null, ['2026-05-31', 50]],
    ['2026-11-15', 'Lluvias.'],
    ['2026-12-15', 'Más calles.', ['2026-06-30', 40], ['2026-12-15', 100]],
  ] as [string, string | null, ...[string, number][]][]) {
    const points = curva.map(([fecha, avanceFisico]) => ({ fecha, avanceFisico }));
    await part(id, 'programas', programaBody({ fechaTermino, motivo, curva: points }));
  }
  const words = { observaciones: 'Se terminó la base.' };
  for (const [fechaCorte, avanceFisico, more] of [
    ['2026-03-31', 10, {}],
    ['2026-06-30', 45.5, { montoPagado: 1_000_000.5, ...words }],
    ['2026-09-30', 100, { montoPagado: 1_900_000 }],
  ] as const) {
    await part(id, 'avances', { fechaCorte, avanceFisico, ...more });
  }
  const signed = contratoBody({
    ...{ procedimiento: 'LICITACION_PUBLICA', numeroProponentes: 4, ocid: 'ocds-abc-1' },
    ...{ contratistaRfc: 'CMA010203AB5', ...ENDED, montoFinal: 1_500_000 },
    ...{ url: 'https://compras.ejemplo.gob.mx/SOP-LP-014-2026', presupuestoBase: 1_250_000 },
  });
  const contract = await part(id, 'contratos', signed);
  for (const convenio of [
    { fecha: '2026-05-01', montoNuevo: 1_300_000, fechaTerminoNueva: '2026-11-15' },
    { fecha: '2026-07-01', alcance: 'Otra cuadra.' },
    { fecha: '2026-08-01', montoNuevo: 1_500_000, fechaTerminoNueva: '2026-12-15' },
  ]) {
    const body = { justificacion: `Por lo del ${convenio.fecha}.`, ...convenio };
    await part(id, `contratos/${contract.id}/convenios`, body);
  }
  const outcome = {
    fechaInicioReal: '2026-02-10',
    fechaTerminoReal: '2026-09-28',
    fechaEntregaRecepcion: '2026-10-05',
    ...{ montoFinal: 1_950_000, alcanceFinal: 'Siete cuadras.' },
    motivoVariacion: 'Una cuadra más.',
  };
  await part(id, 'ejecucion', outcome, 'PATCH');
  return { id, contract };
}

/** Says whose money it is, what for and for whom, and where people ask about it. */
async function explain(id: number) {
  const file = {
    ...{ proposito: 'Que se pueda pasar.', meta: { cantidad: 1.2, unidad: 'kilómetros' } },
    ...{ beneficiarios: 1850, modalidad: 'CONTRATO', fechaAprobacion: '2026-01-15' },
    fuentes: [
      { fondoId: 2, monto: 1_500_000.5 },
      { fondoId: 1, monto: 499_999.5 },
    ],
  };
  await part(id, 'expediente', file, 'PATCH');
  const office = { oficina: 'Transparencia', telefono: '999 930 3000', pagina: 'https://a.mx' };
  await write('admin', 'PATCH', '/dependencias/1/contacto', office);
}

describe('the follow-up of works in OC4IDS', () => {
  beforeEach(resetWithCatalog);

  test('has the planned term of a work, its progress and its end', async () => {
    await richObra();
    const [project] = await projects('/oc4ids/RICA');
    assert.deepEqual(project.period, term('2026-02-01', '2026-10-31', 273));
    assert.deepEqual(project.implementationPeriod, term('2026-02-10', '2026-09-28', 231));
    assert.deepEqual(project.completionPeriod, term('2026-09-28', '2026-10-05', 8));
    const unit = { name: 'percent', scheme: 'UNCEFACT', id: 'P1' };
    const measured = (id: string, day: string, measure: number, more = {}) => ({
      ...{ id, measure, unit, period: { startDate: end(day), endDate: end(day) } },
      ...more,
    });
    // Of several programmes the newest.
    assert.deepEqual(project.forecasts, [
      {
        id: 'physicalProgress',
        title: 'Avance físico programado',
        observations: [measured('1', '2026-06-30', 40), measured('2', '2026-12-15', 100)],
      },
    ]);
    assert.deepEqual(project.metrics, [
      {
        id: 'physicalProgress',
        title: 'Avance físico',
        observations: [
          measured('1', '2026-03-31', 10),
          measured('2', '2026-06-30', 45.5, { notes: 'Se terminó la base.' }),
          measured('3', '2026-09-30', 100),
        ],
      },
      {
        id: 'financialProgress',
        title: 'Lo pagado del monto registrado',
        observations: [
          measured('1', '2026-06-30', 50, { value: pesos(1_000_000.5) }),
          measured('2', '2026-09-30', 95, { value: pesos(1_900_000) }),
        ],
      },
    ]);
    const why = 'Una cuadra más.';
    assert.deepEqual(project.completion, {
      endDate: end('2026-09-28'),
      endDateDetails: why,
      finalValue: pesos(1_950_000),
      finalValueDetails: why,
      finalScope: 'Siete cuadras.',
      finalScopeDetails: why,
    });
  });

  test('has the contractor, the amount, and each change of it with the reason', async () => {
    await richObra();
    const [project] = await projects('/oc4ids/RICA');
    const agency = { id: 'MX-YUC-1', name: 'Secretaría de Obras' };
    const firm = { id: 'MX-RFC-CMA010203AB5', name: 'Constructora del Mayab, S.A. de C.V.' };
    assert.deepEqual(project.parties, [
      { ...agency, roles: ['publicAuthority', 'procuringEntity'] },
      {
        ...firm,
        identifier: { scheme: 'MX-RFC', id: 'CMA010203AB5', legalName: firm.name },
        roles: ['supplier'],
      },
    ]);
    assert.deepEqual(project.documents, [
      {
        id: 'alcance-1',
        documentType: 'projectScope',
        title: 'Alcance según el contrato SOP-LP-014-2026',
        description: 'Pavimentación de la calle 60.',
      },
    ]);
    const [{ id, summary }, ...others] = project.contractingProcesses;
    assert.deepEqual(others, []);
    assert.equal(id, 'ocds-abc-1');
    const { modifications, ...contract } = summary;
    assert.deepEqual(contract, {
      ocid: 'ocds-abc-1',
      externalReference: 'SOP-LP-014-2026',
      nature: ['construction'],
      title: 'SOP-LP-014-2026: Calle 60',
      description: 'Pavimentación de la calle 60.',
      status: 'closed',
      tender: {
        procurementMethod: 'open',
        procurementMethodDetails: 'Licitación pública',
        numberOfTenderers: 4,
        costEstimate: pesos(1_250_000),
        procuringEntity: agency,
      },
      suppliers: [firm],
      contractValue: pesos(1_200_000),
      contractPeriod: term('2026-02-01', '2026-10-31', 273),
      finalValue: pesos(1_500_000),
      documents: [
        {
          id: 'contrato',
          documentType: 'contractSigned',
          title: 'Contrato SOP-LP-014-2026',
          url: 'https://compras.ejemplo.gob.mx/SOP-LP-014-2026',
        },
      ],
    });
    const until = (day: string, days: number) => term('2026-02-01', day, days);
    const change = (id: string, day: string, description: string, more = {}) => ({
      id,
      date: begin(day),
      description: `Convenio ${id[0]}: ${description}`,
      rationale: `Por lo del ${day}.`,
      type: id.slice(2),
      ...more,
    });
    // Each begins with what the one before it left.
    assert.deepEqual(modifications, [
      change('1-value', '2026-05-01', 'cambia el monto', {
        oldContractValue: pesos(1_200_000),
        newContractValue: pesos(1_300_000),
      }),
      change('1-duration', '2026-05-01', 'cambia el plazo', {
        oldContractPeriod: until('2026-10-31', 273),
        newContractPeriod: until('2026-11-15', 288),
      }),
      change('2-scope', '2026-07-01', 'Otra cuadra.'),
      change('3-value', '2026-08-01', 'cambia el monto', {
        oldContractValue: pesos(1_300_000),
        newContractValue: pesos(1_500_000),
      }),
      change('3-duration', '2026-08-01', 'cambia el plazo', {
        oldContractPeriod: until('2026-11-15', 288),
        newContractPeriod: until('2026-12-15', 318),
      }),
    ]);
  });

  test('has a contract that ends before its time as ended, with the reason', async () => {
    const { id } = await newObra();
    const motivoTerminacion = 'La empresa no siguió.';
    const broken = { terminacion: 'RESCISION', fechaTerminacion: '2026-06-30', motivoTerminacion };
    await part(id, 'contratos', contratoBody({ numero: 'A', ...broken }));
    const early = { ...broken, terminacion: 'ANTICIPADA' };
    await part(id, 'contratos', contratoBody({ numero: 'B', ...early }));
    const [project] = await projects();
    const summaries = columnOf(project.contractingProcesses, 'summary');
    const change = (description: string) => ({
      id: 'terminacion',
      date: begin('2026-06-30'),
      description,
      rationale: motivoTerminacion,
      type: 'duration',
      oldContractPeriod: term('2026-02-01', '2026-10-31', 273),
      newContractPeriod: term('2026-02-01', '2026-06-30', 150),
    });
    assert.deepEqual(columnsOf(summaries, 'status', 'modifications'), [
      ['closed', [change('Rescisión')]],
      ['closed', [change('Terminación anticipada')]],
    ]);
    // A final amount is a change of the contract's, the last of all, though an agreement was signed later.
    const [{ id: first }] = (await get(`/obras/${id}/contratos`)).body;
    const justificacion = 'Se acordó tarde.';
    const grown = { fecha: '2026-07-15', montoNuevo: 1_300_000, justificacion };
    await part(id, `contratos/${first}/convenios`, grown);
    await part(id, `contratos/${first}`, { montoFinal: 100_000.5 }, 'PATCH');
    const [ended] = (await projects())[0].contractingProcesses;
    assert.deepEqual(ended.summary.finalValue, pesos(100_000.5));
    assert.deepEqual(ended.summary.modifications.at(-1), {
      id: 'terminacion-value',
      date: begin('2026-06-30'),
      description: 'Rescisión: monto final',
      rationale: motivoTerminacion,
      type: 'value',
      oldContractValue: pesos(1_300_000),
      newContractValue: pesos(100_000.5),
    });
    // The work itself did not end with them.
    assert.ok(!('completion' in project));
    await part(id, 'contratos', contratoBody({ numero: 'C', ...ENDED, montoFinal: 10 }));
    const [unfinished] = await projects();
    // The others have not said what they came to.
    assert.deepEqual(unfinished.completion, { endDate: end('2026-09-30') });
  });

  test('takes the outcome of a work without one from its contracts', async () => {
    const { id } = await newObra();
    await part(id, 'contratos', contratoBody({ numero: 'A', ...ENDED, montoFinal: 100.5 }));
    const later = { ...ENDED, fechaTerminacion: '2026-10-15' };
    await part(id, 'contratos', contratoBody({ numero: 'B', ...later, montoFinal: 200 }));
    // One that builds nothing counts for nothing here.
    await part(id, 'contratos', contratoBody({ numero: 'C', naturaleza: 'SUPERVISION' }));
    const [project] = await projects();
    assert.deepEqual(project.completion, {
      endDate: end('2026-10-15'),
      finalValue: pesos(300.5),
      finalValueDetails: 'Suma de los contratos de obra.',
    });
    await part(id, 'contratos', contratoBody({ numero: 'D' }));
    assert.ok(!('completion' in (await projects())[0]));
  });

  test('has a contractor as one party in however many contracts, and an ocid for each process', async () => {
    const { id } = await newObra();
    const rfc = { contratistaRfc: 'CMA010203AB5' };
    for (const [numero, changes] of [
      ['A', { ...rfc, contratista: 'Mayab', ocid: 'ocds-1' }],
      ['B', { ...rfc, contratista: 'Mayab, S.A.', ocid: 'ocds-1', fechaFirma: '2026-01-21' }],
      ['C', { contratista: 'José Pérez Ñu', naturaleza: 'SUPERVISION', ocid: 'ocds-2' }],
      ['D', { contratista: 'JOSE PEREZ ÑU', naturaleza: 'PROYECTO' }],
    ] as const) {
      await part(id, 'contratos', contratoBody({ numero, ...changes }));
    }
    const [project] = await projects();
    const [, ...suppliers] = project.parties;
    assert.deepEqual(columnsOf(suppliers, 'name', 'roles'), [
      ['Mayab, S.A.', ['supplier']],
      ['JOSE PEREZ ÑU', ['supplier']],
    ]);
    assert.match(suppliers[1].id, /^MX-YUC-contratista-[0-9a-f]{16}$/);
    const processes = project.contractingProcesses.map(({ id, summary }: Project) => [
      id.replace(/\d+$/, 'n'),
      summary.ocid,
      ...summary.nature,
      summary.suppliers[0].id,
    ]);
    const [first, second] = columnOf(suppliers, 'id');
    assert.deepEqual(
      processes.sort((a: string[], b: string[]) => ((a[2] ?? '') < (b[2] ?? '') ? -1 : 1)),
      [
        ['MX-YUC-contrato-n', 'ocds-1', 'construction', first],
        ['MX-YUC-contrato-n', 'ocds-1', 'construction', first],
        ['MX-YUC-contrato-n', undefined, 'design', second],
        ['ocds-n', 'ocds-2', 'supervision', second],
      ],
    );
  });

  test('has contractors with a generic RFC as parties by their names', async () => {
    const { id } = await newObra();
    const contracts = table`
      # firm         | RFC           | name of its party
      Acme Inc.      | XEXX010101000 | ACME INC.
      Bauwerk GmbH   | XEXX010101000 | Bauwerk GmbH
      ACME INC.      | xexx010101000 | ACME INC.
      Juan Pérez     | XAXX010101000 | Juan Pérez
      Ana Uc         | XAXX010101000 | Ana Uc
      Société Lyon   | EXT990101NI1  | Société Lyon
      Rossi S.p.A.   | EXT990101NI4  | Rossi S.p.A.
      Verdi S.p.A.   | EXT990101NI4  | Verdi S.p.A.
      John Doe       | EXTF900101NI1 | John Doe
      Mayab          | CMA010203AB5  | Mayab, S.A.
      Mayab, S.A.    | CMA010203AB5  | Mayab, S.A.`;
    for (const [i, [contratista, contratistaRfc]] of contracts.entries()) {
      const fechaFirma = `2026-01-${10 + i}`;
      const body = contratoBody({ numero: `${i}`, contratista, contratistaRfc, fechaFirma });
      await part(id, 'contratos', body);
    }
    const [{ parties, contractingProcesses }] = await projects();
    const [, ...firms] = parties;
    const names = [...new Set(columnOf(contracts, 2))];
    assert.deepEqual(columnOf(firms, 'name').sort(), names.toSorted());
    const identified = firms.filter(({ identifier }: Project) => identifier);
    assert.deepEqual(columnOf(identified, 'id'), ['MX-RFC-CMA010203AB5']);
    // Each contract names the party that it is with, by its newest name.
    const nameOf = new Map(firms.map(({ id, name }: Project) => [id, name]));
    assert.deepEqual(
      contractingProcesses.map(({ summary }: Project) => nameOf.get(summary.suppliers[0].id)),
      columnOf(contracts, 2),
    );
    const [{ contratista }] = (await get(`/seguimiento?obraId=${id}`)).body;
    assert.equal(contratista, names.join('; '));
  });

  test('is valid in every combination, without what is not known', async () => {
    // The four digits of an obra's number, in the base of three, say which of each part it has: none, or those of a column.
    const plan = { fecha_inicio: '2026-02-01', fecha_termino: '2026-10-31' };
    const own = { numero: 'A', naturaleza: 'OBRA', objeto: 'Pavimentación.', monto: 1_200_000 };
    const firm = { contratista: 'Del Mayab', contratista_rfc: null, fecha_firma: '2026-01-20' };
    const contract = { ...own, ...plan, ...firm };
    const odd = { ...contract, procedimiento: 'INVITACION', url: 'https://compras.mx/año 1?x=[]' };
    const direct = { procedimiento: 'ADJUDICACION_DIRECTA', url: 'https://compras.mx/a%20b' };
    const design = { numero: 'B', naturaleza: 'PROYECTO', contratista_rfc: 'CMA010203AB5' };
    const handed = { fecha_inicio_real: '2026-10-31', fecha_entrega_recepcion: '2026-11-01' };
    const half = { fecha_corte: '2026-06-30', avance_fisico: 50, monto_pagado: 0 };
    const first = { version: 1, ...plan, curva: [] };
    const drawn = { ...first, curva: [{ fecha: '2026-10-31', avanceFisico: 100 }], motivo: null };
    const PARTS: [of: string, one: object[], two: object[]][] = [
      [
        'contratos',
        [odd],
        [
          { ...contract, ...direct },
          { ...contract, ...design },
        ],
      ],
      ['ejecuciones', [{ motivo_variacion: 'Nada.' }], [handed]],
      [
        'avances',
        [{ ...half, avance_fisico: 0, monto_pagado: null }],
        [half, { ...half, fecha_corte: '2026-09-30', monto_pagado: null }],
      ],
      ['programas', [first], [drawn, { ...first, version: 2, motivo: 'Lluvias.' }]],
    ];
    const digit = (place: number) => `(n / ${3 ** place} % 3)`;
    await manyObras('generate_series(0, 80)', {
      numero_obra: 'n + 1',
      nombre: PARTS.map((_, place) => digit(place)).join(` || ' ' || `),
      monto: `CASE ${digit(2)} WHEN 2 THEN 0 ELSE 1000 END`,
    });
    for (const [place, [part, ...columns]] of PARTS.entries()) {
      for (const [i, rows] of columns.entries()) {
        const names = Object.keys(rows[0] as object);
        await db.query(
          `INSERT INTO ${part} (obra_id, ${names}) SELECT n + 1, ${names}
           FROM generate_series(0, 80) n, jsonb_populate_recordset(NULL::${part}, $1) WHERE ${digit(place)} = ${i + 1}`,
          [JSON.stringify(rows)],
        );
      }
    }
    const all = await projects();
    assert.equal(all.length, 81);
    for (const project of all) {
      const digits: number[] = project.title.split(' ').map(Number);
      const [contratos = 0, ejecucion = 0, avances = 0, programas = 0] = digits;
      const has = (name: string, expected: boolean) =>
        assert.equal(name in project, expected, `${name}: ${project.title}`);
      has('period', programas > 0);
      has('implementationPeriod', programas > 0 || contratos > 0 || ejecucion > 1);
      has('forecasts', false);
      has('metrics', avances > 0);
      has('completion', false);
      has('completionPeriod', ejecucion > 1);
      has('contractingProcesses', contratos > 0);
      assert.equal(project.metrics?.length ?? 0, avances);
      assert.equal(project.parties.length, 1 + contratos);
      const urls = valuesAt(project, 'contractingProcesses/summary/documents/url');
      assert.deepEqual(urls, contratos > 1 ? ['https://compras.mx/a%20b'] : []);
    }
  });

  test('has whose money it is, what for and for whom, of a work without any other follow-up too', async () => {
    for (const isFollowed of [true, false]) {
      await resetWithCatalog();
      const { id } = isFollowed ? await richObra() : await newObra({ claveUnica: 'RICA' });
      await explain(id);
      const [project] = await projects('/oc4ids/RICA');
      assert.equal(project.purpose, 'Que se pueda pasar.');
      const people = { title: 'Beneficiarios', beneficiaries: [{ numberOfPeople: 1850 }] };
      assert.deepEqual(project.benefits, [people]);
      assert.equal(project.budget.approvalDate, begin('2026-01-15'));
      const [, byFund] = project.budget.budgetBreakdowns;
      const [one, two] = byFund.budgetBreakdown;
      const [, name] = project.parties.flatMap((party: Project) =>
        party.roles.includes('funder') ? [party.name] : [],
      );
      assert.deepEqual([one.id, one.amount], ['fondo-1', pesos(499_999.5)]);
      assert.deepEqual(two.sourceParty, { id: 'MX-YUC-fondo-2', name });
      const office = { name: 'Transparencia', telephone: '999 930 3000', url: 'https://a.mx' };
      assert.deepEqual(project.parties[0].contactPoint, office);
      const goal = { id: '1', measure: 1.2, unit: { name: 'kilómetros' } };
      assert.deepEqual(project.forecasts.at(-1), {
        id: 'goal',
        title: 'Meta',
        observations: [goal],
      });
    }
  });

  test('has the public files of a work, each in the standard’s place and type', async () => {
    if (!hasFeature('archivos')) return;
    const { id, contract } = await richObra({ ubicaciones: [ubicacionBody()] });
    const CLASSES = {
      EXPEDIENTE_TECNICO: 'projectScope',
      PROYECTO_EJECUTIVO: 'technicalSpecifications',
      IMPACTO_AMBIENTAL: 'environmentalImpact',
      IMPACTO_SOCIAL: 'socialImpact',
      IMPACTO_PREDIOS: 'landAndSettlementImpact',
      CONVOCATORIA: 'tenderNotice',
      FALLO: 'awardNotice',
      CONTRATO: 'contractSigned',
      CONVENIO: 'contractAmendment',
      FIANZA: 'contractGuarantees',
      INFORME_AVANCE: 'physicalProgressReport',
      ACTA_ENTREGA: 'completionCertificate',
      FINIQUITO: 'financialProgressReport',
      AUDITORIA: 'financialAuditReport',
      OTRO: undefined,
    };
    const root = 'https://obras.ejemplo.mx';
    const expected = (archivo: number, documentType: string | undefined, more: object) => ({
      id: `archivo-${archivo}`,
      ...(documentType && { documentType }),
      title: 'Cimentación',
      url: `${root}/obras/${id}/archivos/${archivo}/contenido`,
      ...more,
    });
    const pdf = { format: 'application/pdf' };
    const ofWork: object[] = [];
    const ofContract: object[] = [];
    for (const [clase, documentType] of Object.entries(CLASSES)) {
      const inWork = await noteArchivo(id, { clase });
      ofWork.push(expected(inWork, documentType, pdf));
      const inContract = await noteArchivo(id, { clase, contrato_id: contract.id });
      ofContract.push(expected(inContract, documentType, pdf));
      await noteArchivo(id, { clase, publico: false });
      await noteArchivo(id, { clase, publico: false, contrato_id: contract.id });
    }
    await noteArchivo(id, { publico: false });
    const photo = await noteArchivo(id, { fecha: '2026-05-12' });
    const dated = { dateModified: begin('2026-05-12'), format: 'image/jpeg' };
    // The older days come first.
    ofWork.unshift(expected(photo, 'illustration', dated));
    // The day of a file's name is no fact that is published.
    const guessed = await noteArchivo(id, { fecha: '2026-05-13', fecha_segun: 'NOMBRE' });
    ofWork.splice(1, 0, expected(guessed, 'illustration', { format: 'image/jpeg' }));
    const { id: bare } = await newObra({ claveUnica: 'SIN SEGUIMIENTO' });
    const alone = await noteArchivo(bare);
    await withApp({ PUBLIC_READ: true, PUBLIC_URL: root }, async (url) => {
      for (const path of ['/oc4ids', '/oc4ids/RICA']) {
        const { body } = await get(path, 'nobody', { url });
        assertValid(body);
        const [{ documents, contractingProcesses }] = body.projects;
        assert.equal(documents[0].id, `alcance-${contract.id}`);
        assert.deepEqual(documents.slice(1), ofWork);
        const { documents: itsOwn } = contractingProcesses[0].summary;
        assert.equal(itsOwn[0].id, 'contrato');
        assert.deepEqual(itsOwn.slice(1), ofContract);
      }
      const { body } = await get('/oc4ids/SIN%20SEGUIMIENTO', 'nobody', { url });
      assertValid(body);
      assert.deepEqual(columnOf(body.projects[0].documents, 'id'), [`archivo-${alone}`]);
    });
    // Where not everybody may read, an address is none that a reader of the package could open.
    await withApp({ PUBLIC_URL: root }, async (url) => {
      const { body } = await get('/oc4ids', 'user', { url });
      assertValid(body);
      const [{ documents, contractingProcesses }, second] = body.projects;
      assert.equal(documents.length, 1);
      assert.equal(contractingProcesses[0].summary.documents.length, 1);
      assert.equal('documents' in second, false);
    });
  });

  test('has a newer date after a report, and neither after a clerk’s appointment nor a private file', async () => {
    const { id } = await newObra();
    const first = await get('/oc4ids');
    await appoint([1]);
    await noteArchivo(id, { publico: false });
    await db.query("UPDATE archivos SET titulo = 'Otro título'");
    const same = await get('/oc4ids');
    assert.deepEqual(same.body, first.body);
    await part(id, 'avances', { fechaCorte: '2026-06-30', avanceFisico: 10 });
    const condition = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
    const { body } = await get('/oc4ids', 'user', condition);
    assertValid(body);
    assert.ok(body.publishedDate > first.body.publishedDate);
    assert.equal(body.projects[0].updated, body.publishedDate);
  });

  test('streams works with long follow-ups, each once and whole', async () => {
    // A megabyte, which is a step, and half of one.
    await manyObras(60, { municipio_id: '1 + n % 106', estatus_obra_id: '1 + n % 7' });
    await db.query(
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado, observaciones)
       SELECT o.id, '2025-01-01'::date + n, n, n, repeat('ñ', 2000)
       FROM obras o, generate_series(1, 30) n WHERE o.id % 6 = 0`,
    );
    const all = await projects();
    assert.equal(all.length, 60);
    const counts = all.map(({ metrics }) => metrics?.[0].observations.length ?? 0);
    assert.deepEqual([...new Set(counts)].sort(), [0, 30]);
    assert.equal(counts.filter((count) => count === 30).length, 10);
  });
});

// CoST -------------------------------------------------------------------------------------------

const read = (path: string) =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

describe('the items of CoST’s Infrastructure Data Standard', () => {
  const items = readItems();
  const published = items.filter(({ rutas }) => rutas);

  test('are all in the project of a complete work, as docs/datos.md claims', async () => {
    if (!hasFeature('archivos')) return;
    await resetWithCatalog();
    const { id } = await richObra();
    await explain(id);
    for (const clase of ['IMPACTO_AMBIENTAL', 'IMPACTO_PREDIOS', 'AUDITORIA'])
      await noteArchivo(id, { clase });
    let project: Project;
    await withApp({ PUBLIC_READ: true }, async (url) => {
      const { body } = await get('/oc4ids/RICA', 'nobody', { url });
      [project] = body.projects;
    });
    for (const { dato, rutas = [], falta } of items) {
      assert.equal(rutas.length > 0, falta === undefined, dato);
      for (const path of rutas) assert.ok(valuesAt(project, path).length > 0, `${dato}: ${path}`);
    }
    assert.equal(published.length, 37);
  });

  test('are 39, and docs/datos.md has the right number of each phase', () => {
    assert.equal(new Set(items.map(({ dato }) => dato)).size, 39);
    const text = read('docs/datos.md').replace(/\s+/g, ' ');
    assert.ok(text.includes('De los 39 datos que'));
    assert.ok(text.includes(`publica ${published.length}:`));
    for (const fase of new Set(items.map(({ fase }) => fase))) {
      const [all, there] = [items, published].map(
        (list) => list.filter((item) => item.fase === fase).length,
      );
      assert.ok(text.includes(`| ${fase} | ${there} de ${all} |`), fase);
    }
  });
});
