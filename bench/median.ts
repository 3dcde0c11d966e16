/** Returns the median, the upper one of two middle values; NaN if there are none. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Returns the smallest value that is not exceeded by the given share of the values; NaN if there are none. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

/** Returns the median time of repeated work, in milliseconds. */
export async function medianTime(times: number, work: () => PromiseLike<unknown>): Promise<number> {
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    await work();
    measured.push(performance.now() - begun);
  }
  return median(measured);
}
