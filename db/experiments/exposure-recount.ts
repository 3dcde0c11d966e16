import type { Database } from '../connection/pool';
import { isOfType, isUpTo } from '../lookups';
import {
  changed,
  dayOf,
  deleteGone,
  isClosed,
  lookup,
  openFrom,
  type Counted,
  type CountScope,
  type Pair,
} from './counting';
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

const given = `
  definitions as materialized (
    select * from json_to_recordset(cast(:definitions as json)) as d
      ("experimentId" text, "variantIds" text[], "endedAt" timestamptz, allocations integer)
  ), pairs as materialized (
    select * from unnest(cast(:pairExperiments as text[]), cast(:pairVisitors as text[]), cast(:pairTimes as timestamptz[]))
      as p (experiment_id, visitor_id, lower_at)
  ), last as materialized (
    select l.* from pairs p cross join ${lookup('experiment_exposures', 'p')} l
  )`;

/** The exposure events of each visitor, in order of time. */
const seen = `
  seen as materialized (
    select p.experiment_id, p.visitor_id, d."endedAt" as ended_at, d.allocations, s.*,
           coalesce(${isClosed('l.exposed_at')}, false) as is_settled, l.variant_id as last_variant, l.exposed_at as last_at,
           l.event_id as last_event, l.crossed_at as last_crossed, l.channel as last_channel, l.device as last_device,
           l.is_returning as was_returning, l.has_past as had_past, l.was_delayed as delayed_then
      from pairs p
      join definitions d on d."experimentId" = p.experiment_id
      left join ${lookup('experiment_exposures', 'p')} l on true
     cross join lateral (
       select array_agg(data ->> 'variantId' order by occurred_at, id) as variants,
              array_agg(occurred_at order by occurred_at, id) as times, array_agg(id order by occurred_at, id) as ids,
              array_agg(device order by occurred_at, id) as devices, array_agg(received_at order by occurred_at, id) as received
         from events
        where workspace_id = :workspaceId and visitor_id = p.visitor_id and ${isOfType(':exposureEvent')} and not is_bot
          and occurred_at >= greatest(least(p.lower_at, l.exposed_at), ${openFrom})
          and ${isUpTo(`coalesce(d."endedAt", 'infinity')`)} and not ${isClosed('occurred_at')}
          and data ->> 'experimentId' = p.experiment_id and data ->> 'variantId' = any(d."variantIds")) s
  )`;

/** The first of these exposures, or the final one, and when the visitor first saw another variant. */
const first = `
  first as materialized (
    select s.experiment_id, s.visitor_id, f.*, s.allocations, s.is_settled, s.last_channel, s.last_device, s.was_returning, s.had_past,
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
  )`;

/** Adds the weights that applied, the visitor's channel on that day, and whether the visitor has earlier events. */
const counted = `
  counted as materialized (
    select f.experiment_id, f.visitor_id, f.variant_id, f.exposed_at, f.event_id, f.crossed_at,
           coalesce((select max(a.number) from experiment_allocations a
                      where a.workspace_id = :workspaceId and a.experiment_id = f.experiment_id and a.at <= f.exposed_at
                        and a.number <= f.allocations), least(1, f.allocations)) as allocation,
           case when f.is_settled then f.last_channel else coalesce(v.channel, 'direct') end as channel, f.device,
           case when f.is_settled then f.was_returning else coalesce(v.previous_day > '-infinity', false) end as is_returning,
           coalesce(${isClosed(`f.exposed_at - interval '14 days'`)} and f.had_past, false) or exists (
             select from events
              where workspace_id = :workspaceId and visitor_id = f.visitor_id and not is_bot
                and occurred_at >= greatest(f.exposed_at - interval '14 days', ${openFrom}) and not ${isClosed('occurred_at')}
                and ${isUpTo('f.exposed_at')} and (occurred_at < f.exposed_at or id < f.event_id)) as has_past,
           f.was_delayed
      from first f
      left join lateral (
        select channel, previous_day from visitor_days
         where workspace_id = :workspaceId and day = ${dayOf('f.exposed_at')} and visitor_id = f.visitor_id offset 0
      ) v on true
  )`;

const stored = `
  ${changed(columns)}, stored as (
    insert into experiment_exposures (workspace_id, ${columns})
    select :workspaceId, ${columns} from changed where sign = 1
    on conflict (workspace_id, experiment_id, visitor_id) do update
      set (variant_id, exposed_at, event_id, crossed_at, allocation, channel, device, is_returning, has_past, was_delayed)
        = (excluded.variant_id, excluded.exposed_at, excluded.event_id, excluded.crossed_at, excluded.allocation,
           excluded.channel, excluded.device, excluded.is_returning, excluded.has_past, excluded.was_delayed)
  ), ${deleteGone('experiment_exposures', 'experiment_id, visitor_id')}`;

const signed = (condition: string): string => `coalesce(sum(sign) filter (where ${condition}), 0)`;

/**
 * Returns the insert into the daily sums.
 * @param from exposures with a sign: 1 for added ones, -1 for subtracted ones
 */
const insertDays = (from: string): string => `
    insert into experiment_exposure_days as s (workspace_id, experiment_id, day, variant_id, allocation, exposures, crossovers,
                                               with_past, delayed)
    select :workspaceId, experiment_id, ${dayOf('exposed_at')}, variant_id, allocation, ${signed('crossed_at is null')},
           ${signed('crossed_at is not null')}, ${signed('crossed_at is null and has_past')},
           ${signed('crossed_at is null and was_delayed')}
      from ${from} group by 2, 3, 4, 5`;

const insertSegments = (from: string): string => `
    insert into experiment_exposure_segments as s (workspace_id, experiment_id, dimension, segment, variant_id, exposures, with_past)
    select :workspaceId, experiment_id, d.dimension, d.segment, variant_id, sum(sign), ${signed('has_past')}
      from ${from} x
     cross join lateral (values ('channel', x.channel), ('device', x.device),
                                ('returning', case when x.is_returning then 'returning' else 'new' end)) as d (dimension, segment)
     where crossed_at is null group by 2, 3, 4, 5`;

const summed = `
  summed_days as (
    ${insertDays('changed')}
    on conflict (workspace_id, experiment_id, day, variant_id, allocation) do update
      set exposures = s.exposures + excluded.exposures, crossovers = s.crossovers + excluded.crossovers,
          with_past = s.with_past + excluded.with_past, delayed = s.delayed + excluded.delayed
  ), summed_segments as (
    ${insertSegments('changed')}
    on conflict (workspace_id, experiment_id, dimension, segment, variant_id) do update
      set exposures = s.exposures + excluded.exposures, with_past = s.with_past + excluded.with_past
  )`;

const statement = `with ${given}, ${seen}, ${first}, ${counted}, ${stored}, ${summed} select 1`;

/** Recomputes the sums from scratch, after the boundaries of days have changed. */
export async function sumExposures(
  transaction: Database,
  { workspaceId, timezone }: CountScope,
  experimentIds: readonly string[],
): Promise<void> {
  const values = { workspaceId, timezone, experimentIds };
  const ofExperiments = 'workspace_id = :workspaceId and experiment_id = any(:experimentIds)';
  for (const table of ['experiment_exposure_days', 'experiment_exposure_segments']) {
    await transaction.raw(`delete from ${table} where ${ofExperiments}`, values);
  }
  const kept = `(select 1 as sign, * from experiment_exposures where ${ofExperiments})`;
  await transaction.raw(insertDays(`${kept} x`), values);
  await transaction.raw(insertSegments(kept), values);
}
