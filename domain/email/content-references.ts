import type { Slots } from '../communications/schemas';
import type { Reference } from './references';
import { codeLength, savedReferencesOf, TemplateError } from './template';

/**
 * The variables that content refers to, by the field of the template (`slots.body`, `html`). Fields without references
 * are left out.
 */
export type ContentReferences = Readonly<Record<string, readonly Reference[]>>;

export interface Templates {
  slots: Slots;
  html: string | null;
  text: string | null;
}

/** The result of reading the templates of content. */
export interface ReadTemplates {
  references: ContentReferences;
  /** Templates that are unreadable or too expensive. */
  problems: { field: string; message: string }[];
}

/** Reads each template of content once. */
export function readTemplates(content: Templates): ReadTemplates {
  const references: Record<string, readonly Reference[]> = {};
  const problems: ReadTemplates['problems'] = [];
  for (const [field, source] of sourcesOf(content)) {
    try {
      const found = savedReferencesOf(field, source);
      if (found.length > 0) references[field] = found;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      problems.push({ field, message: error.message });
    }
  }
  return { references, problems };
}

const sourcesOf = ({ slots, html, text }: Templates): [field: string, source: string][] => [
  ...Object.entries(slots).map(([slot, source]): [string, string] => [`slots.${slot}`, source]),
  ['html', html ?? ''],
  ['text', text ?? ''],
];

/** Returns the field with the template that is most expensive to read. */
export const costliestField = (content: Templates): string =>
  sourcesOf(content).reduce((most, one) => (codeLength(one[1]) > codeLength(most[1]) ? one : most))[0];

const shortCode = 4_000;
const shortContent = 100_000;

/** Checks whether reading the templates of content takes only a few milliseconds, whatever they contain. */
export function isQuicklyRead(content: Templates): boolean {
  return isQuicklyReadText(sourcesOf(content).map(([, source]) => source));
}

/** Does the same as {@link isQuicklyRead}, for templates that are rendered together. */
export function isQuicklyReadText(sources: readonly string[]): boolean {
  const sum = (lengthOf: (source: string) => number): number => sources.reduce((all, one) => all + lengthOf(one), 0);
  return sum(({ length }) => length) <= shortContent && sum(codeLength) <= shortCode;
}
