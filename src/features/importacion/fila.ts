import { remark } from '../../core/base/errors.ts';
import {
  labelOf,
  OBRA,
  OBRA_TEXTS,
  type ObraText,
  UBICACION_TEXTS,
  type UbicacionText,
} from '../../core/obras/campos.ts';
import {
  createKeyMemory,
  createKeyReader,
  digestOf,
  fold,
  isBrief,
  isNoKey,
  isScientific,
  missingColumn,
  oneOf,
  partsOf,
  quoted,
  readKey,
  readText,
  refuseAll,
  refuseLost,
  tidied,
  withoutZeroFraction,
} from '../../hojas/celdas/index.ts';
import type {
  Column,
  Finding,
  Headings,
  Missing,
  ReadCell,
  Rejection,
  Repeated,
  Row,
  RowKind,
} from '../../hojas/index.ts';
import { createMoneyCheck, unitDoubt } from '../../hojas-de-obras/dinero.ts';
import { type CampoDeObras, OF_OBRAS } from './columnas.ts';
import { createPlaceReader, isPosition } from './lugar.ts';
import { createReferenceReader } from './referencias.ts';
import type { Draft, Fallbacks, Field, ObrasRequest, ObraValues } from './stated.ts';

// Reads a row's values of an obra, and finds its faults. decide.ts checks the rules of obras and the registered obras.

/** Fields whose cells are taken as they stand, and the case in which lost letters refuse the row. */
const TEXTS_OF_WORKS: [campo: CampoDeObras, when: Rejection['when']][] = [
  ['claveUnica', 'new'],
  ...[...OBRA_TEXTS, ...UBICACION_TEXTS].map((name): [CampoDeObras, Field] => [name, name]),
];

export const fila: RowKind<CampoDeObras, ObrasRequest, ObraValues> = {
  module: import.meta.url,
  fields: OF_OBRAS,
  texts: TEXTS_OF_WORKS.map(([campo]) => campo),
  createReader(headings, request, first) {
    refuseLost(headings, ['monto']);
    const ids = ownIds(headings);
    // A file of the registry has exact keys.
    const readClave = ids ? readKey : createKeyReader(headings.of.claveUnica, first);
    const readReferences = createReferenceReader(request);
    const readPlace = createPlaceReader(request, headings, first);
    const checkKey = createKeyCheck(headings, request.unaVez === true);
    const checkRequired = createRequiredCheck(headings);
    const checkMoney = createMoneyCheck<CampoDeObras>(headings, request.unidadMonto);
    return (row) => {
      if (ids) row.keepCodes();
      const { fallbacks } = request;
      const draft: Draft = { row, stated: {}, fallback: { ...fallbacks } };
      const valuesOf = (
        key: Pick<ObraValues, 'clave' | 'isRepeated'>,
        id?: number,
      ): ObraValues => ({
        ...key,
        id,
        stated: draft.stated,
        fallback: draft.fallback,
      });
      if (isOfAnotherState(row)) return valuesOf({ clave: null });
      const clave = row.read('claveUnica', readClave, { means: tidied });
      if (clave) checkForm(row, clave);
      readTexts(draft, OBRA_TEXTS);
      // Cells after the split are in the wrong columns, so they would only mislead.
      if (row.isSplit()) return valuesOf({ clave: null });
      checkLetters(row);
      readMonto(draft);
      const taxes = checkMoney(row);
      if (taxes) row.warn(taxes, WITHOUT_TAXES);
      readReferences(draft);
      readPlace(draft);
      readTexts(draft, UBICACION_TEXTS);
      checkRequired(draft);
      return valuesOf(checkKey(row, clave), ids && readId(row, ids));
    };
  },
};

/** Refuses a row of another state, and returns true then. */
function isOfAnotherState(row: Row<CampoDeObras>): boolean {
  const entidad = row.text('entidad');
  if (!entidad || isYucatan(entidad.value)) return false;
  row.refuse(entidad, {
    field: '',
    campo: 'entidad',
    text: `La obra es de ${quoted(entidad.text)}; el registro es sólo de obras de Yucatán.`,
    general: 'Son obras de otra entidad; el registro es sólo de obras de Yucatán.',
    once: 'entidad',
  });
  return true;
}

/** True for a state that is Yucatán: its name, INEGI's number, or both. */
const isYucatan = (text: string) =>
  /^(31)?(yucatan|yuc)?$/.test(fold(withoutZeroFraction(text))) && fold(text) !== '';

function readTexts({ row, stated }: Draft, fields: (ObraText | UbicacionText)[]): void {
  for (const field of fields) {
    // A position in this cell is read as one.
    const isBlank = field === 'direccion' ? { isBlank: isPosition } : {};
    const text = row.read(field, readText, isBlank);
    if (text) stated[field] = tidied(text.value);
  }
}

