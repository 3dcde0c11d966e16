/** Whether the evidence of a belief is recent enough to rely on. Customers and products change, and old results with them. */

export const freshnessStates = ['untested', 'fresh', 'stale'] as const;

/** Days after which a belief without new evidence should be tested again. */
export const retestAfterDays = 180;

interface Freshness {
  state: (typeof freshnessStates)[number];
  lastEvidenceAt: Date | null;
  /** Null without evidence. */
  testAgainAt: Date | null;
}

/** Returns the freshness of a belief from its evidence, in any order. */
export function freshnessOf(evidence: readonly { recordedAt: Date }[], now: Date): Freshness {
  if (evidence.length === 0) return { state: 'untested', lastEvidenceAt: null, testAgainAt: null };
  const last = Math.max(...evidence.map(({ recordedAt }) => recordedAt.getTime()));
  const testAgainAt = new Date(last + retestAfterDays * 86_400_000);
  return { state: now < testAgainAt ? 'fresh' : 'stale', lastEvidenceAt: new Date(last), testAgainAt };
}
