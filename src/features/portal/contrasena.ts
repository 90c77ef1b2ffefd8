/** Blanks and what is not seen, as they come along at the ends of a text that was copied from a message. */
const ENDS = /^[\p{Z}\p{Cc}\p{Cf}]+|[\p{Z}\p{Cc}\p{Cf}]+$/gu;

/** A password without blanks at its ends. They may be part of it, so it is only tried where the whole is wrong. */
export const withoutBlanks = (password: string): string => password.replace(ENDS, '');

/** Whether a password has blanks at its ends. */
export const hasBlanks = (password: string): boolean => withoutBlanks(password) !== password;
