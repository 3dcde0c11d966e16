import type { Slots } from '../communications/schemas';
import type { ContentReferences } from './content-references';
import type { Branding } from '../senders/branding';
import { renderMessage, slotIds, type RenderedMessage } from './message';
import type { ErrorDetail } from '../errors';
import { secretValues } from '../transactional/secret-names';
import { secretPlaces, secretPlacesInAddress, secretPlacesInText } from './secret-places';
import { referencesOf, UnsafeValueError, type AllowanceLimits } from './template';
import { scopeOf, snakeCase, valueAt } from './variables';

/** Content of a transactional message, each part a Liquid template. `html` and `text`, where given, replace what the slots make. */
export interface TransactionalTemplate {
  slots: Slots;
  html: string | null;
  text: string | null;
  /** Whether the button's address also stands below it as text, for messages that people are wary of. */
  plainLink?: boolean;
  /** Variables that the message can do without: never among the missing. */
  optional?: readonly string[];
  /** What was found when it was saved; null when it is too costly to tell, undefined when that was not done yet. */
  references?: ContentReferences | null | undefined;
}

export interface TransactionalResult extends RenderedMessage {
  /** Every variable that the template refers to and that was not given, in snake_case (`user.name` whole), sorted, each once. */
  missing: string[];
}

/** Transactional mail has no unsubscribe link, whatever a template or a caller says (specification, template rule 6). */
const withheld = 'unsubscribe_url';

/**
 * Renders a transactional message. What is missing renders empty; the caller refuses when it is strict. A variable named as a slot
 * (`subject`, `headline`, `body`, `ctaLabel`, `ctaUrl`, also in snake_case) takes the slot's place as text: it is never read as
 * Liquid, and escaped in html.
 * @param variables that `variableProblems` has no objection to
 * @param sender named in the footer, when known; the layout has its logo and colour
 * @throws TemplateError for a template that Liquid refuses, that runs for too long or grows too large; UnsafeValueError for a
 * value that would stand where it must not
 */
export function renderTransactional(
  template: TransactionalTemplate,
  variables: Record<string, unknown>,
  sender: Branding | null = null,
  limits?: AllowanceLimits,
): TransactionalResult {
  const scope = scopeOf(variables);
  delete scope[withheld];
  delete scope['unsubscribeUrl'];
  const overrides = overridesIn(scope);
  refuseSecretPlaces(template);
  const secrets = secretValues(scope);
  const { plainLink = false } = template;
  const frame = { overrides, sender, unsubscribeUrl: null, plainLink, secrets, limits };
  const { warnings = [], ...message } = renderMessage(template, scope, frame);
  if (warnings.length > 0) throw new UnsafeValueError('html', `The message cannot be sent: ${warnings.join('; ')}.`);
  return { ...message, missing: missingIn(template, scope, overrides) };
}

/** Content that was saved before secrets had their places is not sent with them elsewhere. */
function refuseSecretPlaces(template: TransactionalTemplate): void {
  const [problem] = secretProblems(template);
  if (problem !== undefined) throw new UnsafeValueError(problem.path, `${problem.path}: ${problem.message}`);
}

/** Where content puts secrets that must not stand there. */
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

/** The paths that a message's templates read, in snake_case, sorted, each once. @throws TemplateError for one that cannot be read */
export function referencedVariables(template: TransactionalTemplate, overrides: Partial<Slots> = {}): string[] {
  const names = referencedPaths(template, overrides).map((path) => path.map(snakeCase).join('.'));
  return [...new Set(names)].filter((name) => name !== withheld).sort();
}

/** The paths that a message's templates read, as they are spelled. @throws TemplateError for one that cannot be read */
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

/** The templates that make the message: slots that something else stands in for are not read. */
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
