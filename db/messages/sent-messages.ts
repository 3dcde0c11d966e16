import type { Knex } from 'knex';
import { firstIdAt, timeOfId } from '../../domain/ids';
import { skipFailures, type MessageState, type SendFacts } from '../../domain/messages/message-log';
import type { StreamPage } from '../../domain/messages/merge-streams';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import { examinedMessages, type MessageFilter, type StreamQuery } from './message-filter';

/** The part of the log that has sends: rows of `sends`, newest first by id. */
export interface SentMessage extends SendFacts {
  id: string;
  kind: 'journey' | 'transactional' | 'digest' | 'notice';
  recipient: string | null;
  /** For transactional sends, the template's subject. For sends of a journey, the one that the version froze. */
  subject: string | null;
  communicationId: string | null;
  communicationName: string | null;
  journeyId: string | null;
  journeyName: string | null;
  executionId: string | null;
  stepId: string | null;
  /** For a transactional message, the person who has the address now. Null after an erasure. */
  endUserId: string | null;
  /** The template of a notice. */
  template: string | null;
  mode: 'live' | 'sandbox' | null;
  createdAt: Date;
  providerStartedAt: Date | null;
  sentAt: Date | null;
  /** The first open by a person. */
  openedAt: Date | null;
  clickedAt: Date | null;
  resends: number;
  providerMessageId: string | null;
  warnings: string[];
}

type Query = Knex.QueryBuilder;

/** Lists one page, newest first. */
export async function listSentMessages(
  database: Database,
  workspaceId: string,
  filter: MessageFilter,
  page: StreamQuery<string>,
): Promise<StreamPage<string, SentMessage>> {
  const { indexed, others } = conditionsOf(filter);
  const inOrder = () => between(database('sends as s').where('s.workspace_id', workspaceId), filter, page.before);
  const scoped = indexed.reduce((query, condition) => condition(query), inOrder());
  const floor = others.length === 0 ? null : await floorOf(scoped.clone());
  const matching = others.reduce((query, condition) => condition(query), scoped);
  if (floor !== null) void matching.where('s.id', '>=', floor);
  const newest = (query: Query) => query.select('s.workspace_id', 's.id').orderBy('s.id', 'desc').limit(page.limit);
  const branches = [newest(matching), ...noticeBranch(filter, inOrder()).map(newest)];
  // Joined, because PostgreSQL plans `in` with a hash of all sends.
  const listed = database
    .from(database.unionAll(branches, true).as('n'))
    .join('sends as s', { 's.workspace_id': 'n.workspace_id', 's.id': 'n.id' });
  const rows = await presented(database, listed).orderBy('s.id', 'desc').limit(page.limit);
  const isStopped = rows.length < page.limit && floor !== null;
  return {
    rows: rows.map((row) => ({ key: row.id, atMs: timeOfId(row.id), row })),
    stoppedAt: isStopped ? { key: floor, atMs: timeOfId(floor) } : null,
  };
}

export async function findSentMessage(
  database: Database,
  workspaceId: string,
  name: { id: string } | { executionId: string; stepId: string },
): Promise<SentMessage | null> {
  const by = 'id' in name ? { 's.id': name.id } : { 's.execution_id': name.executionId, 's.step_id': name.stepId };
  const one = database('sends as s').where({ 's.workspace_id': workspaceId, ...by });
  const [row] = await presented(database, one);
  return row ?? null;
}

/** Finds the state of a send and locks it until the transaction ends. */
export async function lockSend(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<Pick<SentMessage, 'kind' | 'status' | 'resends'> | null> {
  const row = await transaction('sends')
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first<Pick<SentMessage, 'kind' | 'status' | 'resends'> | undefined>('kind', 'status', 'resends');
  return row ?? null;
}

/** Returns whether a person or any message has an exact address. */
export async function hasRecipient(database: Database, workspaceId: string, exact: string): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(
    database.raw(
      `select exists (select from sends where workspace_id = :workspaceId and lower(btrim(recipient)) = :exact)
           or exists (select from end_users where workspace_id = :workspaceId and email = :exact)
           or exists (select from members m join users u on u.id = m.user_id
                       where m.workspace_id = :workspaceId and u.email = :exact)
           or exists (select from invitations where workspace_id = :workspaceId and email = :exact) as found`,
      { workspaceId, exact },
    ),
  );
  return row?.found ?? false;
}

