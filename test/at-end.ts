const closings: (() => unknown)[] = [];

/**
 * Has something closed once the last test of this process is done, the newest first. It is said where the thing is opened,
 * so that a set-up which fails halfway leaves nothing behind.
 */
export function atEnd(close: () => unknown): void {
  closings.push(close);
}

export async function closeAll(): Promise<void> {
  for (const close of closings.splice(0).reverse()) await close();
}

const afterwards: (() => unknown)[] = [];

/** Has something done after each test of this process: what fails there fails the test. */
export function atEndOfEach(act: () => unknown): void {
  afterwards.push(act);
}

export async function endTest(): Promise<void> {
  for (const act of afterwards) await act();
}
