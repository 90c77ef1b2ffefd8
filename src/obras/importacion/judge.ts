import { remark } from '../../base/errors.ts';
import { type Meant, whereIs } from '../../base/geo.ts';
import { tidy } from '../../base/text.ts';
import { limites } from '../../catalogos/limites.ts';
import { readSheetAmount } from '../../hojas/celdas/amount.ts';
import type { Cell, SheetRow } from '../../hojas/celdas/cell.ts';
import { readYear } from '../../hojas/celdas/day.ts';
import { readDegrees } from '../../hojas/celdas/degrees.ts';
import { createKeyMemory, isNoKey, isScientific, readKey } from '../../hojas/celdas/key.ts';
import { findMojibake } from '../../hojas/celdas/mojibake.ts';
import { readPosition } from '../../hojas/celdas/position.ts';
import {
  fold,
  foldName,
  isBrief,
  quoted,
  type Read,
  readText,
  type Unread,
} from '../../hojas/celdas/text.ts';
import { PLACES, type Unidad, type Unit, unitInDoubt } from '../../hojas/celdas/units.ts';
import { areMetres } from '../../hojas/celdas/utm-headings.ts';
import type { Finding, ReadRow, Rejection, Warning } from '../../hojas/importacion/findings.ts';
import type { ReadRequest } from '../../hojas/lector/messages.ts';
import { type Column, type Headings, isKnownBlank, likeliest } from '../../hojas/tabla/headings.ts';
import { createSplitFinder } from '../../hojas/tabla/split-cells.ts';
import {
  type CatalogField,
  OBRA,
  OBRA_TEXTS,
  type ObraNumber,
  type ObraText,
  UBICACION_TEXTS,
  type UbicacionText,
} from '../campos.ts';
import {
  type CatalogRecord,
  type Catalogs,
  createFinder,
  createNewNames,
  type Equivalents,
  type NameMatch,
  type NewName,
  OTHER_ESTATUS,
  OTHER_MUNICIPIOS,
  unknownName,
} from './catalogs.ts';
import type { Campo } from './columnas.ts';

// What a row says of an obra, and what is wrong with it. The rules of obras, and the obras that there are, come later
// (import.ts).

/** What a row says of an obra. A catalog's id is null where the record is yet to be made: its name stands beside it. */
export interface Stated
  extends Partial<Record<ObraText | UbicacionText, string>>,
    Partial<Record<ObraNumber, number>> {
  ejercicioFiscalId?: number | null;
  dependenciaId?: number | null;
  municipioId?: number;
  tipoProyectoId?: number | null;
  estatusObraId?: number;
  /** Longitude and latitude, in degrees. */
  punto?: [number, number];
  anio?: number;
  dependencia?: string;
  siglas?: string | null;
  tipoProyecto?: string;
}
export type Field = keyof Stated;

export interface Judged extends ReadRow {
  /** Null where the row has none. */
  clave: string | null;
  stated: Stated;
  /** What a new obra has where the row says nothing. */
  fallback: Stated;
}

/** What rows do not say, for all of them; ids of active records. */
export type Fallbacks = Partial<Record<CatalogField, number>>;

export interface JudgeOptions extends ReadRequest {
  /** What names in the file stand for, as the importer says. */
  equivalents: Equivalents;
  fallbacks: Fallbacks;
  /** Whether unknown dependencias, project types and fiscal years are made. */
  creates: boolean;
}

/** Fields that a new obra must have, as the interface names them, and what says them in a file. */
const REQUIRED: [field: keyof Fallbacks | 'nombre' | 'monto', campo: Campo][] = [
  ['nombre', 'nombre'],
  ['monto', 'monto'],
  ['ejercicioFiscalId', 'ejercicioFiscal'],
  ['dependenciaId', 'dependencia'],
  ['municipioId', 'municipio'],
  ['estatusObraId', 'estatus'],
];

/** Fields that are told by another where a file has no column for them. */
const TOLD_BY: Partial<Record<Campo, Campo[]>> = {
  dependencia: ['siglas'],
  municipio: ['municipioClave', 'longitud', 'coordenadas'],
  estatus: ['avanceFisico'],
};

