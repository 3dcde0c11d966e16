/** Whether this is the long run, in which random tests try more: see jest.long.config.cjs. */
const isThorough = process.env.THOROUGH === '1';

/** How many cases a random test tries: `few` with every change, `many` in the long run. */
export const runs = (few: number, many: number): number => (isThorough ? many : few);
