import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * One sentence for each file of a folder that is not as the first commit that has it brought it.
 *
 * @param root of the repository; without one there is nothing to compare with
 */
export function editedSinceLanding(folder, root = '.') {
  const git = (...args) =>
    spawnSync('git', ['--git-dir=.git', ...args], { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
  return files.flatMap((file) => {
    const added = git('log', '--diff-filter=A', '--no-renames', '--format=%h', '--', file);
    const first = added.trim().split('\n').at(-1);
    const isEdited =
      first && lines(git('show', `${first}:${file}`)) !== lines(readFileSync(join(root, file)));
    return isEdited ? [`${file} was brought by ${first}; a change of it is a new file`] : [];
  });
}

/** The text with the line ends of git's. */
const lines = (text) => String(text).replaceAll('\r\n', '\n');
