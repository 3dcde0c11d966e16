import { erasedText, type Mentions } from '../../domain/erasure/mentions';
import { allowLongStatements } from '../connection/statement-limits';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Erasure } from './erasures';

/**
 * Removes mentions of a person being erased from rows of others: texts that callers and providers wrote. Only rows that
 * name the person are locked.
 */

/** Returns the condition that a text names the person. */
export const namesPerson = (text: string): string =>
  `(lower(${text}) like any (cast(:likes as text[])) and ${text} ~* cast(:pattern as text))`;

/** Returns the text without the names. */
export const withoutNames = (text: string): string =>
  `regexp_replace(${text}, cast(:pattern as text), '${erasedText}', 'gi')`;

/** Returns a jsonb column without the names. The names contain no character that JSON would escape. */
export const jsonWithoutNames = (column: string): string => `cast(${withoutNames(`${column}::text`)} as jsonb)`;

/** Returns an update of rows that name the person. */
const update = (table: string, where: string, set: string): string =>
  `update ${table} t set ${set} where t.workspace_id = :workspaceId and ${where} returning 1`;

const texts = (table: string, ...columns: string[]): string[] =>
  columns.map((column) => update(table, namesPerson(`t.${column}`), `${column} = ${withoutNames(`t.${column}`)}`));

/** Returns a deletion of rows that name the person in one of these texts. */
const removal = (table: string, ...columns: string[]): string =>
  `delete from ${table} t where t.workspace_id = :workspaceId and (${columns.map(namesPerson).join(' or ')}) returning 1`;

const documents = (table: string, column: string, condition = 'true'): string =>
  update(
    table,
    `${condition} and ${namesPerson(`t.${column}::text`)}`,
    `${column} = ${jsonWithoutNames(`t.${column}`)}`,
  );

/**
 * Statements for rows of other people, except the audit log. The order matters, because keys are locked before sends.
 */
const statements: string[] = [
  removal('rejected_events', 't.payload', 't.envelope::text'),
  removal('people_import_rows', 't.fields::text'),
  removal('idempotency_records', 't.idempotency_key', 't.answer::text'),
  removal('event_messages', 't.message_id'),
  // A message to another person stays; its subject shows that it was changed.
  update(
    'sends',
    `(${namesPerson('t.subject')} or ${namesPerson('t.tags::text')})`,
    `subject = case when t.subject is not null then '${erasedText}' end, tags = null`,
  ),
  ...texts('sends', 'failure'),
  documents('sends', 'notice'),
  ...texts('send_events', 'url', 'detail', 'diagnostic'),
  documents('end_users', 'attributes'),
  documents('person_changes', 'changes'),
  documents('executions', 'event_data'),
  update(
    'executions',
    `(${namesPerson('t.idempotency_key')} or ${namesPerson('t.event_id')})`,
    `idempotency_key = null, event_id = case when t.event_id like 'key:%' then 'erased:' || t.id else t.event_id end`,
  ),
  ...texts('executions', 'exit_reason'),
  update(
    'journey_entries',
    namesPerson('t.cause'),
    `cause = 'erased:' || coalesce(t.execution_id, gen_random_uuid()::text)`,
  ),
  // An open wait still needs its condition; the version that contains it is listed as a mention.
  documents('execution_steps', 'awaits_where', 't.left_at is not null'),
  ...texts('webhook_tries', 'failure'),
  ...texts('outbox', 'last_error'),
  ...texts('visitor_links', 'source'),
  ...texts('visitor_touches', 'campaign'),
  documents('digests', 'summary'),
];

/** Adds visitors with an id that names the person to the visitors to rename. */
const namedVisitors = `
  insert into erasure_visitors (workspace_id, erasure_id, visitor_id, pseudonym)
  select :workspaceId, :id, v.visitor_id, 'erased_' || replace(gen_random_uuid()::text, '-', '')
    from (select distinct visitor_id from visitor_links t
           where t.workspace_id = :workspaceId and ${namesPerson('t.visitor_id')}) v
  on conflict do nothing`;

const renameLinks = `
  update visitor_links l set visitor_id = v.pseudonym from erasure_visitors v
   where v.workspace_id = :workspaceId and v.erasure_id = :id
     and l.workspace_id = v.workspace_id and l.visitor_id = v.visitor_id returning 1`;

const changed = async (result: PromiseLike<unknown>): Promise<number> => (await rowsOf(result)).length;

/** Number of statements that {@link eraseMention} can run. */
export const mentionStatements = statements.length;

/**
 * Runs one of the statements. Safe to repeat.
 * @returns the number of changed or deleted rows
 */
export async function eraseMention(
  transaction: Database,
  { workspaceId }: Erasure,
  mentions: Mentions,
  index: number,
): Promise<number> {
  await allowLongStatements(transaction);
  // The history of attributes must not keep the names.
  await transaction.raw(`set local apex.erasing = 'on'`);
  return changed(transaction.raw(statements[index] ?? '', { workspaceId, ...mentions }));
}

/** Removes the names from visitor ids, and with them from the audit log. */
export async function eraseFromLinksAndLog(
  transaction: Database,
  { workspaceId, id }: Erasure,
  mentions: Mentions,
): Promise<number> {
  const values = { workspaceId, id, ...mentions };
  await allowLongStatements(transaction);
  await transaction.raw(namedVisitors, values);
  const links = await changed(transaction.raw(renameLinks, values));
  await transaction.raw(`set local apex.erasing = 'on'`);
  return links + (await changed(transaction.raw(documents('audit_entries', 'metadata'), values)));
}
