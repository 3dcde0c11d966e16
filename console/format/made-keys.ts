interface MadeKey {
  id: string;
  createdBy: { id: string } | null;
}

/** Counts the keys that are revoked with a key: the keys it created, directly or indirectly. */
export function countMadeKeys(makerId: string, keys: readonly MadeKey[]): number {
  const made = keys.filter(({ createdBy }) => createdBy?.id === makerId);
  return made.reduce((count, { id }) => count + 1 + countMadeKeys(id, keys), 0);
}
