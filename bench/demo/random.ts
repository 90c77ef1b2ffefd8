/** Choices that a seed decides: the same seed makes the same choices in the same order, on every machine. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** A number in the range, both ends included. */
  between(low: number, high: number): number;
  integer(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** One of the keys, each as often as its weight. */
  weighted<T>(weights: readonly (readonly [T, number])[]): T;
  /** Normally distributed, mean 0 and deviation 1. */
  normal(): number;
}

/** mulberry32: 32 bits of state are enough for demonstration data, and it is seven lines. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    integer,
    pick: <T>(list: readonly T[]) => list[integer(0, list.length - 1)] as T,
    weighted: (weights) => {
      let rest = next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = weights.find(([, weight]) => {
        rest -= weight;
        return rest < 0;
      });
      return (chosen ?? (weights.at(-1) as (typeof weights)[number]))[0];
    },
    // Box and Muller; 1 - next() is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
