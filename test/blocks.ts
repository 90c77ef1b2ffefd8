import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The fenced blocks of the pages, which people paste into a shell and tests run.

export interface Block {
  page: string;
  line: number;
  /** The heading that it stands under. */
  heading: string;
  language: string;
  text: string;
}

/** The blocks of a page, those within a list without its indentation. */
export function readBlocks(page: string): Block[] {
  const text = readFileSync(fileURLToPath(new URL(`../../${page}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^( *)```(\S*)\n(.*?)^\1```$/gms)].map((found) => {
    const above = text.slice(0, found.index);
    return {
      page,
      line: above.split('\n').length,
      heading:
        above
          .match(/^#+ .+$/gm)
          ?.at(-1)
          ?.replace(/^#+ /, '') ?? '',
      language: found[2] as string,
      text: (found[3] as string).replaceAll(new RegExp(`^${found[1]}`, 'gm'), ''),
    };
  });
}
