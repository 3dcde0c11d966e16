import type { NewEvent } from '../domain/events/event';
import { newId, rowsOf, type Database } from './connection';

/** An event that was stored just now: not a repeat. */
export interface StoredEvent extends NewEvent {
  id: string;
}

/**
 * Stores events, each with a new id. A `messageId` that this workspace has sent within 24 h is a repeat and is left out, also
 * when two processes store it at once: the second waits for the first to commit.
 * @returns the events stored, in the order given
 */
export async function insertEvents(
  transaction: Database,
  workspaceId: string,
  receivedAt: Date,
  events: readonly NewEvent[],
): Promise<StoredEvent[]> {
  const candidates = events.map((event) => ({ ...event, id: newId('event') }));
  const stored = await withoutRepeats(transaction, workspaceId, receivedAt, candidates);
  if (stored.length === 0) return [];
  // Knex's types know no arrays with nulls; the driver does.
  const column = (value: (event: StoredEvent) => string | boolean | null): string[] => stored.map(value) as string[];
  await transaction.raw(
    `insert into events (workspace_id, id, occurred_at, received_at, type, visitor_id, user_id, url, referrer, data,
                         message_id, clock_adjusted)
     select ?, e.id, e.occurred_at, ?, e.type, e.visitor_id, e.user_id, e.url, e.referrer, e.data, e.message_id,
            e.clock_adjusted
       from unnest(?::text[], ?::timestamptz[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::jsonb[], ?::text[],
                   ?::boolean[])
         as e (id, occurred_at, type, visitor_id, user_id, url, referrer, data, message_id, clock_adjusted)`,
    [
      workspaceId,
      receivedAt.toISOString(),
      column((event) => event.id),
      column((event) => event.occurredAt.toISOString()),
      column((event) => event.type),
      column((event) => event.visitorId),
      column((event) => event.userId),
      column((event) => event.url),
      column((event) => event.referrer),
      column((event) => JSON.stringify(event.data)),
      column((event) => event.messageId),
      column((event) => event.clockAdjusted),
    ],
  );
  return stored;
}

async function withoutRepeats(
  transaction: Database,
  workspaceId: string,
  receivedAt: Date,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const firstOf = new Map<string, string>();
  for (const { messageId, id } of events) {
    if (messageId !== null && !firstOf.has(messageId)) firstOf.set(messageId, id);
  }
  if (firstOf.size === 0) return [...events];
  // Sorted, so that two batches with the same ids wait for each other instead of deadlocking.
  const messageIds = [...firstOf.keys()].sort();
  const fresh = await rowsOf<{ event_id: string }>(
    transaction.raw(
      `insert into event_messages as m (workspace_id, message_id, event_id, received_at)
       select ?, n.message_id, n.event_id, ? from unnest(?::text[], ?::text[]) as n (message_id, event_id)
       on conflict (workspace_id, message_id) do update
         set event_id = excluded.event_id, received_at = excluded.received_at
         where m.received_at < excluded.received_at - interval '24 hours'
       returning event_id`,
      [workspaceId, receivedAt.toISOString(), messageIds, messageIds.map((messageId) => firstOf.get(messageId) ?? '')],
    ),
  );
  const freshIds = new Set(fresh.map((row) => row.event_id));
  return events.filter((event) => event.messageId === null || freshIds.has(event.id));
}
