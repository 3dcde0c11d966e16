import type { ErrorDetail } from '../errors';
import type { JourneyStep } from '../journeys/schemas';
import type { WebhookTemplate } from './read-webhooks';
import { isFieldValue, type WebhookStep } from './render-step';
import { secretProblems } from './step-secrets';

/**
 * Finds all problems of the webhooks in a step graph: a body that Liquid cannot read (with line and column), headers
 * that are invalid or that Liquid cannot read, and secrets that do not exist. Every call of such a step would fail
 * before it is sent.
 * @param readTemplate readWebhookTemplate (read-webhooks.ts), or a lookup of its earlier results
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

/** The schema limits names to what RFC 9110 allows, so this checks only for repeated names, and the values. */
function headerProblems({ id, headers = {} }: WebhookStep, index: number, readTemplate: ReadTemplate): ErrorDetail[] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const path = `steps.${index}.headers.${name}`;
    const problems: ErrorDetail[] = [];
    if (seen.has(name.toLowerCase())) {
      problems.push({
        path,
        message: `Step "${id}" has the header "${name}" twice. Header names are not case-sensitive.`,
      });
    }
    seen.add(name.toLowerCase());
    const reason = readTemplate(value).problem;
    if (reason !== null) {
      problems.push({ path, message: `The header "${name}" of step "${id}" cannot be used: ${reason}.` });
    }
    if (!isFieldValue(value)) {
      const message =
        `The header "${name}" of step "${id}" contains characters that are not allowed in headers, such as line ` +
        'breaks.';
      problems.push({ path, message });
    }
    return problems;
  });
}
