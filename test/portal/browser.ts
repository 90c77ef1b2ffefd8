import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Chromium without windows of its own: the same engine, in half the time. */
const SHELL = '/usr/bin/chromium-headless-shell';
/** The browser that the portal is tested and measured in. */
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');

/** Widths of a phone, a tablet and an office's screen. */
export const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1440, height: 900 },
} as const;

/**
 * @param args besides those that a closed network and the user root need
 * @param without of what Playwright itself gives: `--hide-scrollbars` for who drags one
 */
export const launchBrowser = (args: string[] = [], without: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    ignoreDefaultArgs: without,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Two browsers fill two cores: further threads that compile and collect in each cost a tenth more of the processor.
      // A page lives for seconds here: to optimize its code takes longer than it saves.
      '--js-flags=--single-threaded --no-turbofan --no-maglev',
      ...args,
    ],
  });
