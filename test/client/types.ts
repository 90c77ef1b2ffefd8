import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The portal's own copy of the types, and of what people call the properties. */
export const TYPES = fileURLToPath(new URL('../../../portal/openapi.d.ts', import.meta.url));
export const LABELS = fileURLToPath(new URL('../../../portal/etiquetas.ts', import.meta.url));
export const NAMES = fileURLToPath(new URL('../../../portal/nombres.ts', import.meta.url));

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

type Labels = string | Record<string, string>;

/** What people call the properties of each schema of an OpenAPI document, by its name. */
function schemasOf(document: string): [schema: string, labels: [string, Labels][]][] {
  const { components } = JSON.parse(document) as {
    components: {
      schemas: Record<string, { properties?: Record<string, { 'x-etiqueta'?: Labels }> }>;
    };
  };
  return Object.entries(components.schemas).map(([schema, { properties = {} }]) => [
    schema,
    Object.entries(properties).flatMap(([name, { 'x-etiqueta': label }]) =>
      label === undefined ? [] : [[name, label] as [string, Labels]],
    ),
  ]);
}

/** A module with what people call each property, whatever schema has it: an obra's before all others. */
export function namesOf(document: string): string {
  const schemas = schemasOf(document);
  const all = [...schemas, ...schemas.filter(([schema]) => schema === 'Obra')].flatMap(
    ([, labels]) =>
      labels.flatMap(([name, label]) =>
        typeof label === 'string' ? [[name, label] as const] : Object.entries(label),
      ),
  );
  const lines = Object.entries(Object.fromEntries(all)).map(
    ([name, label]) => `  ${name}: '${label}',\n`,
  );
  return `// What people call a property of any schema: npm run types makes this of the OpenAPI document.\n\nexport const NOMBRES: Record<string, string> = {\n${lines.join('')}};\n`;
}

/** A module with the labels of each schema. */
export function labelsOf(document: string): string {
  const members = (labels: [string, Labels][], indent = '  '): string =>
    labels
      .map(([name, label]) =>
        typeof label === 'string'
          ? `${indent}${name}: '${label}',\n`
          : `${indent}${name}: {\n${members(Object.entries(label), `${indent}  `)}${indent}},\n`,
      )
      .join('');
  const modules = schemasOf(document).flatMap(([schema, labels]) =>
    labels.length === 0 ? [] : `\nexport const ${schema} = {\n${members(labels)}} as const;\n`,
  );
  return `// What people call the properties of each schema: npm run types makes this of the OpenAPI document.\n${modules.join('')}`;
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

Esta página se hace de lo que cuida cada puerta del servicio, con \`npm run types\`. Es de un registro como viene: con
\`PUBLIC_READ=true\` leer obras, catálogos y archivos no pide token, y con \`STRICT_ACCESS=true\` los catálogos sólo los escriben
administradores. Capturista es quien tiene asignada alguna dependencia; su rol sigue siendo \`user\`.
${parts.join('')}`;
}
