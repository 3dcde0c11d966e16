import type { Database } from '../connection/pool';
import type { Counted, CountScope, Pair } from './counting';
import { exposureEvent } from './exposures';

/**
 * Counts the exposures of visitors, and adds the differences from the last count to the sums. A visitor's variant is
 * that of the first exposure. Visitors that saw another variant before the end are crossovers. An exposure on a closed
 * day is final.
 */
export async function recountExposures(
  transaction: Database,
  scope: CountScope,
  counted: readonly Counted[],
  pairs: readonly Pair[],
): Promise<void> {
  const definitions = counted.map(({ experimentId, definition }) => ({
    experimentId,
    variantIds: definition.variantIds,
    endedAt: definition.endedAt,
    allocations: definition.allocations,
  }));
  await transaction.raw(statement, {
    workspaceId: scope.workspaceId,
    timezone: scope.timezone,
    closedBefore: scope.closedBefore,
    exposureEvent,
    definitions: JSON.stringify(definitions),
    pairExperiments: pairs.map((pair) => pair.experimentId),
    pairVisitors: pairs.map((pair) => pair.visitorId),
    pairTimes: pairs.map((pair) => pair.lowerAt),
  });
}

/** Stored columns of an exposure, in order. */
const columns = `experiment_id, visitor_id, variant_id, exposed_at, event_id, crossed_at, allocation, channel, device, is_returning,
                 has_past, was_delayed`;

/**
 * - `seen`: the exposure events of each visitor on open days, in order of time, with the last count.
 * - `first`: the first of these exposures, or the final one, and when the visitor first saw another variant.
 * - `counted`: adds the weights that applied, the visitor's channel on that day, and whether the visitor has earlier
 * events.
 * - `changed`: the rows in which the new count differs from the last one; sign 1 for rows to add, -1 for rows to
 * subtract.
 *
 * The planner does not know the size of temporary results and might read one of them, or all events of a type, once for
 * each row of another. So `offset 0` keeps each lookup by key separate, `not in` is hashed, and rows are deleted by
 * location. Bounds of three hours before a local day only serve pruning, because days do not start at PostgreSQL's
 * midnight in every timezone.
 */
