import { LRUCache } from 'lru-cache';
import type { Changes, Tag } from './changes.ts';

/** Answers and records that are remembered, bounded in bytes, the least recently used forgotten first. */
export interface Cache {
  /** The entry under a key, unless something behind its tags has changed or changes can't be heard. */
  get<T extends object>(key: string, tags: readonly Tag[]): T | undefined;
  /** The same for who asks `get` where it is not there, so that it is missed once. */
  peek<T extends object>(key: string, tags: readonly Tag[]): T | undefined;
  /**
   * Called before the database is read: answers how to keep what comes of it, which counts only while nothing behind
   * the tags changes from here on. Undefined where nothing can be kept.
   */
  begin<T extends object>(
    key: string,
    tags: readonly Tag[],
  ): ((value: T, bytes: number) => void) | undefined;
  /** The largest thing that is kept, and what each may be while it is not known yet how large it is, in bytes. */
  largest: number;
  held: number;
  /** How often something asked for was there or not since the start, and what is kept now. */
  stats(): CacheStats;
}

export interface CacheStats {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

/**
 * An answer may take this part of the bound. A stream is held beside it until it is known to be larger, each up to the
 * second part, and beyond that all together up to the first.
 */
const LARGEST_PART = 8;
const HELD_PART = 32;

/** @param megabytes the bound; 0 keeps nothing */
export function createCache(megabytes: number, changes: Changes): Cache {
  let hits = 0;
  let misses = 0;
  if (megabytes === 0) {
    return {
      largest: 0,
      held: 0,
      get: () => undefined,
      peek: () => undefined,
      begin: () => undefined,
      stats: () => ({ hits, misses, entries: 0, bytes: 0 }),
    };
  }
  const bytes = megabytes * 1_048_576;
  const largest = bytes / LARGEST_PART;
  const kept = new LRUCache<string, { version: number; value: object }>({
    maxSize: bytes,
    maxEntrySize: largest,
  });
  const peek: Cache['peek'] = (key, tags) => {
    const entry = kept.get(key);
    if (!entry || entry.version !== changes.version(tags)) return undefined;
    hits += 1;
    return entry.value as never;
  };
  return {
    largest,
    held: bytes / HELD_PART,
    stats: () => ({ hits, misses, entries: kept.size, bytes: kept.calculatedSize }),
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
        kept.set(key, { version, value }, { size: size + 2 * key.length + OVERHEAD });
      };
    },
  };
}

/** About what an entry takes beside its value and key. */
const OVERHEAD = 300;
