import { lookbackDays, type CompletionCredits, type TouchPath } from '../../domain/attribution/credit';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import { pathsTo } from './touch-paths';

/**
 * The channel credits of completions: `credits` of each, and `credit_sums` of a day. A new completion has no credits.
 * Anything that may change existing credits removes them from the row and from the sums: a drain that names a visitor
 * with changed touches or links, and a recount that deletes the completion. Completions without credits are then
 * credited from the current touches and links (operations/analytics/credit-completions.ts). Both hold the rollup lock
 * of the workspace, so that no completion is credited from touches that a drain is about to change. Credits of a
 * completion stay as they are when retention deletes its touches.
 */

/** A change of a visitor from a time on, or of its links (db/identity/identity.ts) with the time `epoch`. */
export interface VisitorChange {
  visitorId: string;
  time: Date;
}

/**
 * A touch is part of the paths to later completions: those of its visitor, and those of each person that the visitor is
 * or was linked to, on all of their visitors. A link counts as a change from the first touch or completion of its
 * visitor on.
 */
const withdrawStatement = `
  with changes as materialized (
    select c.visitor_id, least(min(c.time) filter (where c.time > timestamptz 'epoch'), min(b.first)) as since
      from unnest(cast(:visitors as text[]), cast(:times as timestamptz[])) as c (visitor_id, time)
      left join lateral (
        select least((select min(at) from visitor_touches where workspace_id = :workspaceId and visitor_id = c.visitor_id),
                     (select min(occurred_at) from conversion_completions
                       where workspace_id = :workspaceId and visitor_id = c.visitor_id)) as first
         where c.time = timestamptz 'epoch' offset 0
      ) b on true
     group by c.visitor_id
  ), people as materialized (
    select l.end_user_id, min(c.since) as since from changes c cross join lateral (
      select end_user_id from visitor_links
       where workspace_id = :workspaceId and visitor_id = c.visitor_id and end_user_id is not null offset 0
    ) l where c.since is not null group by l.end_user_id
  ), visitors as materialized (
    select visitor_id, min(since) as since from (
      select visitor_id, since from changes where since is not null
      union all
      select l.visitor_id, p.since from people p cross join lateral (
        select l.visitor_id from current_visitor_links l
         where l.workspace_id = :workspaceId and l.end_user_id = p.end_user_id offset 0
      ) l
    ) v group by visitor_id
  ), doubtful as materialized (
    select c.row_id from visitors v cross join lateral (
      select ctid as row_id from conversion_completions
       where workspace_id = :workspaceId and visitor_id = v.visitor_id and occurred_at >= all(array[v.since]) and credits is not null offset 0
    ) c
    union
    select c.row_id from people p cross join lateral (
      select ctid as row_id from conversion_completions
       where workspace_id = :workspaceId and end_user_id = p.end_user_id and occurred_at >= all(array[p.since]) and credits is not null offset 0
    ) c
  ), withdrawn as (
    update conversion_completions set credits = null where ctid = any(array(select row_id from doubtful))
    returning conversion_id, revision, occurred_at, currency, revenue_micros, old.credits
  )
  insert into credit_sums as t (workspace_id, model, day, conversion_id, revision, channel, currency, credit, revenue)
  select :workspaceId, m.model, (d.occurred_at at time zone s.timezone)::date, d.conversion_id, d.revision, c.channel,
         coalesce(d.currency, ''), -sum(c.units::numeric), -sum(c.units::numeric * coalesce(d.revenue_micros, 0))
    from withdrawn d
    cross join (select timezone from rollup_states where workspace_id = :workspaceId) s
    cross join lateral jsonb_each(d.credits) as m (model, channels)
    cross join lateral jsonb_each_text(m.channels) as c (channel, units)
   group by 2, 3, 4, 5, 6, 7
  on conflict (workspace_id, model, day, conversion_id, revision, channel, currency) do update
    set credit = t.credit + excluded.credit, revenue = t.revenue + excluded.revenue`;

/**
 * Removes the credits that changes of visitors may have invalidated. The caller holds the rollup lock of the workspace.
 */
export async function withdrawCredits(
  transaction: Database,
  workspaceId: string,
  changes: readonly VisitorChange[],
): Promise<void> {
  await transaction.raw(withdrawStatement, {
    workspaceId,
    visitors: changes.map(({ visitorId }) => visitorId),
    times: changes.map(({ time }) => time.toISOString()),
  });
}

