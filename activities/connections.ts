import { Context as Activity } from '@temporalio/activity';
import { giveUpPull, pullConnection, type PullContext } from '../operations/connections/pull-connection';
import { connectorPulls } from '../telemetry/counters';
import type { SyncConnectionInput, SyncConnectionResult } from '../workflows/contract/sync-connection';
import { attempt } from './attempt';

/** Identifies the current run of the workflow. All of its attempts have the same value. */
const occurrenceOf = ({ connectionId }: SyncConnectionInput): string =>
  `${connectionId}:${Activity.current().info.workflowExecution?.runId ?? ''}`;

/** Activities that pull figures from ad platforms. */
export const createConnectionActivities = (context: PullContext) => ({
  /** Pulls the figures of a connection, as {@link pullConnection}, and counts the attempt. */
  pullConnection: (input: SyncConnectionInput): Promise<SyncConnectionResult> =>
    attempt(context, async (given) => {
      const { byHand: isRequested = false, ...name } = input;
      const pulled = await pullConnection(given, { ...name, isRequested, occurrence: occurrenceOf(input) });
      if (pulled.outcome === 'gone') return { outcome: 'gone', rows: 0 };
      const { outcome, platform } = pulled;
      connectorPulls.inc({ platform, result: outcome });
      if (outcome === 'failed') throw pulled.error;
      return { outcome, rows: pulled.rows };
    }),

  /** Records that the pull has no attempts left. */
  giveUpPull: (input: SyncConnectionInput): Promise<void> =>
    giveUpPull(context, { ...input, occurrence: occurrenceOf(input) }),
});
