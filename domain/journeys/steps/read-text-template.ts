import { templateProblem } from '../../email/render';
import { secretsIn } from '../../webhooks/step-secrets';

/** The result of reading a template of a step, such as a webhook's body. */
export interface TextTemplate {
  /** Why the template is unusable; null if it is usable. */
  problem: string | null;
  /** The names of the secrets it reads; '' for a secret without a literal name. */
  secrets: readonly string[];
}

/** Results by template source. */
export type TextTemplates = ReadonlyMap<string, TextTemplate>;

/** Reads a template. This is slow for long templates. */
export const readTextTemplate = (source: string): TextTemplate => ({
  problem: templateProblem(source),
  secrets: secretsIn(source),
});
