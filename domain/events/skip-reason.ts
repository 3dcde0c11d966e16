import type { SkipReason } from '../journeys/skip-reasons';

/** What is known about an event and a journey that it triggered but did not start. */
export interface SkipFacts {
  isPaused: boolean;
  /** Whether the event names a person, or its visitor has a verified link to one. */
  isIdentified: boolean;
  isInAudience: boolean;
  isHeldOut: boolean;
  /** Whether the person is in the journey or its holdout group. */
  hasEntered: boolean;
}

/**
 * Returns why an event did not start a journey, in the order in which a start is checked. Null means that the event was
 * not meant to start it, such as an event from before the publication or imported history.
 */
export function findSkipReason(facts: SkipFacts): SkipReason | null {
  if (facts.isPaused) return 'paused';
  if (!facts.isIdentified) return 'unverified';
  if (!facts.isInAudience) return 'audience';
  if (!facts.hasEntered) return null;
  return facts.isHeldOut ? 'holdout' : 'reentry';
}
