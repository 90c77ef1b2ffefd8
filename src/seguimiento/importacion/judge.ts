import { remark } from '../../base/errors.ts';
import { tidy } from '../../base/text.ts';
import { readSheetAmount } from '../../hojas/celdas/amount.ts';
import { type Cell, type SheetRow, Unreadable } from '../../hojas/celdas/cell.ts';
import { readDay, readQuarter, readYear } from '../../hojas/celdas/day.ts';
import { isNoKey, readKey } from '../../hojas/celdas/key.ts';
import { findMojibake } from '../../hojas/celdas/mojibake.ts';
import { readPercent } from '../../hojas/celdas/percent.ts';
import {
  fold,
  foldHeading,
  isBrief,
  quoted,
  type Read,
  readText,
} from '../../hojas/celdas/text.ts';
import { PLACES, unitInDoubt, withoutUnit } from '../../hojas/celdas/units.ts';
import type { Finding, ReadRow, Rejection, Warning } from '../../hojas/importacion/findings.ts';
import type { ReadRequest } from '../../hojas/lector/messages.ts';
import { type Column, type Headings, isKnownBlank, likeliest } from '../../hojas/tabla/headings.ts';
import { createSplitFinder } from '../../hojas/tabla/split-cells.ts';
import {
  AMOUNTS,
  AVANCE_CAMPOS,
  type Campo,
  type CampoDeAvance,
  type CampoDeContrato,
  CONTRATO_CAMPOS,
  OF_EITHER,
} from './columnas.ts';
import { readWord, saysNothing, WORDS_OF } from './valores.ts';

// What a row says of a work's report and of one of its contracts, and what of it can't be understood. The rules of both, and
// what the registry has already, come later (import.ts).

/** What a row says, by the names of the interface. */
export type AvanceDicho = Partial<Record<CampoDeAvance, string | number>>;
export type ContratoDicho = Partial<Record<CampoDeContrato, string | number>>;

export interface Judged extends ReadRow {
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
  const judgeWidth = createSplitFinder(headings, unidadMonto);
  const nothing = nothingSaid(headings);
  const doubt = unitInDoubt(unit?.unit, unidadMonto);
  const places = PLACES[unidadMonto ?? 'pesos'];
  const repeated = repetitions(headings);

