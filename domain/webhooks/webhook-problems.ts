import type { ErrorDetail } from '../errors';
import type { JourneyStep } from '../journeys/schemas';
import type { WebhookTemplate } from './read-webhooks';
import { isFieldValue, type WebhookStep } from './render-step';
import { secretProblems } from './step-secrets';

/**
 * What stands against calling the webhooks of a step graph, all at once: a body that Liquid cannot read, with line and column,
 * headers that no request can carry or that Liquid cannot read, and secrets that there are not. Every call of such a step would fail without being made.
 * @param readTemplate as readWebhookTemplate (read-webhooks.ts), or what that returned before
 */
export function webhookProblems(
  steps: readonly JourneyStep[],
  secretNames: ReadonlySet<string>,
  readTemplate: ReadTemplate,
): ErrorDetail[] {
  const secretsOf = (source: string): readonly string[] => readTemplate(source).secrets;
  return steps.flatMap((step, index) =>
    step.kind === 'webhook'
      ? [
          ...bodyProblems(step, index, readTemplate),
          ...headerProblems(step, index, readTemplate),
          ...secretProblems(step, index, secretNames, secretsOf),
        ]
      : [],
  );
}

type ReadTemplate = (source: string) => WebhookTemplate;

function bodyProblems({ id, body = '' }: WebhookStep, index: number, readTemplate: ReadTemplate): ErrorDetail[] {
  const reason = readTemplate(body).problem;
  return reason === null
    ? []
    : [{ path: `steps.${index}.body`, message: `The body of step "${id}" cannot be used: ${reason}.` }];
}

/** The schema holds names to what RFC 9110 allows; what is left is a name that is there twice. */
function headerProblems({ id, headers = {} }: WebhookStep, index: number, readTemplate: ReadTemplate): ErrorDetail[] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const path = `steps.${index}.headers.${name}`;
    const problems: ErrorDetail[] = [];
    if (seen.has(name.toLowerCase())) {
      problems.push({
        path,
        message: `Step "${id}" has the header "${name}" twice: letter case does not tell headers apart.`,
      });
    }
    seen.add(name.toLowerCase());
    const reason = readTemplate(value).problem;
    if (reason !== null) {
      problems.push({ path, message: `The header "${name}" of step "${id}" cannot be read: ${reason}.` });
    }
    if (!isFieldValue(value)) {
      const message = `The header "${name}" of step "${id}" has characters that a header cannot carry, such as a line break.`;
      problems.push({ path, message });
    }
    return problems;
  });
}
