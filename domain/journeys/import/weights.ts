/** Returns shares that sum to 1, in proportion to the given numbers; equal shares if these are unusable. */
export function sharesOf(given: readonly (number | null)[]): number[] {
  const sum = given.reduce<number>((total, part) => total + (part ?? 0), 0);
  const usable = given.every((part) => part !== null && part >= 0) && sum > 0 && Number.isFinite(sum);
  return given.map((part) => (usable ? (part ?? 0) / sum : 1 / given.length));
}
