import { rowsOf, type Database } from './connection';

/**
 * Messages to people. A send reaches the provider at most once: `claimSend` commits `provider_started_at` before the provider
 * is asked, and only the process that set it may ask. One that is found set by somebody else may have been accepted.
 */
export type SendState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';

export interface Send {
  id: string;
  status: SendState;
  failure: string | null;
  /** Set from just before the provider is asked until it is known that nothing was accepted. */
  providerStartedAt: Date | null;
}

interface SendRow {
  id: string;
  status: SendState;
  failure: string | null;
  provider_started_at: Date | null;
}

const fromRow = (row: SendRow): Send => ({
  id: row.id,
  status: row.status,
  failure: row.failure,
  providerStartedAt: row.provider_started_at,
});

export interface StepName {
  workspaceId: string;
  executionId: string;
  stepId: string;
}

export async function findStepSend(database: Database, step: StepName): Promise<Send | null> {
  const row = await database('sends')
    .where({ workspace_id: step.workspaceId, execution_id: step.executionId, step_id: step.stepId })
    .first<SendRow | undefined>('id', 'status', 'failure', 'provider_started_at');
  return row === undefined ? null : fromRow(row);
}

/** At most so many marketing messages to a person in so many days; null for any number. */
export type FrequencyCap = { max: number; days: number } | null;

/** `capped` when the person has had as many messages as the cap allows; `taken` when somebody else holds the claim. */
export type Claim = 'claimed' | 'capped' | 'taken';

/**
 * Claims the right to ask the provider, once for each step of an execution. Claims of one person take turns, so that two
 * journeys at once cannot exceed the cap together.
 * @param message.sendId that of an earlier attempt whose claim was given back, else a new one: the message bears it already
 */
export async function claimSend(
  database: Database,
  step: StepName,
  message: { sendId: string; endUserId: string; communicationId: string; cap: FrequencyCap },
): Promise<Claim> {
  return database.transaction(async (transaction) => {
    if (message.cap !== null) {
      const person = `sends ${step.workspaceId} ${message.endUserId}`;
      await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [person]);
      if ((await countRecentSends(transaction, step, message)) >= message.cap.max) return 'capped';
    }
    return (await insertClaim(transaction, step, message)) ? 'claimed' : 'taken';
  });
}

/** Marketing messages that a person has had, or may have had, within the days of the cap; the step's own does not count. */
async function countRecentSends(
  transaction: Database,
  step: StepName,
  { endUserId, cap }: { endUserId: string; cap: FrequencyCap },
): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    transaction.raw(
      `select count(*) from sends
        where workspace_id = ? and end_user_id = ? and kind = 'journey' and status in ('sending', 'sent', 'unknown')
          and coalesce(sent_at, provider_started_at) > now() - ? * interval '1 day'
          and not (execution_id = ? and step_id = ?)`,
      [step.workspaceId, endUserId, cap?.days ?? 0, step.executionId, step.stepId],
    ),
  );
  return Number(row?.count ?? 0);
}

async function insertClaim(
  database: Database,
  step: StepName,
  message: { sendId: string; communicationId: string },
): Promise<boolean> {
  const rows = await rowsOf(
    database.raw(
      `insert into sends as s (workspace_id, id, kind, status, execution_id, step_id, end_user_id, communication_id,
                               provider_started_at)
       -- The run says whose it is: an erasure that has begun refuses the claim, and one that is over has renamed the person.
       select e.workspace_id, ?, 'journey', 'sending', e.id, ?, e.end_user_id, ?, now() from executions e
        where e.workspace_id = ? and e.id = ? and e.cancel_reason is distinct from 'erased' for share
       on conflict (workspace_id, execution_id, step_id) where execution_id is not null
         do update set provider_started_at = now()
         where s.status = 'sending' and s.provider_started_at is null and s.id = excluded.id
       returning id`,
      [message.sendId, step.stepId, message.communicationId, step.workspaceId, step.executionId],
    ),
  );
  return rows.length > 0;
}

/** A send by its id: a message that waits to be sent, such as a notice. */
export async function findSend(database: Database, workspaceId: string, id: string): Promise<Send | null> {
  const row = await database('sends')
    .where({ workspace_id: workspaceId, id })
    .first<SendRow | undefined>('id', 'status', 'failure', 'provider_started_at');
  return row === undefined ? null : fromRow(row);
}

/** Claims a send that waits. @returns whether this process holds the claim now */
export async function claimQueuedSend(database: Database, workspaceId: string, id: string): Promise<boolean> {
  const changed = await database('sends')
    .where({ workspace_id: workspaceId, id })
    .whereIn('status', ['queued', 'sending'])
    .whereNull('provider_started_at')
    .update({ status: 'sending', provider_started_at: database.fn.now() });
  return changed > 0;
}

/** Gives the claim back: the provider is known to have accepted nothing. */
export async function releaseClaim(database: Database, workspaceId: string, id: string): Promise<void> {
  await database('sends')
    .where({ workspace_id: workspaceId, id, status: 'sending' })
    .update({ provider_started_at: null });
}

/** Settles a send for good. Settling it again changes nothing. */
export async function settleSend(
  database: Database,
  workspaceId: string,
  id: string,
  result: { status: 'sent'; providerMessageId: string | null } | { status: 'failed' | 'unknown'; failure: string },
): Promise<void> {
  await database('sends')
    .where({ workspace_id: workspaceId, id })
    .whereIn('status', ['queued', 'sending'])
    .update(
      result.status === 'sent'
        ? { status: 'sent', provider_message_id: result.providerMessageId, sent_at: database.fn.now() }
        : { status: result.status, failure: result.failure },
    );
}
