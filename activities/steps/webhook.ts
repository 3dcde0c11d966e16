import { ApplicationFailure, Context as Activity } from '@temporalio/activity';
import { maxTries } from '../../domain/webhooks/retry';
import { explainReason } from '../../domain/journeys/explain-reason';
import type { StepInput } from '../../operations/journeys/move-execution';
import {
  countCalls,
  prepareWebhookStep,
  tryWebhookStep,
  type WebhookStepResult,
} from '../../operations/journeys/perform-webhook-step';
import type { Context, Webhooks } from '../../operations/ports';
import type { PrepareCallContext } from '../../operations/webhooks/prepare-call';
import { createWebhookHosts } from '../../operations/webhooks/webhook-hosts';
import { webhookTries } from '../../telemetry/counters';
import { currentTraceparent, failSpan, withSpan } from '../../telemetry/spans';
import { attempt } from '../attempt';

export type WebhookStepContext = PrepareCallContext &
  Pick<Context, 'webhooks' | 'random'> & {
    /** Most calls of this process to one host of a workspace at the same time. */
    callsPerHost: number;
  };

/** Carried from attempt to attempt by the heartbeat. An attempt that failed before the call is not a try. */
interface Progress {
  tries: number;
  firstTryAtMs: number;
  /** Calls before an operator retried the step, which schedules a new activity. Missing in earlier releases. */
  before?: number;
}

/** Activities that call other services. */
export function createWebhookActivities({ callsPerHost, ...shared }: WebhookStepContext) {
  const context = { ...shared, hosts: createWebhookHosts(shared, { callsPerHost }) };
  return {
    /**
     * Performs a webhook step, with one try per attempt.
     * @throws a retryable failure with the delay of the next try, or if too many expensive tasks are queued
     */
    async performWebhook(input: StepInput): Promise<WebhookStepResult> {
      const { heartbeatDetails, scheduledTimestampMs } = Activity.current().info;
      const earlier = heartbeatDetails as Progress | undefined;
      const dueAt = new Date(scheduledTimestampMs);
      const prepared = await attempt(context, (given) => prepareWebhookStep(given, input, dueAt), earlier);
      if ('result' in prepared) return prepared.result;
      const { call } = prepared;
      const tries = (earlier?.tries ?? 0) + 1;
      const before = earlier === undefined ? await countCalls(context, input) : (earlier.before ?? 0);
      const firstTryAtMs = earlier?.firstTryAtMs ?? call.prepared.signedAt.getTime();
      const tried = await attempt(
        { ...context, webhooks: traced(context.webhooks) },
        (given) => tryWebhookStep(given, call, { made: tries, firstAtMs: firstTryAtMs, before }),
        { tries, firstTryAtMs, before } satisfies Progress,
      );
      if ('result' in tried) return tried.result;
      throw ApplicationFailure.create({
        message: failureOf(input.stepId, tries, tried.retry.reason),
        type: 'WebhookTryFailed',
        nextRetryDelay: tried.retry.afterMs,
      });
    },
  };
}

/** Describes a failed call for operators. @param reason e.g. `http_500` */
const failureOf = (stepId: string, tries: number, reason: string): string =>
  `Step "${stepId}", attempt ${tries} of ${maxTries}: ${explainReason(reason).meaning} (${reason})`;

/** Counts calls, and passes the trace to the receiver, so that its work can be a part of it. */
const traced = (webhooks: Webhooks): Webhooks => ({
  call(request, options) {
    const attributes = { 'http.request.method': request.method };
    return withSpan('call webhook', { kind: 'client', attributes }, async (span) => {
      const traceparent = currentTraceparent();
      const headers = traceparent === null ? request.headers : { ...request.headers, traceparent };
      const result = await webhooks.call({ ...request, headers }, options);
      webhookTries.inc({ result: result.kind === 'answered' ? `${Math.floor(result.status / 100)}xx` : result.reason });
      if (result.kind === 'answered') span.setAttribute('http.response.status_code', result.status);
      else failSpan(span, result.reason);
      return result;
    });
  },
});
