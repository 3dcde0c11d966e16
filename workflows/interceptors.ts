import { isCancellation, proxySinks, type ActivityInput, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
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
            workflows.ended(isCancellation(error) ? 'canceled' : 'failed');
            throw error;
          }
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
        scheduleLocalActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
      },
    ],
  };
};

/** Returns the workflow's own `ending`, or `completed`. */
function outcomeOf(result: unknown): string {
  const isNamed = typeof result === 'object' && result !== null && 'ending' in result;
  return isNamed ? String(result.ending) : 'completed';
}
