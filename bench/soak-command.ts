// npm run soak: mixed load at saturation against services on a PostgreSQL of its own, and its report.
import { writeFileSync } from 'node:fs';
import { readArguments } from '../src/consola/console.ts';
import { ownPostgres, postgresPrograms } from '../test/faults/postgres.ts';
import { type SoakReport, soak } from './soak.ts';

const HELP = `Uso: npm run soak [-- opciones]

Carga mixta sin pausa contra el registro en un PostgreSQL propio que se borra al final; hacen falta los programas de
PostgreSQL con PostGIS. Falla si hay errores distintos de 429 y 503 o conexiones que quedan abiertas.

  --minutos <n>     duración (10)
  --instancias <n>  instancias del servicio (2)
  --clientes <n>    clientes, cada uno pide de nuevo en cuanto le responden (32)
  --obras <n>       obras en el registro; se dan de baja tantas como de alta (2000)
  --salida <ruta>   escribe ahí el informe en JSON
  --help            muestra esta ayuda
`;

const { values } = readArguments(HELP, {
  options: {
    minutos: { type: 'string', default: '10' },
    instancias: { type: 'string', default: '2' },
    clientes: { type: 'string', default: '32' },
    obras: { type: 'string', default: '2000' },
    salida: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const { minutos, instancias, clientes } = values;
const [minutes, instances, clients, obras] = [minutos, instancias, clientes, values.obras].map(
  Number,
) as [number, number, number, number];

if (values.help) {
  process.stdout.write(HELP);
} else if (
  !(minutes > 0 && [instances, clients, obras].every((n) => Number.isInteger(n) && n > 0))
) {
  process.stderr.write(`Los números deben ser mayores que cero.\n\n${HELP}`);
  process.exitCode = 1;
} else if (!postgresPrograms()) {
  process.stderr.write(
    'Faltan los programas de PostgreSQL en /usr/lib/postgresql; instálelos (en Debian: apt-get install postgresql-15-postgis-3).\n',
  );
  process.exitCode = 1;
} else {
  const server = await ownPostgres();
  try {
    const environment = await server.environment();
    process.stdout.write(`Carga durante ${minutes} min…\n`);
    const report = await soak({ environment, seconds: minutes * 60, instances, clients, obras });
    const { answers, errors, memory, connections } = report;
    const isClean = Object.keys(errors).length === 0 && connections.inTransaction === 0;
    process.stdout.write(
      `${[
        `${report.requests} solicitudes en ${report.seconds} s (${report.requestsPerSecond}/s), ${clients} clientes, ${instances} instancias`,
        `Respuestas: ${list(answers)}`,
        `Errores (ni 429 ni 503): ${Object.keys(errors).length === 0 ? 'ninguno' : list(errors)}`,
        `Obras: ${report.obras.join(' al principio, ')} al final`,
        ...memory.flatMap(({ resident, used }, n) => [
          `Memoria ${n + 1}, residente: ${course(resident)}`,
          `Memoria ${n + 1}, en uso:    ${course(used)}`,
        ]),
        `Conexiones al final: ${connections.database} con PostgreSQL, ${connections.inTransaction} en transacción; sockets de más: ${connections.moreSockets.join(', ')}`,
      ].join('\n')}\n`,
    );
    if (values.salida) writeFileSync(values.salida, `${JSON.stringify(report, null, 2)}\n`);
    if (!isClean) process.exitCode = 1;
  } finally {
    await server.remove();
  }
}

function course({ first, last, most, slope }: SoakReport['memory'][number]['used']): string {
  return `${first} MB al principio, ${last} MB al final, ${most} MB a lo más; pendiente ${slope} MB/min`;
}

function list(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what} × ${count}`)
    .join(', ');
}
