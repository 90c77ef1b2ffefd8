// Makes portal/generado/ of the service's own OpenAPI document, outside of git: etiquetas.ts and nombres.ts, people's names
// of its fields, and with --types openapi.d.ts, the types of the portal's requests. It needs the built service, and no
// database. An unchanged file is not written again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { buildApp } from '../dist/src/app.js';
import { readConfig } from '../dist/src/core/base/config.js';
import { LABEL } from '../dist/src/core/base/schemas.js';

const FOLDER = new URL('../portal/generado/', import.meta.url);

/** Members for people, which belong to no type. */
const WORDS = new Set(['description', 'summary', 'example', 'examples']);

const document = await openapi();
mkdirSync(FOLDER, { recursive: true });
write('etiquetas.ts', labelsOf(document));
write('nombres.ts', namesOf(document));
if (process.argv.includes('--types')) write('openapi.d.ts', await typesOf(document));

/** The service's document, which is made of the routes alone, without a database. */
async function openapi() {
  const none = new Proxy(() => {}, {
    get: (_, name) => (['changes', 'watch', 'lists', 'then'].includes(name) ? undefined : none),
  });
  const app = await buildApp(readConfig({ JWT_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' }), none);
  const { body } = await app.inject('/openapi.json');
  await app.close();
  return JSON.parse(body);
}

/** People's names of the properties of each schema, by its name. */
function schemasOf({ components }) {
  return Object.entries(components.schemas).map(([schema, { properties = {} }]) => [
    schema,
    Object.entries(properties).flatMap(([name, { [LABEL]: label }]) =>
      label === undefined ? [] : [[name, label]],
    ),
  ]);
}

/** A module with the labels of each schema. */
function labelsOf(document) {
  const members = (labels, indent = '  ') =>
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
  return `// What people call the properties of each schema.\n${modules.join('')}`;
}

/** People's names of the parameters of all operations. */
function parametersOf({ paths, components }) {
  return Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ parameters = [] }) => parameters)
    .map(({ $ref, ...own }) => ($ref ? components.parameters[$ref.split('/').pop()] : own))
    .flatMap(({ name, schema: { [LABEL]: label } }) => (label ? [[name, label]] : []));
}

/** A module with people's name of each parameter and property, whatever has it; parameters and an obra's come first. */
function namesOf(document) {
  const schemas = schemasOf(document);
  const all = [
    ...[...schemas, ...schemas.filter(([schema]) => schema === 'Obra')].flatMap(([, labels]) =>
      labels.flatMap(([name, label]) =>
        typeof label === 'string' ? [[name, label]] : Object.entries(label),
      ),
    ),
    ...parametersOf(document),
  ];
  const lines = Object.entries(Object.fromEntries(all)).map(
    ([name, label]) => `  '${name}': '${label}',\n`,
  );
  return `// What people call a parameter, or a property of any schema.\n\nexport const NOMBRES: Record<string, string> = {\n${lines.join('')}};\n`;
}

/** The types of all requests and of successful answers; refusals have one shape, which portal/core/api.ts reads. */
async function typesOf(document) {
  // The generator prints them with the compiler's own API, which TypeScript 7 lacks: it gets an older one's.
  const compiler = `data:text/javascript,${encodeURIComponent(
    `export { ts as default } from '${import.meta.resolve('@ts-morph/common')}';`,
  )}`;
  const hook = `export const resolve = (name, context, next) =>
    name === 'typescript' ? { url: ${JSON.stringify(compiler)}, shortCircuit: true } : next(name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  for (const operations of Object.values(document.paths)) {
    for (const { responses } of Object.values(operations)) {
      for (const status of Object.keys(responses)) if (status >= '4') delete responses[status];
    }
  }
  return astToString(await openapiTypes(withoutWords(document))).replace(
    /^ *\w+\?: never;\n/gm,
    '',
  );
}

/** A document without its descriptions; a property of such a name stays. */
function withoutWords(node, isMap = false) {
  if (Array.isArray(node)) return node.map((item) => withoutWords(item));
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => isMap || !WORDS.has(name))
      .map(([name, value]) => [name, withoutWords(value, name === 'properties' && !isMap)]),
  );
}

function write(name, text) {
  const file = new URL(name, FOLDER);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
