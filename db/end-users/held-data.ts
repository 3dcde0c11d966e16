import type { JsonObject } from '../../domain/json/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** What is held about a person in addition to their record and their activity. */
export interface HeldData {
  externalIds: JsonObject[];
  suppressions: JsonObject[];
  visitors: JsonObject[];
  visits: JsonObject[];
  conversions: JsonObject[];
  journeyEntries: JsonObject[];
  webhookCalls: JsonObject[];
  transactionalMessages: JsonObject[];
}

/** Reads what is held about a person. An export is rare, so it may read each journey's entries. */
export async function readHeldData(
  snapshot: Database,
  person: { workspaceId: string; id: string; email: string | null },
): Promise<HeldData> {
  const values = { workspaceId: person.workspaceId, endUserId: person.id, email: person.email ?? '' };
  const held: Partial<HeldData> = {};
  for (const [name, statement] of Object.entries(statements)) {
    const rows = await rowsOf<{ row: JsonObject }>(snapshot.raw(statement, values));
    held[name as keyof HeldData] = rows.map(({ row }) => row);
  }
  return held as HeldData;
}

const statements: Readonly<Record<keyof HeldData, string>> = {
  externalIds: `
    select jsonb_build_object('externalId', external_id, 'createdAt', created_at) as row from end_user_external_ids
     where workspace_id = :workspaceId and end_user_id = :endUserId order by external_id`,
  suppressions: `
    select jsonb_build_object('id', id, 'email', email, 'reason', reason, 'origin', origin, 'createdAt', created_at) as row
      from suppressions where workspace_id = :workspaceId and email = :email`,
  visitors: `
    select jsonb_build_object('visitorId', visitor_id, 'strength', strength, 'source', source, 'linkedAt', linked_at) as row
      from current_visitor_links where workspace_id = :workspaceId and end_user_id = :endUserId order by linked_at`,
  visits: `
    select jsonb_build_object('visitorId', t.visitor_id, 'at', t.at, 'channel', t.channel) as row
      from current_visitor_links l
      join visitor_touches t on t.workspace_id = l.workspace_id and t.visitor_id = l.visitor_id
     where l.workspace_id = :workspaceId and l.end_user_id = :endUserId order by t.at`,
  conversions: `
    select jsonb_build_object('conversionId', conversion_id, 'at', occurred_at, 'eventId', event_id,
             'visitorId', visitor_id) as row
      from conversion_completions where workspace_id = :workspaceId and end_user_id = :endUserId
    union
    select jsonb_build_object('conversionId', c.conversion_id, 'at', c.occurred_at, 'eventId', c.event_id,
             'visitorId', c.visitor_id)
      from current_visitor_links l
      join conversion_completions c on c.workspace_id = l.workspace_id and c.visitor_id = l.visitor_id
     where l.workspace_id = :workspaceId and l.end_user_id = :endUserId`,
  journeyEntries: `
    select jsonb_build_object('journeyId', journey_id, 'version', version, 'cohort', cohort, 'enteredAt', entered_at,
             'executionId', execution_id) as row
      from journey_entries
     where workspace_id = :workspaceId and end_user_id = :endUserId
       and journey_id = any(array(select id from journeys where workspace_id = :workspaceId))
     order by entered_at`,
  webhookCalls: `
    select jsonb_build_object('executionId', w.execution_id, 'stepId', w.step_id, 'number', w.number, 'at', w.tried_at,
             'statusCode', w.status_code, 'failure', w.failure) as row
      from executions x
      join webhook_tries w on w.workspace_id = x.workspace_id and w.execution_id = x.id
     where x.workspace_id = :workspaceId and x.end_user_id = :endUserId order by w.tried_at`,
  transactionalMessages: `
    select jsonb_build_object('messageId', id, 'status', status, 'recipient', recipient, 'subject', subject, 'tags', tags,
             'createdAt', created_at, 'sentAt', sent_at, 'deliveredAt', delivered_at) as row
      from sends
     where workspace_id = :workspaceId and kind = 'transactional' and lower(btrim(recipient)) = :email
     order by created_at`,
};

/** A person's present: what applies to them now. */
export interface PersonOverview {
  externalIds: string[];
  suppression: { id: string; reason: string; origin: string; createdAt: Date } | null;
  journeys: {
    executionId: string;
    journeyId: string;
    name: string;
    version: number;
    stepId: string;
    startedAt: Date;
  }[];
  experiments: { experimentId: string; name: string; variantId: string; variant: string | null; seenAt: Date }[];
  visitors: {
    visitorId: string;
    strength: 'asserted' | 'verified';
    source: string | null;
    linkedAt: Date;
    lastSeenAt: Date | null;
    device: string | null;
  }[];
}

/** Rows of each list. */
const listed = 50;

export async function readOverview(
  snapshot: Database,
  { workspaceId, id: endUserId, email }: { workspaceId: string; id: string; email: string | null },
): Promise<PersonOverview> {
  const values = { workspaceId, endUserId, listed };
  const theirs = { workspace_id: workspaceId, end_user_id: endUserId };
  const externalIds = snapshot('end_user_external_ids').where(theirs).orderBy('external_id').limit(listed);
  const suppression = snapshot('suppressions').where({ workspace_id: workspaceId, email: email ?? '' });
  return {
    externalIds: await externalIds.pluck<string[]>('external_id'),
    suppression:
      (await suppression.first<PersonOverview['suppression']>('id', 'reason', 'origin', 'created_at as createdAt')) ??
      null,
    journeys: await rowsOf(
      snapshot.raw(
        `select x.id as "executionId", x.journey_id as "journeyId", j.name, x.version, x.current_step_id as "stepId",
                x.started_at as "startedAt"
           from executions x join journeys j on j.workspace_id = x.workspace_id and j.id = x.journey_id
          where x.workspace_id = :workspaceId and x.end_user_id = :endUserId and x.status = 'RUNNING'
          order by x.started_at desc limit :listed`,
        values,
      ),
    ),
    experiments: await rowsOf(
      snapshot.raw(
        `select distinct on (x.id) x.id as "experimentId", x.name, e.variant_id as "variantId", e.exposed_at as "seenAt",
                (select one ->> 'name' from jsonb_array_elements(x.variants) one where one ->> 'id' = e.variant_id) as variant
           from current_visitor_links l
           join experiment_exposures e on e.workspace_id = l.workspace_id and e.visitor_id = l.visitor_id
           join experiments x on x.workspace_id = e.workspace_id and x.id = e.experiment_id
          where l.workspace_id = :workspaceId and l.end_user_id = :endUserId and x.status <> 'completed'
          order by x.id, e.exposed_at desc limit :listed`,
        values,
      ),
    ),
    visitors: await rowsOf(
      snapshot.raw(
        `select l.visitor_id as "visitorId", l.strength, l.source, l.linked_at as "linkedAt",
                seen.occurred_at as "lastSeenAt", seen.device
           from current_visitor_links l
           left join lateral (
             select occurred_at, device from events e
              where e.workspace_id = l.workspace_id and e.visitor_id = l.visitor_id
              order by occurred_at desc limit 1) seen on true
          where l.workspace_id = :workspaceId and l.end_user_id = :endUserId
          order by l.linked_at desc limit :listed`,
        values,
      ),
    ),
  };
}
