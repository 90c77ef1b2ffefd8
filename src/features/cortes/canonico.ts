/**
 * A JSON value as its one canonical text: RFC 8785. Members are sorted by their names' UTF-16 units, and numbers and texts are written
 * as `JSON.stringify` writes them. Values are those of `JSON.parse`, so none of them is without a text.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = value as Record<string, unknown>;
  const parts = Object.keys(members)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`);
  return `{${parts.join(',')}}`;
}
