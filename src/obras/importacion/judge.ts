import { tidy } from '../../base/text.ts';
import { MARGIN, meantBy } from '../../catalogos/cercania.ts';
import { municipioAt, municipioNear } from '../../catalogos/limites.ts';
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
import type { Campo, Column, Headings } from './headings.ts';
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

// What a row says of an obra, and what is wrong with it. The rules of obras, and the obras that there are, come later
// (import.ts).

/** Something to be told of a cell. */
export interface Note {
  /** The heading as it stands in the file, or the field where the file has no column for it. */
  columna: string;
  /** As it was read; null where there is nothing. */
  valor: string | null;
  mensaje: string;
  /** Told once in a file, of all notes that have the same. */
  once?: string;
}

/**
 * A reason to refuse a row. With `when` it counts only for an obra yet to be made, or only where the obra has another
 * value in that field. So what is exported from the registry comes in again, whatever it is.
 */
export interface Fault extends Note {
  when?: 'new' | Field;
}

/** What a row says of an obra. A catalog's id is null where the record is yet to be made: its name stands beside it. */
export interface Says {
  nombre?: string;
  descripcion?: string;
  monto?: number;
  ejercicioFiscalId?: number | null;
  dependenciaId?: number | null;
  municipioId?: number;
  tipoProyectoId?: number | null;
  estatusObraId?: number;
  direccion?: string;
  localidadReferencia?: string;
  referenciaLugar?: string;
  /** Longitude and latitude, in degrees. */
  punto?: [number, number];
  anio?: number;
  dependencia?: string;
  siglas?: string | null;
  tipoProyecto?: string;
}
export type Field = keyof Says;

export interface Judged {
  fila: number;
  /** Null where the row has none. */
  clave: string | null;
  says: Says;
  /** What a new obra has where the row says nothing. */
  fallback: Says;
  faults: Fault[];
  notes: Note[];
  /** The row's cells as they were read, where they were asked for. */
  cells?: string[];
}

/** What rows do not say, for all of them; ids of active records. */
export interface Fallbacks {
  ejercicioFiscalId?: number;
  dependenciaId?: number;
  municipioId?: number;
  tipoProyectoId?: number;
  estatusObraId?: number;
}

