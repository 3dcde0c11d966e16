import { defineSignal, proxyActivities, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import { conversionChangedSignal, type MatchHistoryInput, type MatchHistoryResult } from './contract/match-history';
import { taskQueues } from './contract/names';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

const changed = defineSignal(conversionChangedSignal);

/** Short enough to show progress to operators, and long enough for a short history: each round adds three events. */
const roundSeconds = 60;

/**
 * Matches events older than a conversion's definition, newest first, and deletes matches of older definitions. The
 * progress is in the database, so the workflow can be stopped and started at any point.
 */
export async function matchHistory(input: MatchHistoryInput): Promise<MatchHistoryResult> {
  let changes = 0;
  setHandler(changed, () => {
    changes += 1;
  });
  setCurrentDetails('Matches the newest events.');
  for (;;) {
    const seen = changes;
    const result = await maintenance.matchHistory.executeWithOptions({ summary: 'match events, newest first' }, [
      { ...input, forSeconds: roundSeconds },
    ]);
    setCurrentDetails(`${result.doneDays} of ${result.totalDays} days are matched.`);
    // If the definition changed after the last check, its history is not matched yet.
    if (result.isDone && changes === seen) return result;
  }
}
