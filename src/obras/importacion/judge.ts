import { type Failure, remark } from '../../base/errors.ts';
import { MARGIN, meantBy } from '../../base/geo.ts';
import { tidy } from '../../base/text.ts';
import { municipioAt, municipioNear } from '../../catalogos/limites.ts';
import {
  type CatalogField,
  OBRA_TEXTS,
  type ObraNumber,
  type ObraText,
  UBICACION_TEXTS,
  type UbicacionText,
} from '../campos.ts';
import {
  type CatalogRecord,
  type Catalogs,
  type Found,
  finder,
  OTHER_ESTATUS,
  OTHER_MUNICIPIOS,
  unknownName,
} from './catalogs.ts';
import type { Cell, SheetRow } from './cells.ts';
import { type Campo, type Column, type Headings, isKnownBlank } from './headings.ts';
import { isNoKey, keyMemory } from './keys.ts';
import { spoiltIn } from './letters.ts';
import { areMetres } from './places.ts';
import { PLACES, type Unidad, type Unit, unitInDoubt } from './units.ts';
import {
  fold,
  isBrief,
  isScientific,
  quoted,
  type Read,
  readAmount,
  readDegrees,
  readKey,
  readText,
  readYear,
} from './values.ts';
import { widthJudge } from './width.ts';

// What a row says of an obra, and what is wrong with it. The rules of obras, and the obras that there are, come later
// (import.ts).

/** Something to be told of a cell; its field is the one that the cell says. */
export interface Note extends Failure {
  /** The heading as it stands in the file, or the field where the file has no column for it. */
  columna: string;
  /** As it was read; null where there is nothing. */
  valor: string | null;
  /** Told once in a file, of all notes that have the same. */
  once?: string;
  /** Common to those that fail in the same way, whatever their values. */
  group?: string;
}

/**
 * A reason to refuse a row. With `when` it counts only for an obra yet to be made, or only where the obra has another
 * value in that field. So what is exported from the registry comes in again, whatever it is.
 */
export interface Fault extends Note {
  when?: 'new' | Field;
}

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

export interface Judged {
  fila: number;
  /** Null where the row has none. */
  clave: string | null;
  stated: Stated;
  /** What a new obra has where the row says nothing. */
  fallback: Stated;
  faults: Fault[];
  notes: Note[];
  /** The row's cells as they were read, where they were asked for. */
  cells?: string[];
}

/** What rows do not say, for all of them; ids of active records. */
export type Fallbacks = Partial<Record<CatalogField, number>>;

export interface JudgeOptions {
  fallbacks: Fallbacks;
  /** Whether unknown dependencias, project types and fiscal years are made. */
  creates: boolean;
  /** Whether the cells are to be answered. */
  withCells: boolean;
  /** The importer's word on the unit of amounts; without it they are in pesos, unless the sheet says something else. */
  unidadMonto?: Unidad | undefined;
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

/** Longest names of the catalogs that rows may add to. */
const LONGEST_DEPENDENCIA = 255;
const LONGEST_SIGLAS = 50;
const LONGEST_TIPO = 150;

/** A cell that was read: the text that it has, and the column that it is in. */
interface Given {
  text: string;
  column: Column;
}

/** One row while it is judged: its cells by their fields, and what is found out. */
class RowReader {
  readonly headings: Headings;
  readonly cells: SheetRow['cells'];
  readonly stated: Stated = {};
  readonly fallback: Stated;
  readonly faults: Fault[] = [];
  readonly notes: Note[] = [];

  constructor(headings: Headings, cells: SheetRow['cells'], fallbacks: Fallbacks) {
    this.headings = headings;
    this.cells = cells;
    this.fallback = { ...fallbacks };
  }

  /** Refuses the row for what a cell says. */
  refuse(given: Given, failure: Failure & Pick<Note, 'group'>, when?: Fault['when']): void {
    const { column, text } = given;
    this.faults.push({ columna: column.heading, valor: text, ...failure, ...(when && { when }) });
  }

  note({ column, text }: Given, note: Omit<Note, 'columna' | 'valor'>): void {
    this.notes.push({ columna: column.heading, valor: text, ...note });
  }

