// The place of a work in little room.

/** Letters of an address in little room. Some offices write a paragraph there. */
const LONGEST_PLACE = 64;

/** An address in short, if there is one. The municipio, which stands before it, is not said twice. */
export function shortPlace(lugar: string | null | undefined, municipio: string): string[] {
  const text = (lugar ?? '')
    .split(', ')
    .filter((part) => part !== municipio)
    .join(', ');
  if (text.length <= LONGEST_PLACE) return text ? [text] : [];
  return [`${text.slice(0, LONGEST_PLACE).replace(/[\s,.]+\S*$/, '')}…`];
}
