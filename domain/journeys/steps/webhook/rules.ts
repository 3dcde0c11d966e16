import { callFailures } from '../../../webhooks/call-failures';
import { isFieldValue } from '../../../webhooks/field-value';
import { webhookSources } from '../../../webhooks/webhook-sources';
import type { StepOf } from '../../schemas';
import type { SimulatedStep } from '../../simulation/simulated-run';
import type { FieldProblem, PublishedWith, StepRules } from '../step-rules';

type WebhookStep = StepOf<'webhook'>;
export type WebhookPlan = Pick<WebhookStep, 'id' | 'kind' | 'next' | 'onFailure' | 'failOnError'>;

export const webhookRules = {
  exits: ({ next, onFailure }) => [
    { field: 'next', to: next },
    ...(onFailure === undefined ? [] : [{ field: 'onFailure', to: onFailure }]),
  ],
  plan: ({ id, kind, next, onFailure, failOnError }): WebhookPlan => ({
    id,
    kind,
    next,
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(failOnError === true ? { failOnError } : {}),
  }),
  emptyFields: ({ id, url }) => (url === '' ? [{ field: 'url', message: `Enter a URL for step "${id}".` }] : []),
  templates: (step) => webhookSources(step).map(({ source }) => source),
  publishProblems: (step, given) => [
    ...bodyProblems(step, given),
    ...headerProblems(step, given),
    ...secretProblems(step, given),
  ],
  reasons: {
    ...callFailures,
    egress_refused: {
      title: 'Host not allowed',
      meaning: 'Webhooks are not allowed to call this address: it is private or not https.',
      remedy: 'Add the host to WEBHOOK_ALLOW_HOSTS if you trust it.',
    },
    host_paused: {
      title: 'Host paused',
      meaning: 'Calls to the host were paused because ten in a row had failed, and it did not recover in five minutes.',
      remedy: 'Check the receiver. The last calls of the step show why they failed.',
    },
    secret_missing: {
      meaning: 'A secret in the step does not exist.',
      remedy: 'Add the secret under Settings, Secrets.',
    },
    invalid_header: {
      meaning: 'A header contains characters that HTTP does not allow.',
      remedy: 'Fix the template of the header.',
    },
  },
} satisfies StepRules<WebhookStep>;

export const simulateWebhook = (): SimulatedStep => ({ outcome: { kind: 'delivered' } });

function bodyProblems({ id, body = '' }: WebhookStep, { readTemplate }: PublishedWith): FieldProblem[] {
  const reason = readTemplate(body).problem;
  return reason === null ? [] : [{ field: 'body', message: `The body of step "${id}" cannot be used: ${reason}.` }];
}

/** The schema limits names to what RFC 9110 allows, so this checks only for repeated names, and the values. */
function headerProblems({ id, headers = {} }: WebhookStep, { readTemplate }: PublishedWith): FieldProblem[] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const messages: string[] = [];
    if (seen.has(name.toLowerCase())) {
      messages.push(`Step "${id}" has the header "${name}" twice. Header names are not case-sensitive.`);
    }
    seen.add(name.toLowerCase());
    const reason = readTemplate(value).problem;
    if (reason !== null) messages.push(`The header "${name}" of step "${id}" cannot be used: ${reason}.`);
    if (!isFieldValue(value)) {
      messages.push(
        `The header "${name}" of step "${id}" contains characters that are not allowed in headers, such as line ` +
          'breaks.',
      );
    }
    return messages.map((message) => ({ field: `headers.${name}`, message }));
  });
}

function secretProblems(step: WebhookStep, { secretNames, readTemplate }: PublishedWith): FieldProblem[] {
  return webhookSources(step).flatMap(({ path, source }) =>
    [...new Set(readTemplate(source).secrets)]
      .filter((name) => !secretNames.has(name))
      .map((name) => ({
        field: path,
        message:
          name === ''
            ? `Step "${step.id}" must name the secret that it reads, as in {{ secrets.name }}.`
            : `Step "${step.id}" reads the secret "${name}", which does not exist. Create it with PUT ` +
              `/api/workspace/secrets/${name}.`,
      })),
  );
}
