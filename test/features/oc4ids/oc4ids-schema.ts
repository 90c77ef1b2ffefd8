import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv as AjvType } from 'ajv';

// The official schema of OC4IDS; schemas/README.md says where it is from.

const require = createRequire(import.meta.url);
const Ajv = require('ajv-draft-04').default as new (options: object) => AjvType;
const addFormats = require('ajv-formats').default as (ajv: AjvType) => void;
const schema = (name: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../test/features/oc4ids/schemas/${name}.json`, import.meta.url),
      'utf8',
    ),
  );

// CoST -------------------------------------------------------------------------------------------

interface Item {
  fase: string;
  dato: string;
  /** Where we publish it; all of them. */
  rutas?: string[];
  /** Why we don't. */
  falta?: string;
}

/** The items of CoST's Infrastructure Data Standard. */
export const readItems = (): Item[] => schema('cost');

/**
 * The values at a path of a project: names divided by /, through every element of a list, or through those whose field is
 * or holds a value: `parties[roles=supplier]/name`.
 */
// biome-ignore lint/suspicious/noExplicitAny: any value of the standard
export function valuesAt(project: any, path: string): unknown[] {
  let found = [project];
  for (const step of path.split('/')) {
    const [, name = '', field, value] = /^(\w+)(?:\[(\w+)=([^\]]+)\])?$/.exec(step) ?? [];
    found = found.flatMap((each) => each?.[name] ?? []);
    if (field) found = found.filter((each) => [each[field]].flat().includes(value));
  }
  return found;
}

// Validity ---------------------------------------------------------------------------------------

function compile(change: (schema: object) => object) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(change(schema('project-schema')));
  return { ajv, isPackage: ajv.compile(change(schema('project-package-schema'))) };
}

/** A schema that knows no field but those it names: the official one lets any other pass, a misspelled one too. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, closed(part)]),
  );
  const isObject = typeof copy.properties === 'object' && !('type' in copy && 'codelist' in copy);
  return (isObject ? { ...copy, additionalProperties: false } : copy) as T;
}

const { ajv, isPackage } = compile((schema) => schema);
const strict = compile(closed);

export { isPackage };

/** Asserts that a package is valid OC4IDS 0.9.5, has none but its fields, and that its ids are its own. */
export function assertValid(body: unknown): void {
  assert.ok(isPackage(body), ajv.errorsText(isPackage.errors));
  const errors = strict.isPackage(body) ? '' : JSON.stringify(strict.isPackage.errors?.slice(0, 5));
  assert.equal(errors, '');
  const unique = (ids: string[]) => assert.equal(new Set(ids).size, ids.length, ids.join(', '));
  const { projects } = body as { projects: Project[] };
  unique(projects.map(({ id }) => id));
  for (const { parties = [], contractingProcesses = [] } of projects) {
    const known = parties.map(({ id }) => id);
    unique(known);
    unique(contractingProcesses.map(({ id }) => id));
    for (const { summary } of contractingProcesses) {
      for (const { id } of summary.suppliers) assert.ok(known.includes(id), id);
      unique((summary.modifications ?? []).map(({ id }) => id));
    }
  }
}

interface Named {
  id: string;
}
interface Project extends Named {
  parties?: Named[];
  contractingProcesses?: (Named & { summary: { suppliers: Named[]; modifications?: Named[] } })[];
}
