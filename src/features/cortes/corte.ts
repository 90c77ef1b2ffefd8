import './constraints.ts';
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { version } from '../../core/base/version.ts';
import type { Author, Database, Db } from '../../core/db/db.ts';
import { amountOf } from '../../listados/descarga.ts';
import { append, openNameless, streamOf } from '../../subidas/nameless.ts';
import { findOwner } from '../archivos/almacen/abrir.ts';
import type { Almacen } from '../archivos/almacen/almacen.ts';
import { CLAIM } from '../archivos/subir.ts';
import { canonical } from './canonico.ts';
import { withFoto } from './foto.ts';
import { type ObraEnCorte, parsedWork } from './lectura.ts';
import { digestTramo, settledId, type Tramo } from './libro.ts';
import { fingerprint, type Llave } from './llave.ts';
import { type Avance, GOES_ON, lost } from './trabajo.ts';

/** A number of works, and the sum of their amounts as text with two decimals (MXN). */
interface Suma {
  obras: number;
  monto: string;
}
interface SumaDe extends Suma {
  id: number;
  nombre: string;
}

/** What all entries of the chain say. */
interface Eslabon {
  formato: 1;
  numero: number;
  instante: string;
  version: string;
  /** The SHA-256 of the entry before; null of the first. */
  anterior: string | null;
  /** The SHA-256 of the public key in DER. */
  llave: string;
}

/** What a seal states of a cut. */
export interface Manifiesto extends Eslabon, Suma {
  tipo: 'corte';
  clave: string;
  titulo: string;
  /** The key of the cut that this one takes the place of; null of most. */
  reemplaza: string | null;
  /** The registry's id, which those share that were restored from one, and the id of this one of them. */
  registro: { id: string; titular: string; restaurado: boolean };
  estatus: SumaDe[];
  dependencias: SumaDe[];
  /** The file as it is downloaded, and the lines in it. */
  archivo: { bytes: number; sha256: string; ndjson: { bytes: number; sha256: string } };
  bitacora: Tramo;
}

/** An entry that changes the key. It is signed by the new one. */
export interface CambioDeLlave extends Eslabon {
  tipo: 'llave';
  llaveAnterior: string;
}

/** The end of the chain: the last entry, and what the last cut says. */
interface Final {
  numero: number;
  huella: string;
  llave: string;
  hasta: number;
  titular: string | undefined;
}

/** Entries that are damaged are passed over: the next cut covers the ledger from the last one that holds. */
async function findEnd(db: Db): Promise<Final | undefined> {
  const sellos = await listSellos(db);
  const last = sellos.at(-1);
  if (!last) return undefined;
  const held = sellos.map(signedManifest);
  const corte = held.findLast((each) => each?.tipo === 'corte');
  const llave = held.at(-1)?.llave ?? keyOf(last)?.huella ?? '';
  const { numero, huella } = last;
  const { bitacora, registro } = (corte ?? {}) as Partial<Manifiesto>;
  return { numero, huella, llave, hasta: bitacora?.hasta ?? 0, titular: registro?.titular };
}

/** A cut that is asked for. */
export interface Pedido {
  /** The id of its job. */
  id: string;
  clave: string;
  titulo: string;
  /** The key of an older cut. */
  reemplaza?: string | undefined;
  author: Author;
}

/** Works, and characters of them, that are written without a pause for requests; the longest pause after a piece in milliseconds. */
const WORKS_AT_A_TIME = 10;
const CHARACTERS_AT_A_TIME = 100_000;
const LONGEST_PAUSE = 20;

interface Needs {
  db: Database;
  almacen: Pick<Almacen, 'put'>;
  llave: Llave;
  /** Takes out of a work's follow-up what a cut, which everybody may read, does not have. */
  hides?: ((json: string) => string) | undefined;
}

/**
 * Makes a cut: its file in the store first, and then its entry in the chain, in one transaction with the end of its job.
 *
 * @throws HttpError 503 where the store or the temporary folder is away or full, 409 where the key was taken meanwhile
 */