const INACTIVE = 'está en el catálogo, pero inactivo; actívelo ahí o corrija la fila.';
/** Keys as they are in a text that a spreadsheet program took for days: «3-1» is «03/01/2026» or «03-ene» there. */
const IS_DATE =
  /^\d{1,2}(?:[/-]\d{1,2}[/-](?:\d{2}|\d{4})|-(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic|jan|apr|aug|dec)[a-z]*\.?(?:-\d{2,4})?)$/i;
const SCIENTIFIC =
  'está en notación científica y perdió cifras; dé formato de texto a la celda y escríbala de nuevo.';

/** From which likeness on a status is suggested: there are few, and people look at it (`LEAST_SIMILARITY`). */
const LEAST_SIMILARITY_OF_ESTATUS = 0.4;

/** Longest names of the catalogs that rows may add to. */
const LONGEST_DEPENDENCIA = 255;
const LONGEST_SIGLAS = 50;
const LONGEST_TIPO = 150;

/** A cell that was read: the text that it has, and the column that it is in. */
interface Source {
  text: string;
  column: Column;
}

/** One row while it is judged: its cells by their fields, and what is found out. */
class RowReader {
  readonly headings: Headings;
  readonly fila: number;
  readonly cells: SheetRow['cells'];
  readonly stated: Stated = {};
  readonly fallback: Stated;
  readonly faults: Rejection[] = [];
  readonly notes: Warning[] = [];

  constructor(headings: Headings, { fila, cells }: SheetRow, fallbacks: Fallbacks) {
    this.headings = headings;
    this.fila = fila;
    this.cells = cells;
    this.fallback = { ...fallbacks };
  }

  /** Refuses the row for what a cell says. */
  refuse({ column, text }: Source, said: Finding, when?: Rejection['when']): void {
    this.faults.push({ columna: column.heading, valor: text, ...said, ...(when && { when }) });
  }

  note({ column, text }: Source, said: Finding): void {
    this.notes.push({ columna: column.heading, valor: text, ...said });
  }

  /** Refuses the row for a field that it does not say. */
  miss(campo: Campo, said: Omit<Finding, 'field' | 'campo'>, when?: 'new'): void {
    const [column] = this.headings.of[campo] ?? [];
    const valor = (column && this.cells[column.index]?.text) ?? null;
    const columna = column?.heading ?? campo;
    this.faults.push({ columna, valor, field: '', campo, ...said, ...(when && { when }) });
  }

  /** What is known of the row in the end. */
  judged(clave: string | null, withCells: boolean): Judged {
    const { fila, stated, fallback, faults, notes, cells } = this;
    return {
      fila,
      clave,
      stated,
      fallback,
      faults,
      notes,
      ...(withCells && { cells }),
    };
  }

  /** The cell that says a field, of the columns that do so the best that is not blank; refused where it can't be read. */
  cellOf(campo: Campo, isBlank = (_: Cell) => false): [Cell, Column] | undefined {
    for (const column of this.headings.of[campo] ?? []) {
      const cell = this.cells[column.index];
      if (cell === undefined || isBlank(cell)) continue;
      const readable = readText(cell);
      if ('value' in readable) return [cell, column];
      this.#refuseUnread(campo, cell, column, readable);
      return undefined;
    }
    return undefined;
  }

