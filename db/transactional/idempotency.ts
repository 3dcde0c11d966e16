import { sentResponse, type FinalResponse } from '../../domain/transactional/responses';
import { inChunks, rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { SendEnd, TransactionalSend } from './transactional';

/**
 * Transactional sends, with at most one message each. A claim (send-group.ts) takes the idempotency key for 24 hours,
 * writes the record, checks the recipient for suppression and, if there is something to deliver, commits
 * `provider_started_at`. Only the claiming process may then call the provider, once. If that process dies, repeats of
 * the key get a response from what is known, and the message is never sent again.
 */

/** An idempotency key to claim. */
export interface KeyClaim {
  key: string;
  payloadHash: Buffer;
  /** Milliseconds until other processes may take over. */
  leaseMs: number;
}

export interface StoredRecord {
  sendId: string;
  payloadHash: Buffer;
  isLeased: boolean;
  /** Null if the provider was not called yet. */
  providerStartedAt: Date | null;
  response: FinalResponse | null;
}

/** A send to claim, with its idempotency key if it has one. */
export interface SendClaim {
  send: TransactionalSend;
  key: KeyClaim | null;
  /**
   * Hash of the sender's API key, in hexadecimal, if the same statement counts the request; null if it was already
   * counted.
   */
  uncounted: string | null;
}

export interface Claimed {
  /** The recipient is suppressed, so the provider must not be called. */
  suppressed: boolean;
}

/** Finds the record of an idempotency key. Returns null if it has expired, was never claimed, or was released. */
export async function findRecord(database: Database, workspaceId: string, key: string): Promise<StoredRecord | null> {
  const [row] = await rowsOf<RecordRow & Omit<StoredRecord, 'response'>>(
    database.raw(
      `select send_id as "sendId", payload_hash as "payloadHash", lease_until > now() as "isLeased",
              provider_started_at as "providerStartedAt", answer_status as status, answer as body
         from idempotency_records where workspace_id = ? and idempotency_key = ? and expires_at > now()`,
      [workspaceId, key],
    ),
  );
  if (row === undefined) return null;
  const { status, body, ...record } = row;
  return { ...record, response: responseOf({ status, body }) };
}

/** The columns of a record's response, which are null if it has none. */
export interface RecordRow {
  sendId: string;
  status: FinalResponse['status'] | null;
  body: FinalResponse['body'] | null;
}

export const responseOf = ({ status, body }: Pick<RecordRow, 'status' | 'body'>): FinalResponse | null =>
  status === null || body === null ? null : { status, body: inOrder(body) };

/**
 * Restores the original order of the fields, because jsonb sorts them and a repeat gets the first response byte for
 * byte.
 */
const inOrder = (body: FinalResponse['body']): FinalResponse['body'] =>
  'error' in body ? body : sentResponse(body.id, body.message_id, body.mode).body;

/** A claim, identified by its send. */
export interface ClaimName {
  workspaceId: string;
  sendId: string;
  key: string | null;
}

/** The end of a send, and its response. */
export interface SettledSend {
  claim: ClaimName;
  end: SendEnd;
  response: FinalResponse;
}

/** Releases a claim. The provider is known to have accepted nothing, so a repeat may send. */
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

/**
 * Deletes expired keys, in chunks.
 * @returns how many
 */
export async function purgeIdempotencyRecords(database: Database, signal: AbortSignal): Promise<number> {
  return inChunks(
    database,
    `with gone as (
       delete from idempotency_records where expires_at <= now() and (workspace_id, idempotency_key) in (
         select workspace_id, idempotency_key from idempotency_records
          where expires_at <= now() order by expires_at limit 5000)
       returning 1
     ) select count(*)::int as rows from gone`,
    { signal },
  );
}
