import type { RowConsent } from '../../domain/end-users/import/read-row';
import type { JsonObject } from '../../domain/json/schemas';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { inChunks } from '../connection/statements';
import { enqueue } from '../outbox/outbox';

/** An import of people from a file. */
export interface PeopleImport {
  workspaceId: string;
  id: string;
  status: 'receiving' | 'running' | 'completed' | 'undoing' | 'undone';
  dryRun: boolean;
  /** For all rows; null if the rows state it. */
  consent: RowConsent | null;
  actor: string;
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Of an undo: created people who were deleted, and who stayed. */
  removed: number;
  kept: number;
  createdAt: Date;
  completedAt: Date | null;
}

const columns = columnsOf<PeopleImport>()(
  'workspaceId',
  'id',
  'status',
  'dryRun',
  'consent',
  'actor',
  'total',
  'created',
  'updated',
  'unchanged',
  'rejected',
  'removed',
  'kept',
  'createdAt',
  'completedAt',
);

const imports = (database: Database, { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>) =>
  database('people_imports').where({ workspace_id: workspaceId, id });

export async function insertImport(
  database: Database,
  { workspaceId, dryRun, consent, actor }: Pick<PeopleImport, 'workspaceId' | 'dryRun' | 'consent' | 'actor'>,
): Promise<string> {
  const id = newId('import');
  const given = {
    status: 'receiving',
    dry_run: dryRun,
    consent: consent === null ? null : JSON.stringify(consent),
    actor,
  };
  await database('people_imports').insert({ workspace_id: workspaceId, id, ...given });
  return id;
}

/** Deletes an import that was not received whole. */
export const deleteImport = (database: Database, name: Pick<PeopleImport, 'workspaceId' | 'id'>): Promise<number> =>
  imports(database, name).where({ status: 'receiving' }).delete();

export async function insertImportRows(
  database: Database,
  { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>,
  rows: readonly (ImportRow & { hashes: NameHashes })[],
): Promise<void> {
  await database.raw(
    `insert into people_import_rows (workspace_id, import_id, number, fields, hashes)
     select ?, ?, number, fields, hashes from json_to_recordset(?) as given (number integer, fields jsonb, hashes jsonb)`,
    [workspaceId, id, JSON.stringify(rows)],
  );
}

/** Starts an import whose rows were all received. */
export async function startImport(
  transaction: Database,
  name: Pick<PeopleImport, 'workspaceId' | 'id'>,
  total: number,
): Promise<void> {
  await imports(transaction, name).update({ status: 'running', total });
  await queueImport(transaction, name, 0);
}

/** Queues the next part of an import or an undo. @param done rows that are done, so that each command is another one */
export const queueImport = (
  transaction: Database,
  { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>,
  done: number,
): Promise<void> => enqueue(transaction, [{ workspaceId, kind: 'import_people', subjectId: `${id}:${done}` }]);

export async function findImport(database: Database, workspaceId: string, id: string): Promise<PeopleImport | null> {
  const row = await imports(database, { workspaceId, id }).first<PeopleImport | undefined>(columns);
  return row ?? null;
}

/** Finds an import and locks it until the transaction ends. */
export async function lockImport(
  transaction: Database,
  name: Pick<PeopleImport, 'workspaceId' | 'id'>,
): Promise<PeopleImport | null> {
  return (await imports(transaction, name).forUpdate().first<PeopleImport | undefined>(columns)) ?? null;
}

/** Lists one page of imports, newest first. */
export const listImports = (database: Database, workspaceId: string, page: IdPage): Promise<PeopleImport[]> =>
  newestPage(database('people_imports').where({ workspace_id: workspaceId }), page).select<PeopleImport[]>(columns);

/** Hashes of a row's names in hexadecimal. Workers cannot compute them, because they do not have the pepper. */
export type NameHashes = Readonly<Partial<Record<'id' | 'email', string>>>;

export interface ImportRow {
  number: number;
  fields: JsonObject;
}

/** Lists the next rows without an outcome. */
export const listOpenRows = (
  database: Database,
  { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>,
  limit: number,
): Promise<(ImportRow & { hashes: NameHashes })[]> =>
  database('people_import_rows')
    .where({ workspace_id: workspaceId, import_id: id, outcome: null })
    .orderBy('number')
    .limit(limit)
    .select<(ImportRow & { hashes: NameHashes })[]>('number', 'fields', 'hashes');

export type Outcome = 'created' | 'updated' | 'unchanged' | 'rejected' | 'removed' | 'kept';

export interface RowOutcome {
  number: number;
  outcome: Outcome;
  message: string | null;
  endUserId: string | null;
}

/** Records outcomes, adds them to the counts, and forgets the fields of rows that were not rejected. */
export async function saveOutcomes(
  transaction: Database,
  { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await transaction.raw(
    `with saved as (
       update people_import_rows r
          set outcome = given.outcome, message = given.message, end_user_id = given."endUserId",
              fields = case when given.outcome = 'rejected' then r.fields end, hashes = null
         from json_to_recordset(:outcomes) as given (number integer, outcome text, message text, "endUserId" text)
        where r.workspace_id = :workspaceId and r.import_id = :id and r.number = given.number
       returning r.outcome
     )
     update people_imports i
        set created = i.created + s.created, updated = i.updated + s.updated, unchanged = i.unchanged + s.unchanged,
            rejected = i.rejected + s.rejected, removed = i.removed + s.removed, kept = i.kept + s.kept
       from (select count(*) filter (where outcome = 'created')::int as created,
                    count(*) filter (where outcome = 'updated')::int as updated,
                    count(*) filter (where outcome = 'unchanged')::int as unchanged,
                    count(*) filter (where outcome = 'rejected')::int as rejected,
                    count(*) filter (where outcome = 'removed')::int as removed,
                    count(*) filter (where outcome = 'kept')::int as kept from saved) s
      where i.workspace_id = :workspaceId and i.id = :id`,
    { workspaceId, id, outcomes: JSON.stringify(outcomes) },
  );
}

export async function setImportStatus(
  transaction: Database,
  name: Pick<PeopleImport, 'workspaceId' | 'id'>,
  status: PeopleImport['status'],
): Promise<void> {
  const end = status === 'completed' ? { completed_at: transaction.fn.now() } : {};
  await imports(transaction, name).update({ status, ...end });
}

/** Lists rejected rows after a number, in order. */
export const listRejectedRows = (
  database: Database,
  { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>,
  { after, limit }: { after: number; limit: number },
): Promise<(ImportRow & { message: string })[]> =>
  database('people_import_rows')
    .where({ workspace_id: workspaceId, import_id: id, outcome: 'rejected' })
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .select<(ImportRow & { message: string })[]>('number', 'fields', 'message');

/** Deletes the rows of imports that are a month old, and imports that were never received whole. @returns how many rows */
export async function purgeImports(database: Database, signal: AbortSignal): Promise<number> {
  await database('people_imports')
    .where({ status: 'receiving' })
    .whereRaw(`created_at < now() - interval '1 day'`)
    .delete();
  return inChunks(
    database,
    `with gone as (
       delete from people_import_rows where (workspace_id, import_id, number) in (
         select r.workspace_id, r.import_id, r.number
           from people_imports i join people_import_rows r on r.workspace_id = i.workspace_id and r.import_id = i.id
          where i.created_at < now() - interval '30 days' limit 5000)
       returning 1
     ) select count(*)::int as rows from gone`,
    { signal },
  );
}

/** Lists rows of created people that an undo has not visited. */
export const listCreatedRows = (
  database: Database,
  { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>,
  limit: number,
): Promise<{ number: number; endUserId: string }[]> =>
  database('people_import_rows')
    .where({ workspace_id: workspaceId, import_id: id, outcome: 'created' })
    .orderBy('number')
    .limit(limit)
    .select<{ number: number; endUserId: string }[]>('number', 'end_user_id as endUserId');
