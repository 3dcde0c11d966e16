import { canonicalAddress } from '../../domain/email/address';
import { acquireLock } from '../connection/advisory-locks';
import { preparedRows, rowsOf, runPrepared } from '../connection/statements';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/**
 * Messages to people. A send reaches the provider at most once: a claim commits `provider_started_at` before the
 * message is sent, and only the process that set it may send. If another process set it, the message may already have
 * been accepted.
 */
export type SendState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';

export interface Send {
  id: string;
  status: SendState;
  failure: string | null;
  /** Set just before the call to the provider; cleared when it is known that the provider accepted nothing. */
  providerStartedAt: Date | null;
  /** The current claim. */
  claim: ClaimMark | null;
  /** How often it was claimed again although an earlier claim may have sent it. */
  resends: number;
}

/**
 * Distinguishes claims of the same send: `provider_started_at` as text, to the microsecond, which a Date does not have.
 * A frozen process may resume when another has the claim, and must not release that claim.
 */
export type ClaimMark = string;

export const sendColumns = columnsOf<Omit<Send, 'claim'>>()('id', 'status', 'failure', 'providerStartedAt', 'resends');

export interface StepName {
  workspaceId: string;
  executionId: string;
  stepId: string;
}

/** Maximum number of marketing messages to a person within a number of days; null for no limit. */
export type FrequencyCap = { max: number; days: number } | null;

/** Serializes claims for one person until the transaction ends. */
export async function lockSendsTo(transaction: Database, workspaceId: string, endUserId: string): Promise<void> {
  await acquireLock(transaction, `sends ${workspaceId} ${endUserId}`);
}

/**
 * Counts marketing messages that a person received, or may have received, within `days` days, without the message of
 * this step.
 */
export async function countRecentSends(
  transaction: Database,
  step: StepName,
  { endUserId, days }: { endUserId: string; days: number },
): Promise<number> {
  const [row] = await preparedRows<{ count: string }>(
    transaction,
    'count-recent-sends',
    `select count(*) from sends
        where workspace_id = ? and end_user_id = ? and kind = 'journey' and status in ('sending', 'sent', 'unknown')
          and coalesce(sent_at, provider_started_at) > now() - ? * interval '1 day'
          and not (execution_id = ? and step_id = ?)`,
    [step.workspaceId, endUserId, days, step.executionId, step.stepId],
  );
  return Number(row?.count ?? 0);
}

/** A successful claim. */
export interface MadeClaim {
  mark: ClaimMark;
  /**
   * This process's clock in milliseconds, read just before the claim was written and after a connection was acquired.
   */
  atMs: number;
}

/**
 * Claims the send of a step, with the time of this statement: an enclosing transaction may have started long before. The
 * statement checks the person and the execution again, because they may have changed while the message was rendered. Its
 * conditions mirror decideSend (domain/journeys/steps/send/rules.ts), without quiet hours and frequency cap, and isOver
 * (domain/journeys/is-over.ts). test/db/email/claim-guard.test.ts compares them.
 * @param message.warnings missing parts of the message, as sentences for its author
 * @returns null if another attempt has the claim, the execution has ended, or the person can no longer receive messages
 * at that address
 */
export async function insertClaim(
  database: Database,
  step: StepName,
  message: { sendId: string; communicationId: string; email: string; warnings?: readonly string[] },
): Promise<MadeClaim | null> {
  const { rows, atMs } = await runPrepared<{ claim: ClaimMark }>(
    database,
    {
      name: 'claim-step-send',
      // The execution names the person: an erasure in progress cancels it, and a completed one has renamed the person.
      text: `insert into sends as s (workspace_id, id, kind, status, execution_id, step_id, end_user_id, communication_id,
                                     journey_id, recipient, provider_started_at, warnings)
             select e.workspace_id, $1, 'journey', 'sending', e.id, $2, e.end_user_id, $3, e.journey_id, $7,
                    clock_timestamp(), cast($4 as jsonb)
               from executions e join end_users u on u.workspace_id = e.workspace_id and u.id = e.end_user_id
              where e.workspace_id = $5 and e.id = $6
                and e.status = 'RUNNING' and e.goal_event_id is null and e.cancel_reason is null
                and u.marketing_consent and u.email = $7
                and not exists (select from suppressions p where p.workspace_id = $5 and p.email = $8)
                for share of e
             on conflict (workspace_id, execution_id, step_id) where execution_id is not null
               do update set provider_started_at = clock_timestamp(), warnings = excluded.warnings,
                             journey_id = excluded.journey_id, recipient = excluded.recipient
               where s.status = 'sending' and s.provider_started_at is null and s.id = excluded.id
             returning cast(provider_started_at as text) as claim`,
    },
    [
      message.sendId,
      step.stepId,
      message.communicationId,
      JSON.stringify(message.warnings ?? []),
      step.workspaceId,
      step.executionId,
      message.email,
      canonicalAddress(message.email),
    ],
  );
  return rows[0] === undefined ? null : { mark: rows[0].claim, atMs };
}

/** Finds a send by id: a message that is waiting to be sent, such as a notice. */
export async function findSend(database: Database, workspaceId: string, id: string): Promise<Send | null> {
  const row = await database('sends')
    .where({ workspace_id: workspaceId, id })
    .options(preparedAs(database, 'find-send'))
    .first<Send | undefined>(...sendColumns, database.raw('cast(provider_started_at as text) as claim'));
  return row ?? null;
}

/**
 * Claims a waiting send.
 * @returns null if another process has the claim or the send is settled
 */
