import { isCancellation, proxySinks, type ActivityInput, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { traceHeader } from './contract/names';
import type { WorkflowCountSinks } from './contract/sinks';

/**
 * Hands the trace in which a workflow was started on to its activities, as it came, and has starts and ends counted: spans and counts
 * are made outside of workflow code, which is replayed.
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

/** What the workflow itself says of its end, else that it completed. */
function outcomeOf(result: unknown): string {
  const isNamed = typeof result === 'object' && result !== null && 'ending' in result;
  return isNamed ? String(result.ending) : 'completed';
}