/** A completion without credits, with its path. */
export interface UncreditedCompletion extends TouchPath {
  /** Physical location of its row (`ctid`), valid while the rollup lock is held. */
  rowId: string;
}

/** Counts the completions without credits. */
export async function countUncredited(database: Database, workspaceId: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    database.raw(
      'select count(*)::int as count from conversion_completions where workspace_id = ? and credits is null',
      [workspaceId],
    ),
  );
  return row?.count ?? 0;
}

const uncredited = `
  select ctid::text as "rowId", occurred_at, visitor_id, end_user_id from conversion_completions
   where workspace_id = :workspaceId and credits is null limit :limit`;

/** Lists up to `limit` completions without credits. */
export const listUncredited = (
  transaction: Database,
  workspaceId: string,
  limit: number,
): Promise<UncreditedCompletion[]> =>
  rowsOf<UncreditedCompletion>(transaction.raw(pathsTo(uncredited, ['rowId']), { workspaceId, lookbackDays, limit }));

/**
 * Stores credits and adds them to the sums. Rows that changed since they were read stay without credits. The caller
 * holds the rollup lock. Each row is looked up by its location before it is checked: the planner would otherwise read
 * all rows without credits for each of them.
 */
export async function writeCredits(
  transaction: Database,
  workspaceId: string,
  credited: readonly { rowId: string; credits: CompletionCredits }[],
): Promise<void> {
  await transaction.raw(
    `with given as materialized (
       select "rowId"::tid as row_id, credits from json_to_recordset(cast(:credited as json)) as g ("rowId" text, credits jsonb)
     ), unchanged as materialized (
       select g.row_id, g.credits from given g cross join lateral (
         select workspace_id, credits from conversion_completions where ctid = g.row_id offset 0
       ) c where c.workspace_id = :workspaceId and c.credits is null
     ), written as (
       update conversion_completions c set credits = u.credits from unchanged u where c.ctid = u.row_id
       returning c.conversion_id, c.revision, c.occurred_at, c.currency, c.revenue_micros, c.credits
     )
     insert into credit_sums as t (workspace_id, model, day, conversion_id, revision, channel, currency, credit, revenue)
     select :workspaceId, m.model, (d.occurred_at at time zone s.timezone)::date, d.conversion_id, d.revision, c.channel,
            coalesce(d.currency, ''), sum(c.units::numeric), sum(c.units::numeric * coalesce(d.revenue_micros, 0))
       from written d
       cross join (select timezone from rollup_states where workspace_id = :workspaceId) s
       cross join lateral jsonb_each(d.credits) as m (model, channels)
       cross join lateral jsonb_each_text(m.channels) as c (channel, units)
      group by 2, 3, 4, 5, 6, 7
     on conflict (workspace_id, model, day, conversion_id, revision, channel, currency) do update
       set credit = t.credit + excluded.credit, revenue = t.revenue + excluded.revenue`,
    { workspaceId, credited: JSON.stringify(credited) },
  );
}

/**
 * Recomputes the credit sums of all completions, by day in the current timezone of the rollups. The caller holds the
 * rollup lock.
 */
export async function rebuildCreditSums(transaction: Database, workspaceId: string): Promise<void> {
  await transaction.raw('delete from credit_sums where workspace_id = ?', [workspaceId]);
  await transaction.raw(
    `insert into credit_sums (workspace_id, model, day, conversion_id, revision, channel, currency, credit, revenue)
     select :workspaceId, m.model, (d.occurred_at at time zone s.timezone)::date, d.conversion_id, d.revision, c.channel,
            coalesce(d.currency, ''), sum(c.units::numeric), sum(c.units::numeric * coalesce(d.revenue_micros, 0))
       from conversion_completions d
       cross join (select timezone from rollup_states where workspace_id = :workspaceId) s
       cross join lateral jsonb_each(d.credits) as m (model, channels)
       cross join lateral jsonb_each_text(m.channels) as c (channel, units)
      where d.workspace_id = :workspaceId
      group by 2, 3, 4, 5, 6, 7`,
    { workspaceId },
  );
}

/** Lists workspaces that have completions without credits. */
export async function workspacesWithUncredited(
  database: Database,
  { limit, except = [] }: { limit: number; except?: string[] },
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw(
      `select w.id from workspaces w
        where w.id <> all (cast(? as text[]))
          and exists (select from conversion_completions c where c.workspace_id = w.id and c.credits is null)
        order by w.id limit ?`,
      [except, limit],
    ),
  );
  return rows.map(({ id }) => id);
}
