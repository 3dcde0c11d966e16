import { templateProblem } from '../email/render';
import type { JourneyStep } from '../journeys/schemas';
import { secretsIn, sourcesOf } from './step-secrets';

/** The result of reading a webhook template. */
export interface WebhookTemplate {
  /** Why the template is unusable; null if it is usable. */
  problem: string | null;
  /** The names of the secrets it reads; '' for a secret without a literal name. */
  secrets: readonly string[];
}

/** Results by template source. */
export type WebhookTemplates = ReadonlyMap<string, WebhookTemplate>;

/** Returns the distinct templates of the webhooks in a step graph. */
export const webhookSources = (steps: readonly JourneyStep[]): string[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'webhook' ? sourcesOf(step).map(({ source }) => source) : []))),
];

/** Reads a template. This is slow for long templates. */
export const readWebhookTemplate = (source: string): WebhookTemplate => ({
  problem: templateProblem(source),
  secrets: secretsIn(source),
});
