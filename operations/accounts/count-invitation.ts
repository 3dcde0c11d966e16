import { createHash } from 'node:crypto';
import { countInWindow } from '../../db/rate-limits/rate-limits';
import type { Database } from '../../db/connection/pool';
import { AppError } from '../../domain/errors';

const windowMs = 86_400_000;
/** Messages to one address, from all workspaces together. */
const mostPerAddress = 3;
const mostPerWorkspace = 500;

/**
 * Counts the message of an invitation, in the transaction that queues it. A withdrawn invitation still counts: its message went out.
 * @throws AppError RATE_LIMITED for an address or a workspace with too many in the 24 hours since its first
 */
export async function countInvitation(
  transaction: Database,
  { workspaceId, email }: { workspaceId: string; email: string },
): Promise<void> {
  // Not the address itself: it may be erased everywhere else.
  const address = createHash('sha256').update(email).digest('hex');
  const toAddress = await countInWindow(transaction, `invitation_address:${address}`, windowMs);
  if (toAddress.count > mostPerAddress) {
    const limit = `An address can receive at most ${mostPerAddress} invitations in 24 hours from all workspaces.`;
    throw tooMany(limit, toAddress.msBeforeNext);
  }
  const ofWorkspace = await countInWindow(transaction, `invitation_workspace:${workspaceId}`, windowMs);
  if (ofWorkspace.count > mostPerWorkspace) {
    throw tooMany(
      `A workspace can send at most ${mostPerWorkspace} invitations in 24 hours.`,
      ofWorkspace.msBeforeNext,
    );
  }
}

function tooMany(limit: string, msBeforeNext: number): AppError {
  const hours = Math.max(1, Math.ceil(msBeforeNext / 3_600_000));
  const wait = `Retry in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;
  return new AppError('RATE_LIMITED', `${limit} ${wait}`, {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
}
