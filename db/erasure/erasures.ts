import { randomBytes } from 'node:crypto';
import type { ConfigurationMention } from '../../domain/erasure/configuration';
import { pseudonymOf } from '../../domain/erasure/erased';
import { acquireLock } from '../connection/advisory-locks';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Erasures of people. The request starts an erasure, a workflow continues it, and its record is kept without the
 * person.
 */

export type ErasureStage = 'runs' | 'workflows' | 'records' | 'events' | 'done';

export interface Erasure {
  workspaceId: string;
  id: string;
  status: 'running' | 'completed' | 'failed';
  stage: ErasureStage;
  /** The person; null after the erasure is completed. */
  endUserId: string | null;
  email: string | null;
  externalIds: string[];
  /** Replaces the person in rows that stay; null after the erasure is completed. */
  pseudonym: string | null;
  executions: number;
  records: number;
  events: number;
  failure: string | null;
  /** Configuration that still named the person when the erasure was completed. */
  mentions: ConfigurationMention[];
  requestedAt: Date;
  completedAt: Date | null;
}

const columns = `workspace_id as "workspaceId", id, status, stage, end_user_id as "endUserId", email,
  external_ids as "externalIds", pseudonym, executions, records, events, failure, mentions, requested_at as "requestedAt",
  completed_at as "completedAt"`;

/** Finds an erasure by its id, which is unique across workspaces. */
export async function findErasure(database: Database, id: string): Promise<Erasure | null> {
  const [row] = await rowsOf<Erasure>(database.raw(`select ${columns} from erasures where id = ?`, [id]));
  return row ?? null;
}

/** Finds an erasure of a workspace. */
export async function findErasureOf(database: Database, workspaceId: string, id: string): Promise<Erasure | null> {
  const erasure = await findErasure(database, id);
  return erasure?.workspaceId === workspaceId ? erasure : null;
}

/** Lists one page of erasures, newest first. */
export async function listErasures(database: Database, workspaceId: string, page: IdPage): Promise<Erasure[]> {
  const query = database('erasures').where({ workspace_id: workspaceId });
  return newestPage(query, page).select<Erasure[]>(database.raw(columns));
}

/** The person to erase: by our own id, or by address, trimmed and in lower case. */
export type Subject = { workspaceId: string } & ({ endUserId: string } | { email: string });

/** The person of an erasure. An unknown person has only the given name. */
export interface ErasedPerson {
  workspaceId: string;
  endUserId: string | null;
  email: string | null;
  externalIds: string[];
}

/** Serializes requests for the same person until the transaction ends. */
export async function lockErasures(transaction: Database, workspaceId: string): Promise<void> {
  await acquireLock(transaction, `erasures ${workspaceId}`);
}

/** Finds the person and locks them against changes and other erasures until the transaction ends. */
export async function lockPerson(transaction: Database, subject: Subject): Promise<ErasedPerson | null> {
  const row = await transaction('end_users')
    .where({ workspace_id: subject.workspaceId })
    .where('email' in subject ? { email: subject.email } : { id: subject.endUserId })
    .forUpdate()
    .first<{ id: string; email: string | null } | undefined>('id', 'email');
  if (row === undefined) return null;
  const externalIds = await transaction('end_user_external_ids')
    .where({ workspace_id: subject.workspaceId, end_user_id: row.id })
    .pluck<string[]>('external_id');
  return {
    workspaceId: subject.workspaceId,
    endUserId: row.id,
    email: row.email,
    externalIds,
  };
}

export async function findErasureByName(
  transaction: Database,
  workspaceId: string,
  hash: Buffer,
): Promise<Erasure | null> {
  const row = await transaction('erased_names')
    .where({ workspace_id: workspaceId, hash })
    .first<{ id: string } | undefined>('erasure_id as id');
  return row === undefined ? null : findErasure(transaction, row.id);
}

export async function restartErasure(transaction: Database, { workspaceId, id }: Erasure): Promise<void> {
  await transaction('erasures').where({ workspace_id: workspaceId, id }).update({ status: 'running', failure: null });
}

