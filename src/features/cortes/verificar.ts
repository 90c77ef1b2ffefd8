import { createPublicKey, verify } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { grouped } from '../../core/base/text.ts';
import type { Db } from '../../core/db/db.ts';
import type { Almacen } from '../archivos/almacen/almacen.ts';
import { canonical } from './canonico.ts';
import {
  type CambioDeLlave,
  createMeter,
  createSums,
  listSellos,
  type Manifiesto,
  type Sello,
  sha256,
} from './corte.ts';
import { linesFrom } from './lectura.ts';
import { digestTramo } from './libro.ts';
import { fingerprint } from './llave.ts';

// What the chain states is computed anew: of the manifests, of the files, and of the ledger.

/** An entry of the chain by its name. */
const nameOf = ({ clave, numero }: Sello) =>
  clave === null ? `El cambio de llave (sello ${numero})` : `El corte ${clave}`;

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
  /** The last row that is sealed; undefined behind a manifest that can't be read. */
  let hasta: number | undefined = 0;
  for (const sello of await listSellos(db)) {
    const faults = checkManifest(sello, before);
    const name = nameOf(sello);
    const manifiesto = parsedManifest(sello);
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
  return wrong;
}

function parsedManifest({ manifiesto }: Sello): Manifiesto | CambioDeLlave | undefined {
  try {
    return JSON.parse(manifiesto);
  } catch {
    return undefined;
  }
}

/** Whether a manifest is what was signed, and stands in its place of the chain. */
function checkManifest(sello: Sello, before: Sello | undefined): string[] {
  const faults: string[] = [];
  const manifiesto = parsedManifest(sello);
  let huella = '';
  let isSigned = false;
  try {
    const key = createPublicKey(sello.llave);
    huella = fingerprint(key);
    const firma = Buffer.from(sello.firma, 'base64');
    isSigned = verify(null, Buffer.from(sello.manifiesto), key, firma);
  } catch {
    // The key or the signature is damaged.
  }
  if (!isSigned || sello.huella !== sha256(sello.manifiesto)) {
    faults.push('el manifiesto no es el que se firmó');
  }
  if (!manifiesto) return faults;
  if (huella !== manifiesto.llave) faults.push('su llave no es la que dice el manifiesto');
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
    // A store that does not answer is no damage.
    if ((error as { statusCode?: number }).statusCode) throw error;
    return ['su archivo está dañado: no es el que se selló'];
  }
  const faults: string[] = [];
  if (canonical({ ...gz.end(), ndjson: ndjson.end() }) !== canonical(archivo)) {
    faults.push('su archivo no es el que se selló');
  } else if (canonical(sums.of()) !== canonical({ obras, monto, estatus, dependencias })) {
    faults.push('las sumas del manifiesto no son las de su archivo');
  }
  return faults;
}
