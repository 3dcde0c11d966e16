import { NativeConnection, Worker } from '@temporalio/worker';
import { createLogger } from '../logging';
import { workflowBundlePath } from '../worker/bundle';
import { installTemporalRuntime } from '../worker/runtime';
import { taskQueues } from '../workflows/contract';

/** The workflow of journeys with activities that do nothing: as the floor's worker, but for the workflow. */
async function main(): Promise<void> {
  installTemporalRuntime(createLogger('interpreter', 'warn'));
  const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS'] ?? '' });
  const shared = { connection, namespace: 'default', shutdownGraceTime: 5_000 };
  // What follows is a wait of a second: the activity that arrives at it says until when.
  const performSend = () =>
    Promise.resolve({ outcome: { kind: 'sent' }, resumesAt: new Date(Date.now() + 1_000).toISOString() });
  const workers = [
    await Worker.create({
      ...{ ...shared, taskQueue: taskQueues.journeys, workflowBundle: { codePath: await workflowBundlePath() } },
    }),
    await Worker.create({ ...shared, taskQueue: taskQueues.email, activities: { performSend } }),
  ];
  const runs = workers.map((worker) => worker.run());
  process.once('SIGTERM', () => {
    for (const worker of workers) worker.shutdown();
    void Promise.all(runs).then(() => process.exit(0));
  });
  process.send?.({ type: 'ready' });
}

void main();
