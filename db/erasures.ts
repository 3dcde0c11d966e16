import { randomBytes } from 'node:crypto';
import { erasedNameHash, pseudonymOf, type ErasableName } from '../domain/erasure/erased';
import { recordAudit } from './audit';
import { newId, rowsOf, type Database } from './connection';
import { cancelRunsOfErased, detachVisitors } from './erasure-begin';
import { enqueue } from './outbox';

/** Erasures of people: begun with the request, carried on by a workflow, and kept without the person. */

export type ErasureStage = 'runs' | 'workflows' | 'records' | 'events' | 'done';

export interface Erasure {
  workspaceId: string;
  id: string;
  status: 'running' | 'completed' | 'failed';
  stage: ErasureStage;
  /** The person, until the erasure is completed. */
  endUserId: string | null;
  email: string | null;
  externalIds: string[];
  /** What stands for the person in rows that stay, until the erasure is completed. */
  pseudonym: string | null;
  executions: number;
  records: number;
  events: number;
  failure: string | null;
  requestedAt: Date;
  completedAt: Date | null;
}

const columns = `workspace_id as "workspaceId", id, status, stage, end_user_id as "endUserId", email,
  external_ids as "externalIds", pseudonym, executions, records, events, failure, requested_at as "requestedAt",
  completed_at as "completedAt"`;

/** An erasure by its id, which is unique over all workspaces. */
export async function findErasure(database: Database, id: string): Promise<Erasure | null> {
  const [row] = await rowsOf<Erasure>(database.raw(`select ${columns} from erasures where id = ?`, [id]));
  return row ?? null;
}

/** Whom to erase: by our own id, or by the address, trimmed and in lower case. */
export type Subject = { workspaceId: string } & ({ endUserId: string } | { email: string });

/**
 * Begins an erasure, all of it or nothing: from the commit on the person is gone, nothing can start for them, their runs are being
 * ended, and their names are known as erased. Somebody unknown is erased, too, as traces may be left. One who was erased before
 * gets the erasure of then; one that failed is taken up again.
 * @param pepper the installation's secret for hashes
 */
export async function beginErasure(database: Database, pepper: string, subject: Subject): Promise<Erasure> {
  const { workspaceId } = subject;
  const id = await database.transaction(
    async (transaction) => {
      // Two requests for one person follow each other.
      await transaction.raw(`select pg_advisory_xact_lock(hashtextextended('erasures ' || ?, 0))`, [workspaceId]);
      const person = await lockPerson(transaction, subject);
      if (person === null) {
        const earlier = await findByName(transaction, erasedNameHash(pepper, nameOf(subject)), workspaceId);
        if (earlier !== null) return resume(transaction, earlier);
      }
      return begin(transaction, pepper, person ?? unknownPerson(subject));
    },
    { isolationLevel: 'read committed' },
  );
  return (await findErasure(database, id)) as Erasure;
}

interface Person {
  workspaceId: string;
  endUserId: string | null;
  email: string | null;
  externalIds: string[];
}

const nameOf = (subject: Subject): ErasableName =>
  'email' in subject
    ? { workspaceId: subject.workspaceId, kind: 'email', value: subject.email }
    : { workspaceId: subject.workspaceId, kind: 'id', value: subject.endUserId };

const unknownPerson = (subject: Subject): Person => ({
  workspaceId: subject.workspaceId,
  endUserId: 'endUserId' in subject ? subject.endUserId : null,
  email: 'email' in subject ? subject.email : null,
  externalIds: [],
});

async function lockPerson(transaction: Database, subject: Subject): Promise<Person | null> {
  const row = await transaction('end_users')
    .where({ workspace_id: subject.workspaceId })
    .where('email' in subject ? { email: subject.email } : { id: subject.endUserId })
    .forUpdate()
    .first<{ id: string; email: string | null } | undefined>('id', 'email');
  if (row === undefined) return null;
  const external = await transaction('end_user_external_ids')
    .where({ workspace_id: subject.workspaceId, end_user_id: row.id })
    .select<{ external_id: string }[]>('external_id');
  return {
    workspaceId: subject.workspaceId,
    endUserId: row.id,
    email: row.email,
    externalIds: external.map(({ external_id }) => external_id),
  };
}

