import type { IncomingMessage } from 'node:http';

/** Counts how often a request has a header. Of headers that may stand once, Node shows only the first. */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i] as string;
    if (header.length === name.length && header.toLowerCase() === name) times += 1;
  }
  return times;
}
