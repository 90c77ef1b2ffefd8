import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { UbicacionDeDemo } from '../../src/commands/demo/expedientes.ts';
import type { DemoObra, DemoSeguimiento, Dependencia } from './obra.ts';

const SOURCE = new URL('../../../sources/obras-federales-yucatan.csv', import.meta.url);

/** The number of real works: the least of a demonstration. */
export const FEDERAL_OBRAS = 71;

/** The federal agencies, as the source writes them; `null` for the units of a ministry without siglas. */
// biome-ignore format: a line for each
export const FEDERAL_DEPENDENCIAS: Dependencia[] = [
  { nombre: 'Administración Portuaria Integral de Progreso, S.A. de C.V.', siglas: 'API Progreso' },
  { nombre: 'Aeropuertos y Servicios Auxiliares', siglas: 'ASA' },
  { nombre: 'CFE Consolidado', siglas: 'CFE' },
  { nombre: 'Centro de Investigación Científica de Yucatán, A.C.', siglas: 'CICY' },
  { nombre: 'Centro de Investigación y de Estudios Avanzados del Instituto Politécnico Nacional', siglas: 'CINVESTAV' },
  { nombre: 'Centro SCT Yucatán', siglas: 'SCT Yucatán' },
  { nombre: 'Centros de Integración Juvenil, A.C.', siglas: 'CIJ' },
  { nombre: 'Comisión Nacional del Agua', siglas: 'CONAGUA' },
  { nombre: 'Comisión Nacional Forestal', siglas: 'CONAFOR' },
  { nombre: 'Dirección General de Desarrollo Regional y Fomento Turístico', siglas: null },
  { nombre: 'Dirección General de Sanidad', siglas: null },
  { nombre: 'Fondo de Garantía y Fomento para la Agricultura, Ganadería y Avicultura', siglas: 'FIRA' },
  { nombre: 'Fondo Nacional de Fomento al Turismo', siglas: 'FONATUR' },
  { nombre: 'Hospital Regional de Alta Especialidad de la Península de Yucatán', siglas: 'HRAEPY' },
  { nombre: 'Instituto Mexicano del Seguro Social', siglas: 'IMSS' },
  { nombre: 'Instituto de Seguridad Social para las Fuerzas Armadas Mexicanas', siglas: 'ISSFAM' },
  { nombre: 'Instituto de Seguridad y Servicios Sociales de los Trabajadores del Estado', siglas: 'ISSSTE' },
  { nombre: 'Universidad Nacional Autónoma de México', siglas: 'UNAM' },
];

/**
 * The year of the three rows whose source has `TOTAL` instead of a year. They are the last rows of the 2019 edition, and
 * they use its tipos. The 2015 edition classes works by sector.
 */
const YEAR_OF_TOTALS = 2019;

// biome-ignore format: the names of the columns
type Row = Record<
  'clave' | 'nombre' | 'descripcion' | 'localizacion' | 'dependencia' | 'tipo' | 'anio' | 'monto' | 'avance_fisico'
  | 'estatus' | 'municipio_clave' | 'longitud' | 'latitud',
  string
>;

function readRows(): Row[] {
  return parse(readFileSync(SOURCE), { bom: true, columns: true, trim: true });
}

/**
 * The progress of the real works in the source, which lacks that of some. It has no day, so it counts as of the last day of
 * the edition's year. Works of 2020 are in the edition of 2019 too.
 */
export function readFederalSeguimiento(): DemoSeguimiento[] {
  return readRows()
    .filter(({ avance_fisico }) => avance_fisico !== '')
    .map((row) => {
      const edition = row.anio === '2015' ? 2015 : 2019;
      const avance = {
        fechaCorte: `${edition}-12-31`,
        avanceFisico: Number(row.avance_fisico),
        montoPagado: null,
        causaAtraso: null,
        observaciones: `Fuente: SHCP, Obra Pública Abierta, edición ${edition}, que no indica el día del corte.`,
      };
      return { claveUnica: claveOf(row), programas: [], avances: [avance], contratos: [] };
    });
}

/** The real works; `municipios` has the names by id, for works whose source has no other place. */
export function readFederalObras(municipios: ReadonlyMap<number, string>): DemoObra[] {
  return readRows().map((row) => {
    const municipioId = Number(row.municipio_clave.slice(2));
    const municipio = `${municipios.get(municipioId)}, Yucatán`;
    const details = [
      row.descripcion,
      row.localizacion && `Localización: ${row.localizacion}`,
      !row.monto && 'La fuente no indica el monto; se registra como cero.',
      'Fuente: SHCP, Obra Pública Abierta.',
    ];
    const coordinates = [Number(row.longitud), Number(row.latitud)];
    const ubicacion: UbicacionDeDemo = {
      direccion: row.localizacion || municipio,
      localidadReferencia: null,
      referenciaLugar: null,
      tipoGeometria: 'PUNTO',
      geometriaJson: { type: 'Point', coordinates },
    };
    return {
      claveUnica: claveOf(row),
      nombre: row.nombre,
      descripcion: details.filter(Boolean).join('\n'),
      monto: row.monto || '0',
      anio: row.anio === 'TOTAL' ? YEAR_OF_TOTALS : Number(row.anio),
      dependencia: row.dependencia,
      tipo: row.tipo || null,
      estatus: row.estatus,
      municipioId,
      ubicaciones: row.longitud && row.latitud ? [ubicacion] : [],
    };
  });
}

/** The one row without a clave gets one made of its name. */
const claveOf = ({ clave, nombre }: Row) => clave || `SHCP-${slug(nombre)}`.slice(0, 50);

function slug(nombre: string): string {
  return nombre
    .normalize('NFD')
    .toUpperCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Z0-9]+/g, '-');
}
