import { dayInWords } from '../../core/base/time.ts';
import type { Ledger } from '../../core/bitacora/ledger.ts';
import { AVANCE, CONTRATO, CONVENIO, EJECUCION, PROGRAMA } from './campos.ts';
import { CAUSAS, NATURALEZAS, PROCEDIMIENTOS, TERMINACIONES } from './opciones.ts';
import { RECURSOS } from './recursos.ts';

export const EN_BITACORA = {
  avances: {
    called: RECURSOS.avances,
    part: {
      fields: AVANCE,
      choices: { causaAtraso: CAUSAS },
      percentages: ['avanceFisico'],
      naming: ['fechaCorte'],
      name: (registro, known) => {
        const day = known('fechaCorte');
        return day ? `el avance al ${dayInWords(day)}` : `el avance ${registro}`;
      },
      made: ({ value, inWords }) => {
        const paid = value('montoPagado') === null ? '' : ` y ${inWords('montoPagado')} pagados`;
        const since =
          value('avanceFisico', 'antes') === null
            ? ''
            : ` (antes ${inWords('avanceFisico', 'antes')})`;
        return `reportó ${inWords('avanceFisico')} de avance al ${inWords('fechaCorte')}${since}${paid}`;
      },
    },
  },
  programas: {
    called: RECURSOS.programas,
    part: {
      fields: PROGRAMA,
      naming: [],
      name: (registro) => `el programa ${registro}`,
      made: ({ value, inWords }) => {
        const term = `del ${inWords('fechaInicio')} al ${inWords('fechaTermino')}`;
        const reason = value('motivo') === null ? '' : `, porque ${inWords('motivo')}`;
        return value('version') === 1
          ? `registró el programa original, ${term}`
          : `reprogramó la obra, ${term}${reason}`;
      },
    },
  },
  ejecucion: {
    called: RECURSOS.ejecucion,
    part: {
      fields: EJECUCION,
      naming: [],
      name: () => 'la ejecución',
      made: ({ list }) => `indicó ${list(Object.keys(EJECUCION))}`,
    },
  },
  contratos: {
    called: RECURSOS.contratos,
    part: {
      fields: CONTRATO,
      choices: {
        naturaleza: NATURALEZAS,
        procedimiento: PROCEDIMIENTOS,
        terminacion: TERMINACIONES,
      },
      // A person's says the day of birth.
      unsaid: ['contratistaRfc'],
      naming: ['numero'],
      name: (registro, known) => contratoCalled(known('numero'), registro),
      made: ({ name, inWords }) =>
        `registró ${name} con ${inWords('contratista')} por ${inWords('monto')}, del ${inWords('fechaInicio')} al ${inWords('fechaTermino')}`,
    },
  },
  convenios: {
    called: RECURSOS.convenios,
    part: {
      fields: CONVENIO,
      naming: ['orden', 'contratoId'],
      name: (registro, known) => {
        const contrato = known('contratoId');
        const number = contrato && known('numero', `contratos/${contrato}`);
        return `el convenio ${known('orden') ?? registro} ${contratoCalled(number, contrato).replace('el', 'del')}`;
      },
      made: ({ name, list }) =>
        `registró ${name}: ${list(['montoNuevo', 'fechaTerminoNueva', 'alcance', 'justificacion'])}`,
    },
  },
} satisfies Ledger;

const contratoCalled = (number: string | undefined, id: string | null | undefined) =>
  `el contrato ${number ? `«${number}»` : id}`;
