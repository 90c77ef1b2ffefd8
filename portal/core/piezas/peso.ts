import { grouped } from '../formato.ts';

/** A number of bytes in words: 950 kB, 1.2 MB. */
export const weightOf = (bytes: number): string =>
  bytes < 1e6 ? `${grouped(Math.ceil(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
