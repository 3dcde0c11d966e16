import type { Database } from '../../db/connection/pool';
import { findSigningState } from '../../db/webhooks/webhook-signing';
import { findSealedSecrets } from '../../db/workspaces/workspace-secrets';
import { openCredentials, type CredentialsKey } from '../../domain/connections/credentials-box';
import type { RenderContext } from '../../domain/email/render';
import { TemplateError } from '../../domain/email/template';
import { AppError } from '../../domain/errors';
import type { RenderedStep, StepTemplates, UnusableStep, WebhookStep } from '../../domain/webhooks/render-step';
import { webhookRequest, type TryIdentity, type WebhookRequest } from '../../domain/webhooks/request';
import { signingSecrets } from '../../domain/webhooks/signature';
import { mentionsSecrets } from '../../domain/webhooks/step-secrets';
import type { Context, Settings } from '../ports';
import { renderedOrNull } from '../sends/render-content';

export type PrepareCallContext = Pick<Context, 'database' | 'threads' | 'clock' | 'log'> & {
  settings: Pick<Settings, 'linkSecret' | 'credentialsKeys'>;
};

export interface WebhookCall extends Pick<TryIdentity, 'executionId' | 'isTest'> {
  workspaceId: string;
  step: WebhookStep;
  /** The variables of the templates. */
  context: RenderContext;
}

/** A call that is ready to be made. */
export interface PreparedCall {
  request: WebhookRequest;
  rendered: RenderedStep;
  /** The workspace's secrets by name; empty if the step reads none. */
  secrets: ReadonlyMap<string, string>;
  /** The start of the try. */
  signedAt: Date;
}

/** Why there is no call. `fault` is the error of a template, which may quote the template. */
export interface UnusableCall {
  failure: UnusableStep['failure'] | 'template_error';
  fault?: string;
}

/**
 * Creates the request of a webhook step: rendered with the workspace's secrets, and signed. Makes no call.
 * @throws AttemptDelayed if too many expensive tasks are queued, or the process stops
 */
export async function prepareCall(
  context: PrepareCallContext,
  call: WebhookCall,
): Promise<PreparedCall | UnusableCall> {
  const { database, clock, settings } = context;
  const { workspaceId, step, executionId, isTest = false } = call;
  const secrets = mentionsSecrets(step)
    ? await openSecrets(database, settings.credentialsKeys, workspaceId)
    : new Map<string, string>();
  const rendered = await renderCall(context, call, secrets);
  if ('failure' in rendered) return rendered;
  const now = clock.now();
  const signing = signingSecrets(settings.linkSecret, workspaceId, await findSigningState(database, workspaceId), now);
  const request = webhookRequest(step, rendered, { ...signing, executionId, now, isTest });
  return { request, rendered, secrets, signedAt: now };
}

/**
 * Renders the templates of a call, on a thread because that may take long.
 * @throws AttemptDelayed if too many expensive tasks are queued, or the process stops
 */
export async function renderCall(
  { threads, log }: Pick<Context, 'threads' | 'log'>,
  { workspaceId, step, context, executionId }: WebhookCall,
  secrets: ReadonlyMap<string, string>,
): Promise<RenderedStep | UnusableCall> {
  let fault: string | undefined;
  const given = { templates: templatesOf(step), context: { ...context, secrets } };
  const rendering = threads.run('renderWebhook', given, workspaceId).catch((error: unknown) => {
    if (error instanceof TemplateError) fault = `${error.field}: ${error.message}`;
    else if (error instanceof AppError) fault = error.message;
    throw error;
  });
  const about = { workspaceId, executionId, stepId: step.id };
  const rendered = await renderedOrNull({ log }, rendering, about);
  return rendered ?? { failure: 'template_error', ...(fault === undefined ? {} : { fault }) };
}

const templatesOf = ({ body, headers }: WebhookStep): StepTemplates => ({
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
});

/** Returns the workspace's secrets by name, without those that the keys cannot decrypt. They go only into the request. */
async function openSecrets(
  database: Database,
  credentialsKeys: readonly CredentialsKey[],
  workspaceId: string,
): Promise<Map<string, string>> {
  const opened = new Map<string, string>();
  for (const { name, sealed } of await findSealedSecrets(database, workspaceId)) {
    const value = openCredentials(credentialsKeys, { workspaceId, secretName: name }, sealed);
    if (value !== null) opened.set(name, value);
  }
  return opened;
}
