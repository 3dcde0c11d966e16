import { Drop } from 'liquidjs';
import { referencesOf, TemplateError } from '../email/template';
import type { ErrorDetail } from '../errors';
import type { JourneyStep } from '../journeys/schemas';

/** The workspace's secrets in webhook steps: `{{ secrets.name }}` in headers and body. */

type WebhookStep = Extract<JourneyStep, { kind: 'webhook' }>;

/**
 * What `secrets` is in a step's templates: a value by its name, and nothing that could be listed.
 * @param onMissing receives each name without a secret
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

/** Whether a step may read secrets: then they have to be at hand when it is rendered. */
export const mentionsSecrets = (step: WebhookStep): boolean =>
  sourcesOf(step).some(({ source }) => /\bsecrets\b/.test(source));

/**
 * What stands against a step's use of secrets.
 * @param names of the secrets that there are
 * @param secretsOf a template, as {@link secretsIn} reads them
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
          ? `Step "${step.id}" has to name the secret that it reads: {{ secrets.name }}.`
          : `Step "${step.id}" reads the secret "${name}", which does not exist. PUT /api/workspace/secrets/${name} sets it.`;
      return [{ path: `steps.${index}.${path}`, message }];
    });
  });
}

/** The templates of a step, by where they are in it. */
export const sourcesOf = ({ body = '', headers = {} }: WebhookStep): { path: string; source: string }[] => [
  { path: 'body', source: body },
  ...Object.entries(headers).map(([name, source]) => ({ path: `headers.${name}`, source })),
];

/** The secrets that a template reads; '' for one that only rendering could tell. What cannot be read reads none. */
export function secretsIn(source: string): string[] {
  if (!/\bsecrets\b/.test(source)) return [];
  try {
    return referencesOf('body', source).flatMap(([root, name]) => (root === 'secrets' ? [name ?? ''] : []));
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}