const statement = `
  with definitions as materialized (
    select * from json_to_recordset(cast(:definitions as json)) as d
      ("experimentId" text, "variantIds" text[], "endedAt" timestamptz, allocations integer)
  ), pairs as materialized (
    select * from unnest(cast(:pairExperiments as text[]), cast(:pairVisitors as text[]), cast(:pairTimes as timestamptz[]))
      as p (experiment_id, visitor_id, lower_at)
  ), last as materialized (
    select l.* from pairs p cross join lateral (
      select ctid as row_id, * from experiment_exposures
       where workspace_id = :workspaceId and experiment_id = p.experiment_id and visitor_id = p.visitor_id offset 0
    ) l
  ), seen as materialized (
    select p.experiment_id, p.visitor_id, d."endedAt" as ended_at, d.allocations, s.*,
           coalesce((l.exposed_at at time zone :timezone)::date < cast(:closedBefore as date), false) as is_settled,
           l.variant_id as last_variant, l.exposed_at as last_at, l.event_id as last_event, l.crossed_at as last_crossed,
           l.channel as last_channel, l.device as last_device, l.is_returning as was_returning, l.has_past as had_past,
           l.was_delayed as delayed_then
      from pairs p
      join definitions d on d."experimentId" = p.experiment_id
      left join lateral (
        select * from experiment_exposures
         where workspace_id = :workspaceId and experiment_id = p.experiment_id and visitor_id = p.visitor_id offset 0
      ) l on true
     cross join lateral (
       select array_agg(data ->> 'variantId' order by occurred_at, id) as variants,
              array_agg(occurred_at order by occurred_at, id) as times, array_agg(id order by occurred_at, id) as ids,
              array_agg(device order by occurred_at, id) as devices, array_agg(received_at order by occurred_at, id) as received
         from (
           select * from events
            where workspace_id = :workspaceId and visitor_id = p.visitor_id
              and occurred_at >= greatest(least(p.lower_at, l.exposed_at),
                                          cast(:closedBefore as date)::timestamp at time zone :timezone - interval '3 hours')
              and occurred_at <= all(array[coalesce(d."endedAt", 'infinity')]) offset 0
         ) e
        where type = :exposureEvent and not is_bot and (occurred_at at time zone :timezone)::date >= cast(:closedBefore as date)
          and data ->> 'experimentId' = p.experiment_id and data ->> 'variantId' = any(d."variantIds")
     ) s
  ), first as materialized (
    select s.experiment_id, s.visitor_id, f.*, s.allocations, s.is_settled, s.last_channel, s.last_device, s.was_returning,
           s.had_past,
           least(case when s.is_settled then s.last_crossed end,
                 (select min(o.time) from unnest(s.variants, s.times) as o (variant, time) where o.variant <> f.variant_id))
             as crossed_at
      from seen s
     cross join lateral (
       select case when s.is_settled then s.last_variant else s.variants[1] end as variant_id,
              case when s.is_settled then s.last_at else s.times[1] end as exposed_at,
              case when s.is_settled then s.last_event else s.ids[1] end as event_id,
              case when s.is_settled then s.last_device else coalesce(s.devices[1], '') end as device,
              case when s.is_settled then s.delayed_then else s.received[1] > s.times[1] + interval '1 hour' end as was_delayed
     ) f
     where f.variant_id is not null
  ), counted as materialized (
    select f.experiment_id, f.visitor_id, f.variant_id, f.exposed_at, f.event_id, f.crossed_at,
           coalesce((select max(a.number) from experiment_allocations a
                      where a.workspace_id = :workspaceId and a.experiment_id = f.experiment_id and a.at <= f.exposed_at
                        and a.number <= f.allocations), least(1, f.allocations)) as allocation,
           case when f.is_settled then f.last_channel else coalesce(v.channel, 'direct') end as channel, f.device,
           case when f.is_settled then f.was_returning else coalesce(v.previous_day > '-infinity', false) end as is_returning,
           coalesce(((f.exposed_at - interval '14 days') at time zone :timezone)::date < cast(:closedBefore as date)
                    and f.had_past, false)
             or exists (
               select from events
                where workspace_id = :workspaceId and visitor_id = f.visitor_id and not is_bot
                  and occurred_at >= greatest(f.exposed_at - interval '14 days',
                                              cast(:closedBefore as date)::timestamp at time zone :timezone - interval '3 hours')
                  and (occurred_at at time zone :timezone)::date >= cast(:closedBefore as date)
                  and occurred_at <= all(array[f.exposed_at]) and (occurred_at < f.exposed_at or id < f.event_id)) as has_past,
           f.was_delayed
      from first f
      left join lateral (
        select channel, previous_day from visitor_days
         where workspace_id = :workspaceId and day = (f.exposed_at at time zone :timezone)::date
           and visitor_id = f.visitor_id offset 0
      ) v on true
  ), changed as materialized (
    (select 1 as sign, ${columns} from counted except all select 1, ${columns} from last)
    union all
    (select -1, ${columns} from last except all select -1, ${columns} from counted)
  ), stored as (
    insert into experiment_exposures (workspace_id, ${columns})
    select :workspaceId, ${columns} from changed where sign = 1
    on conflict (workspace_id, experiment_id, visitor_id) do update
      set (variant_id, exposed_at, event_id, crossed_at, allocation, channel, device, is_returning, has_past, was_delayed)
        = (excluded.variant_id, excluded.exposed_at, excluded.event_id, excluded.crossed_at, excluded.allocation,
           excluded.channel, excluded.device, excluded.is_returning, excluded.has_past, excluded.was_delayed)
  ), gone as (
    delete from experiment_exposures where ctid = any(array(
      select row_id from last where (experiment_id, visitor_id) not in (select experiment_id, visitor_id from counted)))
  ), summed_days as (
    insert into experiment_exposure_days as s (workspace_id, experiment_id, day, variant_id, allocation, exposures, crossovers,
                                               with_past, delayed)
    select :workspaceId, experiment_id, (exposed_at at time zone :timezone)::date, variant_id, allocation,
           coalesce(sum(sign) filter (where crossed_at is null), 0),
           coalesce(sum(sign) filter (where crossed_at is not null), 0),
           coalesce(sum(sign) filter (where crossed_at is null and has_past), 0),
           coalesce(sum(sign) filter (where crossed_at is null and was_delayed), 0)
      from changed group by 2, 3, 4, 5
    on conflict (workspace_id, experiment_id, day, variant_id, allocation) do update
      set exposures = s.exposures + excluded.exposures, crossovers = s.crossovers + excluded.crossovers,
          with_past = s.with_past + excluded.with_past, delayed = s.delayed + excluded.delayed
  ), summed_segments as (
    insert into experiment_exposure_segments as s (workspace_id, experiment_id, dimension, segment, variant_id, exposures, with_past)
    select :workspaceId, experiment_id, d.dimension, d.segment, variant_id, sum(sign),
           coalesce(sum(sign) filter (where has_past), 0)
      from changed x
     cross join lateral (values ('channel', x.channel), ('device', x.device),
                                ('returning', case when x.is_returning then 'returning' else 'new' end)) as d (dimension, segment)
     where crossed_at is null group by 2, 3, 4, 5
    on conflict (workspace_id, experiment_id, dimension, segment, variant_id) do update
      set exposures = s.exposures + excluded.exposures, with_past = s.with_past + excluded.with_past
  )
  select 1`;

/** Recomputes the sums from scratch, after the boundaries of days have changed. */
export async function sumExposures(
  transaction: Database,
  { workspaceId, timezone }: CountScope,
  experimentIds: readonly string[],
): Promise<void> {
  for (const table of ['experiment_exposure_days', 'experiment_exposure_segments']) {
    await transaction(table).where({ workspace_id: workspaceId }).whereIn('experiment_id', experimentIds).delete();
  }
  await transaction.raw(
    `insert into experiment_exposure_days (workspace_id, experiment_id, day, variant_id, allocation, exposures, crossovers,
                                           with_past, delayed)
     select workspace_id, experiment_id, (exposed_at at time zone :timezone)::date, variant_id, allocation,
            count(*) filter (where crossed_at is null), count(*) filter (where crossed_at is not null),
            count(*) filter (where crossed_at is null and has_past), count(*) filter (where crossed_at is null and was_delayed)
       from experiment_exposures where workspace_id = :workspaceId and experiment_id = any(:experimentIds)
      group by 1, 2, 3, 4, 5`,
    { workspaceId, timezone, experimentIds },
  );
  await transaction.raw(
    `insert into experiment_exposure_segments (workspace_id, experiment_id, dimension, segment, variant_id, exposures, with_past)
     select workspace_id, experiment_id, d.dimension, d.segment, variant_id, count(*), count(*) filter (where has_past)
       from experiment_exposures x
      cross join lateral (values ('channel', x.channel), ('device', x.device),
                                 ('returning', case when x.is_returning then 'returning' else 'new' end)) as d (dimension, segment)
      where workspace_id = :workspaceId and experiment_id = any(:experimentIds) and crossed_at is null
      group by 1, 2, 3, 4, 5`,
    { workspaceId, experimentIds },
  );
}
