import type { Slots } from '../communications/schemas';
import type { ContentReferences } from './content-references';
import type { Branding } from '../senders/branding';
import { renderMessage, slotIds, type RenderedMessage } from './message';
import type { ErrorDetail } from '../errors';
import { secretValues } from '../transactional/secret-names';
import { secretPlaces, secretPlacesInAddress, secretPlacesInText } from './secret-places';
import { referencesOf, UnsafeValueError, type AllowanceLimits } from './template';
import { scopeOf, snakeCase, valueAt } from './variables';

/**
 * The content of a transactional message. Each part is a Liquid template. `html` and `text` replace the output of the
 * slots.
 */
export interface TransactionalTemplate {
  slots: Slots;
  html: string | null;
  text: string | null;
  /** Whether the button's address is also shown as text below it, for messages that readers distrust. */
  plainLink?: boolean;
  /** Optional variables. They are never reported as missing. */
  optional?: readonly string[];
  /**
   * The references found when it was saved; null if reading them is too expensive, undefined if they were not read yet.
   */
  references?: ContentReferences | null | undefined;
}

export interface TransactionalResult extends RenderedMessage {
  /**
   * Distinct variables that the template uses and that were not given, in snake_case (`user.name` as a whole), sorted.
   */
  missing: string[];
}

/**
 * Renders a transactional message. Missing variables render as empty text; a strict caller refuses the message. A
 * variable named after a slot (`subject`, `headline`, `body`, `ctaLabel`, `ctaUrl`, also in snake_case) replaces the
 * slot as text: it is never parsed as Liquid, and is escaped in HTML.
 * @param variables must have no problems according to `variableProblems`
 * @param sender named in the footer, if known; the layout shows its logo and color
 * @throws TemplateError if Liquid refuses a template, or if it takes too long or its output is too large;
 * UnsafeValueError for a value in a forbidden place
 */
export function renderTransactional(
  template: TransactionalTemplate,
  variables: Record<string, unknown>,
  sender: Branding | null = null,
  limits?: AllowanceLimits,
): TransactionalResult {
  const scope = scopeOf(variables);
  const overrides = overridesIn(scope);
  refuseSecretPlaces(template);
  const secrets = secretValues(scope);
  const { plainLink = false } = template;
  const frame = { overrides, sender, unsubscribeUrl: null, plainLink, secrets, limits };
  const { warnings = [], ...message } = renderMessage(template, scope, frame);
  if (warnings.length > 0) throw new UnsafeValueError('html', `The message cannot be sent: ${warnings.join('; ')}.`);
  return { ...message, missing: missingIn(template, scope, overrides) };
}

/** Refuses content with misplaced secrets that was saved before this was checked. */
function refuseSecretPlaces(template: TransactionalTemplate): void {
  const [problem] = secretProblems(template);
  if (problem !== undefined) throw new UnsafeValueError(problem.path, `${problem.path}: ${problem.message}`);
}

/** Finds secrets in forbidden places of content. */
export const secretProblems = ({
  slots,
  html,
  text,
}: Pick<TransactionalTemplate, 'slots' | 'html' | 'text'>): ErrorDetail[] =>
  [
    { path: 'slots.subject', source: slots.subject, find: secretPlacesInText },
    ...(['headline', 'body', 'ctaLabel'] as const).map((slot) => ({
      path: `slots.${slot}`,
      source: slots[slot],
      find: secretPlaces,
    })),
    { path: 'slots.ctaUrl', source: slots.ctaUrl, find: secretPlacesInAddress },
    { path: 'html', source: html ?? '', find: secretPlaces },
    { path: 'text', source: text ?? '', find: secretPlacesInText },
  ].flatMap(({ path, source, find }) =>
    (source.includes('{') ? find(source) : []).map((problem) => ({ path, message: problem })),
  );

/**
 * Returns the distinct paths that a message's templates read, in snake_case, sorted.
 * @throws TemplateError if a template cannot be read
 */
export function referencedVariables(template: TransactionalTemplate, overrides: Partial<Slots> = {}): string[] {
  const names = referencedPaths(template, overrides).map((path) => path.map(snakeCase).join('.'));
  return [...new Set(names)].sort();
}

/**
 * Returns the paths that a message's templates read, in their original spelling.
 * @throws TemplateError if a template cannot be read
 */
export const referencedPaths = (
  template: TransactionalTemplate,
  overrides: Partial<Slots> = {},
): (readonly string[])[] => {
  const { references } = template;
  if (references === null) return [];
  return sourcesOf(template, overrides).flatMap(([field, source]) =>
    references === undefined ? referencesOf(field, source) : (references[field] ?? []),
  );
};

function missingIn(
  template: TransactionalTemplate,
  scope: Record<string, unknown>,
  overrides: Partial<Slots>,
): string[] {
  const optional = new Set(template.optional ?? []);
  return referencedVariables(template, overrides).filter(
    (name) => !optional.has(name) && valueAt(scope, name.split('.')) === undefined,
  );
}

/** Returns the templates of the message. Replaced slots are not read. */
function sourcesOf({ slots, html, text }: TransactionalTemplate, overrides: Partial<Slots>): [string, string][] {
  const isUsed = (slot: keyof Slots): boolean => overrides[slot] === undefined && (slot === 'subject' || html === null);
  return [
    ...slotIds.filter(isUsed).map((slot): [string, string] => [`slots.${slot}`, slots[slot]]),
    ...(html === null ? [] : ([['html', html]] as [string, string][])),
    ...(text === null ? [] : ([['text', text]] as [string, string][])),
  ];
}

function overridesIn(scope: Record<string, unknown>): Partial<Slots> {
  const given = slotIds.flatMap((slot) => {
    const value = scope[slot];
    return value === undefined || typeof value === 'object' ? [] : [[slot, String(value)] as const];
  });
  return Object.fromEntries(given);
}
