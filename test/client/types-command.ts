// npm run types: the types that the portal has of the API, made anew from the service's own OpenAPI document.
import { writeFileSync } from 'node:fs';
import { readArguments } from '../../src/base/console.ts';
import { TYPES, typesOf } from './types.ts';

const HELP = `Uso: npm run types

Escribe portal/openapi.d.ts: los tipos de la API que usa el portal, hechos del documento OpenAPI del servicio. Hace falta
después de cambiar rutas o esquemas; npm test dice si el archivo está al día.

  --help  muestra esta ayuda
`;

const { values } = readArguments(HELP, {
  options: { help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) {
  process.stdout.write(HELP);
} else {
  // Only now: it opens a database.
  const { base, closeWorld } = await import('../world.ts');
  writeFileSync(TYPES, typesOf(await (await fetch(`${base}/openapi.json`)).text()));
  process.stdout.write('Listo: portal/openapi.d.ts.\n');
  await closeWorld();
}
