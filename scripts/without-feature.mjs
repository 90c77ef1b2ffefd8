/**
 * The text of a list of features, of the service or of the portal, without one of them: without the imports from its folder, and
 * without the lines of the list that have its name or what was imported.
 */
export function withoutFeature(text, name) {
  const imported = new RegExp(`^import ([^;]*?) from '\\./features/${name}/[^']*';\n`, 'gm');
  const words = [...text.matchAll(imported)].flatMap(([, what]) =>
    what
      .replaceAll(/[{}]|\b(?:type|\w+ as)\b/g, '')
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );
  return [`'${name}'`, ...words.map((word) => `(?:[^\\n]*\\W)?${word}\\b[^\\n]*`)].reduce(
    (rest, line) => rest.replaceAll(new RegExp(`^ +${line},\n`, 'gm'), ''),
    text.replaceAll(imported, ''),
  );
}
