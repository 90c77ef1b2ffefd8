// The names of tests: the line of a failure alone has to say what broke.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A group or a test that begins a line, with its name, or the end of one. The formatter's indentation is its depth. */
const NAMED =
  /^( *)(?:\}\)|(test|describe)(?:\.\w+)?\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`$\\]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`)*\})*`|[^'"`][^,]*),)/gm;

/** Verbs that begin a name whose subject is its group's. A word that reads on like a noun («names of catalogs») is none. */
const VERB =
  /^(?:is|are|has|have|does|can|may|adds|answers|asks|begins|brings|changes|closes|comes|counts|draws|ends|finds|follows|gets|gives|goes|holds|keeps|lacks|leads|leaves|lets|lists|loads|looks|loses|makes|meets|moves|names|needs|offers|opens|prints|puts|reads|refuses|registers|removes|reports|returns|runs|says|sends|shows|starts|stays|stops|stands|takes|tells|tries|uses|waits|warns|works|writes)\b(?! (?:of|at|in|on|that|without|with|are|have|stand|come|go)\b)/;

/** One sentence for each test in a folder with its name elsewhere, of less than three words, or with a verb without a subject. */
export function unclearNames(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => {
      const path = join(folder, file);
      const groups = [];
      const faults = [];
      for (const [, indent, kind, given = ''] of readFileSync(path, 'utf8').matchAll(NAMED)) {
        while (groups.at(-1) >= indent.length) groups.pop();
        if (kind === 'describe') groups.push(indent.length);
        else if (/^[^'"`]/.test(given))
          faults.push(
            `${path}: the test «${given.trim()}» has its name elsewhere; write a sentence with its case in it`,
          );
        else if (given) {
          const name = given.slice(1, -1);
          const words = name.replace(/\$\{(?:[^`{}]|`[^`]*`)*\}/g, 'x').split(/\s+/);
          if (words.length < 3)
            faults.push(`${path}: the test «${name}» has less than three words`);
          if (groups.length === 0 && VERB.test(name))
            faults.push(
              `${path}: the test «${name}» begins with a verb, and no group names its subject`,
            );
        }
      }
      return faults;
    });
}
