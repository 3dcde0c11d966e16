import { sentAnswer, type FinalAnswer } from '../domain/transactional/answers';
import { rowsOf, type Database } from './connection';
import { inChunks, type OnChunk } from './in-chunks';
import type { SendEnd, TransactionalSend } from './transactional';

/**
 * Transactional sends, at most one message each. The claim is one statement: it takes the Idempotency-Key, writes the record,
 * looks the recipient up among the suppressed, and, when there is something to deliver, commits `provider_started_at`. Only its
 * process may then ask the provider, once. A key whose process died is answered from what can be known, never sent again.
 * What each send asks is prepared once for each connection: a plan costs more than the rows.
 */

/** Hours for which a repeat gets the first answer. */
const windowHours = 24;

/** A key that is to be claimed. */
export interface KeyClaim {
  key: string;
  payloadHash: Buffer;
  /** Milliseconds after which nobody waits for this process any more. */
  leaseMs: number;
}

export interface StoredRecord {
  sendId: string;
  payloadHash: Buffer;
  isLeased: boolean;
  /** Null while the provider was not asked. */
  providerStartedAt: Date | null;
  answer: FinalAnswer | null;
}

/** `suppressed`: the recipient gets no mail, and the provider must not be asked. */
export type ClaimResult = { kind: 'claimed'; suppressed: boolean } | { kind: 'exists'; record: StoredRecord };

interface Claimed {
  suppressed: boolean;
}

/** Claims the right to send, once for each key; without a key, once for each call. */
export async function claimTransactionalSend(
  database: Database,
  send: TransactionalSend,
  key: KeyClaim | null,
): Promise<ClaimResult> {
  // A record may expire or be released between the two statements: then it is claimed in the next round.
  for (let round = 0; round < 5; round += 1) {
    const claimed = await (key === null ? insertSend(database, send) : insertClaim(database, send, key));
    if (claimed !== null) return { kind: 'claimed', suppressed: claimed.suppressed };
    const record = key === null ? null : await findRecord(database, send.workspaceId, key.key);
    if (record !== null) return { kind: 'exists', record };
  }
  throw new Error('An idempotency record came and went five times.');
}

/** Whether the address gets no mail, and whether the provider is asked: in the sandbox neither matters. */
const outcomeOf = `
  outcome as (
    select s.suppressed, case when :mode = 'live' and not s.suppressed then now() end as started_at
      from (select :mode = 'live' and exists (
              select 1 from suppressions where workspace_id = :workspaceId and email = lower(btrim(:recipient))) as suppressed) s
  )`;

const sendColumns = `workspace_id, id, kind, status, communication_id, provider_started_at, recipient, subject, tags, mode, api_key_id`;
const sendValues = `:workspaceId, :id, 'transactional', 'sending', :communicationId, outcome.started_at,
                    :recipient, :subject, cast(:tags as jsonb), :mode, :apiKeyId`;

const sendBindings = (send: TransactionalSend) => ({
  workspaceId: send.workspaceId,
  id: send.id,
  communicationId: send.communicationId,
  recipient: send.recipient,
  subject: send.subject,
  tags: JSON.stringify(send.tags),
  mode: send.mode,
  apiKeyId: send.apiKeyId,
});

async function insertSend(database: Database, send: TransactionalSend): Promise<Claimed | null> {
  const [row] = await rowsOf<Claimed>(
    database
      .raw(
        `with ${outcomeOf}, inserted as (
           insert into sends (${sendColumns}) select ${sendValues} from outcome
         ) select suppressed from outcome`,
        sendBindings(send),
      )
      .options({ name: 'insert-send' }),
  );
  return row ?? null;
}

/** A record is taken over when its time is over, or when its process died before it asked the provider. */
async function insertClaim(database: Database, send: TransactionalSend, key: KeyClaim): Promise<Claimed | null> {
  const [row] = await rowsOf<Claimed>(
    database
      .raw(
        `with ${outcomeOf}, claimed as (
           insert into idempotency_records as r
                  (workspace_id, idempotency_key, payload_hash, send_id, provider_started_at, lease_until, expires_at)
           select :workspaceId, :key, cast(:payloadHash as bytea), :id, outcome.started_at,
                  now() + :leaseMs * interval '1 millisecond', now() + interval '${windowHours} hours'
             from outcome
           on conflict (workspace_id, idempotency_key) do update
              set payload_hash = excluded.payload_hash, send_id = excluded.send_id, lease_until = excluded.lease_until,
                  provider_started_at = excluded.provider_started_at, answer_status = null, answer = null,
                  created_at = now(), expires_at = excluded.expires_at
            where r.expires_at <= now()
               or (r.answer_status is null and r.provider_started_at is null and r.lease_until <= now()
                   and r.payload_hash = excluded.payload_hash)
           returning send_id
         ), inserted as (
           insert into sends (${sendColumns}) select ${sendValues} from outcome, claimed
         ) select outcome.suppressed from outcome, claimed`,
        { ...sendBindings(send), key: key.key, payloadHash: key.payloadHash, leaseMs: key.leaseMs },
      )
      .options({ name: 'claim-send' }),
  );
  return row ?? null;
}

