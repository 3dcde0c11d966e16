import type { Database } from '../../db/connection/pool';
import {
  claimDue,
  type ClaimedCommand,
  type ClaimLimit,
  deleteClaimed,
  type FailedClaim,
  releaseClaimed,
  rescheduleClaimed,
} from '../../db/outbox/claims';
import { enqueue, type OutboxKind } from '../../db/outbox/outbox';
import { retryDelaySeconds } from '../../domain/outbox/delays';
import type { Context } from '../ports';

/**
 * Claims due commands for one worker, in one short transaction. Settle each with {@link settleCommands} before its lease of 15 s
 * expires. After that, another worker executes it again.
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

/** The result of a claimed command. */
export interface CommandResult {
  command: ClaimedCommand;
  /** Null after a success. `retryAfterSeconds` replaces the usual delay. */
  failure: { reason: string; retryAfterSeconds?: number | undefined } | null;
}

/**
 * Deletes executed commands and reschedules failed ones. Skips commands that another worker has claimed since. Safe to repeat.
 * @returns commands with an expired lease, which another worker executes again
 */
export async function settleCommands(
  { database }: Pick<Context, 'database'>,
  results: readonly CommandResult[],
): Promise<ClaimedCommand[]> {
  const done = results.filter(({ failure }) => failure === null).map(({ command }) => command);
  const failed = results.flatMap(failedClaim);
  const settled = new Set<string>();
  const note = (rows: { id: string }[]): void => rows.forEach(({ id }) => settled.add(id));
  if (done.length > 0) note(await deleteClaimed(database, done.map(claimOf)));
  if (failed.length > 0) note(await rescheduleClaimed(database, failed));
  return results.map(({ command }) => command).filter(({ id }) => !settled.has(id));
}

/** Releases claimed commands that were not started, so that another worker can claim them immediately. */
export async function releaseCommands(
  { database }: Pick<Context, 'database'>,
  commands: readonly ClaimedCommand[],
): Promise<void> {
  if (commands.length > 0) await releaseClaimed(database, commands.map(claimOf));
}

const claimOf = ({ id, claimedBy }: ClaimedCommand) => ({ id, claimedBy });

function failedClaim({ command, failure }: CommandResult): FailedClaim[] {
  if (failure === null) return [];
  const { reason, retryAfterSeconds = retryDelaySeconds(command.attempts) } = failure;
  return [{ ...claimOf(command), reason, retryAfterSeconds }];
}

/**
 * Queues lost commands again.
 * @param list returns the subjects without a command in the outbox
 * @returns how many
 */
export function requeue(
  database: Database,
  kind: OutboxKind,
  list: (transaction: Database) => Promise<readonly { workspaceId: string; id: string }[]>,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const lost = await list(transaction);
    await enqueue(
      transaction,
      lost.map(({ workspaceId, id }) => ({ workspaceId, kind, subjectId: id })),
    );
    return lost.length;
  });
}
