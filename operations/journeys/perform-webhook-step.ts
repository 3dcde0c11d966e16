import { findEndUser } from '../../db/end-users/end-users';
import { findStepOutcome } from '../../db/journeys/step-outcomes';
import { countWebhookTries, insertWebhookTry } from '../../db/journeys/webhook-tries';
import { isOver } from '../../domain/journeys/is-over';
import type { Outcome } from '../../domain/journeys/plan';
import type { StepOf } from '../../domain/journeys/schemas';
import { AttemptDelayed } from '../../domain/attempt-delayed';
import { classifyTry, triesWithinMs, type Tries, type TryResult } from '../../domain/webhooks/retry';
import type { Context } from '../ports';
import { prepareCall, type PrepareCallContext, type PreparedCall } from '../webhooks/prepare-call';
import type { WebhookHosts } from '../webhooks/webhook-hosts';
import {
  loadExecution,
  loadForStep,
  moveAfter,
  resumptionOnly,
  stepOf,
  type LoadedExecution,
  type Resumption,
  type StepInput,
} from './move-execution';
import { readTemplateContext } from './read-template-context';

export interface WebhookStepResult extends Resumption {
  /** Null if the execution is over and no call was made. */
  outcome: Outcome | null;
}

/** A call of a webhook step that is ready to be made, and admitted by its host. */
export interface StepCall {
  loaded: LoadedExecution;
  step: StepOf<'webhook'>;
  prepared: PreparedCall;
  /** Frees the host for the next call. */
  done(result: TryResult | null): Promise<void>;
}

export type PrepareStepContext = PrepareCallContext & Pick<Context, 'random'> & { hosts: WebhookHosts };

/**
 * Prepares the call of a webhook step.
 * @param waitingSince when the step was first due
 * @returns the result of the step if no call is made: it has an outcome, cannot be called, its host was paused for five
 * minutes, or the execution is over
 * @throws AttemptDelayed if too many expensive tasks are queued, or the host is paused or busy; AppError NOT_FOUND if there is
 * no such execution or step
 */
export async function prepareWebhookStep(
  context: PrepareStepContext,
  input: StepInput,
  waitingSince: Date,
): Promise<{ call: StepCall } | { result: WebhookStepResult }> {
  const { database } = context;
  const loaded = await loadForStep(context, input);
  const step = stepOf(loaded, input.stepId, 'webhook');
  const finished = async (outcome: Outcome) => ({
    result: await finish(context, loaded, { stepId: step.id, outcome }),
  });
  const halted: { result: WebhookStepResult } = { result: { outcome: null, halted: true } };
  // The execution has left the step, but Temporal has not recorded it. Another call could end differently.
  const earlier = await findStepOutcome(database, input);
  if (earlier !== null) return finished(outcomeOf(earlier));
  const { execution } = loaded;
  if (isOver(execution)) return halted;
  const { workspaceId, endUserId, id: executionId } = execution;
  const endUser = await findEndUser(database, workspaceId, endUserId);
  if (endUser === null) return finished({ kind: 'failed', reason: 'erased' });
  const templateContext = await readTemplateContext(context, execution, endUser);
  const prepared = await prepareCall(context, { workspaceId, step, context: templateContext, executionId });
  if ('failure' in prepared) return finished({ kind: 'failed', reason: prepared.failure });
  // Rendering may have waited for a thread.
  if (isOver((await loadExecution(context, input)).execution)) return halted;
  const admission = await admitCall(context, input, prepared, waitingSince);
  if (admission === 'paused') return finished({ kind: 'failed', reason: 'host_paused' });
  return { call: { loaded, step, prepared, done: admission } };
}

/**
 * Admits a call to its host.
 * @returns a function to report the result; `paused` if the host has not recovered in the time for all tries
 * @throws AttemptDelayed if the host is paused or busy
 */
async function admitCall(
  { hosts, random, clock }: PrepareStepContext,
  { workspaceId, executionId, stepId }: StepInput,
  { request: { url, timeoutMs } }: PreparedCall,
  waitingSince: Date,
): Promise<StepCall['done'] | 'paused'> {
  const { host } = new URL(url);
  const callId = `${executionId} ${stepId}`;
  const admission = await hosts.admit({ workspaceId, host, callId, timeoutMs });
  if (admission.kind === 'open') return admission.done;
  const delayMs = Math.ceil(admission.retryAfterMs + random.fraction() * admission.spreadMs);
  if (admission.kind === 'paused') {
    const pausedSince = Math.max(waitingSince.getTime(), admission.since.getTime());
    if (clock.now().getTime() - pausedSince > triesWithinMs) return 'paused';
    const message = `Calls to ${host} are paused because it is failing. They resume when a probe succeeds.`;
    throw new AttemptDelayed('HostPaused', message, delayMs);
  }
  throw new AttemptDelayed('HostBusy', `This worker already makes as many calls to ${host} as it may.`, delayMs);
}

/** Counts the recorded calls of a step. */
export const countCalls = ({ database }: Pick<Context, 'database'>, step: StepInput): Promise<number> =>
  countWebhookTries(database, step);

/**
 * Makes one try of a call, records it, and moves the execution on if the try settles the step. A process that dies before
 * the movement leads to another call with the same `Idempotency-Key`.
 * @param tries.made includes this try
 * @param tries.before calls that were made before an operator retried the step
 * @returns the delay until the next try if the step needs one
 */
export async function tryWebhookStep(
  context: Pick<Context, 'database' | 'webhooks' | 'clock'>,
  { loaded, step, prepared, done }: StepCall,
  tries: { made: number; firstAtMs: number; before: number },
): Promise<{ result: WebhookStepResult } | { retry: { reason: string; afterMs: number } }> {
  const { database, webhooks, clock } = context;
  const { workspaceId, id: executionId } = loaded.execution;
  const { request, signedAt: at } = prepared;
  let result: TryResult | null = null;
  try {
    result = await webhooks.call(request);
  } finally {
    await done(result);
  }
  const nowMs = (): number => clock.now().getTime();
  await insertWebhookTry(
    database,
    { workspaceId, executionId },
    {
      number: tries.before + tries.made,
      at,
      stepId: step.id,
      durationMs: Math.max(0, nowMs() - at.getTime()),
      statusCode: result.kind === 'answered' ? result.status : null,
      failure: result.kind === 'answered' ? null : result.reason,
    },
  );
  const soFar: Tries = { made: tries.made, sinceFirstMs: nowMs() - tries.firstAtMs };
  const verdict = classifyTry(result, soFar, clock.now());
  if (verdict.kind === 'retry') return { retry: verdict };
  return { result: await finish(context, loaded, { stepId: step.id, outcome: verdict.outcome }) };
}

const finish = async (
  context: Pick<Context, 'database'>,
  loaded: LoadedExecution,
  left: { stepId: string; outcome: Outcome },
): Promise<WebhookStepResult> => ({
  outcome: left.outcome,
  ...resumptionOnly(await moveAfter(context, loaded, left)),
});

const outcomeOf = ({ status, reason }: { status: string; reason: string | null }): Outcome =>
  status === 'executed' ? { kind: 'delivered' } : { kind: 'failed', reason: reason ?? 'failed' };