  /** Refuses the row for what it does not say. */
  miss(campo: Campo, text: string, valor: string | null, when?: 'new'): void {
    const columna = this.headings.of[campo]?.[0]?.heading ?? campo;
    this.faults.push({ columna, valor, field: campo, text, ...(when && { when }) });
  }

  /** The cell that says a field, of the columns that do so the best that is not blank; refused where it can't be read. */
  cellOf(campo: Campo, isBlank = (_: Cell) => false): [Cell, Column] | undefined {
    for (const column of this.headings.of[campo] ?? []) {
      const cell = this.cells[column.index];
      if (cell === undefined || isBlank(cell)) continue;
      const readable = readText(cell);
      if ('value' in readable) return [cell, column];
      this.#refuseUnread(campo, cell, column, readable.fault);
      return undefined;
    }
    return undefined;
  }

  #refuseUnread(campo: Campo, { text }: Cell, { heading }: Column, fault: string): void {
    this.faults.push({ columna: heading, valor: text || null, ...remark(campo, fault) });
  }

  /** What a field's cell stands for; refused where that can't be told. */
  read<T>(
    campo: Campo,
    reader: (cell: Cell) => Read<T>,
    isBlank?: (cell: Cell) => boolean,
  ): (Given & { value: T }) | undefined {
    const found = this.cellOf(campo, isBlank);
    if (!found) return undefined;
    const [cell, column] = found;
    const result = reader(cell);
    if ('value' in result) return { value: result.value, column, text: cell.text };
    this.refuse({ column, text: cell.text }, remark(campo, result.fault));
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
    found: Found,
    given: Given,
  ): CatalogRecord | undefined {
    if (found.record) {
      if (!found.record.activo) {
        const text = `${quoted(found.record.nombre)} está en el catálogo, pero inactivo.`;
        this.refuse(given, remark(campo, text), field);
      }
      return found.record;
    }
    if (found.several) {
      const names = found.several.map(({ nombre }) => quoted(nombre)).join(', ');
      const text = `${quoted(given.text)} puede ser ${names}; escriba el nombre completo, con sus acentos.`;
      this.refuse(given, remark(campo, text));
      return undefined;
    }
    this.refuse(given, remark(campo, unknownName(what, given.text, found.nearest)));
    return undefined;
  }

  /** Notes that a catalog gets a record of this name; one that is much like another may be a slip. */
  add(campo: Campo, name: string, given: Given, nearest?: string): void {
    const spoilt = spoiltIn(name);
    if (spoilt) {
      const text = `${quoted(name)} no se agrega al catálogo: ${spoilt.why}`;
      this.refuse(given, { ...remark(campo, text), group: 'letrasPerdidas' });
    }
    const like =
      nearest === undefined
        ? ''
        : ` Se parece a ${quoted(nearest)}: si es la misma cosa, corrija la fila.`;
    const text = `${quoted(name)} no está en el catálogo y se agrega.${like}`;
    this.note(given, { ...remark(campo, text), once: `${campo} ${fold(name)}` });
  }

  bound(campo: Campo, name: string, most: number, given: Given): void {
    if ([...name].length <= most) return;
    this.refuse(given, { field: campo, text: `no debe tener más de ${most} caracteres.` });
  }

  /** Takes what cells say of these fields for what the row says. */
  keepTexts(fields: (ObraText | UbicacionText)[]): void {
    for (const field of fields) {
      const text = this.text(field);
      if (text) this.stated[field] = tidied(text.value);
    }
  }

