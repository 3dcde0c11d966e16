import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createLogger } from '../logging';
import { installTemporalRuntime } from '../worker/runtime';

/** The options for one task queue of a worker. */
type Served = Pick<WorkerOptions, 'taskQueue' | 'workflowsPath' | 'workflowBundle' | 'activities'>;

/** Serves task queues with a worker's settings until SIGTERM, without a database or outbox. */
export async function runBareWorker(name: string, served: readonly Served[]): Promise<void> {
  await installTemporalRuntime(createLogger(name, 'warn'));
  const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS'] ?? '' });
  const shared = { connection, namespace: 'default', shutdownGraceTime: 5_000 };
  const workers: Worker[] = [];
  for (const one of served) workers.push(await Worker.create({ ...shared, ...one }));
  const runs = workers.map((worker) => worker.run());
  process.once('SIGTERM', () => {
    for (const worker of workers) worker.shutdown();
    void Promise.all(runs).then(() => process.exit(0));
  });
  process.send?.({ type: 'ready' });
}
