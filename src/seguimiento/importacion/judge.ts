import { remark } from '../../base/errors.ts';
import { tidy } from '../../base/text.ts';
import type { Cell, SheetRow } from '../../obras/importacion/cells.ts';
import { type Column, type Headings, isKnownBlank } from '../../obras/importacion/headings.ts';
import { isNoKey } from '../../obras/importacion/keys.ts';
import type { ReadRequest } from '../../obras/importacion/reading.ts';
import type { Fault, JudgedRow, Note, Said } from '../../obras/importacion/said.ts';
import { PLACES, unitInDoubt } from '../../obras/importacion/units.ts';
import {
  fold,
  isBrief,
  quoted,
  type Read,
  readKey,
  readSheetAmount,
  readText,
  readYear,
} from '../../obras/importacion/values.ts';
import {
  AMOUNTS,
  AVANCE_CAMPOS,
  type Campo,
  type CampoDeAvance,
  type CampoDeContrato,
  CONTRATO_CAMPOS,
} from './columnas.ts';
import { readDay, readPercent, readQuarter, readWord, WORDS_OF } from './valores.ts';

// What a row says of a work's report and of one of its contracts, and what of it can't be understood. The rules of both, and
// what the registry has already, come later (import.ts).

/** What a row says, by the names of the interface. */
export type AvanceDicho = Partial<Record<CampoDeAvance, string | number>>;
export type ContratoDicho = Partial<Record<CampoDeContrato, string | number>>;

export interface Judged extends JudgedRow {
  /** Null where the row has none, or one that can't be read. */
  clave: string | null;
  /** The report; null where the row says nothing but its day. */
  avance: AvanceDicho | null;
  /** Whether nothing but its bare number says that its progress is a percentage. */
  isBare: boolean;
  /** The contract; null where the row says none. */
  contrato: ContratoDicho | null;
}

export interface JudgeOptions extends ReadRequest {
  /** The day of rows that say none, AAAA-MM-DD. */
  fechaCorte?: string | undefined;
}

/** Fields whose texts are kept as they are read. */
const TEXTS: Campo[] = [
  'claveUnica',
  'observaciones',
  'numero',
  'objeto',
  'contratista',
  'contratistaRfc',
  'ocid',
  'url',
  'motivoTerminacion',
];

/** Their columns, counted from 0. */
export const keptColumns = ({ of }: Headings<Campo>): number[] =>
  TEXTS.flatMap((campo) => (of[campo] ?? []).map(({ index }) => index));

const isAmount = (campo: Campo): boolean => (AMOUNTS as readonly Campo[]).includes(campo);
const isWord = (campo: Campo): campo is keyof typeof WORDS_OF => campo in WORDS_OF;

