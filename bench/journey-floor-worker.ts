import { NativeConnection, Worker } from '@temporalio/worker';
import { createLogger } from '../logging';
import { installTemporalRuntime } from '../worker/runtime';

/** The floor of bench/journeys.bench.ts: workflows on one queue, activities that do nothing on another, with a worker's settings. */
async function main(): Promise<void> {
  installTemporalRuntime(createLogger('floor', 'warn'));
  const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS'] ?? '' });
  const shared = { connection, namespace: 'default', shutdownGraceTime: 5_000 };
  const nothing = (): Promise<void> => Promise.resolve();
  const workers = [
    await Worker.create({
      ...{ ...shared, taskQueue: 'floor', workflowsPath: require.resolve('./journey-floor-workflow') },
    }),
    await Worker.create({ ...shared, taskQueue: 'floor-email', activities: { first: nothing, second: nothing } }),
  ];
  const runs = workers.map((worker) => worker.run());
  process.once('SIGTERM', () => {
    for (const worker of workers) worker.shutdown();
    void Promise.all(runs).then(() => process.exit(0));
  });
  process.send?.({ type: 'ready' });
}

void main();
