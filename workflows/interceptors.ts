import {
  ApplicationFailure,
  isCancellation,
  proxySinks,
  type ActivityInput,
  type ActivityOptions,
  type WorkflowInterceptorsFactory,
} from '@temporalio/workflow';
import { stepFailed } from './contract/journey-execution';
import { traceHeader } from './contract/names';
import type { WorkflowCountSinks } from './contract/sinks';

/**
 * Passes the trace of a workflow's start to its activities, and counts starts and ends. Spans and counts are created
 * outside the workflow code, which is replayed.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const { workflows } = proxySinks<WorkflowCountSinks>();
  let trace: ActivityInput['headers'] = {};
  return {
    inbound: [
      {
        async execute(input, next) {
          const payload = input.headers[traceHeader];
          if (payload !== undefined) trace = { [traceHeader]: payload };
          workflows.started();
          try {
            const result = await next(input);
            workflows.ended(outcomeOf(result));
            return result;
          } catch (error) {
            workflows.ended(isCancellation(error) ? 'canceled' : failureOf(error));
            throw error;
          }
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) =>
          next({
            ...input,
            headers: { ...input.headers, ...trace },
            options: { ...input.options, ...shareOf(input.args[0]) },
          }),
        scheduleLocalActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
      },
    ],
  };
};

/**
 * Returns the priority of an activity of a workspace. Servers with fairness let workspaces take turns; others ignore it.
 */
function shareOf(given: unknown): Pick<ActivityOptions, 'priority'> {
  const isOfWorkspace = typeof given === 'object' && given !== null && 'workspaceId' in given;
  return isOfWorkspace ? { priority: { fairnessKey: String(given.workspaceId) } } : {};
}

/** Separates executions that a step ended as failed, which the journey's author wants, from failures of the service. */
const failureOf = (error: unknown): string =>
  error instanceof ApplicationFailure && error.type === stepFailed ? 'step_failed' : 'failed';

/** Returns the workflow's own `ending`, or `completed`. */
function outcomeOf(result: unknown): string {
  const isNamed = typeof result === 'object' && result !== null && 'ending' in result;
  return isNamed ? String(result.ending) : 'completed';
}
