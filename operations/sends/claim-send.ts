import type { Database } from '../../db/connection/pool';
import {
  countRecentSends,
  insertClaim,
  lockSendsTo,
  type FrequencyCap,
  type MadeClaim,
  type StepName,
} from '../../db/email/sends';

/**
 * `capped` when the person has had as many messages as the cap allows; `refused` when another attempt holds the claim, or what was read
 * before it has changed. Neither the wait for a connection nor that for other claims of the person makes a claim older.
 */
export type Claim = MadeClaim | 'capped' | 'refused';

/**
 * Claims the right to send to the provider, once for each step of an execution. Claims of one person follow each other where their number
 * is capped, so that two journeys at once cannot exceed the cap together.
 * @param message.sendId that of an earlier attempt whose claim was released, else a new one: the message carries it already
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
    return recent >= cap.max ? 'capped' : ((await insertClaim(transaction, step, message)) ?? 'refused');
  });
}
