import { isParsableUrl } from '../../domain/parsable-url';

test.each([
  ['https://example.com/', true],
  ['https://bücher.example/ä?q=ü', true],
  ['https://例え.example/', true],
  ['https://', false],
  ['/relative', false],
  ['https://exa mple.com', false],
])('%s is one: %s, however often it is looked at', (text, isOne) => {
  const wrong = Array.from({ length: 30_000 }, () => isParsableUrl(text)).filter((found) => found !== isOne);
  expect(wrong).toHaveLength(0);
});
