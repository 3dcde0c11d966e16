import { Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { listWorkspaceIds } from '../db/digests/digests';
import { checkAnomalies } from '../operations/analytics/check-anomalies';
import type { CheckAnomaliesResult } from '../workflows/contract/maintenance';
import { withHeartbeat } from './heartbeat';

const pageSize = 500;

export function createAnomalyActivities({ database }: { database: Database }) {
  return {
    /**
     * Judges the last two whole days of every workspace. A day that was found before is not found again. A workspace that fails is passed over.
     * @throws AggregateError once all the others were judged, when any has failed
     */
    async checkAnomalies(): Promise<CheckAnomaliesResult> {
      return withHeartbeat(async () => {
        const result = { workspaces: 0, found: 0 };
        const failures: unknown[] = [];
        for (let last = '', isMore = true; isMore;) {
          const page = await listWorkspaceIds(database, last, pageSize);
          for (const workspaceId of page) {
            Context.current().cancellationSignal.throwIfAborted();
            result.workspaces += 1;
            try {
              result.found += await checkAnomalies(database, workspaceId, new Date());
            } catch (error) {
              failures.push(error);
            }
          }
          last = page.at(-1) ?? last;
          isMore = page.length === pageSize;
        }
        if (failures.length > 0)
          throw new AggregateError(failures, `Workspaces that could not be judged: ${failures.length}`);
        return result;
      });
    },
  };
}
