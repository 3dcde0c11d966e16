interface MadeKey {
  id: string;
  createdBy: { id: string } | null;
}

/** How many keys are revoked with a key: those that it created, those that they created, and so on. */
export function countMadeKeys(makerId: string, keys: readonly MadeKey[]): number {
  const made = keys.filter(({ createdBy }) => createdBy?.id === makerId);
  return made.reduce((count, { id }) => count + 1 + countMadeKeys(id, keys), 0);
}
