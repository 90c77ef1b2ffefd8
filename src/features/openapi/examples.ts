import { type Document, type NamedSchema, target } from './components.ts';

/** Gives every body without an example one that is made of its fields' examples. */
export function addExamples(document: Document): Document {
  const { paths, components } = document;
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const media of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
      delete media.examples;
      if (media.schema) media.example ??= exampleOf(media.schema, components.schemas);
    }
  }
  return document;
}

function exampleOf(schema: NamedSchema, schemas: Record<string, NamedSchema>): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const of = (part: NamedSchema) => exampleOf(part, schemas);
  if (schema.$ref) return of(target(schema.$ref, schemas));
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return of(first);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, of(field)]),
    );
  }
  if (schema.items) return [of(schema.items)];
  const type = [schema.type].flat()[0];
  return { string: 'texto', integer: 1, number: 1, boolean: true }[type ?? ''] ?? null;
}
