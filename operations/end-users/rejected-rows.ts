import type { Database } from '../../db/connection/pool';
import { listRejectedRows, type PeopleImport } from '../../db/end-users/imports';
import { csvLine } from '../../domain/csv';

const portion = 1_000;

/** Writes the rejected rows of an import as CSV: the row, its problem, and the fields that the first rows have. */
export async function* rejectedRowsCsv(
  database: Database,
  found: Pick<PeopleImport, 'workspaceId' | 'id'>,
): AsyncGenerator<string> {
  let fields: string[] | undefined;
  for (let after = 0, isMore = true; isMore;) {
    const rows = await listRejectedRows(database, found, { after, limit: portion });
    if (fields === undefined) {
      fields = [...new Set(rows.flatMap((row) => Object.keys(row.fields)))];
      yield csvLine(['row', 'problem', ...fields]);
    }
    const columns = fields;
    if (rows.length > 0) {
      yield rows
        .map(({ number, message, fields: given }) =>
          csvLine([number, message, ...columns.map((field) => given[field])]),
        )
        .join('');
    }
    after = rows.at(-1)?.number ?? after;
    isMore = rows.length === portion;
  }
}
