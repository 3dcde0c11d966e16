import type { Database } from '../../db/connection/pool';
import { removeUntouched, updateImported, type PersonUpdate } from '../../db/end-users/imported-people';
import {
  listCreatedRows,
  listOpenRows,
  lockImport,
  queueImport,
  saveOutcomes,
  setImportStatus,
  type ImportRow,
  type NameHashes,
  type PeopleImport,
  type RowOutcome,
} from '../../db/end-users/imports';
import { findEmails } from '../../db/end-users/end-users';
import { resolvePeople } from '../../db/end-users/named-people';
import { readRow, type ImportedPerson, type RowConsent } from '../../domain/end-users/import/read-row';
import type { NameHash } from '../../domain/erasure/erased';
import { nameKey, type NamedPerson, type PersonName } from '../../domain/identity/named-person';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/** Rows per command: less than a second. */
const portion = 500;

type ImportContext = Pick<Context, 'database'>;
type OpenRow = ImportRow & { hashes: NameHashes };

/**
 * Imports the next rows, or undoes the next ones, in one transaction with their outcomes and the command for those after
 * them. So each row is imported once, whatever stops in between.
 */
export async function continueImport(context: ImportContext, workspaceId: string, subject: string): Promise<void> {
  const [id = ''] = subject.split(':');
  await context.database.transaction(async (transaction) => {
    const found = await lockImport(transaction, { workspaceId, id });
    if (found?.status === 'running') await importNext(context, transaction, found);
    else if (found?.status === 'undoing') await undoNext(transaction, found);
  });
}

async function importNext(context: ImportContext, transaction: Database, found: PeopleImport): Promise<void> {
  const rows = await listOpenRows(transaction, found, portion);
  const outcomes = found.dryRun ? await tryRows(context, found, rows) : await importRows(transaction, found, rows);
  await saveOutcomes(transaction, found, outcomes);
  if (rows.length === portion) {
    await queueImport(transaction, found, rows.at(-1)!.number);
    return;
  }
  await setImportStatus(transaction, found, 'completed');
  if (!found.dryRun) await record(transaction, found, 'people.imported');
}

class DryRunEnded extends Error {}

/** Imports rows in a transaction that is rolled back. */
async function tryRows(context: ImportContext, found: PeopleImport, rows: readonly OpenRow[]): Promise<RowOutcome[]> {
  let outcomes: RowOutcome[] = [];
  const attempt = context.database.transaction(async (transaction) => {
    outcomes = await importRows(transaction, found, rows);
    throw new DryRunEnded();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof DryRunEnded)) throw error;
  });
  return outcomes.map((outcome) => ({ ...outcome, endUserId: null }));
}

async function importRows(
  transaction: Database,
  { workspaceId, consent, actor }: PeopleImport,
  rows: readonly OpenRow[],
): Promise<RowOutcome[]> {
  const read = rows.map(({ number, fields, hashes }) => ({ number, hashes, person: readRow(fields) }));
  const valid = read.flatMap(({ hashes, person }) =>
    'problem' in person ? [] : [{ hashes, person, name: nameOf(workspaceId, person) }],
  );
  await transaction.raw(`select set_config('apex.actor', ?, true)`, [actor]);
  const people = await resolvePeople(
    transaction,
    storedHashes(valid),
    valid.map(({ name }) => name),
  );
  const emails = await findEmails(
    transaction,
    workspaceId,
    [...people.values()].flatMap(({ endUserId }) => endUserId ?? []),
  );
  const updates = new Map<string, PersonUpdate>();
  for (const { name, person } of valid) {
    const id = people.get(nameKey(name))?.endUserId ?? null;
    if (id !== null && problemOf(people.get(nameKey(name)), person, emails) === null)
      updates.set(id, merged(updates.get(id), id, person, consent));
  }
  const results = await updateImported(transaction, workspaceId, [...updates.values()]);
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const seen = new Set<string>();
  return read.map(({ number, person }) => {
    if ('problem' in person) return rejected(number, person.problem);
    const named = people.get(nameKey(nameOf(workspaceId, person)));
    const problem = problemOf(named, person, emails);
    if (problem !== null) return rejected(number, problem);
    const id = named!.endUserId!;
    const result = resultOf.get(id);
    if (result === undefined) return rejected(number, 'The person was erased during the import.');
    if (result.isTooLarge) return rejected(number, 'The attributes of the person would be larger than 64 KB.');
    const isFirst = !seen.has(id);
    seen.add(id);
    const changed = result.isChanged ? 'updated' : 'unchanged';
    return { number, outcome: result.isNew && isFirst ? 'created' : changed, message: null, endUserId: id };
  });
}

