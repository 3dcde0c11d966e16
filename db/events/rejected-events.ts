import { createHash } from 'node:crypto';
import type { EventOrigin } from '../../domain/events/event';
import type { EventEnvelope } from '../../domain/events/parse-events';
import { idPrefixes } from '../../domain/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { columnsOf, listColumns } from '../connection/rows';

/** Rejected events of batches, stored as received until they are replayed or thirty days have passed. */

export interface RejectedEventRecord {
  workspaceId: string;
  id: string;
  receivedAt: Date;
  origin: EventOrigin;
  code: string;
  message: string;
  /** The event as JSON text. */
  payload: string;
  envelope: EventEnvelope & { isBot?: boolean; actor?: string };
}

const columns = columnsOf<RejectedEventRecord>()(
  'workspaceId',
  'id',
  'receivedAt',
  'origin',
  'code',
  'message',
  'payload',
  'envelope',
);

/**
 * Stores rejected events. Resending an event does not create another row, because its id is a digest of its content.
 */
export async function keepRejectedEvents(
  database: Database,
  records: readonly Omit<RejectedEventRecord, 'id'>[],
): Promise<void> {
  if (records.length === 0) return;
  await database('rejected_events')
    .insert(
      records.map((record) => ({
        workspace_id: record.workspaceId,
        id: rejectedEventId(record),
        received_at: record.receivedAt,
        origin: record.origin,
        code: record.code,
        message: record.message.slice(0, 1_000),
        payload: record.payload,
        envelope: JSON.stringify(record.envelope),
      })),
    )
    .onConflict()
    .ignore();
}

function rejectedEventId({ payload, envelope, origin }: Omit<RejectedEventRecord, 'id'>): string {
  // Exclude the sending time, which differs in a retry.
  const { visitorId, userId, email } = envelope;
  const digest = createHash('sha256')
    .update(JSON.stringify([origin, visitorId, userId, email, payload]))
    .digest('hex');
  return `${idPrefixes.rejectedEvent}_${digest.slice(0, 26)}`;
}

/** Lists rejected events that were not replayed yet, in the order of their ids, and locks them in this transaction. */
export async function takeRejectedEvents(
  transaction: Database,
  filter: { workspaceId: string | null; afterId: string; limit: number },
): Promise<RejectedEventRecord[]> {
  return rowsOf<RejectedEventRecord>(
    transaction.raw(
      `select ${listColumns(columns, 'r')} from rejected_events r
        where replayed_at is null and id > ? and (?::text is null or workspace_id = ?)
        order by id limit ? for update skip locked`,
      [filter.afterId, filter.workspaceId, filter.workspaceId, filter.limit],
    ),
  );
}

/** A rejected event that waits for a replay, as lists show it. */
export type WaitingRejection = Pick<
  RejectedEventRecord,
  'id' | 'receivedAt' | 'origin' | 'code' | 'message' | 'payload'
>;

const waitingColumns = columnsOf<WaitingRejection>()('id', 'receivedAt', 'origin', 'code', 'message', 'payload');

/** Lists rejected events that were not replayed yet, newest first. */
export async function listRejectedEvents(
  database: Database,
  workspaceId: string,
  { limit, before, since }: { limit: number; before?: { receivedAt: string; id: string }; since?: Date },
): Promise<WaitingRejection[]> {
  const query = database('rejected_events').where({ workspace_id: workspaceId }).whereNull('replayed_at');
  if (before !== undefined) query.whereRaw('(received_at, id) < (?::timestamptz, ?)', [before.receivedAt, before.id]);
  if (since !== undefined) query.where('received_at', '>', since);
  return query
    .orderBy([
      { column: 'received_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit)
    .select<WaitingRejection[]>(waitingColumns);
}

/** Finds a rejected event, replayed or not, and locks it until the transaction ends. */
export async function lockRejectedEvent(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<(RejectedEventRecord & { replayedAt: Date | null }) | null> {
  const row = await transaction('rejected_events')
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first<(RejectedEventRecord & { replayedAt: Date | null }) | undefined>(...columns, 'replayed_at as replayedAt');
  return row ?? null;
}

export async function markReplayed(
  transaction: Database,
  records: readonly Pick<RejectedEventRecord, 'workspaceId' | 'id'>[],
): Promise<void> {
  for (const { workspaceId, id } of records) {
    await transaction('rejected_events')
      .where({ workspace_id: workspaceId, id })
      .update({ replayed_at: transaction.fn.now() });
  }
}

/** Counts rejected events by workspace, code and message, for an operator to check before a replay. */
export async function countRejectedEvents(
  database: Database,
): Promise<{ workspaceId: string; code: string; message: string; waiting: number }[]> {
  return rowsOf(
    database.raw(
      `select workspace_id as "workspaceId", code, message, count(*)::int as waiting from rejected_events
        where replayed_at is null group by 1, 2, 3 order by 4 desc limit 100`,
    ),
  );
}
