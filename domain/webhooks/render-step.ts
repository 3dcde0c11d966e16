import { renderText, TemplateError, type RenderContext } from '../email/render';
import { createAllowance, type AllowanceLimits } from '../email/template';
import type { JourneyStep } from '../journeys/schemas';
import { secretScope } from './step-secrets';

export type WebhookStep = Extract<JourneyStep, { kind: 'webhook' }>;

/** What the templates of a step see: what marketing mail does, and the workspace's secrets by name. */
export type WebhookContext = RenderContext & { secrets?: ReadonlyMap<string, string> };

/** What of a step is a template. */
export type StepTemplates = Pick<WebhookStep, 'body' | 'headers'>;

/** What the templates of a step say of a subject. */
export interface RenderedStep {
  /** Null when the step has none. */
  body: string | null;
  /** Of the body, unless the step says otherwise. */
  contentType: string;
  /** Names in lower case. */
  headers: (readonly [string, string])[];
}

/** A step that cannot be made into a request. */
export interface UnusableStep {
  failure: 'invalid_header' | 'secret_missing';
}

/** What RFC 9110 lets a field value be made of; Node refuses anything else. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a header can carry the value. */
export const isFieldValue = (value: string): boolean => fieldValue.test(value);

/**
 * Renders body and headers of a webhook step, within one allowance, and checks what came out.
 * The body is JSON by its content type when it can be read as JSON.
 * @throws TemplateError for a template that Liquid refuses, that runs for too long or grows too large
 */
export function renderStep(
  templates: StepTemplates,
  context: WebhookContext,
  limits?: AllowanceLimits,
): RenderedStep | UnusableStep {
  let isSecretMissing = false;
  const secrets = secretScope(context.secrets ?? new Map(), () => (isSecretMissing = true));
  try {
    const { body, headers } = renderTemplates(templates, { ...context, secrets } as RenderContext, limits);
    if (isSecretMissing) return { failure: 'secret_missing' };
    if (headers.some(([, value]) => !isFieldValue(value))) return { failure: 'invalid_header' };
    return { body, headers, contentType: contentTypeOf(body ?? '') };
  } catch (error) {
    if (isSecretMissing && error instanceof TemplateError) return { failure: 'secret_missing' };
    throw error;
  }
}

function renderTemplates(
  { body = '', headers = {} }: StepTemplates,
  context: RenderContext,
  limits: AllowanceLimits | undefined,
): Pick<RenderedStep, 'body' | 'headers'> {
  const allowance = createAllowance(limits);
  let left = allowance.limits.output;
  const render = (field: string, source: string): string => {
    const text = renderText(field, source, context, allowance);
    left -= text.length;
    if (left < 0) throw new TemplateError(field, 'output limit exceeded');
    return text;
  };
  return {
    body: body === '' ? null : render('body', body),
    headers: Object.entries(headers).map(
      ([name, value]) => [name.toLowerCase(), render(`headers.${name}`, value)] as const,
    ),
  };
}

function contentTypeOf(body: string): string {
  try {
    JSON.parse(body);
    return 'application/json';
  } catch {
    return 'text/plain; charset=utf-8';
  }
}
