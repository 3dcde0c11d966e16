import { deleteImport, insertImport, insertImportRows, startImport, type NameHashes } from '../../db/end-users/imports';
import type { Actor } from '../../domain/accounts/actor';
import { planColumns, type Columns } from '../../domain/end-users/import/columns';
import { readRow, type RowConsent } from '../../domain/end-users/import/read-row';
import { erasedNameHash } from '../../domain/erasure/erased';
import { invalid } from '../../domain/errors';
import type { JsonObject } from '../../domain/json/schemas';
import type { Context, HashSettings } from '../ports';

export interface ImportRequest {
  dryRun: boolean;
  columns: Columns | undefined;
  consent: RowConsent | undefined;
}

/** A file: the headers, then the rows with a value for each header. */
export type ImportedRows = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;

/** Rows per statement. */
const chunk = 1_000;

/**
 * Stores the rows of an import, and queues it once all are stored. If the rows end with an error, nothing is kept.
 * @returns the import's id
 * @throws AppError VALIDATION_ERROR for columns that cannot be imported, and without rows; errors of the rows
 */
export async function receiveImport(
  { database, settings }: Pick<Context, 'database'> & { settings: HashSettings },
  { workspaceId, id: actor }: Actor,
  rows: ImportedRows,
  { dryRun, columns, consent }: ImportRequest,
): Promise<string> {
  const id = await insertImport(database, { workspaceId, dryRun, consent: consent ?? null, actor });
  const name = { workspaceId, id };
  try {
    let fields: (string | undefined)[] | undefined;
    let portion: Parameters<typeof insertImportRows>[2][number][] = [];
    let total = 0;
    for await (const row of rows) {
      if (fields === undefined) {
        fields = planColumns(row.map(String), columns, consent !== undefined);
        continue;
      }
      total += 1;
      const given = fieldsOf(fields, row);
      portion.push({ number: total, fields: given, hashes: hashesOf(settings, workspaceId, given) });
      if (portion.length < chunk) continue;
      await insertImportRows(database, name, portion);
      portion = [];
    }
    if (total === 0) throw invalid('The import has no rows. The first row of a CSV has the names of the columns.');
    await database.transaction(async (transaction) => {
      await insertImportRows(transaction, name, portion);
      await startImport(transaction, name, total);
    });
    return id;
  } catch (error) {
    await deleteImport(database, name);
    throw error;
  }
}

/** Hashes the names of a valid row. */
function hashesOf({ keyPepper }: HashSettings, workspaceId: string, fields: JsonObject): NameHashes {
  const person = readRow(fields);
  if ('problem' in person) return {};
  const hash = (kind: 'id' | 'email', value: string | null) =>
    value === null ? {} : { [kind]: erasedNameHash(keyPepper, { workspaceId, kind, value }).toString('hex') };
  return { ...hash('id', person.userId), ...hash('email', person.email) };
}

/** Omits columns that are not imported, and empty values. */
const fieldsOf = (fields: readonly (string | undefined)[], row: readonly unknown[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap((field, place) => {
      const value = row[place];
      const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
      return field === undefined || isEmpty ? [] : [[field, typeof value === 'string' ? value.trim() : value]];
    }),
  ) as JsonObject;