  #refuseUnread(campo: Campo, { text }: Cell, { heading }: Column, unread: Unread): void {
    this.faults.push({ columna: heading, valor: text || null, ...unreadable(campo, unread) });
  }

  /** What a field's cell stands for; refused where that can't be told. */
  read<T>(
    campo: Campo,
    reader: (cell: Cell) => Read<T>,
    isBlank?: (cell: Cell) => boolean,
  ): (Source & { value: T }) | undefined {
    const found = this.cellOf(campo, isBlank);
    if (!found) return undefined;
    const [cell, column] = found;
    const result = reader(cell);
    if ('value' in result) return { value: result.value, column, text: cell.text };
    this.refuse({ column, text: cell.text }, unreadable(campo, result));
    return undefined;
  }

  text(campo: Campo) {
    return this.read(campo, readText);
  }

  /** A record by its name, or a refusal. */
  choose(
    campo: Campo,
    field: Field,
    what: string,
    found: NameMatch,
    given: Source,
  ): CatalogRecord | undefined {
    if (found.record) {
      if (!found.record.activo) {
        const text = `${quoted(found.record.nombre)} ${INACTIVE}`;
        this.refuse(given, { ...remark(campo, text), general: INACTIVE }, field);
      }
      return found.record;
    }
    if (found.several) {
      const names = found.several.map(({ nombre }) => quoted(nombre)).join(', ');
      this.refuseName(campo, given, {
        text: `${quoted(given.text)} puede ser ${names}; escriba el nombre completo, con sus acentos.`,
        general: 'puede ser más de uno del catálogo; escriba el nombre completo, con sus acentos.',
      });
      return undefined;
    }
    this.refuseName(campo, given, {
      text: unknownName(what, given.text, found.nearest),
      general: 'no está en el catálogo.',
      sugerencia: found.nearest,
      isCertain: found.isCertain,
    });
    return undefined;
  }

  /** Refuses the row for a name that stands for no record, or for several. */
  refuseName(campo: Campo, given: Source, said: Omit<Finding, 'field'>): void {
    this.refuse(given, { field: campo, isApart: true, codigo: 'valorDesconocido', ...said });
  }

  /** Notes that a catalog gets a record of this name; one that is much like another may be a slip. */
  add(
    campo: Campo,
    added: Pick<NewName, 'nombre'> & Partial<NewName>,
    given: Source,
    nearest?: string,
  ): void {
    const { nombre, like } = added;
    const spoilt = findMojibake(nombre);
    if (spoilt) {
      const general = `no se agrega al catálogo: ${spoilt.why}`;
      this.refuse(given, { ...remark(campo, `${quoted(nombre)} ${general}`), general });
    }
    const other = nearest ?? like?.nombre;
    const whose = nearest === undefined ? `, que tampoco está (fila ${like?.fila})` : '';
    const hint =
      other === undefined
        ? ''
        : ` Se parece a ${quoted(other)}${whose}: si es la misma cosa, corrija la fila.`;
    this.note(given, {
      ...remark(campo, `${quoted(nombre)} no está en el catálogo y se agrega.${hint}`),
      codigo: 'seAgrega',
      general: 'no está en el catálogo y se agrega.',
      sugerencia: other,
      once: `${campo} ${nombre}`,
    });
  }

  /** Refuses the row for a name that is too long for its catalog; answers whether it is not. */
  bound(campo: Campo, name: string, most: number, given: Source): boolean {
    if ([...name].length <= most) return true;
    this.refuse(given, { field: campo, text: `no debe tener más de ${most} caracteres.` });
    return false;
  }

  /** Takes what cells say of these fields for what the row says. */
  keepTexts(fields: (ObraText | UbicacionText)[]): void {
    for (const field of fields) {
      const text = this.text(field);
      if (text) this.stated[field] = tidied(text.value);
    }
  }

  /** The coordinates of the row, of the pairs of columns that have them the first that is not blank. */
  point(): { position: [number, number]; given: Source } | undefined {
    const longitudes = this.headings.of.longitud ?? [];
    const latitudes = this.headings.of.latitud ?? [];
    const pairs = Math.max(longitudes.length, latitudes.length);
    for (let i = 0; i < pairs; i++) {
      const [x, y] = [longitudes[i], latitudes[i]];
      const [east, north] = [this.#degrees('longitud', x), this.#degrees('latitud', y)];
      // No coordinates, or those that stand for none.
      if (!east && !north) continue;
      if (!east || !north) {
        const [campo, column, other] = east
          ? (['latitud', y, 'longitud'] as const)
          : (['longitud', x, 'latitud'] as const);
        const text = `Falta la ${campo}: la fila trae la ${other}. Escríbala, o borre la otra.`;
        const columna = column?.heading ?? campo;
        this.faults.push({ columna, valor: null, field: '', campo, text });
        return undefined;
      }
      if (east.value === undefined || north.value === undefined) return undefined;
      if (east.value === 0 && north.value === 0) continue;
      const given = { column: x as Column, text: `${east.text}, ${north.text}` };
      const position = this.#inDegrees([east.value, north.value], given);
      return position && { position, given };
    }
    return this.#pair();
  }

  /** The coordinates that stand together in one cell; what else is written there is pointed out, and not read. */
  #pair(): ReturnType<RowReader['point']> {
    const [cell, column] = this.cellOf('coordenadas') ?? [];
    if (!cell || !column) return undefined;
    const given = { column, text: cell.text };
    const result = readPosition(cell);
    if ('value' in result) return { position: result.value, given };
    this.note(given, unreadable('coordenadas', result));
    return undefined;
  }

  /** A position in degrees, whichever it was given in; refused where that can't be told. */
  #inDegrees([x, y]: [number, number], given: Source): [number, number] | undefined {
    const { toDegrees } = this.headings;
    if (areMetres(x, y) && toDegrees) return toDegrees([x, y]);
    if (!areMetres(x, y) && !areMetres(y, x)) return [x, y];
    const text = areMetres(x, y)
      ? 'Parecen coordenadas UTM; indique la zona en el encabezado, como en «X UTM 16N», o conviértalas a grados.'
      : 'Parecen coordenadas UTM intercambiadas: X es el este, con seis cifras, y Y el norte, con siete.';
    this.refuse(given, { field: '', campo: 'longitud', text });
    return undefined;
  }

  #degrees(campo: 'longitud' | 'latitud', column: Column | undefined) {
    const cell = column && this.cells[column.index];
    if (!cell) return undefined;
    const readable = readText(cell);
    const result =
      'value' in readable ? readDegrees(campo, cell, this.headings.utm.isSaid) : readable;
    if ('value' in result) return { text: cell.text, value: result.value };
    this.#refuseUnread(campo, cell, column, result);
    return { text: cell.text, value: undefined };
  }
}

