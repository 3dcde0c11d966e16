/**
 * Builds Liquid conditions. Liquid has no parentheses and reads `and` and `or` from right to left, so the left side of
 * each must be a single test. A longer left side is assigned to a variable first.
 */

/** A single test, or one that is joined with the condition to its right. */
export type Condition = string | { left: string; how: 'and' | 'or'; right: Condition };

/** Joins two conditions. `assign` stores a condition in a variable and returns the variable's name. */
export function joined(
  how: 'and' | 'or',
  [left, right]: readonly [Condition, Condition],
  assign: (condition: Condition) => string,
): Condition {
  if (isChain(left, how)) return appended(left, how, right);
  if (isChain(right, how)) return appended(right, how, left);
  return { left: assign(left), how, right };
}

const isChain = (condition: Condition, how: 'and' | 'or'): boolean =>
  typeof condition === 'string' || (condition.how === how && isChain(condition.right, how));

const appended = (chain: Condition, how: 'and' | 'or', end: Condition): Condition =>
  typeof chain === 'string' ? { left: chain, how, right: end } : { ...chain, right: appended(chain.right, how, end) };

/** Returns the opposite. */
export function negated(condition: Condition): Condition {
  if (typeof condition === 'string') return negatedTest(condition);
  const { left, how, right } = condition;
  return { left: negatedTest(left), how: how === 'and' ? 'or' : 'and', right: negated(right) };
}

function negatedTest(test: string): string {
  const [, left, sign, right] = /^([^\s"']+) ([=!]=) ([^\s"']+)$/.exec(test) ?? [];
  if (left !== undefined) return `${left} ${sign === '==' ? '!=' : '=='} ${right ?? ''}`;
  return test.startsWith('not ') ? test.slice(4) : `not ${test}`;
}

/** Returns the condition as Liquid. */
export const conditionText = (condition: Condition): string =>
  typeof condition === 'string' ? condition : `${condition.left} ${condition.how} ${conditionText(condition.right)}`;

/** Joins several tests with `and`. */
export const allOf = ([first = 'true', ...others]: readonly string[]): Condition =>
  others.length === 0 ? first : { left: first, how: 'and', right: allOf(others) };
