import type { z } from 'zod';
import { newId } from '../../db/connection/ids';
import { TemplateError } from '../../domain/email/template';
import { AppError, ContentFault, invalid } from '../../domain/errors';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { templateContext } from '../../domain/journeys/template-context';
import { explainCall } from '../../domain/webhooks/explain-call';
import { restoreHeaders } from '../../domain/webhooks/masked-headers';
import type { RenderedStep, WebhookStep } from '../../domain/webhooks/render-step';
import { classifyTry } from '../../domain/webhooks/retry';
import type { testWebhookBody, webhookTest } from '../../domain/webhooks/schemas';
import { maskSecrets, shownRequest, withoutSecrets } from '../../domain/webhooks/shown-request';
import { callWebhook, type CallResult } from '../../egress/webhook-client';
import { recordAct } from '../../operations/audit/record-act';
import {
  prepareCall,
  templatesOf,
  type PreparedCall,
  type RenderWebhook,
} from '../../operations/webhooks/prepare-call';
import type { Actor } from '../route';
import type { Services } from '../services';
import { readJourney } from './read-journey';
import { readSubject } from './read-subject';

/** Of the answer's body. */
const shownBytes = 1_024;

type Body = z.output<typeof testWebhookBody>;
type Result = z.infer<typeof webhookTest>;

/**
 * Calls the receiver of a webhook step once, as an execution would: rendered, signed, guarded and timed alike. The call says by
 * `X-Apex-Test` that it is a test, and has an Idempotency-Key of its own. It is audited before it is made.
 * @throws AppError NOT_FOUND for the journey or the subject, VALIDATION_ERROR for a mask that stands for nothing stored,
 * SERVICE_UNAVAILABLE while too much that is costly waits
 */
export async function testWebhook(services: Services, actor: Actor, journeyId: string, body: Body): Promise<Result> {
  const { database } = services;
  const { workspaceId } = actor;
  const journey = await readJourney(database, workspaceId, journeyId);
  const step = restoreStep(body.step, journey.steps);
  const subject = await readSubject(database, workspaceId, body);
  const executionId = newId('webhookTest');
  const context = templateContext(subject, { eventData: body.event?.data ?? {}, journeyId, executionId });
  const { render, fault } = renderer(services, workspaceId);
  const call = { workspaceId, step, context, executionId, isTest: true };
  const prepared = await prepareCall(database, services.settings, call, render);
  if ('failure' in prepared) return failed(prepared.failure, explainCall(prepared.failure, fault()));
  const isSecretFree = prepared.secrets.size === 0;
  const masked = isSecretFree
    ? prepared.rendered
    : await render({ templates: templatesOf(step), context: { ...context, secrets: maskSecrets(prepared.secrets) } });
  const person = subject.isSynthetic ? {} : { endUserId: subject.id };
  const metadata = { stepId: step.id, host: new URL(step.url).host, ...person };
  await recordAct(database, actor, 'journey.webhook_tested', { subject: { type: 'journey', id: journeyId }, metadata });
  const made = await makeCall(services, prepared);
  return { ...made, request: shownRequest(step, prepared.request, usable(masked)) };
}

const usable = (rendered: Awaited<ReturnType<RenderWebhook>>): RenderedStep | null =>
  rendered === null || 'failure' in rendered ? null : rendered;

/** The step with stored values in place of masks. Where it leads is of no account here. */
function restoreStep(given: Body['step'], stored: readonly JourneyStep[]): WebhookStep {
  const { steps, problems } = restoreHeaders([{ ...given, next: given.next ?? given.id }], stored);
  const [step] = steps;
  if (problems.length > 0 || step?.kind !== 'webhook') {
    const details = problems.map(({ path, message }) => ({ path: path.replace(/^steps\.0\./, 'step.'), message }));
    throw invalid('The step has credentials that cannot be restored. Enter them again.', details);
  }
  return step;
}

/** Renders on a thread, and keeps why templates could not be rendered: the caller may know, as the step is theirs. */
function renderer({ threads }: Services, workspaceId: string) {
  let fault: string | undefined;
  const render: RenderWebhook = async (given) => {
    try {
      return await threads.run('renderWebhook', given, workspaceId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') throw error;
      if (error instanceof TemplateError) fault = `${error.field}: ${error.message}`;
      else if (error instanceof AppError) fault = error.message;
      else if (!(error instanceof ContentFault)) throw error;
      return null;
    }
  };
  return { render, fault: () => (fault === undefined ? {} : { fault }) };
}

async function makeCall(
  { settings: { webhookAllowHosts: allowHosts } }: Services,
  { request, secrets, signedAt }: PreparedCall,
): Promise<Omit<Result, 'request'>> {
  const { signal } = new AbortController();
  const result = await callWebhook(request, { allowHosts, signal, keepBytes: shownBytes });
  const durationMs = Math.max(0, Date.now() - signedAt.getTime());
  const verdict = classifyTry(result, { made: 1, sinceFirstMs: 0 }, new Date());
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

function responseOf(result: CallResult, secrets: ReadonlyMap<string, string>): Result['response'] {
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
