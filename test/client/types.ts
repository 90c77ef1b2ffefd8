import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The page that says who may what. */
export const ACCESS = fileURLToPath(new URL('../../../docs/accesos.md', import.meta.url));

const GENERATOR = fileURLToPath(new URL('generate.js', import.meta.url));

/** The types that openapi-typescript makes of an OpenAPI document; what it says where it fails is the failure. */
export function typesOf(document: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [GENERATOR], {
    input: document,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

interface Documented {
  paths: Record<string, Record<string, { summary: string; description: string }>>;
}

/** Who may what, as the guards of the operations say it in an OpenAPI document. */
export function accessOf(document: string): string {
  const { paths } = JSON.parse(document) as Documented;
  const callers = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { summary, description }] of Object.entries(operations)) {
      const [, who = ''] = /Acceso: ([^.]*)\./.exec(description) ?? [];
      const line = `| \`${method.toUpperCase()} ${path}\` | ${summary} |\n`;
      callers.set(who, [...(callers.get(who) ?? []), line]);
    }
  }
  const parts = [...callers]
    .sort(([one], [other]) => one.localeCompare(other, 'es'))
    .map(
      ([who, lines]) =>
        `\n## ${who.charAt(0).toUpperCase()}${who.slice(1)}\n\n| Operación | Qué hace |\n| --- | --- |\n${lines.join('')}`,
    );
  return `# Quién puede qué

Esta página se hace de lo que cuida cada puerta del servicio, con \`npm run accesos\`. Es de un registro como viene: con
\`PUBLIC_READ=true\` leer obras, catálogos y archivos no pide token, y con \`STRICT_ACCESS=true\` los catálogos sólo los escriben
administradores. Capturista es quien tiene asignada alguna dependencia; su rol sigue siendo \`user\`.
${parts.join('')}`;
}
