import { setImmediate } from 'node:timers/promises';
import { type Database, type Db, NO_TIMEOUTS } from '../../core/db/db.ts';
import { CHUNK_BYTES } from '../../core/obras/documents.ts';
import { append, openNameless } from '../../subidas/nameless.ts';
import { type Ask, type RenglonDeCorte, readById, readRenglones } from './lectura.ts';

/** The registry at one instant. */
export interface Instantanea {
  /** ISO 8601, in UTC. */
  instante: string;
  /** How many works there are. */
  total: number;
  /** All works by ascending id. */
  renglones: AsyncIterable<RenglonDeCorte[]>;
}

type Head = Pick<Instantanea, 'instante' | 'total'>;
const INSTANT_AND_TOTAL =
  'SELECT iso8601(clock_timestamp()) AS instante, count(*)::integer AS total FROM obras';

/** Runs work on the registry as it is at one instant, while others write. */
export const withFoto = <T>(db: Database, work: (foto: Instantanea) => Promise<T>): Promise<T> =>
  // The embedded database has one session: a transaction as long as the reading would have all requests wait.
  db.hasSpace ? withSpool(db, work) : withSnapshot(db, work);

/** One transaction in which nothing changes. */
const withSnapshot = <T>(db: Database, work: (foto: Instantanea) => Promise<T>): Promise<T> =>
  db.session(async (client) => {
    const ask: Ask = async (text, values) =>
      (await client.query({ name: 'corte', text, values })).rows;
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      await client.query(NO_TIMEOUTS);
      const { rows } = await client.query<Head>(INSTANT_AND_TOTAL);
      const [head] = rows as [Head];
      return await work({ ...head, renglones: readRenglones(ask) });
    } finally {
      await client.query('ROLLBACK');
    }
  });

// The embedded database --------------------------------------------------------------------------

/** Changed works that the last transaction reads at most. */
const MOST_AT_LAST = 100;
/** Rounds after which it changes more quickly than it is read, and the others wait for one transaction after all. */
const MOST_ROUNDS = 20;

/** The catalogs whose names stand in the works' documents. */
const NAMED_CATALOGS = [
  'dependencias',
  'ejercicio-fiscal',
  'tipo-proyecto',
  'municipios',
  'estatus-obra',
];
const LEDGER_PARTS = ['obras', 'avances', 'programas', 'ejecucion', 'contratos', 'convenios'];

/** The state of the ledger, from which changes are counted, and the day, since delays grow by it. */
interface Mark {
  ultimo: string;
  dia: string;
}
const MARK = `SELECT coalesce(max(id), 0)::text AS ultimo, hoy()::text AS dia FROM bitacora`;

/** Works that have changed since, by the ledger; `isAll` where all may have. */
const CHANGED = `
  SELECT m.*, m.dia <> $2 OR coalesce(bool_or(
      (b.recurso = ANY ($3::text[]) AND b.accion <> 'crear') OR b.accion = 'vaciar'), false) AS "isAll",
    coalesce(array_agg(DISTINCT coalesce(b.obra_id, b.registro::integer))
      FILTER (WHERE b.recurso = ANY ($4::text[]) AND b.accion <> 'vaciar'), '{}') AS ids
  FROM (${MARK}) m LEFT JOIN bitacora b ON b.id > $1::bigint GROUP BY m.ultimo, m.dia`;
type Changed = Mark & { isAll: boolean; ids: number[] };

/**
 * Reads all works in pieces, with the requests of others in between, then those that have changed meanwhile, until few are left. The
 * last transaction reads these: what stands in the file then is the registry at that instant.
 */
async function withSpool<T>(db: Database, work: (foto: Instantanea) => Promise<T>): Promise<T> {
  const spool = await openSpool();
  const readAll = async () => {
    await spool.clear();
    for await (const piece of readRenglones((...statement) => db.query(...statement))) {
      await spool.put(piece);
      await setImmediate();
    }
  };
  const changedSince = async (tx: Db, { ultimo, dia }: Mark) =>
    (await tx.one<Changed>(CHANGED, [ultimo, dia, NAMED_CATALOGS, LEDGER_PARTS])) as Changed;
  const readAgain = async (tx: Db, ids: number[]) => {
    const found = await readById((...statement) => tx.query(...statement), ids);
    spool.remove(ids);
    await spool.put(found);
  };
  try {
    let mark = (await db.one<Mark>(MARK)) as Mark;
    await readAll();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const changed = await changedSince(db, mark);
      if (changed.isAll) await readAll();
      else if (changed.ids.length > MOST_AT_LAST) {
        for (let at = 0; at < changed.ids.length; at += MOST_AT_LAST) {
          await readAgain(db, changed.ids.slice(at, at + MOST_AT_LAST));
        }
      } else {
        const since = mark;
        const head = await db.transaction(async (tx) => {
          const { isAll, ids } = await changedSince(tx, since);
          if (isAll || ids.length > MOST_AT_LAST) return undefined;
          await readAgain(tx, ids);
          return tx.one<Head>(INSTANT_AND_TOTAL);
        });
        if (head) return await work({ ...head, renglones: spool.read() });
        continue;
      }
      mark = changed;
    }
    return await withSnapshot(db, work);
  } finally {
    await spool.close();
  }
}

/** Works of one piece that is read from the file; `CHUNK_BYTES` bounds their texts. */
const WORKS_PER_READ = 50;

/** Works in a file on disk, which may be put in and taken out again. */
async function openSpool() {
  let file = await openNameless();
  let end = 0;
  /** By the work's id, where its two texts begin, and their bytes. */
  const places = new Map<number, [at: number, obra: number, seguimiento: number]>();
  return {
    async clear() {
      if (end === 0) return;
      places.clear();
      end = 0;
      // The disk has the room of the old one again.
      const old = file;
      file = await openNameless();
      await old.close();
    },
    remove: (ids: number[]) => {
      for (const id of ids) places.delete(id);
    },
    async put(piece: RenglonDeCorte[]) {
      const texts = piece.map(({ obra, seguimiento }) => [
        Buffer.from(obra),
        Buffer.from(seguimiento),
      ]) as [Buffer, Buffer][];
      await append(file, Buffer.concat(texts.flat()));
      for (const [i, { id }] of piece.entries()) {
        const [obra, seguimiento] = texts[i] as [Buffer, Buffer];
        places.set(id, [end, obra.length, seguimiento.length]);
        end += obra.length + seguimiento.length;
      }
    },
    async *read(): AsyncGenerator<RenglonDeCorte[]> {
      const ids = [...places.keys()].sort((a, b) => a - b);
      for (let from = 0; from < ids.length; ) {
        const piece: RenglonDeCorte[] = [];
        for (let bytes = 0; piece.length < WORKS_PER_READ && bytes < CHUNK_BYTES; from++) {
          const id = ids[from];
          if (id === undefined) break;
          const [at, obra, seguimiento] = places.get(id) as [number, number, number];
          bytes += obra + seguimiento;
          const { buffer } = await file.read(
            Buffer.alloc(obra + seguimiento),
            0,
            obra + seguimiento,
            at,
          );
          piece.push({
            id,
            obra: buffer.toString('utf8', 0, obra),
            seguimiento: buffer.toString('utf8', obra),
          });
        }
        yield piece;
      }
    },
    close: () => file.close(),
  };
}
