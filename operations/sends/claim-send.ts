import type { Database } from '../../db/connection/pool';
import {
  countRecentSends,
  insertClaim,
  lockSendsTo,
  type ClaimMark,
  type FrequencyCap,
  type StepName,
} from '../../db/email/sends';

/**
 * `atMs` is this process's clock from just before the claim was written, in milliseconds: neither the wait for a connection nor that for
 * other claims of the person makes it older. `capped` when the person has had as many messages as the cap allows; `taken` when another
 * attempt holds the claim.
 */
export type Claim = { mark: ClaimMark; atMs: number } | 'capped' | 'taken';

/**
 * Claims the right to send to the provider, once for each step of an execution. Claims of one person follow each other, so that two
 * journeys at once cannot exceed the cap together.
 * @param message.sendId that of an earlier attempt whose claim was released, else a new one: the message carries it already
 */
export function claimSend(
  database: Database,
  step: StepName,
  message: { sendId: string; endUserId: string; communicationId: string; cap: FrequencyCap },
): Promise<Claim> {
  return database.transaction(async (transaction) => {
    const { cap, endUserId } = message;
    if (cap !== null) {
      await lockSendsTo(transaction, step.workspaceId, endUserId);
      const recent = await countRecentSends(transaction, step, { endUserId, days: cap.days });
      if (recent >= cap.max) return 'capped';
    }
    const atMs = Date.now();
    const mark = await insertClaim(transaction, step, message);
    return mark === null ? 'taken' : { mark, atMs };
  });
}
