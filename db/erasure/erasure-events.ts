import { spellingsOf } from '../../domain/email/address';
import { keepSums } from '../conversions/completion-sums';
import { recountCompletions } from '../conversions/completions';
import { moneyOfEvent } from '../conversions/event-money';
import { allowLongStatements } from '../connection/statement-limits';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Erasure } from './erasures';

/** Events changed per transaction. */
export const eventPortion = 2_000;

/** Lists the visitors of the person, with the pseudonym of each. */
export const listErasedVisitors = (database: Database, { workspaceId, id }: Erasure): Promise<ErasedVisitor[]> =>
  rowsOf<ErasedVisitor>(
    database.raw(
      `select visitor_id as "visitorId", pseudonym from erasure_visitors where workspace_id = ? and erasure_id = ?`,
      [workspaceId, id],
    ),
  );

export interface ErasedVisitor {
  visitorId: string;
  pseudonym: string;
}

/**
 * Selects the events of a visitor, the events stored with the person, or the events with a userId among the person's
 * ids.
 */
export type EventSelection = ({ by: 'visitor' } & ErasedVisitor) | { by: 'endUser' } | { by: 'userId'; ids: string[] };

const selected: Record<EventSelection['by'], string> = {
  visitor: 'visitor_id = :visitorId',
  endUser: 'end_user_id = :endUserId',
  // No index covers this: it finds claims of visitors that were never linked to the person.
  userId: 'user_id = any(:ids)',
};

/**
 * Erases the person from a portion of events, with the rollups locked. Both names of a visitor are marked, so that the
 * drain that counts the days of the new name also subtracts those of the old one.
 * @returns the number of events; fewer than {@link eventPortion} if none are left
 */
export async function eraseEventPortion(
  transaction: Database,
  erasure: Erasure,
  { by, ...selection }: EventSelection,
): Promise<number> {
  const { workspaceId, endUserId, email, externalIds } = erasure;
  const none = { ids: [] as string[], visitorId: null, pseudonym: null };
  const given: typeof none | (ErasedVisitor & { ids: string[] }) = { ...none, ...selection };
  const values = { workspaceId, endUserId, person: erasure.pseudonym, limit: eventPortion, ...given };
  const emails = email === null ? [] : spellingsOf(email);
  const names = [endUserId ?? [], emails, externalIds, given.visitorId ?? []].flat();
  await allowLongStatements(transaction);
  const due = await rowsOf<DueEvent>(
    transaction.raw(
      `select occurred_at::text as at, occurred_at as time, id, coalesce(visitor_id, end_user_id, id) as name from events
        where workspace_id = :workspaceId and ${selected[by]} limit :limit for update`,
      values,
    ),
  );
  const visitors = [...due.map(({ name }) => name), given.pseudonym ?? []].flat();
  await keepSums(transaction, { workspaceId, names: visitors }, async () => {
    await recountCompletions(transaction, workspaceId, due);
    await transaction.raw(portion(), {
      ...values,
      dueTimes: due.map(({ at }) => at),
      dueIds: due.map(({ id }) => id),
      names: names.map((name) => name.toLowerCase()),
    });
  });
  return due.length;
}

interface DueEvent {
  id: string;
  /** With microseconds. */
  at: string;
  time: Date;
  /** The subject of its completions. */
  name: string;
}

