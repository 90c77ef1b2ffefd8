import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first file of the released numbers. Files with earlier numbers were never released. */
const FIRST = /\/001\.[^/]*$/;

/**
 * One sentence for each file of a folder that differs from its first commit, or is gone.
 *
 * @param root of the repository; without one there is nothing to compare with
 */
export function editedSinceLanding(folder, root = '.') {
  const git = (...args) =>
    spawnSync('git', ['--git-dir=.git', ...args], { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const commits = ['--reverse', '--no-renames', '--diff-filter=A', '--name-only', '--format=%h'];
  let commit;
  let brought = new Map();
  for (const line of git('log', ...commits, '--', folder).split('\n')) {
    if (/^[0-9a-f]+$/.test(line)) commit = line;
    if (!line.startsWith(`${folder}/`)) continue;
    if (FIRST.test(line)) brought = new Map([...brought].filter(([, other]) => other === commit));
    if (!brought.has(line)) brought.set(line, commit);
  }
  return [...brought].flatMap(([file, commit]) => {
    if (!existsSync(join(root, file))) {
      // Of two that landed with one number, one goes on under another.
      const text = lines(git('show', `${commit}:${file}`));
      const others = readdirSync(join(root, folder)).filter((name) => name.endsWith('.sql'));
      const isOneOfTwo = others.some((name) =>
        join(folder, name).startsWith(file.slice(0, file.indexOf('.'))),
      );
      const isElsewhere = others.some(
        (name) => lines(readFileSync(join(root, folder, name))) === text,
      );
      if (isOneOfTwo && isElsewhere) return [];
      return [`${file} was brought by ${commit}; what it made is taken away by a new file`];
    }
    const isEdited =
      lines(git('show', `${commit}:${file}`)) !== lines(readFileSync(join(root, file)));
    return isEdited ? [`${file} was brought by ${commit}; a change of it is a new file`] : [];
  });
}

/** The text with git's line ends. */
const lines = (text) => String(text).replaceAll('\r\n', '\n');
