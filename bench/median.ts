/** The middle of some figures, the upper one of two; NaN of none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The least of some figures that a share of them does not exceed; NaN of none. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

/** The median time of some work done again and again, in milliseconds. */
export async function medianTime(times: number, work: () => PromiseLike<unknown>): Promise<number> {
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    await work();
    measured.push(performance.now() - begun);
  }
  return median(measured);
}
