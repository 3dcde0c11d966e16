import { spellingsOf } from '../../domain/email/address';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Erasure } from './erasures';

/**
 * The rows of a person who is being erased, other than events. Rows that are counted stay, under the pseudonym; others go. Every
 * statement may be repeated: it finds what is left.
 */

/** Runs renamed in one transaction. */
const chunk = 500;

const changed = async (result: PromiseLike<unknown>): Promise<number> => (await rowsOf(result)).length;

/** The names, however they got there: a suppressed address, and refused events, which were kept as they came. */
export async function removeMentions(database: Database, erasure: Erasure): Promise<number> {
  const { workspaceId, email } = erasure;
  let rows = 0;
  if (email !== null) rows += await removeAddress(database, workspaceId, email);
  const visitors = await database('erasure_visitors')
    .where({ workspace_id: workspaceId, erasure_id: erasure.id })
    .pluck<string[]>('visitor_id');
  const ids = [erasure.endUserId ?? [], erasure.externalIds, visitors].flat();
  // Ids as whole JSON strings, as a short one may be a part of anything.
  const needles = [...ids.map((id) => JSON.stringify(id).toLowerCase()), ...(email === null ? [] : spellingsOf(email))];
  return (
    rows +
    (await changed(
      database.raw(`delete from rejected_events r where workspace_id = ? and ${isNamedIn('r')} returning 1`, [
        workspaceId,
        needles,
      ]),
    ))
  );
}

/** Whether a refused event holds one of the needles that are bound in its place. */
const isNamedIn = (events: string): string => `exists (
  select from unnest(?::text[]) as n (needle)
   where position(needle in lower(${events}.payload || ' ' || ${events}.envelope::text)) > 0)`;

/** Whether an address stands where {@link removeMentions} would find it: an erasure of before cannot have removed what came after it. */
export async function isAddressMentioned(database: Database, workspaceId: string, email: string): Promise<boolean> {
  const [row] = await rowsOf<{ mentioned: boolean }>(
    database.raw(
      `select exists (select from suppressions where workspace_id = ? and email = ?)
           or exists (select from sends where workspace_id = ? and kind = 'transactional' and lower(btrim(recipient)) = ?)
           or exists (select from rejected_events r where workspace_id = ? and ${isNamedIn('r')}) as mentioned`,
      [workspaceId, email, workspaceId, email, workspaceId, spellingsOf(email)],
    ),
  );
  return row?.mentioned ?? false;
}

/**
 * A suppression goes, and so do the Idempotency-Keys of sends to the address: a caller chose their text, and their answers name the
 * message. A transactional send stays, without what the caller said of it.
 */
async function removeAddress(database: Database, workspaceId: string, email: string): Promise<number> {
  // While the sends can still be found. Keys are locked in their order, as sends lock them.
  const keys = await changed(
    database.raw(
      `with theirs as materialized (
         select r.idempotency_key from idempotency_records r join sends s on s.workspace_id = r.workspace_id and s.id = r.send_id
          where r.workspace_id = :workspaceId and s.kind = 'transactional' and lower(btrim(s.recipient)) = :email
          order by r.idempotency_key for update of r
       )
       delete from idempotency_records
        where workspace_id = :workspaceId and idempotency_key in (select idempotency_key from theirs) returning 1`,
      { workspaceId, email },
    ),
  );
  const suppressions = await database('suppressions').where({ workspace_id: workspaceId, email }).delete();
  const sends = await database('sends')
    .where({ workspace_id: workspaceId, kind: 'transactional' })
    .whereRaw('lower(btrim(recipient)) = ?', [email])
    .update({ recipient: 'erased', subject: 'erased', tags: null, provider_message_id: null });
  return keys + suppressions + sends;
}

