import type { RenderedStep, WebhookStep } from './render-step';
import { signWebhook } from './signature';

/** A request as it goes out. Names of headers are in lower case. */
export interface WebhookRequest {
  url: string;
  method: WebhookStep['method'];
  headers: Record<string, string>;
  /** Null when none is sent. */
  body: string | null;
  /** For the whole exchange. */
  timeoutMs: number;
}

/** What a try says of itself. */
export interface TryIdentity {
  /** Of the workspace: what it is signed with. */
  secret: string;
  /** The one before, while receivers may still verify by it. */
  previousSecret?: string | null;
  /** Of the run; of a call that tries a step out, an id of its own. */
  executionId: string;
  /** When the try begins. */
  now: Date;
  /** Whether a person tries the step out: no run makes the call, and its receiver has to know. */
  isTest?: boolean;
}

/** Headers that are the service's own or belong to the connection: a step's are left out. */
const reserved = new Set(
  (
    'idempotency-key host content-length transfer-encoding connection keep-alive proxy-connection proxy-authorization ' +
    'upgrade te trailer expect'
  ).split(' '),
);
/** @param name in lower case */
export const isReserved = (name: string): boolean => reserved.has(name) || name.startsWith('x-apex-');

/** The request that a webhook step makes of a subject, with what its templates say of them: signed. */
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
