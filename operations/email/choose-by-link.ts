import { findEndUser, resubscribeByLink, unsubscribeByLink, type EndUser } from '../../db/end-users/end-users';
import { recordChoice } from '../../db/email/send-events';
import { isPaused } from '../../db/workspaces/workspaces';
import { paused } from '../../domain/errors';
import type { UnsubscribeSubject } from '../../domain/email/unsubscribe';
import type { Context } from '../ports';

const changes = { unsubscribe: unsubscribeByLink, resubscribe: resubscribeByLink };

/**
 * Does what a reader chose by the link of a message, and records that they chose by it. Only a change is recorded.
 * @returns the person as they are then; null for one who is gone
 * @throws AppError SERVICE_UNAVAILABLE while the workspace is paused
 */
export function chooseByLink(
  { database }: Pick<Context, 'database'>,
  { workspaceId, endUserId, sendId }: UnsubscribeSubject,
  choice: keyof typeof changes,
): Promise<EndUser | null> {
  return database.transaction(async (transaction) => {
    if (await isPaused(transaction, workspaceId)) throw paused();
    const isChanged = await changes[choice](transaction, workspaceId, endUserId);
    if (isChanged && sendId !== undefined) await recordChoice(transaction, { workspaceId, sendId }, choice);
    return findEndUser(transaction, workspaceId, endUserId);
  });
}
