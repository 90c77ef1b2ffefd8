import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plazoOf } from '../../../src/features/seguimiento/plazo.ts';
import { table } from '../../table.ts';

// How a work's term is told: for when it was, and when it ended, where somebody has said so.

const NOW = '2026-11-20';

// Days are of 2026 unless they have a year; `late` is the days of delay, `end` the day on which people say that it ended.
const CASES = table`
  # a work that is                                              | status | original | in force   | late | end   | reports              | words of its term
  no term                                                       | 4      | -        | -          | -    | -     | -                    | Sin dato: No hay fecha de término registrada
  built in time by its report, still under way by its status    | 4      | 10-31    | 10-31      | 0    | -     | 09-30 100            | A tiempo: Se reportó al 100 % con corte al 30 de septiembre de 2026: debía ser el 31 de octubre de 2026
  ended in time                                                 | 6      | 10-31    | 10-31      | 0    | 10-01 | 09-30 100            | A tiempo: Terminó el 1 de octubre de 2026: debía ser el 31 de octubre de 2026
  ended within a term that was moved                            | 6      | 08-31    | 10-31      | 0    | 10-01 | -                    | En el plazo vigente: Terminó el 1 de octubre de 2026: debía ser el 31 de octubre de 2026; al inicio era el 31 de agosto de 2026
  ended in time for what was promised at first                  | 6      | 10-15    | 10-31      | 0    | 10-01 | -                    | A tiempo: Terminó el 1 de octubre de 2026: debía ser el 15 de octubre de 2026
  built in time for what was promised, and reported again later | 6      | 08-31    | 10-31      | 0    | -     | 06-30 60, 08-15 100, 09-30 100 | A tiempo: Se reportó al 100 % con corte al 15 de agosto de 2026: debía ser el 31 de agosto de 2026
  ended late                                                    | 6      | 10-01    | 10-01      | 40   | 11-10 | -                    | 40 días de atraso: Terminó el 10 de noviembre de 2026: debía ser el 1 de octubre de 2026
  built late by a report, of which there are more since         | 6      | 06-01    | 06-01      | 75   | -     | 09-30 100, 10-31 100 | 2 meses de atraso: Se reportó al 100 % con corte al 15 de agosto de 2026: debía ser el 1 de junio de 2026 (75 días)
  built, and then less                                          | 4      | 11-01    | 11-01      | 19   | -     | 09-30 100, 10-31 95  | 19 días de atraso: Debía terminar el 1 de noviembre de 2026
  finished by its status, nobody says when                      | 6      | 10-31    | 10-31      | -    | -     | 09-30 80             | Sin dato: Debía terminar el 31 de octubre de 2026; falta la fecha en que terminó
  cancelled                                                     | 7      | 10-31    | 10-31      | -    | -     | -                    | Se canceló: Debía terminar el 31 de octubre de 2026
  late                                                          | 4      | 11-01    | 11-01      | 19   | -     | -                    | 19 días de atraso: Debía terminar el 1 de noviembre de 2026
  in time                                                       | 4      | 11-21    | 11-21      | 0    | -     | -                    | Falta 1 día: Debe terminar el 21 de noviembre de 2026
  in time by months                                             | 4      | 2027-02-23 | 2027-02-23 | 0  | -     | -                    | Faltan 3 meses: Debe terminar el 23 de febrero de 2027
  at its last day                                               | 4      | 11-20    | 11-20      | 0    | -     | -                    | Termina hoy: Debe terminar el 20 de noviembre de 2026`;
const dayOf = (text: string) => (text && (text.length > 5 ? text : `2026-${text}`)) || null;

describe('the term of a work', () => {
  for (const [
    what,
    status,
    base = '',
    vigente = '',
    late,
    end = '',
    reports = '',
    words,
  ] of CASES) {
    test(`is in words, of a work that is ${what}`, () => {
      const atraso = {
        fechaTerminoBase: dayOf(base),
        fechaTerminoVigente: dayOf(vigente),
        diasAtraso: late ? Number(late) : null,
      };
      const avances = reports.split(', ').flatMap((report) => {
        const [corte = '', avanceFisico] = report.split(' ');
        return corte ? [{ fechaCorte: `2026-${corte}`, avanceFisico: Number(avanceFisico) }] : [];
      });
      const marcha = { atraso, ejecucion: { fechaTerminoReal: dayOf(end) }, avances };
      const { texto, detalle } = plazoOf(marcha, Number(status), NOW);
      assert.equal(`${texto}: ${detalle}`, words);
    });
  }
});
