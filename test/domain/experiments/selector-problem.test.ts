import { selectorProblem } from '../../../domain/experiments/selector-problem';

describe('selectorProblem', () => {
  it.each([
    'h1',
    '*',
    '#buy',
    'main > .hero ~ a + b',
    '.a, .b',
    '.md\\:flex',
    'input[type="email" i]:not(.plain)',
    'tr:nth-child(2n + 1)',
    'a:has(> img)',
    'p::first-line',
    ':future-pseudo(x)',
    'svg|a',
    '  h1  ',
  ])('takes %j', (selector) => {
    expect(selectorProblem(selector)).toBeNull();
  });

  it.each([
    [' ', /names no element: give a CSS selector/],
    ['div {', /is no CSS selector: Unmatched selector: \{/],
    ['h1,', /Empty sub-selector/],
    ['[name="a"', /didn't terminate/],
    ['.hero >> a', /successive traversals/],
    ['> p', /a part before or after a combinator is missing/],
    ['ul >', /a part before or after a combinator is missing/],
    ['.a, ~ .b', /a part before or after a combinator is missing/],
    ['a < b', /is no relation of a browser/],
    ['a || b', /is no relation of a browser/],
    ['//h1', /is no CSS selector/],
  ])('refuses %j', (selector, problem) => {
    expect(selectorProblem(selector)).toMatch(problem);
  });

  it('comes to an end of what is nested deeply', () => {
    expect(selectorProblem(`${':not('.repeat(199)}a${')'.repeat(199)}`)).toBeNull();
  });
});
