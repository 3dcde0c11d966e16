import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { findEndUser, type EndUser } from '../db/end-users/end-users';
import { recordMovement } from '../operations/journeys/record-movement';
import { readTemplateContext } from '../operations/journeys/read-template-context';
import { findStepOutcome } from '../db/journeys/step-outcomes';
import { insertWebhookTry } from '../db/journeys/webhook-tries';
import type { Outcome } from '../domain/journeys/plan';
import type { WebhookStep } from '../domain/webhooks/render-step';
import { classifyTry, mostTries, type TryResult } from '../domain/webhooks/retry';
import { callWebhook, type CallOptions, type CallResult } from '../egress/webhook-client';
import type { WebhookRequest } from '../domain/webhooks/request';
import { prepareCall, type CallKeys, type PreparedCall, type UnusableCall } from '../operations/webhooks/prepare-call';
import type { Threads } from '../operations/ports';
import { webhookTries } from '../telemetry/counters';
import { currentTraceparent, failSpan, withSpan } from '../telemetry/spans';
import { withHeartbeat } from './heartbeat';
import { orUnusable } from './rendering';
import { resumptionOf, isOver, leaveWait, loadRun, movementAfter, stepOf, type Resumption, type Run } from './run';

export interface WebhookDependencies extends CallKeys {
  database: Database;
  /** For what customers wrote. */
  threads: Threads;
  /** Hosts that webhooks may reach although private or plain http. */
  webhookAllowHosts: readonly string[];
}

export interface PerformWebhookInput {
  workspaceId: string;
  executionId: string;
  stepId: string;
  /** The wait that is over, if the run comes from one. */
  leftStepId?: string;
}

export interface PerformWebhookResult extends Resumption {
  /** Null when the run is halted and no call was made. */
  outcome: Outcome | null;
}

/** Activities that call other services. */
export function createWebhookActivities(dependencies: WebhookDependencies) {
  const { database } = dependencies;
  return {
    /**
     * Performs a webhook step: one try an attempt, and the movement when a try settles the step. A worker that dies between
     * the receiver's answer and the movement makes the call again, under the same `Idempotency-Key`: at least once.
     * @throws a retryable failure, which says when, as long as there are tries left; one that is no try when too much that is costly
     * waits for threads
     */
    async performWebhook(input: PerformWebhookInput): Promise<PerformWebhookResult> {
      const run = await loadRun(database, input.workspaceId, input.executionId);
      const attempt = { ...dependencies, run, step: webhookStepOf(run, input.stepId) };
      await leaveWait(database, run, input.leftStepId);
      // The run has moved on, only Temporal does not know it: another call could now end otherwise than what is recorded.
      const earlier = await findStepOutcome(database, input);
      if (earlier !== null) return finish(attempt, outcomeOf(earlier));
      if (isOver(run)) return { outcome: null, halted: true };
      const outcome = await tryOnce(attempt);
      return outcome === null ? { outcome, halted: true } : finish(attempt, outcome);
    },
  };
}

/** One attempt at a webhook step: what it works with, the run, and the step. */
interface Attempt extends WebhookDependencies {
  run: Run;
  step: WebhookStep;
}

/** What the heartbeat carries from attempt to attempt. An attempt that failed before the call is not a try. */
interface Progress {
  tries: number;
  firstTryAtMs: number;
}

