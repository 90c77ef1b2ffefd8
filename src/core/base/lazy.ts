/**
 * Answers a value that is made when it is first asked for. The first formatter of a language takes a process 30 ms, and the processes
 * that read one file rarely need it.
 */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
