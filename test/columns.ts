// biome-ignore lint/suspicious/noExplicitAny: bodies of answers have no type
type Records = readonly any[];

/** A field of each record. */
export const columnOf = <L extends Records, K extends keyof L[number]>(
  records: L,
  name: K,
): L[number][K][] => records.map((record) => record[name]);

/** Some fields of each record, a row for each. */
export const columnsOf = <L extends Records, K extends keyof L[number]>(
  records: L,
  ...names: K[]
): L[number][K][][] => records.map((record) => names.map((name) => record[name]));

/** Orders of numbers. */
export const ascending = (a: number, b: number) => a - b;
export const descending = (a: number, b: number) => b - a;

/** The whole numbers from one to another, both included. */
export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
