// Read once, because Jest looks up globals of a test slowly.
const { floor, imul, log1p } = Math;

/** Returns a generator of numbers in [0, 1) that are the same in each run. Source: mulberry32, T. Ettinger. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Draws how many of n trials succeed, each with probability p in (0, 1). Draws the failures before each success, which
 * is as exact as one draw per trial, and takes about n p draws. Source: L. Devroye, "Non-uniform random variate
 * generation" (1986), X.4.3.
 */
export function drawBinomial(random: () => number, n: number, p: number): number {
  const log = log1p(-p);
  let successes = 0;
  for (let trial = 0; ; successes += 1) {
    trial += 1 + floor(log1p(-random()) / log);
    if (trial > n) return successes;
  }
}
