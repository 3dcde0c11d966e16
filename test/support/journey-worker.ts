import type { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { taskQueues } from '../../workflows/contract/names';
import { temporalClient } from './temporal-history';
import type { World } from './world';

/**
 * Does work while a worker serves the journey queue, with only the built workflows and the given activities.
 * @param activitiesOf the activities, which may call Temporal
 */
export async function withJourneyWorker<Result>(
  { temporalAddress, namespace }: Pick<World, 'temporalAddress' | 'namespace'>,
  activitiesOf: (client: Client) => Record<string, unknown>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = temporalClient(temporalAddress, namespace);
  const connection = await NativeConnection.connect({ address: temporalAddress });
  try {
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue: taskQueues.journeys,
      workflowBundle: { codePath: process.env['WORKFLOW_BUNDLE'] ?? '' },
      activities: activitiesOf(client),
    });
    return await worker.runUntil(() => work(client));
  } finally {
    await connection.close();
    await client.connection.close();
  }
}
