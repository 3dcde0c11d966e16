/**
 * Processes items in groups, each group concurrently.
 * @returns the results, in the order of the items
 * @throws the signal's reason between groups if it is aborted
 */
export async function inGroups<Item, Result>(
  signal: AbortSignal,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  size = 20,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    signal.throwIfAborted();
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  }
  return results;
}
