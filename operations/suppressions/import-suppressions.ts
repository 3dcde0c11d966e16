import type { z } from 'zod';
import { findSuppressed, insertSuppressions } from '../../db/email/suppressions';
import type { Actor } from '../../domain/accounts/actor';
import { parseAddress } from '../../domain/email/address';
import type { importedSuppressions, importSuppressionsBody } from '../../domain/suppressions/schemas';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

const shownProblems = 100;

/**
 * Suppresses a list of addresses, or counts what would change. Safe to repeat: suppressed addresses stay as they are. The
 * audit log contains counts, never addresses.
 */
export async function importSuppressions(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  { addresses, reason, dryRun }: z.output<typeof importSuppressionsBody>,
): Promise<z.input<typeof importedSuppressions>> {
  const { workspaceId, id: origin } = actor;
  const read = addresses.map((text, index) => ({ index, text, parsed: parseAddress(text) }));
  const problems = read.flatMap(({ index, text, parsed }) =>
    'problem' in parsed ? [{ index, text, message: parsed.problem }] : [],
  );
  const emails = [...new Set(read.flatMap(({ parsed }) => ('address' in parsed ? [parsed.address] : [])))].sort();
  const added = dryRun
    ? emails.length - (await findSuppressed(database, workspaceId, emails)).size
    : await database.transaction(async (transaction) => {
        const stored = await insertSuppressions(transaction, { workspaceId, reason, origin }, emails);
        const metadata = { added: stored, existing: emails.length - stored, reason };
        if (stored > 0) await recordAct(transaction, actor, 'suppressions.imported', { metadata });
        return stored;
      });
  return {
    dryRun,
    added,
    existing: emails.length - added,
    repeated: read.length - problems.length - emails.length,
    invalid: problems.length,
    problems: problems.slice(0, shownProblems),
  };
}
