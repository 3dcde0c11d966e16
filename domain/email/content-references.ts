import type { Slots } from '../communications/schemas';
import type { Reference } from './references';
import { codeLength, savedReferencesOf, TemplateError } from './template';

/** What the templates of content refer to, by the field they stand in (`slots.body`, `html`). Fields that refer to nothing are left out. */
export type ContentReferences = Readonly<Record<string, readonly Reference[]>>;

export interface Templates {
  slots: Slots;
  html: string | null;
  text: string | null;
}

/** What reading the templates of content found. */
export interface ReadTemplates {
  references: ContentReferences;
  /** Templates that cannot be read, or are too costly. */
  problems: { field: string; message: string }[];
}

/** Reads every template of content once. */
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

/** The field whose template is the most to read. */
export const costliestField = (content: Templates): string =>
  sourcesOf(content).reduce((most, one) => (codeLength(one[1]) > codeLength(most[1]) ? one : most))[0];

const shortCode = 4_000;
const shortContent = 100_000;

/** Whether the templates of content are read within some milliseconds, whatever they say. */
export function isQuicklyRead(content: Templates): boolean {
  return isQuicklyReadText(sourcesOf(content).map(([, source]) => source));
}

/** {@link isQuicklyRead} of templates that are rendered together. */
export function isQuicklyReadText(sources: readonly string[]): boolean {
  const sum = (lengthOf: (source: string) => number): number => sources.reduce((all, one) => all + lengthOf(one), 0);
  return sum(({ length }) => length) <= shortContent && sum(codeLength) <= shortCode;
}
