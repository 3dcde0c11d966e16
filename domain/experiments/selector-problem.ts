import { isTraversal, parse, SelectorType, type Selector } from 'css-what';

/**
 * Returns what is wrong with the CSS selector of a change. The author would otherwise not notice: a browser would match
 * nothing and only log the error. Names are not checked, because browsers support pseudo-classes that are newer than
 * this parser.
 * @returns null if the selector is valid
 */
export function selectorProblem(source: string): string | null {
  try {
    const alternatives = parse(source);
    if (alternatives.length === 0) return 'must be a CSS selector such as `h1` or `#buy`';
    const problem = alternatives.map(problemOf).find((found) => found !== null);
    return problem === undefined ? null : `is not a valid CSS selector: ${problem}`;
  } catch (error) {
    return `is not a valid CSS selector: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function problemOf(selector: readonly Selector[]): string | null {
  const ends = [selector[0], selector.at(-1)];
  if (ends.some((part) => part !== undefined && isTraversal(part)))
    return 'a combinator needs a selector on both sides';
  for (const { type } of selector) {
    if (type === SelectorType.Parent) return '"<" is not a combinator';
    if (type === SelectorType.ColumnCombinator) return '"||" is not a supported combinator';
  }
  return null;
}
