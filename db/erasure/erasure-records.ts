import { spellingsOf } from '../../domain/email/address';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Erasure } from './erasures';

/**
 * Rows, other than events, of a person being erased. Rows that are counted stay under the pseudonym; others are
 * deleted. Every statement can be repeated, because it finds the remaining rows.
 */

/** Executions renamed per transaction. */
const chunk = 500;

const changed = async (result: PromiseLike<unknown>): Promise<number> => (await rowsOf(result)).length;

/** Removes the names from suppressions, rejected events and unreadable reports. */
export async function removeMentions(database: Database, erasure: Erasure): Promise<number> {
  const { workspaceId, email } = erasure;
  let rows = 0;
  if (email !== null) {
    rows += await removeAddress(database, workspaceId, email);
    // A report that could not be read belongs to no workspace.
    rows += await changed(
      database.raw(
        `delete from unreadable_feedback f where exists (
           select from unnest(?::text[]) as n (needle) where position(needle in lower(f.message)) > 0)
         returning 1`,
        [spellingsOf(email)],
      ),
    );
  }
  const visitors = await database('erasure_visitors')
    .where({ workspace_id: workspaceId, erasure_id: erasure.id })
    .pluck<string[]>('visitor_id');
  const ids = [erasure.endUserId ?? [], erasure.externalIds, visitors].flat();
  // Match ids as whole JSON strings, because a short id can be part of any text.
  const needles = [...ids.map((id) => JSON.stringify(id).toLowerCase()), ...(email === null ? [] : spellingsOf(email))];
  return (
    rows +
    (await changed(
      database.raw(
        `delete from rejected_events r where workspace_id = ? and exists (
           select from unnest(?::text[]) as n (needle) where position(needle in lower(r.payload || ' ' || r.envelope::text)) > 0)
         returning 1`,
        [workspaceId, needles],
      ),
    ))
  );
}

/**
 * Returns whether an address appears where {@link removeMentions} would find it. A completed erasure cannot have
 * removed mentions that were added later.
 */
export async function isAddressMentioned(database: Database, workspaceId: string, email: string): Promise<boolean> {
  const [row] = await rowsOf<{ mentioned: boolean }>(
    database.raw(
      `select exists (select from suppressions where workspace_id = ? and email = ?)
           or exists (select from sends where workspace_id = ? and kind = 'transactional' and lower(btrim(recipient)) = ?)
           or exists (
             select from rejected_events r, unnest(?::text[]) as n (needle)
              where r.workspace_id = ? and position(needle in lower(r.payload || ' ' || r.envelope::text)) > 0) as mentioned`,
      [workspaceId, email, workspaceId, email, spellingsOf(email), workspaceId],
    ),
  );
  return row?.mentioned ?? false;
}

/**
 * Deletes the suppression of the address and the idempotency keys of sends to it: a caller chose the text of the keys,
 * and their responses name the message. Transactional sends stay, without the caller's content.
 */
async function removeAddress(database: Database, workspaceId: string, email: string): Promise<number> {
  // Delete keys while the sends can still be found by address. Lock keys in order, as sends do.
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
  const sentTo = database('sends')
    .where({ workspace_id: workspaceId })
    .whereRaw('lower(btrim(recipient)) = ?', [email]);
  await database('send_events')
    .where({ workspace_id: workspaceId })
    .whereIn('send_id', sentTo.clone().select('id'))
    .whereNotNull('diagnostic')
    .update({ diagnostic: null });
  // A message of a journey to the earlier address of another person.
  await sentTo.where({ kind: 'journey' }).update({ recipient: null });
  const sends = await database('sends')
    .where({ workspace_id: workspaceId, kind: 'transactional' })
    .whereRaw('lower(btrim(recipient)) = ?', [email])
    .update({ recipient: 'erased', subject: 'erased', tags: null, provider_message_id: null });
  return keys + suppressions + sends;
}

/**
 * Renames executions first and locks them, because writers take the person of an execution from its row. The event that
 * started it is removed, because it is personal data too.
 */
export async function renameRuns(
  transaction: Database,
  { workspaceId, endUserId, pseudonym }: Erasure,
): Promise<number> {
  const runs = await rowsOf<{ id: string }>(
    transaction.raw(
      `update executions e set end_user_id = :pseudonym, event_data = '{}', idempotency_key = null, failure_message = null,
                               event_id = case when event_id like 'key:%' then 'erased:' || e.id else event_id end
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
    .update({ end_user_id: pseudonym, provider_message_id: null, recipient: null });
  return ids.length;
}

const named = ({ workspaceId, endUserId, pseudonym }: Erasure) => ({ workspaceId, endUserId, pseudonym });

/** Searches each journey of the workspace through its index, because there is no index by person. */
export function renameSubject(
  database: Database,
  erasure: Erasure,
  table: 'journey_subjects' | 'journey_arm_subjects',
): Promise<number> {
  return changed(
    database.raw(
      `update :table: set end_user_id = :pseudonym
        where workspace_id = :workspaceId and end_user_id = :endUserId
          and journey_id = any(array(select id from journeys where workspace_id = :workspaceId))
       returning 1`,
      { ...named(erasure), table },
    ),
  );
}

/** Keeps event ids, which identify no person, and replaces keys that a caller chose, because they may. */
export function renameEntries(database: Database, erasure: Erasure): Promise<number> {
  return changed(
    database.raw(
      `update journey_entries
          set end_user_id = :pseudonym,
              cause = case when cause like 'key:%' then 'erased:' || coalesce(execution_id, gen_random_uuid()::text)
                           else cause end
        where workspace_id = :workspaceId and end_user_id = :endUserId
          and journey_id = any(array(select id from journeys where workspace_id = :workspaceId))
       returning 1`,
      named(erasure),
    ),
  );
}

export function renameSends(database: Database, { workspaceId, endUserId, pseudonym }: Erasure): Promise<number> {
  return database('sends')
    .where({ workspace_id: workspaceId, end_user_id: endUserId })
    .update({ end_user_id: pseudonym, provider_message_id: null, recipient: null });
}

/**
 * Replaces the person in the audit log with the pseudonym; actors, actions and times stay. The log's trigger allows no
 * other change.
 */
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
  const ofVisitors = await changed(
    transaction.raw(
      `with theirs as materialized (
         select visitor_id, pseudonym from erasure_visitors where workspace_id = :workspaceId and erasure_id = :erasureId)
       update audit_entries a
          set subject_id = coalesce((select pseudonym from theirs where visitor_id = a.subject_id), a.subject_id),
              metadata = a.metadata
                || case when a.metadata ->> 'leadId' = :endUserId
                        then jsonb_build_object('leadId', cast(:pseudonym as text)) else '{}' end
                || case when a.metadata ->> 'previousLeadId' = :endUserId
                        then jsonb_build_object('previousLeadId', cast(:pseudonym as text)) else '{}' end
        where a.workspace_id = :workspaceId and a.subject_type = 'visitor'
          and (a.subject_id in (select visitor_id from theirs) or a.metadata ->> 'leadId' = :endUserId
               or a.metadata ->> 'previousLeadId' = :endUserId)
       returning 1`,
      { workspaceId, endUserId, pseudonym, erasureId },
    ),
  );
  return ofJourneys + ofVisitors;
}
