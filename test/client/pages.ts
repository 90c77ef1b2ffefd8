import { fileURLToPath } from 'node:url';
import { LISTED } from '../../src/core/base/config.ts';

// Pages that are made of what the program itself says: `npm run pages` writes them.

/** The page that says who may what. */
export const ACCESS = fileURLToPath(new URL('../../../docs/accesos.md', import.meta.url));

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

Esta página se hace de lo que cuida cada puerta del servicio, con \`npm run pages\`. Es de un registro como viene: con
\`PUBLIC_READ=true\` leer obras, catálogos y archivos no pide token, y con \`STRICT_ACCESS=true\` los catálogos sólo los escriben
administradores. Capturista es quien tiene asignada alguna dependencia; su rol sigue siendo \`user\`.
${parts.join('')}`;
}

export const EXAMPLE = fileURLToPath(new URL('../../../.env.example', import.meta.url));
const WIDTH = 122;

/** The file that explains each setting, as the table of settings has them. */
export function settingsExample(): string {
  const lines = [
    '# Settings of the registry. Copy to .env and change what you need; every one has a default.',
    '# A malformed value stops the start with a sentence that names it.',
    "# A value with #, $ or \\ stands in single quotes, so that every program reads it alike: ADMIN_PASSWORD='a#b'.",
  ];
  for (const [name, { words, default: value = '' }] of LISTED) {
    if (words !== undefined) lines.push('', ...wrapped(words).map((line) => `# ${line}`));
    lines.push(`${name}=${value}`);
  }
  return `${lines.join('\n')}\n`;
}

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}
