import type { Database } from '../../db/connection/pool';
import { findSigningState } from '../../db/webhooks/webhook-signing';
import { findSealedSecrets } from '../../db/workspaces/workspace-secrets';
import { openCredentials, type CredentialsKey } from '../../domain/connections/credentials-box';
import type { RenderContext } from '../../domain/email/render';
import type {
  RenderedStep,
  StepTemplates,
  UnusableStep,
  WebhookContext,
  WebhookStep,
} from '../../domain/webhooks/render-step';
import { webhookRequest, type TryIdentity, type WebhookRequest } from '../../domain/webhooks/request';
import { signingSecrets } from '../../domain/webhooks/signature';
import { mentionsSecrets } from '../../domain/webhooks/step-secrets';

/** What calls are made with, besides the step. */
export interface CallKeys {
  linkSecret: string;
  /** What the secrets of workspaces are kept under. */
  credentialsKeys: readonly CredentialsKey[];
}

/** Renders a step's templates; on a thread, as that may take long. Null for templates that cannot be rendered. */
export type RenderWebhook = (given: {
  templates: StepTemplates;
  context: WebhookContext;
}) => Promise<RenderedStep | UnusableStep | null>;

export interface WebhookCall extends Pick<TryIdentity, 'executionId' | 'isTest'> {
  workspaceId: string;
  step: WebhookStep;
  /** What the templates may name. */
  context: RenderContext;
}

/** A call that is ready to be made. */
export interface PreparedCall {
  request: WebhookRequest;
  rendered: RenderedStep;
  /** The secrets that were at hand, by name: none when the step reads none. */
  secrets: ReadonlyMap<string, string>;
  /** When it was signed: the beginning of the try. */
  signedAt: Date;
}

/** Why there is no call. */
export interface UnusableCall {
  failure: UnusableStep['failure'] | 'template_error';
}

/** Makes the request of a webhook step: rendered with the workspace's secrets, and signed. Makes no call. */
export async function prepareCall(
  database: Database,
  { linkSecret, credentialsKeys }: CallKeys,
  { workspaceId, step, context, executionId, isTest = false }: WebhookCall,
  render: RenderWebhook,
): Promise<PreparedCall | UnusableCall> {
  const secrets = mentionsSecrets(step)
    ? await openSecrets(database, credentialsKeys, workspaceId)
    : new Map<string, string>();
  const rendered = await render({ templates: templatesOf(step), context: { ...context, secrets } });
  if (rendered === null) return { failure: 'template_error' };
  if ('failure' in rendered) return rendered;
  const now = new Date();
  const signing = signingSecrets(linkSecret, workspaceId, await findSigningState(database, workspaceId), now);
  const request = webhookRequest(step, rendered, { ...signing, executionId, now, isTest });
  return { request, rendered, secrets, signedAt: now };
}

export const templatesOf = ({ body, headers }: WebhookStep): StepTemplates => ({
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
});

/** The workspace's secrets by name, without those whose key is not among ours. They go into the request, by way of a thread's memory, and nowhere else. */
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
