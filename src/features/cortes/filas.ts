import { COLUMNS } from '../../core/obras/columns.ts';
import { amountOf } from '../../listados/descarga.ts';
import type { Cells, ListedColumn } from '../../listados/listado-en-archivo.ts';
import type { ObraEnCorte } from './lectura.ts';

// A cut as rows of a sheet: the columns of the files of works, and some of their follow-up.

/** A work and its follow-up as values: their members are of the schemas of both. */
// biome-ignore lint/suspicious/noExplicitAny: the values are those of the API's own JSON
type AnyObra = Record<string, any>;

const fieldNamed = (name: string) => (obra: AnyObra) => obra[name];
/** The first ubicación. */
const place = (name: string) => (obra: AnyObra) => obra.ubicaciones[0]?.[name];
/** A coordinate of the only ubicación, where that is a point. */
const coordinate = (i: number) => (obra: AnyObra) => {
  const [first, second] = obra.ubicaciones;
  const { type, coordinates } = (!second && first?.geometriaJson) || {};
  return type === 'Point' ? coordinates[i] : null;
};

/** The value of each column of the files of works that is no field of the work itself. */
const OTHERS: Record<string, (obra: AnyObra) => unknown> = {
  ejercicioFiscal: (obra) => obra.ejercicioFiscal.anio,
  dependencia: (obra) => obra.dependencia.nombre,
  siglas: (obra) => obra.dependencia.siglas,
  municipio: (obra) => obra.municipio.nombre,
  // The number of a municipio is the end of its key, after that of the state (migrations/002.do.catalogos.sql).
  municipioClave: (obra) => String(31_000 + obra.municipioId),
  tipoProyecto: (obra) => obra.tipoProyecto?.nombre,
  estatus: (obra) => obra.estatusObra.nombre,
  direccion: place('direccion'),
  localidadReferencia: place('localidadReferencia'),
  referenciaLugar: place('referenciaLugar'),
  longitud: coordinate(0),
  latitud: coordinate(1),
};

interface ColumnaDeCorte extends Omit<ListedColumn, 'sql'> {
  value(corte: ObraEnCorte): unknown;
}

const follow = (
  name: string,
  label: string,
  type: ListedColumn['type'],
  value: (seguimiento: AnyObra) => unknown,
): ColumnaDeCorte => ({
  ...{ name, label, type, width: 18 },
  value: ({ seguimiento }) => value(seguimiento),
});

const COLUMNAS_DE_CORTE: ColumnaDeCorte[] = [
  ...COLUMNS.map(({ sql: _, ...column }) => ({
    ...column,
    value: ({ obra }: ObraEnCorte) => (OTHERS[column.name] ?? fieldNamed(column.name))(obra),
  })),
  follow('fechaAvance', 'Fecha del último avance', 'date', ({ avance }) => avance?.fechaCorte),
  follow('avanceFisico', 'Avance físico', 'percent', ({ avance }) => avance?.avanceFisico),
  follow('montoPagado', 'Pagado en pesos', 'amount', ({ pagado }) => pagado?.montoPagado),
  follow('contratos', 'Contratos', 'number', ({ contratos }) => contratos.length),
  follow(
    'montoVigente',
    'Monto de contratos, o de la obra, en pesos',
    'amount',
    ({ baseDePago }) => baseDePago.monto,
  ),
  follow(
    'fechaTerminoVigente',
    'Fecha de término vigente',
    'date',
    ({ atraso }) => atraso.fechaTerminoVigente,
  ),
  follow('diasAtraso', 'Días de atraso', 'number', ({ atraso }) => atraso.diasAtraso),
];

/** The columns as the writers of lists take them. */
export const COLUMNS_OF_CUT: ListedColumn[] = COLUMNAS_DE_CORTE.map(({ value: _, ...column }) => ({
  ...column,
  sql: '',
}));

/** Rows of one batch. */
const ROWS_PER_BATCH = 200;

/** The works of a cut as rows, in batches. */
export async function* rowsOfCut(works: AsyncIterable<ObraEnCorte>): AsyncGenerator<Cells[]> {
  let batch: Cells[] = [];
  for await (const each of works) {
    batch.push(COLUMNAS_DE_CORTE.map(({ type, value }) => cellText(type, value(each))));
    if (batch.length < ROWS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function cellText(type: ListedColumn['type'], value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return type === 'amount' ? amountOf(BigInt(Math.round(Number(value) * 100))) : String(value);
}
