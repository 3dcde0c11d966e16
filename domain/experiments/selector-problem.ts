import { isTraversal, parse, SelectorType, type Selector } from 'css-what';

/**
 * What is wrong with the CSS selector of a change, for its author: a browser would find nothing by it, and say so in its log alone.
 * Names are not checked: browsers read pseudo-classes that are newer than this.
 * @returns null when it reads as a selector
 */
export function selectorProblem(source: string): string | null {
  try {
    const alternatives = parse(source);
    if (alternatives.length === 0) return 'names no element: give a CSS selector such as `h1` or `#buy`';
    const problem = alternatives.map(problemOf).find((found) => found !== null);
    return problem === undefined ? null : `is no CSS selector: ${problem}`;
  } catch (error) {
    return `is no CSS selector: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function problemOf(selector: readonly Selector[]): string | null {
  const ends = [selector[0], selector.at(-1)];
  if (ends.some((part) => part !== undefined && isTraversal(part)))
    return 'a part before or after a combinator is missing';
  for (const { type } of selector) {
    if (type === SelectorType.Parent) return '"<" is no relation of a browser';
    if (type === SelectorType.ColumnCombinator) return '"||" is no relation of a browser';
  }
  return null;
}
