import type { Bulk } from '../../db/journeys/bulks';
import type { FailureGroup } from '../../db/reports/failure-causes';
import type { BulkRecord } from '../../domain/journeys/bulks/schemas';
import { failureText } from '../../domain/journeys/executions/failure-text';
import { retryRefusals } from '../../domain/journeys/executions/retry-refusals';

export function presentBulk(bulk: Bulk): BulkRecord {
  const { id: bulkId, action, selection: where, matching, done, failed, createdAt, endedAt } = bulk;
  const texts: Readonly<Record<string, string>> = retryRefusals;
  return {
    bulkId,
    action,
    where,
    status: endedAt === null ? 'running' : 'completed',
    matching,
    done,
    failed,
    skipped: endedAt === null ? 0 : Math.max(0, matching - done - failed),
    refusals: Object.entries(bulk.refusals).map(([reason, count]) => ({
      reason,
      text: texts[reason] ?? reason,
      count,
    })),
    startedAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

export const presentFailureGroup = ({ lastAt, lastMessage, ...group }: FailureGroup) => ({
  ...group,
  lastAt: lastAt.toISOString(),
  lastError: failureText(group.cause, lastMessage),
});
