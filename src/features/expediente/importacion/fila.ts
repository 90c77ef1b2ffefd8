import { remark } from '../../../core/base/errors.ts';
import {
  createDayReader,
  createKeyReader,
  digestOf,
  foldHeading,
  missingColumn,
  quoted,
  readAmount,
  readText,
  refuseLost,
} from '../../../hojas/celdas/index.ts';
import type { Column, ReadRequest, ReadRow, Row, RowKind } from '../../../hojas/index.ts';
import { createMoneyCheck } from '../../../hojas-de-obras/dinero.ts';
import type { Equivalents } from '../../../hojas-de-obras/equivalentes.ts';
import { inFirstColumn, readClave, readPesos, readTidy } from '../../../hojas-de-obras/filas.ts';
import { type CatalogRecord, chooseRecord, createFinder } from '../../../hojas-de-obras/nombres.ts';
import { choices, readChoice, saysNothing } from '../../seguimiento/importacion/valores.ts';
import type { EXPEDIENTE } from '../campos.ts';
import { MODALIDADES, MOST_FUENTES } from '../opciones.ts';
import {
  type CampoDeExpediente,
  DATOS,
  type MAPPED,
  OF_EXPEDIENTES,
  READ_PAIRS,
} from './columnas.ts';

// Reads what a row says of a work's record. juntar.ts joins the rows of one work, and decide.ts asks the registry.

/** A source as a row says it. */
export interface FuenteDicha {
  fondoId: number;
  /** The fund that the row names: another one where that was merged into it. */
  dicho: number;
  /** MXN. */
  monto: number;
  /** The field of its fund. */
  campo: `fondo${(typeof READ_PAIRS)[number]}`;
}

/** The values of a row. */
interface ExpedienteValues {
  /** The key; null where the row has none, or an unreadable one. */
  clave: string | null;
  datos: Partial<Record<keyof typeof EXPEDIENTE, string | number>>;
  fuentes: FuenteDicha[];
  /** Of all its cells. */
  digest: number;
}
export type ExpedienteRow = ExpedienteValues & ReadRow;

/** The request to the process that reads such sheets: the catalog, and what the importer says of names in the file. */
export interface ExpedienteRequest extends ReadRequest {
  fondos: CatalogRecord[];
  equivalents: Equivalents<(typeof MAPPED)[number]>;
}

const OF_MODALIDAD = choices(MODALIDADES, {
  CONTRATO: /^(?:porcontrato|contratos?|contratad[ao]|contratacion)$/,
  ADMINISTRACION_DIRECTA: /^(?:por)?(?:administracion(?:directa)?|ad)$/,
});

/** The rows of sheets with the records of works. */
export const fila: RowKind<CampoDeExpediente, ExpedienteRequest, ExpedienteValues> = {
  module: import.meta.url,
  fields: OF_EXPEDIENTES,
  texts: ['claveUnica', 'proposito', 'metaUnidad', ...READ_PAIRS.map((n) => `fondo${n}` as const)],
  createReader(headings, { fondos, equivalents, unidadMonto }, first) {
    refuseLost(headings, OF_EXPEDIENTES.amounts);
    const readKey = createKeyReader(headings.of.claveUnica, first);
    const readFecha = createDayReader(headings, first);
    const checkMoney = createMoneyCheck<CampoDeExpediente>(headings, unidadMonto);
    const findFondo = createFinder(fondos, {}, equivalents.get('fondo1'));
    const beyond = headings.columns.filter(isBeyond);
    return (row) => {
      const digest = digestOf(row, headings.columns);
      const values: ExpedienteValues = { clave: null, datos: {}, fuentes: [], digest };
      // Cells after the split are in the wrong columns, so they would only mislead.
      if (row.isSplit()) return values;
      values.clave = readClave(row, readKey);
      checkMoney(row);
      for (const campo of DATOS) {
        const value = readDato(row, campo, readFecha);
        if (value !== undefined) values.datos[campo] = value;
      }
      const more = beyond.find(({ index }) => row.cells[index] && !saysNothing(row.cells[index]));
      if (more) {
        const text = `Caben ${MOST_FUENTES} fondos de una obra, y la fila dice algo en ${quoted(more.heading)}.`;
        row.refuse({ column: more, text: null }, { field: '', campo: 'fondo1', text });
      }
      values.fuentes = READ_PAIRS.flatMap((n) => readFuente(row, n, findFondo) ?? []);
      return values;
    };
  },
};

/** Whether a column that is not read is one of a further fund: «Fondo 13», «Importe 14». A year is none. */
const isBeyond = ({ campo, heading }: Column<CampoDeExpediente>) =>
  campo === undefined &&
  Number(/^(?:fondo|fuente|monto|importe)[a-z]*(\d\d)$/.exec(foldHeading(heading))?.[1]) >
    MOST_FUENTES;

function readDato(
  row: Row<CampoDeExpediente>,
  campo: (typeof DATOS)[number],
  readFecha: ReturnType<typeof createDayReader<CampoDeExpediente>>,
): string | number | undefined {
  switch (campo) {
    case 'proposito':
    case 'metaUnidad':
      return readTidy(row, campo, readText)?.value;
    case 'modalidad':
      return row.read(campo, (cell) => readChoice(OF_MODALIDAD, cell), { isBlank: saysNothing })
        ?.value;
    case 'fechaAprobacion':
      return readFecha(row, campo);
    default:
      // Neither is money: the unit of the amounts is not theirs.
      return row.read(campo, (cell) => readAmount(cell))?.value;
  }
}

/** A fund and its amount: both or none. The row is refused for one without the other. */
function readFuente(
  row: Row<CampoDeExpediente>,
  n: (typeof READ_PAIRS)[number],
  findFondo: ReturnType<typeof createFinder>,
): FuenteDicha | undefined {
  const [campo, campoMonto] = [`fondo${n}`, `monto${n}`] as const;
  const named = row.read(campo, readText, {
    isBlank: saysNothing,
    means: (name) => findFondo(name.trim()).record?.id ?? name,
  });
  const monto = readPesos(row, campoMonto);
  if (row.isRefusedFor(campo) || row.isRefusedFor(campoMonto)) return undefined;
  if (!named) {
    // An amount of 0 beside no fund says nothing.
    if (monto) {
      const text = `${quoted(row.text(campoMonto)?.text ?? '')} no dice de qué fondo es; escriba el fondo, o borre el monto.`;
      const general = 'no dice de qué fondo es; escriba el fondo, o borre el monto.';
      row.refuse(inFirstColumn(row, campoMonto), { ...remark(campoMonto, text), general });
    }
    return undefined;
  }
  const match = findFondo(named.value.trim());
  const fondo = chooseRecord(row, campo, undefined, 'el fondo', match, named);
  if (monto === undefined) {
    const text = `Falta el monto de ${quoted(named.text)}. Escríbalo en la fila, o borre el fondo.`;
    const general = 'Hay fondos sin su monto. Escríbalo en la fila, o borre el fondo.';
    const isColumn = row.headings.of[campoMonto] !== undefined;
    const missing = { text, general, codigo: 'faltaDato' };
    row.miss(
      campoMonto,
      isColumn ? missing : missingColumn(row.headings, campoMonto, `monto ${n}`),
    );
  } else if (monto === 0) {
    const general = 'es 0, y un fondo que no pone nada no es una fuente: borre los dos.';
    row.refuse(inFirstColumn(row, campoMonto), { ...remark(campoMonto, general), general });
  }
  return fondo && monto
    ? { fondoId: fondo.id, dicho: match.merged?.id ?? fondo.id, monto, campo }
    : undefined;
}
