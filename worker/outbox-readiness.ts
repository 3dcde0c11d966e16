import type { Backlog } from '../db/outbox/outbox';

/**
 * Seconds, four leases. A command is settled or claimed again within one lease and a round, plus the longest pause of
 * its lane.
 */
const stuckSeconds = 60;

/** @throws if a claimed command is neither settled nor taken over, which this worker should have done, too */
export function checkClaims({ oldestClaimedSeconds }: Pick<Backlog, 'oldestClaimedSeconds'>): void {
  if (oldestClaimedSeconds <= stuckSeconds) return;
  throw new Error(
    `A command was claimed ${Math.round(oldestClaimedSeconds)} s ago, and no worker has settled it or taken it over. ` +
      'See ApexOutboxClaimsStuck in docs/OPERATIONS.md.',
  );
}
