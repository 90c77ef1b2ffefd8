// Rules of the portal's style sheets, for `npm run check`. A class belongs to one file, *.module.css: nothing that is loaded
// later changes the look of what is there. app.css alone has rules of elements, and the tokens. A place that wants another
// look of what it shows gives it a class of its own, or sets a variable: no sheet names the classes of another.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The sheet of elements and tokens. */
const ELEMENTS = 'app.css';
const STRAY = /(?<=[\s(])#[\da-f]{3,8}\b|\brgb\(.*?\)|z-index: \d+|font-size: [\d.]+r?em/g;

/** @returns a line for each class that no page uses or no sheet has, and for each rule that would hold everywhere */
export function faultsOfStyles(folder) {
  const files = readdirSync(folder, { recursive: true });
  const text = (file) => readFileSync(join(folder, file), 'utf8');
  const sheets = new Map();
  const faults = [];
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    const name = basename(file).replace(/(\.module)?\.css$/, '');
    if (sheets.has(name)) faults.push(`${file}: another sheet is called ${name} too`);
    const css = text(file);
    const selectors = selectorsOf(css);
    const own = new Set(selectors.flatMap(classesOf));
    sheets.set(name, { file, selectors, own, used: new Set() });
    // Colours and what lies over what are tokens; the sizes of letters too, but on paper.
    for (const [stray] of file === ELEMENTS ? [] : css.matchAll(STRAY)) {
      faults.push(`${file}: «${stray}» is no token of ${ELEMENTS}`);
    }
    if (css.includes(':global')) faults.push(`${file}: reaches beyond its own classes by :global`);
    if (file === ELEMENTS && own.size > 0) faults.push(`${file}: classes ${[...own].join(', ')}`);
    if (file !== ELEMENTS && !file.endsWith('.module.css')) faults.push(`${file}: is no module`);
  }
  for (const { file, selectors } of sheets.values()) {
    for (const selector of file === ELEMENTS ? [] : selectors) {
      if (classesOf(selector).length === 0) {
        faults.push(`${file}: ${selector} has no class of its own`);
      }
    }
  }
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const code = text(file);
    const body = code.replace(/^import [^;]*;$/gm, '');
    for (const [, as, sheet] of code.matchAll(/import (\w+) from '[^']*?([\w-]+)\.module\.css'/g)) {
      const { own, used } = sheets.get(sheet) ?? { own: new Set(), used: new Set() };
      const known = new Map([...own].map((each) => [camel(each), each]));
      for (const [, name] of body.matchAll(new RegExp(`\\b${as}\\.(\\w+)`, 'g'))) {
        if (known.has(name)) used.add(known.get(name));
        else faults.push(`${file}: ${sheet}.module.css has no ${name}`);
      }
    }
  }
  for (const { file, own, used } of sheets.values()) {
    const unused = [...own].filter((each) => !used.has(each));
    if (file !== ELEMENTS && unused.length > 0)
      faults.push(`${file}: nobody uses ${unused.join(', ')}`);
  }
  return faults;
}

/** The selectors of a sheet, also those within other rules; no names of keyframes. */
const selectorsOf = (css) =>
  [
    ...css
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/"[^"]*"/g, '""')
      .replace(/@keyframes[^{]*\{[\s\S]*?\}\s*\}/g, '')
      .matchAll(/([^{};]+)\{/g),
  ]
    .map(([, selector]) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap(listed);

/** The selectors of a list, of which one may have lists of its own. */
function listed(selectors) {
  let depth = 0;
  const parts = [''];
  for (const each of selectors) {
    depth += each === '(' ? 1 : each === ')' ? -1 : 0;
    if (each === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += each;
  }
  return parts.map((part) => part.trim());
}

const classesOf = (selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name);

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
