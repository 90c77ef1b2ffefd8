import type { IncomingMessage } from 'node:http';

/** How often a header was sent: of those that stand once, Node passes on the first and says nothing of the others. */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] as string;
    if (given.length === name.length && given.toLowerCase() === name) times += 1;
  }
  return times;
}
