import { templateProblem } from '../email/render';
import type { JourneyStep } from '../journeys/schemas';
import { secretsIn, sourcesOf } from './step-secrets';

/** What was found in a template of a webhook. */
export interface WebhookTemplate {
  /** Why it cannot be used; null when it can. */
  problem: string | null;
  /** The secrets that it names, '' for one that it does not name. */
  secrets: readonly string[];
}

/** By what the template says. */
export type WebhookTemplates = ReadonlyMap<string, WebhookTemplate>;

/** The templates of the webhooks of a step graph, each once. */
export const webhookSources = (steps: readonly JourneyStep[]): string[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'webhook' ? sourcesOf(step).map(({ source }) => source) : []))),
];

/** Reads a template: long ones take their time. */
export const readWebhookTemplate = (source: string): WebhookTemplate => ({
  problem: templateProblem(source),
  secrets: secretsIn(source),
});
