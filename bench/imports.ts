// The cost of an import of a spreadsheet, and what others notice of it.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  alternate,
  atMost,
  load,
  type Measure,
  megabytes,
  ourMost,
  type Plan,
  peakWhile,
} from './measure.ts';
import { type Registry, registryOf, running, type Service, withAlone } from './registries.ts';
import { createDatabase, newFolder } from './start.ts';

const FEW = 10_000;
const MANY = 100_000;
/** Connections of those who read meanwhile. */
const READERS = 4;
const QUERY = 'crearCatalogos=true&parcial=true';

/** Measures of imports on PostgreSQL. */
export function imports(plan: Plan): Measure[] {
  const { rounds } = plan;
  const againstDemo: Measure = {
    name: `importación de un CSV`,
    database: 'PostgreSQL',
    obras: FEW,
    run: async () => {
      const file = await sheetOf(await registryOf('PostgreSQL', FEW), '');
      const [ours, theirs] = await alternate(
        rounds,
        async () => {
          const [service] = await running([await emptyRegistry()]);
          return importFile(service, file);
        },
        async () => {
          const loading = await emptyRegistry();
          await running([loading]);
          await running();
          return withAlone(loading, (alone) => alone.ask('loadDemo', { obras: FEW }));
        },
      );
      const detail = `${megabytes(file.length).toFixed(1)} MB`;
      const against = 'la carga de demostración';
      return [{ unit: 's', ours, theirs, against, target: atMost(3), detail }];
    },
  };

  const many: Measure = {
    name: `importación de un CSV`,
    database: 'PostgreSQL',
    obras: MANY,
    run: async () => {
      const file = await sheetOf(await registryOf('PostgreSQL', MANY), 'I-');
      const { environment, facts, database } = await registryOf('PostgreSQL', FEW);
      await running();
      const DATABASE_URL = await createDatabase(environment.DATABASE_URL);
      const registry: Registry = {
        database,
        facts,
        environment: { DATABASE_URL, DATA_DIR: newFolder() },
      };
      const [service] = await running([registry]);
      const read = { paths: ['/obras/{id}'], ids: facts.obras, connections: READERS };
      await load(plan, service, read);
      const calm: number[] = [];
      for (let round = 0; round < rounds; round++) calm.push((await load(plan, service, read)).p99);
      let isOver = false;
      const importing = peakWhile(service, () => importFile(service, file)).finally(() => {
        isOver = true;
      });
      const creates = longestCreate(service, facts.ejercicios[0] as number, () => isOver);
      const meanwhile: number[] = [];
      while (!isOver) meanwhile.push((await load(plan, service, read)).p99);
      const { peak, result: took } = await importing;
      return [
        {
          part: 'tiempo',
          unit: 's',
          ours: [took],
          target: ourMost(180),
          detail: `${megabytes(file.length).toFixed(1)} MB`,
        },
        { part: 'memoria del servicio', unit: 'MB', ours: [megabytes(peak)], target: ourMost(400) },
        {
          part: 'p99 de GET /obras/:id al azar mientras tanto',
          unit: 'ms',
          ours: meanwhile,
          theirs: calm,
          against: 'en calma',
          target: atMost(5),
        },
        {
          part: 'el alta más lenta del mismo ejercicio mientras tanto',
          unit: 'ms',
          ours: [await creates],
          target: ourMost(1_000),
        },
      ];
    },
  };

  return [againstDemo, many];
}

/** A registry without obras, whose schema is made when a service first runs on it. */
async function emptyRegistry(): Promise<Registry> {
  const environment = { DATABASE_URL: await createDatabase(), DATA_DIR: newFolder() };
  return {
    database: 'PostgreSQL',
    environment,
    facts: { obras: 0, municipio: { id: 0, obras: 0 }, users: [], ejercicios: [] },
  };
}

/** The works of a registry as a CSV file, each where its first ubicación is if that is a point. */
async function sheetOf({ environment }: Registry, prefix: string): Promise<Buffer> {
  const client = new pg.Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  try {
    const copied = client.query(
      copyTo(`COPY (
        SELECT '${prefix}' || clave_unica AS "claveUnica", o.nombre, descripcion, monto, anio AS "ejercicioFiscal",
          d.nombre AS dependencia, m.nombre AS municipio, t.nombre AS "tipoProyecto", s.nombre AS estatus,
          u.direccion, u.posicion ->> 0 AS longitud, u.posicion ->> 1 AS latitud
        FROM obras o
        JOIN ejercicios_fiscales e ON e.id = ejercicio_fiscal_id
        JOIN dependencias d ON d.id = dependencia_id
        JOIN municipios m ON m.id = municipio_id
        JOIN estatus_obra s ON s.id = estatus_obra_id
        LEFT JOIN tipos_proyecto t ON t.id = tipo_proyecto_id
        LEFT JOIN LATERAL (
          SELECT direccion, geometria_json -> 'coordinates' AS posicion FROM ubicaciones
          WHERE obra_id = o.id AND geometria_json ->> 'type' = 'Point' ORDER BY orden LIMIT 1) u ON true
        ORDER BY o.id
      ) TO STDOUT WITH (FORMAT csv, HEADER)`),
    );
    const pieces: Buffer[] = [];
    for await (const piece of copied as AsyncIterable<Buffer>) pieces.push(piece);
    return Buffer.concat(pieces);
  } finally {
    await client.end();
  }
}

/** Imports a file and answers how many seconds it took. */
async function importFile({ url, token }: Service, file: Buffer): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${url}/obras/importacion?${QUERY}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: file,
  });
  const report = (await answer.json()) as Record<string, number>;
  const { filas = 0, creadas = 0 } = report;
  // A few of the works can't be taken: one has no amount, some lie outside the limits.
  if (answer.status !== 200 || creadas < 0.95 * filas) {
    throw new Error(`la importación respondió ${JSON.stringify(report).slice(0, 2_000)}`);
  }
  return (performance.now() - begun) / 1000;
}

/** The longest that one client waited who registers obras of a year, one after the other, in milliseconds. */
async function longestCreate(
  { url, token }: Service,
  ejercicioFiscalId: number,
  isOver: () => boolean,
): Promise<number> {
  let longest = 0;
  for (let number = 1; !isOver(); number++) {
    const begun = performance.now();
    const answer = await fetch(`${url}/obras`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        claveUnica: `MIENTRAS-${number}`,
        nombre: 'Obra de otra persona',
        monto: 1,
        ejercicioFiscalId,
        dependenciaId: 1,
        municipioId: 50,
        estatusObraId: 1,
      }),
    });
    if (answer.status !== 201) throw new Error(`el alta respondió ${answer.status}`);
    await answer.arrayBuffer();
    longest = Math.max(longest, performance.now() - begun);
    await sleep(50);
  }
  return longest;
}
