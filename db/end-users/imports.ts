import type { RowConsent } from '../../domain/end-users/import/read-row';
import type { JsonObject } from '../../domain/json/schemas';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { inChunks, rowsOf } from '../connection/statements';
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

/** What an import writes to a person. */
export interface PersonUpdate {
  id: string;
  attributes: JsonObject;
  timezone: string | undefined;
  locale: string | undefined;
  marketing: boolean | undefined;
  source: string | undefined;
}

interface Updated {
  id: string;
  isNew: boolean;
  isChanged: boolean;
  isTooLarge: boolean;
}

/**
 * Updates people, and reports which of them this transaction created. Attributes that would become larger than 64 KB are
 * not written. Consent is written for people without a statement of their own, and whenever it is withdrawn: an import
 * cannot undo an opt-out.
 */
export function updateImported(
  transaction: Database,
  workspaceId: string,
  updates: readonly PersonUpdate[],
): Promise<Updated[]> {
  return rowsOf<Updated>(
    transaction.raw(
      `with given as (
         select g.*, p.created_at = now() as is_new,
                octet_length((p.attributes || g.attributes)::text) > 65536 as is_too_large,
                g.marketing is not null and (g.marketing is false
                  or p.consent_source in ('default', 'public_stitch', 'keyed_call', 'unknown')) as states_consent
           from json_to_recordset(:updates)
                as g (id text, attributes jsonb, timezone text, locale text, marketing boolean, source text)
           join end_users p on p.workspace_id = :workspaceId and p.id = g.id
          order by p.id for no key update of p
       ), changed as (
         update end_users p
            set attributes = p.attributes || g.attributes, timezone = coalesce(g.timezone, p.timezone),
                locale = coalesce(g.locale, p.locale),
                marketing_consent = case when g.states_consent then g.marketing else p.marketing_consent end,
                consent_source = case when g.states_consent then g.source else p.consent_source end,
                consent_at = case when g.states_consent then now() else p.consent_at end, updated_at = now()
           from given g
          where p.workspace_id = :workspaceId and p.id = g.id and not g.is_too_large
            and (p.attributes || g.attributes <> p.attributes or g.timezone is distinct from coalesce(p.timezone, g.timezone)
                 or coalesce(g.timezone, p.timezone) is distinct from p.timezone
                 or coalesce(g.locale, p.locale) is distinct from p.locale
                 or g.states_consent and (g.marketing <> p.marketing_consent or g.source is distinct from p.consent_source))
         returning p.id
       )
       select g.id, g.is_new as "isNew", g.is_too_large as "isTooLarge", c.id is not null as "isChanged"
         from given g left join changed c on c.id = g.id`,
      { workspaceId, updates: JSON.stringify(updates) },
    ),
  );
}

/**
 * Deletes the people of an undo to whom nothing happened since the end of the import.
 * @returns the ids of those who were deleted
 */
export async function removeUntouched(
  transaction: Database,
  { workspaceId, id }: Pick<PeopleImport, 'workspaceId' | 'id'>,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    transaction.raw(
      `delete from end_users p using people_imports i
        where i.workspace_id = :workspaceId and i.id = :id
          and p.workspace_id = i.workspace_id and p.id = any(:ids) and p.updated_at <= i.completed_at
          and not exists (select from executions x where x.workspace_id = p.workspace_id and x.end_user_id = p.id)
          and not exists (select from visitor_links l where l.workspace_id = p.workspace_id and l.end_user_id = p.id)
          and not exists (select from sends s where s.workspace_id = p.workspace_id and s.end_user_id = p.id)
          and not exists (select from events e where e.workspace_id = p.workspace_id and e.end_user_id = p.id)
       returning p.id`,
      { workspaceId, id, ids: [...ids] },
    ),
  );
  return rows.map((row) => row.id);
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