/** Returns the hashes that were stored with the rows, by name. */
function storedHashes(rows: readonly { name: PersonName; hashes: NameHashes }[]): NameHash {
  const stored = new Map<string, string>();
  for (const { name, hashes } of rows) {
    if (name.userId !== null) stored.set(JSON.stringify(['id', name.userId]), hashes.id ?? '');
    if (name.email !== null) stored.set(JSON.stringify(['email', name.email]), hashes.email ?? '');
  }
  return ({ kind, value }) => Buffer.from(stored.get(JSON.stringify([kind, value])) ?? '', 'hex');
}

const nameOf = (workspaceId: string, { userId, email }: ImportedPerson): PersonName => ({ workspaceId, userId, email });

const rejected = (number: number, message: string): RowOutcome => ({
  number,
  outcome: 'rejected',
  message,
  endUserId: null,
});

function problemOf(
  named: NamedPerson | undefined,
  { email }: ImportedPerson,
  emails: ReadonlyMap<string, string>,
): string | null {
  if (named?.isConflict === true) return 'The ID and the email address belong to different people.';
  if (named?.isErased === true) return 'The person was erased, and cannot be imported again.';
  const id = named?.endUserId ?? null;
  if (id === null) return 'No person has this ID.';
  if (email === null || emails.get(id) === email) return null;
  return 'The person with this ID has another email address. Change it on their page first.';
}

/** Of several rows of a person, later values replace earlier ones. */
function merged(
  earlier: PersonUpdate | undefined,
  id: string,
  { attributes, timezone, locale, consent: ofRow }: ImportedPerson,
  ofAll: RowConsent | null,
): PersonUpdate {
  const consent = ofRow ?? ofAll ?? undefined;
  return {
    id,
    attributes: { ...earlier?.attributes, ...attributes },
    timezone: timezone ?? earlier?.timezone,
    locale: locale ?? earlier?.locale,
    marketing: consent?.marketing ?? earlier?.marketing,
    source: consent?.source ?? earlier?.source,
  };
}

async function undoNext(transaction: Database, found: PeopleImport): Promise<void> {
  const rows = await listCreatedRows(transaction, found, portion);
  const ids = rows.map(({ endUserId }) => endUserId);
  const removed = new Set(await removeUntouched(transaction, found, ids));
  const outcomes = rows.map(({ number, endUserId }): RowOutcome => {
    const isRemoved = removed.has(endUserId);
    return { number, outcome: isRemoved ? 'removed' : 'kept', message: null, endUserId: isRemoved ? null : endUserId };
  });
  await saveOutcomes(transaction, found, outcomes);
  if (rows.length === portion) {
    await queueImport(transaction, found, rows.at(-1)!.number);
    return;
  }
  await setImportStatus(transaction, found, 'undone');
  await record(transaction, found, 'people.import_undone');
}

async function record(transaction: Database, { workspaceId, id, actor }: PeopleImport, action: string): Promise<void> {
  const now = await lockImport(transaction, { workspaceId, id });
  const { created, updated, rejected: refused, removed, kept } = now!;
  const metadata = { importId: id, created, updated, rejected: refused, removed, kept };
  await recordAct(transaction, { workspaceId, id: actor }, action, { metadata });
}
