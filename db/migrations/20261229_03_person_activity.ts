import type { Knex } from 'knex';

/** Adds a view of what happened to people, except their events, which are read from their own indexes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view person_activity (kind, workspace_id, end_user_id, id, at, facts) as
      with named as not materialized (
        select s.*, x.journey_id, c.name as communication
          from sends s
          left join executions x on x.workspace_id = s.workspace_id and x.id = s.execution_id
          left join communications c on c.workspace_id = s.workspace_id and c.id = s.communication_id
      ), entered as not materialized (
        select x.*, j.name as journey
          from executions x left join journeys j on j.workspace_id = x.workspace_id and j.id = x.journey_id
      )
      select 'message', workspace_id, end_user_id, 'message:' || id || ':' || status, coalesce(sent_at, created_at),
             jsonb_build_object('state', status, 'failure', failure, 'providerMessageId', provider_message_id, 'type', kind,
               'messageId', id, 'communicationId', communication_id, 'communication', communication,
               'journeyId', journey_id, 'executionId', execution_id, 'stepId', step_id)
        from named
      union all
      select 'message', s.workspace_id, s.end_user_id, 'message:' || s.id || ':' || e.dedupe_key, e.at,
             jsonb_build_object('state', e.kind, 'automated', e.automated, 'url', e.url, 'link', e.link, 'detail', e.detail,
               'count', e.count, 'type', s.kind, 'messageId', s.id, 'communicationId', s.communication_id,
               'communication', s.communication, 'journeyId', s.journey_id, 'executionId', s.execution_id,
               'stepId', s.step_id)
        from named s join send_events e on e.workspace_id = s.workspace_id and e.send_id = s.id
      union all
      select 'message', p.workspace_id, p.id, 'message:' || s.id || ':' || s.status, coalesce(s.sent_at, s.created_at),
             jsonb_build_object('state', s.status, 'failure', s.failure, 'providerMessageId', s.provider_message_id,
               'type', s.kind, 'messageId', s.id)
        from end_users p
        join sends s on s.workspace_id = p.workspace_id and lower(btrim(s.recipient)) = p.email
       where s.kind = 'transactional'
      union all
      select 'message', p.workspace_id, p.id, 'message:' || s.id || ':' || e.dedupe_key, e.at,
             jsonb_build_object('state', e.kind, 'automated', e.automated, 'detail', e.detail, 'count', e.count,
               'type', s.kind, 'messageId', s.id)
        from end_users p
        join sends s on s.workspace_id = p.workspace_id and lower(btrim(s.recipient)) = p.email
        join send_events e on e.workspace_id = s.workspace_id and e.send_id = s.id
       where s.kind = 'transactional'
      union all
      select 'message', x.workspace_id, x.end_user_id, 'message:' || x.id || ':' || t.step_id,
             coalesce(t.left_at, t.entered_at),
             jsonb_build_object('state', t.status, 'failure', t.reason, 'journeyId', x.journey_id, 'executionId', x.id,
               'stepId', t.step_id)
        from executions x join execution_steps t on t.workspace_id = x.workspace_id and t.execution_id = x.id
       where t.kind = 'send' and t.status = 'skipped'
      union all
      select 'execution', workspace_id, end_user_id, 'execution:' || id || ':1', started_at,
             jsonb_build_object('state', 'started', 'executionId', id, 'journeyId', journey_id, 'journey', journey,
               'version', version, 'eventId', event_id, 'eventData', event_data)
        from entered
      union all
      select 'execution', x.workspace_id, x.end_user_id, 'execution:' || x.id || ':2:' || t.step_id,
             coalesce(t.left_at, t.entered_at),
             jsonb_build_object('state', t.status, 'stepId', t.step_id, 'stepKind', t.kind, 'reason', t.reason,
               'armId', t.arm_id, 'enteredAt', t.entered_at, 'leftAt', t.left_at, 'resumesAt', t.resumes_at,
               'executionId', x.id, 'journeyId', x.journey_id, 'journey', x.journey, 'version', x.version)
        from entered x join execution_steps t on t.workspace_id = x.workspace_id and t.execution_id = x.id
       where t.kind not in ('send', 'exit')
      union all
      select 'execution', workspace_id, end_user_id, 'execution:' || id || ':3', ended_at,
             jsonb_build_object('state', status, 'reason', exit_reason, 'stepId', current_step_id, 'executionId', id,
               'journeyId', journey_id, 'journey', journey, 'version', version)
        from entered where ended_at is not null
      union all
      select 'experiment', l.workspace_id, l.end_user_id, 'experiment:' || e.experiment_id || ':' || e.visitor_id,
             e.exposed_at,
             jsonb_build_object('experimentId', x.id, 'experiment', x.name, 'variantId', e.variant_id,
               'variant', (select one ->> 'name' from jsonb_array_elements(x.variants) one
                            where one ->> 'id' = e.variant_id),
               'visitorId', e.visitor_id, 'channel', e.channel, 'device', e.device, 'sawAnotherAt', e.crossed_at)
        from current_visitor_links l
        join experiment_exposures e on e.workspace_id = l.workspace_id and e.visitor_id = l.visitor_id
        join experiments x on x.workspace_id = e.workspace_id and x.id = e.experiment_id
      union all
      select kind, workspace_id, end_user_id, kind || ':' || id, changed_at,
             jsonb_build_object('changes', changes, 'actor', actor)
        from person_changes
      union all
      select 'identity', workspace_id, id, 'identity:' || id, created_at, jsonb_build_object('state', 'created')
        from end_users
      union all
      select 'identity', workspace_id, end_user_id, 'identity:' || id, linked_at,
             jsonb_build_object('state', 'linked', 'visitorId', visitor_id, 'strength', strength, 'source', source,
               'actor', actor)
        from visitor_links
      union all
      select 'identity', l.workspace_id, l.end_user_id, 'identity:' || n.id, n.linked_at,
             jsonb_build_object('state', 'unlinked', 'visitorId', n.visitor_id, 'source', n.source, 'actor', n.actor)
        from visitor_links l
        join visitor_links n on n.workspace_id = l.workspace_id and n.visitor_id = l.visitor_id and n.supersedes = l.id
       where n.end_user_id is distinct from l.end_user_id`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view person_activity');
}
