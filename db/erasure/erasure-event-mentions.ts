import type { Mentions } from '../../domain/erasure/mentions';
import { keepSums } from '../conversions/completion-sums';
import { recountCompletions } from '../conversions/completions';
import { allowLongStatements } from '../connection/statement-limits';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { jsonWithoutNames, namesPerson, withoutNames } from './erasure-mentions';
import type { Erasure } from './erasures';

/**
 * Events of any person that name the person being erased in any of their texts. No index finds them, so all events are
 * scanned.
 */

/** Events scanned per statement, without locks. */
const portion = 20_000;

/** Position of the scan through the events of a workspace. */
export interface EventPlace {
  /** With microseconds. */
  at: string;
  id: string;
}

/** An event that names the person. */
export interface NamingEvent extends EventPlace {
  time: Date;
  visitorId: string | null;
  /** The subject of its completions. */
  name: string;
}

const searched = ['type', 'visitor_id', 'user_id', 'url', 'referrer', 'message_id', 'data::text'];
const namesAnywhere = namesPerson(`concat_ws(' ', ${searched.map((column) => `e.${column}`).join(', ')})`);

const look = `
  with looked as materialized (
    select e.occurred_at, e.id, coalesce(e.visitor_id, e.end_user_id, e.id) as name, e.visitor_id, ${namesAnywhere} as names
      from events e
     where e.workspace_id = :workspaceId and (e.occurred_at, e.id) > (cast(:at as timestamptz), :id)
     order by e.occurred_at, e.id limit ${portion}
  ), last as (
    select occurred_at, id from looked order by occurred_at desc, id desc limit 1
  )
  select l.occurred_at::text as at, l.occurred_at as time, l.id, l.name, l.visitor_id as "visitorId", l.names,
         (select count(*) = ${portion} from looked) as "isMore"
    from looked l where l.names or (l.occurred_at, l.id) = (select occurred_at, id from last)
   order by l.occurred_at, l.id`;

/**
 * Scans the next events of a workspace.
 * @returns the events that name the person; `next` is null after the last event
 */
export async function findNamingEvents(
  transaction: Database,
  { workspaceId }: Erasure,
  mentions: Mentions,
  { at, id }: EventPlace = { at: '-infinity', id: '' },
): Promise<{ events: NamingEvent[]; next: EventPlace | null }> {
  await allowLongStatements(transaction);
  const rows = await rowsOf<NamingEvent & { names: boolean; isMore: boolean }>(
    transaction.raw(look, { workspaceId, at, id, ...mentions }),
  );
  const last = rows.at(-1);
  return { events: rows.filter(({ names }) => names), next: last?.isMore === true ? last : null };
}

/**
 * Removes the names from events, with the rollups locked. Completions of the events are counted before, and stay.
 * Visitors with an id that names the person are added to the visitors to rename.
 */
export async function eraseFromEvents(
  transaction: Database,
  { workspaceId, id: erasureId }: Erasure,
  mentions: Mentions,
  events: readonly NamingEvent[],
): Promise<void> {
  await allowLongStatements(transaction);
  const values = {
    workspaceId,
    erasureId,
    ...mentions,
    times: events.map(({ at }) => at),
    ids: events.map(({ id }) => id),
  };
  const due = events.map(({ id, at, time, name }) => ({ id, at, time, name }));
  const names = [...new Set(due.map(({ name }) => name))];
  await keepSums(transaction, { workspaceId, names }, async () => {
    await recountCompletions(transaction, workspaceId, due);
    await transaction.raw(erase, values);
  });
}

const erase = `
  with due as materialized (
    select e.occurred_at, e.id, e.message_id, e.visitor_id
      from unnest(cast(:times as timestamptz[]), cast(:ids as text[])) as d (occurred_at, id)
      join events e on e.workspace_id = :workspaceId and e.occurred_at = d.occurred_at and e.id = d.id
  ), visitors as (
    insert into erasure_visitors (workspace_id, erasure_id, visitor_id, pseudonym)
    select :workspaceId, :erasureId, v.visitor_id, 'erased_' || replace(gen_random_uuid()::text, '-', '')
      from (select distinct d.visitor_id from due d where ${namesPerson('d.visitor_id')}) v
    on conflict do nothing
  ), changed as (
    update events e
       set type = ${withoutNames('e.type')}, url = ${withoutNames('e.url')}, referrer = ${withoutNames('e.referrer')},
           user_id = case when ${namesPerson('e.user_id')} then null else e.user_id end,
           message_id = case when ${namesPerson('e.message_id')} then null else e.message_id end,
           data = ${jsonWithoutNames('e.data')}
      from due d where e.workspace_id = :workspaceId and e.occurred_at = d.occurred_at and e.id = d.id
    returning e.visitor_id, e.occurred_at, e.is_bot
  ), completed as (
    update conversion_completions c set is_final = true
      from due d where c.workspace_id = :workspaceId and c.occurred_at = d.occurred_at and c.event_id = d.id
  ), messages as (
    delete from event_messages m using due d
     where m.workspace_id = :workspaceId and m.message_id = d.message_id and ${namesPerson('d.message_id')}
  )
  insert into rollup_queue (workspace_id, visitor_ids, times)
  select :workspaceId, array_agg(visitor), array_agg(time) from (
    select c.visitor_id as visitor, min(c.occurred_at) as time from changed c
     where c.visitor_id is not null and not c.is_bot
     group by c.visitor_id, date_bin('15 minutes', c.occurred_at, '2000-01-01Z')
  ) visits having count(*) > 0`;
