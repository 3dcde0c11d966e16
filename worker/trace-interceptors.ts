import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Headers, WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { traceHeader } from '../workflows/contract/names';
import { currentTraceparent, withSpan } from '../telemetry/spans';

/**
 * Propagates traces through Temporal in a header of the workflow's start, which the workflow passes to its activities.
 */

export const traceStarts: WorkflowClientInterceptor = {
  start: (input, next) => next({ ...input, headers: withTrace(input.headers) }),
  signalWithStart: (input, next) => next({ ...input, headers: withTrace(input.headers) }),
};

function withTrace(headers: Headers): Headers {
  const traceparent = currentTraceparent();
  return traceparent === null ? headers : { ...headers, [traceHeader]: defaultPayloadConverter.toPayload(traceparent) };
}

/**
 * Creates a span for each attempt. Activity inputs contain people only as ids, but only the step id is added to the
 * span.
 */
export const traceActivities: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute: (input, next) =>
      withSpan(
        info.activityType,
        {
          kind: 'consumer',
          parent: traceOf(input.headers),
          attributes: {
            'temporal.workflow_id': info.workflowExecution?.workflowId ?? '',
            'temporal.run_id': info.workflowExecution?.runId ?? '',
            'temporal.task_queue': info.taskQueue,
            'temporal.attempt': info.attempt,
            ...stepOf(input.args[0]),
          },
        },
        () => next(input),
      ),
  },
});

function traceOf(headers: Headers): string | null {
  const payload = headers[traceHeader];
  return payload === undefined ? null : defaultPayloadConverter.fromPayload<string>(payload);
}

function stepOf(given: unknown): { 'apex.step_id'?: string } {
  const isStep = typeof given === 'object' && given !== null && 'stepId' in given;
  return isStep ? { 'apex.step_id': String(given.stepId) } : {};
}
