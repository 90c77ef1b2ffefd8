import { LRUCache } from 'lru-cache';
import type { Changes, Tag } from './changes.ts';

/**
 * A cache of answers and records, bounded in bytes. The least recently used entry is dropped first. A key always comes with the
 * same tags: versions of other tags may have the same number.
 */
export interface Cache {
  /** The entry under a key; undefined where a change behind its tags has come, or changes are not heard now. */
  get<T extends object>(key: string, tags: readonly Tag[]): T | undefined;
  /** The same, without counting a miss: the caller tries `get` next. */
  peek<T extends object>(key: string, tags: readonly Tag[]): T | undefined;
  /**
   * Called before the database is read. Returns a function that caches the value read, unless a change behind the tags has
   * come since. Undefined where nothing can be cached.
   */
  begin<T extends object>(
    key: string,
    tags: readonly Tag[],
  ): ((value: T, bytes: number) => void) | undefined;
  /** Bytes of the largest entry, and bytes that each stream may buffer until its size is known. */
  largest: number;
  perStream: number;
  /** Hits and misses since the start, and the entries of now. */
  stats(): CacheStats;
}

export interface CacheStats {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

/**
 * An entry may take this part of the bound. A stream is buffered until it proves too large: each stream up to the second
 * part, and larger ones all together up to the first.
 */
const LARGEST_PART = 8;
const STREAM_PART = 32;

/** @param megabytes the bound; with 0 nothing is cached */
export function createCache(megabytes: number, changes: Changes): Cache {
  let hits = 0;
  let misses = 0;
  if (megabytes === 0) {
    return {
      largest: 0,
      perStream: 0,
      get: () => undefined,
      peek: () => undefined,
      begin: () => undefined,
      stats: () => ({ hits, misses, entries: 0, bytes: 0 }),
    };
  }
  const bytes = megabytes * 1_048_576;
  const largest = bytes / LARGEST_PART;
  const entries = new LRUCache<string, { version: number; value: object }>({
    maxSize: bytes,
    maxEntrySize: largest,
  });
  const peek: Cache['peek'] = (key, tags) => {
    const entry = entries.get(key);
    if (!entry || entry.version !== changes.version(tags)) return undefined;
    hits += 1;
    return entry.value as never;
  };
  return {
    largest,
    perStream: bytes / STREAM_PART,
    stats: () => ({ hits, misses, entries: entries.size, bytes: entries.calculatedSize }),
    get: (key, tags) => {
      const value = peek(key, tags);
      if (value === undefined) misses += 1;
      return value as never;
    },
    peek,
    begin: (key, tags) => {
      const version = changes.version(tags);
      if (version === undefined) return undefined;
      return (value, size) => {
        entries.set(key, { version, value }, { size: size + 2 * key.length + OVERHEAD });
      };
    },
  };
}

/** Approximate bytes of an entry besides its value and key. */
const OVERHEAD = 300;
