import { taskQueues } from '../workflows/contract/names';
import { runBareWorker } from './bare-worker';

/**
 * Runs the built journey workflow with activities that do nothing, so that only the workflow differs from the floor's
 * worker.
 */
const codePath = process.env['WORKFLOW_BUNDLE'] ?? '';

/** The next step is a wait of a second, and the activity that arrives at it returns its end. */
const performSend = () =>
  Promise.resolve({ outcome: { kind: 'sent' }, resumesAt: new Date(Date.now() + 1_000).toISOString() });

void runBareWorker('interpreter', [
  { taskQueue: taskQueues.journeys, workflowBundle: { codePath } },
  { taskQueue: taskQueues.email, activities: { performSend } },
]);
