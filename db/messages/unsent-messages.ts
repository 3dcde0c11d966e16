import type { Knex } from 'knex';
import type { StreamPage } from '../../domain/messages/merge-streams';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import { examinedMessages, type MessageFilter, type StreamQuery } from './message-filter';

/**
 * The part of the log without sends: send steps of journeys that were skipped, failed before a claim, or wait for the end
 * of quiet hours. Newest first by the time at which the execution entered the step.
 */
export interface UnsentMessage {
  executionId: string;
  stepId: string;
  journeyId: string;
  journeyName: string;
  version: number;
  /** Null after an erasure. */
  endUserId: string | null;
  recipient: string | null;
  status: 'waiting' | 'skipped' | 'failed';
  reason: string | null;
  enteredAt: Date;
  leftAt: Date | null;
}

/** `entered_at` in microseconds since the epoch, the execution and the step. */
export type UnsentKey = [atMicros: string, executionId: string, stepId: string];

type Query = Knex.QueryBuilder;
type Row = UnsentMessage & { atMicros: string };

/** Lists one page, newest first. */
export async function listUnsentMessages(
  database: Database,
  workspaceId: string,
  filter: MessageFilter,
  page: StreamQuery<UnsentKey>,
): Promise<StreamPage<UnsentKey, UnsentMessage>> {
  const ofPerson = await findPerson(database, workspaceId, filter);
  if (ofPerson === null) return { rows: [], stoppedAt: null };
  const scoped = unsent(database, workspaceId, filter, page.before);
  const floor = ofPerson === undefined ? await floorOf(database, scoped.clone()) : null;
  if (floor !== null) void scoped.whereRaw(`${place} >= ${given}`, [...floor]);
  const matching = narrowed(withNames(scoped), filter);
  if (ofPerson !== undefined) void matching.where('e.end_user_id', ofPerson);
  const rows = await inOrder(matching).limit(page.limit).select<Row[]>(database.raw(columns));
  return {
    rows: rows.map(({ atMicros, ...row }) => ({
      key: [atMicros, row.executionId, row.stepId],
      atMs: Number(atMicros) / 1_000,
      row,
    })),
    stoppedAt: rows.length < page.limit && floor !== null ? { key: floor, atMs: Number(floor[0]) / 1_000 } : null,
  };
}

export async function findUnsentMessage(
  database: Database,
  workspaceId: string,
  { executionId, stepId }: { executionId: string; stepId: string },
): Promise<UnsentMessage | null> {
  const step = unsent(database, workspaceId, {}, null).where({ 'x.execution_id': executionId, 'x.step_id': stepId });
  const [row] = await withNames(step).select<Row[]>(database.raw(columns));
  return row ?? null;
}

/** A send step of a journey version. */
export interface SendStepName {
  journeyId: string;
  version: number;
  stepId: string;
}

export interface SendStepContent extends SendStepName {
  communicationId: string;
  communicationName: string;
  subject: string | null;
}

/** Finds what send steps send. */
export function findSendStepContents(
  database: Database,
  workspaceId: string,
  steps: readonly SendStepName[],
): Promise<SendStepContent[]> {
  return rowsOf(
    database.raw(
      `select n.journey_id as "journeyId", n.version, n.step_id as "stepId", c.id as "communicationId",
              c.name as "communicationName", k.content -> 'slots' ->> 'subject' as subject
         from unnest(cast(? as text[]), cast(? as integer[]), cast(? as text[])) n (journey_id, version, step_id)
         join journey_versions v on v.workspace_id = ? and v.journey_id = n.journey_id and v.version = n.version
        cross join lateral jsonb_array_elements(v.steps) one
         join communications c on c.workspace_id = v.workspace_id and c.id = one ->> 'communicationId'
         left join journey_version_contents f on f.workspace_id = v.workspace_id and f.journey_id = v.journey_id
                                             and f.version = v.version and f.communication_id = c.id
         left join communication_contents k on k.workspace_id = f.workspace_id and k.hash = f.content_hash
        where one ->> 'id' = n.step_id`,
      [
        steps.map(({ journeyId }) => journeyId),
        steps.map(({ version }) => version),
        steps.map(({ stepId }) => stepId),
        workspaceId,
      ],
    ),
  );
}

