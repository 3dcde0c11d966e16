import type { Database } from '../../db/connection/pool';
import {
  countRecentSends,
  insertClaim,
  lockSendsTo,
  type FrequencyCap,
  type MadeClaim,
  type StepName,
} from '../../db/email/sends';
import { isCapped } from '../../domain/journeys/steps/send/rules';

/**
 * `capped`: the person has received as many messages as the cap allows. `refused`: another attempt has the claim, or the data
 * that was read before has changed. The time of a claim does not include waits for a connection or for other claims.
 */
export type Claim = MadeClaim | 'capped' | 'refused';

/**
 * Claims the right to send to the provider, once for each step of an execution. If there is a frequency cap, the claims of a
 * person run one after another, so that concurrent journeys cannot exceed the cap.
 * @param message.sendId the id of an earlier attempt with a released claim, or else a new one; the message already has it
 */
export async function claimSend(
  database: Database,
  step: StepName,
  message: Parameters<typeof insertClaim>[2] & { endUserId: string; cap: FrequencyCap },
): Promise<Claim> {
  const { cap, endUserId } = message;
  if (cap === null) return (await insertClaim(database, step, message)) ?? 'refused';
  return database.transaction(async (transaction) => {
    await lockSendsTo(transaction, step.workspaceId, endUserId);
    const recent = await countRecentSends(transaction, step, { endUserId, days: cap.days });
    return isCapped(cap, recent) ? 'capped' : ((await insertClaim(transaction, step, message)) ?? 'refused');
  });
}