export interface JudgeOptions {
  fallbacks: Fallbacks;
  /** Whether unknown dependencias, project types and fiscal years are made. */
  creates: boolean;
  /** Whether the cells are to be answered. */
  withCells: boolean;
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

/**
 * Answers how to judge a file's rows, one after the other. A row that is blank in all columns that are known is none.
 */
export function createJudge(
  headings: Headings,
  catalogs: Catalogs,
  { fallbacks, creates, withCells }: JudgeOptions,
): (row: SheetRow) => Judged | undefined {
  const findDependencia = finder(catalogs.dependencias);
  const findTipo = finder(catalogs.tiposProyecto);
  const findMunicipioByName = finder(catalogs.municipios, OTHER_MUNICIPIOS);
  const findEstatus = finder(catalogs.estatus, OTHER_ESTATUS);
  const municipios = new Map(catalogs.municipios.map((each) => [each.id, each]));
  const anios = new Map(catalogs.ejercicios.map((each) => [each.anio, each]));
  const statuses = catalogs.estatus.map(({ nombre }) => nombre).join(', ');
  /**
   * The row of each key's first mention, with a letter before the key: digits alone are hashed without a secret before Node
   * 20.20, and a file can have 200,000 that fall together.
   */
  const first = new Map<string, number>();
  const known = headings.columns.filter(({ campo }) => campo !== undefined);

  const findMunicipio = (name: string): Found => {
    if (!isBrief(name)) return {};
    const number = /^\s*(?:31)?(\d{1,3})\s*$/.exec(name)?.[1];
    const record = number === undefined ? undefined : municipios.get(Number(number));
    if (record) return { record };
    return findMunicipioByName(name.replace(/\s*,\s*yuc(at[aá]n|\.)?\s*$/iu, ''));
  };

  return (row) => {
    const { cells, fila } = row;
    if (known.every(({ index }) => cells[index] === undefined)) return undefined;
    const says: Says = {};
    const fallback: Says = { ...fallbacks };
    const faults: Fault[] = [];
    const notes: Note[] = [];

    /** The cell that says a field, of the columns that do so the best that is not blank. */
    const cellOf = (campo: Campo, isBlank = (_: Cell) => false): [Cell, Column] | undefined => {
      for (const column of headings.of[campo] ?? []) {
        const cell = cells[column.index];
        if (cell === undefined || isBlank(cell)) continue;
        const readable = readText(campo, cell);
        if ('value' in readable) return [cell, column];
        faults.push({
          columna: column.heading,
          valor: cell.text || null,
          mensaje: readable.fault,
        });
        return undefined;
      }
      return undefined;
    };
    const at = (campo: Campo, column = headings.of[campo]?.[0]) => column?.heading ?? campo;
    /** What a field's cell stands for; a fault where that can't be told. */
    const read = <T>(
      campo: Campo,
      reader: (cell: Cell) => Read<T>,
      isBlank?: (cell: Cell) => boolean,
    ): { value: T; column: Column; text: string } | undefined => {
      const found = cellOf(campo, isBlank);
      if (!found) return undefined;
      const [cell, column] = found;
      const result = reader(cell);
      if ('value' in result) return { value: result.value, column, text: cell.text };
      faults.push({ columna: column.heading, valor: cell.text, mensaje: result.fault });
      return undefined;
    };
    const text = (campo: Campo) => read(campo, (cell) => readText(campo, cell));
    /** A record by its name, or a fault. */
    const choose = (
      campo: Campo,
      field: Field,
      what: string,
      found: Found,
      given: { text: string; column: Column },
    ): CatalogRecord | undefined => {
      const place = { columna: given.column.heading, valor: given.text };
      if (found.record) {
        if (!found.record.activo) {
          const mensaje = `${campo}: ${quoted(found.record.nombre)} está en el catálogo, pero inactivo.`;
          faults.push({ ...place, mensaje, when: field });
        }
        return found.record;
      }
      if (found.several) {
        const names = found.several.map(({ nombre }) => quoted(nombre)).join(', ');
        const mensaje = `${campo}: ${quoted(given.text)} puede ser ${names}; escriba el nombre completo, con sus acentos.`;
        faults.push({ ...place, mensaje });
        return undefined;
      }
      const mensaje = unknownName(campo, what, given.text, found.nearest);
      faults.push({ ...place, mensaje });
      return undefined;
    };

    const entidad = text('entidad');
    if (entidad && !isYucatan(entidad.value)) {
      faults.push({
        columna: entidad.column.heading,
        valor: entidad.text,
        mensaje: `La obra es de ${quoted(entidad.text)}; el registro es sólo de obras de Yucatán.`,
      });
    }

    const clave = read('claveUnica', (cell) => readKey('claveUnica', cell));
    if (clave && isScientific(clave.text)) {
      faults.push({
        columna: clave.column.heading,
        valor: clave.text,
        mensaje: `claveUnica: ${quoted(clave.text)} está en notación científica y perdió cifras; dé formato de texto a la celda y escríbala de nuevo.`,
        // Somebody may have registered it so.
        when: 'new',
      });
    }
    const nombre = text('nombre');
    const descripcion = text('descripcion');
    const monto = read('monto', readAmount);
    const anio = read('ejercicioFiscal', readYear, (cell) => fold(cell.text) === 'total');
    if (anio) {
      const record = anios.get(anio.value);
      const place = { columna: anio.column.heading, valor: anio.text };
      if (record) {
        says.ejercicioFiscalId = record.id;
        const mensaje = `ejercicioFiscal: el año ${anio.value} está en el catálogo, pero inactivo.`;
        if (!record.activo) faults.push({ ...place, mensaje, when: 'ejercicioFiscalId' });
      } else if (creates) {
        says.ejercicioFiscalId = null;
        says.anio = anio.value;
        notes.push(added('ejercicioFiscal', String(anio.value), anio));
      } else {
        const mensaje = `ejercicioFiscal: el año ${anio.value} no está en el catálogo.`;
        faults.push({ ...place, mensaje });
      }
    }

    const siglas = text('siglas');
    const named = text('dependencia') ?? siglas;
    if (named) {
      const found = narrowed(findDependencia(named.value.trim()), siglas?.value);
      if (!found.record && !found.several && creates) {
        const name = tidied(named.value);
        says.dependenciaId = null;
        says.dependencia = name;
        notes.push(added('dependencia', name, named, found.nearest));
        says.siglas = siglas && siglas !== named ? tidied(siglas.value).toUpperCase() : null;
        tooLong('dependencia', name, LONGEST_DEPENDENCIA, named, faults);
        if (says.siglas) tooLong('siglas', says.siglas, LONGEST_SIGLAS, siglas ?? named, faults);
      } else {
        const record = choose('dependencia', 'dependenciaId', 'la dependencia', found, named);
        if (record) says.dependenciaId = record.id;
        if (record && siglas && fold(record.siglas ?? '') !== fold(siglas.value)) {
          if (siglas !== named) {
            faults.push({
              columna: siglas.column.heading,
              valor: siglas.text,
              mensaje: `siglas: ${quoted(siglas.text)} no son las de ${quoted(record.nombre)}${record.siglas ? ` (${record.siglas})` : ''}.`,
            });
          }
        }
      }
    }

    const tipo = text('tipoProyecto');
    if (tipo) {
      const found = findTipo(tipo.value.trim());
      if (!found.record && !found.several && creates) {
        says.tipoProyectoId = null;
        says.tipoProyecto = tidied(tipo.value);
        notes.push(added('tipoProyecto', says.tipoProyecto, tipo, found.nearest));
        tooLong('tipoProyecto', says.tipoProyecto, LONGEST_TIPO, tipo, faults);
      } else {
        const what = 'el tipo de proyecto';
        const record = choose('tipoProyecto', 'tipoProyectoId', what, found, tipo);
        if (record) says.tipoProyectoId = record.id;
      }
    }

    const estatus = text('estatus');
    if (estatus) {
      const { record } = findEstatus(estatus.value.trim());
      if (record) says.estatusObraId = record.id;
      else {
        faults.push({
          columna: estatus.column.heading,
          valor: estatus.text,
          mensaje: `estatus: ${quoted(estatus.text)} no es un estatus; son: ${statuses}.`,
        });
      }
    } else {
      const avance = text('avanceFisico');
      const percent = avance && percentOf(cellOf('avanceFisico')?.[0] as Cell);
      if (percent !== undefined) fallback.estatusObraId = percent === 0 ? 1 : percent < 100 ? 4 : 6;
      else if (avance) {
        faults.push({
          columna: avance.column.heading,
          valor: avance.text,
          mensaje: `avanceFisico: ${quoted(avance.text)} no es un porcentaje entre 0 y 100.`,
          when: 'new',
        });
      }
    }

    // Where it is -----------------------------------------------------------------------------------
    const municipioClave = text('municipioClave');
    const place = text('municipio') ?? municipioClave;
    let municipio: CatalogRecord | undefined;
    if (place) {
      const found = findMunicipio(place.value.trim());
      municipio = choose('municipio', 'municipioId', 'el municipio', found, place);
      if (municipio) says.municipioId = municipio.id;
      const byClave =
        municipioClave && municipioClave !== place
          ? findMunicipio(municipioClave.value).record
          : municipio;
      if (municipio && municipioClave && byClave?.id !== municipio.id) {
        faults.push({
          columna: municipioClave.column.heading,
          valor: municipioClave.text,
          mensaje: `municipioClave: ${quoted(municipioClave.text)} no es la clave de ${municipio.nombre}.`,
        });
      }
    }
    const point = readPoint();
    if (point) {
      says.punto = point.position;
      const limite = municipioAt(point.position) ?? municipioNear(point.position, MARGIN);
      if (!limite) faults.push({ ...point.place, mensaje: outside(point.position), when: 'punto' });
      else if (!place) fallback.municipioId = limite.id;
      else if (municipio && municipio.id !== limite.id && municipioAt(point.position)) {
        notes.push({
          ...point.place,
          mensaje: `El punto está en ${limite.nombre} según los límites del INEGI; la obra se registra en ${municipio.nombre}, como dice el archivo.`,
        });
      }
    }
    function readPoint() {
      const longitudes = headings.of.longitud ?? [];
      const latitudes = headings.of.latitud ?? [];
      const pairs = Math.max(longitudes.length, latitudes.length);
      for (let i = 0; i < pairs; i++) {
        const [x, y] = [longitudes[i], latitudes[i]];
        const [east, north] = [degrees('longitud', x), degrees('latitud', y)];
        // No coordinates, or those that stand for none.
        if (!east && !north) continue;
        const both = { columna: x?.heading ?? 'longitud', valor: east?.text ?? null };
        if (!east || !north) {
          const [missing, column, other] = east
            ? ['latitud', y, 'longitud']
            : ['longitud', x, 'latitud'];
          const mensaje = `${missing} es obligatoria porque la fila trae ${other}.`;
          faults.push({ columna: column?.heading ?? missing, valor: null, mensaje });
          return undefined;
        }
        if (east.value === undefined || north.value === undefined) return undefined;
        if (east.value === 0 && north.value === 0) continue;
        return {
          position: [east.value, north.value] as [number, number],
          place: { ...both, valor: `${east.text}, ${north.text}` },
        };
      }
      return undefined;
    }
    function degrees(campo: 'longitud' | 'latitud', column: Column | undefined) {
      const cell = column && cells[column.index];
      if (!cell) return undefined;
      const readable = readText(campo, cell);
      const result = 'value' in readable ? readDegrees(campo, cell) : readable;
      if ('value' in result) return { text: cell.text, value: result.value };
      faults.push({ columna: column.heading, valor: cell.text || null, mensaje: result.fault });
      return { text: cell.text, value: undefined };
    }

    const direccion = text('direccion');
    const localidad = text('localidadReferencia');
    const referencia = text('referenciaLugar');

    if (nombre) says.nombre = tidied(nombre.value);
    if (descripcion) says.descripcion = tidied(descripcion.value);
    if (monto) says.monto = monto.value;
    if (direccion) says.direccion = tidied(direccion.value);
    if (localidad) says.localidadReferencia = tidied(localidad.value);
    if (referencia) says.referenciaLugar = tidied(referencia.value);

    for (const [field, campo] of REQUIRED) {
      if (says[field] !== undefined || fallback[field] !== undefined) continue;
      // A value that could not be read is told already.
      if (faults.some(({ columna }) => headings.of[campo]?.some((c) => c.heading === columna))) {
        continue;
      }
      const help = field === campo ? '' : `; si ninguna fila lo dice, indique ${field}`;
      const mensaje = `${campo} es obligatorio${help}.`;
      const column = headings.of[campo]?.[0];
      const valor = (column && cells[column.index]?.text) ?? null;
      faults.push({ columna: at(campo), valor, mensaje, when: 'new' });
    }
    const key = clave ? tidied(clave.value) : '';
    if (!clave && !faults.some(({ mensaje }) => mensaje.startsWith('claveUnica'))) {
      const mensaje = 'claveUnica es obligatorio.';
      faults.push({ columna: at('claveUnica'), valor: null, mensaje });
    }
    const earlier = key === '' ? undefined : first.get(`k${key}`);
    if (earlier !== undefined && clave) {
      faults.push({
        columna: clave.column.heading,
        valor: clave.text,
        mensaje: `claveUnica: la clave ${quoted(key)} ya está en la fila ${earlier} de este archivo.`,
      });
    } else if (key !== '') first.set(`k${key}`, fila);
    return {
      fila,
      clave: clave ? key : null,
      says,
      fallback,
      faults,
      notes,
      ...(withCells && {
        cells: headings.columns.map(({ index }) => cells[index]?.text ?? ''),
      }),
    };
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

function tooLong(
  field: string,
  text: string,
  most: number,
  given: { column: Column; text: string },
  faults: Fault[],
): void {
  if ([...text].length <= most) return;
  faults.push({
    columna: given.column.heading,
    valor: given.text,
    mensaje: `${field} no debe tener más de ${most} caracteres.`,
  });
}

/** That a catalog gets a record of this name; one that is much like another may be a slip. */
function added(
  campo: Campo,
  name: string,
  { column, text }: { column: Column; text: string },
  nearest?: string,
): Note {
  const like =
    nearest === undefined
      ? ''
      : ` Se parece a ${quoted(nearest)}: si es la misma cosa, corrija la fila.`;
  return {
    columna: column.heading,
    valor: text,
    mensaje: `${campo}: ${quoted(name)} no está en el catálogo y se agrega.${like}`,
    once: `${campo} ${fold(name)}`,
  };
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
