// npm run types: the types and labels that the portal has of the API, made anew from the service's own OpenAPI document.
import { writeFileSync } from 'node:fs';
import { readArguments } from '../../src/base/console.ts';
import { closeAll } from '../at-end.ts';
import { ACCESS, accessOf, LABELS, labelsOf, NAMES, namesOf, TYPES, typesOf } from './types.ts';

const HELP = `Uso: npm run types

Escribe portal/openapi.d.ts, portal/etiquetas.ts y portal/nombres.ts: los tipos de la API que usa el portal, y cómo se
llaman sus campos; y docs/accesos.md: quién puede qué. Todo se hace del documento OpenAPI del servicio. Hace falta después de cambiar rutas o esquemas; npm test dice si están al día.

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
  writeFileSync(TYPES, typesOf(document));
  writeFileSync(LABELS, labelsOf(document));
  writeFileSync(NAMES, namesOf(document));
  writeFileSync(ACCESS, accessOf(document));
  process.stdout.write(
    'Listo: portal/openapi.d.ts, portal/etiquetas.ts, portal/nombres.ts y docs/accesos.md.\n',
  );
  await closeAll();
}
