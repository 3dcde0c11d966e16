import { isTraversal, parse, SelectorType, type Selector } from 'css-what';

/** Finds out which elements a selector may match, from its text only: the content of the page is not known here. */

/**
 * Elements that run something, or decide what a page loads and runs. Snippets change them only for variants that may
 * run scripts.
 */
const loadingElements = new Set('applet base embed frame iframe link meta object portal script'.split(' '));
/** The same in the text of a selector that only browsers can parse. */
const loadingNames = new RegExp(`(^|[\\s,>+~(|])(\\*|${[...loadingElements].join('|')})(?![\\w-])`, 'i');

export interface SelectedElements {
  /** Whether it may match an element that runs or loads something. */
  loading: boolean;
  /** Whether it identifies elements neither by tag, id, class nor data attribute, so that it may match any element. */
  vague: boolean;
}

export function selectedElements(selector: string): SelectedElements {
  try {
    const subjects = parse(selector).map(lastCompound);
    return { loading: subjects.some(isLoading), vague: subjects.some((parts) => !parts.some(isOfAuthor)) };
  } catch {
    const loading = loadingNames.test(selector);
    return { loading, vague: loading };
  }
}

const lastCompound = (parts: readonly Selector[]): readonly Selector[] =>
  parts.slice(parts.findLastIndex(isTraversal) + 1);

const isLoading = (parts: readonly Selector[]): boolean =>
  parts.some((part) => {
    if (part.type === SelectorType.Tag) return loadingElements.has(part.name.toLowerCase());
    return alternativesOf(part).some((one) => isLoading(lastCompound(one)));
  });

function isOfAuthor(part: Selector): boolean {
  if (part.type === SelectorType.Tag) return true;
  if (part.type === SelectorType.Attribute) return /^(id|class|data-.*)$/i.test(part.name);
  const alternatives = alternativesOf(part);
  return alternatives.length > 0 && alternatives.every((one) => lastCompound(one).some(isOfAuthor));
}

/** Returns the alternatives of which an element must match one. */
const alternativesOf = (part: Selector): readonly (readonly Selector[])[] =>
  part.type === SelectorType.Pseudo &&
  /^(is|where|matches|any|-webkit-any|-moz-any)$/i.test(part.name) &&
  Array.isArray(part.data)
    ? part.data
    : [];
