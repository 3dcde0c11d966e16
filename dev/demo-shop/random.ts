import { fnv32a, twiceHashed } from '../../domain/experiments/bucket';

/** Returns numbers from 0 to 1, 1 excluded. */
export type Random = () => number;

/** Creates a generator that returns the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: string): Random {
  let state = twiceHashed(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** Picks an item with a probability in proportion to its weight. */
export function pickWeighted<Item extends { weight: number }>(random: Random, items: readonly Item[]): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0);
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  return items.at(-1) as Item;
}

/** Returns a whole number from `from` to `to`, both included. */
export const between = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

/**
 * Decides events with a probability. Within a group, the decisions are spread evenly (golden ratio sequence), so that
 * the shares of the groups of an experiment differ as planned, whichever visitors its id assigns to them.
 */
export function evenDecisions(): (group: string, probability: number) => boolean {
  const counts = new Map<string, number>();
  return (group, probability) => {
    const count = (counts.get(group) ?? fnv32a(group) % 1_000) + 1;
    counts.set(group, count);
    return (count * 0.618_033_988_75) % 1 < probability;
  };
}