interface RecordRow {
  send_id: string;
  payload_hash: Buffer;
  is_leased: boolean;
  provider_started_at: Date | null;
  answer_status: FinalAnswer['status'] | null;
  answer: FinalAnswer['body'] | null;
}

async function findRecord(database: Database, workspaceId: string, key: string): Promise<StoredRecord | null> {
  const [row] = await rowsOf<RecordRow>(
    database.raw(
      `select send_id, payload_hash, lease_until > now() as is_leased, provider_started_at, answer_status, answer
         from idempotency_records where workspace_id = ? and idempotency_key = ? and expires_at > now()`,
      [workspaceId, key],
    ),
  );
  if (row === undefined) return null;
  return {
    sendId: row.send_id,
    payloadHash: row.payload_hash,
    isLeased: row.is_leased,
    providerStartedAt: row.provider_started_at,
    answer: answerOf(row),
  };
}

const answerOf = ({ answer_status: status, answer: body }: Pick<RecordRow, 'answer_status' | 'answer'>) =>
  status === null || body === null ? null : { status, body: inOrder(body) };

/** Its fields as they were written: jsonb sorts them, and a repeat gets the first answer byte for byte. */
const inOrder = (body: FinalAnswer['body']): FinalAnswer['body'] =>
  'error' in body ? body : sentAnswer(body.id, body.message_id, body.mode).body;

/** A claim, by the send that was made under it. */
export interface ClaimName {
  workspaceId: string;
  sendId: string;
  key: string | null;
}

/**
 * Ends a send, and keeps its answer for repeats.
 * @returns the answer that counts: another one when the provider's delivery event or another process came first
 */
export async function finaliseSend(
  database: Database,
  claim: ClaimName,
  end: SendEnd,
  answer: FinalAnswer,
): Promise<FinalAnswer> {
  const [row] = await rowsOf<RecordRow>(
    database
      .raw(
        `with settled as (
           update sends set status = :status, failure = :failure, provider_message_id = :messageId,
                            sent_at = case when :status = 'sent' then now() end
            where workspace_id = :workspaceId and id = :sendId and status in ('sending', 'unknown')
         )
         update idempotency_records
            set answer_status = coalesce(answer_status, :answerStatus), answer = coalesce(answer, cast(:answer as jsonb))
          where workspace_id = :workspaceId and idempotency_key = :key and send_id = :sendId
          returning answer_status, answer`,
        {
          ...claim,
          status: end.status,
          failure: end.status === 'sent' ? null : end.failure,
          messageId: end.status === 'sent' ? end.providerMessageId : null,
          answerStatus: answer.status,
          answer: JSON.stringify(answer.body),
        },
      )
      .options({ name: 'finalise-send' }),
  );
  return (row && answerOf(row)) ?? answer;
}

/** Gives a claim back: the provider is known to have accepted nothing, and a repeat may send. */
export async function releaseSend(database: Database, claim: ClaimName, failure: string): Promise<void> {
  await database.raw(
    `with released as (
       delete from idempotency_records
        where workspace_id = :workspaceId and idempotency_key = :key and send_id = :sendId and answer_status is null
     )
     update sends set status = 'failed', failure = :failure, provider_started_at = null
      where workspace_id = :workspaceId and id = :sendId and status = 'sending'`,
    { ...claim, failure },
  );
}

/** Forgets keys whose time is over, in chunks. @returns how many */
export async function purgeIdempotencyRecords(database: Database, onChunk: OnChunk): Promise<number> {
  return inChunks(
    database,
    `with gone as (
       delete from idempotency_records where expires_at <= now() and (workspace_id, idempotency_key) in (
         select workspace_id, idempotency_key from idempotency_records
          where expires_at <= now() order by expires_at limit 5000)
       returning 1
     ) select count(*)::int as rows from gone`,
    { onChunk },
  );
}
