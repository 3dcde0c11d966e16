import { backtrackingGrowth, withoutPadding } from '../../../domain/experiments/backtracking';

describe('backtrackingGrowth', () => {
  it.each([
    '',
    '^/pricing$',
    '/pricing',
    '^/blog/\\d+$',
    '^https?://(www\\.)?example\\.com/[^/]+/.*$',
    '^/(en|de|fr)/products/[^/?]+/reviews/?$',
    '^/[a-z]{2}-[A-Z]{2}/',
    '^/a/[^/]+/b/[^/]+/c/[^/]+$',
    '[?&]plan=(?:pro|team)(&|$)',
    '.*checkout.*',
    '^.*checkout.*$',
    '.*?(?:cart|checkout).*?',
    '^/(?:docs(?:/.*)?)?$',
    '^/[(+*]+$',
    '^/\\(a+\\)+$',
    '^/(ab){3}$',
    '^/{a}$',
    '^a{0,100}$',
    '^/p/.*-(?:red|blue)$',
    '^a*b*c*d*e*$',
    '/[a-z]+/checkout',
    '\\d{4}-\\d{2}',
    '^[^?]*\\?.*utm_source=google',
    '^a|^b',
  ])('is linear for %j', (source) => {
    expect(backtrackingGrowth(source)).toBe(1);
  });

  it.each([
    [2, 'foo.*bar'],
    [2, '.*foo.*bar'],
    [2, '\\d+$'],
    [2, '^a.*a.*x'],
    [2, '^x*x*y'],
    [3, 'a.*a.*x'],
    [3, 'x*x*y'],
    [3, '^a*a*a*$'],
    [3, '^b|a.*a.*x'],
    [3, '^.*.*a.*b.*x'],
    [4, '.*a.*b.*c.*d'],
    [3, '(?:a.*){1}a.*x'],
    [3, 'a[^/]*a[^?]*x'],
  ])('has degree %d for %j', (degree, source) => {
    expect(backtrackingGrowth(source)).toBe(degree);
  });

  it.each([
    ['nested repetitions', '^(a+)+$'],
    ['nested repetitions', '(a*)*'],
    ['nested repetitions', '^((ab)*c)*$'],
    ['nested repetitions', '^(?:[^/]+/?)+$'],
    ['nested repetitions', '(a+){2,}'],
    ['nested repetitions', '^(a+){2}$'],
    ['nested repetitions', '^(\\d{1,5}){1,5}$'],
    ['nested repetitions', '^(a?){30}a{30}$'],
    ['nested repetitions, two groups apart', '^((a+))+$'],
    ['repeated choices', '^(a|aa)+$'],
    ['repeated choices', '^(a|a)*$'],
    ['repeated choices', '^((a|b)c)*$'],
    ['many choices', `^${'a?'.repeat(40)}$`],
    ['many choices', `${'x?'.repeat(22)}y`],
    ['many choices', `^${'a{0,3}'.repeat(17)}$`],
    ['a long repetition', '^a{0,101}$'],
    ['many choices', `^${'(a|a)'.repeat(22)}$`],
    ['many choices', `^${'a{0,100}'.repeat(6)}$`],
    ['large counts', '^a{500}$'],
    ['large counts', '^a{1,5000}$'],
    ['a lookahead', '^(?=a)b'],
    ['a negative lookahead', '^(?!a)b'],
    ['a lookbehind', '(?<=a)b'],
    ['a named group', '(?<name>a)'],
    ['a back reference', '^(a)\\1$'],
    ['what does not compile', '('],
    ['what does not compile', '[a'],
    ['what does not compile', '*'],
    ['more than 200 characters', 'a'.repeat(201)],
  ])('is unbounded for %s: %j', (_what, source) => {
    expect(backtrackingGrowth(source)).toBe(Infinity);
  });

  it('analyzes the longest expressions within its budget', () => {
    for (const source of [
      `${'[ab]*'.repeat(40)}x`,
      `(?:${'a'.repeat(90)})*${'a*'.repeat(50)}`,
      '(?:abcdefghij){20}.*(?:abcdefghij){4}',
    ])
      expect(backtrackingGrowth(source)).toBeGreaterThan(1);
  });
});

test.each([
  ['.*checkout.*', 'checkout'],
  ['^.*checkout.*$', 'checkout'],
  ['^.*?(a|b).*?', '(a|b)'],
  ['.*', ''],
  ['^.*$', ''],
  ['^/blog/.*$', '^/blog/'],
  ['^/blog$', '^/blog$'],
  ['a\\.*', 'a\\.*'],
  ['[.*]', '[.*]'],
  ['.*a|b.*', '.*a|b.*'],
  ['.+a', '.+a'],
])('simplifies %s to %s', (source, plain) => {
  expect(withoutPadding(source)).toBe(plain);
});
