import { hash } from 'node:crypto';

// Entity tags (RFC 9110 section 8.8.3), as this service makes and reads them.

/** The strong entity tag of an answer: a digest of its text, as the database makes it too (sql/funciones.sql). */
export function etagOf(answer: string | Buffer): string {
  return `"${hash('sha256', answer, 'base64url').slice(0, 22)}"`;
}

const TAG = /^(W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/;

/** A tag of this service for a compressed answer. */
export const ENCODED = /^("[\w-]{22})-(br|gzip)"$/;

/**
 * The entity tags of a list, by their text without an encoding; undefined where the text is no list of tags. A weak comparison
 * ignores W/; in a strong one a weak tag equals nothing (RFC 9110 section 8.8.3.2).
 */
export function tagsIn(list: string, strongly = false): Map<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const item of list.split(',')) {
    const [, weak, tag] = TAG.exec(item.trim()) ?? [];
    if (tag === undefined) return undefined;
    if (!weak || !strongly) tags.set(tag.replace(ENCODED, '$1"'), tag);
  }
  return tags;
}

/** The digest of the state that an ETag in a body names; undefined for a weak ETag, and for a text that is none. */
export function stateIn(etag: string): string | undefined {
  const [tag, ...others] = tagsIn(etag, true)?.keys() ?? [];
  return others.length > 0 ? undefined : tag?.slice(1, -1);
}