async function findByName(transaction: Database, hash: Buffer, workspaceId: string): Promise<Erasure | null> {
  const row = await transaction('erased_names')
    .where({ workspace_id: workspaceId, hash })
    .first<{ erasure_id: string } | undefined>('erasure_id');
  return row === undefined ? null : findErasure(transaction, row.erasure_id);
}

async function resume(transaction: Database, { workspaceId, id, status }: Erasure): Promise<string> {
  if (status !== 'failed') return id;
  await transaction('erasures').where({ workspace_id: workspaceId, id }).update({ status: 'running', failure: null });
  await enqueue(transaction, [{ workspaceId, kind: 'start_erasure', subjectId: id }]);
  return id;
}

async function begin(transaction: Database, pepper: string, person: Person): Promise<string> {
  const { workspaceId, endUserId, email, externalIds } = person;
  const id = newId('erasure');
  await transaction('erasures').insert({
    workspace_id: workspaceId,
    id,
    end_user_id: endUserId,
    email,
    external_ids: externalIds,
    pseudonym: pseudonymOf(randomBytes(16)),
  });
  await rememberNames(transaction, pepper, person, id);
  if (endUserId !== null) {
    await cancelRunsOfErased(transaction, workspaceId, endUserId);
    await detachVisitors(transaction, { workspaceId, endUserId, erasureId: id });
    await transaction('end_users').where({ workspace_id: workspaceId, id: endUserId }).delete();
  }
  await enqueue(transaction, [{ workspaceId, kind: 'start_erasure', subjectId: id }]);
  const entry = { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor: 'system' } as const;
  await recordAudit(transaction, [{ ...entry, action: 'end_user.erasure_requested', metadata: { erasureId: id } }]);
  return id;
}

async function rememberNames(
  transaction: Database,
  pepper: string,
  { workspaceId, endUserId, email, externalIds }: Person,
  erasureId: string,
): Promise<void> {
  const ids = endUserId === null ? externalIds : [endUserId, ...externalIds];
  const names: ErasableName[] = ids.map((value) => ({ workspaceId, kind: 'id', value }));
  if (email !== null) names.push({ workspaceId, kind: 'email', value: email });
  const hashes = new Map(names.map((name) => erasedNameHash(pepper, name)).map((hash) => [hash.toString('hex'), hash]));
  await transaction('erased_names')
    .insert([...hashes.values()].map((hash) => ({ workspace_id: workspaceId, hash, erasure_id: erasureId })))
    .onConflict(['workspace_id', 'hash'])
    .merge(['erasure_id']);
}

/** Notes what is being done, and what was: runs altogether, rows and events in addition. */
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

/** Ends an erasure that cannot go on. Requesting it again takes it up. */
export async function failErasure(database: Database, workspaceId: string, id: string, failure: string): Promise<void> {
  await database('erasures')
    .where({ workspace_id: workspaceId, id, status: 'running' })
    .update({ status: 'failed', failure: failure.slice(0, 500) });
}

/** Queues the start of erasures that no command waits for: one whose workflow is known goes on there. @returns how many */
export async function requeueRunningErasures(database: Database, limit: number): Promise<number> {
  return database.transaction(async (transaction) => {
    const running = await rowsOf<{ workspace_id: string; id: string }>(
      transaction.raw(
        `select e.workspace_id, e.id from erasures e
          where e.status = 'running' and e.requested_at < now() - interval '5 minutes'
            and not exists (select 1 from outbox o where o.workspace_id = e.workspace_id
                               and o.kind = 'start_erasure' and o.subject_id = e.id)
          order by e.requested_at limit ?`,
        [limit],
      ),
    );
    await enqueue(
      transaction,
      running.map(({ workspace_id, id }) => ({ workspaceId: workspace_id, kind: 'start_erasure', subjectId: id })),
    );
    return running.length;
  });
}
