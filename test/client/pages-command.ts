// npm run pages: the pages that are made of what the program itself says.
import { writeFileSync } from 'node:fs';
import { readArguments } from '../../src/consola/console.ts';
import { closeAll } from '../at-end.ts';
import { ACCESS, accessOf, EXAMPLE, settingsExample } from './pages.ts';

const HELP = `Uso: npm run pages

Escribe docs/accesos.md, quién puede qué, del documento OpenAPI del servicio; y .env.example, qué quiere decir cada ajuste, de
la tabla de ajustes. Hace falta después de cambiar rutas, quién las puede usar o ajustes; npm test dice si están al día.

  --help  muestra esta ayuda
`;

const { values } = readArguments(HELP, {
  options: { help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) {
  process.stdout.write(HELP);
} else {
  // Only now: it opens a database.
  const { base } = await import('../world.ts');
  const document = await (await fetch(`${base}/openapi.json`)).text();
  writeFileSync(ACCESS, accessOf(document));
  writeFileSync(EXAMPLE, settingsExample());
  process.stdout.write('Listo: docs/accesos.md y .env.example.\n');
  await closeAll();
}
