import { renderText, TemplateError, type RenderContext } from '../email/render';
import { createAllowance, type AllowanceLimits } from '../email/template';
import type { JourneyStep } from '../journeys/schemas';
import { isFieldValue } from './field-value';
import { secretScope } from './step-secrets';

export type WebhookStep = Extract<JourneyStep, { kind: 'webhook' }>;

/** The variables of a step's templates: the variables of marketing emails, and the workspace's secrets by name. */
export type WebhookContext = RenderContext & { secrets?: ReadonlyMap<string, string> };

/** The parts of a step that are templates. */
export type StepTemplates = Pick<WebhookStep, 'body' | 'headers'>;

/** The templates of a step, rendered for a subject. */
export interface RenderedStep {
  /** Null if the step has no body. */
  body: string | null;
  /** The content type of the body. A content-type header of the step overrides it. */
  contentType: string;
  /** Names in lower case. */
  headers: (readonly [string, string])[];
}

/** The reason why a step cannot become a request. */
export interface UnusableStep {
  failure: 'invalid_header' | 'secret_missing';
}

/**
 * Renders the body and headers of a webhook step within one shared allowance, and checks the result. The content type
 * is JSON if the body parses as JSON.
 * @throws TemplateError if Liquid refuses a template, or if it takes too long or its output is too large
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