/** The runs first, and held: writers of a run take its person from the run. What started it is the person's, too. */
export async function renameRuns(
  transaction: Database,
  { workspaceId, endUserId, pseudonym }: Erasure,
): Promise<number> {
  const runs = await rowsOf<{ id: string }>(
    transaction.raw(
      `update executions e set end_user_id = :pseudonym, event_data = '{}', idempotency_key = null,
                               event_id = ${impersonalCause('event_id', 'e.id')}
        where workspace_id = :workspaceId and id in (
          select id from executions where workspace_id = :workspaceId and end_user_id = :endUserId order by id limit :chunk)
       returning id`,
      { workspaceId, endUserId, pseudonym, chunk },
    ),
  );
  const ids = runs.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await transaction('sends')
    .where({ workspace_id: workspaceId })
    .whereIn('execution_id', ids)
    .update({ end_user_id: pseudonym, provider_message_id: null });
  return ids.length;
}

/** An event's id identifies no person; a key that a caller chose may. */
const impersonalCause = (column: string, instead: string): string =>
  `case when ${column} like 'key:%' then 'erased:' || ${instead} else ${column} end`;

/** Every journey of the workspace is looked at by its index: there is none by person. */
const ofPerson = `t.workspace_id = :workspaceId and t.end_user_id = :endUserId and t.journey_id = any(array(
  select id from journeys where workspace_id = :workspaceId))`;

const named = ({ workspaceId, endUserId, pseudonym }: Erasure) => ({ workspaceId, endUserId, pseudonym });

export function renameSubject(
  database: Database,
  erasure: Erasure,
  table: 'journey_subjects' | 'journey_arm_subjects',
): Promise<number> {
  return changed(
    database.raw(`update ${table} t set end_user_id = :pseudonym where ${ofPerson} returning 1`, named(erasure)),
  );
}

export function renameEntries(database: Database, erasure: Erasure): Promise<number> {
  return changed(
    database.raw(
      `update journey_entries t set end_user_id = :pseudonym, cause = ${impersonalCause('cause', 'coalesce(execution_id, gen_random_uuid()::text)')}
        where ${ofPerson} returning 1`,
      named(erasure),
    ),
  );
}

export function renameSends(database: Database, { workspaceId, endUserId, pseudonym }: Erasure): Promise<number> {
  return database('sends')
    .where({ workspace_id: workspaceId, end_user_id: endUserId })
    .update({ end_user_id: pseudonym, provider_message_id: null });
}

/** The log keeps who did what and when; the person in it becomes the pseudonym. Its trigger lets nothing else through. */
export async function rewriteAudit(transaction: Database, erasure: Erasure): Promise<number> {
  const { workspaceId, endUserId, pseudonym, id: erasureId } = erasure;
  await transaction.raw(`set local apex.erasing = 'on'`);
  const ofJourneys = await changed(
    transaction.raw(
      `update audit_entries set metadata = metadata || jsonb_build_object('endUserId', cast(:pseudonym as text))
        where workspace_id = :workspaceId and metadata ->> 'endUserId' = :endUserId returning 1`,
      { workspaceId, endUserId, pseudonym },
    ),
  );
  const replaced = (field: string): string =>
    `case when a.metadata ->> '${field}' = :endUserId
          then jsonb_build_object('${field}', cast(:pseudonym as text)) else '{}' end`;
  const ofVisitors = await changed(
    transaction.raw(
      `with theirs as materialized (
         select visitor_id, pseudonym from erasure_visitors where workspace_id = :workspaceId and erasure_id = :erasureId)
       update audit_entries a
          set subject_id = coalesce((select pseudonym from theirs where visitor_id = a.subject_id), a.subject_id),
              metadata = a.metadata || ${replaced('leadId')} || ${replaced('previousLeadId')}
        where a.workspace_id = :workspaceId and a.subject_type = 'visitor'
          and (a.subject_id in (select visitor_id from theirs) or a.metadata ->> 'leadId' = :endUserId
               or a.metadata ->> 'previousLeadId' = :endUserId)
       returning 1`,
      { workspaceId, endUserId, pseudonym, erasureId },
    ),
  );
  return ofJourneys + ofVisitors;
}
