/** Temporal's state of a workflow. `gone`: Temporal does not have it. */
export type WorkflowState = 'running' | 'completed' | 'failed' | 'canceled' | 'terminated' | 'gone';

/** A run of a workflow that Temporal lists. */
export interface ListedWorkflow {
  workflowId: string;
  runId: string;
}

/** Workflows in Temporal, as far as operations use them directly. All methods reject if Temporal is unavailable. */
export interface Workflows {
  workflowIdOf(executionId: string): string;
  /** Finds the state of an execution's workflow. */
  describe(executionId: string): Promise<WorkflowState>;
  /** Signals that a step has been pending for over a minute. Ignores missing workflows: they restart at the same step. */
  signalStepPending(executionId: string, stepId: string): Promise<void>;
  /** Returns whether the workflow that matches a conversion's history is running. */
  isHistoryRunning(conversion: { workspaceId: string; conversionId: string }): Promise<boolean>;
  /** Terminates an execution's workflow if it is running. */
  terminate(executionId: string): Promise<void>;
  /** Deletes a workflow with its history. One that is gone counts as deleted. @param runId the latest by default */
  remove(workflowId: string, runId?: string): Promise<void>;
  /** Lists the workflows with the search attribute of a person. */
  list(workspaceId: string, endUserId: string): Promise<ListedWorkflow[]>;
  /**
   * Lists the executions with a workflow that closed between two times. Omits workflows without the search attribute of
   * their workspace. A workflow may be missing for some seconds after it closed.
   */
  listClosed(from: Date, until: Date): AsyncIterable<{ workspaceId: string; id: string }>;
  /** Lists some workflows of a workspace, at most 1,000. */
  listSome(workspaceId: string): Promise<ListedWorkflow[]>;
}
