import { keepSums } from './completion-sums';
import { completionEventColumns, completionsOf, insertCompletions, type CompletionEvent } from './completions';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { findConversion, type Conversion } from './conversions';
import { enqueue } from '../outbox/outbox';
import { lockRollups } from '../analytics/rollups';

/**
 * Matches events from before a conversion was defined. A few are matched in the transaction that defines it. Many are
 * matched by the workflow `conversions/…`, newest first, in portions that each move `history_before` in their own
 * transaction. Events that are stored during that time have markers in the queue, so that none is missed and none
 * counts twice.
 */

/** Events per portion. */
const portion = 5_000;

export type ConversionName = Pick<Conversion, 'workspaceId' | 'id'>;

/**
 * Starts matching the history of a new definition. The caller holds the conversion lock of the workspace, and from this
 * call on its rollup lock.
 * @param batchSize maximum number of events to match here; if there are more, a command for the workflow is written
 */
export async function startHistory(transaction: Database, name: ConversionName, batchSize: number): Promise<void> {
  await lockRollups(transaction, name.workspaceId);
  const values = { ...name, ofType: batchSize + 1 };
  await transaction.raw(
    `with state as (
       select w.timezone, coalesce(s.closed_before, '-infinity') as closed_before
         from workspaces w left join rollup_states s on s.workspace_id = w.id where w.id = :workspaceId
     ), span as (
       -- Days that are still counted. The bound is three hours early, because days can start at an unusual hour; it lets
       -- PostgreSQL use the index.
       select (select e.occurred_at from events e
                where e.workspace_id = c.workspace_id and e.type = c.event_type and not e.is_bot
                  and e.occurred_at >= s.closed_before::timestamp at time zone s.timezone - interval '3 hours'
                  and (e.occurred_at at time zone s.timezone)::date >= s.closed_before
                order by e.occurred_at limit 1) as first,
              (select e.occurred_at from events e
                where e.workspace_id = c.workspace_id and e.type = c.event_type and not e.is_bot
                  and e.occurred_at >= s.closed_before::timestamp at time zone s.timezone - interval '3 hours'
                  and (e.occurred_at at time zone s.timezone)::date >= s.closed_before
                order by e.occurred_at desc limit 1) as last
         from state s, conversions c where c.workspace_id = :workspaceId and c.id = :id
     )
     update conversions c
        set history_from = first, history_until = last, history_before = last + interval '1 microsecond'
       from span where c.workspace_id = :workspaceId and c.id = :id`,
    values,
  );
  const [row] = await rowsOf<{ events: number }>(
    transaction.raw(
      `select count(*)::int as events from (
         select from events where workspace_id = :workspaceId and not is_bot
            and type = (select event_type from conversions where workspace_id = :workspaceId and id = :id) limit :ofType
       ) counted`,
      values,
    ),
  );
  const isMatched = (row?.events ?? 0) <= batchSize;
  while (isMatched && (await matchPortion(transaction, name)));
  const isClean = await deleteSome(transaction, name, batchSize);
  if (isMatched && isClean) return;
  await enqueueHistory(transaction, name);
}

/** Queues a command for the workflow to match the rest of a history. */
export const enqueueHistory = (transaction: Database, { workspaceId, id }: ConversionName): Promise<void> =>
  enqueue(transaction, [{ workspaceId, kind: 'recount_conversion', subjectId: id }]);

/** Lists definitions with an unfinished history and no command in the outbox. */
export async function listUnfinishedHistories(database: Database, limit: number): Promise<ConversionName[]> {
  return rowsOf<ConversionName>(
    database.raw(
      `select c.workspace_id as "workspaceId", c.id from conversions c
        where c.history_before is not null
          and not exists (select from outbox o where o.workspace_id = c.workspace_id
                             and o.kind = 'recount_conversion' and o.subject_id = c.id)
        order by c.updated_at limit ?`,
      [limit],
    ),
  );
}

/**
 * Matches one portion of a conversion's history, with conversions and rollups locked. Events with the same time are
 * matched together, so that the next portion can continue before that time.
 * @returns whether events are left to match
 */
export async function matchPortion(transaction: Database, name: ConversionName): Promise<boolean> {
  const conversion = await findConversion(transaction, name.workspaceId, name.id);
  if (conversion === null || conversion.matchedFrom === null) return false;
  const events = await rowsOf<CompletionEvent>(
    transaction.raw(
      `select ${completionEventColumns} from events e
        where workspace_id = :workspaceId and type = :eventType and not is_bot
          and e.occurred_at >= (select history_from from conversions where workspace_id = :workspaceId and id = :id)
          and e.occurred_at < (select history_before from conversions where workspace_id = :workspaceId and id = :id)
        order by e.occurred_at desc fetch first ${portion} rows with ties`,
      { ...name, eventType: conversion.eventType },
    ),
  );
  const [newest, oldest] = [events[0], events[events.length - 1]];
  if (newest !== undefined && oldest !== undefined) {
    const names = events.flatMap(({ visitorId }) => visitorId ?? []);
    const between = { from: oldest.occurredAt, to: newest.occurredAt };
    await keepSums(transaction, { workspaceId: name.workspaceId, names, between }, async () =>
      insertCompletions(transaction, name.workspaceId, await completionsOf([conversion], events)),
    );
  }
  const last = events.length < portion ? undefined : oldest;
  const isLeft = last !== undefined;
  await transaction('conversions')
    .where({ workspace_id: name.workspaceId, id: name.id })
    .update({ history_before: isLeft ? last.occurredAt : null });
  return isLeft;
}

/**
 * Deletes up to `limit` completions of older definitions of a conversion, or of a deleted conversion. The caller holds
 * the rollup lock of the workspace, so that no row is replaced by another version during the deletion.
 * @returns true if none are left
 */
export async function deleteSome(transaction: Database, name: ConversionName, limit: number): Promise<boolean> {
  const rows = await rowsOf(
    transaction.raw(
      `delete from conversion_completions where ctid = any(array(
         select m.ctid from conversion_completions m
          where m.workspace_id = :workspaceId and m.conversion_id = :id and not exists (
            select from conversions c where c.workspace_id = m.workspace_id and c.id = m.conversion_id and c.revision = m.revision)
          limit :limit)) returning 1`,
      { ...name, limit },
    ),
  );
  if (rows.length === limit) return false;
  for (const table of ['completion_sums', 'credit_sums']) {
    await transaction.raw(
      `delete from :table: m where m.workspace_id = :workspaceId and m.conversion_id = :id and not exists (
         select from conversions c where c.workspace_id = m.workspace_id and c.id = m.conversion_id and c.revision = m.revision)`,
      { ...name, table },
    );
  }
  return true;
}
