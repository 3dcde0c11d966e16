import { templateProblem } from '../email/render';
import { secretsIn } from './step-secrets';

/** The result of reading a webhook template. */
export interface WebhookTemplate {
  /** Why the template is unusable; null if it is usable. */
  problem: string | null;
  /** The names of the secrets it reads; '' for a secret without a literal name. */
  secrets: readonly string[];
}

/** Results by template source. */
export type WebhookTemplates = ReadonlyMap<string, WebhookTemplate>;

/** Reads a template. This is slow for long templates. */
export const readWebhookTemplate = (source: string): WebhookTemplate => ({
  problem: templateProblem(source),
  secrets: secretsIn(source),
});