/**
 * Answers how to judge a file's rows, one after the other. A row that is blank in all columns that are known is none.
 */
export function createJudge(
  headings: Headings,
  catalogs: Catalogs,
  { fallbacks, equivalents, creates, withCells, unidadMonto }: JudgeOptions,
): (row: SheetRow) => Judged | undefined {
  const judgeAmount = amountJudge(headings, unidadMonto);
  const judgeWidth = createSplitFinder(headings, unidadMonto);
  const judgeCatalogs = catalogsJudge(catalogs, equivalents, creates);
  const judgePlace = placeJudge(catalogs, equivalents);
  const seen = createKeyMemory();
  const isAnyUnread = headings.columns.some(({ campo }) => campo === undefined);
  const lacksColumn = (field: Parameters<typeof lackingColumn>[0], campo = field as Campo) =>
    lackingColumn(field, likeliest(headings, campo), isAnyUnread);
  const missingKey = headings.of.claveUnica ? lacking('claveUnica') : lacksColumn('claveUnica');
  const missing = new Map(
    REQUIRED.map(([field, campo]) => {
      const isSaid = [campo, ...(TOLD_BY[campo] ?? [])].some((each) => headings.of[each]);
      return [campo, isSaid ? lacking(field) : lacksColumn(field, campo)];
    }),
  );

  return ({ cells, fila }) => {
    if (isKnownBlank(headings, { cells, fila })) return undefined;
    const row = new RowReader(headings, { fila, cells }, fallbacks);
    const { stated, fallback, faults } = row;
    const entidad = row.text('entidad');
    if (entidad && !isYucatan(entidad.value)) {
      row.refuse(entidad, {
        field: '',
        campo: 'entidad',
        text: `La obra es de ${quoted(entidad.text)}; el registro es sólo de obras de Yucatán.`,
        general: 'Son obras de otra entidad; el registro es sólo de obras de Yucatán.',
        once: 'entidad',
      });
      // Nothing else of it matters.
      return row.judged(null, withCells);
    }
    const clave = row.read('claveUnica', readKey);
    if (clave && IS_DATE.test(clave.text.trim())) {
      const general =
        'parece una fecha; si la hoja de cálculo la hizo de la clave, dé formato de texto a la celda y escríbala de nuevo.';
      const text = `${quoted(clave.text)} ${general}`;
      row.note(clave, { ...remark('claveUnica', text), general });
    }
    if (clave && isScientific(clave.text)) {
      const text = `${quoted(clave.text)} ${SCIENTIFIC}`;
      // Somebody may have registered it so.
      row.refuse(clave, { ...remark('claveUnica', text), general: SCIENTIFIC }, 'new');
    }
    row.keepTexts(OBRA_TEXTS);
    const cut = judgeWidth(cells);
    if (cut && !cut.isNote) {
      row.refuse(cut, cut.failure);
      // Cells after the cut stand in the wrong columns: what they seem to say only leads astray.
      return row.judged(null, withCells);
    }
    if (cut) row.note(cut, cut.failure);
    judgeLetters(row);
    judgeAmount(row);
    judgeCatalogs(row);
    judgePlace(row);
    row.keepTexts(UBICACION_TEXTS);

    for (const [field, campo] of REQUIRED) {
      if (stated[field] !== undefined || fallback[field] !== undefined) continue;
      // A value that could not be read is told already.
      if (faults.some(({ columna }) => headings.of[campo]?.some((c) => c.heading === columna))) {
        continue;
      }
      row.miss(campo, missing.get(campo) as Omit<Finding, 'field'>, 'new');
    }
    const key = clave ? tidied(clave.value) : '';
    if (!clave && !faults.some(({ field }) => field === 'claveUnica')) {
      row.miss('claveUnica', missingKey);
    }
    // One that is too long to be looked at is refused by the rules of obras, and need not be kept.
    const { earlier, alike } = key === '' || !isBrief(key) ? {} : seen(key, fila);
    if (clave && isNoKey(key)) {
      const general = 'no es una clave; escriba la que identifica a la obra.';
      const said = { ...remark('claveUnica', `${quoted(clave.text)} ${general}`), general };
      // Somebody may have registered it so, but one work alone.
      row.refuse(clave, said, earlier === undefined ? 'new' : undefined);
    } else if (clave && earlier !== undefined) {
      const text = `la clave ${quoted(key)} ya está en la fila ${earlier} de este archivo.`;
      const general = 'la clave ya está en otra fila de este archivo.';
      row.refuse(clave, { ...remark('claveUnica', text), general });
    } else if (clave && alike) {
      const text = `${quoted(key)} y ${quoted(alike.key)}, de la fila ${alike.fila}, sólo difieren en mayúsculas; si son la misma obra, escriba igual su clave.`;
      const general =
        'hay claves que sólo difieren en mayúsculas; si son la misma obra, escríbalas igual.';
      row.note(clave, { ...remark('claveUnica', text), general });
    }
    return row.judged(clave ? key : null, withCells);
  };
}

