import type { Sinks } from '@temporalio/workflow';

/** What workflows report to the worker that runs them. Nothing of it is in their histories, and replays report nothing. */
export interface WorkflowCountSinks extends Sinks {
  workflows: {
    started(): void;
    /** The `ending` of a journey's execution, `completed` of other workflows; `canceled`, `failed`. */
    ended(outcome: string): void;
  };
}