  /** The coordinates of the row, of the pairs of columns that have them the first that is not blank. */
  point(): { position: [number, number]; given: Given } | undefined {
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
        const text = `es obligatoria porque la fila trae ${other}.`;
        this.faults.push({ columna: column?.heading ?? campo, valor: null, field: campo, text });
        return undefined;
      }
      if (east.value === undefined || north.value === undefined) return undefined;
      if (east.value === 0 && north.value === 0) continue;
      const given = { column: x as Column, text: `${east.text}, ${north.text}` };
      const position = this.#inDegrees([east.value, north.value], given);
      return position && { position, given };
    }
    return undefined;
  }

  /** A position in degrees, whichever it was given in; refused where that can't be told. */
  #inDegrees([x, y]: [number, number], given: Given): [number, number] | undefined {
    const { toDegrees } = this.headings;
    if (areMetres(x, y) && toDegrees) return toDegrees([x, y]);
    if (!areMetres(x, y) && !areMetres(y, x)) return [x, y];
    const text = areMetres(x, y)
      ? 'Parecen coordenadas UTM; indique la zona en el encabezado, como en «X UTM 16N», o conviértalas a grados.'
      : 'Parecen coordenadas UTM intercambiadas: X es el este, con seis cifras, y Y el norte, con siete.';
    this.refuse(given, { field: '', text, group: 'utm' });
    return undefined;
  }

  #degrees(campo: 'longitud' | 'latitud', column: Column | undefined) {
    const cell = column && this.cells[column.index];
    if (!cell) return undefined;
    const readable = readText(cell);
    const result =
      'value' in readable ? readDegrees(campo, cell, this.headings.utm.isSaid) : readable;
    if ('value' in result) return { text: cell.text, value: result.value };
    this.#refuseUnread(campo, cell, column, result.fault);
    return { text: cell.text, value: undefined };
  }
}

/**
 * Answers how to judge a file's rows, one after the other. A row that is blank in all columns that are known is none.
 */
export function createJudge(
  headings: Headings,
  catalogs: Catalogs,
  { fallbacks, creates, withCells, unidadMonto }: JudgeOptions,
): (row: SheetRow) => Judged | undefined {
  const judgeAmount = amountJudge(headings, unidadMonto);
  const judgeWidth = widthJudge(headings, unidadMonto);
  const judgeCatalogs = catalogsJudge(catalogs, creates);
  const judgePlace = placeJudge(catalogs);
  const seen = keyMemory();

  return ({ cells, fila }) => {
    if (isKnownBlank(headings, { cells, fila })) return undefined;
    const row = new RowReader(headings, cells, fallbacks);
    const { stated, fallback, faults, notes } = row;
    const entidad = row.text('entidad');
    if (entidad && !isYucatan(entidad.value)) {
      const text = `La obra es de ${quoted(entidad.text)}; el registro es sólo de obras de Yucatán.`;
      row.refuse(entidad, { field: '', text });
    }
    const clave = row.read('claveUnica', readKey);
    if (clave && isScientific(clave.text)) {
      const text = `${quoted(clave.text)} está en notación científica y perdió cifras; dé formato de texto a la celda y escríbala de nuevo.`;
      // Somebody may have registered it so.
      row.refuse(clave, remark('claveUnica', text), 'new');
    }
    row.keepTexts(OBRA_TEXTS);
    const cut = judgeWidth(cells);
    if (cut) row[cut.isNote ? 'note' : 'refuse'](cut, cut.failure);
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
      const help = field === campo ? '' : `; si ninguna fila lo dice, indique ${field}`;
      const column = headings.of[campo]?.[0];
      const valor = (column && cells[column.index]?.text) ?? null;
      row.miss(campo, `es obligatorio${help}.`, valor, 'new');
    }
    const key = clave ? tidied(clave.value) : '';
    if (!clave && !faults.some(({ field }) => field === 'claveUnica')) {
      row.miss('claveUnica', 'es obligatorio.', null);
    }
    const { earlier, alike } = key === '' ? {} : seen(key, fila);
    if (clave && isNoKey(key)) {
      const text = `${quoted(clave.text)} no es una clave; escriba la que identifica a la obra.`;
      // Somebody may have registered it so, but one work alone.
      row.refuse(clave, remark('claveUnica', text), earlier === undefined ? 'new' : undefined);
    } else if (clave && earlier !== undefined) {
      const text = `la clave ${quoted(key)} ya está en la fila ${earlier} de este archivo.`;
      row.refuse(clave, remark('claveUnica', text));
    } else if (clave && alike) {
      const text = `${quoted(key)} y ${quoted(alike.key)}, de la fila ${alike.fila}, sólo difieren en mayúsculas; si son la misma obra, escriba igual su clave.`;
      row.note(clave, remark('claveUnica', text));
    }
    return {
      fila,
      clave: clave ? key : null,
      stated,
      fallback,
      faults,
      notes,
      ...(withCells && {
        cells: headings.columns.map(({ index }) => cells[index]?.text ?? ''),
      }),
    };
  };
}

