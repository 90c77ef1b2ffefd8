// npm run accesos: docs/accesos.md, made anew from the service's own OpenAPI document.
import { writeFileSync } from 'node:fs';
import { readArguments } from '../../src/base/console.ts';
import { closeAll } from '../at-end.ts';
import { ACCESS, accessOf } from './types.ts';

const HELP = `Uso: npm run accesos

Escribe docs/accesos.md, quién puede qué, del documento OpenAPI del servicio. Hace falta después de cambiar rutas o quién
las puede usar; npm test dice si está al día.

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
  process.stdout.write('Listo: docs/accesos.md.\n');
  await closeAll();
}
