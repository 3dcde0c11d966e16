/** Whether this is the long run, in which random tests try more cases: see jest.long.config.cjs. */
const isThorough = process.env.THOROUGH === '1';

/** Returns the number of cases of a random test: `few` on every change, `many` in the long run. */
export const runs = (few: number, many: number): number => (isThorough ? many : few);