/** Checks the letters of stored texts. Names of catalogs are checked where they would become a record. */
function checkLetters(row: Row<CampoDeObras>): void {
  for (const [campo, when] of TEXTS_OF_WORKS) {
    for (const column of row.headings.of[campo] ?? []) {
      const { text, kind } = row.cells[column.index] ?? {};
      if (text !== undefined && kind === 'text') row.checkLetters(campo, column, text, when);
    }
  }
}

const WITHOUT_TAXES: Finding = {
  field: '',
  campo: 'iva',
  text: 'La fila dice que su monto no incluye IVA: se registra como está.',
  once: 'iva',
};

/** Reads the amount. Where its unit is in doubt, every row is refused, since a single row does not show the doubt. */
function readMonto({ row, stated }: Draft): void {
  const doubt = unitDoubt(row, 'monto');
  const [column] = row.headings.of.monto ?? [];
  if (doubt && column) {
    row.refuse({ column, text: row.cells[column.index]?.text ?? '' }, doubt);
    return;
  }
  const monto = row.amount('monto');
  if (monto) stated.monto = monto.value;
}

// Keys --------------------------------------------------------------------------------------------

/** Keys that a spreadsheet program converted to days and saved as text: «3-1» is «03/01/2026» or «03-ene» there. */
const IS_DATE =
  /^\d{1,2}(?:[/-]\d{1,2}[/-](?:\d{2}|\d{4})|-(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic|jan|apr|aug|dec)[a-z]*\.?(?:-\d{2,4})?)$/i;
const SCIENTIFIC =
  'está en notación científica y perdió cifras; dé formato de texto a la celda y escríbala de nuevo.';

/** Refuses a key that a spreadsheet program converted. */
function checkForm(row: Row<CampoDeObras>, clave: ReadCell<CampoDeObras, string>): void {
  if (IS_DATE.test(clave.text.trim())) {
    const general =
      'parece una fecha; si la hoja de cálculo la hizo de la clave, dé formato de texto a la celda y escríbala de nuevo.';
    row.warn(clave, { ...remark('claveUnica', `${quoted(clave.text)} ${general}`), general });
  }
  if (isScientific(clave.text)) {
    const text = `${quoted(clave.text)} ${SCIENTIFIC}`;
    // A registered work may have that key.
    row.refuse(clave, { ...remark('claveUnica', text), general: SCIENTIFIC }, 'new');
  }
}

/** The headings of the obra's id and number in files of the registry. No other file has both. */
const isIdOfOurs = ({ heading }: Column<CampoDeObras>) => OURS.id.includes(heading.trim());
const isNumberOfOurs = ({ heading }: Column<CampoDeObras>) =>
  OURS.numeroObra.includes(heading.trim());
const OURS = {
  id: ['id', OBRA.id.sheet.id.label],
  numeroObra: ['numeroObra', labelOf(OBRA.numeroObra)],
};

/** The column of ids in a file of the registry, unless the importer chose another field for it. */
const ownIds = ({ columns }: Headings<CampoDeObras>): Column<CampoDeObras> | undefined =>
  columns.some(isNumberOfOurs)
    ? columns.find((column) => isIdOfOurs(column) && column.rank === 0)
    : undefined;

/** The id of a row's obra. It is right even where the key was changed. */
function readId({ cells }: Row<CampoDeObras>, { index }: Column<CampoDeObras>): number | undefined {
  const id = Number(withoutZeroFraction(cells[index]?.text.trim() ?? ''));
  return Number.isInteger(id) && id > 0 && id <= LAST_ID ? id : undefined;
}
const LAST_ID = 2_147_483_647;

/** Digests of a row's columns: those that are read, and the others. */
type Said = Record<'read' | 'others', number>;

/**
 * Returns a function that compares a row's key with those of the rows above, and returns the key as the registry stores it, and
 * whether a row above says the same.
 *
 * @param areOne true where the importer said that rows which only differ in columns that are not read say the same
 */