/** Finds the person of an exact address. Undefined without one in the filter, null if no person has it. */
async function findPerson(
  database: Database,
  workspaceId: string,
  { recipient }: MessageFilter,
): Promise<string | null | undefined> {
  if (recipient === undefined || recipient.exact === null) return undefined;
  const row = await database('end_users')
    .where({ workspace_id: workspaceId, email: recipient.exact })
    .first<{ id: string } | undefined>('id');
  return row?.id ?? null;
}

const place = '(x.entered_at, x.execution_id, x.step_id)';
const given = `(timestamptz 'epoch' + cast(? as bigint) * interval '1 microsecond', ?, ?)`;

/** The condition of the index `execution_steps_unsent`. */
const isUnsent = `x.kind = 'send'
  and (x.status in ('skipped', 'failed') or (x.status = 'waiting' and x.deferred_reason is not null))`;

function unsent(
  database: Database,
  workspaceId: string,
  { since, before, state }: Pick<MessageFilter, 'since' | 'before' | 'state'>,
  cursor: UnsentKey | null,
): Query {
  const query = database('execution_steps as x').where('x.workspace_id', workspaceId).whereRaw(isUnsent);
  if (state !== undefined) void query.where('x.status', state === 'queued' ? 'waiting' : state);
  if (since !== undefined) void query.where('x.entered_at', '>=', since);
  if (before !== undefined) void query.where('x.entered_at', '<', before);
  if (cursor !== null) void query.whereRaw(`${place} < ${given}`, [...cursor]);
  return query;
}

const inOrder = (query: Query): Query =>
  query.orderBy([
    { column: 'x.entered_at', order: 'desc' },
    { column: 'x.execution_id', order: 'desc' },
    { column: 'x.step_id', order: 'desc' },
  ]);

/** Finds the step at which a page stops: the last of the rows that it examines. Null if there are fewer. */
async function floorOf(database: Database, query: Query): Promise<UnsentKey | null> {
  const row = await inOrder(query)
    .offset(examinedMessages - 1)
    .limit(1)
    .first<{ atMicros: string; executionId: string; stepId: string } | undefined>(database.raw(keyColumns));
  return row === undefined ? null : [row.atMicros, row.executionId, row.stepId];
}

const keyColumns = `x.execution_id as "executionId", x.step_id as "stepId",
  cast(cast(extract(epoch from x.entered_at) * 1000000 as bigint) as text) as "atMicros"`;

/** Adds names. Leaves out steps with a send, and waiting steps of an execution that has ended. */
const withNames = (steps: Query): Query =>
  steps
    .join('executions as e', { 'e.workspace_id': 'x.workspace_id', 'e.id': 'x.execution_id' })
    .join('journeys as j', { 'j.workspace_id': 'e.workspace_id', 'j.id': 'e.journey_id' })
    .leftJoin('end_users as p', { 'p.workspace_id': 'e.workspace_id', 'p.id': 'e.end_user_id' })
    .whereRaw(`(x.status <> 'waiting' or e.status = 'RUNNING')`)
    .whereRaw(
      `not exists (select from sends s where s.workspace_id = x.workspace_id and s.execution_id = x.execution_id
                      and s.step_id = x.step_id)`,
    );

function narrowed(query: Query, { recipient, journeyId, communicationId }: MessageFilter): Query {
  if (recipient !== undefined) void query.where('p.email', 'like', recipient.like);
  if (journeyId !== undefined) void query.where('e.journey_id', journeyId);
  if (communicationId !== undefined) void query.whereRaw(sends, [communicationId, communicationId]);
  return query;
}

const sends = `(e.journey_id, e.version, x.step_id) in (
  select v.journey_id, v.version, one ->> 'id'
    from journey_version_contents f
    join journey_versions v on v.workspace_id = f.workspace_id and v.journey_id = f.journey_id and v.version = f.version
   cross join lateral jsonb_array_elements(v.steps) one
   where f.workspace_id = x.workspace_id and f.communication_id = ? and one ->> 'communicationId' = ?)`;

const columns = `x.execution_id as "executionId", x.step_id as "stepId", e.journey_id as "journeyId", j.name as "journeyName",
  e.version, p.id as "endUserId", p.email as recipient, x.status, x.entered_at as "enteredAt", x.left_at as "leftAt",
  case when x.status = 'waiting' then x.deferred_reason else x.reason end as reason,
  cast(cast(extract(epoch from x.entered_at) * 1000000 as bigint) as text) as "atMicros"`;