/** Finds the idempotency key of a transactional send. Keys expire after a day. */
export async function findIdempotencyKey(
  database: Database,
  workspaceId: string,
  sendId: string,
): Promise<string | null> {
  const row = await database('idempotency_records')
    .where({ workspace_id: workspaceId, send_id: sendId })
    .whereRaw('expires_at > now()')
    .first<{ key: string } | undefined>({ key: 'idempotency_key' });
  return row?.key ?? null;
}

function between(query: Query, { since, before }: MessageFilter, cursor: string | null): Query {
  if (since !== undefined) void query.where('s.id', '>=', firstIdAt('send', since.getTime()));
  if (before !== undefined) void query.where('s.id', '<', firstIdAt('send', before.getTime()));
  if (cursor !== null) void query.where('s.id', '<', cursor);
  return query;
}

/** Finds the id at which a page stops: the last of the rows that it examines. Null if there are fewer. */
async function floorOf(query: Query): Promise<string | null> {
  const row = await query
    .orderBy('s.id', 'desc')
    .offset(examinedMessages - 1)
    .limit(1)
    .first<{ id: string } | undefined>({ id: 's.id' });
  return row?.id ?? null;
}

type Condition = (query: Query) => Query;

/** Splits a filter: the first condition with an index in the order of the list, and the others. */
function conditionsOf(filter: MessageFilter): { indexed: Condition[]; others: Condition[] } {
  const { kinds, state, recipient, journeyId, communicationId } = filter;
  const indexed: Condition[] = [];
  const others: Condition[] = [];
  if (recipient?.exact !== null && recipient !== undefined) {
    const { exact } = recipient;
    indexed.push((query) => query.whereRaw('lower(btrim(s.recipient)) = ?', [exact]));
  }
  if (journeyId !== undefined) indexed.push((query) => query.where('s.journey_id', journeyId));
  if (communicationId !== undefined) indexed.push((query) => query.where('s.communication_id', communicationId));
  if (state !== undefined) (isRare(state) ? indexed : others).push((query) => inState[state](query));
  if (kinds.length < 3)
    (isSingle(kinds) ? indexed : others).push((query) => query.whereIn('s.kind', storedKinds(kinds)));
  if (recipient?.exact === null) others.push((query) => query.where((either) => matchesPart(either, recipient.like)));
  return { indexed: indexed.slice(0, 1), others: [...indexed.slice(1), ...others] };
}

/** Whether an index has the messages of these kinds in order. */
const isSingle = (kinds: MessageFilter['kinds']): boolean => kinds.length === 1 && kinds[0] !== 'journey';

const storedKinds = (kinds: MessageFilter['kinds']): string[] =>
  kinds.flatMap((kind) => (kind === 'notice' ? ['notice', 'digest'] : [kind]));

/** The states with an index. */
const isRare = (state: MessageState): boolean => !['queued', 'sent', 'delivered'].includes(state);

const withoutReports = (query: Query): Query =>
  query.whereNull('s.complained_at').whereNull('s.bounced_at').whereNull('s.delivered_at');

/** The conditions of each state, as `stateOfSend` (domain/messages/message-log.ts) decides it. */
const inState: Record<MessageState, Condition> = {
  complained: (query) => query.whereNotNull('s.complained_at'),
  bounced: (query) => query.whereNotNull('s.bounced_at').whereNull('s.complained_at'),
  delivered: (query) => query.whereNotNull('s.delivered_at').whereNull('s.bounced_at').whereNull('s.complained_at'),
  queued: (query) => withoutReports(query).whereIn('s.status', ['queued', 'sending']),
  sent: (query) => withoutReports(query).where('s.status', 'sent'),
  unknown: (query) => withoutReports(query).where('s.status', 'unknown'),
  skipped: (query) => withoutReports(query).where('s.status', 'failed').whereIn('s.failure', skipFailures),
  failed: (query) =>
    withoutReports(query)
      .where('s.status', 'failed')
      .where((either) => either.whereNull('s.failure').orWhereNotIn('s.failure', skipFailures)),
};

