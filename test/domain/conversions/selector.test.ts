import { parsePath, parseSelector } from '../../../domain/conversions/selector';

it.each([
  '',
  '   ',
  ',',
  'a,',
  ',a',
  'a >',
  '> a',
  'a > > b',
  'a + b',
  'a ~ b',
  'a:hover',
  'a::before',
  ':is(a)',
  'a[href^="x"]',
  'a[href="x]',
  'a[=x]',
  '#',
  '.',
  '.1a',
  '#1',
  'a b]',
  '#ab*',
  '**',
  '.a b{}',
  '<a>',
  'a\\',
])('refuses %j', (selector) => {
  expect(parseSelector(selector)).toBeNull();
});

it.each([
  ['a', 1, 1],
  ['a#b.c.d[e][f=g]', 1, 1],
  ['a b > c', 1, 3],
  ['a , b c', 2, 2],
  ['--x.-y._z', 1, 1],
  ['Größe', 1, 1],
])('reads %j', (selector, alternatives, steps) => {
  const parsed = parseSelector(selector);
  expect([parsed?.length, parsed?.at(-1)?.length]).toEqual([alternatives, steps]);
});

it('ends a path before the step at which it was cut', () => {
  expect(parsePath('main > form#signup > button.').map(({ tag }) => tag)).toEqual(['main', 'form']);
});

it('takes long and repetitive selectors in a moment', () => {
  expect(parseSelector(`${'a '.repeat(50_000)}!`)).toBeNull();
  expect(parseSelector(`[a=${'"'.repeat(50_000)}`)).toBeNull();
});

it('reads escapes in one way only, where a backtracking matcher has six for each', () => {
  const escapes = '\\aaaaaa'.repeat(60);
  expect(parseSelector(`[${escapes}`)).toBeNull();
  expect(parseSelector(`[a=${escapes}!]`)).toBeNull();
  expect(parseSelector(`#${escapes}(`)).toBeNull();
  expect(parsePath(`a[${escapes}`)).toEqual([]);
});

it('takes no path that is longer or deeper than pages are', () => {
  expect(parsePath(Array.from({ length: 100 }, () => 'a').join(' > '))).toHaveLength(100);
  expect(parsePath(Array.from({ length: 101 }, () => 'a').join(' > '))).toEqual([]);
  expect(parsePath('a'.repeat(4_001))).toEqual([]);
});
