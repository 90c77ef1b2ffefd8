import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';

/** The text of each sheet of paper that a page prints, as it is laid out there. It needs Debian's poppler-utils. */
export async function printed(page: Page): Promise<string[]> {
  const input = await page.pdf({ format: 'Letter', preferCSSPageSize: true });
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' });
  return text.split('\f').slice(0, -1);
}
