import { type SheetRow, Unreadable } from './cells.ts';
import { foldHeading, quoted } from './values.ts';

// Which column says what. Headings are known by their usual names in Mexican files. Those are Obra Pública Abierta (SHCP),
// Recursos Federales Transferidos, Formato 28 (Ley General de Transparencia, artículo 70), and sheets of states and
// municipios. The registry's own exports are known as well.

/** Headings of each field, the best first: where several columns say the same, it counts if it has a value. */
const HEADINGS = {
  claveUnica: [
    'clave única',
    'clave de la obra',
    'clave de obra',
    'clave obra',
    'CVE_CARTERA',
    'clave de cartera',
    'CVE_PPI',
    'folio',
    'número de expediente, folio o nomenclatura',
    'no. de obra',
    'clave',
    'identificador',
  ],
  nombre: [
    'nombre',
    'nombre de la obra',
    'nombre obra',
    'obra',
    'NOMBRE_PPI',
    'denominación',
    'denominación de la obra',
    'nombre del proyecto',
    'objeto del contrato',
    'título',
  ],
  descripcion: [
    'descripción',
    'DESCRIPCION_PPI',
    'descripción de la obra',
    'breve descripción de la obra pública',
    'descripción de las obras, bienes o servicios',
    'descripción de las obras, los bienes o los servicios',
    'descripción de las obras',
    'alcance',
    'META_FISICA',
  ],
  monto: [
    'monto',
    'MONTO_TOTAL_INVERSION',
    'monto global aprobado',
    'presupuesto',
    'inversión autorizada',
    'monto autorizado',
    'importe',
    'monto total del contrato con impuestos incluidos',
    'costo',
  ],
  ejercicioFiscal: ['ejercicio fiscal', 'ejercicio', 'año', 'anio', 'ciclo'],
  dependencia: [
    'dependencia',
    'dependencia ejecutora',
    'DESCRIPCION_UR',
    'DESC_UNIDAD',
    'institución ejecutora',
    'ejecutor',
    'unidad responsable',
    'área responsable de su ejecución',
    'áreas responsables de su ejecución',
  ],
  siglas: ['siglas'],
  municipio: ['municipio', 'nombre del municipio', 'ID_MUNICIPIO_RESPONSABLE'],
  municipioClave: ['municipioClave', 'clave municipio', 'clave del municipio', 'municipio_clave'],
  tipoProyecto: [
    'tipo de proyecto',
    'tipo proyecto',
    'tipo de obra',
    'DESCRIPCION_TIPO_PPI',
    'TIPO_PPI',
    'clasificación',
    'tipo',
    'rubro',
    'categoría',
  ],
  estatus: [
    'estatus',
    'estatus de la obra',
    'situación',
    'etapa',
    'etapa de la obra pública',
    'etapa de la obra',
  ],
  direccion: [
    'dirección',
    'domicilio',
    'ubicación',
    'LOCALIZACION',
    'lugar donde se realizará la obra pública',
    'lugar donde se realizará la obra pública, en su caso',
  ],
  localidadReferencia: ['localidadReferencia', 'localidad de referencia', 'localidad'],
  referenciaLugar: ['referenciaLugar', 'referencia del lugar', 'referencia'],
  longitud: ['longitud', 'lon', 'lng', 'x', 'LONGITUD_INICIAL', 'LONGITUD_FINAL'],
  latitud: ['latitud', 'lat', 'y', 'LATITUD_INICIAL', 'LATITUD_FINAL'],
  /** Only looked at: a row of another state is refused. */
  entidad: [
    'ENTIDAD_FEDERATIVA',
    'ENT_FED',
    'entidad',
    'ID_ENTIDAD_FEDERATIVA',
    'ID_ENTIDAD',
    'CVE_ENTIDAD',
  ],
  /** Only looked at: the status of a new work where nothing else says it. */
  avanceFisico: ['AVANCE_FISICO', 'avance físico', 'avance'],
} as const;

export type Campo = keyof typeof HEADINGS;
export const CAMPOS = Object.keys(HEADINGS) as Campo[];

/** The importer's own word on the columns, by their headings; null for one that is not to be read. */
export type NamedColumns = Record<string, Campo | null>;

const KNOWN = new Map<string, { campo: Campo; rank: number }>();
for (const [campo, names] of Object.entries(HEADINGS) as [Campo, readonly string[]][]) {
  for (const [rank, name] of names.entries()) KNOWN.set(foldHeading(name), { campo, rank });
}

