import { renderText, TemplateError, type RenderContext } from '../email/render';
import type { JourneyStep } from '../journeys/schemas';
import { signWebhook } from './signature';
import { secretScope } from './step-secrets';

export type WebhookStep = Extract<JourneyStep, { kind: 'webhook' }>;

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
  executionId: string;
  /** When the try begins. */
  now: Date;
}

/** A step that cannot be made into a request. */
export interface UnusableStep {
  failure: 'template_error' | 'invalid_header' | 'secret_missing';
}

/** Headers that are the service's own or belong to the connection: a step's are left out. */
const reserved = new Set(
  (
    'idempotency-key host content-length transfer-encoding connection keep-alive proxy-connection proxy-authorization ' +
    'upgrade te trailer expect'
  ).split(' '),
);
const isReserved = (name: string): boolean => reserved.has(name) || name.startsWith('x-apex-');

/** What RFC 9110 lets a field value be made of; Node refuses anything else. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a header can carry the value. */
export const isFieldValue = (value: string): boolean => fieldValue.test(value);

/** What the templates of a step see: what marketing mail does, and the workspace's secrets by name. */
export type WebhookContext = RenderContext & { secrets?: ReadonlyMap<string, string> };

/**
 * The request that a webhook step makes of a subject: body and headers rendered, headers checked, signed.
 * The body is JSON by its content type when it can be read as JSON, unless the step says otherwise.
 */
export function webhookRequest(
  step: WebhookStep,
  context: WebhookContext,
  identity: TryIdentity,
): WebhookRequest | UnusableStep {
  let isSecretMissing = false;
  const secrets = secretScope(context.secrets ?? new Map(), () => (isSecretMissing = true));
  const rendered = renderStep(step, { ...context, secrets } as RenderContext);
  if (isSecretMissing) return { failure: 'secret_missing' };
  if (rendered === null) return { failure: 'template_error' };
  const { body, headers: own } = rendered;
  if (own.some(([, value]) => !isFieldValue(value))) return { failure: 'invalid_header' };
  const timestamp = Math.floor(identity.now.getTime() / 1_000);
  return {
    url: step.url,
    method: step.method,
    body,
    timeoutMs: step.timeoutSeconds * 1_000,
    headers: {
      accept: '*/*',
      'user-agent': 'Apex-Webhook/1',
      ...(body === null ? {} : { 'content-type': contentType(body) }),
      ...Object.fromEntries(own.filter(([name]) => !isReserved(name))),
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

interface RenderedStep {
  /** Null when the step has none. */
  body: string | null;
  /** Names in lower case. */
  headers: (readonly [string, string])[];
}

/** Null when a template cannot be rendered. */
function renderStep({ body = '', headers = {} }: WebhookStep, context: RenderContext): RenderedStep | null {
  try {
    return {
      body: body === '' ? null : renderText('body', body, context),
      headers: Object.entries(headers).map(
        ([name, value]) => [name.toLowerCase(), renderText(`headers.${name}`, value, context)] as const,
      ),
    };
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

function contentType(body: string): string {
  try {
    JSON.parse(body);
    return 'application/json';
  } catch {
    return 'text/plain; charset=utf-8';
  }
}