/**
 * Stores an erasure.
 * @returns its id
 */
export async function insertErasure(
  transaction: Database,
  { workspaceId, endUserId, email, externalIds }: ErasedPerson,
): Promise<string> {
  const id = newId('erasure');
  await transaction('erasures').insert({
    workspace_id: workspaceId,
    id,
    end_user_id: endUserId,
    email,
    external_ids: externalIds,
    pseudonym: pseudonymOf(randomBytes(16)),
  });
  return id;
}

/** Stores hashes of a person's names, so that they are recognized as erased. */
export async function insertErasedNames(
  transaction: Database,
  { workspaceId, id }: Pick<Erasure, 'workspaceId' | 'id'>,
  hashes: readonly Buffer[],
): Promise<void> {
  const distinct = new Map(hashes.map((hash) => [hash.toString('hex'), hash]));
  await transaction('erased_names')
    .insert([...distinct.values()].map((hash) => ({ workspace_id: workspaceId, hash, erasure_id: id })))
    .onConflict(['workspace_id', 'hash'])
    .merge(['erasure_id']);
}

/** Records the current stage and progress: executions as a total, rows and events as increments. */
export async function noteProgress(
  database: Database,
  { workspaceId, id }: Pick<Erasure, 'workspaceId' | 'id'>,
  { stage, ...done }: { stage: ErasureStage; executions?: number; records?: number; events?: number },
): Promise<void> {
  await database.raw(
    `update erasures set stage = ?, executions = greatest(executions, ?), records = records + ?, events = events + ?
      where workspace_id = ? and id = ? and status = 'running'`,
    [stage, done.executions ?? 0, done.records ?? 0, done.events ?? 0, workspaceId, id],
  );
}

/** Marks an erasure that cannot continue as failed. Requesting it again resumes it. */
export async function failErasure(database: Database, workspaceId: string, id: string, failure: string): Promise<void> {
  await database('erasures')
    .where({ workspace_id: workspaceId, id, status: 'running' })
    .update({ status: 'failed', failure: failure.slice(0, 500) });
}

/** Lists running erasures without a command in the outbox to start them. */
export function listUnqueuedErasures(
  database: Database,
  limit: number,
): Promise<Pick<Erasure, 'workspaceId' | 'id'>[]> {
  return rowsOf(
    database.raw(
      `select e.workspace_id as "workspaceId", e.id from erasures e
        where e.status = 'running' and e.requested_at < now() - interval '5 minutes'
          and not exists (select 1 from outbox o where o.workspace_id = e.workspace_id
                             and o.kind = 'start_erasure' and o.subject_id = e.id)
        order by e.requested_at limit ?`,
      [limit],
    ),
  );
}

/**
 * Deletes the person and the pseudonym from an erasure, and stores the configuration that still names the person.
 * @returns whether it was running
 */
export async function settleErasure(
  transaction: Database,
  { workspaceId, id }: Pick<Erasure, 'workspaceId' | 'id'>,
  mentions: readonly ConfigurationMention[],
): Promise<boolean> {
  const completed = await transaction('erasures')
    .where({ workspace_id: workspaceId, id, status: 'running' })
    .update({
      status: 'completed',
      stage: 'done',
      completed_at: transaction.fn.now(),
      end_user_id: null,
      email: null,
      external_ids: [],
      pseudonym: null,
      mentions: JSON.stringify(mentions),
    });
  if (completed === 0) return false;
  await transaction('erasure_visitors').where({ workspace_id: workspaceId, erasure_id: id }).delete();
  return true;
}

/** Lists the journeys that the person was in, including as part of the holdout group, by the pseudonym. */
export async function findJourneysOfErased(
  database: Database,
  workspaceId: string,
  pseudonym: string | null,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw(
      `select j.id from journeys j where j.workspace_id = ? and exists (
         select from journey_subjects s where s.workspace_id = j.workspace_id and s.journey_id = j.id and s.end_user_id = ?)
        order by j.id`,
      [workspaceId, pseudonym],
    ),
  );
  return rows.map(({ id }) => id);
}
