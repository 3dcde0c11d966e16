import { taskQueues } from '../workflows/contract/names';
import { runBareWorker } from './bare-worker';

/** The workflow of journeys, as it was built, with activities that do nothing: as the floor's worker, but for the workflow. */
const codePath = process.env['WORKFLOW_BUNDLE'] ?? '';

/** What follows is a wait of a second: the activity that arrives at it says until when. */
const performSend = () =>
  Promise.resolve({ outcome: { kind: 'sent' }, resumesAt: new Date(Date.now() + 1_000).toISOString() });

void runBareWorker('interpreter', [
  { taskQueue: taskQueues.journeys, workflowBundle: { codePath } },
  { taskQueue: taskQueues.email, activities: { performSend } },
]);
