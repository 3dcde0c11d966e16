import type { RenderedStep, WebhookStep } from './render-step';
import { signWebhook } from './signature';

/** An outgoing request. Header names are in lower case. */
export interface WebhookRequest {
  url: string;
  method: WebhookStep['method'];
  headers: Record<string, string>;
  /** Null if no body is sent. */
  body: string | null;
  /** The limit for the whole exchange. */
  timeoutMs: number;
}

/** The data that identifies and signs a try. */
export interface TryIdentity {
  /** The signing secret of the workspace. */
  secret: string;
  /** The previous signing secret, while receivers may still verify with it. */
  previousSecret?: string | null;
  /** The id of the execution. A test call has its own id. */
  executionId: string;
  /** The start of the try. */
  now: Date;
  /** Whether a person is testing the step, without an execution. A header informs the receiver. */
  isTest?: boolean;
}

/** Headers that the service sets itself or that belong to the connection. A step cannot set them. */
const reserved = new Set(
  (
    'idempotency-key host content-length transfer-encoding connection keep-alive proxy-connection proxy-authorization ' +
    'upgrade te trailer expect'
  ).split(' '),
);
/** @param name in lower case */
export const isReserved = (name: string): boolean => reserved.has(name) || name.startsWith('x-apex-');

/** Creates the signed request of a webhook step from its rendered templates. */
export function webhookRequest(
  step: WebhookStep,
  { body, contentType, headers }: RenderedStep,
  identity: TryIdentity,
): WebhookRequest {
  const timestamp = Math.floor(identity.now.getTime() / 1_000);
  return {
    url: step.url,
    method: step.method,
    body,
    timeoutMs: step.timeoutSeconds * 1_000,
    headers: {
      accept: '*/*',
      'user-agent': 'Apex-Webhook/1',
      ...(body === null ? {} : { 'content-type': contentType }),
      ...Object.fromEntries(headers.filter(([name]) => !isReserved(name))),
      ...(identity.isTest === true ? { 'x-apex-test': 'true' } : {}),
      'x-apex-timestamp': String(timestamp),
      'x-apex-signature': signatures(identity, timestamp, body ?? ''),
      'idempotency-key': `${identity.executionId}:${step.id}`,
    },
  };
}

const signatures = ({ secret, previousSecret }: TryIdentity, timestamp: number, body: string): string =>
  [secret, ...(typeof previousSecret === 'string' ? [previousSecret] : [])]
    .map((one) => signWebhook(one, timestamp, body))
    .join(',');
