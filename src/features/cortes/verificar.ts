import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { grouped } from '../../core/base/text.ts';
import type { Db } from '../../core/db/db.ts';
import type { Almacen } from '../archivos/almacen/almacen.ts';
import { machineReason } from '../archivos/command/copy.ts';
import { canonical } from './canonico.ts';
import {
  type CambioDeLlave,
  createMeter,
  createSums,
  keyOf,
  listSellos,
  type Manifiesto,
  type Sello,
  signedManifest,
} from './corte.ts';
import { linesFrom } from './lectura.ts';
import { digestTramo, listAnotados } from './libro.ts';

// What the chain states is computed anew: of the manifests, of the files, and of the ledger.

/** An entry of the chain by its name. */
const nameOf = (clave: string | null, which: string | number) =>
  clave === null ? `El cambio de llave (sello ${which})` : `El corte ${clave}`;

/**
 * Computes all that the seals state.
 *
 * @param tell is given a line for each entry that is right
 * @returns a sentence for each thing that does not fit
 */
export async function verifyAll(
  db: Db,
  almacen: Pick<Almacen, 'get'>,
  tell: (line: string) => void,
): Promise<string[]> {
  const wrong: string[] = [];
  let before: Sello | undefined;
  /** The last row that is sealed; undefined behind a manifest that is not the one that was signed. */
  let hasta: number | undefined = 0;
  const sellos = await listSellos(db);
  for (const sello of sellos) {
    const manifiesto = signedManifest(sello);
    const faults = manifiesto
      ? checkManifest(sello, manifiesto, before)
      : ['el manifiesto no es el que se firmó'];
    const name = nameOf(sello.clave, sello.numero);
    if (manifiesto?.tipo === 'corte') {
      const { bitacora } = manifiesto;
      const tramo = await digestTramo(db, bitacora);
      if (hasta !== undefined && bitacora.despuesDe !== hasta) {
        faults.push(`su tramo de la bitácora no empieza donde terminó el anterior (${hasta})`);
      }
      if (tramo.sha256 !== bitacora.sha256 || tramo.entradas !== bitacora.entradas) {
        const counts =
          tramo.entradas === bitacora.entradas
            ? ''
            : `; eran ${grouped(bitacora.entradas)} renglones y son ${grouped(tramo.entradas)}`;
        faults.push(
          `la bitácora cambió entre los renglones ${bitacora.despuesDe + 1} y ${bitacora.hasta}${counts}`,
        );
      }
      hasta = bitacora.hasta;
      faults.push(...(await checkFile(almacen, sello, manifiesto)));
    }
    if (faults.length === 0) {
      tell(`${name} está como se selló, con la llave ${manifiesto?.llave}.`);
    }
    wrong.push(...faults.map((fault) => `${name}: ${fault}.`));
    if (!manifiesto) hasta = undefined;
    before = sello;
  }
  const anotados = await listAnotados(db);
  const [chained, noted] = [sellos, anotados].map(
    (these) => new Set(these.map(({ huella }) => huella)),
  ) as [Set<string>, Set<string>];
  for (const { clave, huella } of anotados) {
    if (chained.has(huella)) continue;
    wrong.push(`${nameOf(clave, huella)} está en la bitácora y no en la cadena.`);
  }
  for (const { clave, numero, huella } of sellos) {
    if (noted.has(huella)) continue;
    wrong.push(`${nameOf(clave, numero)} está en la cadena y no en la bitácora.`);
  }
  return wrong;
}

/** Whether a manifest that was signed stands in its place of the chain. */
function checkManifest(
  sello: Sello,
  manifiesto: Manifiesto | CambioDeLlave,
  before: Sello | undefined,
): string[] {
  const faults: string[] = [];
  if (keyOf(sello)?.huella !== manifiesto.llave) {
    faults.push('su llave no es la que dice el manifiesto');
  }
  const stated = manifiesto.tipo === 'corte' ? manifiesto.clave : null;
  const isPlaced =
    manifiesto.numero === sello.numero &&
    sello.numero === (before?.numero ?? 0) + 1 &&
    manifiesto.anterior === (before?.huella ?? null) &&
    sello.anterior === manifiesto.anterior;
  if (!isPlaced || stated !== sello.clave) {
    faults.push('el manifiesto no sigue al anterior de la cadena');
  }
  if (before && manifiesto.tipo === 'corte' && sello.llave !== before.llave) {
    faults.push('la llave cambió sin una entrada que lo diga');
  }
  if (before && manifiesto.tipo === 'llave' && manifiesto.llaveAnterior !== keyOf(before)?.huella) {
    faults.push('la llave anterior que dice no es la del sello anterior');
  }
  return faults;
}

/** Whether the file of a cut is there, has the bytes that were sealed, and has in it what the manifest states. */
async function checkFile(
  almacen: Pick<Almacen, 'get'>,
  { objeto }: Sello,
  { archivo, obras, monto, estatus, dependencias }: Manifiesto,
): Promise<string[]> {
  const source = await almacen.get(objeto ?? '');
  if (!source) return ['su archivo falta en el almacén'];
  const [gz, ndjson] = [createMeter(), createMeter()];
  const sums = createSums();
  try {
    await pipeline(source, gz.pass, createGunzip(), ndjson.pass, async (lines) => {
      for await (const line of linesFrom(lines)) sums.add(JSON.parse(line));
    });
  } catch (error) {
    // A store that does not answer, or stops halfway, is no damage.
    if ((error as { statusCode?: number }).statusCode) throw error;
    const isDamage =
      /^Z_/.test((error as NodeJS.ErrnoException).code ?? '') ||
      [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
    return [
      isDamage
        ? 'su archivo está dañado: no es el que se selló'
        : `su archivo no se pudo leer entero (${machineReason(error)})`,
    ];
  }
  const faults: string[] = [];
  if (canonical({ ...gz.end(), ndjson: ndjson.end() }) !== canonical(archivo)) {
    faults.push('su archivo no es el que se selló');
  } else if (canonical(sums.of()) !== canonical({ obras, monto, estatus, dependencias })) {
    faults.push('las sumas del manifiesto no son las de su archivo');
  }
  return faults;
}
