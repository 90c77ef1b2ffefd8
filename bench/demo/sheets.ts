import { writeFile } from 'node:fs/promises';
import { DEMO_FOLDER, type Expediente } from '../../src/commands/demo/expedientes.ts';
import type { Db } from '../../src/core/db/db.ts';
import { csvRow, csvText } from '../../src/hojas/index.ts';
import { readFederalObras, readFederalSeguimiento } from './federal.ts';
import { checkGeneratorOptions, dependenciasWith, type GeneratorOptions, take } from './fill.ts';
import { generateObras } from './generate.ts';
import { planOf } from './load.ts';
import type { DemoContrato, DemoObra, DemoSeguimiento } from './obra.ts';
import { findPlaces } from './places.ts';
import { randomFrom } from './random.ts';
import { createFollowUp, LAST_CUT } from './seguimiento.ts';

// The sheets of `npm run demo`, and the parts that no sheet has, as of the generator's last quarter.

/** Writes them anew, with the places of a registry's catalogs. */
export async function writeSheets(
  db: Db,
  options: GeneratorOptions,
  print: (line: string) => void,
  folder: URL = DEMO_FOLDER,
): Promise<void> {
  const { total, seed } = checkGeneratorOptions(options);
  const random = randomFrom(seed);
  const places = await findPlaces(db, random);
  const municipios = new Map(places.map(({ id, nombre }) => [id, nombre]));
  const federal = readFederalObras(municipios);
  const generated = take(generateObras(places, random), total - federal.length);
  const obras = [...federal, ...generated];
  const follow = createFollowUp(randomFrom(~seed), LAST_CUT);
  const seguimiento = [...readFederalSeguimiento(), ...generated.map(follow)];
  const siglas = new Map(dependenciasWith(true).map((each) => [each.nombre, each.siglas]));
  const bySeguimiento = new Map(seguimiento.map((each) => [each.claveUnica, each]));

  const works = obras.toSorted(byAge).map((obra) => {
    const [point] = inSheet(obra);
    const [longitud, latitud] = point?.geometriaJson.coordinates ?? [];
    const { claveUnica, nombre, descripcion, monto, anio, dependencia, tipo, estatus } = obra;
    return {
      ...{ claveUnica, nombre, descripcion, monto, ejercicioFiscal: anio, dependencia },
      ...{ siglas: siglas.get(dependencia), municipio: municipios.get(obra.municipioId) },
      ...{ tipoProyecto: tipo, estatus, direccion: point?.direccion },
      localidadReferencia: point?.localidadReferencia,
      ...{ referenciaLugar: point?.referenciaLugar, longitud, latitud },
    };
  });
  const expedientes = obras
    .map((obra) => expedienteOf(obra, bySeguimiento.get(obra.claveUnica)))
    .filter(({ claveUnica: _, ...parts }) => Object.keys(parts).length > 0);
  await writeFile(new URL('obras.csv', folder), csvOf(works));
  await writeFile(new URL('seguimiento.csv', folder), csvOf(seguimiento.flatMap(rowsOf)));
  const lines = expedientes.map((each) => `${JSON.stringify(each)}\n`);
  await writeFile(new URL('expedientes.ndjson', folder), lines.join(''));
  print(`Hojas de la demostración escritas: ${obras.length} obras.`);
}

/** The statuses from those of which there is least to see to those of which there is most: reports, photos, delays. */
const LESS = ['Planeada', 'Cancelada', 'En licitación', 'Contratada'];
const MORE_TO_SEE = [...LESS, 'Suspendida', 'Terminada', 'En proceso'];

/** The oldest are registered first. So a list of the newest begins with works under way. */
const byAge = (one: DemoObra, other: DemoObra) =>
  one.anio - other.anio || MORE_TO_SEE.indexOf(one.estatus) - MORE_TO_SEE.indexOf(other.estatus);

/** The ubicación in the sheet: the first, where it is a point. */
const inSheet = ({ ubicaciones: [first] }: DemoObra) =>
  first?.geometriaJson.type === 'Point' ? [{ ...first, geometriaJson: first.geometriaJson }] : [];

/** The parts of a work that no sheet has. */
function expedienteOf(obra: DemoObra, seguimiento?: DemoSeguimiento): Expediente {
  const { claveUnica } = obra;
  const ubicaciones = obra.ubicaciones
    .map((each, i) => ({ ...each, orden: i + 1 }))
    .slice(inSheet(obra).length);
  const { programas = [], ejecucion, convenios = [] } = seguimiento ? planOf(seguimiento) : {};
  return {
    claveUnica,
    ...(ubicaciones.length > 0 && { ubicaciones }),
    ...(programas.length > 0 && { programas }),
    ...(ejecucion && { ejecucion }),
    ...(convenios.length > 0 && { convenios }),
  };
}

/** A work's reports and its contracts in rows: the contracts stand beside the first reports. */
function rowsOf({ claveUnica, avances, contratos }: DemoSeguimiento): object[] {
  const reports = avances.map(({ fechaCorte, avanceFisico, ...rest }) => ({
    claveUnica,
    fechaCorte,
    // A bare number up to 1 may be a fraction.
    avanceFisico: `${avanceFisico}%`,
    ...rest,
  }));
  return Array.from({ length: Math.max(reports.length, contratos.length) }, (_, i) => ({
    ...(reports[i] ?? { claveUnica }),
    ...(contratos[i] && inSheetOf(contratos[i])),
  }));
}

/** A contract's columns in a sheet of progress: «numero» and «monto» alone would be the work's. */
function inSheetOf({ numero, monto, convenios: _, ...contrato }: DemoContrato) {
  const named = { 'número de contrato': numero, 'monto del contrato': monto };
  return { ...named, naturaleza: 'OBRA', ...contrato };
}

/** Rows as CSV, with the headings of all rows. */
function csvOf(rows: object[]): string {
  const headings = [...new Set(rows.flatMap(Object.keys))];
  const cells = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return headings.map((name) => csvText(String(values.get(name) ?? '')));
  });
  return [headings, ...cells].map((each) => csvRow(each)).join('');
}