export async function makeCorte(
  needs: Needs,
  pedido: Pedido,
  tell: (avance: Avance) => void,
  signal: AbortSignal,
): Promise<Manifiesto> {
  const { db, almacen, hides = (json) => json } = needs;
  const before = await findEnd(db);
  const hasta = await settledId(db, signal);
  const file = await openNameless();
  try {
    const foto = await withFoto(db, async ({ instante, total, renglones }) => {
      const sums = createSums();
      const lines = (async function* () {
        let leidas = 0;
        for await (const piece of renglones) {
          signal.throwIfAborted();
          const began = performance.now();
          let text = '';
          let paused = 0;
          for (const [i, renglon] of piece.entries()) {
            // Requests come in between.
            if (i % WORKS_AT_A_TIME === 0 || text.length - paused > CHARACTERS_AT_A_TIME) {
              await setImmediate();
              paused = text.length;
            }
            const each = parsedWork({ ...renglon, seguimiento: hides(renglon.seguimiento) });
            sums.add(each);
            text += `${canonical(each)}\n`;
          }
          leidas += piece.length;
          tell({ estado: 'leyendo', leidas, total });
          yield Buffer.from(text);
          // Those who write have as much of the processor as the cut has.
          await sleep(Math.min(performance.now() - began, LONGEST_PAUSE));
        }
      })();
      const [ndjson, gz] = [createMeter(), createMeter()];
      await pipeline(ndjson.pass(lines), createGzip(), async (bytes) => {
        for await (const chunk of gz.pass(bytes)) await append(file, chunk);
      });
      tell({ estado: 'guardando', leidas: total, total });
      return { instante, total, sums: sums.of(), ndjson: ndjson.end(), gz: gz.end() };
    });
    const bitacora = await digestTramo(db, { despuesDe: before?.hasta ?? 0, hasta }, signal);
    signal.throwIfAborted();
    const { sha256: huella, bytes } = foto.gz;
    await db.query(CLAIM, [[huella], [bytes]]);
    await almacen.put({ huella, bytes, open: () => addAbortSignal(signal, streamOf(file, bytes)) });
    signal.throwIfAborted();
    return await seal(needs, pedido, before, {
      instante: foto.instante,
      ...foto.sums,
      archivo: { ...foto.gz, ndjson: foto.ndjson },
      bitacora,
    });
  } finally {
    await file.close();
  }
}