function createKeyCheck(
  headings: Headings<CampoDeObras>,
  areOne: boolean,
): (
  row: Row<CampoDeObras>,
  clave: ReadCell<CampoDeObras, string> | undefined,
) => Pick<ObraValues, 'clave' | 'isRepeated'> {
  const seen = createKeyMemory();
  /** The rows of each key, by the first one. */
  const repeated = new Map<number, Repeated<Said>>();
  const columnsRead = (isRead: boolean) =>
    headings.columns.filter(({ campo }) => (campo !== undefined) === isRead);
  const [read, others] = [columnsRead(true), columnsRead(false)];
  const saidIn = (row: Row<CampoDeObras>): Said => ({
    read: digestOf(row, read),
    others: digestOf(row, others),
  });
  const missing = missingField(headings, 'claveUnica', 'claveUnica');
  return (row, clave) => {
    if (!clave) {
      if (!row.isRefusedFor('claveUnica')) row.miss('claveUnica', missing);
      return { clave: null };
    }
    const key = tidied(clave.value);
    // The rules of obras refuse a key that is too long, so it is not remembered.
    const { earlier, alike } = key === '' || !isBrief(key) ? {} : seen(key, row.fila);
    if (isNoKey(key)) {
      // A registered work may have that key, but only one.
      row.refuseNoKey(clave, clave.text, earlier === undefined ? 'new' : undefined);
    } else if (earlier !== undefined) {
      const known = repeated.get(earlier) as Repeated<Said>;
      const says = saidIn(row);
      const columna = clave.column.heading;
      const place = { ...remark('claveUnica', ''), columna, valor: clave.text };
      const one = `la clave ${quoted(key)} está`;
      if (known.isRefused || known.says.read !== says.read) {
        refuseAll(row, known, place, (fila) => ({
          text: `${one} también en la fila ${fila} de este archivo, con otros datos.`,
          general: 'la clave está también en otra fila de este archivo, con otros datos.',
        }));
      } else if (known.says.others === says.others || areOne) {
        if (known.says.others !== says.others) row.warn(clave, oneOf('claveUnica'));
        known.filas.push(row.fila);
        return { clave: key, isRepeated: true };
      } else {
        const all = 'hay filas con una clave repetida';
        refuseAll(row, known, place, partsOf(one, all, 'una misma obra'));
      }
    } else if (alike) {
      const isOfCapitals = key.toLowerCase() === alike.key.toLowerCase();
      const what = isOfCapitals ? 'mayúsculas' : 'ceros a la izquierda o en «.0»';
      const text = `${quoted(key)} y ${quoted(alike.key)}, de la fila ${alike.fila}, sólo difieren en ${what}; si son la misma obra, escriba igual su clave.`;
      const general = `hay claves que sólo difieren en ${what}; si son la misma obra, escríbalas igual.`;
      row.warn(clave, { ...remark('claveUnica', text), general });
    }
    if (earlier === undefined) {
      repeated.set(row.fila, { filas: [row.fila], says: saidIn(row), isRefused: false });
    }
    return { clave: key };
  };
}

// Required fields ---------------------------------------------------------------------------------

/** Required fields of a new obra, by the API's names, and their columns in a file. */
const REQUIRED: [field: keyof Fallbacks | 'nombre' | 'monto', campo: CampoDeObras][] = [
  ['nombre', 'nombre'],
  ['monto', 'monto'],
  ['ejercicioFiscalId', 'ejercicioFiscal'],
  ['dependenciaId', 'dependencia'],
  ['municipioId', 'municipio'],
  ['estatusObraId', 'estatus'],
];

/** Fields that another column gives where a file has no column for them. */
const IMPLIED_BY: Partial<Record<CampoDeObras, CampoDeObras[]>> = {
  dependencia: ['siglas'],
  municipio: ['municipioClave', 'longitud', 'coordenadas'],
  estatus: ['avanceFisico'],
};

/** Returns a function that refuses a row for missing fields, as a new obra. */
function createRequiredCheck(headings: Headings<CampoDeObras>): (draft: Draft) => void {
  const { of } = headings;
  const required = REQUIRED.map(
    ([field, campo]) => [field, campo, missingField(headings, field, campo)] as const,
  );
  return ({ row, stated, fallback }) => {
    for (const [field, campo, missing] of required) {
      if (stated[field] !== undefined || fallback[field] !== undefined) continue;
      // The row is refused already for an unreadable value.
      const isUnread = row.rejections.some(({ columna }) =>
        of[campo]?.some(({ heading }) => heading === columna),
      );
      if (!isUnread) row.miss(campo, missing, 'new');
    }
  };
}

/** The finding about rows without a required field, or about a file without its column. */
function missingField(
  headings: Headings<CampoDeObras>,
  field: (typeof REQUIRED)[number][0] | 'claveUnica',
  campo: CampoDeObras,
): Missing {
  const { called } = OBRA[field];
  const isInCatalog = 'catalog' in OBRA[field];
  const [it, one] = called.startsWith('la ') ? ['la', 'una'] : ['lo', 'uno'];
  const forAll = isInCatalog ? `, o elija ${one} para todas` : '';
  if ([campo, ...(IMPLIED_BY[campo] ?? [])].some((each) => headings.of[each])) {
    return { text: `Falta ${called}. Escríba${it} en la fila${forAll}.`, codigo: 'faltaDato' };
  }
  const name = called.replace(/^(el|la) /, '');
  return missingColumn(headings, campo, name, isInCatalog ? `${forAll} las filas` : '');
}