/** The failure of rows that do not say a required field. */
function lacking(field: (typeof REQUIRED)[number][0] | 'claveUnica'): Omit<Finding, 'field'> {
  const { called } = OBRA[field];
  const [it, one] = called.startsWith('la ') ? ['la', 'una'] : ['lo', 'uno'];
  const forAll = 'catalog' in OBRA[field] ? `, o elija ${one} para todas` : '';
  return { text: `Falta ${called}. Escríba${it} en la fila${forAll}.`, codigo: 'faltaDato' };
}

/** The failure of rows in a file without a column for a required field. */
function lackingColumn(
  field: (typeof REQUIRED)[number][0] | 'claveUnica',
  sugerencia: string | undefined,
  isAnyUnread: boolean,
): Omit<Finding, 'field'> {
  const { called } = OBRA[field];
  const one = called.startsWith('la ') ? 'una' : 'uno';
  const forAll = 'catalog' in OBRA[field] ? `, o elija ${one} para todas las filas` : '';
  // Where all columns are known, there is none to be told.
  const add = `${isAnyUnread ? 'Indique cuál es o agréguela' : 'Agréguela'}${forAll}.`;
  const next = sugerencia === undefined ? add : `¿Es ${quoted(sugerencia)}?`;
  return {
    text: `Ninguna columna se reconoció como ${called.replace(/^(el|la) /, '')}. ${next}`,
    codigo: 'faltaColumna',
    sugerencia,
    once: `columna ${field}`,
  };
}

/** Texts that are kept as they are read, by the fields that say them, and when lost letters in them count. */
const KEPT: [campo: Campo, when: Rejection['when']][] = [
  ['claveUnica', 'new'],
  ...[...OBRA_TEXTS, ...UBICACION_TEXTS].map((name): [Campo, Field] => [name, name]),
];

/** The columns of such texts, counted from 0. */
export const keptColumns = ({ of }: Headings): number[] =>
  KEPT.flatMap(([campo]) => (of[campo] ?? []).map(({ index }) => index));

