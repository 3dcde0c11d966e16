import {
  deleteClaimed,
  releaseClaimed,
  rescheduleClaimed,
  type ClaimedCommand,
  type FailedClaim,
} from '../../db/outbox/claims';
import { retryDelaySeconds } from '../../domain/outbox/delays';
import type { Context } from '../ports';

/** What became of a claimed command. */
export interface CommandResult {
  command: ClaimedCommand;
  /** Null when it was carried out. `retryAfterSeconds` replaces the usual delay. */
  failure: { reason: string; retryAfterSeconds?: number | undefined } | null;
}

/**
 * Deletes commands that were carried out, and schedules failed ones again. A command that another worker has claimed since is left as it
 * is. Safe to repeat.
 * @returns commands whose lease had expired, and that another worker carries out again
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

/** Gives back commands that were claimed and not started: another worker may claim them immediately. */
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