/** Answers how to judge a sheet's rows. Columns that count for nothing in it are blanked. */
export function createJudge(
  headings: Headings<Campo>,
  { fechaCorte, unidadMonto }: JudgeOptions,
): (row: SheetRow) => Judged | undefined {
  ignoreContracts(headings);
  const { of, unit } = headings;
  const doubt = unitInDoubt(unit?.unit, unidadMonto);
  const places = PLACES[unidadMonto ?? 'pesos'];
  const repeated = repetitions();

  return ({ cells, fila }) => {
    if (isKnownBlank(headings, { cells, fila })) return undefined;
    const faults: Fault[] = [];
    const notes: Note[] = [];
    let isBare = false;
    const refuse = (campo: Campo, said: Said, column?: Column<Campo>, valor?: string) =>
      faults.push({ columna: column?.heading ?? campo, valor: valor ?? null, ...said });

    /** What a field's cell stands for, of the columns that say it the best that is not blank. */
    const read = <T>(campo: Campo, reader: (cell: Cell) => Read<T>): T | undefined => {
      for (const column of of[campo] ?? []) {
        const cell = cells[column.index];
        if (cell === undefined) continue;
        const readable = readText(cell);
        const result = 'value' in readable ? reader(cell) : readable;
        if ('value' in result) return result.value;
        const { fault, ...rest } = result;
        refuse(campo, { ...remark(campo, fault), ...rest }, column, cell.text);
        return undefined;
      }
      return undefined;
    };

    const clave = read('claveUnica', readKey);
    const key = clave === undefined ? null : (tidy(clave) ?? clave.trim());
    if (key !== null && isNoKey(key)) {
      const general = 'no es una clave; escriba la que identifica a la obra.';
      refuse('claveUnica', { ...remark('claveUnica', `${quoted(key)} ${general}`), general });
    } else if (key === null && faults.length === 0) {
      const text = 'Falta la clave única. Escríbala en la fila.';
      refuse('claveUnica', { field: '', campo: 'claveUnica', text, codigo: 'faltaDato' });
    }

    const valueIn = (campo: Campo): string | number | undefined => {
      if (campo === 'avanceFisico') {
        return read(campo, (cell) => {
          const percent = readPercent(cell);
          isBare = percent.isBare === true;
          if (percent.isRounded) {
            const text = 'se redondea a dos decimales.';
            const [column] = of[campo] ?? [];
            notes.push({
              ...remark(campo, text),
              columna: column?.heading ?? campo,
              valor: cell.text,
              once: campo,
            });
          }
          return percent;
        });
      }
      if (isAmount(campo)) {
        if (doubt && unit && read(campo, readText) !== undefined) {
          const [column] = of[campo] ?? [];
          const isForeign = doubt === 'otra moneda';
          const what = isForeign
            ? 'habla de otra moneda y el registro guarda pesos mexicanos: convierta los montos.'
            : `habla de ${doubt}: confirme si los montos están en ${doubt} de pesos o en pesos.`;
          const codigo = isForeign ? 'otraMoneda' : 'unidadMonto';
          const said = { ...remark(campo, `${quoted(unit.text)} ${what}`), codigo, once: codigo };
          refuse(campo, said as Said, column);
          return undefined;
        }
        return read(campo, (cell) => readSheetAmount(cell, places));
      }
      if (isWord(campo)) return read(campo, (cell) => readWord(campo, cell));
      if (campo.startsWith('fecha')) return read(campo, readDay);
      if (campo === 'numeroProponentes') return read(campo, readCount);
      const text = read(campo, campo === 'numero' ? readKey : readText);
      if (text === undefined) return undefined;
      const tidied = tidy(text, { isUpperCase: campo === 'contratistaRfc' }) ?? text.trim();
      return tidied === '' ? undefined : tidied;
    };
    const said = <C extends Campo>(campos: C[]) =>
      Object.fromEntries(
        campos.flatMap((campo) => {
          const value = valueIn(campo);
          return value === undefined ? [] : [[campo, value]];
        }),
      ) as Partial<Record<C, string | number>>;

    const avance = said(AVANCE_CAMPOS);
    const contrato = said(CONTRATO_CAMPOS);
    const isReport = Object.keys(avance).some((campo) => campo !== 'fechaCorte');
    const isFaulty = (campo: Campo) => faults.some(({ field }) => field === campo);
    if (avance.fechaCorte === undefined && !isFaulty('fechaCorte')) {
      const year = read('ciclo', readYear);
      const quarter = isFaulty('ciclo')
        ? undefined
        : read('trimestre', (cell) => readQuarter(cell, year));
      const day = quarter ?? (isFaulty('trimestre') ? undefined : fechaCorte);
      if (day !== undefined) avance.fechaCorte = day;
      else if (isReport && !isFaulty('trimestre') && !isFaulty('ciclo')) {
        const text = 'Falta la fecha de corte. Escríbala en la fila, o elija una para todas.';
        refuse('fechaCorte', { field: '', campo: 'fechaCorte', text, codigo: 'faltaDato' });
      }
    }
    const judged: Judged = {
      fila,
      clave: key,
      avance: isReport ? avance : null,
      contrato: contratoOf(contrato),
      isBare,
      faults,
      notes,
    };
    if (faults.length === 0) faults.push(...repeated(judged));
    return judged;
  };
}

/** Without a column for its number nothing says which contract is meant: columns such as «Monto» are another thing's there. */
function ignoreContracts({ columns, of }: Headings<Campo>): void {
  if (of.numero) return;
  const ofContrato: readonly Campo[] = CONTRATO_CAMPOS;
  for (const column of columns) {
    if (column.campo && ofContrato.includes(column.campo)) column.campo = undefined;
  }
  for (const campo of CONTRATO_CAMPOS) delete of[campo];
}

/** A contract that a row says something of: its number alone is only to look at. */
const contratoOf = (contrato: ContratoDicho): ContratoDicho | null =>
  contrato.numero !== undefined && Object.keys(contrato).length > 1 ? contrato : null;

/** A count: digits alone. */
const readCount = ({ text }: Cell): Read<number> =>
  /^\d{1,6}$/.test(text.trim())
    ? { value: Number(text) }
    : { fault: `${quoted(text)} no es un número entero.`, general: 'no es un número entero.' };

/** Tells reports and contracts that stand twice in a sheet and do not say the same. */
function repetitions(): (row: Judged) => Fault[] {
  const known = new Map<string, { fila: number; said: string }>();
  return ({ clave, fila, avance, contrato }) => {
    if (clave === null || !isBrief(clave)) return [];
    const parts: [Campo, string, object, string][] = [];
    if (avance?.fechaCorte) {
      parts.push(['fechaCorte', `a${avance.fechaCorte}`, avance, 'La obra ya tiene ese corte']);
    }
    if (contrato?.numero) {
      parts.push([
        'numero',
        `c${fold(String(contrato.numero))}`,
        contrato,
        'La obra ya tiene ese contrato',
      ]);
    }
    return parts.flatMap(([campo, key, said, what]): Fault[] => {
      const full = `${key} ${clave}`;
      const earlier = known.get(full);
      if (!earlier) known.set(full, { fila, said: JSON.stringify(said) });
      if (!earlier || earlier.said === JSON.stringify(said)) return [];
      const text = `${what} en la fila ${earlier.fila} de este archivo, con otros datos.`;
      const general = `${what} en otra fila de este archivo, con otros datos.`;
      return [{ field: '', campo, columna: campo, valor: clave, text, general }];
    });
  };
}