/** Texts that are kept as they are read, by the fields that say them, and when lost letters in them count. */
const KEPT: [campo: Campo, when: Fault['when']][] = [
  ['claveUnica', 'new'],
  ...[...OBRA_TEXTS, ...UBICACION_TEXTS].map((name): [Campo, Field] => [name, name]),
];

/** Judges the letters of the texts that are kept; names of catalogs are judged where one would be made of them. */
function judgeLetters(row: RowReader): void {
  for (const [campo, when] of KEPT) {
    for (const column of row.headings.of[campo] ?? []) {
      const { text = '' } = row.cells[column.index] ?? {};
      const spoilt = spoiltIn(text);
      if (!spoilt) continue;
      const said = remark(campo, `${quoted(text)} ${spoilt.why}`);
      if (spoilt.isLost) row.refuse({ column, text }, { ...said, group: 'letrasPerdidas' }, when);
      else row.note({ column, text }, { ...said, group: 'letras' });
    }
  }
}

// Money -------------------------------------------------------------------------------------------

const UNITS_IN_DOUBT: Record<Exclude<Unit, 'pesos'>, string> = {
  miles: 'habla de miles: confirme si los montos están en miles de pesos o en pesos.',
  millones: 'habla de millones: confirme si los montos están en millones de pesos o en pesos.',
  'otra moneda':
    'habla de otra moneda y el registro guarda pesos mexicanos: convierta los montos o, si ya son pesos, confírmelo.',
};

/** Judges a row's amount. Where the unit is in doubt every row is refused: nobody sees in one of them that it is. */
function amountJudge({ of, unit }: Headings, unidad: Unidad | undefined): (row: RowReader) => void {
  const doubt = unitInDoubt(unit?.unit, unidad);
  const [column] = of.monto ?? [];
  if (doubt && unit && column) {
    const text = `${quoted(unit.text)} ${UNITS_IN_DOUBT[doubt]}`;
    const fault = { ...remark('monto', text), columna: column.heading, group: 'unidadMonto' };
    return (row) => {
      row.faults.push({ ...fault, valor: row.cells[column.index]?.text ?? null });
    };
  }
  const places = PLACES[unidad ?? 'pesos'];
  return (row) => {
    const monto = row.read('monto', (cell) => readAmount(cell, places));
    if (monto) row.stated.monto = monto.value;
  };
}

// Catalogs ----------------------------------------------------------------------------------------