/** Judges the letters of the texts that are kept; names of catalogs are judged where one would be made of them. */
function judgeLetters(row: RowReader): void {
  for (const [campo, when] of KEPT) {
    for (const column of row.headings.of[campo] ?? []) {
      const { text = '', kind } = row.cells[column.index] ?? {};
      const spoilt = kind === 'text' ? findMojibake(text) : undefined;
      if (!spoilt) continue;
      const said = { ...remark(campo, `${quoted(text)} ${spoilt.why}`), general: spoilt.why };
      if (spoilt.isLost) row.refuse({ column, text }, said, when);
      else row.note({ column, text }, said);
    }
  }
}

// Money -------------------------------------------------------------------------------------------

const UNITS_IN_DOUBT: Record<Exclude<Unit, 'pesos'>, string> = {
  miles: 'habla de miles: confirme si los montos están en miles de pesos o en pesos.',
  millones: 'habla de millones: confirme si los montos están en millones de pesos o en pesos.',
  'otra moneda': 'habla de otra moneda y el registro guarda pesos mexicanos: convierta los montos.',
};

/** Judges a row's amount. Where the unit is in doubt every row is refused: nobody sees in one of them that it is. */
function amountJudge({ of, unit }: Headings, unidad: Unidad | undefined): (row: RowReader) => void {
  const doubt = unitInDoubt(unit?.unit, unidad);
  const [column] = of.monto ?? [];
  if (doubt && unit && column) {
    const text = `${quoted(unit.text)} ${UNITS_IN_DOUBT[doubt]}`;
    const codigo = doubt === 'otra moneda' ? 'otraMoneda' : 'unidadMonto';
    const said: Finding = { ...remark('monto', text), codigo, once: codigo };
    return (row) => {
      row.refuse({ column, text: row.cells[column.index]?.text ?? '' }, said);
    };
  }
  const places = PLACES[unidad ?? 'pesos'];
  return (row) => {
    const monto = row.read('monto', (cell) => readSheetAmount(cell, places));
    if (monto) row.stated.monto = monto.value;
  };
}

// Catalogs ----------------------------------------------------------------------------------------