/** Enters a cut in the chain, behind an entry for the key where that is another than before. */
async function seal(
  { db, llave }: Needs,
  { id, clave, titulo, reemplaza, author }: Pedido,
  before: Final | undefined,
  stated: Pick<
    Manifiesto,
    'instante' | 'obras' | 'monto' | 'estatus' | 'dependencias' | 'archivo' | 'bitacora'
  >,
): Promise<Manifiesto> {
  const owner = await findOwner(db);
  if (!owner) throw new Error('the registry has no id after its first file');
  const { registro, titular } = owner;
  const { instante } = stated;
  const entries: { manifiesto: Manifiesto | CambioDeLlave; text: string; huella: string }[] = [];
  const enter = <M extends Manifiesto | CambioDeLlave>(
    rest: Omit<M, 'formato' | 'numero' | 'version' | 'anterior' | 'llave'>,
  ): M => {
    const last = entries.at(-1);
    const manifiesto = {
      ...rest,
      ...{ formato: 1, version, llave: llave.huella },
      numero: (before?.numero ?? 0) + entries.length + 1,
      anterior: last?.huella ?? before?.huella ?? null,
    } as unknown as M;
    const text = canonical(manifiesto);
    entries.push({ manifiesto, text, huella: sha256(text) });
    return manifiesto;
  };
  if (before && before.llave !== llave.huella) {
    enter<CambioDeLlave>({ tipo: 'llave', instante, llaveAnterior: before.llave });
  }
  const restaurado = before?.titular !== undefined && before.titular !== titular;
  const corte = enter<Manifiesto>({
    ...stated,
    ...{ tipo: 'corte', clave, titulo, reemplaza: reemplaza ?? null },
    registro: { id: registro, titular, restaurado },
  });
  await db.as(author).transaction(async (tx) => {
    const ended = await tx.query(
      `UPDATE cortes_trabajos SET estado = 'sellado', terminado_en = clock_timestamp(), obras_leidas = $2, obras_total = $2
       WHERE id = $1 AND ${GOES_ON} RETURNING id`,
      [id, corte.obras],
    );
    if (ended.length === 0) throw lost();
    for (const { manifiesto, text, huella } of entries) {
      const isCorte = manifiesto.tipo === 'corte';
      await tx.query(
        `INSERT INTO cortes (numero, clave, objeto, manifiesto, huella, anterior, firma, llave)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          ...[manifiesto.numero, isCorte ? clave : null, isCorte ? corte.archivo.sha256 : null],
          ...[text, huella, manifiesto.anterior, llave.sign(text), llave.publica],
        ],
      );
      const noted = isCorte
        ? { titulo, ...(reemplaza && { reemplaza }), obras: corte.obras, monto: corte.monto }
        : {};
      await tx.query(`SELECT write_ledger('crear', 'cortes', $1, NULL, $2::jsonb)`, [
        isCorte ? clave : null,
        JSON.stringify({ ...noted, huella, llave: llave.huella }),
      ]);
    }
    // No sweep takes it any more.
    await tx.query(`UPDATE objetos SET conservar_hasta = 'infinity' WHERE huella = $1`, [
      corte.archivo.sha256,
    ]);
  });
  return corte;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Counts and digests bytes as they pass. */
export function createMeter() {
  const digest = createHash('sha256');
  let bytes = 0;
  return {
    async *pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        digest.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    end: () => ({ bytes, sha256: digest.digest('hex') }),
  };
}

/** The number of works and the sum of their amounts, of all, by status and by agency. Amounts are summed in cents. */
export function createSums() {
  const total = { obras: 0, cents: 0n };
  type Group = typeof total & { id: number; nombre: string };
  const groups = { estatus: new Map<number, Group>(), dependencias: new Map<number, Group>() };
  const count = (group: typeof total, cents: bigint) => {
    group.obras += 1;
    group.cents += cents;
  };
  const sum = ({ obras, cents }: typeof total): Suma => ({ obras, monto: amountOf(cents) });
  const listed = (map: Map<number, Group>): SumaDe[] =>
    [...map.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ id, nombre, ...group }) => ({ id, nombre, ...sum(group) }));
  return {
    add({ obra }: ObraEnCorte) {
      const { monto, estatusObra, dependencia } = obra as unknown as {
        monto: number | null;
        estatusObra: { id: number; nombre: string };
        dependencia: { id: number; nombre: string };
      };
      const cents = BigInt(Math.round((monto ?? 0) * 100));
      count(total, cents);
      for (const [map, { id, nombre }] of [
        [groups.estatus, estatusObra],
        [groups.dependencias, dependencia],
      ] as const) {
        const group = map.get(id) ?? { id, nombre, obras: 0, cents: 0n };
        count(group, cents);
        map.set(id, group);
      }
    },
    of: () => ({
      ...sum(total),
      estatus: listed(groups.estatus),
      dependencias: listed(groups.dependencias),
    }),
  };
}

/** An entry of the chain as it is stored. */
export interface Sello {
  numero: number;
  clave: string | null;
  objeto: string | null;
  manifiesto: string;
  huella: string;
  anterior: string | null;
  firma: string;
  llave: string;
}

/** All entries of the chain, from the first on. */
export const listSellos = (db: Db): Promise<Sello[]> =>
  db.query<Sello & object>('SELECT * FROM cortes ORDER BY numero');

/** The entry of a cut; undefined where there is none with that key. */
export const findSello = (db: Db, clave: string): Promise<Sello | undefined> =>
  db.one<Sello & object>('SELECT * FROM cortes WHERE clave = $1', [clave]);

/** The last entry; undefined before the first cut. */
export const findLastSello = (db: Db): Promise<Sello | undefined> =>
  db.one<Sello & object>('SELECT * FROM cortes ORDER BY numero DESC LIMIT 1');

/** The key of an entry and its fingerprint; undefined where it is damaged. */
export function keyOf({ llave }: Sello): { key: KeyObject; huella: string } | undefined {
  try {
    const key = createPublicKey(llave);
    return { key, huella: fingerprint(key) };
  } catch {
    return undefined;
  }
}

/** What an entry states; undefined where it is not what was signed, so that nothing in it may be used. */
export function signedManifest(sello: Sello): Manifiesto | CambioDeLlave | undefined {
  const { manifiesto, firma, huella } = sello;
  const key = keyOf(sello)?.key;
  // Keys of other kinds sign nothing here.
  const isSigned =
    key?.asymmetricKeyType === 'ed25519' &&
    sha256(manifiesto) === huella &&
    verify(null, Buffer.from(manifiesto), key, Buffer.from(firma, 'base64'));
  return isSigned ? JSON.parse(manifiesto) : undefined;
}
