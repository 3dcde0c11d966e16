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
])('rejects %j', (selector) => {
  expect(parseSelector(selector)).toBeNull();
});

it.each([
  ['a', 1, 1],
  ['a#b.c.d[e][f=g]', 1, 1],
  ['a b > c', 1, 3],
  ['a , b c', 2, 2],
  ['--x.-y._z', 1, 1],
  ['Größe', 1, 1],
])('parses %j', (selector, alternatives, steps) => {
  const parsed = parseSelector(selector);
  expect([parsed?.length, parsed?.at(-1)?.length]).toEqual([alternatives, steps]);
});

it('drops the last step of a truncated path', () => {
  expect(parsePath('main > form#signup > button.').map(({ tag }) => tag)).toEqual(['main', 'form']);
});

it('parses long, repetitive selectors quickly', () => {
  expect(parseSelector(`${'a '.repeat(50_000)}!`)).toBeNull();
  expect(parseSelector(`[a=${'"'.repeat(50_000)}`)).toBeNull();
});

it('parses escapes in only one way, to avoid backtracking', () => {
  const escapes = '\\aaaaaa'.repeat(60);
  expect(parseSelector(`[${escapes}`)).toBeNull();
  expect(parseSelector(`[a=${escapes}!]`)).toBeNull();
  expect(parseSelector(`#${escapes}(`)).toBeNull();
  expect(parsePath(`a[${escapes}`)).toEqual([]);
});

it('rejects paths that are too long or too deep', () => {
  expect(parsePath(Array.from({ length: 100 }, () => 'a').join(' > '))).toHaveLength(100);
  expect(parsePath(Array.from({ length: 101 }, () => 'a').join(' > '))).toEqual([]);
  expect(parsePath('a'.repeat(4_001))).toEqual([]);
});
