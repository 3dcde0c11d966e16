import type { InjectedSinks } from '@temporalio/worker';
import { workflowsEnded, workflowsStarted } from '../telemetry/counters';
import { haltReasons } from '../workflows/contract/journey-execution';
import { executionTypes, workflowTypes } from '../workflows/contract/names';
import type { WorkflowCountSinks } from '../workflows/contract/sinks';

/** Counts the workflows that start and end in this worker. Replays are not counted. */
export function createWorkflowCounts(): InjectedSinks<WorkflowCountSinks> {
  for (const type of Object.values(workflowTypes)) {
    workflowsStarted.inc({ type }, 0);
    for (const outcome of outcomesOf(type)) workflowsEnded.inc({ type, outcome }, 0);
  }
  return {
    workflows: {
      started: { fn: ({ workflowType: type }) => workflowsStarted.inc({ type }), callDuringReplay: false },
      ended: {
        fn: ({ workflowType: type }, outcome) => workflowsEnded.inc({ type, outcome }),
        callDuringReplay: false,
      },
    },
  };
}

const outcomesOf = (type: string): string[] => [
  ...new Set([
    ...(executionTypes.includes(type) ? ['exit', 'skipped', ...haltReasons] : ['completed']),
    'canceled',
    'failed',
  ]),
];