/** @returns null when the run is over: no call was made */
async function tryOnce(attempt: Attempt): Promise<Outcome | null> {
  const { database, run } = attempt;
  const { workspaceId, endUserId } = run.execution;
  const endUser = await findEndUser(database, workspaceId, endUserId);
  if (endUser === null) return { kind: 'failed', reason: 'erased' };
  const prepared = await prepare(attempt, endUser);
  if ('failure' in prepared) return { kind: 'failed', reason: prepared.failure };
  // Rendering may have waited for a thread.
  if (isOver(await loadRun(database, workspaceId, run.execution.id))) return null;
  const { request, signedAt: now } = prepared;
  const progress = nextTry(now);
  const { cancellationSignal: signal } = Context.current();
  const result = await withHeartbeat(
    () => callTraced(request, { allowHosts: attempt.webhookAllowHosts, signal }),
    progress,
  );
  await recordTry(attempt, { number: progress.tries, at: now }, result);
  const sinceFirstMs = Date.now() - progress.firstTryAtMs;
  const verdict = classifyTry(result, { made: progress.tries, sinceFirstMs }, new Date());
  if (verdict.kind === 'settled') return verdict.outcome;
  throw ApplicationFailure.create({
    message: `Attempt ${progress.tries} of ${mostTries} failed: ${verdict.reason}.`,
    type: 'WebhookTryFailed',
    nextRetryDelay: verdict.afterMs,
  });
}

/** The receiver is handed the trace, too: what it does by the call can be a part of it. */
function callTraced(request: WebhookRequest, options: CallOptions): Promise<CallResult> {
  const attributes = { 'http.request.method': request.method };
  return withSpan('call webhook', { kind: 'client', attributes }, async (span) => {
    const traceparent = currentTraceparent();
    const headers = traceparent === null ? request.headers : { ...request.headers, traceparent };
    const result = await callWebhook({ ...request, headers }, options);
    webhookTries.inc({ result: result.kind === 'answered' ? `${Math.floor(result.status / 100)}xx` : result.reason });
    if (result.kind === 'answered') span.setAttribute('http.response.status_code', result.status);
    else failSpan(span, result.reason);
    return result;
  });
}

/** Keeps what came of a try, for those who look into the execution. */
function recordTry(
  { database, run, step }: Attempt,
  made: { number: number; at: Date },
  result: TryResult,
): Promise<void> {
  const { workspaceId, id: executionId } = run.execution;
  return insertWebhookTry(
    database,
    { workspaceId, executionId },
    {
      ...made,
      stepId: step.id,
      durationMs: Math.max(0, Date.now() - made.at.getTime()),
      statusCode: result.kind === 'answered' ? result.status : null,
      failure: result.kind === 'answered' ? null : result.reason,
    },
  );
}

async function prepare(attempt: Attempt, endUser: EndUser): Promise<PreparedCall | UnusableCall> {
  const { database, threads, run, step } = attempt;
  const { workspaceId, id: executionId } = run.execution;
  const context = await readTemplateContext(database, run.execution, endUser);
  const { cancellationSignal, info } = Context.current();
  const about = { workspaceId, executionId, stepId: step.id };
  // A beat carries what the next attempt finds: here that of the earlier ones, as no call was made yet.
  return prepareCall(database, attempt, { workspaceId, step, context, executionId }, (given) =>
    withHeartbeat(
      () => orUnusable(threads.run('renderWebhook', given, workspaceId, cancellationSignal), about),
      info.heartbeatDetails,
    ),
  );
}

function nextTry(now: Date): Progress {
  const earlier = Context.current().info.heartbeatDetails as Progress | undefined;
  return { tries: (earlier?.tries ?? 0) + 1, firstTryAtMs: earlier?.firstTryAtMs ?? now.getTime() };
}

async function finish({ database, run, step }: Attempt, outcome: Outcome): Promise<PerformWebhookResult> {
  const movement = await movementAfter(database, run, step.id, outcome);
  const recorded = await recordMovement(database, movement);
  return { outcome, ...(await resumptionOf(database, movement, recorded)) };
}

const outcomeOf = ({ status, reason }: { status: string; reason: string | null }): Outcome =>
  status === 'executed' ? { kind: 'delivered' } : { kind: 'failed', reason: reason ?? 'failed' };

function webhookStepOf(run: Run, stepId: string): WebhookStep {
  const step = stepOf(run, stepId);
  if (step.kind === 'webhook') return step;
  throw ApplicationFailure.nonRetryable(`Step "${stepId}" is not a webhook step.`, 'NotAWebhookStep');
}
