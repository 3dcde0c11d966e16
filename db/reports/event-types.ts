import type { EventTypeRecord } from '../../domain/live-events/schemas';
import type { PropertyDescription } from '../../domain/events/property-catalog';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { maxTypes } from '../events/event-catalog';

/** The days of the figures, including today. */
const days = 30;

export interface EventTypeRow {
  type: string;
  firstSeen: Date | null;
  lastSeen: Date | null;
  /** ISO dates in the workspace's timezone, oldest first. */
  days: string[];
  /** The events of each day. */
  counts: number[];
  /** By name. One more than the catalog shows if there are more. */
  properties: PropertyDescription[];
  usedBy: EventTypeRecord['usedBy'];
}

/** Event counts in a condition: `{ event, within }` at any depth. */
const countedEvents = `'strict $.** \\? (exists(@.within) && exists(@.event)).event'`;

/** Where event names are used. Journeys count with their draft, or else with their latest version. */
const usage = `
  select event_type as type, 'conversion' as kind, id, name from conversions where workspace_id = :workspaceId
  union
  select event_name, 'trigger', id, name from trigger_contracts where workspace_id = :workspaceId
  union
  select c #>> '{}', 'trigger', id, name
    from trigger_contracts, jsonb_path_query("where", ${countedEvents}) c where workspace_id = :workspaceId
  union
  select c #>> '{}', 'audience', id, name
    from audiences, jsonb_path_query(condition, ${countedEvents}) c where workspace_id = :workspaceId
  union
  select coalesce(c.event_type, metric), 'experiment', x.id, x.name
    from experiments x cross join lateral (
      select primary_metric union select unnest(guardrail_metrics)
      union select m #>> '{}' from jsonb_path_query(metric_settings, 'strict $.**.metric') m
      union select m #>> '{}' from jsonb_path_query(metric_settings, 'strict $.**.denominator') m) m (metric)
    left join conversions c on c.workspace_id = x.workspace_id and c.id = metric
   where x.workspace_id = :workspaceId and metric is not null and (c.id is not null or metric !~ '^cnv_')
  union
  select event, 'journey', j.id, j.name
    from journeys j
    left join journey_drafts d on d.workspace_id = j.workspace_id and d.journey_id = j.id
    left join journey_versions v on v.workspace_id = j.workspace_id and v.journey_id = j.id and v.version = j.latest_version
    left join trigger_contracts t on t.workspace_id = j.workspace_id
      and t.id = coalesce(d.trigger_contract_id, v.trigger_contract_id)
    cross join lateral (
      select t.event_name union select coalesce(d.goal_event_name, v.goal_event_name)
      union select e #>> '{}' from jsonb_path_query(coalesce(d.steps, v.steps), 'strict $.**.untilEvent.eventName') e
      union select e #>> '{}' from jsonb_path_query(coalesce(d.steps, v.steps), ${countedEvents}) e) e (event)
   where j.workspace_id = :workspaceId and j.status <> 'archived' and event is not null`;

/**
 * Lists the event types of a workspace: the ones seen last and the ones in use, with their figures, properties and
 * users. Reads only the catalog and the configuration, so its cost does not depend on the number of events.
 */
export const listEventTypes = (database: Database, workspaceId: string): Promise<EventTypeRow[]> =>
  rowsOf<EventTypeRow>(
    database.raw(
      `with users as materialized (
         select type, jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name) order by kind, name, id) as users
           from (${usage}) u group by type
       ), seen as materialized (
         select * from event_types where workspace_id = :workspaceId order by last_seen desc, type limit ${maxTypes}
       ), period as materialized (
         select array_agg(day order by day) as days from (
           select (now() at time zone timezone)::date - age as day
             from workspaces, generate_series(0, ${days - 1}) age where id = :workspaceId) p
       )
       select coalesce(s.type, u.type) as type, s.first_seen as "firstSeen", s.last_seen as "lastSeen",
              p.days::text[] as days, coalesce(u.users, '[]') as "usedBy",
              array(select coalesce(d.events, 0) from unnest(p.days) with ordinality o (day, place)
                      left join event_type_days d
                        on d.workspace_id = :workspaceId and d.type = s.type and d.day = o.day
                     order by place) as counts,
              coalesce((select jsonb_agg(jsonb_build_object('name', name, 'types', types, 'examples', examples) order by name)
                          from event_properties q where q.workspace_id = :workspaceId and q.type = s.type), '[]') as properties
         from period p cross join (seen s full join users u on u.type = s.type)
        order by s.last_seen desc nulls last, 1`,
      { workspaceId },
    ),
  );
