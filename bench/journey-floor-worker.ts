import { runBareWorker } from './bare-worker';

/** The floor of bench/journeys.bench.ts: workflows on one queue, activities that do nothing on another. */
const nothing = (): Promise<void> => Promise.resolve();

void runBareWorker('floor', [
  { taskQueue: 'floor', workflowsPath: require.resolve('./journey-floor-workflow') },
  { taskQueue: 'floor-email', activities: { first: nothing, second: nothing } },
]);
