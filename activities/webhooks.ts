import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { findEndUser, type EndUser } from '../db/end-users/end-users';
import { recordMovement } from '../operations/journeys/record-movement';
import { findStepOutcome } from '../db/journeys/step-outcomes';
import { findSigningState } from '../db/webhooks/webhook-signing';
import { findSealedSecrets } from '../db/workspaces/workspace-secrets';
import { openCredentials, type CredentialsKey } from '../domain/connections/credentials-box';
import type { Outcome } from '../domain/journeys/advance';
import type { RenderedStep, UnusableStep, WebhookStep } from '../domain/webhooks/render-step';
import { webhookRequest } from '../domain/webhooks/request';
import { classifyTry, mostTries } from '../domain/webhooks/retry';
import { signingSecrets } from '../domain/webhooks/signature';
import { mentionsSecrets } from '../domain/webhooks/step-secrets';
import type { Threads } from '../threads/threads';
import { withHeartbeat } from './heartbeat';
import { orUnusable } from './rendering';
import {
  resumptionOf,
  isOver,
  leaveWait,
  loadRun,
  movementAfter,
  stepOf,
  templateContext,
  type Resumption,
  type Run,
} from './run';
import { callWebhook } from './webhook-client';

export interface WebhookDependencies {
  database: Database;
  /** For what customers wrote. */
  threads: Threads;
  linkSecret: string;
  /** What the secrets of workspaces are kept under. */
  credentialsKeys: readonly CredentialsKey[];
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
  /** Null when the run is being ended and nobody was called. */
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
      if (isOver(run)) return { outcome: null };
      return finish(attempt, await tryOnce(attempt));
    },
  };
}

/** One attempt at a webhook step: what it works with, the run, and the step. */
interface Attempt extends WebhookDependencies {
  run: Run;
  step: WebhookStep;
}

/** What the heartbeat carries from attempt to attempt. An attempt that failed before it called anybody is not a try. */
interface Progress {
  tries: number;
  firstTryAtMs: number;
}

async function tryOnce(attempt: Attempt): Promise<Outcome> {
  const { database, run, step } = attempt;
  const { workspaceId, id: executionId, endUserId } = run.execution;
  const endUser = await findEndUser(database, workspaceId, endUserId);
  if (endUser === null) return { kind: 'failed', reason: 'erased' };
  const rendered = await render(attempt, endUser);
  if (rendered === null) return { kind: 'failed', reason: 'template_error' };
  if ('failure' in rendered) return { kind: 'failed', reason: rendered.failure };
  const now = new Date();
  const signing = signingSecrets(attempt.linkSecret, workspaceId, await findSigningState(database, workspaceId), now);
  const request = webhookRequest(step, rendered, { ...signing, executionId, now });
  const progress = nextTry(now);
  const { cancellationSignal: signal } = Context.current();
  const result = await withHeartbeat(
    () => callWebhook(request, { allowHosts: attempt.webhookAllowHosts, signal }),
    progress,
  );
  const sinceFirstMs = Date.now() - progress.firstTryAtMs;
  const verdict = classifyTry(result, { made: progress.tries, sinceFirstMs }, new Date());
  if (verdict.kind === 'settled') return verdict.outcome;
  throw ApplicationFailure.create({
    message: `Try ${progress.tries} of ${mostTries} failed: ${verdict.reason}.`,
    type: 'WebhookTryFailed',
    nextRetryDelay: verdict.afterMs,
  });
}

/** What the step says of the subject; null when its templates cannot be rendered. */
async function render(attempt: Attempt, endUser: EndUser): Promise<RenderedStep | UnusableStep | null> {
  const { database, threads, run, step } = attempt;
  const { workspaceId, id: executionId } = run.execution;
  const secrets = mentionsSecrets(step) ? await openSecrets(attempt, workspaceId) : new Map<string, string>();
  const context = { ...(await templateContext(database, run, endUser)), secrets };
  const templates = {
    ...(step.body === undefined ? {} : { body: step.body }),
    ...(step.headers === undefined ? {} : { headers: step.headers }),
  };
  const { cancellationSignal, info } = Context.current();
  // A beat carries what the next attempt finds: here that of the earlier ones, as no call was made yet.
  return withHeartbeat(
    () =>
      orUnusable(threads.run('renderWebhook', { templates, context }, workspaceId, cancellationSignal), {
        ...{ workspaceId, executionId, stepId: step.id },
      }),
    info.heartbeatDetails,
  );
}

/** The workspace's secrets by name, without those whose key is not among ours. They go into the request, by way of a thread's memory, and nowhere else. */
async function openSecrets({ database, credentialsKeys }: Attempt, workspaceId: string): Promise<Map<string, string>> {
  const opened = new Map<string, string>();
  for (const { name, sealed } of await findSealedSecrets(database, workspaceId)) {
    const value = openCredentials(credentialsKeys, { workspaceId, secretName: name }, sealed);
    if (value !== null) opened.set(name, value);
  }
  return opened;
}

function nextTry(now: Date): Progress {
  const earlier = Context.current().info.heartbeatDetails as Progress | undefined;
  return { tries: (earlier?.tries ?? 0) + 1, firstTryAtMs: earlier?.firstTryAtMs ?? now.getTime() };
}

async function finish({ database, run, step }: Attempt, outcome: Outcome): Promise<PerformWebhookResult> {
  const movement = await movementAfter(database, run, step.id, outcome);
  await recordMovement(database, movement);
  return { outcome, ...(await resumptionOf(database, movement)) };
}

const outcomeOf = ({ status, reason }: { status: string; reason: string | null }): Outcome =>
  status === 'executed' ? { kind: 'delivered' } : { kind: 'failed', reason: reason ?? 'failed' };

function webhookStepOf(run: Run, stepId: string): WebhookStep {
  const step = stepOf(run, stepId);
  if (step.kind === 'webhook') return step;
  throw ApplicationFailure.nonRetryable(`Step "${stepId}" calls no webhook.`, 'NotAWebhookStep');
}
