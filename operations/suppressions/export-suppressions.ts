import { listSuppressions, type Suppression } from '../../db/email/suppressions';
import { csvLine } from '../../domain/csv';
import type { Context } from '../ports';

const pageRows = 5_000;

/** Returns all suppressions as the parts of a CSV file, newest first. Each part is one page, read when it is needed. */
export async function* exportSuppressions(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
): AsyncGenerator<string> {
  yield 'email,reason,origin,since\r\n';
  for (let before: string | null = null; ;) {
    const page: Suppression[] = await listSuppressions(database, workspaceId, { limit: pageRows, before });
    if (page.length > 0) yield page.map(lineOf).join('');
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    before = last.id;
  }
}

const lineOf = ({ email, reason, origin, createdAt }: Suppression): string =>
  csvLine([email, reason, origin, createdAt.toISOString()]);