/** One column with a heading. */
export interface Column {
  /** As it stands in the file. */
  heading: string;
  /** Its place, counted from 0. */
  index: number;
  /** What it says, where it is known. */
  campo: Campo | undefined;
}

/** Which columns say each field, the best first, and all columns in their order. */
export interface Headings {
  fila: number;
  columns: Column[];
  of: Partial<Record<Campo, Column[]>>;
}

/** How many rows from the top headings are looked for: sheets begin with titles. */
export const HEADING_ROWS = 30;

/**
 * Finds the row of headings: of the first rows that which names most of the fields.
 *
 * @param named columns whose headings do not say enough: it counts before what headings say
 * @returns undefined where none names two of them and the key
 * @throws Unreadable where a column that is named is not there
 */
export function findHeadings(rows: SheetRow[], named: NamedColumns = {}): Headings | undefined {
  const told = new Map(
    Object.entries(named).map(([heading, campo]) => [foldHeading(heading), campo]),
  );
  const candidates = rows.map((row) => ({ row, columns: columnsOf(row, told) }));
  const score = (columns: Column[]) => new Set(columns.flatMap(({ campo }) => campo ?? [])).size;
  let best: { row: SheetRow; columns: Column[] } | undefined;
  for (const each of candidates) {
    if (!each.columns.some(({ campo }) => campo === 'claveUnica')) continue;
    if (score(each.columns) >= 2 && (!best || score(each.columns) > score(best.columns))) {
      best = each;
    }
  }
  if (!best) return undefined;
  const there = new Set(best.columns.map(({ heading }) => foldHeading(heading)));
  const missing = Object.keys(named).find((heading) => !there.has(foldHeading(heading)));
  if (missing !== undefined) {
    throw new Unreadable(`columnas: el archivo no tiene una columna ${quoted(missing)}.`);
  }
  const of: Headings['of'] = {};
  const rank = ({ heading }: Column) => {
    const folded = foldHeading(heading);
    return told.has(folded) ? -1 : (KNOWN.get(folded)?.rank ?? 0);
  };
  for (const column of best.columns) {
    if (column.campo) of[column.campo] = [...(of[column.campo] ?? []), column];
  }
  for (const columns of Object.values(of)) columns.sort((a, b) => rank(a) - rank(b));
  return { fila: best.row.fila, columns: best.columns, of };
}

function columnsOf({ cells }: SheetRow, told: Map<string, Campo | null>): Column[] {
  const columns: Column[] = [];
  const keys = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const heading = cell?.text.trim() ?? '';
    if (heading === '') continue;
    const folded = foldHeading(heading);
    let campo = KNOWN.get(folded)?.campo;
    // The edition of 2018 of Obra Pública Abierta calls two columns CVE_PPI; the second holds the name.
    if (folded === 'cveppi' && keys.has(folded)) campo = 'nombre';
    keys.add(folded);
    if (told.has(folded)) campo = told.get(folded) ?? undefined;
    columns.push({ heading, index, campo });
  }
  return columns;
}

/** @throws Unreadable where a heading that counts stands twice: nobody could say which of the columns was meant */
export function refuseTwice({ columns }: Headings): void {
  const seen = new Map<string, Campo>();
  for (const { heading, campo } of columns) {
    const folded = foldHeading(heading);
    if (campo === undefined) continue;
    if (seen.get(folded) === campo) {
      throw new Unreadable(
        `El encabezado ${quoted(heading)} está dos veces; deje sólo una de esas columnas.`,
      );
    }
    seen.set(folded, campo);
  }
}

/** The sentence for a file without headings, with what was found in their place. */
export function noHeadings(rows: SheetRow[], where: string): Unreadable {
  const found = rows
    .map(({ cells }) => cells.flatMap((cell) => cell?.text.trim() || []))
    .reduce((a, b) => (b.length > a.length ? b : a), []);
  const list = found.slice(0, 12).map(quoted).join(', ');
  return new Unreadable(
    `No se encontraron los encabezados en las primeras ${HEADING_ROWS} filas${where}: hace falta una columna con la clave de la obra (claveUnica, clave de la obra, folio…) y al menos otra conocida. ${
      list ? `Se encontró: ${list}${found.length > 12 ? '…' : ''}.` : 'No se encontró texto alguno.'
    }`,
  );
}
