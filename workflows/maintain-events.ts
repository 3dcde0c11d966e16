import { ActivityFailure, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import type { MaintainResult } from './contract/maintenance';
import { taskQueues } from './contract/names';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '50m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 10 },
});

/**
 * Runs the hourly upkeep of event storage. If a part fails, the others still run, and the workflow then fails with the
 * first failure. It returns nothing, because its schedule would pass the result to the next run.
 */
export async function maintainEvents(): Promise<void> {
  const result: MaintainResult = {};
  const failures: ActivityFailure[] = [];
  const perform = async (what: string, work: () => Promise<void>): Promise<void> => {
    setCurrentDetails(`${describe(result)}Now: **${what}**.`);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error;
      failures.push(error);
    }
  };
  await perform('create partitions', async () => {
    result.partitions = await maintenance.makePartitions.executeWithOptions({ summary: 'create partitions' }, []);
  });
  await perform('apply retention', async () => {
    result.retention = await maintenance.applyRetention.executeWithOptions({ summary: 'apply retention' }, []);
  });
  await perform('purge', async () => {
    result.purge = await maintenance.purge.executeWithOptions({ summary: 'delete expired rows' }, []);
  });
  setCurrentDetails(`${describe(result)}Ended${failures.length > 0 ? ', with failures' : ''}.`);
  if (failures[0]) throw failures[0];
}

/** Returns the summary of the workflow for the Temporal UI. */
function describe({ partitions, retention, purge }: MaintainResult): string {
  const lines: string[] = [];
  if (partitions) lines.push(`Partitions made: ${partitions.made.join(', ') || 'none was missing'}.`);
  if (retention) {
    lines.push(
      `Retention: ${retention.closed} workspaces closed days, ${retention.events} events deleted, ` +
        `partitions dropped: ${retention.dropped.join(', ') || 'none'}.`,
    );
  }
  if (purge) {
    lines.push(
      `Purged: ${purge.messageIds} message ids, ${purge.rejectedEvents} refused events, ${purge.sessions} sessions.`,
    );
  }
  return lines.map((line) => `${line}\n\n`).join('');
}
