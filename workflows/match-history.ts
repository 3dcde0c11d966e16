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

/** So that an operator sees it move, and the history stays short: a round is three events. */
const roundSeconds = 60;

/**
 * Matches events from before a conversion was defined, newest first, and deletes what older definitions matched. How far it is
 * stands in the database, so that it may be ended and started at any point.
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
    // A definition that changed after the last look has a history of its own.
    if (result.isDone && changes === seen) return result;
  }
}