/** Judges which records of catalogs a row names, but for its municipio. */
function catalogsJudge(
  catalogs: Catalogs,
  equivalents: Equivalents,
  creates: boolean,
): (row: RowReader) => void {
  const findDependencia = createFinder(catalogs.dependencias, {}, equivalents.get('dependencia'));
  const findTipo = createFinder(catalogs.tiposProyecto, {}, equivalents.get('tipoProyecto'));
  const toldEstatus = equivalents.get('estatus');
  const findEstatus = createFinder(
    catalogs.estatus,
    OTHER_ESTATUS,
    toldEstatus,
    LEAST_SIMILARITY_OF_ESTATUS,
  );
  const newDependencia = createNewNames();
  const newTipo = createNewNames();
  const anios = new Map(catalogs.ejercicios.map((each) => [each.anio, each]));
  const toldYears = new Map(
    [...(equivalents.get('ejercicioFiscal') ?? [])].map(([text, id]) => [
      text,
      catalogs.ejercicios.find((each) => each.id === id)?.anio as number,
    ]),
  );
  const statuses = catalogs.estatus.map(({ nombre }) => nombre).join(', ');

  const judgeYear = (row: RowReader) => {
    const meant = ({ text }: Cell) => toldYears.get(foldName(text));
    const anio = row.read(
      'ejercicioFiscal',
      (cell) => {
        const value = meant(cell);
        return value === undefined ? readYear(cell) : { value };
      },
      (cell) => fold(cell.text) === 'total' && meant(cell) === undefined,
    );
    if (!anio) return;
    const record = anios.get(anio.value);
    if (record) {
      row.stated.ejercicioFiscalId = record.id;
      const said = remark('ejercicioFiscal', `el año ${anio.value} ${INACTIVE}`);
      if (!record.activo) row.refuse(anio, { ...said, general: INACTIVE }, 'ejercicioFiscalId');
    } else if (creates) {
      row.stated.ejercicioFiscalId = null;
      row.stated.anio = anio.value;
      row.add('ejercicioFiscal', { nombre: String(anio.value) }, anio);
    } else {
      row.refuseName('ejercicioFiscal', anio, {
        text: `el año ${anio.value} no está en el catálogo.`,
        general: 'no está en el catálogo.',
      });
    }
  };

  const judgeDependencia = (row: RowReader) => {
    const { stated } = row;
    const siglas = row.text('siglas');
    const named = row.text('dependencia') ?? siglas;
    if (!named) return;
    const found = narrowed(findDependencia(named.value.trim()), siglas?.value);
    if (!found.record && !found.several && creates) {
      const name = tidied(named.value);
      stated.dependenciaId = null;
      if (siglas && siglas !== named) stated.siglas = tidied(siglas.value).toUpperCase();
      if (row.bound('dependencia', name, LONGEST_DEPENDENCIA, named)) {
        const made = newDependencia(name, row.fila);
        made.siglas ??= stated.siglas ?? null;
        stated.siglas = made.siglas;
        stated.dependencia = made.nombre;
        row.add('dependencia', made, named, found.nearest);
      }
      if (stated.siglas) row.bound('siglas', stated.siglas, LONGEST_SIGLAS, siglas ?? named);
      return;
    }
    const record = row.choose('dependencia', 'dependenciaId', 'la dependencia', found, named);
    if (record) stated.dependenciaId = record.id;
    const isTold = equivalents.get('dependencia')?.has(foldName(named.value));
    const isOther = record && siglas && fold(record.siglas ?? '') !== fold(siglas.value);
    if (isOther && siglas !== named && !isTold) {
      const text = `${quoted(siglas.text)} no son las de ${quoted(record.nombre)}${record.siglas ? ` (${record.siglas})` : ''}.`;
      const general = 'no son las de la dependencia que dice la fila; corrija una de las dos.';
      row.refuse(siglas, { ...remark('siglas', text), general });
    }
  };

  const judgeTipo = (row: RowReader) => {
    const tipo = row.text('tipoProyecto');
    if (!tipo) return;
    const found = findTipo(tipo.value.trim());
    if (!found.record && !found.several && creates) {
      row.stated.tipoProyectoId = null;
      const name = tidied(tipo.value);
      if (row.bound('tipoProyecto', name, LONGEST_TIPO, tipo)) {
        const made = newTipo(name, row.fila);
        row.stated.tipoProyecto = made.nombre;
        row.add('tipoProyecto', made, tipo, found.nearest);
      }
      return;
    }
    const what = 'el tipo de proyecto';
    const record = row.choose('tipoProyecto', 'tipoProyectoId', what, found, tipo);
    if (record) row.stated.tipoProyectoId = record.id;
  };

  const judgeEstatus = (row: RowReader) => {
    const estatus = row.text('estatus');
    if (estatus) {
      const { record, nearest, isCertain } = findEstatus(estatus.value.trim());
      if (record) row.stated.estatusObraId = record.id;
      else {
        const general = `no es un estatus; son: ${statuses}.`;
        const text = `${quoted(estatus.text)} ${general}`;
        row.refuseName('estatus', estatus, { text, general, sugerencia: nearest, isCertain });
      }
      return;
    }
    const avance = row.text('avanceFisico');
    if (!avance) return;
    const percent = percentOf(row.cellOf('avanceFisico')?.[0] as Cell);
    if (percent === undefined) {
      const general = 'no es un porcentaje entre 0 y 100.';
      const said = remark('avanceFisico', `${quoted(avance.text)} ${general}`);
      row.refuse(avance, { ...said, general }, 'new');
    } else row.fallback.estatusObraId = percent === 0 ? 1 : percent < 100 ? 4 : 6;
  };

  return (row) => {
    judgeYear(row);
    judgeDependencia(row);
    judgeTipo(row);
    judgeEstatus(row);
  };
}