/** Judges which records of catalogs a row names, but for its municipio. */
function catalogsJudge(catalogs: Catalogs, creates: boolean): (row: RowReader) => void {
  const findDependencia = finder(catalogs.dependencias);
  const findTipo = finder(catalogs.tiposProyecto);
  const findEstatus = finder(catalogs.estatus, OTHER_ESTATUS);
  const anios = new Map(catalogs.ejercicios.map((each) => [each.anio, each]));
  const statuses = catalogs.estatus.map(({ nombre }) => nombre).join(', ');

  const judgeYear = (row: RowReader) => {
    const anio = row.read('ejercicioFiscal', readYear, (cell) => fold(cell.text) === 'total');
    if (!anio) return;
    const record = anios.get(anio.value);
    if (record) {
      row.stated.ejercicioFiscalId = record.id;
      const text = `el año ${anio.value} está en el catálogo, pero inactivo.`;
      if (!record.activo) row.refuse(anio, remark('ejercicioFiscal', text), 'ejercicioFiscalId');
    } else if (creates) {
      row.stated.ejercicioFiscalId = null;
      row.stated.anio = anio.value;
      row.add('ejercicioFiscal', String(anio.value), anio);
    } else {
      const text = `el año ${anio.value} no está en el catálogo.`;
      row.refuse(anio, remark('ejercicioFiscal', text));
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
      stated.dependencia = name;
      stated.siglas = siglas && siglas !== named ? tidied(siglas.value).toUpperCase() : null;
      row.add('dependencia', name, named, found.nearest);
      row.bound('dependencia', name, LONGEST_DEPENDENCIA, named);
      if (stated.siglas) row.bound('siglas', stated.siglas, LONGEST_SIGLAS, siglas ?? named);
      return;
    }
    const record = row.choose('dependencia', 'dependenciaId', 'la dependencia', found, named);
    if (record) stated.dependenciaId = record.id;
    const isOther = record && siglas && fold(record.siglas ?? '') !== fold(siglas.value);
    if (isOther && siglas !== named) {
      const text = `${quoted(siglas.text)} no son las de ${quoted(record.nombre)}${record.siglas ? ` (${record.siglas})` : ''}.`;
      row.refuse(siglas, remark('siglas', text));
    }
  };

  const judgeTipo = (row: RowReader) => {
    const tipo = row.text('tipoProyecto');
    if (!tipo) return;
    const found = findTipo(tipo.value.trim());
    if (!found.record && !found.several && creates) {
      row.stated.tipoProyectoId = null;
      const name = tidied(tipo.value);
      row.stated.tipoProyecto = name;
      row.add('tipoProyecto', name, tipo, found.nearest);
      row.bound('tipoProyecto', name, LONGEST_TIPO, tipo);
      return;
    }
    const what = 'el tipo de proyecto';
    const record = row.choose('tipoProyecto', 'tipoProyectoId', what, found, tipo);
    if (record) row.stated.tipoProyectoId = record.id;
  };

  const judgeEstatus = (row: RowReader) => {
    const estatus = row.text('estatus');
    if (estatus) {
      const { record } = findEstatus(estatus.value.trim());
      if (record) row.stated.estatusObraId = record.id;
      else {
        const text = `${quoted(estatus.text)} no es un estatus; son: ${statuses}.`;
        row.refuse(estatus, remark('estatus', text));
      }
      return;
    }
    const avance = row.text('avanceFisico');
    if (!avance) return;
    const percent = percentOf(row.cellOf('avanceFisico')?.[0] as Cell);
    if (percent === undefined) {
      const text = `${quoted(avance.text)} no es un porcentaje entre 0 y 100.`;
      row.refuse(avance, remark('avanceFisico', text), 'new');
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
function placeJudge({ municipios }: Catalogs): (row: RowReader) => void {
  const findByName = finder(municipios, OTHER_MUNICIPIOS);
  const byId = new Map(municipios.map((each) => [each.id, each]));
  const find = (name: string): Found => {
    if (!isBrief(name)) return {};
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
        row.refuse(clave, remark('municipioClave', text));
      }
    }
    const point = row.point();
    if (!point) return;
    row.stated.punto = point.position;
    const limite = municipioAt(point.position) ?? municipioNear(point.position, MARGIN);
    if (!limite) row.refuse(point.given, { field: '', text: outside(point.position) }, 'punto');
    else if (!place) row.fallback.municipioId = limite.id;
    else if (municipio && municipio.id !== limite.id && municipioAt(point.position)) {
      const text = `El punto está en ${limite.nombre} según los límites del INEGI; la obra se registra en ${municipio.nombre}, como dice el archivo.`;
      row.note(point.given, { field: '', text });
    }
  };
}

/** A text as it is kept; one that can't be brought to its form is left to the rules of obras. */
const tidied = (text: string) => tidy(text) ?? text.trim();

/** Of records that a name could mean, the one whose siglas are given. */
function narrowed(found: Found, siglas: string | undefined): Found {
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

/** Says where a point lies that is not in the state. */
function outside(point: [number, number]): string {
  const where = `Las coordenadas ${point.join(', ')} están fuera de Yucatán`;
  const meant = meantBy(
    point,
    (position) => (municipioAt(position) ?? municipioNear(position, MARGIN)) !== undefined,
  );
  if (!meant) return `${where}; revise longitud y latitud, en grados con decimales.`;
  const how =
    meant.slip === 'signo' ? 'parece que falta o sobra un signo' : 'parecen intercambiadas';
  const [longitude, latitude] = meant.position;
  return `${where}; ${how}: longitud ${longitude}, latitud ${latitude}.`;
}
