import assert from 'node:assert/strict';
import { dayInWords, dayOf } from '../../src/core/base/time.ts';
import { type Account, fetchJson, makeObra, makeUser, type Schema } from './portal-world.ts';

// Works with a follow-up, and the people who write it.

export { dayInWords };

export type Seguimiento = Schema<'SeguimientoDeObra'>;

/** The day so many days from today in Yucatán. */
export const day = (offset: number): string => dayOf(new Date(Date.now() + offset * 86_400_000));
/** A day as its field shows it: 30/06/2026. */
export const inField = (date: string): string => date.split('-').reverse().join('/');

let made = 0;
/** A name that no other test has. */
export const named = (name: string) => `${name} ${process.pid}-${++made}`;

/** An agency of the test's own. */
export const makeDependencia = async (nombre = named('Dependencia')) =>
  fetchJson<{ id: number; nombre: string }>('POST', '/dependencias', { nombre, siglas: 'ZZ' });

/** Somebody who writes the follow-up of these agencies, with an account of their own. */
export async function makeClerk(
  dependenciaIds: number[],
): Promise<Account & { id: string; appoint: (ids: number[]) => Promise<unknown> }> {
  const account = { email: `captura-${process.pid}-${++made}@ejemplo.mx`, password: 'propia-123' };
  const id = await makeUser(account.email, account.password, { nombreCompleto: named('Captura') });
  const appoint = (ids: number[]) =>
    fetchJson('PATCH', `/users/${id}/dependencias`, { dependenciaIds: ids });
  await appoint(dependenciaIds);
  return { ...account, id, appoint };
}

/** A work under way of an agency of its own, and the clerk who writes of it. */
export async function world(fields: Record<string, unknown> = {}) {
  const dependencia = await makeDependencia();
  const [clerk, { id }] = await Promise.all([
    makeClerk([dependencia.id]),
    makeObra({ monto: 1_000_000, estatusObraId: 4, dependenciaId: dependencia.id, ...fields }),
  ]);
  return { clerk, id, dependencia };
}

/** Reports of a work. */
export const report = (obra: number, fechaCorte: string, avanceFisico: number, more: object = {}) =>
  fetchJson<Schema<'Avance'>>('POST', `/obras/${obra}/avances`, {
    fechaCorte,
    avanceFisico,
    ...more,
  });
/** Asserts what the reports of a work say, each in a text: day, percent, amount paid, cause, remarks, with `-` for none. */
export async function assertAvances(obra: number, ...rows: string[]): Promise<void> {
  const found = (await avancesOf(obra)).map((one) =>
    [one.fechaCorte, one.avanceFisico, one.montoPagado, one.causaAtraso, one.observaciones]
      .map((value) => (value === null || value === '' ? '-' : value))
      .join(' '),
  );
  assert.deepEqual(found, rows);
}
export const avancesOf = (obra: number) =>
  fetchJson<Schema<'Avance'>[]>('GET', `/obras/${obra}/avances`);

/** What a contract must say, but for its number. */
export const CONTRATO = {
  naturaleza: 'OBRA',
  objeto: 'Pavimentación de la calle 60.',
  contratista: 'Constructora del Mayab, S.A. de C.V.',
  monto: 1_180_000,
  fechaFirma: day(-310),
  fechaInicio: day(-300),
  fechaTermino: day(-100),
};

/** A work that is late, reprogrammed, reported three times, and has a contract with an agreement and one that was rescinded. */
export async function makeFollowed(fields: Record<string, unknown> = {}): Promise<number> {
  const { id } = await makeObra({ monto: 2_000_000, estatusObraId: 4, ...fields });
  const post = (path: string, body: object) =>
    fetchJson<{ id: number }>('POST', `/obras/${id}/${path}`, body);
  await post('programas', {
    fechaInicio: day(-300),
    fechaTermino: day(-100),
    curva: [{ fecha: day(-200), avanceFisico: 60 }],
  });
  await post('programas', {
    fechaInicio: day(-300),
    fechaTermino: day(-60),
    motivo: 'Las lluvias de junio detuvieron la obra.',
  });
  await report(id, day(-250), 10);
  await report(id, day(-200), 30, { montoPagado: 800_000 });
  await report(id, day(-145), 45.5, {
    montoPagado: 1_200_000,
    causaAtraso: 'CLIMA',
    observaciones: 'Se terminó la cimentación.',
  });
  const { id: signed } = await post('contratos', {
    ...CONTRATO,
    numero: 'SOP-LP-014',
    contratistaRfc: 'CMA010203AB5',
    procedimiento: 'LICITACION_PUBLICA',
    numeroProponentes: 4,
    url: 'https://compras.ejemplo.gob.mx/SOP-LP-014',
  });
  await post(`contratos/${signed}/convenios`, {
    fecha: day(-120),
    montoNuevo: 1_315_000.5,
    fechaTerminoNueva: day(-80),
    justificacion: 'Volúmenes adicionales por suelo rocoso.',
  });
  await post('contratos', {
    ...CONTRATO,
    numero: 'SOP-AD-002',
    naturaleza: 'SUPERVISION',
    terminacion: 'RESCISION',
    fechaTerminacion: day(-150),
    motivoTerminacion: 'Dejó de presentarse.',
  });
  await fetchJson('PATCH', `/obras/${id}/ejecucion`, { fechaInicioReal: day(-290) });
  return id;
}
