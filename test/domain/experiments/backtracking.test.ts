import { isBoundedBacktracking } from '../../../domain/experiments/backtracking';

describe('isBoundedBacktracking', () => {
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
    '^/(?:docs(?:/.*)?)?$',
    '^/[(+*]+$',
    '^/\\(a+\\)+$',
    '^/(ab){3}$',
    '^/{a}$',
    // Two bits each: the budget to the last.
    `^${'a{0,3}'.repeat(16)}$`,
    '^a{0,100}$',
  ])('takes %j', (source) => {
    expect(isBoundedBacktracking(source)).toBe(true);
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
    ['many repetitions', '.*a.*b.*c'],
    ['many repetitions', '^.*.*.*.*x$'],
    ['many repetitions', '^a*a*a*a*$'],
    ['many choices', `^${'a?'.repeat(40)}$`],
    ['many choices', `^${'a{0,3}'.repeat(17)}$`],
    ['a long repetition', '^a{0,101}$'],
    ['many choices', `^${'(a|a)'.repeat(35)}$`],
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
  ])('refuses %s: %j', (_what, source) => {
    expect(isBoundedBacktracking(source)).toBe(false);
  });

  it('takes no expression that hangs on the text made for it', () => {
    const takers = ['^.*.*.*x$', '.*a.*b', '^[^/]*[^/]*[^/]*!$'].filter(isBoundedBacktracking);
    expect(takers).toHaveLength(3);
    for (const source of takers) expect(new RegExp(source).test('a'.repeat(300))).toBe(false);
  });
});
