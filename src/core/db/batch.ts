import DataLoader from 'dataloader';

/** Records that one statement reads at most: some are large. */
const MOST_RECORDS = 50;

/**
 * Reads with one statement the records that several requests want at the same moment. A round trip costs more than most of
 * the reading. Nothing is cached: every statement begins after the requests that it reads for.
 *
 * @param find returns the records of these keys, by key, without those that do not exist
 */
export function batchById<Key, Value>(
  find: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const loader = new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const records = await find([...new Set(keys)]);
      return keys.map((key) => records.get(key));
    },
    // One batch has all the keys of this turn of the event loop.
    { cache: false, maxBatchSize: MOST_RECORDS, batchScheduleFn: setImmediate },
  );
  return (key) => loader.load(key);
}
