// The place of a map as the page's address has it.

/** So many numbers, joined by commas; undefined for anything else. */
export function numbersOf(text: string | undefined, count: number): number[] | undefined {
  const numbers = text?.split(',').map(Number);
  return numbers?.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** West, south, east and north, where a text has them in this order. */
export function rectangleIn(text: string | undefined): number[] | undefined {
  const rectangle = numbersOf(text, 4);
  const [west = 0, south = 0, east = 0, north = 0] = rectangle ?? [];
  return west < east && south < north ? rectangle : undefined;
}
