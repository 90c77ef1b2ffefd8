import DataLoader from 'dataloader';

/** As many records at most are read by one statement: some of them may be large. */
const MOST = 50;

/**
 * Reads with one statement the records that several requests ask for at the same moment. A round trip costs more than
 * most of what is read. Nothing is remembered. Every statement begins after the requests that it reads for.
 *
 * @param find the records of these keys, by key; those that do not exist are left out
 */
export function batchById<Key, Value>(
  find: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const loader = new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const found = await find([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
    // Once everything that has arrived is read.
    { cache: false, maxBatchSize: MOST, batchScheduleFn: setImmediate },
  );
  return (key) => loader.load(key);
}
