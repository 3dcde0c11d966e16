import { renderText, TemplateError, type RenderContext } from '../email/render';
import type { JourneyStep } from '../journeys/schemas';
import { signWebhook } from './signature';

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
  /** Of the workspace. */
  secret: string;
  executionId: string;
  /** When the try begins. */
  now: Date;
}

/** A step that cannot be made into a request. */
export interface UnusableStep {
  failure: 'template_error' | 'invalid_header';
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

/**
 * The request that a webhook step makes of a subject: body rendered, headers checked, signed.
 * The body is JSON by its content type when it can be read as JSON, unless the step says otherwise.
 */
export function webhookRequest(
  step: WebhookStep,
  context: RenderContext,
  identity: TryIdentity,
): WebhookRequest | UnusableStep {
  const body = renderBody(step, context);
  if (body === undefined) return { failure: 'template_error' };
  const own = Object.entries(step.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
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
      'x-apex-signature': signWebhook(identity.secret, timestamp, body ?? ''),
      'idempotency-key': `${identity.executionId}:${step.id}`,
    },
  };
}

/** Null when the step has no body; undefined when its template cannot be rendered. */
function renderBody(step: WebhookStep, context: RenderContext): string | null | undefined {
  if (step.body === undefined || step.body === '') return null;
  try {
    return renderText('body', step.body, context);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
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
