// npm run fuzz: the fuzzer for as long as one likes, on the embedded database or the PostgreSQL of TEST_DATABASE_URL.
import { readArguments } from '../src/consola/console.ts';
import { closeAll } from './at-end.ts';
import type { Price } from './fuzz.ts';

const HELP = `Uso: npm run fuzz [-- opciones]

Lanza solicitudes válidas y rotas a todas las operaciones, y exige que cada respuesta sea la documentada y que ninguna
pregunta cueste más tiempo de lo que pesa.

  --veces <n>       series de solicitudes por operación (20)
  --semilla <n>     la misma semilla lanza las mismas solicitudes (al azar)
  --operacion <t>   sólo las operaciones cuyo nombre contiene ese texto ('POST /obras')
  --help            muestra esta ayuda

Con TEST_DATABASE_URL usa ese PostgreSQL, donde crea una base de datos propia y la borra.
`;

const { values } = readArguments(HELP, {
  options: {
    veces: { type: 'string', default: '20' },
    semilla: { type: 'string', default: String(Date.now() % 2 ** 31) },
    operacion: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [runs, seed] = [Number(values.veces), Number(values.semilla)];

if (values.help) {
  process.stdout.write(HELP);
} else if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  process.stderr.write('--veces y --semilla deben ser números enteros.\n');
  process.exitCode = 1;
} else {
  // Only now: it opens a database.
  const { openRange } = await import('./fuzz.ts');
  const range = await openRange();
  process.stdout.write(`Semilla ${seed}.\n`);
  for (const target of range.targets.filter(({ name }) => name.includes(values.operacion))) {
    try {
      if (target.method === 'GET') await range.fill(target);
      await range.fire(target, runs, seed);
      process.stdout.write(`bien   ${target.name}\n`);
    } catch (error) {
      process.stdout.write(`falla  ${target.name}\n${(error as Error).message}\n`);
      process.exitCode = 1;
    }
  }
  const statuses = [...range.count].sort(([a], [b]) => a - b);
  const sent = statuses.reduce((sum, [, times]) => sum + times, 0);
  const parts = statuses.map(([status, times]) => `${status}: ${times}`).join(', ');
  process.stdout.write(`${sent} respuestas (${parts}).\n\nLas más caras por lo que se envió:\n`);
  const priceOf = ({ milliseconds, bytes }: Price) => milliseconds / bytes;
  const prices = [...range.dearest.values()].sort((a, b) => priceOf(b) - priceOf(a));
  for (const { milliseconds, bytes, asked } of prices.slice(0, 10)) {
    const took = `${milliseconds.toFixed(0)} ms por ${bytes} bytes`;
    process.stdout.write(`${took.padEnd(24)} ${asked.slice(0, 200)}\n`);
  }
  await range.close();
  await closeAll();
}
