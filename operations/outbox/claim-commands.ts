import { claimDue, type ClaimedCommand, type ClaimLimit } from '../../db/outbox/claims';
import type { Context } from '../ports';

/**
 * Claims due commands for one worker, in one short transaction of its own. Settle each with `settleCommands` before its lease of 15 s
 * expires; after that another worker carries it out again.
 * @param claimedBy unique for each call
 */
export function claimCommands(
  { database }: Pick<Context, 'database'>,
  claimedBy: string,
  limits: readonly ClaimLimit[],
): Promise<ClaimedCommand[]> {
  const open = limits.filter(({ limit }) => limit > 0);
  return open.length === 0 ? Promise.resolve([]) : claimDue(database, claimedBy, open);
}
