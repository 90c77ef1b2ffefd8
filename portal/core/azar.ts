// Keys and passwords that nobody can guess, without `crypto.randomUUID`, which browsers have on https alone.

/** Letters and digits that are not taken for one another, read aloud or by hand. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A text of `length` signs, each as likely as any other. */
function randomText(length: number): string {
  const fair = 256 - (256 % SIGNS.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fair && text.length < length) text += SIGNS[byte % SIGNS.length];
    }
  }
  return text;
}

/** A temporary password, whose user then chooses their own: 12 signs in three groups, 59 bits. */
export const temporaryPassword = (): string =>
  [randomText(4), randomText(4), randomText(4)].join('-');

/**
 * A name that nothing else has. As an Idempotency-Key: the same request under the same key makes one record, however often
 * it is sent.
 */
export const newKey = (): string => randomText(26);
