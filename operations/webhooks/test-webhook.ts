import type { z } from 'zod';
import { newId } from '../../db/connection/ids';
import type { Actor } from '../../domain/accounts/actor';
import { AttemptDelayed } from '../../domain/attempt-delayed';
import { invalid } from '../../domain/errors';
import type { JourneyStep, StepOf } from '../../domain/journeys/schemas';
import { templateContext } from '../../domain/journeys/template-context';
import { explainCall } from '../../domain/webhooks/explain-call';
import { restoreHeaders } from '../../domain/webhooks/masked-headers';
import { classifyTry } from '../../domain/webhooks/retry';
import type { testWebhookBody, webhookTest } from '../../domain/webhooks/schemas';
import { maskSecrets, shownRequest, withoutSecrets } from '../../domain/webhooks/shown-request';
import { recordAct } from '../audit/record-act';
import { findShownVersion, readSubject } from '../journeys/dry-run';
import type { Context, WebhookCallResult } from '../ports';
import { prepareCall, renderCall, type PrepareCallContext, type PreparedCall } from './prepare-call';

/** Bytes of the response body in the result. */
const shownBytes = 1_024;

type Body = z.output<typeof testWebhookBody>;
type Result = z.infer<typeof webhookTest>;

/**
 * Calls the receiver of a webhook step once, as an execution would. The header `X-Apex-Test` marks the call as a test, and it
 * has an Idempotency-Key of its own. The audit entry is written before the call.
 * @throws AppError NOT_FOUND for the journey or the subject, VALIDATION_ERROR for a mask without a stored value,
 * SERVICE_UNAVAILABLE if too many expensive tasks are queued
 */
export async function testWebhook(
  context: PrepareCallContext & Pick<Context, 'webhooks'>,
  actor: Actor,
  journeyId: string,
  body: Body,
): Promise<Result> {
  const { database } = context;
  const { workspaceId } = actor;
  const { definition } = await findShownVersion({ database }, workspaceId, journeyId);
  const step = restoreStep(body.step, definition.steps);
  const subject = await readSubject({ database }, workspaceId, body);
  const executionId = newId('webhookTest');
  const variables = templateContext(subject, { eventData: body.event?.data ?? {}, journeyId, executionId });
  const call = { workspaceId, step, context: variables, executionId, isTest: true };
  const prepared = await unlessBusy(prepareCall(context, call));
  if ('failure' in prepared) return failed(prepared.failure, explainCall(prepared.failure, prepared));
  const isSecretFree = prepared.secrets.size === 0;
  const masked = isSecretFree
    ? prepared.rendered
    : await unlessBusy(renderCall(context, call, maskSecrets(prepared.secrets)));
  const person = subject.isSynthetic ? {} : { endUserId: subject.id };
  const metadata = { stepId: step.id, host: new URL(step.url).host, ...person };
  await recordAct(database, actor, 'journey.webhook_tested', { subject: { type: 'journey', id: journeyId }, metadata });
  const made = await makeCall(context, prepared);
  return { ...made, request: shownRequest(step, prepared.request, 'failure' in masked ? null : masked) };
}

/** Returns the step with stored values in place of masks. Its next step does not matter. */
function restoreStep(given: Body['step'], stored: readonly JourneyStep[]): StepOf<'webhook'> {
  const { steps, problems } = restoreHeaders([{ ...given, next: given.next ?? given.id }], stored);
  const [step] = steps;
  if (problems.length > 0 || step?.kind !== 'webhook') {
    const details = problems.map(({ path, message }) => ({ path: path.replace(/^steps\.0\./, 'step.'), message }));
    throw invalid('The step has credentials that cannot be restored. Enter them again.', details);
  }
  return step;
}

/** Throws the error of busy threads itself: a request is not attempted again later, in contrast to a step. */
const unlessBusy = <Rendered>(rendering: Promise<Rendered>): Promise<Rendered> =>
  rendering.catch((error: unknown) => {
    throw error instanceof AttemptDelayed ? (error.cause ?? error) : error;
  });

async function makeCall(
  { webhooks, clock }: Pick<Context, 'webhooks' | 'clock'>,
  { request, secrets, signedAt }: PreparedCall,
): Promise<Omit<Result, 'request'>> {
  const result = await webhooks.call(request, { keepBytes: shownBytes });
  const durationMs = Math.max(0, clock.now().getTime() - signedAt.getTime());
  const verdict = classifyTry(result, { made: 1, sinceFirstMs: 0 }, clock.now());
  const reason =
    verdict.kind === 'retry' ? verdict.reason : verdict.outcome.kind === 'failed' ? verdict.outcome.reason : null;
  const explained = reason === null ? null : explainCall(reason, result);
  return {
    outcome: reason === null ? 'delivered' : 'failed',
    reason,
    message: explained?.meaning ?? null,
    remedy: explained?.remedy ?? null,
    wouldRetry: verdict.kind === 'retry',
    response: responseOf(result, secrets),
    durationMs: result.kind === 'refused' ? null : durationMs,
  };
}

function responseOf(result: WebhookCallResult, secrets: ReadonlyMap<string, string>): Result['response'] {
  if (result.kind !== 'answered') return null;
  const { status, excerpt = Buffer.alloc(0), isCut = false } = result;
  return { status, body: withoutSecrets(excerpt.toString('utf8'), secrets), isCut };
}

const failed = (reason: string, { meaning, remedy }: { meaning: string; remedy?: string }): Result => ({
  outcome: 'failed',
  reason,
  message: meaning,
  remedy: remedy ?? null,
  wouldRetry: false,
  request: null,
  response: null,
  durationMs: null,
});
