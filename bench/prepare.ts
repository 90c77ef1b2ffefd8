import type { Database } from '../src/core/db/db.ts';

/** Favorites of each user that has any, and obras for each such user. */
export const FAVORITES = 200;
const OBRAS_PER_USER = 1_000;

/** The facts of a registry that measures need. */
export interface Facts {
  /** Their ids are 1 to this number. */
  obras: number;
  /** The municipio whose number of obras is nearest 100. */
  municipio: { id: number; obras: number };
  /** Ids of the fiscal years. */
  ejercicios: number[];
  /** Ids of users with `FAVORITES` favorites each. */
  users: string[];
}

/** Gives a registry full of demonstration data its users with favorites, in proportion to its size. */
export async function prepare(db: Database): Promise<Facts> {
  await db.session(async (client) => {
    await client.query('SET statement_timeout = 0');
    // A copy of a smaller registry has its own.
    await client.query("DELETE FROM users WHERE email LIKE 'favoritas%'");
    await client.query(
      `INSERT INTO users (email, nombre_completo, password_hash)
       SELECT 'favoritas' || n || '@obras.local', 'Persona ' || n, password_hash
       FROM users,
         generate_series(1, (SELECT greatest(1, count(*) / ${OBRAS_PER_USER}) FROM obras)) AS n
       WHERE roles = 'admin'`,
    );
    await client.query(
      `INSERT INTO favorites (user_id, obra_id, created_at)
       SELECT u.id, 1 + (u.n * 7919 + k * (todas.obras / ${FAVORITES})) % todas.obras,
         now() - k * interval '1 minute'
       FROM (SELECT count(*) AS obras FROM obras) todas,
         (SELECT id, row_number() OVER (ORDER BY email) AS n
          FROM users WHERE email LIKE 'favoritas%') u,
         generate_series(0, ${FAVORITES - 1}) AS k`,
    );
    await client.query('VACUUM (ANALYZE) users, favorites');
    await client.query('RESET statement_timeout');
  });
  const rows = await db.query<Facts>(
    `SELECT
       (SELECT count(*)::integer FROM obras) AS obras,
       ARRAY(SELECT id FROM ejercicios_fiscales WHERE activo ORDER BY id) AS ejercicios,
       ARRAY(SELECT id::text FROM users WHERE email LIKE 'favoritas%' ORDER BY email) AS users`,
  );
  const [municipio] = await db.query<Facts['municipio']>(
    `SELECT municipio_id AS id, count(*)::integer AS obras FROM obras
     GROUP BY municipio_id ORDER BY abs(count(*) - 100), municipio_id LIMIT 1`,
  );
  return { ...(rows[0] as Facts), municipio: municipio as Facts['municipio'] };
}

/** Reports of each obra, one a month. The last of them are from two to seven months old, so that there is room for more. */
const REPORTS = 12;

/** Gives each obra a programme, a contract and its reports, as if written one by one but without the ledger. */
export async function followAll(db: Database): Promise<void> {
  const tables = ['programas', 'contratos', 'convenios', 'avances', 'ejecuciones'];
  await db.session(async (client) => {
    await client.query('SET statement_timeout = 0');
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    // The demonstration's own follow-up exists for some works only.
    await client.query(`TRUNCATE ${tables}, obras_seguimiento`);
    // Terms from one year ago to two years from now: a third of them is over.
    await client.query(
      `INSERT INTO programas (obra_id, version, fecha_inicio, fecha_termino)
       SELECT id, 1, hoy() - 730, hoy() - 365 + id % 1095 FROM obras`,
    );
    await client.query(
      `INSERT INTO contratos (obra_id, numero, naturaleza, objeto, contratista, monto, fecha_firma, fecha_inicio, fecha_termino)
       SELECT id, 'C-' || id, 'OBRA', nombre, 'Constructora ' || id % 500 || ', S.A. de C.V.', monto, hoy() - 740, hoy() - 730,
         hoy() - 365 + id % 1095
       FROM obras`,
    );
    await client.query(
      `INSERT INTO avances (obra_id, fecha_corte, avance_fisico, monto_pagado)
       SELECT id, hoy() - 60 - id % 150 - 30 * (${REPORTS} - n), n * (20 + id % 61) / ${REPORTS}.0,
         round(o.monto * n * (20 + id % 61) / ${REPORTS}.0 / 100, 2)
       FROM obras o, generate_series(1, ${REPORTS}) AS n ORDER BY id, n`,
    );
    await client.query('INSERT INTO obras_seguimiento SELECT * FROM seguimiento_de');
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query(`VACUUM (ANALYZE) ${tables}, obras_seguimiento`);
    await client.query('RESET statement_timeout');
  });
}

/** Obras on a page of the samples. */
const LIMIT = 20;
/** Degrees from the middle of a rectangle to its sides: about a kilometre. */
const NEAR = 0.01;

/** Paths of full pages in this registry: in a registry with the same obras and more they are full, too. */
interface Samples {
  filtered: string[];
  searches: string[];
  rectangles: string[];
}

export async function findSamples(db: Database): Promise<Samples> {
  const pairs = await db.query<{ municipio: number; estatus: number }>(
    `SELECT municipio_id AS municipio, estatus_obra_id AS estatus FROM obras
     GROUP BY 1, 2 HAVING count(*) >= ${LIMIT} ORDER BY 1, 2`,
  );
  const names = await db.query<{ nombre: string }>(
    'SELECT nombre FROM obras WHERE id % 250 = 0 ORDER BY id',
  );
  const points = await db.query<{ x: number; y: number }>(
    `SELECT ST_X(ubicacion) AS x, ST_Y(ubicacion) AS y FROM municipios m
     WHERE ${LIMIT} <= (SELECT count(DISTINCT obra_id) FROM ubicaciones
       WHERE geometria && ST_Expand(m.ubicacion, ${NEAR}))
     ORDER BY id`,
  );
  const page = (filters: Record<string, string>) =>
    `/obras?${new URLSearchParams({ ...filters, limit: String(LIMIT) })}`;
  const words = names.map(({ nombre }) => twoWords(nombre)).filter((pair) => pair !== undefined);
  return {
    filtered: pairs.map(({ municipio, estatus }) =>
      page({ municipioId: String(municipio), estatusObraId: String(estatus) }),
    ),
    searches: [...new Set(words)].map((q) => page({ q })),
    rectangles: points.map(({ x, y }) =>
      page({ bbox: [x - NEAR, y - NEAR, x + NEAR, y + NEAR].map((n) => n.toFixed(6)).join(',') }),
    ),
  };
}

/** The first and the last word of four letters or more. */
function twoWords(nombre: string): string | undefined {
  const words = nombre.split(/[^\p{L}]+/u).filter((word) => word.length >= 4);
  const [first, last] = [words[0], words.at(-1)];
  return first === last ? undefined : `${first} ${last}`;
}