  return ({ cells, fila }) => {
    if (isKnownBlank(headings, { cells, fila })) return undefined;
    if (fila === headings.fila + 1) refuseSubheadings(headings, cells);
    const faults: Rejection[] = [];
    const notes: Warning[] = [];
    let isBare = false;
    const refuse = (campo: Campo, said: Finding, column = of[campo]?.[0], valor?: string) =>
      faults.push({ columna: column?.heading ?? campo, valor: valor ?? null, ...said });
    const note = ({ heading }: Column<Campo>, said: Finding, valor: string) =>
      notes.push({ columna: heading, valor, ...said });

    /** What a field's cell stands for, of the columns that say it the best that is not blank. */
    const readAt = <T>(campo: Campo, reader: (cell: Cell, column: Column<Campo>) => Read<T>) => {
      for (const column of of[campo] ?? []) {
        const cell = cells[column.index];
        if (cell === undefined) continue;
        const readable = readText(cell);
        const result = 'value' in readable ? reader(cell, column) : readable;
        if ('value' in result) return { value: result.value, column };
        const { fault, ...rest } = result;
        refuse(campo, { ...remark(campo, fault), ...rest }, column, cell.text || undefined);
        return undefined;
      }
      return undefined;
    };
    const read = <T>(...[campo, reader]: Parameters<typeof readAt<T>>): T | undefined =>
      readAt(campo, reader)?.value;

    const clave = read('claveUnica', readKey);
    const cut = judgeWidth(cells) ?? cutPercent(headings, cells);
    const told = cut && { columna: cut.column.heading, valor: cut.text, ...cut.failure };
    if (told && cut.isNote) notes.push(told);
    else if (told) {
      // Cells after the cut stand in the wrong columns: what they seem to say only leads astray.
      return { fila, clave: null, avance: null, contrato: null, isBare, faults: [told], notes };
    }
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
        return read(campo, (cell, column) => {
          const percent = readPercent(cell);
          isBare = percent.isBare === true;
          const rounded = { ...remark(campo, 'se redondea a dos decimales.'), once: campo };
          if (percent.isRounded) note(column, rounded, cell.text);
          return percent;
        });
      }
      if (isAmount(campo)) {
        if (doubt && unit && read(campo, readText) !== undefined) {
          refuse(campo, unitDoubted(campo, unit.text, doubt));
          return undefined;
        }
        return read(campo, (cell) => readSheetAmount(cell, places));
      }
      if (isWord(campo)) {
        const [column] = of[campo] ?? [];
        const cell = column && cells[column.index];
        if (cell && saysNothing(cell)) return undefined;
        return read(campo, (word) => readWord(campo, word));
      }
      if (campo.startsWith('fecha')) return read(campo, readDay);
      if (campo === 'numeroProponentes') return read(campo, readCount);
      const found = readAt(campo, campo === 'numero' ? readKey : readText);
      if (found === undefined) return undefined;
      const { value: text, column } = found;
      const spoilt = findMojibake(text);
      if (spoilt) {
        const told = { ...remark(campo, `${quoted(text)} ${spoilt.why}`), general: spoilt.why };
        if (spoilt.isLost) refuse(campo, told, column, text);
        else note(column, told, text);
      }
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
    // Remarks in a sheet of contracts alone are on the contract, which has none.
    const isReport = Object.keys(avance).some(
      (campo) => campo !== 'fechaCorte' && (campo !== 'observaciones' || isOfProgress(headings)),
    );
    const isFaulty = (campo: Campo) => faults.some(({ field }) => field === campo);
    const isMeant = isReport || AVANCE_CAMPOS.some(isFaulty);
    if (isMeant && avance.fechaCorte === undefined && !isFaulty('fechaCorte')) {
      // A quarter without a year is one of the year that was chosen for all. A year alone says no day.
      const hasQuarter = read('trimestre', readText) !== undefined;
      const year =
        (hasQuarter && read('ciclo', readYear)) || (fechaCorte && Number(fechaCorte.slice(0, 4)));
      const quarter =
        hasQuarter && !isFaulty('ciclo')
          ? read('trimestre', (cell) => readQuarter(cell, year || undefined))
          : undefined;
      const day = quarter ?? (isFaulty('trimestre') ? undefined : fechaCorte);
      if (day !== undefined) avance.fechaCorte = day;
      else if (isReport && !isFaulty('trimestre') && !isFaulty('ciclo')) {
        const text = 'Falta la fecha de corte. Escríbala en la fila, o elija una para todas.';
        refuse('fechaCorte', { field: '', campo: 'fechaCorte', text, codigo: 'faltaDato' });
      }
    }
    if (nothing && faults.length === 0) faults.push(nothing);
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

/** The failure of an amount whose unit nobody can tell, or which is of another money. */
function unitDoubted(campo: Campo, text: string, doubt: string): Finding {
  const isForeign = doubt === 'otra moneda';
  const what = isForeign
    ? 'habla de otra moneda y el registro guarda pesos mexicanos: convierta los montos.'
    : `habla de ${doubt}: confirme si los montos están en ${doubt} de pesos o en pesos.`;
  const codigo = isForeign ? 'otraMoneda' : 'unidadMonto';
  return { ...remark(campo, `${quoted(text)} ${what}`), codigo, once: codigo };
}

/**
 * Takes away the columns that say nothing of a contract. «Número» and «Monto» are a contract's in a sheet of contracts alone;
 * beside progress they are the work's, or count its rows. Without a number nothing says which contract is meant.
 */
function ignoreContracts({ columns, of }: Headings<Campo>): void {
  const ignore = (isIgnored: (column: Column<Campo>) => boolean) => {
    for (const column of columns) {
      const { campo } = column;
      if (!campo || !ofContrato.includes(campo) || !isIgnored(column)) continue;
      of[campo] = (of[campo] ?? []).filter((other) => other !== column);
      if (of[campo].length === 0) delete of[campo];
      column.campo = undefined;
    }
  };
  const ofContrato: readonly Campo[] = CONTRATO_CAMPOS;
  if (isOfProgress({ columns, of })) {
    const isOfEither = (heading: string) => OF_EITHER.includes(foldHeading(withoutUnit(heading)));
    ignore(({ heading, rank }) => rank >= 0 && isOfEither(heading));
  }
  if (!of.numero) ignore(() => true);
}

/** Whether a sheet tells of more than contracts. */
const isOfProgress = ({ of }: Pick<Headings<Campo>, 'columns' | 'of'>): boolean =>
  of.numero === undefined || of.avanceFisico !== undefined || of.montoPagado !== undefined;

/** The failure of all rows of a sheet that has no column for progress nor for a contract. */
function nothingSaid(headings: Headings<Campo>): Rejection | undefined {
  const { of, columns } = headings;
  const isSaid = (campo: Campo) => campo !== 'fechaCorte' && campo !== 'numero' && of[campo];
  if ([...AVANCE_CAMPOS, ...CONTRATO_CAMPOS].some(isSaid)) return undefined;
  const sugerencia = likeliest(headings, 'avanceFisico');
  const isAnyUnread = columns.some(({ campo }) => campo === undefined);
  const next =
    sugerencia === undefined
      ? isAnyUnread
        ? 'Indique cuál es o agréguela.'
        : 'Agréguela.'
      : `¿Es ${quoted(sugerencia)}?`;
  return {
    field: '',
    campo: 'avanceFisico',
    columna: 'avanceFisico',
    valor: null,
    text: `Ninguna columna se reconoció como avance físico. ${next}`,
    codigo: 'faltaColumna',
    sugerencia,
    once: 'columna avanceFisico',
  };
}

/** What stands below a heading that goes on in the next row. */
const SUBHEADING =
  /^(?:fisico|financiero|programado|previsto|planeado|real|ejecutado|acumulado|periodo)(?:acumulado|real|programado)?$/;

/** @throws Unreadable where the heading of the progress goes on in the row below it: nobody can tell which it then is */
function refuseSubheadings({ of }: Headings<Campo>, cells: SheetRow['cells']): void {
  for (const { index, heading } of of.avanceFisico ?? []) {
    const below = cells[index]?.text ?? '';
    if (!SUBHEADING.test(fold(below))) continue;
    throw new Unreadable(
      `El encabezado ${quoted(heading)} sigue en otro renglón (${quoted(below)}): escriba en uno solo qué es cada columna, como «Avance físico».`,
    );
  }
}

/** A percentage that was cut at its comma: its decimals stand in the next column, which is one of words. */
function cutPercent({ of, columns, delimiter }: Headings<Campo>, cells: SheetRow['cells']) {
  if (delimiter !== ',') return undefined;
  for (const column of of.avanceFisico ?? []) {
    const after = columns.find(({ index }) => index === column.index + 1);
    const isOfWords = after?.campo !== undefined && TEXTS.includes(after.campo);
    const [text = '', next = ''] = [column.index, column.index + 1].map((index) =>
      cells[index]?.text.trim(),
    );
    if (!isOfWords || !/^\d{1,3}$/.test(text) || !/^\d{1,2}\s*%?$/.test(next)) continue;
    const sentence = `${quoted(text)} y, en la celda siguiente, ${quoted(next)} parecen un solo por ciento con una coma sin comillas; entrecomíllelo.`;
    const general =
      'el por ciento y la celda siguiente parecen uno solo con una coma sin comillas.';
    return {
      column,
      text,
      failure: { ...remark('avanceFisico', sentence), general },
      isNote: false,
    };
  }
  return undefined;
}

/** A contract that a row says something of: its number alone is only to look at. */
const contratoOf = (contrato: ContratoDicho): ContratoDicho | null =>
  contrato.numero !== undefined && Object.keys(contrato).length > 1 ? contrato : null;

/** A count: digits alone. */
const readCount = ({ text }: Cell): Read<number> =>
  /^\d{1,6}$/.test(text.trim())
    ? { value: Number(text) }
    : { fault: `${quoted(text)} no es un número entero.`, general: 'no es un número entero.' };

/** Tells reports and contracts that stand twice in a sheet and contradict each other. */
function repetitions({ of }: Headings<Campo>): (row: Judged) => Rejection[] {
  const known = new Map<string, { fila: number; said: Record<string, unknown> }>();
  return ({ clave, fila, avance, contrato }) => {
    if (clave === null || !isBrief(clave)) return [];
    const parts: [Campo, string, Record<string, unknown>, string][] = [];
    if (avance?.fechaCorte) {
      parts.push(['fechaCorte', String(avance.fechaCorte), avance, 'La obra ya tiene ese corte']);
    }
    if (contrato?.numero) {
      const numero = String(contrato.numero);
      parts.push(['numero', numero, contrato, 'La obra ya tiene ese contrato']);
    }
    return parts.flatMap(([campo, valor, said, what]): Rejection[] => {
      // Numbers of contracts are the same in other capitals, as in the registry.
      const full = `${campo} ${valor.toLowerCase()} ${clave}`;
      const earlier = known.get(full);
      // What is long is not kept twice: it is not compared.
      const brief = Object.entries(said).filter(([, value]) => String(value).length <= 200);
      if (!earlier) known.set(full, { fila, said: Object.fromEntries(brief) });
      const isOther = ([name, value]: [string, unknown]) =>
        name !== 'numero' && name in (earlier?.said ?? {}) && earlier?.said[name] !== value;
      if (!earlier || !brief.some(isOther)) return [];
      const text = `${what} en la fila ${earlier.fila} de este archivo, con otros datos.`;
      const general = `${what} en otra fila de este archivo, con otros datos.`;
      const columna = of[campo]?.[0]?.heading ?? campo;
      return [{ field: '', campo, columna, valor, text, general }];
    });
  };
}
