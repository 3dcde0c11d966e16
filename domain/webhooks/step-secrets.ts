import { Drop } from 'liquidjs';
import { referencesOf, TemplateError } from '../email/template';
import type { StepOf } from '../journeys/schemas';
import { webhookSources } from './webhook-sources';

/** The workspace's secrets in webhook steps: `{{ secrets.name }}` in headers and body. */

/**
 * Creates the `secrets` variable of a step's templates. Values are found by name and cannot be listed.
 * @param onMissing receives each name that has no secret
 */
export function secretScope(values: ReadonlyMap<string, string>, onMissing: (name: string) => void): Drop {
  class Secrets extends Drop {
    override liquidMethodMissing(key: string | number): string {
      const value = values.get(String(key));
      if (value === undefined) onMissing(String(key));
      return value ?? '';
    }
  }
  return new Secrets();
}

/** Checks whether a step may read secrets, which must then be loaded before rendering. */
export const mentionsSecrets = (step: StepOf<'webhook'>): boolean =>
  webhookSources(step).some(({ source }) => /\bsecrets\b/.test(source));

/**
 * Returns the names of the secrets that a template reads; '' for a name that is known only when rendered. An unreadable
 * template has none.
 */
export function secretsIn(source: string): string[] {
  if (!/\bsecrets\b/.test(source)) return [];
  try {
    return referencesOf('body', source).flatMap(([root, name]) => (root === 'secrets' ? [name ?? ''] : []));
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}
