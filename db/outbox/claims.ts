import type { Database } from '../connection/pool';
import { preparedRows } from '../connection/statements';
import type { OutboxCommand, OutboxKind } from './outbox';

/**
 * Leases on commands. A claimed row has `claimed_by` and `claimed_at`, and its lease ends at `available_at`. After
 * that, any worker may claim it again. Every change of a claimed row includes the claim, so that a late change has no
 * effect.
 */

/**
 * Longer than the calls of a command, each of which ends after 5 s. If a worker dies, its commands are delayed by this
 * time.
 */
const leaseSeconds = 15;

/** A row and the claim that allows changing it. */
export interface Claim {
  id: string;
  /** Unique for each claim. */
  claimedBy: string;
}

export interface ClaimedCommand extends OutboxCommand, Claim {}

export interface FailedClaim extends Claim {
  reason: string;
  retryAfterSeconds: number;
}

/** Maximum number of commands of a kind to claim. */
export interface ClaimLimit {
  kind: OutboxKind;
  limit: number;
}

/**
 * Claims due commands, oldest due first for each kind, and skips rows that another worker is claiming. An expired lease
 * counts as an attempt, because the call may have been made.
 */
export function claimDue(
  database: Database,
  claimedBy: string,
  limits: readonly ClaimLimit[],
): Promise<ClaimedCommand[]> {
  return preparedRows<ClaimedCommand>(
    database,
    'claim-due',
    `with due as (
       select command.id
         from json_to_recordset(cast(:limits as json)) as lane (kind text, "limit" int)
        cross join lateral (
              select id from outbox where kind = lane.kind and available_at <= now()
               order by available_at, id limit lane."limit" for update skip locked) command
     )
     update outbox o
        set claimed_by = :claimedBy, claimed_at = now(), available_at = now() + :leaseSeconds * interval '1 second',
            attempts = o.attempts + case when o.claimed_by is null then 0 else 1 end,
            last_error = case when o.claimed_by is null then o.last_error
                              else 'The lease of ' || o.claimed_by || ' expired without a result.' end
       from due where o.id = due.id
    returning o.id, o.workspace_id as "workspaceId", o.kind, o.subject_id as "subjectId", o.attempts, o.traceparent,
              o.claimed_by as "claimedBy"`,
    { claimedBy, leaseSeconds, limits: JSON.stringify(limits) },
  );
}

/**
 * Deletes completed commands.
 * @returns the ids of those with a valid claim
 */
export const deleteClaimed = (database: Database, done: readonly Claim[]): Promise<{ id: string }[]> =>
  preparedRows(
    database,
    'delete-claimed',
    `delete from outbox o using json_to_recordset(?::json) as done (id bigint, "claimedBy" text)
      where o.id = done.id and o.claimed_by = done."claimedBy" returning o.id`,
    [JSON.stringify(done)],
  );

/**
 * Ends the lease of failed commands, and records the attempt.
 * @returns the ids of those with a valid claim
 */
export const rescheduleClaimed = (database: Database, failed: readonly FailedClaim[]): Promise<{ id: string }[]> =>
  preparedRows(
    database,
    'reschedule-claimed',
    `update outbox o
        set claimed_by = null, claimed_at = null, attempts = o.attempts + 1, last_error = left(failed.reason, 500),
            available_at = now() + failed."retryAfterSeconds" * interval '1 second'
       from json_to_recordset(?::json) as failed (id bigint, "claimedBy" text, reason text, "retryAfterSeconds" float)
      where o.id = failed.id and o.claimed_by = failed."claimedBy" returning o.id`,
    [JSON.stringify(failed)],
  );

/** Ends the lease of commands that were not started, so that they are due again. */
export const releaseClaimed = (database: Database, claims: readonly Claim[]): Promise<{ id: string }[]> =>
  preparedRows(
    database,
    'release-claimed',
    `update outbox o set claimed_by = null, claimed_at = null, available_at = now()
       from json_to_recordset(?::json) as released (id bigint, "claimedBy" text)
      where o.id = released.id and o.claimed_by = released."claimedBy" returning o.id`,
    [JSON.stringify(claims)],
  );
