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
  ])('accepts %j', (selector) => {
    expect(selectorProblem(selector)).toBeNull();
  });

  it.each([
    [' ', /must be a CSS selector/],
    ['div {', /is not a valid CSS selector: Unmatched selector: \{/],
    ['h1,', /Empty sub-selector/],
    ['[name="a"', /didn't terminate/],
    ['.hero >> a', /successive traversals/],
    ['> p', /a combinator needs a selector on both sides/],
    ['ul >', /a combinator needs a selector on both sides/],
    ['.a, ~ .b', /a combinator needs a selector on both sides/],
    ['a < b', /is not a combinator/],
    ['a || b', /is not a supported combinator/],
    ['//h1', /is not a valid CSS selector/],
  ])('rejects %j', (selector, problem) => {
    expect(selectorProblem(selector)).toMatch(problem);
  });

  it('terminates on deep nesting', () => {
    expect(selectorProblem(`${':not('.repeat(199)}a${')'.repeat(199)}`)).toBeNull();
  });
});