/** A notice stores the id of its recipient, so its address is found there. */
const noticeTo = `s.notice is not null and (
  exists (select from users u where u.id = s.notice ->> 'userId' and u.email like ?)
  or exists (select from invitations i where i.workspace_id = s.workspace_id and i.id = s.notice ->> 'invitationId' and i.email like ?)
  or exists (select from password_resets r join users u on u.id = r.user_id where r.id = s.notice ->> 'resetId' and u.email like ?))`;

const matchesPart = (query: Query, like: string): Query =>
  query.whereRaw('lower(s.recipient) like ?', [like]).orWhereRaw(noticeTo, [like, like, like]);

/** The notices to an exact address, which the index of addresses does not have. */
function noticeBranch(filter: MessageFilter, query: Query): Query[] {
  const { kinds, recipient, state, journeyId, communicationId } = filter;
  const isPossible = journeyId === undefined && communicationId === undefined && kinds.includes('notice');
  if (recipient === undefined || recipient.exact === null || !isPossible) return [];
  const { like } = recipient;
  const notices = query.whereIn('s.kind', ['notice', 'digest']).whereRaw(noticeTo, [like, like, like]);
  return [state === undefined ? notices : inState[state](notices)];
}

/** Adds names and times to sends. */
const presented = (database: Database, sends: Query) =>
  sends
    .leftJoin('executions as e', { 'e.workspace_id': 's.workspace_id', 'e.id': 's.execution_id' })
    .leftJoin('journeys as j', { 'j.workspace_id': 'e.workspace_id', 'j.id': 'e.journey_id' })
    .leftJoin('end_users as p', { 'p.workspace_id': 's.workspace_id', 'p.id': 's.end_user_id' })
    .joinRaw(ownerOfAddress)
    .leftJoin('communications as c', { 'c.workspace_id': 's.workspace_id', 'c.id': 's.communication_id' })
    .leftJoin('journey_version_contents as f', {
      'f.workspace_id': 'e.workspace_id',
      'f.journey_id': 'e.journey_id',
      'f.version': 'e.version',
      'f.communication_id': 's.communication_id',
    })
    .leftJoin('communication_contents as k', { 'k.workspace_id': 'f.workspace_id', 'k.hash': 'f.content_hash' })
    .select<SentMessage[]>(database.raw(columns));

const ownerOfAddress = `left join end_users o
  on s.kind = 'transactional' and o.workspace_id = s.workspace_id and o.email = lower(btrim(s.recipient))`;

const columns = `s.id, s.kind, s.status, s.failure, coalesce(s.subject, k.content -> 'slots' ->> 'subject') as subject,
  s.communication_id as "communicationId", c.name as "communicationName", e.journey_id as "journeyId",
  j.name as "journeyName", s.execution_id as "executionId", s.step_id as "stepId", coalesce(p.id, o.id) as "endUserId",
  s.notice ->> 'template' as template, s.mode, s.created_at as "createdAt", s.provider_started_at as "providerStartedAt",
  s.sent_at as "sentAt", s.delivered_at as "deliveredAt", s.bounced_at as "bouncedAt", s.complained_at as "complainedAt",
  s.resends, s.provider_message_id as "providerMessageId", s.warnings,
  (select min(v.at) from send_events v where v.workspace_id = s.workspace_id and v.send_id = s.id
      and v.kind = 'open' and not v.automated) as "openedAt",
  (select min(v.at) from send_events v where v.workspace_id = s.workspace_id and v.send_id = s.id
      and v.kind = 'click' and not v.automated) as "clickedAt",
  case when s.notice is null then s.recipient else coalesce(
    (select u.email from users u where u.id = s.notice ->> 'userId'),
    (select i.email from invitations i where i.workspace_id = s.workspace_id and i.id = s.notice ->> 'invitationId'),
    (select u.email from password_resets r join users u on u.id = r.user_id where r.id = s.notice ->> 'resetId')
  ) end as recipient`;