export async function claimQueuedSend(database: Database, workspaceId: string, id: string): Promise<MadeClaim | null> {
  const { rows, atMs } = await runPrepared<{ mark: ClaimMark }>(
    database,
    {
      name: 'claim-queued-send',
      text: `update sends set status = 'sending', provider_started_at = now()
              where workspace_id = $1 and id = $2 and status in ('queued', 'sending') and provider_started_at is null
          returning cast(provider_started_at as text) as mark`,
    },
    [workspaceId, id],
  );
  return rows[0] === undefined ? null : { mark: rows[0].mark, atMs };
}

export interface ClaimName {
  workspaceId: string;
  sendId: string;
  mark: ClaimMark;
}

/**
 * Releases one claim, so that the message is sent again. Claims of other attempts stay.
 * @param isUnknown whether the message may have been sent; otherwise the provider is known to have accepted nothing
 */
export async function releaseClaim(
  database: Database,
  { workspaceId, sendId, mark }: ClaimName,
  { isUnknown = false } = {},
): Promise<void> {
  await database('sends')
    .where({ workspace_id: workspaceId, id: sendId, status: 'sending' })
    .whereRaw('provider_started_at = cast(? as timestamptz)', [mark])
    .update({ provider_started_at: null, ...(isUnknown && { resends: database.raw('resends + 1') }) });
}

/** How a send ended. */
export type Settled =
  { status: 'sent'; providerMessageId: string | null } | { status: 'failed' | 'unknown'; failure: string };

/** A send to settle, and its outcome. */
export interface Settling {
  sendId: string;
  settled: Settled;
  /** Skips the send if another attempt has a claim on it, because its message may be in transit. */
  unlessClaimed?: true;
}

/** Settles a send permanently. Repeating this changes nothing. */
export async function settleSend(database: Database, workspaceId: string, send: Settling): Promise<void> {
  await preparedRows(
    database,
    'settle-send',
    `update sends
        set status = :sendStatus, provider_message_id = coalesce(:providerMessageId, provider_message_id),
            failure = case when cast(:sendStatus as text) = 'sent' then null else coalesce(:sendFailure, failure) end,
            sent_at = case when cast(:sendStatus as text) = 'sent' then now() else sent_at end
      where workspace_id = :sendWorkspaceId and id = :sendId and status in ('queued', 'sending')
        and (provider_started_at is null or not cast(:unlessClaimed as boolean))`,
    settlementBindings(workspaceId, send),
  );
}

/**
 * Returns the bindings of a statement that settles a send.
 * @param send null if there is nothing to settle
 */
export const settlementBindings = (workspaceId: string, send: Settling | null) => ({
  sendWorkspaceId: workspaceId,
  sendId: send?.sendId ?? null,
  sendStatus: send?.settled.status ?? null,
  providerMessageId: send?.settled.status === 'sent' ? send.settled.providerMessageId : null,
  sendFailure: send !== null && send.settled.status !== 'sent' ? send.settled.failure : null,
  unlessClaimed: send?.unlessClaimed ?? false,
});

/**
 * Settles sends that no attempt will continue: those of a request that started over an hour ago, and those of an
 * execution that has ended or has left their step. A claimed message may be in transit, so it is settled only after an
 * hour. Idempotency keys of transactional sends are unchanged: a later request with the key finds the response. Notices
 * are not settled: their workflow continues them, or is restarted.
 * @returns the number of settled sends
 */
export async function settleAbandonedSends(database: Database): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    database.raw(
      `update sends s
          set status = case when provider_started_at is null then 'failed' else 'unknown' end,
              failure = case when provider_started_at is null then 'abandoned' else 'outcome_unknown' end
        where (kind = 'transactional' and status = 'sending' and created_at < now() - interval '1 hour')
           or (kind = 'journey' and status = 'sending'
               and (provider_started_at is null or provider_started_at < now() - interval '1 hour')
               and (not exists (select from executions e
                                 where e.workspace_id = s.workspace_id and e.id = s.execution_id and e.status = 'RUNNING')
                 or exists (select from execution_steps x
                             where x.workspace_id = s.workspace_id and x.execution_id = s.execution_id
                               and x.step_id = s.step_id and x.left_at is not null)))
        returning id`,
    ),
  );
  return rows.length;
}

/** A message that the provider reports as delivered. */
export interface Delivery {
  workspaceId: string;
  sendId: string;
  providerMessageId: string;
  deliveredAt: Date;
}

/**
 * Marks a message as sent and delivered, even if its process does not have the result. A step that waits for the outcome
 * reads it here. Safe to repeat.
 * @returns null if there is no such send, it failed, or it was simulated
 */
export async function markDelivered(
  transaction: Database,
  { workspaceId, sendId, providerMessageId, deliveredAt }: Delivery,
): Promise<{ kind: 'journey' | 'transactional' | 'digest' | 'notice' } | null> {
  const [send] = await rowsOf<{ kind: 'journey' | 'transactional' | 'digest' | 'notice' }>(
    transaction.raw(
      `update sends set status = 'sent', failure = null,
                        provider_message_id = case when status = 'sent' then provider_message_id else :messageId end,
                        sent_at = coalesce(sent_at, provider_started_at, :at), delivered_at = coalesce(delivered_at, :at)
        where workspace_id = :workspaceId and id = :sendId and status in ('sending', 'sent', 'unknown')
          and mode is distinct from 'sandbox'
        returning kind`,
      { workspaceId, sendId, messageId: providerMessageId, at: deliveredAt },
    ),
  );
  return send ?? null;
}