const portion = (): string => `
  with due as materialized (
    select e.occurred_at, e.id, e.message_id
      from unnest(cast(:dueTimes as timestamptz[]), cast(:dueIds as text[])) as d (occurred_at, id)
      join events e on e.workspace_id = :workspaceId and e.occurred_at = d.occurred_at and e.id = d.id
  ), changed as (
    update events e
       set visitor_id = coalesce(cast(:pseudonym as text), e.visitor_id), user_id = null, end_user_id = null, message_id = null,
           url = ${impersonalUrl('e.url')}, referrer = ${impersonalUrl('e.referrer')}, data = ${impersonalData}
      from due d where e.workspace_id = :workspaceId and e.occurred_at = d.occurred_at and e.id = d.id
    returning e.visitor_id, e.occurred_at, e.is_bot
  ), completed as (
    update conversion_completions c
       set visitor_id = coalesce(cast(:pseudonym as text), c.visitor_id), is_final = true,
           end_user_id = case when c.end_user_id is not null then cast(:person as text) end
      from due d where c.workspace_id = :workspaceId and c.occurred_at = d.occurred_at and c.event_id = d.id
  ), messages as (
    delete from event_messages m using due d where m.workspace_id = :workspaceId and m.message_id = d.message_id
  ), marked as (
    insert into rollup_queue (workspace_id, visitor_ids, times)
    select :workspaceId, array_agg(visitor), array_agg(time) from (
      select v.visitor, min(c.occurred_at) as time
        from changed c cross join lateral (values (c.visitor_id), (cast(:visitorId as text))) as v (visitor)
       where v.visitor is not null and not c.is_bot
       group by v.visitor, date_bin('15 minutes', c.occurred_at, '2000-01-01Z')
    ) visits having count(*) > 0
  )
  select`;

/**
 * Keeps origin and path, or only the origin if the path names the person or contains an address. The query is always
 * dropped, because it can contain anything.
 */
const impersonalUrl = (column: string): string => `
  case when ${pathOf(column)} ~* '@|%40' or exists (
         select from unnest(cast(:names as text[])) as n (name) where position(name in lower(${pathOf(column)})) > 0)
       then substring(${pathOf(column)} from '^[A-Za-z][A-Za-z0-9+.-]*://[^/@]*')
       else ${pathOf(column)} end`;

const pathOf = (column: string): string =>
  `regexp_replace(regexp_replace(${column}, '[\\?#].*$', ''), '^([A-Za-z][A-Za-z0-9+.-]*://)[^/]*@', '\\1')`;

/**
 * Keeps only the data that counts need: an amount with its currency, and the variant of an experiment. If an event
 * has no amount, both fields are dropped, because the revenue alone would count as USD.
 */
const impersonalData = `jsonb_strip_nulls((
  select jsonb_build_object('revenue', case when micros is not null then e.data -> 'revenue' end,
                            'currency', case when micros is not null then e.data -> 'currency' end)
    from (${moneyOfEvent('e.data')}) money) || jsonb_build_object(
  'experimentId', case when e.data ->> 'experimentId' ~ '^exp_[0-9a-z]{1,64}$' then e.data -> 'experimentId' end,
  'variantId', case when e.data ->> 'experimentId' ~ '^exp_[0-9a-z]{1,64}$' and e.data ->> 'variantId' ~ '^[A-Za-z0-9_-]{1,64}$'
                    then e.data -> 'variantId' end))`;

/** Renames visitors on closed days, which are no longer counted. Open days are recounted under the new names. */
export async function renameRollups(
  database: Database,
  { workspaceId }: Erasure,
  visitors: readonly ErasedVisitor[],
): Promise<void> {
  for (const { visitorId, pseudonym } of visitors) {
    await database.raw(
      `update visitor_days d set visitor_id = ?
         from rollup_states s
        where s.workspace_id = d.workspace_id and d.workspace_id = ? and d.visitor_id = ? and d.day < s.closed_before`,
      [pseudonym, workspaceId, visitorId],
    );
    // Touches that remain have no events: retention deletes events first, and was interrupted before it deleted these
    // touches.
    await database('visitor_touches').where({ workspace_id: workspaceId, visitor_id: visitorId }).delete();
  }
}

/** Renames the remaining completions, whose events retention has deleted. */
export async function renameCompletions(
  database: Database,
  { workspaceId, id, endUserId, pseudonym }: Erasure,
): Promise<void> {
  await database.raw(
    `update conversion_completions c set visitor_id = v.pseudonym, is_final = true
       from erasure_visitors v
      where v.workspace_id = ? and v.erasure_id = ? and c.workspace_id = v.workspace_id and c.visitor_id = v.visitor_id`,
    [workspaceId, id],
  );
  if (endUserId === null) return;
  await database('conversion_completions')
    .where({ workspace_id: workspaceId, end_user_id: endUserId })
    .update({ end_user_id: pseudonym, is_final: true });
}
