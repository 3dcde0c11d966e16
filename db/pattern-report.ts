import { patternProblem } from '../domain/experiments/pattern-problem';
import { recordAudit, type AuditEntry } from './audit/audit';
import { rowsOf } from './connection/statements';
import type { Database } from './connection/pool';

interface StoredPattern {
  workspaceId: string;
  subjectType: 'experiment' | 'conversion';
  subjectId: string;
  pattern: string;
}

/**
 * Records in the log of every experiment and conversion whose pattern could not be saved any more why that is, once. Nothing about them
 * changes: an expression goes on on the service's engine, and one that this cannot run matches nothing.
 * @returns how many were recorded
 */
export async function reportPatterns(database: Database): Promise<number> {
  const patterns = await rowsOf<StoredPattern>(
    database.raw(
      `select workspace_id as "workspaceId", 'experiment' as "subjectType", id as "subjectId", target_url as pattern
         from experiments where target_url like 're:%'
       union all
       select workspace_id, 'conversion', id, url_pattern from conversions where url_pattern like 're:%'`,
    ),
  );
  const reported = await rowsOf<{ subjectId: string; problem: string }>(
    database.raw(
      `select subject_id as "subjectId", metadata->>'problem' as problem from audit_entries
        where actor = 'system' and action like '%.pattern\\_reported'`,
    ),
  );
  const known = new Set(reported.map(({ subjectId, problem }) => `${subjectId} ${problem}`));
  const entries = patterns.flatMap(({ pattern, subjectType, ...subject }): AuditEntry[] => {
    const problem = patternProblem(pattern);
    if (problem === null || known.has(`${subject.subjectId} The pattern ${problem}.`)) return [];
    const action = `${subjectType}.pattern_reported`;
    return [{ ...subject, subjectType, actor: 'system', action, metadata: { problem: `The pattern ${problem}.` } }];
  });
  await recordAudit(database, entries);
  return entries.length;
}
