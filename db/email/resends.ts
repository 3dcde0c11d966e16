import { canonicalAddress } from '../../domain/email/address';
import { runPrepared } from '../connection/statements';
import type { Database } from '../connection/pool';
import { settlementBindings, type ClaimMark, type MadeClaim, type SendState, type Settled } from './sends';

/**
 * Messages that an operator resends: their outcome is unknown, or the provider did not accept them. They wait as
 * `queued`, independently of an execution.
 */

export interface StepSend {
  id: string;
  status: SendState;
  communicationId: string;
  resends: number;
}

/** Finds the send of a step and locks it until the transaction ends. */
export async function lockStepSend(
  transaction: Database,
  { workspaceId, executionId, stepId }: { workspaceId: string; executionId: string; stepId: string },
): Promise<StepSend | null> {
  const row = await transaction('sends')
    .where({ workspace_id: workspaceId, execution_id: executionId, step_id: stepId })
    .forUpdate()
    .first<StepSend | undefined>({
      id: 'id',
      status: 'status',
      communicationId: 'communication_id',
      resends: 'resends',
    });
  return row ?? null;
}

/**
 * Queues a send that has an unknown outcome or failed. The failure stays: the provider did not accept the message.
 * @returns how often it was resent, including this time
 */
export async function queueResend(transaction: Database, workspaceId: string, sendId: string): Promise<number> {
  const [row] = await transaction('sends')
    .where({ workspace_id: workspaceId, id: sendId })
    .whereIn('status', ['unknown', 'failed'])
    .update({
      status: 'queued',
      failure: transaction.raw(`case when status = 'failed' then failure end`),
      provider_started_at: null,
      resends: transaction.raw('resends + 1'),
    })
    .returning<{ resends: number }[]>('resends');
  return row?.resends ?? 0;
}

/** Finds the step of a send. */
export async function findSentStep(
  database: Database,
  workspaceId: string,
  sendId: string,
): Promise<{ executionId: string; stepId: string } | null> {
  const row = await database('sends')
    .where({ workspace_id: workspaceId, id: sendId, kind: 'journey' })
    .first<{ executionId: string; stepId: string } | undefined>({ executionId: 'execution_id', stepId: 'step_id' });
  return row ?? null;
}

/**
 * Claims a queued resend. The conditions on the person mirror decideSend (domain/journeys/steps/send/rules.ts), without
 * quiet hours and frequency cap. test/db/email/claim-guard.test.ts compares them.
 * @returns null if another attempt has it, or the person can no longer receive messages at that address
 */
export async function claimResend(
  database: Database,
  { workspaceId, sendId, email }: { workspaceId: string; sendId: string; email: string },
): Promise<MadeClaim | null> {
  const { rows, atMs } = await runPrepared<{ mark: ClaimMark }>(
    database,
    {
      name: 'claim-resend',
      text: `update sends s set status = 'sending', provider_started_at = clock_timestamp(), recipient = $3
               from end_users u
              where s.workspace_id = $1 and s.id = $2 and s.status = 'queued' and s.kind = 'journey'
                and u.workspace_id = s.workspace_id and u.id = s.end_user_id and u.marketing_consent and u.email = $3
                and not exists (select from suppressions p where p.workspace_id = s.workspace_id and p.email = $4)
          returning cast(provider_started_at as text) as mark`,
    },
    [workspaceId, sendId, email, canonicalAddress(email)],
  );
  return rows[0] === undefined ? null : { mark: rows[0].mark, atMs };
}

/** Returns a claimed resend to the queue. The provider is known to have accepted nothing under the claim. */
export async function releaseResend(
  database: Database,
  { workspaceId, sendId, mark }: { workspaceId: string; sendId: string; mark: ClaimMark },
): Promise<void> {
  await database('sends')
    .where({ workspace_id: workspaceId, id: sendId, status: 'sending' })
    .whereRaw('provider_started_at = cast(? as timestamptz)', [mark])
    .update({ status: 'queued', provider_started_at: null });
}

/** Stores the outcome of a resend and of its step. Repeating this changes nothing. */
export async function settleResend(
  database: Database,
  { workspaceId, sendId }: { workspaceId: string; sendId: string },
  settled: Settled,
): Promise<void> {
  await database.raw(
    `with settled as (
       update sends
          set status = :sendStatus, provider_message_id = coalesce(:providerMessageId, provider_message_id),
              failure = case when cast(:sendStatus as text) = 'sent' then null else coalesce(:sendFailure, failure) end,
              sent_at = case when cast(:sendStatus as text) = 'sent' then now() else sent_at end
        where workspace_id = :sendWorkspaceId and id = :sendId and status in ('queued', 'sending')
       returning workspace_id, execution_id, step_id
     )
     update execution_steps x set status = :stepStatus, reason = :stepReason
       from settled s
      where x.workspace_id = s.workspace_id and x.execution_id = s.execution_id and x.step_id = s.step_id
        and x.status = 'failed'`,
    {
      ...settlementBindings(workspaceId, { sendId, settled }),
      stepStatus: settled.status === 'sent' ? 'executed' : 'failed',
      stepReason: settled.status === 'sent' ? null : settled.failure,
    },
  );
}
