import type { Sinks } from '@temporalio/workflow';

/** Counts that workflows report to their worker. They are not part of histories, and replays report nothing. */
export interface WorkflowCountSinks extends Sinks {
  workflows: {
    started(): void;
    /** The outcome is `canceled`, `failed`, the `ending` of a journey execution, or `completed` for other workflows. */
    ended(outcome: string): void;
  };
}
