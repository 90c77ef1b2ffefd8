// The lines of a file of settings. Node.js, systemd's EnvironmentFile= and Docker Compose read such files, each by rules of its
// own. A line that they would read differently is refused, so that a password is the same wherever the file goes.
//
// Node.js cuts a value at any #, Compose at one behind a blank, systemd at none. Compose puts variables in place of $NAME. systemd
// takes backslashes away. Node.js alone knows backticks, and Compose alone «NAME: value».

const SETTING_LINE = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;
/** What may stand behind a value: blanks, and a comment after one. */
const REST = String.raw`\s*(?:\s#.*)?$`;
const SINGLE = new RegExp(`^'[^']*'${REST}`);
const DOUBLE = new RegExp(`^"[^"]*"${REST}`);

/**
 * The sentence about the first line that programs would read differently; undefined where there is none. No sentence has a value:
 * it may be a secret.
 *
 * @param file its name
 */
export function faultOfEnvFile(text: string, file: string): string | undefined {
  if (/\r(?!\n)/.test(text))
    return `El archivo ${file} tiene saltos de línea de Mac antiguas; guárdelo de nuevo.`;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const fault = lineFault(line);
    if (fault) return `La línea ${i + 1} de ${file}${fault}`;
  }
  return undefined;
}

function lineFault(line: string): string | undefined {
  if (line.trim() === '' || /^\s*#/.test(line)) {
    return line.endsWith('\\')
      ? ' es un comentario que termina con \\, que algunos programas unen a la línea siguiente; quítela.'
      : undefined;
  }
  const [, name, value = ''] = SETTING_LINE.exec(line) ?? [];
  if (name === undefined) {
    return /^\s*export\s/.test(line)
      ? ' empieza con «export», que no todos los programas leen; deje sólo NOMBRE=valor.'
      : ' no tiene la forma NOMBRE=valor; corríjala, o póngale # delante si es un comentario.';
  }
  const why = faultOfValue(value, name);
  return why && `, ${name}, ${why}`;
}

/** The end of the sentence about a value, with the way to write it. */
function faultOfValue(value: string, name: string): string | undefined {
  const text = value.trimStart();
  if (SINGLE.test(text)) return undefined;
  const isQuoted = DOUBLE.test(text);
  if (!isQuoted && /^['"`]/.test(text)) {
    return 'no cierra sus comillas al final de la misma línea, o lleva otras dentro; escríbalo entre comillas simples, o entre dobles si lleva una simple.';
  }
  // A blank makes a comment of #.
  const bare = isQuoted ? text.slice(0, text.indexOf('"', 1)) : value.replace(/\s#.*$/, '');
  const sign = ['\\', '$', ...(isQuoted ? [] : ['#'])].find((each) => bare.includes(each));
  if (sign === undefined) return undefined;
  const within = isQuoted ? 'dentro de comillas dobles' : 'sin comillas';
  return `tiene ${sign} ${within}, y unos programas leerían otro valor que otros; escríbalo entre comillas simples: ${name}='…'.`;
}
