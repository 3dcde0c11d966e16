import { Drop } from 'liquidjs';
import { referencesOf, TemplateError } from '../email/template';
import type { ErrorDetail } from '../errors';
import type { JourneyStep } from '../journeys/schemas';

/** The workspace's secrets in webhook steps: `{{ secrets.name }}` in headers and body. */

type WebhookStep = Extract<JourneyStep, { kind: 'webhook' }>;

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
export const mentionsSecrets = (step: WebhookStep): boolean =>
  sourcesOf(step).some(({ source }) => /\bsecrets\b/.test(source));

/**
 * Finds problems with a step's use of secrets.
 * @param names the names of the existing secrets
 * @param secretsOf the secrets of a template, as {@link secretsIn} reads them
 */
export function secretProblems(
  step: WebhookStep,
  index: number,
  names: ReadonlySet<string>,
  secretsOf: (source: string) => readonly string[],
): ErrorDetail[] {
  return sourcesOf(step).flatMap(({ path, source }) => {
    const named = new Set(secretsOf(source));
    return [...named].flatMap((name) => {
      if (names.has(name)) return [];
      const message =
        name === ''
          ? `Step "${step.id}" must name the secret that it reads, as in {{ secrets.name }}.`
          : `Step "${step.id}" reads the secret "${name}", which does not exist. Create it with PUT ` +
            `/api/workspace/secrets/${name}.`;
      return [{ path: `steps.${index}.${path}`, message }];
    });
  });
}

/** Returns the templates of a step with their paths. */
export const sourcesOf = ({ body = '', headers = {} }: WebhookStep): { path: string; source: string }[] => [
  { path: 'body', source: body },
  ...Object.entries(headers).map(([name, source]) => ({ path: `headers.${name}`, source })),
];

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
