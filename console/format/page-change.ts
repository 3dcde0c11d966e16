import type { Schemas } from '../api/client';

type Variant = Schemas['Experiment']['variants'][number];
type Change = Schemas['PatchChange'];

const maxCharacters = 80;
const shortened = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters).trimEnd()}…` : text;

/** Describes a change to a page: `Sets the content of #price to “From 9 €”`. */
export function describePageChange({ selector, action, attribute, value = '' }: Change): string {
  const what = attribute === 'html' ? 'the content' : attribute;
  const text = `“${shortened(value.trim())}”`;
  if (action === 'remove') return attribute === 'html' ? `Empties ${selector}` : `Removes ${what} from ${selector}`;
  if (action === 'append') return `Adds ${text} to ${what} of ${selector}`;
  return value.trim() === '' ? `Clears ${what} of ${selector}` : `Sets ${what} of ${selector} to ${text}`;
}

const linesOf = (text: string): string => {
  const lines = text.trim().split('\n').length;
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`;
};

/** Describes everything that a variant changes; an empty list if it shows the original page. */
export function describeVariant({ patch = [], css = '', js = '', levels = {} }: Variant): string[] {
  return [
    ...Object.entries(levels).map(([factor, level]) => `${factor}: ${level}`),
    ...[patch].flat().map(describePageChange),
    ...(css.trim() === '' ? [] : [`Adds CSS (${linesOf(css)})`]),
    ...(js.trim() === '' ? [] : [`Runs JavaScript (${linesOf(js)})`]),
  ];
}
