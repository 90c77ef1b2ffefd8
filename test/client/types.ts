import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The portal's own copy of the types, and of what people call the properties. */
export const TYPES = fileURLToPath(new URL('../../../portal/openapi.d.ts', import.meta.url));
export const LABELS = fileURLToPath(new URL('../../../portal/etiquetas.ts', import.meta.url));

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

/** A module with what people call the properties of each schema of an OpenAPI document, by its name. */
export function labelsOf(document: string): string {
  const { components } = JSON.parse(document) as {
    components: {
      schemas: Record<string, { properties?: Record<string, { 'x-etiqueta'?: Labels }> }>;
    };
  };
  const members = (labels: [string, Labels][], indent = '  '): string =>
    labels
      .map(([name, label]) =>
        typeof label === 'string'
          ? `${indent}${name}: '${label}',\n`
          : `${indent}${name}: {\n${members(Object.entries(label), `${indent}  `)}${indent}},\n`,
      )
      .join('');
  const modules = Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) => {
    const labels = Object.entries(properties).flatMap(([name, { 'x-etiqueta': label }]) =>
      label === undefined ? [] : [[name, label] as [string, Labels]],
    );
    return labels.length === 0
      ? []
      : `\nexport const ${schema} = {\n${members(labels)}} as const;\n`;
  });
  return `// What people call the properties of each schema: npm run types makes this of the OpenAPI document.\n${modules.join('')}`;
}
