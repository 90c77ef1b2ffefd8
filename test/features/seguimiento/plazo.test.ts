import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plazoOf } from '../../../src/features/seguimiento/plazo.ts';

// How a work's term is told: for when it was, and when it ended, where somebody has said so.

const NOW = '2026-11-20';

type Case = [
  work: [
    estatusObraId: number,
    original: string | null,
    vigente: string | null,
    diasAtraso: number | null,
    end: string | null,
  ],
  reports: [corte: string, avance: number][],
  said: string,
];

// biome-ignore format: rows
const CASES: Record<string, Case> = {
  'no term': [[4, null, null, null, null], [], 'Sin dato: No hay fecha de término registrada'],
  'built in time by its report, still under way by its status': [
    [4, '2026-10-31', '2026-10-31', 0, null],
    [['2026-09-30', 100]],
    'A tiempo: Se reportó al 100 % con corte al 30 de septiembre de 2026: debía ser el 31 de octubre de 2026',
  ],
  'ended in time': [
    [6, '2026-10-31', '2026-10-31', 0, '2026-10-01'],
    [['2026-09-30', 100]],
    'A tiempo: Terminó el 1 de octubre de 2026: debía ser el 31 de octubre de 2026',
  ],
  'ended within a term that was moved': [
    [6, '2026-08-31', '2026-10-31', 0, '2026-10-01'],
    [],
    'En el plazo vigente: Terminó el 1 de octubre de 2026: debía ser el 31 de octubre de 2026; al inicio era el 31 de agosto de 2026',
  ],
  'ended in time for what was promised at first': [
    [6, '2026-10-15', '2026-10-31', 0, '2026-10-01'],
    [],
    'A tiempo: Terminó el 1 de octubre de 2026: debía ser el 15 de octubre de 2026',
  ],
  'built in time for what was promised, and reported again later': [
    [6, '2026-08-31', '2026-10-31', 0, null],
    [
      ['2026-06-30', 60],
      ['2026-08-15', 100],
      ['2026-09-30', 100],
    ],
    'A tiempo: Se reportó al 100 % con corte al 15 de agosto de 2026: debía ser el 31 de agosto de 2026',
  ],
  'ended late': [
    [6, '2026-10-01', '2026-10-01', 40, '2026-11-10'],
    [],
    '40 días de atraso: Terminó el 10 de noviembre de 2026: debía ser el 1 de octubre de 2026',
  ],
  'built late by a report, of which there are more since': [
    [6, '2026-06-01', '2026-06-01', 75, null],
    [
      ['2026-09-30', 100],
      ['2026-10-31', 100],
    ],
    '2 meses de atraso: Se reportó al 100 % con corte al 15 de agosto de 2026: debía ser el 1 de junio de 2026 (75 días)',
  ],
  'built, and then less': [
    [4, '2026-11-01', '2026-11-01', 19, null],
    [
      ['2026-09-30', 100],
      ['2026-10-31', 95],
    ],
    '19 días de atraso: Debía terminar el 1 de noviembre de 2026',
  ],
  'finished by its status, nobody says when': [
    [6, '2026-10-31', '2026-10-31', null, null],
    [['2026-09-30', 80]],
    'Sin dato: Debía terminar el 31 de octubre de 2026; falta la fecha en que terminó',
  ],
  cancelled: [[7, '2026-10-31', '2026-10-31', null, null], [], 'Se canceló: Debía terminar el 31 de octubre de 2026'],
  late: [[4, '2026-11-01', '2026-11-01', 19, null], [], '19 días de atraso: Debía terminar el 1 de noviembre de 2026'],
  'in time': [[4, '2026-11-21', '2026-11-21', 0, null], [], 'Falta 1 día: Debe terminar el 21 de noviembre de 2026'],
  'in time by months': [[4, '2027-02-23', '2027-02-23', 0, null], [], 'Faltan 3 meses: Debe terminar el 23 de febrero de 2027'],
  'at its last day': [[4, '2026-11-20', '2026-11-20', 0, null], [], 'Termina hoy: Debe terminar el 20 de noviembre de 2026'],
};

describe('the term of a work', () => {
  for (const [what, [work, reports, said]] of Object.entries(CASES)) {
    const [estatusObraId, base, vigente, diasAtraso, end] = work;
    test(`is in words, of a work that is ${what}`, () => {
      const marcha = {
        atraso: { fechaTerminoBase: base, fechaTerminoVigente: vigente, diasAtraso },
        ejecucion: { fechaTerminoReal: end },
        avances: reports.map(([fechaCorte, avanceFisico]) => ({ fechaCorte, avanceFisico })),
      };
      const { texto, detalle } = plazoOf(marcha, estatusObraId, NOW);
      assert.equal(`${texto}: ${detalle}`, said);
    });
  }
});