/** Judges where a row's work is: its municipio and its coordinates. */
function placeJudge({ municipios }: Catalogs, equivalents: Equivalents): (row: RowReader) => void {
  const told = equivalents.get('municipio');
  const findByName = createFinder(municipios, OTHER_MUNICIPIOS, told);
  const byId = new Map(municipios.map((each) => [each.id, each]));
  const find = (name: string): NameMatch => {
    if (!isBrief(name)) return {};
    if (told?.has(foldName(name))) return findByName(name);
    const number = /^\s*(?:31)?(\d{1,3})\s*$/.exec(name)?.[1];
    const record = number === undefined ? undefined : byId.get(Number(number));
    if (record) return { record };
    return findByName(name.replace(/\s*,\s*yuc(at[aá]n|\.)?\s*$/iu, ''));
  };

  return (row) => {
    const clave = row.text('municipioClave');
    const place = row.text('municipio') ?? clave;
    let municipio: CatalogRecord | undefined;
    if (place) {
      const found = find(place.value.trim());
      municipio = row.choose('municipio', 'municipioId', 'el municipio', found, place);
      if (municipio) row.stated.municipioId = municipio.id;
      const byClave = clave && clave !== place ? find(clave.value).record : municipio;
      if (municipio && clave && byClave?.id !== municipio.id) {
        const text = `${quoted(clave.text)} no es la clave de ${municipio.nombre}.`;
        const general = 'no es la clave del municipio que dice la fila; corrija uno de los dos.';
        row.refuse(clave, { ...remark('municipioClave', text), general });
      }
    }
    const point = row.point();
    if (!point) return;
    row.stated.punto = point.position;
    const where = whereIs(point.position, limites());
    const limite = where.area;
    if (!limite) row.refuse(point.given, outside(point.position, where.meant), 'punto');
    else if (!place) row.fallback.municipioId = limite.id;
    else if (municipio && municipio.id !== limite.id && !where.isNear) {
      row.note(point.given, {
        field: '',
        campo: 'municipio',
        text: `El punto está en ${limite.nombre} según los límites del INEGI; la obra se registra en ${municipio.nombre}, como dice el archivo.`,
        general:
          'El punto está en otro municipio según los límites del INEGI; la obra se registra en el que dice el archivo.',
      });
    }
  };
}

/** The failure of a cell that can't be read. */
const unreadable = (campo: Campo, { fault, ...rest }: Unread): Finding => ({
  ...remark(campo, fault),
  ...rest,
});

/** A text as it is kept; one that can't be brought to its form is left to the rules of obras. */
const tidied = (text: string) => tidy(text) ?? text.trim();

/** Of records that a name could mean, the one whose siglas are given. */
function narrowed(found: NameMatch, siglas: string | undefined): NameMatch {
  if (!found.several || siglas === undefined) return found;
  const fitting = found.several.filter((each) => fold(each.siglas ?? '') === fold(siglas));
  return fitting.length === 1 ? { record: fitting[0] as CatalogRecord } : found;
}

/** Whether a file's word for the state is Yucatán, alone: its name, INEGI's number, or both. */
const isYucatan = (text: string) => /^(31)?(yucatan|yuc)?$/.test(fold(text)) && fold(text) !== '';

/** A physical progress from 0 to 100; undefined where it is none. */
function percentOf({ text, kind }: Cell): number | undefined {
  const [, digits] = /^(\d{1,3}(?:[.,]\d+)?)\s*%?$/.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const percent = Number(digits.replace(',', '.')) * (kind === 'percent' ? 100 : 1);
  return percent <= 100 ? percent : undefined;
}

/** What to do about all rows with the same slip. */
const NEXT_OF_SLIP = {
  intercambiadas:
    ' Cambie una por otra, o los encabezados de sus columnas: en Yucatán la longitud es de -87 a -91 y la latitud de 19 a 22.',
  signo: ' En Yucatán la longitud lleva signo menos y la latitud no.',
};

/** The failure of a point that is not in the state. */
function outside(point: [number, number], meant: Meant | undefined): Finding {
  const where = 'están fuera de Yucatán';
  const [longitude, latitude] = meant?.position ?? [];
  const how = meant
    ? meant.slip === 'signo'
      ? '; parece que falta o sobra un signo'
      : '; parecen intercambiadas'
    : '; revise longitud y latitud, en grados con decimales';
  const right = meant ? `: longitud ${longitude}, latitud ${latitude}` : '';
  return {
    field: '',
    campo: 'longitud',
    text: `Las coordenadas ${point.join(', ')} ${where}${how}${right}.`,
    general: `Las coordenadas ${where}${how}.${meant ? NEXT_OF_SLIP[meant.slip] : ''}`,
  };
}
