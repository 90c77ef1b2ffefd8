/**
 * The rows of a text: a line each, with cells between `|`. A cell is trimmed, and `-` is an empty one. Empty lines, and those that
 * begin with `#`, are left out. The first line may be `# name | name …`, for who reads it.
 *
 * @throws Error where there is no row, where one has another number of cells than the first, and for a value that would make rows or
 *   cells of its own
 */
export function table(text: TemplateStringsArray, ...values: unknown[]): string[][] {
  if (values.some((value) => /\n|\s\|\s/.test(String(value))))
    throw new Error('a value with cells');
  const lines = String.raw({ raw: text.raw }, ...values)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  const rows = lines.map((line) =>
    line.split(/(?<=^|\s)\|(?=\s|$)/).map((cell) => (cell.trim() === '-' ? '' : cell.trim())),
  );
  if (rows.length === 0) throw new Error('a table without rows');
  const odd = rows.find((row) => row.length !== rows[0]?.length);
  if (odd)
    throw new Error(
      `a row of ${odd.length} cells among those of ${rows[0]?.length}: ${odd.join(' | ')}`,
    );
  return rows;
}

/**
 * The cases of a table of refusals, `field | values as JSON | sentence`: a body with the one field, and its sentence, which begins with
 * the field's name.
 *
 * @throws Error where a row has no value, which would be no case
 */
export const refusals = (rows: string[][]): [body: Record<string, unknown>, sentence: string][] =>
  rows.flatMap(([field = '', values, sentence]) => {
    if (!values) throw new Error(`no value of ${field} ${sentence}`);
    return JSON.parse(`[${values}]`).map((value: unknown) => [
      { [field]: value },
      `${field} ${sentence}`,
    ]);
  });
